use std::path::PathBuf;
use std::sync::Arc;

use super::output::progress;
use super::subject::SeedOption;
use super::{Exit, output};
use crate::adequacy::{self, Measurement};
use crate::explore::Effort;
use crate::implementation::faults;

/// Proves the suite: on implementations with one deliberate mistake each, on rightful variants and on controls.
#[derive(clap::Args)]
pub struct Selfcheck {
    /// Prints the measurement as JSON.
    #[arg(long)]
    json: bool,
    /// Writes the score into this file; `spec-cases/adequacy.json` is the one that reports carry from the next build on.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// How many sequences the explorer may try on each fault.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    cases: usize,
    #[command(flatten)]
    seed: SeedOption,
}

impl Selfcheck {
    pub fn run(self) -> Exit {
        let suite = match output::suite(&[]) {
            Ok(suite) => Arc::new(suite),
            Err(exit) => return exit,
        };
        let effort = Effort { cases: self.cases, seed: self.seed.get(), ..Effort::default() };
        let bar = progress(faults().count(), "faults");
        let measurement = adequacy::measure(&suite, effort, || bar.inc(1));
        bar.finish_and_clear();
        if let (Some(path), Some(text)) = (&self.write, measurement.written())
            && let Err(cause) = output::write_whole(path, &text)
        {
            output::error(&format!("cannot write `{}`: {cause}", path.display()));
            return Exit::Usage;
        }
        let text = if self.json {
            format!("{:#}\n", adequacy::json(&measurement))
        } else {
            adequacy::table(&measurement, output::stdout_style())
        };
        output::print_and(&text, exit(&measurement))
    }
}

/// A measurement that a control voids says nothing; a fault that survives or a variant that is failed is a finding.
fn exit(measurement: &Measurement) -> Exit {
    match (measurement.is_valid(), measurement.is_complete()) {
        (false, _) => Exit::Inconclusive,
        (true, false) => Exit::Nonconformant,
        (true, true) => Exit::Success,
    }
}
