use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use super::certificate::Wanted;
use super::known::KnownOption;
use super::output::progress;
use super::reports::{Reports, complete};
use super::subject::{DriveOptions, SeedOption, Subject};
use super::trace::TraceOption;
use super::{Exit, ids, output};
use crate::explore::{Effort, explore_by};
use crate::oracle::Readings;
use crate::report::{self, Exploration};
use crate::run::{self, Crew, PlayedSuite, Selection};
use crate::suite::{CasesError, Partition, Suite};
use crate::trace::log::RunPlan;
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
    drive: DriveOptions,
    /// Runs only this part of the scenarios and sequences; `merge` joins the parts.
    #[arg(long, value_name = "K/N")]
    partition: Option<Partition>,
    #[command(flatten)]
    known: KnownOption,
    /// Refuses to run another version of the suite than this one.
    #[arg(long, value_name = "VERSION")]
    suite_version: Option<String>,
    #[command(flatten)]
    reports: Reports,
    /// Shows one thing at a time, within 40 lines: the first broken clause by its shortest counterexample.
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    trace: TraceOption,
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

impl Certify {
    pub fn run(self) -> Exit {
        match self.certified() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn certified(self) -> Result<Exit, Exit> {
        let suite = Arc::new(output::suite(&self.cases)?);
        self.version(&suite)?;
        let known = self.known.read(&suite)?;
        let wrong = run::check_all(&suite);
        if !wrong.is_empty() {
            output::cases_error(&CasesError::Wrong(wrong));
            return Err(Exit::Usage);
        }
        let selection = Selection {
            filter: self.filter.clone(),
            partition: self.partition,
            stated_only: self.level.is_some(),
            required: self.require.clone().unwrap_or_default(),
        };
        let selected = suite.scenarios.iter().filter(|scenario| selection.includes(scenario)).count();
        if selected == 0 {
            return Err(self.nothing_selected(&suite));
        }
        let effort = self.effort();
        let plan = plan(&selection, effort);
        let certificate = self.reports.certificate()?;
        let certificate = certificate.map(|path| Wanted::new(path, &plan, &self.command)).transpose()?;
        let mut subject = Subject::start(&self.command, self.drive, &suite)?;
        let command: Vec<_> = self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let mut crew = subject.crew();
        let trace = self.trace.begin(&suite, &command, plan, certificate.as_ref(), &mut crew)?;
        let bar = progress(selected, "scenarios");
        let played = run::scenarios_by(&suite, &selection, &mut crew, |_| bar.inc(1));
        bar.finish_and_clear();
        let explored = explored(effort, &played, &mut crew);
        let written = trace.map(|trace| trace.end(&mut crew)).transpose()?;
        let hello = played.hello().cloned();
        let mut run = played.judged(&suite, &selection, command, explored);
        drop(subject);
        if let Some(hello) = hello {
            complete(&mut run, &hello);
        }
        known.map_or(Ok(()), |known| known.hold(&mut run))?;
        certificate.map_or(Ok(()), |wanted| wanted.write(&run, written))?;
        let page = if self.brief { report::brief } else { report::summary };
        self.reports.tell(&run, page)
    }

    /// Holds the suite to the version that was asked for.
    fn version(&self, suite: &Suite) -> Result<(), Exit> {
        let here = &suite.table.version;
        match &self.suite_version {
            Some(wanted) if wanted != here => {
                output::error(&format!("suite {wanted} is asked for, and this todospec holds suite {here}"));
                output::help("install the todospec that holds it, or read the changelog and ask for the new one");
                Err(Exit::Usage)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// How much is explored: nothing with a filter, unless it was asked for.
    fn effort(&self) -> Effort {
        let default = if self.filter.is_some() { 0 } else { Effort::default().cases };
        let cases = self.explore.unwrap_or(default);
        Effort { cases, seed: self.seed.get(), partition: self.partition, ..Effort::default() }
    }

    fn nothing_selected(&self, suite: &Suite) -> Exit {
        match (&self.filter, self.partition) {
            (Some(wanted), None) => {
                output::error(&format!("no scenario matches `{wanted}`"));
                output::help(&ids::instead(wanted, suite).unwrap_or_else(|| {
                    "`todospec list scenarios` names them all; the id of a clause or FILE:LINE is a filter too"
                        .to_owned()
                }));
            }
            (_, part) => {
                let part = part.map(|part| format!(" {part}")).unwrap_or_default();
                output::error(&format!("no scenario is in part{part}"));
                output::help("split into fewer parts");
            }
        }
        Exit::Usage
    }
}

fn explored(effort: Effort, played: &PlayedSuite, crew: &mut Crew<'_>) -> Option<(Exploration, Readings)> {
    let hello = played.hello().filter(|_| effort.cases > 0 && !played.gave_up())?;
    let bar = progress(effort.cases, "sequences");
    let explored = explore_by(effort, hello, crew, || bar.inc(1));
    bar.finish_and_clear();
    Some(explored)
}

/// What decides which requests are sent, for the trace.
fn plan(selection: &Selection, effort: Effort) -> RunPlan {
    RunPlan {
        scenarios: true,
        filter: selection.filter.clone(),
        partition: selection.partition.map(|partition| partition.to_string()),
        stated_only: selection.stated_only,
        required: selection.required.iter().map(|capability| capability.name().to_owned()).collect(),
        sequences: effort.cases,
        max_steps: effort.max_steps,
        seed: effort.seed,
    }
}
