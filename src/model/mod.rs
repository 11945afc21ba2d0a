//! The documents as code: a small, pure reference model.
//!
//! The rooms follow the page: an [`Item`] is a text and a [`State`]; the [`rules`] say which updates are refused; a
//! [`Chat`] is an append-only log whose list, plan and rows are folds; a [`World`] is all chats under one [`Setup`].
//! Everything here is total: state in, state out, and no input panics.

mod chat;
mod clause;
mod item;
mod message;
pub mod rules;
mod world;

pub use chat::{Chat, Event, ROW_TITLE};
pub use clause::Clause;
pub use item::{Item, State};
pub use message::{Counts, REFUSAL_PREFIX, Refusal};
pub use world::{Phase, Setup, World};
