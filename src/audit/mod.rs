//! Recorded logs through the same oracle.
//!
//! A log is translated into actions and answers, and the [`Oracle`](crate::oracle::Oracle) judges them as it judges a live
//! implementation. A format is one file here and one line in [`FORMATS`]: nothing else knows it.

mod dsh;
mod replay;

mod calls;
mod case;
mod failed;
mod fewer;
mod judge;
mod lines;
mod neutral;
mod shrink;
mod verify;

use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;

use crate::model::Setup;
use crate::report::{Exploration, LogOutcome};
use crate::suite::{Scenario, Suite};

pub use case::Case;
pub use replay::{Replayed, TraceError, replay};
pub use shrink::scenario;
pub use verify::{Unverified, Verification, verify};

/// Every format, the likeliest first.
pub const FORMATS: &[Format] = &[dsh::FORMAT, replay::FORMAT];

/// How logs of one kind are recognized and judged.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// What writes such logs.
    pub of: &'static str,
    /// Whether a log that begins with these lines is one.
    pub is: fn(&[&[u8]]) -> bool,
    /// Judges one.
    pub audit: fn(&mut dyn BufRead, &Options) -> io::Result<Audited>,
}

/// What is asked of an audit.
#[derive(Clone, Debug)]
pub struct Options {
    /// The suite that traces were made with.
    pub suite: Arc<Suite>,
    /// The log's name, for messages.
    pub file: String,
    /// The setup it was recorded under, where it is known.
    pub setup: Option<Setup>,
    /// Whether the timeline is kept.
    pub timeline: bool,
    /// The line whose list and plan are wanted.
    pub at: Option<usize>,
    /// Whether findings are kept as cases that a scenario can be made of.
    pub cases: bool,
}

/// What an audit yields.
#[derive(Clone, Debug)]
pub enum Audited {
    /// What the log of one chat shows, and the cases in it.
    Log(Box<LogOutcome>, Vec<Case>),
    /// A whole run, judged again.
    Run(Box<Replayed>),
    /// An exploration, judged again.
    Exploration(Box<Exploration>),
}

/// Why a file is not audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// It cannot be read.
    #[error("cannot use `{file}`: {cause}")]
    Read {
        /// Its name.
        file: String,
        /// Why.
        cause: io::Error,
    },
    /// Its first lines are of no format.
    #[error("`{file}` is no log of a known format: it begins with `{begins}`")]
    Unknown {
        /// Its name.
        file: String,
        /// How its first line begins.
        begins: String,
    },
}

/// How much of a log is looked at to recognize its format.
const HEAD_LINES: usize = 16;
const HEAD_BYTES: u64 = 1 << 20;

/// Judges a log, of the format that is named or the one that its first lines show. A log without a line holds nothing, in
/// any format.
pub fn audit(mut log: impl BufRead, named: Option<&Format>, options: &Options) -> Result<Audited, AuditError> {
    let failed = |cause| AuditError::Read { file: options.file.clone(), cause };
    let mut head = Vec::new();
    for _ in 0..HEAD_LINES {
        if log.by_ref().take(HEAD_BYTES).read_until(b'\n', &mut head).map_err(failed)? == 0 {
            break;
        }
    }
    let lines: Vec<&[u8]> = head.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    let format = match (named, lines.first()) {
        (Some(format), _) => format,
        (None, None) => &FORMATS[0],
        (None, Some(first)) => FORMATS.iter().find(|format| (format.is)(&lines)).ok_or_else(|| {
            let begins = String::from_utf8_lossy(first).chars().take(60).flat_map(char::escape_debug).collect();
            AuditError::Unknown { file: options.file.clone(), begins }
        })?,
    };
    (format.audit)(&mut Cursor::new(&head).chain(log), options).map_err(failed)
}

impl Audited {
    /// The scenarios of its findings: the shortest that still show each, and what the file of each is about. The texts of a
    /// product's log are neutral ones unless they are kept; those of a trace are the suite's and the explorer's own.
    pub fn scenarios(&self, keep_texts: bool) -> Vec<(String, Scenario)> {
        match self {
            Self::Log(outcome, cases) => {
                cases.iter().filter_map(|case| shrink::scenario(case, &outcome.file, keep_texts)).collect()
            }
            Self::Run(replayed) => failed::run(&replayed.run),
            Self::Exploration(exploration) => failed::exploration(exploration).into_iter().collect(),
        }
    }
}
