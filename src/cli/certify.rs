use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::output::progress;
use super::subject::{SeedOption, TimeoutOption, start};
use super::{Exit, ids, output};
use crate::adequacy;
use crate::explore::{Effort, explore};
use crate::implementation::Implementation;
use crate::oracle::Readings;
use crate::report::{self, Exploration, Run, RunVerdict};
use crate::run::{self, PlayedSuite, Selection};
use crate::suite::CasesError;
use crate::trace::{Capabilities, Capability, nearest};

/// Runs the suite against an implementation and says what it conforms to.
#[derive(clap::Args)]
pub struct Certify {
    /// Scenario files or folders to run instead of the suite inside the program.
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Runs only the scenarios whose id, name or file contains this, or that are about this clause, or stand at this
    /// file and line.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How many random sequences are explored besides; 256, or none with a filter.
    #[arg(long, value_name = "N")]
    explore: Option<usize>,
    #[command(flatten)]
    seed: SeedOption,
    #[command(flatten)]
    timeout: TimeoutOption,
    /// Writes a report; `json` and `junit` are known. May be given several times.
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<Target>,
    /// Judges the stated clauses alone; the others are shown.
    #[arg(long, value_name = "LEVEL", value_parser = ["stated"])]
    level: Option<String>,
    /// Capabilities that have to be declared, or `all`; one that is not makes the run nonconformant.
    #[arg(long, value_name = "CAPABILITY,…|all", value_parser = capabilities)]
    require: Option<Capabilities>,
    /// The command that starts the adapter; the reference in process where left out.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn capabilities(text: &str) -> Result<Capabilities, String> {
    if text == "all" {
        return Ok(Capability::ALL.into_iter().collect());
    }
    let known = |name: &str| {
        Capability::from_name(name).ok_or_else(|| {
            let names = Capability::ALL.map(Capability::name);
            let offer = nearest(name, names)
                .map_or_else(|| format!("known are {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
            format!("unknown capability `{name}`; {offer}")
        })
    };
    text.split(',').map(known).collect()
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
        let selection = Selection {
            filter: self.filter.clone(),
            stated_only: self.level.is_some(),
            required: self.require.clone().unwrap_or_default(),
        };
        let selected = suite.scenarios.iter().filter(|scenario| selection.includes(scenario)).count();
        if selected == 0 {
            output::error(&format!("no scenario matches `{}`", self.filter.as_deref().unwrap_or_default()));
            let wanted = self.filter.as_deref().unwrap_or_default();
            output::help(&ids::instead(wanted, &suite).unwrap_or_else(|| {
                "`todospec list scenarios` names them all; the id of a clause or FILE:LINE is a filter too".to_owned()
            }));
            return Err(Exit::Usage);
        }
        let mut implementation = start(&self.command, self.timeout, &suite)?;
        let bar = progress(selected, "scenarios");
        let played = run::scenarios(&suite, &selection, implementation.as_mut(), |_| bar.inc(1));
        bar.finish_and_clear();
        let explored = self.explored(&played, implementation.as_mut());
        let command = self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let diagnosis = played.hello().and_then(|hello| adequacy::diagnose(&suite, hello, played.outcomes()));
        let mut run = played.judged(&suite, &selection, command, explored);
        run.diagnosis = diagnosis.map(|known| (known.fault.to_owned(), known.says.to_owned()));
        run.score = adequacy::score(&suite);
        drop(implementation);
        self.finish(&run)
    }

    fn explored(
        &self,
        played: &PlayedSuite,
        implementation: &mut dyn Implementation,
    ) -> Option<(Exploration, Readings)> {
        let default = if self.filter.is_some() { 0 } else { Effort::default().cases };
        let effort = Effort { cases: self.explore.unwrap_or(default), seed: self.seed.get(), ..Effort::default() };
        let hello = played.hello().filter(|_| effort.cases > 0 && !played.gave_up())?;
        let bar = progress(effort.cases, "sequences");
        let explored = explore(effort, hello, implementation, || bar.inc(1));
        bar.finish_and_clear();
        Some(explored)
    }

    fn finish(&self, run: &Run) -> Result<Exit, Exit> {
        for target in &self.report {
            let text = match target.format {
                Format::Json => report::json(run),
                Format::Junit => report::junit(run),
            };
            output::write_whole(&target.path, &text).map_err(|cause| {
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
