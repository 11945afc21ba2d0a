//! Options that say who is tested and how.

use std::ffi::OsString;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Exit, output};
use crate::explore::Effort;
use crate::implementation::{Implementation, Process, Reference};
use crate::run::Crew;
use crate::suite::Suite;

/// The time limit of one answer.
#[derive(Clone, Copy, Debug, clap::Args)]
struct TimeoutOption {
    /// How long one answer may take, in seconds.
    #[arg(long, value_name = "SECS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
}

/// The seed of an exploration.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SeedOption {
    /// The explorer's seed: a number, or `random`. The same seed tries the same sequences.
    #[arg(long, value_name = "SEED", value_parser = seed)]
    seed: Option<u64>,
}

impl SeedOption {
    /// The seed, fixed unless one was named.
    pub fn get(self) -> u64 {
        self.seed.unwrap_or(Effort::default().seed)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        Ok(_) | Err(_) => Err("expected a number of seconds above 0, at most 86400".to_owned()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return Ok(u64::from(now.subsec_nanos()) ^ now.as_secs().rotate_left(20) ^ u64::from(std::process::id()));
    }
    text.parse().map_err(|_| "expected a whole number, or `random`".to_owned())
}

/// How a program is driven.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DriveOptions {
    #[command(flatten)]
    timeout: TimeoutOption,
    /// How many processes of the implementation share the work.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = jobs)]
    jobs: usize,
    /// Starts a process for each scenario and each sequence.
    #[arg(long)]
    fresh: bool,
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        Ok(_) | Err(_) => Err("expected a whole number from 1 to 256".to_owned()),
    }
}

/// Who is tested: as many alike as there are jobs.
pub struct Subject(Vec<Box<dyn Implementation + Send>>);

impl Subject {
    /// Starts the implementation: a program behind the adapter protocol, or the reference where there is no command.
    pub fn start(command: &[OsString], drive: DriveOptions, suite: &Suite) -> Result<Self, Exit> {
        (0..drive.jobs).map(|_| start(command, drive, suite)).collect::<Result<_, _>>().map(Self)
    }

    /// Them, to be given work.
    pub fn crew(&mut self) -> Crew<'_> {
        match &mut self.0[..] {
            [one] => Crew::one(one.as_mut()),
            many => Crew::many(many),
        }
    }
}

fn start(command: &[OsString], drive: DriveOptions, suite: &Suite) -> Result<Box<dyn Implementation + Send>, Exit> {
    if command.is_empty() {
        return Ok(Box::new(Reference::default()));
    }
    let limit = Duration::from_secs_f64(drive.timeout.timeout);
    let told = (suite.table.version.clone(), suite.digest.clone());
    match Process::start(command.to_vec(), limit, told) {
        Ok(process) => Ok(Box::new(process.fresh(drive.fresh))),
        Err(wrong) => {
            output::error(&wrong.to_string());
            output::help("the words after `--` are a program and its arguments");
            Err(Exit::Usage)
        }
    }
}
