//! What an item is, and what it is not.

use serde_json::Value;

use super::super::fault::Fault;
use super::super::right;
use super::super::world::item;
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "adds-ids",
        clause: Clause::ItemShape,
        says: "The maker gives each item an id.",
        twist: |manner| {
            manner.settle =
                |items, _| items.into_iter().map(|item| SeenItem { extra: vec!["id".to_owned()], ..item }).collect();
        },
    },
    Fault {
        id: "keeps-other-fields",
        clause: Clause::ItemShape,
        says: "The maker stores items as they come, fields that nobody knows included.",
        twist: |manner| {
            manner.extra = |fields| {
                Ok(fields.keys().filter(|field| !matches!(field.as_str(), "content" | "status")).cloned().collect())
            };
        },
    },
    Fault {
        id: "keeps-active-form",
        clause: Clause::ItemShape,
        says: "The maker knows a field `activeForm` from another tool and keeps it.",
        twist: |manner| {
            manner.extra = |fields| Ok(fields.keys().filter(|field| *field == "activeForm").cloned().collect());
        },
    },
    Fault {
        id: "adds-order-once-reopened",
        clause: Clause::ItemShape,
        says: "The maker numbers the items of a chat when it is opened again.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    for item in chat.now.list.iter_mut().flatten() {
                        item.extra = vec!["order".to_owned()];
                    }
                });
            };
        },
    },
    Fault {
        id: "skips-textless-items",
        clause: Clause::ItemShape,
        says: "The maker skips items without a text and records the others.",
        twist: |manner| {
            manner.read = |call| {
                let todos = (call.manner.todos)(call.arguments)?;
                let has_text =
                    |value: &&Value| value.get("content").is_some_and(Value::is_string) || !value.is_object();
                todos.iter().filter(has_text).map(|value| right::item(value, call)).collect()
            };
        },
    },
    Fault {
        id: "skips-what-is-no-item",
        clause: Clause::ItemShape,
        says: "The maker skips what is no object among the items and records the others.",
        twist: |manner| {
            manner.read = |call| {
                let todos = (call.manner.todos)(call.arguments)?;
                todos.iter().filter(|value| value.is_object()).map(|value| right::item(value, call)).collect()
            };
        },
    },
    Fault {
        id: "words-for-items",
        clause: Clause::ItemShape,
        says: "The maker takes a bare text among the items for a pending item.",
        twist: |manner| {
            manner.item = |value, call| match value.as_str() {
                Some(text) => Ok(item(text, State::Pending)),
                None => right::item(value, call),
            };
        },
    },
    Fault {
        id: "numbers-for-texts",
        clause: Clause::ItemShape,
        says: "The maker writes out a number where the text belongs.",
        twist: |manner| {
            manner.text = |fields| match fields.get("content") {
                Some(Value::Number(number)) => Ok(number.to_string()),
                Some(_) | None => right::content(fields),
            };
        },
    },
    Fault {
        id: "null-written-out",
        clause: Clause::ItemShape,
        says: "The maker writes out whatever stands where the text belongs, null as the word null.",
        twist: |manner| {
            manner.text = |fields| match fields.get("content") {
                Some(Value::Null) => Ok("null".to_owned()),
                Some(_) | None => right::content(fields),
            };
        },
    },
    Fault {
        id: "title-for-text",
        clause: Clause::ItemShape,
        says: "The maker falls back on a field `title` where there is no text.",
        twist: |manner| {
            manner.text = |fields| match fields.get("title").and_then(Value::as_str) {
                Some(title) if !fields.contains_key("content") => Ok(title.to_owned()),
                Some(_) | None => right::content(fields),
            };
        },
    },
    Fault {
        id: "null-list-empties",
        clause: Clause::ItemShape,
        says: "The maker takes null in the place of the list for an empty list.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.get("todos") {
                Some(Value::Null) => Ok(Vec::new()),
                Some(_) | None => right::todos(arguments),
            };
        },
    },
    Fault {
        id: "no-list-empties",
        clause: Clause::ItemShape,
        says: "The maker takes arguments without a list for an empty list.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.as_object() {
                Some(fields) if !fields.contains_key("todos") => Ok(Vec::new()),
                Some(_) | None => right::todos(arguments),
            };
        },
    },
    Fault {
        id: "bare-list-taken",
        clause: Clause::ItemShape,
        says: "The maker takes a list that stands in the arguments’ place.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.as_array() {
                Some(todos) => Ok(todos.clone()),
                None => right::todos(arguments),
            };
        },
    },
    Fault {
        id: "lists-flattened",
        clause: Clause::ItemShape,
        says: "The maker flattens lists among the items.",
        twist: |manner| {
            manner.read = |call| {
                let todos = (call.manner.todos)(call.arguments)?;
                let flat = todos.into_iter().flat_map(|value| value.as_array().cloned().unwrap_or_else(|| vec![value]));
                flat.map(|value| right::item(&value, call)).collect()
            };
        },
    },
];
