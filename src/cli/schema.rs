use super::{Exit, output};
use crate::suite;
use crate::trace::log;

/// Prints the JSON Schema of a scenario file, for editors, or of a trace's lines.
#[derive(clap::Args)]
pub struct Schema {
    /// The schema of a line of a trace.
    #[arg(long)]
    trace: bool,
}

impl Schema {
    pub fn run(self) -> Exit {
        let schema = if self.trace { log::schema() } else { suite::schema() };
        output::print_and(&format!("{schema:#}\n"), Exit::Success)
    }
}
