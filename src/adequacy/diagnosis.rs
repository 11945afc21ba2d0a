use crate::implementation::{Faulty, faults, variants};
use crate::oracle::Verdict;
use crate::report::{Placed, ScenarioOutcome};
use crate::run;
use crate::suite::{Scenario, Suite};
use crate::trace::Hello;

/// The known mistake that an implementation behaves exactly like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The fault's id.
    pub fault: &'static str,
    /// What its maker misunderstood.
    pub says: &'static str,
}

/// Says which fault behaves exactly like an implementation that failed: the same findings in the same steps of every
/// scenario that was run, with the same things seen. No rightful variant does, or nothing would have been found; where
/// several faults do, none can be told from the others, and none is named.
pub fn diagnose(suite: &Suite, hello: &Hello, outcomes: &[ScenarioOutcome]) -> Option<Diagnosis> {
    let tested = |outcome: &&ScenarioOutcome| matches!(outcome.verdict, Verdict::Pass | Verdict::Fail);
    let mut tested: Vec<_> = outcomes
        .iter()
        .filter(tested)
        .filter_map(|outcome| Some((suite.scenarios.iter().find(|scenario| scenario.id == outcome.id)?, outcome)))
        .collect();
    // What failed tells most faults apart at once.
    tested.sort_by_key(|(_, outcome)| outcome.findings.is_empty());
    if tested.first().is_none_or(|(_, outcome)| outcome.findings.is_empty()) {
        return None;
    }
    let alike =
        |mut faulty: Faulty| tested.iter().all(|(scenario, outcome)| same(scenario, outcome, hello, &mut faulty));
    let mut named = faults().filter(|fault| alike(Faulty::from(*fault)));
    let first = named.next()?;
    let another = named.next().is_some() || variants().any(|variant| alike(Faulty::from(variant)));
    (!another).then_some(Diagnosis { fault: first.id, says: first.says })
}

fn same(scenario: &Scenario, outcome: &ScenarioOutcome, hello: &Hello, faulty: &mut Faulty) -> bool {
    let again = run::play(scenario, hello, faulty).outcome;
    let told = |placed: &Placed| (placed.step, placed.finding.clone());
    again.findings.iter().map(told).eq(outcome.findings.iter().map(told))
}
