//! A conformance kit for agent task lists.
//!
//! An agent keeps a task list while it works. One page, the documents, says how: every update is the whole list, some
//! updates are refused with exact messages, a standing plan shows in the chat and clears when the next turn starts. This
//! crate holds a reference model of that page, a suite of scenarios, and a harness that judges any implementation.
//!
//! The rooms, lowest first; each uses only those before it:
//!
//! - [`model`]: the documents as code: items, rules, messages, chats, the world. Pure and total: no I/O, no clock.
//! - [`trace`]: what was said: actions and answers, and their form on the wire.
//! - [`suite`]: what should be said: clauses, open points and scenarios, read from YAML. It runs nothing.
//! - [`oracle`]: what is allowed after each action. The only room that decides; it knows no implementation.
//! - [`report`]: outcomes as text. It decides nothing and prints nothing.
//! - [`implementation`]: who is asked: the reference, a process behind the adapter protocol, or your own type.
//! - [`run`]: scenarios driven through an implementation.
#![cfg_attr(feature = "explore", doc = "- [`explore`]: random sequences of actions, shrunk where they find something.")]
#![cfg_attr(feature = "explore", doc = "- [`audit`]: recorded logs, judged by the same oracle.")]
#![cfg_attr(
    feature = "explore",
    doc = "- [`adequacy`]: the suite proved on implementations that are wrong on purpose."
)]
#![cfg_attr(feature = "cli", doc = "- [`cli`]: the command line. Only here is anything printed.")]
//!
//! # Certifying a Rust implementation in process
//!
//! Write the [`Implementation`] trait for your type, then test it:
//!
//! ```
//! # use todospec::implementation::Reference as MyTaskList;
//! fn the_task_list_conforms() {
//!     let run = todospec::certify(&mut MyTaskList::default());
//!     assert_eq!(run.verdict, todospec::RunVerdict::Conformant, "{run}");
//! }
//! # the_task_list_conforms();
//! ```

use std::sync::Arc;

pub mod implementation;
pub mod model;
pub mod oracle;
pub mod report;
pub mod run;
pub mod suite;
pub mod trace;

#[cfg(feature = "explore")]
pub mod adequacy;
#[cfg(feature = "explore")]
pub mod audit;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "explore")]
pub mod explore;

pub use implementation::Implementation;
pub use report::{Run, RunVerdict};

/// Certifies an implementation in process with the embedded suite.
///
/// # Panics
///
/// Where the embedded suite cannot be read, which is a bug of this crate.
pub fn certify(implementation: &mut dyn Implementation) -> Run {
    let suite = Arc::new(suite::Suite::embedded().expect("the embedded suite is right"));
    let selection = run::Selection::default();
    run::scenarios(&suite, &selection, implementation, |_| {}).judged(&suite, &selection, Vec::new(), None)
}
