//! The faults, by the part of the documents that they break.

mod chat;
mod item;
mod message;
mod plan;
mod refusal;
mod reopening;
mod row;
mod setup;
mod state;
mod text;
mod update;

use super::fault::Fault;

/// Every fault.
pub const ALL: &[&[Fault]] = &[
    update::FAULTS,
    item::FAULTS,
    text::FAULTS,
    refusal::FAULTS,
    reopening::FAULTS,
    chat::FAULTS,
    state::FAULTS,
    setup::FAULTS,
    row::FAULTS,
    plan::FAULTS,
    message::FAULTS,
];
