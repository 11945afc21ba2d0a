//! What is drawn: operations that fit any state.

use proptest::prelude::*;

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
    Update { chat: u8, items: Vec<DraftItem>, filler: u8 },
    /// Sends a list from a run with no chat behind it.
    NoChat { items: Vec<DraftItem> },
    /// Sends arguments that are not quite a list.
    Odd { chat: u8, kind: u8, items: Vec<DraftItem> },
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

/// Draws sequences of up to this many operations.
pub fn drafts(max_steps: usize) -> impl Strategy<Value = Draft> {
    let operations = prop::collection::vec(operation(), 1..=max_steps.max(1));
    (prop::bool::weighted(0.35), pool(), operations, prop::bool::weighted(0.25))
        .prop_map(|(one_active, pool, operations, looks_at_end)| Draft { one_active, pool, operations, looks_at_end })
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        24 => (chat(), items(), filler()).prop_map(|(chat, items, filler)| Operation::Update { chat, items, filler }),
        2 => items().prop_map(|items| Operation::NoChat { items }),
        3 => (chat(), any::<u8>(), items()).prop_map(|(chat, kind, items)| Operation::Odd { chat, kind, items }),
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

fn items() -> impl Strategy<Value = Vec<DraftItem>> {
    let states = prop_oneof![Just(State::Pending), Just(State::InProgress), Just(State::Completed)];
    let item = (0..5_u8, forms(), states).prop_map(|(text, form, state)| DraftItem { text, form, state });
    prop::collection::vec(item, 0..5)
}

/// Items beyond the drawn ones: none most of the time, and lists of more than 10, 20 and 60 now and then.
fn filler() -> impl Strategy<Value = u8> {
    prop_oneof![30 => Just(0_u8), 2 => 1..5_u8, 1 => Just(10), 1 => Just(21), 1 => Just(60)]
}
