//! What a recorded log of a product shows: findings at its lines, and how its list went.

mod json;
mod junit;
mod terminal;

use serde_json::Value;

use super::RunVerdict;
use crate::oracle::{Finding, Readings};
use crate::trace::{Reply, SeenItem};

pub use json::logs_json;
pub use junit::logs_junit;
pub use terminal::{log, log_at, logs_line};

/// Everything that a log shows.
#[derive(Clone, Debug, Default)]
pub struct LogOutcome {
    /// The log's name: its path, or `-`.
    pub file: String,
    /// The name of its format.
    pub format: &'static str,
    /// The chat it is of, where it says so.
    pub chat: Option<String>,
    /// The chat whose helper or fork this one is.
    pub parent: Option<String>,
    /// What was counted in it.
    pub counts: LogCounts,
    /// What it shows of the setup.
    pub setup: LogSetup,
    /// The findings, in the order of the lines, as many as are kept.
    pub findings: Vec<LogFinding>,
    /// How many more there are.
    pub more_findings: usize,
    /// How it settles the open points.
    pub readings: Readings,
    /// What happened, where that was asked for.
    pub timeline: Vec<Moment>,
    /// List and plan at the line that was asked for.
    pub at: Option<Sight>,
}

/// What is counted in a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogCounts {
    /// Its lines.
    pub lines: usize,
    /// Updates that were judged, refusals among them.
    pub updates: usize,
    /// Those that were refused.
    pub refusals: usize,
    /// Turns that were started.
    pub turns: usize,
    /// How often the chat was closed and opened again.
    pub reopenings: usize,
    /// Updates without a reply of their own; what they recorded is judged all the same.
    pub unjudged: usize,
    /// Calls that may have been denied before the tool saw them; they are not judged.
    pub denied: usize,
    /// Lines about other things, packed or unknown.
    pub skipped: usize,
    /// Lines that cannot be read.
    pub unreadable: usize,
}

/// What a log shows of the setup it was recorded under.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LogSetup {
    /// Nothing: no update tells the one-active rule on from off.
    #[default]
    Open,
    /// It was named by the user.
    Named {
        /// Whether the one-active rule is on.
        one_active: bool,
    },
    /// Lines that show the one-active rule on or off, where that changes.
    Shown(Vec<(usize, bool)>),
}

/// A finding and the line of the log that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFinding {
    /// The finding.
    pub finding: Finding,
    /// The line, counted from one.
    pub line: usize,
}

/// List and plan at a line. Nothing recorded yet is no list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The list.
    pub list: Option<Vec<SeenItem>>,
    /// The plan: the newest record, unless a turn started since.
    pub plan: Option<Vec<SeenItem>>,
}

/// One thing that happened in a log, and list and plan after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The line, counted from one.
    pub line: usize,
    /// What happened.
    pub what: Happening,
    /// What stands then.
    pub sight: Sight,
}

/// What happens in a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A turn starts.
    TurnStart,
    /// A turn ends.
    TurnEnd,
    /// The chat was closed and opened again.
    Reopened,
    /// An update.
    Update {
        /// What was sent.
        arguments: Value,
        /// Its reply, and the reply's line.
        reply: Option<(usize, Reply)>,
        /// The line of its record.
        record: Option<usize>,
    },
    /// A record that no update asked for.
    Unasked,
}

impl LogOutcome {
    /// What the log says of the product: nothing where it holds no update, or one that may have been denied by another.
    pub fn verdict(&self) -> RunVerdict {
        match (self.findings.is_empty(), self.counts.updates, self.counts.denied) {
            (false, ..) => RunVerdict::Nonconformant,
            (true, 0, _) | (true, _, 1..) => RunVerdict::Inconclusive,
            (true, _, 0) => RunVerdict::Conformant,
        }
    }
}

/// The verdict of several: a finding wins, then what could not be tested.
pub fn verdict_of(verdicts: impl IntoIterator<Item = RunVerdict>) -> RunVerdict {
    let verdicts: Vec<_> = verdicts.into_iter().collect();
    if verdicts.contains(&RunVerdict::Nonconformant) {
        RunVerdict::Nonconformant
    } else if verdicts.is_empty() || verdicts.contains(&RunVerdict::Inconclusive) {
        RunVerdict::Inconclusive
    } else {
        RunVerdict::Conformant
    }
}
