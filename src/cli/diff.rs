use std::path::PathBuf;

use super::{Exit, output};
use crate::report::{self, Recorded};

/// Tells what changed between two JSON reports.
///
/// Ends in 0 where nothing got worse, and in 1 where a clause that passed or did not apply is broken or could not be
/// tested now, or the run is no longer conformant.
#[derive(clap::Args)]
pub struct Diff {
    /// The report of before.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The report of now.
    #[arg(value_name = "NEW")]
    new: PathBuf,
}

impl Diff {
    pub fn run(self) -> Exit {
        match self.compared() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn compared(&self) -> Result<Exit, Exit> {
        let (old, new) = (read(&self.old)?, read(&self.new)?);
        let changes = report::changes(&old, &new);
        let exit = if changes.is_worse() { Exit::Nonconformant } else { Exit::Success };
        Ok(output::print_and(&changes.told(output::stdout_style()), exit))
    }
}

fn read(path: &PathBuf) -> Result<Recorded, Exit> {
    let wrong = |wrong: String| {
        output::error(&format!("cannot use the report `{}`: {wrong}", path.display()));
        output::help("diff takes two reports of `--report json=FILE`");
        Exit::Usage
    };
    let text = std::fs::read_to_string(path).map_err(|cause| wrong(cause.to_string()))?;
    report::recorded(&text).map_err(|cause| wrong(cause.to_string()))
}
