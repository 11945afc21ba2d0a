//! A run as a log: one JSON line a message, with its direction and time, so that it can be judged again.
//!
//! The first line says who was tested with what; then come chapters (a scenario, a sequence) and what was said in them, a
//! request and its answer in turn; the last line counts them. Every line carries a digest of itself and all before it.

mod chain;
mod file;
mod read;
mod schema;
mod write;

use serde::{Deserialize, Serialize};

use super::Hello;

pub use file::{TestedFile, sha256};
pub use read::{Entry, Kind, LogError, LogReader, is_log};
pub use schema::schema;
pub use write::LogWriter;

/// The version of the log's form.
pub const LOG_FORMAT: u32 = 1;

/// What the first line of a log says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The log's form.
    pub todospec_trace: u32,
    /// The version of the tool that wrote it.
    pub tool: String,
    /// The suite's version.
    pub suite: String,
    /// The suite's digest.
    pub digest: String,
    /// Who was tested.
    pub implementation: Tested,
    /// The command that started it; empty in process.
    pub command: Vec<String>,
    /// The files of that command, where a certificate was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TestedFile>,
    /// What was run.
    pub run: RunPlan,
}

impl Header {
    /// For a run against this implementation, with the suite of this version and digest.
    pub fn new((version, digest): (&str, &str), hello: &Hello, command: &[String], run: RunPlan) -> Self {
        Self {
            todospec_trace: LOG_FORMAT,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            suite: version.to_owned(),
            digest: digest.to_owned(),
            implementation: Tested {
                name: hello.name.clone(),
                version: hello.version.clone(),
                capabilities: hello.capabilities.iter().map(|capability| capability.name().to_owned()).collect(),
                one_active: hello.setup.map(|setup| setup.one_active),
            },
            command: command.to_vec(),
            files: Vec::new(),
            run,
        }
    }

    /// The same, with the files of the command.
    #[must_use]
    pub fn with_files(self, files: Vec<TestedFile>) -> Self {
        Self { files, ..self }
    }
}

/// Who was tested, as it said itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it declares.
    pub capabilities: Vec<String>,
    /// Whether the one-active rule is on, where that is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_active: Option<bool>,
}

/// What was run: all that decides which requests are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPlan {
    /// Whether scenarios were run, or the explorer alone.
    pub scenarios: bool,
    /// What scenarios were selected by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// The part of a split run, as K/N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Whether the stated clauses alone decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stated_only: bool,
    /// Capabilities that were required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// How many random sequences were to be explored.
    pub sequences: usize,
    /// The most operations in a sequence.
    pub max_steps: usize,
    /// The explorer's seed.
    pub seed: u64,
}

/// Where in a run a message stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chapter {
    /// In the scenario of this id.
    Scenario(String),
    /// In the random sequence of this number.
    Sequence(usize),
    /// Where the sequence of this number is made shorter.
    Shortening(usize),
}

/// Why a request has no answer, as it was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unanswered {
    /// What happened.
    pub reason: String,
    /// Whose mistake it is.
    pub blame: String,
    /// Whether the process had to be ended.
    pub ended: bool,
}
