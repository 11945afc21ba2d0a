//! From scenarios to YAML that reads back as the same scenarios.

use std::fmt::Write;

use serde_json::Value;

use super::read::MAIN;
use super::{Look, Scenario, Step, View, Written};
use crate::model::{Item, Phase, State};
use crate::trace::{Action, is_unseen};

/// A whole file.
pub fn file(about: &str, scenarios: &[Scenario]) -> String {
    let mut text = format!("about: {}\nscenarios:\n", scalar(about));
    for scenario in scenarios {
        self::scenario(&mut text, scenario);
    }
    text
}

fn scenario(text: &mut String, scenario: &Scenario) {
    let clauses: Vec<_> = scenario.clauses.iter().map(|clause| clause.id()).collect();
    let _ = writeln!(text, "  - name: {}\n    clauses: [{}]", scalar(&scenario.name), clauses.join(", "));
    if let Some(setup) = scenario.setup {
        let _ = writeln!(text, "    setup: {{ one_active: {} }}", setup.one_active);
    }
    if let Some(probe) = scenario.probe {
        let _ = writeln!(text, "    probe: {probe}");
    }
    text.push_str("    steps:\n");
    for step in &scenario.steps {
        let mut lines = Vec::new();
        self::step(&mut lines, step);
        for (index, line) in lines.iter().enumerate() {
            let _ = writeln!(text, "      {}{line}", if index == 0 { "- " } else { "  " });
        }
    }
}

fn step(lines: &mut Vec<String>, step: &Step) {
    let mut names_chat = true;
    match &step.action {
        Some(Action::Write { arguments, .. }) => match items(arguments) {
            Some(items) => list(lines, "update", 0, &items),
            None => lines.push(format!("update: {{ raw: {} }}", json(arguments))),
        },
        Some(Action::Turn { phase, .. }) => {
            lines.push(format!("turn: {}", if *phase == Phase::Start { "start" } else { "end" }));
        }
        Some(Action::Setup(setup)) => {
            names_chat = false;
            lines.push(format!("setup: {{ one_active: {} }}", setup.one_active));
        }
        Some(Action::Reopen { chat }) => {
            names_chat = false;
            lines.push(format!("reopen: {}", scalar(chat)));
        }
        Some(Action::PlanMode { on, .. }) => lines.push(format!("plan_mode: {}", if *on { "on" } else { "off" })),
        Some(Action::Open { chat, helper_of }) => {
            names_chat = false;
            let parent = helper_of.as_ref().map(|parent| format!(", helper_of: {}", scalar(parent)));
            lines.push(format!("open: {{ chat: {}{} }}", scalar(chat), parent.unwrap_or_default()));
        }
        Some(Action::Begin(_) | Action::Observe { .. }) | None => {}
    }
    step.looks.iter().for_each(|look| self::look(lines, look));
    match step.chat.as_deref() {
        Some(MAIN) => {}
        chat if names_chat => lines.push(format!("chat: {}", chat.map_or_else(|| "none".to_owned(), scalar))),
        _ => {}
    }
    match &step.written {
        Some(Written::Reply(text)) => lines.push(format!("reply: {}", quoted(text))),
        Some(Written::Refused(text)) => lines.push(format!("refused: {}", quoted(text))),
        None => {}
    }
}

fn look(lines: &mut Vec<String>, look: &Look) {
    let name = look.view.name();
    match (&look.seen, look.view) {
        (None, _) => lines.push(format!("{name}: unchanged")),
        (Some(rows), View::Rows) if rows.is_empty() => lines.push("rows: none".to_owned()),
        (Some(rows), View::Rows) => {
            lines.push("rows:".to_owned());
            for row in rows {
                match &row[..] {
                    [] => lines.push("  - []".to_owned()),
                    [first, rest @ ..] => {
                        lines.push(format!("  - - {}", item(first)));
                        lines.extend(rest.iter().map(|next| format!("    - {}", item(next))));
                    }
                }
            }
        }
        (Some(lists), View::List | View::Plan) => match lists.first().filter(|items| !items.is_empty()) {
            Some(items) => list(lines, name, 0, items),
            None => lines.push(format!("{name}: none")),
        },
    }
}

fn list(lines: &mut Vec<String>, key: &str, indent: usize, items: &[Item]) {
    if items.is_empty() {
        lines.push(format!("{key}: []"));
        return;
    }
    lines.push(format!("{key}:"));
    lines.extend(items.iter().map(|next| format!("{:indent$}  - {}", "", item(next))));
}

fn item(item: &Item) -> String {
    format!("{}: {}", item.state.name(), scalar(&item.text))
}

/// The items of arguments that are a plain list and nothing else.
fn items(arguments: &Value) -> Option<Vec<Item>> {
    let fields = arguments.as_object().filter(|fields| fields.len() == 1)?;
    let item = |item: &Value| {
        let fields = item.as_object().filter(|fields| fields.keys().eq(["content", "status"]))?;
        let state = State::from_name(fields.get("status")?.as_str()?)?;
        Some(Item::new(fields.get("content")?.as_str()?, state))
    };
    fields.get("todos")?.as_array()?.iter().map(item).collect()
}

/// A text plainly where YAML reads it back as that text, else in double quotes.
pub fn scalar(text: &str) -> String {
    let first = text.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    let last = text.chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric());
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || " ,.'()/_-".contains(c));
    let word = matches!(
        text.to_ascii_lowercase().as_str(),
        "true" | "false" | "null" | "none" | "unchanged" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    if first && last && plain && !word { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
pub fn quoted(text: &str) -> String {
    json(&Value::String(text.to_owned()))
}

/// JSON with every character escaped that YAML may not hold or a reader may not see; YAML reads it as it is.
fn json(value: &Value) -> String {
    let mut escaped = String::new();
    for c in value.to_string().chars() {
        if is_unseen(c) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}
