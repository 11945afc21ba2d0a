//! What a run is told in: the summary on standard output, and reports in files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Exit, output};
use crate::adequacy;
use crate::report::{self, LogOutcome, Run};
use crate::suite::Suite;
use crate::trace::Hello;

/// The reports that are written besides.
#[derive(clap::Args)]
pub struct Reports {
    /// Writes a report; `json`, `junit` and `certificate` are known. May be given several times.
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<Target>,
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
    Certificate,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, path) = text.split_once('=').ok_or("expected FORMAT=PATH, such as json=report.json")?;
        let format = match format {
            "json" => Format::Json,
            "junit" => Format::Junit,
            "certificate" => Format::Certificate,
            other => {
                let offer = crate::trace::offer(other, ["json", "junit", "certificate"]).unwrap_or_default();
                return Err(format!("unknown format `{other}`; {offer}"));
            }
        };
        if path.is_empty() {
            return Err("the path is empty".to_owned());
        }
        Ok(Self { format, path: path.into() })
    }
}

impl Reports {
    /// Writes the reports, prints the summary, and ends in what the verdict says.
    pub fn tell(&self, run: &Run) -> Result<Exit, Exit> {
        self.write(run)?;
        Ok(output::print_and(&report::summary(run, output::stdout_style()), run.ends_in().into()))
    }

    /// Writes the reports of a run.
    pub fn write(&self, run: &Run) -> Result<(), Exit> {
        for target in &self.report {
            let text = match target.format {
                Format::Json => report::json(run),
                Format::Junit => report::junit(run),
                Format::Certificate => continue, // `certify` writes it, with the trace that belongs to it
            };
            target.write(&text)?;
        }
        Ok(())
    }

    /// Where a certificate is wanted.
    pub fn certificate(&self) -> Result<Option<&Path>, Exit> {
        let wanted = self.report.iter().filter(|target| matches!(target.format, Format::Certificate));
        match wanted.map(|target| target.path.as_path()).collect::<Vec<_>>()[..] {
            [] => Ok(None),
            [path] => Ok(Some(path)),
            [..] => {
                output::error("a run has one certificate, and several are asked for");
                output::help("copy it together with its trace");
                Err(Exit::Usage)
            }
        }
    }

    /// Refuses a certificate, and says why.
    pub fn no_certificate(&self, why: &str) -> Result<(), Exit> {
        if self.certificate()?.is_none() {
            return Ok(());
        }
        output::error(why);
        output::help("`todospec certify --report certificate=FILE` makes one, of a run of the whole suite");
        Err(Exit::Usage)
    }

    /// Refuses to write any report, and says why.
    pub fn none(&self, why: &str) -> Result<(), Exit> {
        if self.report.is_empty() {
            return Ok(());
        }
        output::error(why);
        output::help("audit one at a time");
        Err(Exit::Usage)
    }

    /// Writes what logs show.
    pub fn tell_logs(&self, logs: &[LogOutcome], suite: &Suite) -> Result<(), Exit> {
        for target in &self.report {
            let text = match target.format {
                Format::Json => report::logs_json(logs, suite),
                Format::Junit => report::logs_junit(logs),
                Format::Certificate => continue, // refused before
            };
            target.write(&text)?;
        }
        Ok(())
    }
}

impl Target {
    fn write(&self, text: &str) -> Result<(), Exit> {
        output::write_whole(&self.path, text).map_err(|cause| {
            output::error(&format!("cannot write the report `{}`: {cause}", self.path.display()));
            Exit::Usage
        })
    }
}

/// Adds what the measurement of the suite tells of a run: the known mistake it behaves like, and what the suite catches.
pub fn complete(run: &mut Run, hello: &Hello) {
    let diagnosis = adequacy::diagnose(&run.suite, hello, &run.scenarios);
    run.diagnosis = diagnosis.map(|known| (known.fault.to_owned(), known.says.to_owned()));
    run.score = adequacy::score(&run.suite);
}
