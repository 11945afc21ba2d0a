use std::fmt;
use std::time::Duration;

use crate::oracle::Blame;
use crate::trace::{Hello, REJECTED, UNKNOWN_METHOD, beginning, shortened};

/// Why an action was not answered. It makes a scenario inconclusive, never failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The call was turned away as invalid (-32602); for an update that is an answer.
    #[error("the call was turned away: {}", shortened(message))]
    Rejected {
        /// The error's message.
        message: String,
    },
    /// A method that is declared is missing (-32601).
    #[error("the method `{method}` is missing, though what was declared asks for it")]
    Missing {
        /// The method.
        method: &'static str,
    },
    /// Another error answer.
    #[error("`{method}` was answered with the error {code}: {}", shortened(message))]
    Error {
        /// The method.
        method: &'static str,
        /// The JSON-RPC error code.
        code: i64,
        /// The error's message.
        message: String,
    },
    /// No answer in time.
    #[error(
        "no answer to `{method}` within {} s\n  hint:     is each message flushed, and does it end in a line feed?{}{}",
        limit.as_secs_f64(),
        Came(came),
        Log(log)
    )]
    TimeOut {
        /// The method.
        method: &'static str,
        /// How long was waited.
        limit: Duration,
        /// What came of a line that has no end yet, shortened.
        came: String,
        /// The last lines of standard error.
        log: String,
    },
    /// The process ended.
    #[error("the process ended {how} while `{method}` waited for its answer{}", Log(log))]
    Crash {
        /// The method.
        method: &'static str,
        /// `with exit code 3`, `by signal 9`.
        how: String,
        /// The last lines of standard error.
        log: String,
    },
    /// Something came that is no answer.
    #[error("{0}")]
    Protocol(Box<Violation>),
    /// What a log tells of a request that was not answered.
    #[error("{reason}")]
    Recorded {
        /// What happened.
        reason: String,
        /// Whose mistake it is.
        blame: Blame,
        /// Whether the process had to be ended.
        ended: bool,
    },
}

/// A breach of the adapter protocol, for the adapter's author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}\n  sent:     {sent}\n  expected: {expected}\n  came:     {came}{}{}", Slip(slip.as_deref()), Log(log))]
pub struct Violation {
    /// The fact.
    pub what: String,
    /// The request.
    pub sent: String,
    /// What the protocol asks for.
    pub expected: String,
    /// What came.
    pub came: String,
    /// The likely slip.
    pub slip: Option<String>,
    /// The last lines of standard error.
    pub log: String,
}

impl Trouble {
    /// A process that says hello otherwise than the first of its run did.
    pub fn other_hello(first: &Hello, other: &Hello) -> Self {
        Self::Protocol(Box::new(Violation {
            what: "a process says hello otherwise than the first one did".to_owned(),
            sent: "hello".to_owned(),
            expected: first.to_string(),
            came: other.to_string(),
            slip: Some("name, version, capabilities and setup stay the same over a run".to_owned()),
            log: String::new(),
        }))
    }

    /// What an error answer comes to.
    pub fn answered(method: &'static str, code: i64, message: String) -> Self {
        match code {
            REJECTED => Self::Rejected { message },
            UNKNOWN_METHOD => Self::Missing { method },
            _ => Self::Error { method, code, message },
        }
    }

    /// Whether nothing more can be expected of the process that caused it.
    pub fn ends_the_process(&self) -> bool {
        match self {
            Self::TimeOut { .. } | Self::Crash { .. } | Self::Protocol(_) => true,
            Self::Rejected { .. } | Self::Missing { .. } | Self::Error { .. } => false,
            Self::Recorded { ended, .. } => *ended,
        }
    }

    /// Whose mistake it is.
    pub fn blame(&self) -> Blame {
        match self {
            Self::TimeOut { .. } | Self::Crash { .. } => Blame::Implementation,
            Self::Rejected { .. } | Self::Missing { .. } | Self::Error { .. } | Self::Protocol(_) => Blame::Adapter,
            Self::Recorded { blame, .. } => *blame,
        }
    }
}

struct Slip<'a>(Option<&'a str>);

impl fmt::Display for Slip<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |slip| write!(f, "\n  hint:     {slip}"))
    }
}

struct Came<'a>(&'a str);

impl fmt::Display for Came<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "\n  came:     {}", self.0) }
    }
}

struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.lines().try_for_each(|line| write!(f, "\n  stderr:   {}", beginning(line, usize::MAX)))
    }
}
