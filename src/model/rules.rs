//! Which updates are refused: one function a clause, in the page's order.

use std::collections::HashSet;

use super::{Item, Refusal, Setup, State};

/// `trim-first`: the white space around each text goes before anything else is looked at.
pub fn trimmed(items: &[Item]) -> Vec<Item> {
    items.iter().map(|item| Item::new(item.text.trim(), item.state)).collect()
}

/// `empty-refused`: a list holding an item without text is refused.
pub fn empty(trimmed: &[Item]) -> Result<(), Refusal> {
    if trimmed.iter().any(|item| item.text.is_empty()) { Err(Refusal::Empty) } else { Ok(()) }
}

/// `repeat-refused`: a list holding the same text twice is refused, whatever the states.
pub fn repeat(trimmed: &[Item]) -> Result<(), Refusal> {
    let mut seen = HashSet::with_capacity(trimmed.len());
    match trimmed.iter().find(|item| !seen.insert(item.text.as_str())) {
        Some(item) => Err(Refusal::Repeat { text: item.text.clone() }),
        None => Ok(()),
    }
}

/// `one-active-refused`, `parallel-allowed`: where the rule is on, more than one item in progress is refused.
pub fn one_active(items: &[Item], setup: Setup) -> Result<(), Refusal> {
    let count = items.iter().filter(|item| item.state == State::InProgress).count();
    if setup.one_active && count > 1 { Err(Refusal::OneActive { count }) } else { Ok(()) }
}

/// The list that an update records, or why it is refused (`valid-recorded`: nothing else refuses an update).
pub fn recorded(items: &[Item], setup: Setup) -> Result<Vec<Item>, Refusal> {
    let trimmed = trimmed(items);
    empty(&trimmed)?;
    repeat(&trimmed)?;
    one_active(&trimmed, setup)?;
    Ok(trimmed)
}
