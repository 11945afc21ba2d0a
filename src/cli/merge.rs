use std::path::PathBuf;
use std::sync::Arc;

use super::known::KnownOption;
use super::reports::{Reports, complete};
use super::{Exit, output};
use crate::report::{self, Run};
use crate::run::{self, MergeError};
use crate::suite::Suite;

/// Joins the JSON reports of a run that was split with `--partition`.
#[derive(clap::Args)]
pub struct Merge {
    /// Scenario files or folders that were run instead of the suite inside the program.
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    #[command(flatten)]
    known: KnownOption,
    #[command(flatten)]
    reports: Reports,
    /// The reports, one of each part.
    #[arg(required = true, value_name = "REPORT")]
    parts: Vec<PathBuf>,
}

impl Merge {
    pub fn run(self) -> Exit {
        match self.merged() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn merged(&self) -> Result<Exit, Exit> {
        self.reports.no_certificate("merged parts have no trace that a certificate could be verified with")?;
        let suite = Arc::new(output::suite(&self.cases)?);
        let known = self.known.read(&suite)?;
        let parts = self.parts.iter().map(|path| Ok((path.display().to_string(), read(path, &suite)?)));
        let parts = parts.collect::<Result<Vec<_>, Exit>>()?;
        let mut run = run::merge(parts).map_err(|wrong| {
            output::error(&wrong.to_string());
            output::help("merge takes the json report of every part of one run, each once");
            match wrong {
                MergeError::NoHello { .. } => Exit::Inconclusive,
                MergeError::Nothing
                | MergeError::Whole { .. }
                | MergeError::Other { .. }
                | MergeError::Double { .. }
                | MergeError::Missing(_)
                | MergeError::Scenarios { .. } => Exit::Usage,
            }
        })?;
        let hello = run.implementation.hello();
        complete(&mut run, &hello);
        known.map_or(Ok(()), |known| known.hold(&mut run))?;
        self.reports.tell(&run, report::summary)
    }
}

/// Reads a JSON report about a suite.
pub fn read(path: &PathBuf, suite: &Arc<Suite>) -> Result<Run, Exit> {
    let wrong = |wrong: String| {
        output::error(&format!("cannot use the report `{}`: {wrong}", path.display()));
        Exit::Usage
    };
    let text = std::fs::read_to_string(path).map_err(|cause| wrong(cause.to_string()))?;
    report::read(&text, suite).map_err(|cause| wrong(cause.to_string()))
}
