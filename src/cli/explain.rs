use super::{Exit, ids, output};
use crate::implementation::faults;
use crate::model::Clause;
use crate::report;
use crate::suite::Reading;

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
        let broken_by = |clause: Clause| faults().filter(move |fault| fault.clause == clause);
        let scenario = suite.scenarios.iter().find(|scenario| scenario.id == self.id || scenario.name == self.id);
        let fault = faults().find(|fault| fault.id == self.id);
        let text = match (Clause::from_id(&self.id), Reading::from_id(&self.id), fault, scenario) {
            (Some(clause), _, _, _) => {
                let faults: Vec<_> = broken_by(clause).map(|fault| (fault.id, fault.says)).collect();
                report::clause(&suite, clause, &faults, style)
            }
            (None, Some(reading), _, _) => report::reading(&suite, reading, style),
            (None, None, Some(fault), _) => {
                let about = format!("fault {}, breaks {}: {}\n", fault.id, fault.clause, fault.says);
                textwrap::fill(&about, style.width)
            }
            (None, None, None, Some(scenario)) => report::scenario(scenario, style),
            (None, None, None, None) => {
                output::error(&format!("nothing has the id `{}`", self.id));
                output::help(&ids::instead(&self.id, &suite).unwrap_or_else(|| {
                    "`todospec list clauses`, `list readings`, `list faults` and `list scenarios` name them all"
                        .to_owned()
                }));
                return Exit::Usage;
            }
        };
        output::print_and(&text, Exit::Success)
    }
}
