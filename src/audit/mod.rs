//! Recorded logs through the same oracle.

mod replay;

pub use replay::{Replay, TraceError, replay};
