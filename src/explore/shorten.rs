//! The last steps to a short counterexample: actions, items and texts taken away one by one, while anything is found.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use serde_json::Value;

use super::play::{Outcome, replay};
use crate::implementation::Implementation;
use crate::model::{Phase, Setup};
use crate::trace::{Action, Capability, Hello};

/// The most sequences that are tried.
const TRIES: usize = 3_000;

/// Makes a sequence that finds something as short as taking single things away can make it.
pub fn shorten(first: Outcome, looks_at_end: bool, hello: &Hello, implementation: &mut dyn Implementation) -> Outcome {
    let mut shortest = first;
    let mut tries = 0;
    loop {
        let shorter = candidates(&shortest.played).find_map(|actions| {
            if tries == TRIES || !is_legal(&actions, hello) {
                return None;
            }
            tries += 1;
            let outcome = replay(&actions, looks_at_end, hello, implementation);
            (outcome.stop.is_none() && !outcome.findings.is_empty()).then_some(outcome)
        });
        match shorter {
            Some(shorter) => shortest = shorter,
            None => return shortest,
        }
    }
}

/// Every sequence that is this one with one thing less, the greatest first, each made when it is asked for. Each is smaller
/// by some measure, so that going from one to the next comes to an end.
fn candidates(actions: &[Action]) -> impl Iterator<Item = Vec<Action>> {
    let without = |gone: &[usize]| -> Vec<Action> {
        actions.iter().enumerate().filter(|(at, _)| !gone.contains(at)).map(|(_, action)| action.clone()).collect()
    };
    let places = 1..actions.len();
    let pairs = places.clone().flat_map(|first| (first + 1..actions.len()).map(move |second| [first, second]));
    let fewer = pairs.map(move |pair| without(&pair)).chain(places.map(move |at| without(&[at])));
    let smaller = actions.iter().enumerate().flat_map(move |(at, action)| {
        smaller(action).into_iter().map(move |action| {
            let mut changed = actions.to_vec();
            changed[at] = action;
            changed
        })
    });
    let renamed = iter::once(actions).flat_map(renamed);
    fewer.chain(smaller).chain(renamed)
}

/// Actions that say less.
fn smaller(action: &Action) -> Vec<Action> {
    match action {
        Action::Begin(Setup { one_active: true }) => vec![Action::Begin(Setup::default())],
        Action::Write { chat, arguments } => {
            let write = |arguments| Action::Write { chat: chat.clone(), arguments };
            smaller_lists(arguments).into_iter().map(write).collect()
        }
        Action::Begin(_)
        | Action::Open { .. }
        | Action::Turn { .. }
        | Action::Setup(_)
        | Action::Reopen { .. }
        | Action::PlanMode { .. }
        | Action::Observe { .. } => Vec::new(),
    }
}

/// Arguments with one item less, or one state that says less.
fn smaller_lists(arguments: &Value) -> Vec<Value> {
    let Some(items) = arguments.get("todos").and_then(Value::as_array) else { return Vec::new() };
    let mut found = Vec::new();
    let with = |items: Vec<Value>| {
        let mut changed = arguments.clone();
        changed["todos"] = Value::Array(items);
        changed
    };
    if items.len() > 3 {
        found.push(with(items[items.len() / 2..].to_vec()));
        found.push(with(items[..items.len() / 2].to_vec()));
    }
    for at in 0..items.len() {
        let mut fewer = items.clone();
        fewer.remove(at);
        found.push(with(fewer));
    }
    for (at, item) in items.iter().enumerate() {
        if item["status"].as_str().is_some_and(|state| matches!(state, "in_progress" | "completed")) {
            let mut changed = items.clone();
            changed[at]["status"] = Value::from("pending");
            found.push(with(changed));
        }
    }
    found
}

/// The sequence with one text made shorter, everywhere at once.
fn renamed(actions: &[Action]) -> Vec<Vec<Action>> {
    let short: Vec<String> = ('a'..='z').map(String::from).collect();
    let mut texts = BTreeSet::new();
    for action in actions {
        each_text(action, &mut |text| {
            texts.insert(text.trim().to_owned());
        });
    }
    let mut found = Vec::new();
    for text in texts.iter().filter(|text| !short.contains(text) && !text.is_empty()) {
        let half: String = text.chars().take(text.chars().count() / 2).collect();
        let fresh = short.iter().find(|short| !texts.contains(*short)).cloned();
        let shorter = fresh.into_iter().chain((half.len() > 1).then_some(half)).filter(|name| !texts.contains(name));
        for name in shorter.filter(|name| name.len() < text.len() || name.as_str() < text.as_str()) {
            let mut changed = actions.to_vec();
            for action in &mut changed {
                rename(action, text, &name);
            }
            found.push(changed);
        }
    }
    found
}

fn each_text(action: &Action, hear: &mut dyn FnMut(&str)) {
    let Action::Write { arguments, .. } = action else { return };
    let items = arguments.get("todos").and_then(Value::as_array);
    items.into_iter().flatten().filter_map(|item| item.get("content")?.as_str()).for_each(hear);
}

/// Renames a text, and leaves the white space around it.
fn rename(action: &mut Action, from: &str, to: &str) {
    let Action::Write { arguments, .. } = action else { return };
    let items = arguments.get_mut("todos").and_then(Value::as_array_mut);
    for content in items.into_iter().flatten().filter_map(|item| item.get_mut("content")) {
        if let Some(text) = content.as_str().filter(|text| text.trim() == from) {
            *content = Value::from(text.replacen(from, to, 1));
        }
    }
}

/// Whether the harness may play a sequence: chats are open, turns follow one another, updates stand in turns.
pub fn is_legal(actions: &[Action], hello: &Hello) -> bool {
    let turns = hello.capabilities.contains(&Capability::Turns);
    let mut open: BTreeMap<&str, bool> = BTreeMap::new();
    actions.iter().all(|action| match action {
        Action::Begin(setup) => hello.setup.is_none_or(|fixed| fixed == *setup),
        Action::Open { chat, helper_of } => {
            let parent = helper_of.as_deref().is_none_or(|parent| open.contains_key(parent));
            open.insert(chat, false).is_none() && parent
        }
        Action::Turn { chat, phase } => {
            let starts = *phase == Phase::Start;
            open.insert(chat, starts) == Some(!starts)
        }
        Action::Write { chat: Some(chat), .. } => open.get(chat.as_str()).is_some_and(|open| *open || !turns),
        Action::Reopen { chat } => open.get(chat.as_str()) == Some(&false),
        Action::PlanMode { chat, .. } | Action::Observe { chat } => open.contains_key(chat.as_str()),
        Action::Write { chat: None, .. } | Action::Setup(_) => true,
    })
}
