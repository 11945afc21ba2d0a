use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::output::progress;
use super::subject::{DriveOptions, SeedOption, Subject};
use super::trace::TraceOption;
use super::{Exit, output};
use crate::explore::{ABOUT_SAVED, Effort, exhaust, explore_by};
use crate::report::{self, Exploration};
use crate::run::Crew;
use crate::suite::{self, Scenario};
use crate::trace::Hello;
use crate::trace::log::RunPlan;

/// Tries random sequences of actions against an implementation, and shortens what breaks a clause.
#[derive(clap::Args)]
pub struct Explore {
    /// How many sequences.
    #[arg(long, value_name = "N", default_value_t = Effort::default().cases, value_parser = positive)]
    cases: usize,
    /// How many operations a sequence has at most.
    #[arg(long, value_name = "N", default_value_t = Effort::default().max_steps, value_parser = positive)]
    max_steps: usize,
    /// Tries every sequence of up to DEPTH actions over a small alphabet instead.
    #[arg(long, value_name = "DEPTH", value_parser = depth, conflicts_with = "trace")]
    exhaustive: Option<usize>,
    /// Saves what breaks a clause as a scenario file in this folder.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedOption,
    #[command(flatten)]
    drive: DriveOptions,
    #[command(flatten)]
    trace: TraceOption,
    /// The command that starts the adapter; the reference in process where left out.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth @ 1..=12) => Ok(depth),
        Ok(_) | Err(_) => Err("expected a whole number from 1 to 12".to_owned()),
    }
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        Ok(_) | Err(_) => Err("expected a whole number above 0".to_owned()),
    }
}

impl Explore {
    pub fn run(self) -> Exit {
        match self.explored() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn explored(&self) -> Result<Exit, Exit> {
        let suite = output::suite(&[])?;
        let mut subject = Subject::start(&self.command, self.drive, &suite)?;
        let mut crew = subject.crew();
        let hello = crew.hello().map_err(|trouble| {
            output::error(&trouble.to_string());
            Exit::Inconclusive
        })?;
        let exploration = match self.exhaustive {
            Some(depth) => self.exhausted(depth, &hello, &mut crew)?,
            None => {
                let effort =
                    Effort { cases: self.cases, max_steps: self.max_steps, seed: self.seed.get(), partition: None };
                let plan = RunPlan {
                    sequences: effort.cases,
                    max_steps: effort.max_steps,
                    seed: effort.seed,
                    ..RunPlan::default()
                };
                let command: Vec<_> = self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
                let trace = self.trace.begin(&suite, &command, plan, None, &mut crew)?;
                let bar = progress(effort.cases, "sequences");
                let (exploration, _) = explore_by(effort, &hello, &mut crew, || bar.inc(1));
                bar.finish_and_clear();
                trace.map(|trace| trace.end(&mut crew)).transpose()?;
                exploration
            }
        };
        let exit = exploration.verdict().into();
        let mut text = report::explored(&exploration, output::stdout_style());
        if let (Some(folder), Some(scenario)) = (&self.save, &exploration.scenario) {
            let path = folder.join(&scenario.file);
            save(&path, scenario).map_err(|cause| {
                output::error(&format!("cannot write `{}`: {cause}", path.display()));
                Exit::Usage
            })?;
            let words: Vec<_> = self.command.iter().map(|word| report::shell(&word.to_string_lossy())).collect();
            let command = if words.is_empty() { String::new() } else { format!(" -- {}", words.join(" ")) };
            let cases = report::shell(&path.to_string_lossy());
            let again = format!("todospec certify --explore 0 --cases {cases}{command}");
            text = format!("{text}saved; run it with\n  {again}\n");
        }
        Ok(output::print_and(&text, exit))
    }

    /// Every sequence up to a depth. On a process no state is taken for another, so the number of sequences is told first.
    fn exhausted(&self, depth: usize, hello: &Hello, crew: &mut Crew<'_>) -> Result<Exploration, Exit> {
        if self.command.is_empty() {
            return Ok(exhaust::reference(depth));
        }
        let (all, longest) = exhaust::count(depth, hello);
        let told = format!("{all} sequences of up to {depth} actions, {longest} of them to be played\n");
        output::print(&told).map_err(|_| Exit::Usage)?;
        let bar = progress(usize::try_from(longest).unwrap_or(usize::MAX), "sequences");
        let exploration = exhaust::any(depth, hello, crew, || bar.inc(1));
        bar.finish_and_clear();
        Ok(exploration)
    }
}

fn save(path: &Path, scenario: &Scenario) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    output::write_whole(path, &suite::print(ABOUT_SAVED, std::slice::from_ref(scenario)))
}
