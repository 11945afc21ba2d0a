//! The right answers, each a rule of the documents in this implementation's own code.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::manner::{Accepted, Call, Denied, Manner};
use super::world::{Chat, Recorded, World, active as count_active, each_text, text};
use crate::model::{Counts, REFUSAL_PREFIX, ROW_TITLE, Refusal};
use crate::trace::{Reply, SeenItem};

/// From the arguments to the reply.
pub fn write(world: &mut World, from: Option<&str>, arguments: &Value, manner: &Manner) -> Result<Reply, Denied> {
    let call = Call { from, arguments, world, manner };
    match (manner.judge)(&call) {
        Ok(accepted) => {
            let text = (manner.acknowledge)(&accepted, &call);
            (manner.record)(world, &accepted);
            world.in_chat(&accepted.chat, |chat| {
                chat.past.updates += 1;
                chat.past.updates_in_turn += 1;
                chat.past.refusals_in_a_row = 0;
            });
            Ok(Reply { text, is_error: (manner.mark)(false) })
        }
        Err(denied) => {
            let items = (manner.read)(&call).map(|items| (manner.trim)(items, &call)).unwrap_or_default();
            (manner.refused)(world, from, &items);
            if let Some(from) = from {
                world.in_chat(from, |chat| {
                    chat.past.refusals += 1;
                    chat.past.refusals_in_a_row += 1;
                });
            }
            let text = match denied {
                Denied::Rule(Refusal::Repeat { text }) => {
                    (manner.refuse)(&Refusal::Repeat { text: (manner.quote)(&text) })
                }
                Denied::Rule(refusal) => (manner.refuse)(&refusal),
                Denied::Other(words) => (manner.object)(&words),
                Denied::Away(_) => return Err(denied),
            };
            Ok(Reply { text, is_error: (manner.mark)(true) })
        }
    }
}

/// First the chat, then the shape, then the rules.
pub fn judge(call: &Call<'_>) -> Result<Accepted, Denied> {
    let manner = call.manner;
    let chat = (manner.chat)(call)?;
    let sent = (manner.read)(call)?;
    let items = (manner.trim)(sent.clone(), call);
    (manner.check)(&items, call)?;
    Ok(Accepted { chat, sent, items: (manner.settle)(items, call) })
}

/// The chat that the update was sent from, which must be there.
pub fn chat(call: &Call<'_>) -> Result<String, Denied> {
    match call.from {
        Some(from) if call.world.chats.contains_key(from) => Ok(from.to_owned()),
        Some(_) | None => Err(Denied::Rule(Refusal::NoChat)),
    }
}

/// Every item, or the first that cannot be read.
pub fn read(call: &Call<'_>) -> Result<Vec<SeenItem>, Denied> {
    let todos = (call.manner.todos)(call.arguments)?;
    todos.iter().map(|value| (call.manner.item)(value, call)).collect()
}

/// The array under `todos`.
pub fn todos(arguments: &Value) -> Result<Vec<Value>, Denied> {
    match arguments.get("todos") {
        Some(Value::Array(todos)) => Ok(todos.clone()),
        _ => Err(Denied::other("expected todos, a list of items")),
    }
}

/// An object's text, state and nothing else.
pub fn item(value: &Value, call: &Call<'_>) -> Result<SeenItem, Denied> {
    let Value::Object(fields) = value else { return Err(Denied::other("an item of todos is no object")) };
    let content = Some((call.manner.text)(fields)?);
    let status = Some((call.manner.state)(fields, call)?.into());
    Ok(SeenItem { content, status, label: None, extra: (call.manner.extra)(fields)? })
}

/// A string under `content`.
pub fn content(fields: &Map<String, Value>) -> Result<String, Denied> {
    match fields.get("content") {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Denied::other("an item of todos has no content that is a string")),
    }
}

/// One of the three names under `status`.
pub fn state(fields: &Map<String, Value>, _: &Call<'_>) -> Result<String, Denied> {
    match fields.get("status").and_then(Value::as_str) {
        Some(name @ ("pending" | "in_progress" | "completed")) => Ok(name.to_owned()),
        _ => Err(Denied::other("an item of todos has no status among pending, in_progress and completed")),
    }
}

/// White space goes from both ends of each text.
pub fn trim(items: Vec<SeenItem>, _: &Call<'_>) -> Vec<SeenItem> {
    each_text(items, |text| text.trim().to_owned())
}

/// Blank texts, then repeats, then items in progress.
pub fn check(items: &[SeenItem], call: &Call<'_>) -> Result<(), Denied> {
    let manner = call.manner;
    (manner.blank)(items, call)?;
    (manner.repeat)(items, call)?;
    (manner.active)(items, call)?;
    (manner.further)(items, call)
}

/// No text is empty.
pub fn blank(items: &[SeenItem], _: &Call<'_>) -> Result<(), Denied> {
    if items.iter().any(|item| text(item).is_empty()) { Err(Denied::Rule(Refusal::Empty)) } else { Ok(()) }
}

/// No text stands twice.
pub fn repeat(items: &[SeenItem], _: &Call<'_>) -> Result<(), Denied> {
    no_two(items, |item| text(item).to_owned())
}

/// No two items have the same key.
pub fn no_two(items: &[SeenItem], key: impl Fn(&SeenItem) -> String) -> Result<(), Denied> {
    let mut keys = BTreeSet::new();
    match items.iter().find(|item| !keys.insert(key(item))) {
        Some(item) => Err(Denied::Rule(Refusal::Repeat { text: text(item).to_owned() })),
        None => Ok(()),
    }
}

/// At most one item is in progress, where the rule is on.
pub fn active(items: &[SeenItem], call: &Call<'_>) -> Result<(), Denied> {
    at_most_one(count_active(items), call.world.setup.one_active)
}

/// At most one, where the rule is on.
pub fn at_most_one(count: usize, rule: bool) -> Result<(), Denied> {
    if rule && count > 1 { Err(Denied::Rule(Refusal::OneActive { count })) } else { Ok(()) }
}

/// The counts of the whole list.
pub fn acknowledge(accepted: &Accepted, _: &Call<'_>) -> String {
    counts(&accepted.items).to_string()
}

/// How many items are in each state.
pub fn counts(items: &[SeenItem]) -> Counts {
    items.iter().filter_map(SeenItem::state).fold(Counts::default(), Counts::and)
}

/// The prefix, then the reason.
pub fn object(words: &str) -> String {
    [REFUSAL_PREFIX, " ", words].concat()
}

/// The update takes the list's place and the plan's, and is a row.
pub fn record(world: &mut World, accepted: &Accepted) {
    world.in_chat(&accepted.chat, |chat| {
        chat.now.list = Some(accepted.items.clone());
        chat.now.plan = Some(accepted.items.clone());
        chat.now.rows.push(Recorded { sent: accepted.sent.clone(), items: accepted.items.clone() });
        chat.store();
    });
}

/// A turn begins, and the plan clears.
pub fn start(world: &mut World, name: &str) {
    world.in_chat(name, |chat| {
        chat.turn_open = true;
        chat.now.plan = None;
        chat.store();
    });
}

/// A turn ends, and nothing else.
pub fn end(world: &mut World, name: &str) {
    world.in_chat(name, |chat| chat.turn_open = false);
}

/// What is stored shows again.
pub fn reopen(world: &mut World, name: &str) {
    world.in_chat(name, |chat| {
        chat.now = chat.stored.clone();
        chat.turn_open = false;
        chat.plan_mode = false;
    });
}

/// The posture changes, and nothing else.
pub fn posture(world: &mut World, name: &str, on: bool) {
    world.in_chat(name, |chat| chat.plan_mode = on);
}

/// The list.
pub fn list(chat: &Chat) -> Option<Vec<SeenItem>> {
    chat.now.list.clone()
}

/// The plan.
pub fn plan(chat: &Chat) -> Option<Vec<SeenItem>> {
    chat.now.plan.clone()
}

/// Each recorded update under the one title.
pub fn rows(chat: &Chat) -> Vec<(String, Vec<SeenItem>)> {
    chat.now.rows.iter().map(|row| (ROW_TITLE.to_owned(), row.items.clone())).collect()
}
