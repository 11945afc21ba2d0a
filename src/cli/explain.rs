use super::{Exit, output};
use crate::model::Clause;
use crate::report;
use crate::suite::Reading;
use crate::trace::offer;

/// Explains a clause, an open point or a scenario by its id.
#[derive(clap::Args)]
pub struct Explain {
    /// The id, as `todospec list` names it.
    id: String,
}

impl Explain {
    pub fn run(self) -> Exit {
        let suite = match output::suite(&[]) {
            Ok(suite) => suite,
            Err(exit) => return exit,
        };
        let style = output::stdout_style();
        let scenario = suite.scenarios.iter().find(|scenario| scenario.id == self.id || scenario.name == self.id);
        let text = match (Clause::from_id(&self.id), Reading::from_id(&self.id), scenario) {
            (Some(clause), _, _) => report::clause(&suite, clause, style),
            (None, Some(reading), _) => report::reading(&suite, reading, style),
            (None, None, Some(scenario)) => report::scenario(scenario, style),
            (None, None, None) => {
                output::error(&format!("nothing has the id `{}`", self.id));
                let known = Clause::ALL
                    .iter()
                    .map(|clause| clause.id())
                    .chain(Reading::ALL.iter().map(|reading| reading.id()))
                    .chain(suite.scenarios.iter().map(|scenario| scenario.id.as_str()));
                output::help(&offer(&self.id, known).unwrap_or_else(|| {
                    "`todospec list clauses`, `list readings` and `list scenarios` name them all".to_owned()
                }));
                return Exit::Usage;
            }
        };
        output::print_and(&text, Exit::Success)
    }
}
