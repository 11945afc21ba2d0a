//! What was said: [`Action`]s, [`Answer`]s, and their form on the wire.

mod action;
mod answer;
mod capability;
mod nearest;
mod wire;

pub use action::{Action, arguments};
pub use answer::{Answer, Hello, Observation, Reply, Row, SeenItem};
pub use capability::{Capabilities, Capability};
pub use nearest::{nearest, offer};
pub use wire::{
    PROTOCOL, Params, REJECTED, UNKNOWN_METHOD, WireError, WireSetup, method, params, read_answer, read_hello,
    shortened,
};
