//! What a run is told in: the summary on standard output, and reports in files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Exit, output};
use crate::adequacy;
use crate::report::{self, LogOutcome, Run, Style};
use crate::suite::Suite;
use crate::trace::{Hello, nearest};

/// What there is to write. A format with several endings stands here once for each.
const FORMATS: &[Format] = &[
    Format { name: "json", ending: None, of_run: report::json, of_logs: Some(report::logs_json) },
    Format { name: "junit", ending: None, of_run: report::junit, of_logs: Some(|logs, _| report::logs_junit(logs)) },
    Format { name: "ctrf", ending: None, of_run: report::ctrf, of_logs: None },
    Format { name: "markdown", ending: None, of_run: report::markdown, of_logs: None },
    Format { name: "html", ending: None, of_run: report::html, of_logs: None },
    Format { name: "github", ending: None, of_run: report::github, of_logs: None },
    Format { name: CERTIFICATE, ending: None, of_run: |_| String::new(), of_logs: None },
    Format { name: "badge", ending: Some("json"), of_run: report::badge_json, of_logs: None },
    Format { name: "badge", ending: Some("svg"), of_run: report::badge_svg, of_logs: None },
];

/// The one that is not made of a run alone.
const CERTIFICATE: &str = "certificate";

/// A format of reports.
#[derive(Debug)]
struct Format {
    /// Its name on the command line.
    name: &'static str,
    /// The ending of the files it is for, where there is more than one kind.
    ending: Option<&'static str>,
    /// A run in it.
    of_run: fn(&Run) -> String,
    /// Logs in it, where it tells those.
    of_logs: Option<fn(&[LogOutcome], &Suite) -> String>,
}

/// The reports that are written besides.
#[derive(clap::Args)]
pub struct Reports {
    /// Writes a report: `json`, `junit`, `ctrf`, `markdown`, `html`, `github`, `badge` or `certificate`; the path `-` is standard
    /// output. May be given several times.
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<Target>,
}

/// A report to write.
#[derive(Clone, Debug)]
struct Target {
    format: &'static Format,
    path: PathBuf,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text.split_once('=').ok_or("expected FORMAT=PATH, such as json=report.json")?;
        let named: Vec<_> = FORMATS.iter().filter(|format| format.name == name).collect();
        if named.is_empty() {
            let known = names(|_| true);
            let all = || format!("known are {}", known.join(", "));
            let offer = nearest(name, known.iter().copied()).map_or_else(all, |near| format!("did you mean `{near}`?"));
            return Err(format!("unknown format `{name}`; {offer}"));
        }
        if path.is_empty() {
            return Err("the path is empty".to_owned());
        }
        let path = PathBuf::from(path);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let fits = |format: &&&Format| format.ending.is_none() || format.ending == ending;
        let Some(format) = named.iter().find(fits).copied() else {
            let endings: Vec<_> =
                named.iter().filter_map(|format| format.ending).map(|ending| format!("`.{ending}`")).collect();
            let such = path.with_extension(named[0].ending.unwrap_or_default());
            let (endings, such) = (endings.join(" or "), such.display());
            return Err(format!("the path of a {name} ends in {endings}, such as {name}={such}"));
        };
        Ok(Self { format, path })
    }
}

/// The names of the formats that this holds of.
fn names(fits: impl Fn(&Format) -> bool) -> Vec<&'static str> {
    let mut names: Vec<_> = FORMATS.iter().filter(|format| fits(format)).map(|format| format.name).collect();
    names.dedup();
    names
}

impl Reports {
    /// Writes the reports, prints the page, and ends in what the verdict says.
    pub fn tell(&self, run: &Run, page: fn(&Run, Style) -> String) -> Result<Exit, Exit> {
        self.write(run)?;
        Ok(output::print_and(&page(run, output::stdout_style()), run.ends_in().into()))
    }

    /// Writes the reports of a run.
    pub fn write(&self, run: &Run) -> Result<(), Exit> {
        // `certify` writes a certificate, with the trace that belongs to it
        let others = self.report.iter().filter(|target| !target.is_certificate());
        others.map(|target| (target, (target.format.of_run)(run))).try_for_each(|(target, text)| target.write(&text))
    }

    /// Where a certificate is wanted.
    pub fn certificate(&self) -> Result<Option<&Path>, Exit> {
        let wanted = self.report.iter().filter(|target| target.is_certificate());
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
        let mut texts = Vec::new();
        for target in self.report.iter().filter(|target| !target.is_certificate()) {
            let Some(of_logs) = target.format.of_logs else {
                output::error(&format!(
                    "the format `{}` tells runs, and these are logs of sessions",
                    target.format.name
                ));
                let known = names(|format| format.of_logs.is_some());
                output::help(&format!("known for logs are {}", known.join(", ")));
                return Err(Exit::Usage);
            };
            texts.push((target, of_logs(logs, suite)));
        }
        texts.iter().try_for_each(|(target, text)| target.write(text))
    }
}

impl Target {
    fn is_certificate(&self) -> bool {
        self.format.name == CERTIFICATE
    }

    fn write(&self, text: &str) -> Result<(), Exit> {
        let standard = self.path.as_os_str() == "-";
        let written = if standard { output::print(text) } else { output::write_whole(&self.path, text) };
        written.map_err(|cause| {
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
