use std::path::PathBuf;

use super::{Exit, output};
use crate::report::counted;
use crate::run;
use crate::suite::CasesError;

/// Checks scenario files, and that the reference answers what they write.
#[derive(clap::Args)]
pub struct Lint {
    /// Files and folders; the suite inside the program where left out.
    paths: Vec<PathBuf>,
}

impl Lint {
    pub fn run(self) -> Exit {
        let suite = match output::suite(&self.paths) {
            Ok(suite) => suite,
            Err(exit) => return exit,
        };
        let wrong = run::check_all(&suite);
        if !wrong.is_empty() {
            output::cases_error(&CasesError::Wrong(wrong));
            return Exit::Usage;
        }
        let (files, scenarios) = (suite.sources.len(), suite.scenarios.len());
        output::print_and(
            &format!("{} in {}: no mistakes\n", counted(scenarios, "scenario"), counted(files, "file")),
            Exit::Success,
        )
    }
}
