//! What was said: [`Action`]s, [`Answer`]s, their form on the wire, and a run as a [log].

mod action;
mod answer;
mod capability;
pub mod log;
mod nearest;
mod result;
mod wire;

pub use action::{Action, arguments};
pub use answer::{Answer, Hello, Observation, Reply, Row, SeenItem};
pub use capability::{Capabilities, Capability};
pub use nearest::{nearest, offer};
pub use result::result;
pub use wire::{
    PROTOCOL, Params, REJECTED, UNKNOWN_METHOD, WireError, WireSetup, method, params, read_answer, read_hello,
    shortened,
};
