//! Scenarios driven through an implementation, and what came of them.

mod letter;
mod play;
mod script;
mod tally;

use std::sync::Arc;
use std::time::Instant;

pub use letter::{check, check_all};
pub use play::{Judged, Played, Stop, play};
pub use script::{Planned, script};

use crate::implementation::{Implementation, Trouble};
use crate::oracle::{Blame, Readings};
use crate::report::{Exploration, Identity, Run, RunVerdict, ScenarioOutcome, Unseen};
use crate::suite::{Scenario, Suite};
use crate::trace::{Capabilities, Hello};

/// After so many scenarios in a row in which the implementation had to be ended, the rest is not tried.
const GIVE_UP: usize = 5;

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only scenarios whose name, id or file contains this, that are about this clause or stand at this place.
    pub filter: Option<String>,
    /// Whether clauses that follow are shown but do not decide.
    pub stated_only: bool,
    /// Capabilities without which an implementation is not conformant.
    pub required: Capabilities,
}

impl Selection {
    /// Whether a scenario is selected.
    pub fn includes(&self, scenario: &Scenario) -> bool {
        self.filter.as_deref().is_none_or(|filter| {
            scenario.name.contains(filter)
                || scenario.id.contains(filter)
                || scenario.file.contains(filter)
                || scenario.clauses.iter().any(|clause| clause.id() == filter)
                || stands_at(scenario, filter)
        })
    }
}

/// Whether a scenario stands at a place written as `file:line`.
fn stands_at(scenario: &Scenario, place: &str) -> bool {
    let Some((file, line)) = place.rsplit_once(':') else { return false };
    let lines = scenario.line..=scenario.last_line();
    scenario.file == file && line.parse().is_ok_and(|line| lines.contains(&line))
}

/// A suite that was played, before anything is counted.
pub struct PlayedSuite {
    started: Instant,
    hello: Result<Hello, Trouble>,
    outcomes: Vec<ScenarioOutcome>,
    readings: Readings,
    gave_up: bool,
}

/// Plays the selected scenarios one after the other; `each` hears of every outcome.
pub fn scenarios(
    suite: &Suite,
    selection: &Selection,
    implementation: &mut dyn Implementation,
    mut each: impl FnMut(&ScenarioOutcome),
) -> PlayedSuite {
    let started = Instant::now();
    let hello = implementation.hello();
    let mut played =
        PlayedSuite { started, hello, outcomes: Vec::new(), readings: Readings::default(), gave_up: false };
    let mut ended_in_a_row = 0;
    for scenario in suite.scenarios.iter().filter(|scenario| selection.includes(scenario)) {
        let outcome = match &played.hello {
            Ok(hello) if !played.gave_up => {
                let Played { outcome, readings, ended } = play(scenario, hello, implementation);
                played.readings.merge(readings);
                ended_in_a_row = if ended { ended_in_a_row + 1 } else { 0 };
                played.gave_up = ended_in_a_row == GIVE_UP;
                outcome
            }
            Ok(_) => {
                let reason = format!("not tried: the implementation had to be ended in {GIVE_UP} scenarios in a row");
                play::outcome(scenario, Vec::new(), Some(Unseen::NotTried(reason)))
            }
            Err(_) => play::outcome(scenario, Vec::new(), Some(Unseen::NotTried("not tried: no hello".to_owned()))),
        };
        each(&outcome);
        played.outcomes.push(outcome);
    }
    played
}

impl PlayedSuite {
    /// What the implementation said of itself.
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref().ok()
    }

    /// What came of each scenario.
    pub fn outcomes(&self) -> &[ScenarioOutcome] {
        &self.outcomes
    }

    /// Whether the implementation could not be tested at all, or not to the end.
    pub fn gave_up(&self) -> bool {
        self.hello.is_err() || self.gave_up
    }

    /// Counts everything together.
    pub fn judged(
        self,
        suite: &Arc<Suite>,
        selection: &Selection,
        command: Vec<String>,
        explored: Option<(Exploration, Readings)>,
    ) -> Run {
        // Nothing of the implementation was asked for yet, so this is the adapter's.
        let no_hello = self.hello.as_ref().err().map(|trouble| (trouble.to_string(), Blame::Adapter));
        let hello = self.hello.ok();
        let (exploration, seen) = explored.unzip();
        let mut readings = self.readings;
        readings.merge(seen.unwrap_or_default());
        let capabilities = hello.as_ref().map(|hello| hello.capabilities.clone()).unwrap_or_default();
        let missing: Capabilities = match no_hello {
            None => selection.required.difference(&capabilities).copied().collect(),
            Some(_) => Capabilities::new(),
        };
        let clauses = tally::clauses(&suite.table, &capabilities, &self.outcomes, exploration.as_ref(), &readings);
        Run {
            suite: Arc::clone(suite),
            implementation: Identity {
                name: hello.as_ref().map(|hello| hello.name.clone()).unwrap_or_default(),
                version: hello.map(|hello| hello.version).unwrap_or_default(),
                command,
                capabilities,
            },
            no_hello,
            verdict: if missing.is_empty() {
                tally::verdict(&clauses, &self.outcomes, exploration.as_ref(), selection.stated_only)
            } else {
                RunVerdict::Nonconformant
            },
            missing,
            clauses,
            scenarios: self.outcomes,
            readings,
            exploration,
            diagnosis: None,
            score: None,
            duration: self.started.elapsed(),
        }
    }
}
