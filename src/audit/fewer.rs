//! A logged update with an item less: in what was sent, in the record, and in what the reply counts.
//!
//! A log holds no answer to the shorter update. What is left is what was logged of the other items, and the scenario asks
//! again anyway.

use serde_json::Value;

use super::calls::Logged;
use crate::model::{Counts, Refusal, State};
use crate::oracle::Told;
use crate::trace::SeenItem;

/// Every update that is this one without one of its items.
pub fn fewer(logged: &Logged) -> impl Iterator<Item = Logged> {
    let sent = logged.arguments.as_ref().and_then(|arguments| arguments.get("todos")?.as_array());
    (0..sent.map_or(0, Vec::len)).rev().filter_map(|at| without(logged, at))
}

fn without(logged: &Logged, at: usize) -> Option<Logged> {
    let mut fewer = logged.clone();
    let sent = fewer.arguments.as_mut()?.get_mut("todos")?.as_array_mut()?;
    let length = sent.len();
    let gone = sent.remove(at);
    if let Some((_, record)) = &mut fewer.record {
        let place = if record.len() == length { Some(at) } else { record.iter().position(|item| same(item, &gone)) };
        place.map(|place| record.remove(place));
    }
    if let Some((_, reply)) = &mut fewer.reply {
        let state = gone.get("status").and_then(Value::as_str).and_then(State::from_name);
        match (Told::read(&reply.text), state) {
            (Told::Recorded(counts), Some(state)) => reply.text = one_less(counts, state).to_string(),
            (Told::Refused(Refusal::OneActive { count }), Some(State::InProgress)) => {
                reply.text = Refusal::OneActive { count: count.saturating_sub(1) }.to_string();
            }
            (Told::Recorded(_) | Told::Refused(_) | Told::Otherwise | Told::Neither, _) => {}
        }
    }
    Some(fewer)
}

fn same(item: &SeenItem, sent: &Value) -> bool {
    let text = sent.get("content").and_then(Value::as_str).map(str::trim);
    item.content.as_deref().map(str::trim) == text
        && item.status.as_deref() == sent.get("status").and_then(Value::as_str)
}

fn one_less(counts: Counts, state: State) -> Counts {
    let less = |count: usize, of| if state == of { count.saturating_sub(1) } else { count };
    Counts {
        pending: less(counts.pending, State::Pending),
        in_progress: less(counts.in_progress, State::InProgress),
        completed: less(counts.completed, State::Completed),
    }
}
