//! A program behind the adapter protocol: JSON-RPC 2.0 on its standard input and output, one message a line.

mod exchange;
#[cfg(unix)]
#[path = "pipes_unix.rs"]
mod pipes;
#[cfg(not(unix))]
#[path = "pipes_threads.rs"]
mod pipes;
#[cfg(unix)]
#[path = "tree_unix.rs"]
mod tree;

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use serde_json::json;

use super::{Implementation, Trouble};
use crate::trace::{Action, Answer, Hello, PROTOCOL, method, params, read_answer, read_hello};
use exchange::Session;

#[cfg(unix)]
pub use tree::end_all;

/// An implementation in a process of its own. One process serves scenario after scenario; after a crash, a time-out or
/// a protocol violation the next action starts a fresh one.
pub struct Process {
    command: Vec<OsString>,
    limit: Duration,
    suite: (String, String),
    /// Whether each world is begun in a process of its own.
    fresh: bool,
    begun: bool,
    session: Option<Session>,
    hello: Option<Hello>,
}

/// Why a program cannot be started at all.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{command}`: {source}")]
pub struct StartError {
    command: String,
    source: io::Error,
}

impl Process {
    /// Starts a program. `limit` is for one answer; `suite` is the version and the digest it is told.
    pub fn start(command: Vec<OsString>, limit: Duration, suite: (String, String)) -> Result<Self, StartError> {
        let session = Session::start(&command).map_err(|source| StartError {
            command: command.first().map(|program| program.to_string_lossy().into_owned()).unwrap_or_default(),
            source,
        })?;
        Ok(Self { command, limit, suite, fresh: false, begun: false, session: Some(session), hello: None })
    }

    /// Begins each world in a fresh process, for what does not begin cleanly otherwise.
    #[must_use]
    pub fn fresh(mut self, fresh: bool) -> Self {
        self.fresh = fresh;
        self
    }

    /// The session with the running process, or with a fresh one that has said hello.
    fn session(&mut self) -> Result<&mut Session, Trouble> {
        if self.session.is_none() || self.hello.is_none() {
            self.greet()?;
        }
        self.session.as_mut().ok_or(Trouble::Missing { method: "hello" })
    }

    fn greet(&mut self) -> Result<Hello, Trouble> {
        let crash = |error: io::Error| Trouble::Crash {
            method: "hello",
            how: format!("at its start: {error}"),
            log: String::new(),
        };
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::start(&self.command).map_err(crash)?,
        };
        let (version, digest) = &self.suite;
        let params = json!({ "protocol": PROTOCOL, "suite": { "version": version, "digest": digest } });
        let hello = session.call("hello", &params, self.limit, read_hello)?;
        if let Some(first) = self.hello.as_ref().filter(|first| **first != hello) {
            return Err(Trouble::other_hello(first, &hello));
        }
        self.session = Some(session);
        self.hello = Some(hello.clone());
        Ok(hello)
    }
}

impl Implementation for Process {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        match (&self.hello, &self.session) {
            (Some(hello), Some(_)) => Ok(hello.clone()),
            _ => self.greet(),
        }
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        let limit = self.limit;
        if self.fresh && matches!(action, Action::Begin(_)) && std::mem::replace(&mut self.begun, true) {
            self.session = None;
        }
        let read = |result: &str| read_answer(action, result);
        match self.session()?.call(method(action), &params(action), limit, read) {
            Err(Trouble::Rejected { message }) => Ok(Answer::Rejected { message }),
            Err(trouble @ (Trouble::TimeOut { .. } | Trouble::Crash { .. } | Trouble::Protocol(_))) => {
                self.session = None;
                Err(trouble)
            }
            answer => answer,
        }
    }
}
