//! The rightful variants, by what they settle in another way.

mod input;
mod message;
mod view;

use super::variant::Variant;

/// Every variant.
pub const ALL: &[&[Variant]] = &[input::VARIANTS, message::VARIANTS, view::VARIANTS];
