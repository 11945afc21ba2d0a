//! todospec.
pub mod implementation;
pub mod model;
pub mod oracle;
pub mod suite;
pub mod trace;
