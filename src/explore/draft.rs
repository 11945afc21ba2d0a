//! What is drawn: operations that fit any state.

use proptest::prelude::*;

use super::odd::{Oddity, oddities};
use super::text::{Form, forms, pool};
use crate::model::State;

/// A sequence of operations over a few texts. A text stands in the pool alone, so that shrinking renames it everywhere
/// at once.
#[derive(Clone, Debug)]
pub struct Draft {
    pub one_active: bool,
    pub pool: Vec<String>,
    pub operations: Vec<Operation>,
    /// Whether chats are looked at once, at the end: looking can hide faults.
    pub looks_at_end: bool,
}

/// An operation; chats are numbers into those that are open.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Sends a list.
    Update { chat: u8, items: Vec<DraftItem>, filler: Filler },
    /// Sends a list from a run with no chat behind it.
    NoChat { items: Vec<DraftItem> },
    /// Sends arguments that are not quite a list.
    Odd { chat: u8, oddity: Oddity, items: Vec<DraftItem> },
    /// Ends the open turn, if there is one, and starts the next.
    NextTurn { chat: u8 },
    /// Ends the open turn.
    EndTurn { chat: u8 },
    /// Changes the setup.
    Setup { one_active: bool },
    /// Closes a chat between turns and opens it again.
    Reopen { chat: u8 },
    /// Switches plan mode.
    PlanMode { chat: u8, on: bool },
    /// Opens a chat, or a helper of one.
    Open { helper: bool, of: u8 },
    /// Records active items side by side, tightens the rule, and goes on.
    Tighten { chat: u8, reopen: bool },
}

/// An item of a draft.
#[derive(Clone, Copy, Debug)]
pub struct DraftItem {
    pub text: u8,
    pub form: Form,
    pub state: State,
}

/// Items beyond the drawn ones: all in one state, before them or after them.
#[derive(Clone, Copy, Debug)]
pub struct Filler {
    pub items: u8,
    pub state: State,
    pub first: bool,
}

/// Draws sequences of up to this many operations, most of them a quarter as long.
pub fn drafts(max_steps: usize) -> impl Strategy<Value = Draft> {
    let most = max_steps.max(1);
    let sizes = prop_oneof![15 => 1..=most.div_ceil(4), 1 => 1..=most];
    let operations = sizes.prop_flat_map(|size| prop::collection::vec(operation(), 1..=size));
    (prop::bool::weighted(0.35), pool(), operations, prop::bool::weighted(0.25))
        .prop_map(|(one_active, pool, operations, looks_at_end)| Draft { one_active, pool, operations, looks_at_end })
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        24 => (chat(), items(), filler()).prop_map(|(chat, items, filler)| Operation::Update { chat, items, filler }),
        2 => items().prop_map(|items| Operation::NoChat { items }),
        4 => (chat(), oddities(), items()).prop_map(|(chat, oddity, items)| Operation::Odd { chat, oddity, items }),
        6 => chat().prop_map(|chat| Operation::NextTurn { chat }),
        4 => chat().prop_map(|chat| Operation::EndTurn { chat }),
        3 => any::<bool>().prop_map(|one_active| Operation::Setup { one_active }),
        4 => chat().prop_map(|chat| Operation::Reopen { chat }),
        2 => (chat(), any::<bool>()).prop_map(|(chat, on)| Operation::PlanMode { chat, on }),
        3 => (any::<bool>(), chat()).prop_map(|(helper, of)| Operation::Open { helper, of }),
        1 => (chat(), any::<bool>()).prop_map(|(chat, reopen)| Operation::Tighten { chat, reopen }),
    ]
}

/// Mostly the first chat.
fn chat() -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(0), 1 => 0..4_u8]
}

fn states() -> impl Strategy<Value = State> {
    prop_oneof![Just(State::Pending), Just(State::InProgress), Just(State::Completed)]
}

fn items() -> impl Strategy<Value = Vec<DraftItem>> {
    let item = (0..5_u8, forms(), states()).prop_map(|(text, form, state)| DraftItem { text, form, state });
    prop::collection::vec(item, 0..5)
}

/// None most of the time, and lists of more than 10, 20 and 60 items now and then.
fn filler() -> impl Strategy<Value = Filler> {
    let items = prop_oneof![26 => Just(0_u8), 2 => 1..8_u8, 1 => Just(10), 1 => Just(21), 1 => Just(60)];
    let states = prop_oneof![3 => Just(State::Pending), 1 => states()];
    (items, states, any::<bool>()).prop_map(|(items, state, first)| Filler { items, state, first })
}
