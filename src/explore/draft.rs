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
    (0..53_u8, chat(), any::<bool>(), items(), filler(), oddities()).prop_map(
        |(kind, chat, flag, items, filler, oddity)| match kind {
            0..24 => Operation::Update { chat, items, filler },
            24..30 => Operation::NextTurn { chat },
            30..34 => Operation::EndTurn { chat },
            34..38 => Operation::Reopen { chat },
            38..41 => Operation::Setup { one_active: flag },
            41..44 => Operation::Open { helper: flag, of: chat },
            44..46 => Operation::PlanMode { chat, on: flag },
            46..48 => Operation::NoChat { items },
            48..52 => Operation::Odd { chat, oddity, items },
            _ => Operation::Tighten { chat, reopen: flag },
        },
    )
}

/// Mostly the first chat.
fn chat() -> impl Strategy<Value = u8> {
    (0..16_u8).prop_map(|drawn| drawn.saturating_sub(12))
}

fn state(drawn: u8) -> State {
    State::ALL[usize::from(drawn) % State::ALL.len()]
}

fn items() -> impl Strategy<Value = Vec<DraftItem>> {
    let item = (0..5_u8, forms(), 0..3_u8);
    prop::collection::vec(item.prop_map(|(text, form, drawn)| DraftItem { text, form, state: state(drawn) }), 0..5)
}

/// None most of the time, and lists of more than 10, 20 and 60 items now and then.
fn filler() -> impl Strategy<Value = Filler> {
    (0..124_u8, 0..12_u8, any::<bool>()).prop_map(|(drawn, of, first)| {
        let items = match drawn {
            0..104 => 0,
            104..112 => drawn - 103,
            112..116 => 10,
            116..120 => 21,
            _ => 60,
        };
        Filler { items, state: if of < 9 { State::Pending } else { state(of) }, first }
    })
}
