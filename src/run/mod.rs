//! Scenarios driven through an implementation, and what came of them.

mod letter;
mod play;
mod script;
mod tally;

use std::sync::Arc;
use std::time::Instant;

pub use letter::{check, check_all};
pub use play::{Judged, Stop, play};
pub use script::{Planned, script};

use crate::implementation::{Implementation, Trouble};
use crate::oracle::{Blame, Readings};
use crate::report::{Exploration, Identity, Run, ScenarioOutcome, Unseen};
use crate::suite::{Scenario, Suite};
use crate::trace::Hello;

/// After so many scenarios in a row that could not be tested, the rest is not tried.
const GIVE_UP: usize = 10;

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only scenarios whose name, file or clauses contain this.
    pub filter: Option<String>,
    /// Whether clauses that follow are shown but do not decide.
    pub stated_only: bool,
}

impl Selection {
    /// Whether a scenario is selected.
    pub fn includes(&self, scenario: &Scenario) -> bool {
        self.filter.as_deref().is_none_or(|filter| {
            scenario.name.contains(filter)
                || scenario.id.contains(filter)
                || scenario.file.contains(filter)
                || scenario.clauses.iter().any(|clause| clause.id() == filter)
        })
    }
}

/// Scenarios that were played, before anything is counted.
pub struct Played {
    started: Instant,
    hello: Result<Hello, Trouble>,
    outcomes: Vec<ScenarioOutcome>,
    readings: Readings,
}

/// Plays the selected scenarios one after the other; `each` hears of every outcome.
pub fn scenarios(
    suite: &Suite,
    selection: &Selection,
    implementation: &mut dyn Implementation,
    mut each: impl FnMut(&ScenarioOutcome),
) -> Played {
    let started = Instant::now();
    let hello = implementation.hello();
    let mut readings = Readings::default();
    let mut outcomes = Vec::new();
    let mut in_a_row = 0;
    for scenario in suite.scenarios.iter().filter(|scenario| selection.includes(scenario)) {
        let outcome = match &hello {
            Err(trouble) => untested(scenario, trouble.to_string(), trouble.blame()),
            Ok(hello) if in_a_row < GIVE_UP => {
                let (outcome, seen) = play(scenario, hello, implementation);
                readings.merge(seen);
                in_a_row = if matches!(outcome.unseen, Some(Unseen::Inconclusive { .. })) { in_a_row + 1 } else { 0 };
                outcome
            }
            Ok(_) => {
                let reason = format!("not tried: {GIVE_UP} scenarios in a row could not be tested");
                untested(scenario, reason, Blame::Implementation)
            }
        };
        each(&outcome);
        outcomes.push(outcome);
    }
    Played { started, hello, outcomes, readings }
}

impl Played {
    /// What the implementation said of itself.
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref().ok()
    }

    /// Whether the implementation could not be tested at all, or not to the end.
    pub fn gave_up(&self) -> bool {
        let last = self.outcomes.iter().rev().take(GIVE_UP);
        self.hello.is_err()
            || self.outcomes.len() >= GIVE_UP
                && last.clone().all(|outcome| matches!(outcome.unseen, Some(Unseen::Inconclusive { .. })))
    }

    /// Counts everything together.
    pub fn judged(
        self,
        suite: &Arc<Suite>,
        selection: &Selection,
        command: Vec<String>,
        explored: Option<(Exploration, Readings)>,
    ) -> Run {
        let hello = self.hello.ok();
        let (exploration, seen) = explored.unzip();
        let mut readings = self.readings;
        readings.merge(seen.unwrap_or_default());
        let capabilities = hello.as_ref().map(|hello| hello.capabilities.clone()).unwrap_or_default();
        let clauses = tally::clauses(&suite.table, &capabilities, &self.outcomes, exploration.as_ref(), &readings);
        Run {
            suite: Arc::clone(suite),
            implementation: Identity {
                name: hello.as_ref().map(|hello| hello.name.clone()).unwrap_or_default(),
                version: hello.map(|hello| hello.version).unwrap_or_default(),
                command,
                capabilities,
            },
            verdict: tally::verdict(&clauses, &self.outcomes, exploration.as_ref(), selection.stated_only),
            clauses,
            scenarios: self.outcomes,
            readings,
            exploration,
            duration: self.started.elapsed(),
        }
    }
}

fn untested(scenario: &Scenario, reason: String, blame: Blame) -> ScenarioOutcome {
    play::outcome(scenario, Vec::new(), Some(Unseen::Inconclusive { reason, blame, line: scenario.line }))
}
