//! What the readers are held to, shared with the tests of the package.

#[path = "../../tests/hostile/mod.rs"]
pub mod hostile;
