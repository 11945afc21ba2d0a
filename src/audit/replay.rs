//! A todospec trace judged again: the same run, with the answers of the log.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::{Audited, Format};
use crate::explore::{Effort, explore};
use crate::implementation::{self, Implementation, ReplayError};
use crate::report::Run;
use crate::run::{self, Selection};
use crate::suite::{Partition, Suite};
use crate::trace::log::{LogReader, RunPlan, is_log};
use crate::trace::{Capability, Hello};

/// The traces of todospec itself.
pub const FORMAT: Format = Format {
    name: "todospec",
    of: "`--trace` of todospec",
    is: |lines| lines.first().and_then(|line| std::str::from_utf8(line).ok()).is_some_and(is_log),
    audit: |log, options| replay(log, &options.suite).map_err(io::Error::other),
};

/// A run that was judged again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The run.
    pub run: Run,
    /// What the implementation said of itself.
    pub hello: Hello,
}

/// Why a trace cannot be judged again.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// It is not what was written, or not what this todospec sends.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Another version of the tool wrote it.
    #[error("line 1: todospec {0} wrote it, and this is todospec {version}", version = env!("CARGO_PKG_VERSION"))]
    Tool(String),
    /// It is about another suite.
    #[error("line 1: it is about suite {0}, and this is suite {1}")]
    Suite(String, String),
    /// Its first line has a word that is not known.
    #[error("line 1: `{0}` is not known")]
    Unknown(String),
}

/// Judges a trace again, with the suite it was made with.
pub fn replay(input: impl BufRead, suite: &Arc<Suite>) -> Result<Audited, TraceError> {
    let log = LogReader::new(input).map_err(ReplayError::from)?;
    let mut replayed = implementation::Replayed::new(log)?;
    let header = replayed.header().clone();
    if header.tool != env!("CARGO_PKG_VERSION") {
        return Err(TraceError::Tool(header.tool));
    }
    if header.digest != suite.digest {
        let short = |version: &str, digest: &str| format!("{version} (sha256 {})", digest.get(..12).unwrap_or(digest));
        let ours = short(&suite.table.version, &suite.digest);
        return Err(TraceError::Suite(short(&header.suite, &header.digest), ours));
    }
    let RunPlan { filter, stated_only, sequences, max_steps, seed, .. } = header.run.clone();
    let partition = header.run.partition.as_deref().map(str::parse::<Partition>).transpose();
    let partition = partition.map_err(|_| TraceError::Unknown(header.run.partition.clone().unwrap_or_default()))?;
    let required = header.run.required.iter();
    let required = required.map(|name| Capability::from_name(name).ok_or_else(|| TraceError::Unknown(name.clone())));
    let selection = Selection { filter, partition, stated_only, required: required.collect::<Result<_, _>>()? };
    let effort = Effort { cases: sequences, max_steps, seed, partition };
    let Ok(hello) = replayed.hello() else { unreachable!("the first line says hello") };
    if !header.run.scenarios {
        let (exploration, _) = explore(effort, &hello, &mut replayed, || {});
        replayed.end()?;
        return Ok(Audited::Exploration(Box::new(exploration)));
    }
    let played = run::scenarios(suite, &selection, &mut replayed, |_| {});
    let explored = effort.cases > 0 && !played.gave_up();
    let explored = explored.then(|| explore(effort, &hello, &mut replayed, || {}));
    replayed.end()?;
    let run = played.judged(suite, &selection, header.command, explored);
    Ok(Audited::Run(Box::new(Replayed { run, hello })))
}
