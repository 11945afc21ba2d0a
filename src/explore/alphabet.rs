//! The small alphabet of actions whose every sequence is tried.

use serde_json::Value;

use crate::model::{Item, Phase, Setup, State};
use crate::trace::{Action, Capability, Hello, arguments};

/// The two chats; the second is there where `chats` is declared.
const CHATS: [&str; 2] = ["main", "second"];
const TEXTS: [&str; 2] = ["a", "b"];

/// What decides which actions may come next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The chats that are open, and whether a turn is open in each.
    turns: Vec<bool>,
    /// How many of the texts were used: the next new one is always the next of them, so that sequences that differ in
    /// names alone count once.
    texts: usize,
}

/// How every sequence begins.
pub fn opening(hello: &Hello) -> (Vec<Action>, Stand) {
    let chats = chats(hello);
    let mut actions = vec![Action::Begin(hello.setup.unwrap_or_default())];
    actions.extend(CHATS[..chats].iter().map(|chat| Action::Open { chat: (*chat).to_owned(), helper_of: None }));
    (actions, Stand { turns: vec![false; chats], texts: 0 })
}

/// How many chats the sequences have.
pub fn chats(hello: &Hello) -> usize {
    if hello.capabilities.contains(&Capability::Chats) { 2 } else { 1 }
}

/// The actions that may come next, and what they lead to.
pub fn next(stand: &Stand, hello: &Hello) -> Vec<(Action, Stand)> {
    let can = |capability| hello.capabilities.contains(&capability);
    let mut next = Vec::new();
    for (index, open) in stand.turns.iter().enumerate() {
        let chat = || CHATS[index].to_owned();
        let turned = |open: bool| {
            let mut stand = stand.clone();
            stand.turns[index] = open;
            stand
        };
        if can(Capability::Turns) {
            let phase = if *open { Phase::End } else { Phase::Start };
            next.push((Action::Turn { chat: chat(), phase }, turned(!open)));
        }
        if can(Capability::Reopen) && !open {
            next.push((Action::Reopen { chat: chat() }, stand.clone()));
        }
        if can(Capability::PlanMode) {
            next.extend([true, false].map(|on| (Action::PlanMode { chat: chat(), on }, stand.clone())));
        }
        if *open || !can(Capability::Turns) {
            for (arguments, texts) in updates(stand.texts) {
                let stand = Stand { texts, ..stand.clone() };
                next.push((Action::Write { chat: Some(chat()), arguments }, stand));
            }
        }
    }
    if can(Capability::Setup) {
        next.extend([true, false].map(|one_active| (Action::Setup(Setup { one_active }), stand.clone())));
    }
    next
}

/// The updates: every list of up to two items over the two texts, a blank one and repeats among them.
fn updates(used: usize) -> Vec<(Value, usize)> {
    let named = |texts: usize| 0..(texts + 1).min(TEXTS.len());
    let item = |text: usize, state| Item::new(TEXTS[text], state);
    let mut updates = vec![(arguments(&[]), used), (arguments(&[Item::new(" ", State::Pending)]), used)];
    for first in named(used) {
        let after_first = used.max(first + 1);
        for state in State::ALL {
            updates.push((arguments(&[item(first, state)]), after_first));
        }
        for second in named(after_first) {
            let after_second = after_first.max(second + 1);
            if first == second {
                updates.push((arguments(&[item(first, State::Pending), item(first, State::Completed)]), after_second));
                continue;
            }
            for state in State::ALL {
                for other in State::ALL {
                    updates.push((arguments(&[item(first, state), item(second, other)]), after_second));
                }
            }
        }
    }
    updates
}
