//! What was said: [`Action`]s, [`Answer`]s, their form on the wire, and a run as a [log].

mod action;
mod answer;
mod capability;
mod line;
pub mod log;
mod nearest;
mod result;
mod shown;
mod wire;

pub use action::{Action, arguments};
pub use answer::{Answer, Hello, Observation, Reply, Row, SeenItem};
pub use capability::{Capabilities, Capability};
pub use line::{Line, LineError, read_line};
pub use nearest::{nearest, offer};
pub use result::result;
pub use shown::{beginning, is_unseen, shortened};
pub use wire::{
    PROTOCOL, Params, REJECTED, UNKNOWN_METHOD, WireError, WireSetup, method, params, read_answer, read_hello,
};
