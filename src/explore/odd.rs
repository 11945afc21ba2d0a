//! Arguments that are not quite a list of items.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::model::Item;
use crate::trace;

/// What is odd about an update's arguments.
#[derive(Clone, Copy, Debug)]
pub enum Oddity {
    /// The arguments as a whole.
    Whole(u8),
    /// The list under another name.
    Renamed(u8),
    /// A field beside the list.
    Beside(u8),
    /// An item's state.
    State(u8),
    /// An item's text.
    Text(u8),
    /// An item's text under another name.
    TextField(u8),
    /// A field that an item does not have.
    Extra(u8),
    /// A field that an item lacks.
    Lacking(u8),
}

/// Draws an oddity.
pub fn oddities() -> impl Strategy<Value = Oddity> {
    (0..8_u8, any::<u8>()).prop_map(|(kind, index)| match kind {
        0 => Oddity::Whole(index),
        1 => Oddity::Renamed(index),
        2 => Oddity::Beside(index),
        3 => Oddity::State(index),
        4 => Oddity::Text(index),
        5 => Oddity::TextField(index),
        6 => Oddity::Extra(index),
        _ => Oddity::Lacking(index),
    })
}

const LISTS: &[&str] = &["items", "tasks", "list", "todo", "plan", "Todos", "todoList"];
const BESIDE: &[&str] =
    &["merge", "append", "mode", "partial", "replace", "action", "operation", "id", "chat", "title"];
const STATES: &[&str] = &[
    "Pending",
    "COMPLETED",
    "IN_PROGRESS",
    "In progress",
    "in progress",
    "in-progress",
    "inProgress",
    "inprogress",
    " completed",
    "completed ",
    "pending\0",
    "done",
    "todo",
    "cancelled",
    "canceled",
    "blocked",
    "deleted",
    "open",
    "closed",
    "doing",
    "active",
    "paused",
    "not_started",
    "",
];
const TEXT_FIELDS: &[&str] = &["text", "title", "task", "name", "description", "subject", "activeForm", "Content"];
const EXTRA: &[&str] =
    &["id", "priority", "activeForm", "note", "parent", "tags", "owner", "text", "title", "label", "completed"];

/// The odd arguments, made from some items.
pub fn arguments(oddity: Oddity, items: &[Item]) -> Value {
    let pick = |from: &[&'static str], index: u8| from[usize::from(index) % from.len()];
    let list = || trace::arguments(items)["todos"].take();
    let text = items.first().map_or("text", |item| item.text.as_str());
    let first = || json!({ "content": text, "status": "pending" });
    let with = |field: &str, value: Value| {
        let mut item = first();
        item[field] = value;
        json!({ "todos": [item] })
    };
    match oddity {
        Oddity::Whole(index) => whole(index, &list(), &first()),
        Oddity::Renamed(index) => json!({ pick(LISTS, index): list() }),
        Oddity::Beside(index) => {
            let value = if index % 2 == 0 { json!(true) } else { json!("append") };
            json!({ "todos": list(), pick(BESIDE, index): value })
        }
        Oddity::State(index) => with("status", json!(pick(STATES, index))),
        Oddity::Text(index) => {
            let odd = [json!(7), json!(null), json!(1.5), json!(true), json!(["text"]), json!({ "text": "text" })];
            with("content", odd[usize::from(index) % odd.len()].clone())
        }
        Oddity::TextField(index) => json!({ "todos": [{ pick(TEXT_FIELDS, index): text, "status": "pending" }] }),
        Oddity::Extra(index) => with(pick(EXTRA, index), json!("1")),
        Oddity::Lacking(index) => {
            let field = if index % 3 == 0 { json!({ "content": text }) } else { json!({ "status": "pending" }) };
            json!({ "todos": [if index % 3 == 2 { json!({ "content": text, "status": null }) } else { field }] })
        }
    }
}

fn whole(index: u8, list: &Value, first: &Value) -> Value {
    match index % 11 {
        0 => json!({}),
        1 => Value::Null,
        2 => json!({ "todos": null }),
        3 => json!({ "todos": list.to_string() }),
        4 => json!({ "todos": first }),
        5 => json!({ "todos": [first.to_string()] }),
        6 => json!({ "todos": ["text"] }),
        7 => list.clone(),
        8 => json!({ "todos": [list] }),
        9 => json!({ "todos": { "0": first } }),
        _ => json!({ "todos": "text" }),
    }
}
