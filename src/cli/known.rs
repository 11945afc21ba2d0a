//! Known failures on the command line.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Exit, ids, output};
use crate::report::{KnownFailures, Run};
use crate::run;
use crate::suite::{
    CasesError, Diagnostic, EXPLORATION, KnownFailure, Source, Suite, known_failures, print_known_failures,
};

/// The failures that are expected.
#[derive(clap::Args)]
pub struct KnownOption {
    /// A file of failures that are expected; one that is gone, is another or is over is a failure itself.
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,
    /// Shows what changed about the known failures, and writes their file anew.
    #[arg(long, requires = "known_failures")]
    update: bool,
}

/// The entries of a file, read before anything is run.
pub struct Known {
    path: PathBuf,
    entries: Vec<KnownFailure>,
    update: bool,
}

impl KnownOption {
    /// Reads the file, if one was named. Every scenario in it is one of the suite.
    pub fn read(&self, suite: &Suite) -> Result<Option<Known>, Exit> {
        let Some(path) = &self.known_failures else { return Ok(None) };
        let entries = match std::fs::read(path) {
            Ok(bytes) => read(path, bytes, suite).map_err(|wrong| {
                output::cases_error(&CasesError::Wrong(vec![wrong]));
                Exit::Usage
            })?,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound && self.update => Vec::new(),
            Err(cause) => {
                output::error(&format!("cannot read the known failures `{}`: {cause}", path.display()));
                if cause.kind() == io::ErrorKind::NotFound {
                    output::help("`--update` writes the file");
                }
                return Err(Exit::Usage);
            }
        };
        Ok(Some(Known { path: path.clone(), entries, update: self.update }))
    }
}

fn read(path: &Path, bytes: Vec<u8>, suite: &Suite) -> Result<Vec<KnownFailure>, Diagnostic> {
    let source: Arc<Source> = Source::read(path.display().to_string(), bytes)?;
    let entries = known_failures(&source)?;
    let is_known = |id: &str| id == EXPLORATION || suite.scenarios.iter().any(|scenario| scenario.id == id);
    match entries.iter().find(|entry| !is_known(&entry.scenario)) {
        None => Ok(entries),
        Some(entry) => {
            let message = format!("no scenario has the id `{}`", entry.scenario);
            let help = ids::instead(&entry.scenario, suite).unwrap_or_else(|| {
                "`todospec list scenarios` names them all; `exploration` is the explorer".to_owned()
            });
            Err(Diagnostic::new(&source, entry.place, message).help(help))
        }
    }
}

impl Known {
    /// Holds the entries against a run, and writes them anew where that was asked for.
    pub fn hold(self, run: &mut Run) -> Result<(), Exit> {
        let file = self.path.display().to_string();
        let today = today();
        let known = run::known(run, file.clone(), self.entries, today);
        if self.update {
            let entries = run::updated(run, &known);
            output::print(&difference(&known, &entries)).map_err(|_| Exit::Usage)?;
            output::write_whole(&self.path, &print_known_failures(&entries)).map_err(|cause| {
                output::error(&format!("cannot write the known failures `{file}`: {cause}"));
                Exit::Usage
            })?;
            run.known = Some(run::known(run, file, entries, today));
        } else {
            run.known = Some(known);
        }
        Ok(())
    }
}

/// What changes in the file: what is taken out, and what is put in.
fn difference(known: &KnownFailures, entries: &[KnownFailure]) -> String {
    let old: Vec<_> = known.failures.iter().map(|(entry, _)| entry).collect();
    let same = |a: &KnownFailure, b: &KnownFailure| {
        (&a.scenario, a.clause, &a.seen, a.expires) == (&b.scenario, b.clause, &b.seen, b.expires)
    };
    let line = |sign: char, entry: &KnownFailure| {
        let day = entry.last_day().map(|day| format!(", until {day}")).unwrap_or_default();
        format!("{sign} {} in {}{day}\n    {}\n", entry.clause, entry.scenario, entry.seen)
    };
    let gone = old.iter().filter(|entry| !entries.iter().any(|other| same(entry, other)));
    let new = entries.iter().filter(|entry| !old.iter().any(|other| same(entry, other)));
    let lines: Vec<_> = gone.map(|entry| line('-', entry)).chain(new.map(|entry| line('+', entry))).collect();
    match lines.len() {
        0 => format!("nothing changes in {}\n\n", known.file),
        _ => format!("changed in {}\n{}\n", known.file, lines.concat()),
    }
}

/// The day in UTC, as year, month and day.
fn today() -> (u16, u8, u8) {
    let date = jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date();
    let number = |number: i8| u8::try_from(number).unwrap_or_default();
    (u16::try_from(date.year()).unwrap_or_default(), number(date.month()), number(date.day()))
}
