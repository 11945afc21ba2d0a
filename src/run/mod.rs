//! Scenarios driven through an implementation, and what came of them.

mod crew;
mod known;
mod letter;
mod merge;
mod play;
mod record;
mod scenes;
mod script;
mod tally;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

pub use crew::{Crew, Task};
pub use known::{known, updated};
pub use letter::{check, check_all};
pub use merge::{MergeError, merge};
pub use play::{Judged, Played, Stop, play};
pub use record::Recorder;
pub use scenes::{conversation, scenes};
pub use script::{Planned, script};

use crate::implementation::{Implementation, Trouble};
use crate::oracle::{Blame, Readings};
use crate::report::{Exploration, Identity, Run, RunVerdict, ScenarioOutcome, Unseen};
use crate::suite::{Partition, Scenario, Suite};
use crate::trace::log::Chapter;
use crate::trace::{Capabilities, Hello};

/// After so many scenarios in a row in which the implementation had to be ended, the rest is not tried.
const GIVE_UP: usize = 5;

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only scenarios whose name, id or file contains this, that are about this clause or stand at this place.
    pub filter: Option<String>,
    /// Only this part of them.
    pub partition: Option<Partition>,
    /// Whether clauses that follow are shown but do not decide.
    pub stated_only: bool,
    /// Capabilities without which an implementation is not conformant.
    pub required: Capabilities,
}

impl Selection {
    /// Whether a scenario is selected.
    pub fn includes(&self, scenario: &Scenario) -> bool {
        let part = self.partition.is_none_or(|partition| partition.has(&scenario.id));
        part && self.filter.as_deref().is_none_or(|filter| {
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
    each: impl FnMut(&ScenarioOutcome),
) -> PlayedSuite {
    scenarios_by(suite, selection, &mut Crew::one(implementation), each)
}

/// Plays the selected scenarios; `each` hears of every outcome, in the suite's order however many share the work.
pub fn scenarios_by(
    suite: &Suite,
    selection: &Selection,
    crew: &mut Crew<'_>,
    mut each: impl FnMut(&ScenarioOutcome),
) -> PlayedSuite {
    let started = Instant::now();
    let hello = crew.hello();
    let mut played =
        PlayedSuite { started, hello, outcomes: Vec::new(), readings: Readings::default(), gave_up: false };
    let selected: Vec<_> = suite.scenarios.iter().filter(|scenario| selection.includes(scenario)).collect();
    if let Ok(hello) = &played.hello {
        let mut ended_in_a_row = 0;
        let tasks = selected.iter().map(|scenario| (Chapter::Scenario(scenario.id.clone()), (), *scenario));
        crew.each(
            tasks,
            |scenario, implementation| play(scenario, hello, implementation),
            |(), scenario| {
                let Played { outcome, readings, ended } = scenario;
                each(&outcome);
                played.outcomes.push(outcome);
                played.readings.merge(readings);
                ended_in_a_row = if ended { ended_in_a_row + 1 } else { 0 };
                played.gave_up = ended_in_a_row == GIVE_UP;
                if played.gave_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
    }
    for scenario in &selected[played.outcomes.len()..] {
        let why = match played.hello {
            Ok(_) => format!("not tried: the implementation had to be ended in {GIVE_UP} scenarios in a row"),
            Err(_) => "not tried: no hello".to_owned(),
        };
        let outcome = play::outcome(scenario, Vec::new(), Some(Unseen::NotTried(why)));
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
        let implementation = match hello {
            Some(hello) => Identity::new(hello, command),
            None => Identity { command, ..Identity::default() },
        };
        let run = Run {
            suite: Arc::clone(suite),
            implementation,
            no_hello,
            filter: selection.filter.clone(),
            partition: selection.partition,
            stated_only: selection.stated_only,
            verdict: RunVerdict::Inconclusive,
            required: selection.required.clone(),
            clauses: Vec::new(),
            scenarios: self.outcomes,
            readings,
            exploration,
            diagnosis: None,
            score: None,
            known: None,
            duration: self.started.elapsed(),
        };
        tally::tallied(run)
    }
}
