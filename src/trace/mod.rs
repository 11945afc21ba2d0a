//! What was said: [`Action`]s, [`Answer`]s, and their form on the wire.

mod action;
mod answer;
mod capability;
mod line;
mod nearest;
mod shown;
mod wire;

pub use action::{Action, arguments};
pub use answer::{Answer, Hello, Observation, Reply, Row, SeenItem};
pub use capability::{Capabilities, Capability};
pub use line::{Line, LineError, read_line};
pub use nearest::{nearest, offer};
pub use shown::{beginning, is_unseen, shortened};
pub use wire::{PROTOCOL, REJECTED, UNKNOWN_METHOD, WireError, read_answer, read_hello, request};
