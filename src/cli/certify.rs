use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Exit, output};
use crate::implementation::{Implementation, Process, Reference};
use crate::report::{self, Run, RunVerdict};
use crate::run::{self, Selection};
use crate::suite::{CasesError, Suite};

/// Runs the suite against an implementation and says what it conforms to.
#[derive(clap::Args)]
pub struct Certify {
    /// Scenario files or folders to run instead of the suite inside the program.
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Runs only the scenarios whose id, name, file or clauses contain this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How long one answer may take, in seconds.
    #[arg(long, value_name = "SECS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
    /// Writes a report; `json` and `junit` are known. May be given several times.
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<Target>,
    /// Judges the stated clauses alone; the others are shown.
    #[arg(long, value_name = "LEVEL", value_parser = ["stated"])]
    level: Option<String>,
    /// The command that starts the adapter; the reference in process where left out.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0, at most 86400".to_owned()),
    }
}

/// A report to write.
#[derive(Clone, Debug)]
struct Target {
    format: Format,
    path: PathBuf,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Junit,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, path) = text.split_once('=').ok_or("expected FORMAT=PATH, such as json=report.json")?;
        let format = match format {
            "json" => Format::Json,
            "junit" => Format::Junit,
            other => {
                let offer = crate::trace::offer(other, ["json", "junit"]).unwrap_or_default();
                return Err(format!("unknown format `{other}`; {offer}"));
            }
        };
        if path.is_empty() {
            return Err("the path is empty".to_owned());
        }
        Ok(Self { format, path: path.into() })
    }
}

impl Certify {
    pub fn run(self) -> Exit {
        match self.certified() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn certified(self) -> Result<Exit, Exit> {
        let suite = Arc::new(output::suite(&self.cases)?);
        let wrong = run::check_all(&suite);
        if !wrong.is_empty() {
            output::cases_error(&CasesError::Wrong(wrong));
            return Err(Exit::Usage);
        }
        let selection = Selection { filter: self.filter.clone(), stated_only: self.level.is_some() };
        let selected = suite.scenarios.iter().filter(|scenario| selection.includes(scenario)).count();
        if selected == 0 {
            output::error(&format!("no scenario matches `{}`", self.filter.as_deref().unwrap_or_default()));
            output::help(
                "`todospec list scenarios` names them all; a filter is part of an id, a name or a file, or a clause",
            );
            return Err(Exit::Usage);
        }
        let mut implementation = self.implementation(&suite)?;
        let bar = progress(selected);
        let played = run::scenarios(&suite, &selection, implementation.as_mut(), |_| bar.inc(1));
        bar.finish_and_clear();
        let command = self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let run = played.judged(&suite, &selection, command, None);
        drop(implementation);
        self.finish(&run)
    }

    fn implementation(&self, suite: &Suite) -> Result<Box<dyn Implementation>, Exit> {
        if self.command.is_empty() {
            return Ok(Box::new(Reference::default()));
        }
        let limit = Duration::from_secs_f64(self.timeout);
        let told = (suite.table.version.clone(), suite.digest.clone());
        match Process::start(self.command.clone(), limit, told) {
            Ok(process) => Ok(Box::new(process)),
            Err(wrong) => {
                output::error(&wrong.to_string());
                output::help("the words after `--` are a program and its arguments, as a shell would find it");
                Err(Exit::Usage)
            }
        }
    }

    fn finish(&self, run: &Run) -> Result<Exit, Exit> {
        for target in &self.report {
            let text = match target.format {
                Format::Json => report::json(run),
                Format::Junit => report::junit(run),
            };
            write_whole(&target.path, &text).map_err(|cause| {
                output::error(&format!("cannot write the report `{}`: {cause}", target.path.display()));
                Exit::Usage
            })?;
        }
        let exit = match run.verdict {
            RunVerdict::Conformant => Exit::Success,
            RunVerdict::Nonconformant => Exit::Nonconformant,
            RunVerdict::Inconclusive => Exit::Inconclusive,
        };
        Ok(output::print_and(&report::summary(run, output::stdout_style()), exit))
    }
}

/// A progress bar on a terminal, nothing elsewhere.
fn progress(length: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} scenarios").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX)).with_style(style)
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
