use std::ffi::OsString;

use super::output::progress;
use super::subject::{SeedOption, TimeoutOption, start};
use super::{Exit, output};
use crate::explore::{Effort, explore};
use crate::report;

/// Tries random sequences of actions against an implementation, and shortens what breaks a clause.
#[derive(clap::Args)]
pub struct Explore {
    /// How many sequences.
    #[arg(long, value_name = "N", default_value_t = Effort::default().cases, value_parser = positive)]
    cases: usize,
    /// How many operations a sequence has at most.
    #[arg(long, value_name = "N", default_value_t = Effort::default().max_steps, value_parser = positive)]
    max_steps: usize,
    #[command(flatten)]
    seed: SeedOption,
    #[command(flatten)]
    timeout: TimeoutOption,
    /// The command that starts the adapter; the reference in process where left out.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        Ok(_) | Err(_) => Err("expected a whole number above 0".to_owned()),
    }
}

impl Explore {
    pub fn run(self) -> Exit {
        let suite = match output::suite(&[]) {
            Ok(suite) => suite,
            Err(exit) => return exit,
        };
        let mut implementation = match start(&self.command, self.timeout, &suite) {
            Ok(implementation) => implementation,
            Err(exit) => return exit,
        };
        let hello = match implementation.hello() {
            Ok(hello) => hello,
            Err(trouble) => {
                output::error(&trouble.to_string());
                return Exit::Inconclusive;
            }
        };
        let effort = Effort { cases: self.cases, max_steps: self.max_steps, seed: self.seed.get() };
        let bar = progress(effort.cases, "sequences");
        let (exploration, _) = explore(effort, &hello, implementation.as_mut(), || bar.inc(1));
        bar.finish_and_clear();
        let exit = if !exploration.findings.is_empty() {
            Exit::Nonconformant
        } else if exploration.inconclusive.is_some() {
            Exit::Inconclusive
        } else {
            Exit::Success
        };
        output::print_and(&report::explored(&exploration, output::stdout_style()), exit)
    }
}
