use super::{Exit, output};
use crate::trace::log;
use crate::{report, suite};

/// Prints the JSON Schema of a scenario file, for editors, of a trace's lines, or of a report.
#[derive(clap::Args)]
pub struct Schema {
    /// The schema of a line of a trace.
    #[arg(long)]
    trace: bool,
    /// The schema of a JSON report.
    #[arg(long, conflicts_with = "trace")]
    report: bool,
}

impl Schema {
    pub fn run(self) -> Exit {
        let schema = match self {
            Self { report: true, .. } => report::schema(),
            Self { trace: true, .. } => log::schema(),
            Self { .. } => suite::schema(),
        };
        output::print_and(&format!("{schema:#}\n"), Exit::Success)
    }
}
