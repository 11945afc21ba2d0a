//! A scenario at a glance: what is done, what is answered, what is seen.

use crate::model::{Item, Phase};
use crate::oracle::{quote, show_items};
use crate::suite::{Look, Scenario, Step, View, Written};
use crate::trace::Action;

/// A scenario's steps, a line each.
pub fn timeline(scenario: &Scenario) -> String {
    let mut lines = Vec::new();
    if let Some(setup) = scenario.setup {
        lines.push(format!("under one_active: {}", setup.one_active));
    }
    for (index, step) in scenario.steps.iter().enumerate() {
        lines.push(format!("{}. {}", index + 1, step_line(step)));
    }
    lines.join("\n")
}

/// One step on one line.
pub fn step_line(step: &Step) -> String {
    let chat = place(step);
    let mut parts: Vec<String> = step.action.iter().map(|action| action_in(action, step)).collect();
    if let Some(written) = &step.written {
        let told = match written {
            Written::Reply(text) => format!("answers {}", quote(text)),
            Written::Refused(text) => format!("is refused {}", quote(text)),
        };
        parts.push(told);
    }
    parts.extend(step.looks.iter().map(|look| {
        let place = if step.action.is_none() { chat.as_str() } else { "" };
        format!("{}{place} {}", look.view.name(), look_line(look))
    }));
    parts.join(" → ")
}

/// What a step does and where, without what is answered.
pub fn action_in(action: &Action, step: &Step) -> String {
    let place = match action {
        Action::Open { .. } | Action::Setup(_) => String::new(),
        Action::Begin(_)
        | Action::Write { .. }
        | Action::Turn { .. }
        | Action::Reopen { .. }
        | Action::PlanMode { .. }
        | Action::Observe { .. } => place(step),
    };
    action_line(action) + &place
}

fn place(step: &Step) -> String {
    match step.chat.as_deref() {
        None => " with no chat".to_owned(),
        Some("main") => String::new(),
        Some(chat) => format!(" in {chat}"),
    }
}

/// An action in a few words.
pub fn action_line(action: &Action) -> String {
    match action {
        Action::Begin(setup) => format!("begin under one_active: {}", setup.one_active),
        Action::Open { chat, helper_of: None } => format!("open chat {chat}"),
        Action::Open { chat, helper_of: Some(parent) } => format!("open helper {chat} of {parent}"),
        Action::Write { arguments, .. } => format!("update {}", crate::trace::shortened(&arguments_line(arguments))),
        Action::Turn { phase: Phase::Start, .. } => "turn starts".to_owned(),
        Action::Turn { phase: Phase::End, .. } => "turn ends".to_owned(),
        Action::Setup(setup) => format!("setup becomes one_active: {}", setup.one_active),
        Action::Reopen { .. } => "reopen".to_owned(),
        Action::PlanMode { on, .. } => format!("plan mode {}", if *on { "on" } else { "off" }),
        Action::Observe { .. } => "look".to_owned(),
    }
}

/// Arguments as items where they are a plain list, else as JSON.
fn arguments_line(arguments: &serde_json::Value) -> String {
    let plain = || {
        let fields = arguments.as_object().filter(|fields| fields.len() == 1)?;
        let item = |item: &serde_json::Value| {
            let fields = item.as_object().filter(|fields| fields.len() == 2)?;
            Some((fields.get("status")?.as_str()?.to_owned(), fields.get("content")?.as_str()?.to_owned()))
        };
        fields.get("todos")?.as_array()?.iter().map(item).collect::<Option<Vec<_>>>()
    };
    match plain() {
        Some(items) => crate::oracle::show(items.iter().map(|(state, text)| (state.as_str(), text.as_str()))),
        None => format!("raw {arguments}"),
    }
}

fn look_line(look: &Look) -> String {
    let items = |items: &[Item]| if items.is_empty() { "none".to_owned() } else { show_items(items) };
    match (&look.seen, look.view) {
        (None, _) => "unchanged".to_owned(),
        (Some(rows), View::Rows) if rows.is_empty() => "none".to_owned(),
        (Some(rows), View::Rows) => rows.iter().map(|row| show_items(row)).collect::<Vec<_>>().join(" "),
        (Some(lists), View::List | View::Plan) => lists.first().map(|list| items(list)).unwrap_or_default(),
    }
}
