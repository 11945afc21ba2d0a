//! What should be said: the clauses, the open points, and the scenarios that exercise them.
//!
//! A [`Suite`] is read from YAML files, every mistake in which becomes a [`Diagnostic`] with file, line and column.
//! Nothing here runs anything.

mod check;
mod clause_table;
mod diagnostic;
mod fields;
mod files;
mod known_failure;
mod node;
mod partition;
mod print;
mod read;
mod reading;
mod scenario;
mod schema;
mod source;

pub use clause_table::{ClauseEntry, ClauseTable, Heading, Level, Need, Part, Sentence};
pub use diagnostic::{Diagnostic, Place};
pub use files::{CasesError, Suite, embedded_file, embedded_files, parse};
pub use known_failure::{EXPLORATION, KnownFailure, known_failures, print_known_failures};
pub use partition::Partition;
pub use print::file as print;
pub use reading::Reading;
pub use scenario::{Look, Scenario, Step, StepParts, View, Written};
pub use schema::schema;
pub use source::Source;
