//! A scenario at a glance: what was sent, what was answered, and what the chat shows then.

use maud::{Markup, html};
use serde_json::Value;

use super::Scene;
use crate::model::State;
use crate::oracle::quote;
use crate::report::action_line;
use crate::trace::{Action, Observation, Reply, SeenItem, is_unseen, shortened};

/// The most items of a list that are shown.
const MOST_ITEMS: usize = 12;
/// The longest text that is shown whole, in characters.
const LONGEST: usize = 90;

/// The scenes of a scenario, one below the other.
pub fn scenes(scenes: &[Scene]) -> Markup {
    let shown: Vec<_> = scenes.iter().filter(|scene| !matches!(scene.action, Action::Begin(_))).collect();
    let main_alone = shown.iter().all(|scene| scene.chats.iter().all(|(chat, _)| chat == "main"));
    html! {
        div.stepper hidden {
            button type="button" data-step="-1" aria-label="previous step" { "‹" }
            button type="button" data-step="1" aria-label="next step" { "›" }
            span.step-count {}
        }
        ol.scenes {
            @for (at, scene) in shown.iter().enumerate() {
                @let before = at.checked_sub(1).map(|before| &shown[before].chats[..]).unwrap_or_default();
                li.scene {
                    div.did { (did(scene)) @if let Some(reply) = &scene.reply { (answer(reply)) } }
                    div.shown {
                        @for (chat, seen) in &scene.chats {
                            @let was = before.iter().find(|(name, _)| name == chat).map(|(_, was)| was);
                            (self::chat(chat, seen, was, main_alone))
                        }
                    }
                }
            }
        }
    }
}

fn did(scene: &Scene) -> Markup {
    let by = (!scene.named).then_some("by the harness");
    html! {
        p.action {
            (match &scene.action {
                Action::Write { chat: None, .. } => html! { strong { "update" } " with no chat behind it" },
                Action::Write { chat: Some(chat), .. } if chat == "main" => html! { strong { "update" } },
                Action::Write { chat: Some(chat), .. } => html! { strong { "update" } " in " (chat) },
                Action::Turn { chat, .. } | Action::Reopen { chat } | Action::PlanMode { chat, .. } if chat != "main" => {
                    html! { strong { (action_line(&scene.action)) } " in " (chat) }
                }
                Action::Begin(_) | Action::Open { .. } | Action::Turn { .. } | Action::Setup(_) | Action::Reopen { .. }
                | Action::PlanMode { .. } | Action::Observe { .. } => {
                    html! { strong { (action_line(&scene.action)) } }
                }
            })
            @if let Some(by) = by { " " span.by { (by) } }
        }
        @if let Action::Write { arguments, .. } = &scene.action { (sent(arguments)) }
    }
}

/// What an update sends: its items, or its arguments as they are where they are no plain list.
fn sent(arguments: &Value) -> Markup {
    let item = |item: &Value| {
        let fields = item.as_object().filter(|fields| fields.len() == 2)?;
        let (text, state) = (fields.get("content")?.as_str()?, fields.get("status")?.as_str()?);
        Some(SeenItem { content: Some(text.to_owned()), status: Some(state.to_owned().into()), ..SeenItem::default() })
    };
    let fields = arguments.as_object().filter(|fields| fields.len() == 1);
    let todos = fields.and_then(|fields| fields.get("todos")?.as_array());
    match todos.and_then(|todos| todos.iter().map(item).collect::<Option<Vec<_>>>()) {
        Some(items) if items.is_empty() => html! { p.none { "an empty list" } },
        Some(items) => self::items(&items),
        None => html! { pre.raw { code { (shortened(&arguments.to_string())) } } },
    }
}

fn answer(reply: &Reply) -> Markup {
    let refused = reply.is_error == Some(true);
    html! {
        p.reply.refused[refused] {
            span.visually-hidden { @if refused { "refused: " } @else { "answered: " } }
            (text(&reply.text))
        }
    }
}

fn chat(name: &str, seen: &Observation, was: Option<&Observation>, main_alone: bool) -> Markup {
    let (plan, list, rows) = parts(seen);
    let before = was.map(parts);
    let same_plan = before.is_some_and(|(before, ..)| before == plan);
    let same_list = before.is_some_and(|(_, before, _)| before == list);
    let same_rows = before.is_some_and(|(.., before)| before == rows);
    html! {
        section.chat {
            @if !main_alone { h5 { "chat " (name) } }
            div.plan.same[same_plan] {
                h6 { "plan" }
                @if plan.is_empty() { p.none { "nothing shows" } } @else { (items(plan)) }
            }
            div.list.same[same_list] {
                h6 { "list" }
                @if list.is_empty() { p.none { "no items" } }
                @else if list_is_plan(list, plan) { p.none { "the same items" } }
                @else { (items(list)) }
            }
            div.rows.same[same_rows] {
                h6 { "rows" }
                p.none {
                    (rows.len())
                    @if let Some(last) = rows.last() {
                        @let count = last.items.len();
                        ", the newest with " (count) @if count == 1 { " item" } @else { " items" }
                    }
                }
            }
        }
    }
}

fn parts(seen: &Observation) -> (&[SeenItem], &[SeenItem], &[crate::trace::Row]) {
    (
        seen.plan.as_ref().and_then(Option::as_deref).unwrap_or_default(),
        seen.list.as_ref().and_then(Option::as_deref).unwrap_or_default(),
        seen.rows.as_deref().unwrap_or_default(),
    )
}

fn list_is_plan(list: &[SeenItem], plan: &[SeenItem]) -> bool {
    let same = |(a, b): (&SeenItem, &SeenItem)| a.content == b.content && a.status == b.status;
    list.len() == plan.len() && list.iter().zip(plan).all(same)
}

fn items(items: &[SeenItem]) -> Markup {
    html! {
        ul.items {
            @for item in items.iter().take(MOST_ITEMS) { (self::item(item)) }
            @if items.len() > MOST_ITEMS { li.more { "… and " (items.len() - MOST_ITEMS) " more" } }
        }
    }
}

fn item(item: &SeenItem) -> Markup {
    let name = item.status.as_deref().unwrap_or_default();
    let state = State::from_name(name);
    let label = item.label.as_deref().or(state.map(State::label)).unwrap_or(name);
    html! {
        li class=[state.map(State::name)] {
            span.mark aria-hidden="true" {}
            (text(item.content.as_deref().unwrap_or_default()))
            " " span.label { (shortened(label)) }
        }
    }
}

/// A text as it is where a reader sees all of it, else in quotation marks with escapes.
pub fn text(text: &str) -> Markup {
    let plain = !text.is_empty()
        && text.trim() == text
        && text.chars().count() <= LONGEST
        && !text.chars().any(|c| c != ' ' && is_unseen(c));
    html! { @if plain { span.text { (text) } } @else { code.text { (quote(text)) } } }
}
