//! What failed in a trace, as scenarios of their own.

use crate::explore;
use crate::model::Clause;
use crate::oracle::Finding;
use crate::report::{Exploration, Run, ScenarioOutcome};
use crate::suite::Scenario;

/// For each broken clause the scenario of the suite that shows it in the fewest steps, and what the explorer found.
pub fn run(run: &Run) -> Vec<(String, Scenario)> {
    let failed = run.scenarios.iter().filter(|outcome| !outcome.findings.is_empty());
    let failed: Vec<_> = failed.filter_map(|outcome| Some((outcome, written(run, outcome)?))).collect();
    let mut found: Vec<(String, Scenario)> = Vec::new();
    for clause in &run.clauses {
        let showing = failed.iter().filter_map(|(outcome, scenario)| Some((first(outcome, clause.clause)?, *scenario)));
        let Some((finding, scenario)) = showing.min_by_key(|(_, scenario)| scenario.steps.len()) else { continue };
        let file = scenario.id.replace('/', "-") + ".yaml";
        if found.iter().all(|(_, saved)| saved.file != file) {
            let about = format!("In a trace: {} allowed {}, seen {}", finding.subject, finding.allowed, finding.seen);
            found.push((about, Scenario { file, ..scenario.clone() }));
        }
    }
    found.extend(run.exploration.as_ref().and_then(exploration));
    found
}

/// What the explorer found, which it made as short as it would go.
pub fn exploration(exploration: &Exploration) -> Option<(String, Scenario)> {
    Some((explore::ABOUT_SAVED.to_owned(), exploration.scenario.clone()?))
}

fn first(outcome: &ScenarioOutcome, clause: Clause) -> Option<&Finding> {
    outcome.findings.iter().map(|placed| &placed.finding).find(|finding| finding.clause == clause)
}

fn written<'a>(run: &'a Run, outcome: &ScenarioOutcome) -> Option<&'a Scenario> {
    run.suite.scenarios.iter().find(|scenario| scenario.id == outcome.id)
}
