//! The faults, by the part of the documents that they break.

mod acknowledgement;
mod aftermath;
mod chat;
mod item;
mod message;
mod one_active;
mod plan;
mod posture;
mod refusal;
mod reopening;
mod row;
mod setup;
mod state;
mod surplus;
mod text;
mod trimming;
mod turn;
mod update;

use super::fault::Fault;

/// Every fault.
pub const ALL: &[&[Fault]] = &[
    update::FAULTS,
    surplus::FAULTS,
    item::FAULTS,
    trimming::FAULTS,
    text::FAULTS,
    refusal::FAULTS,
    aftermath::FAULTS,
    reopening::FAULTS,
    chat::FAULTS,
    state::FAULTS,
    one_active::FAULTS,
    setup::FAULTS,
    row::FAULTS,
    plan::FAULTS,
    turn::FAULTS,
    posture::FAULTS,
    acknowledgement::FAULTS,
    message::FAULTS,
];
