//! Known failures held against a run: still looked for, and still to be as they are known.

use super::tally::tallied;
use crate::oracle::Finding;
use crate::report::{self, KnownFailures, KnownState, Run, RunVerdict, Unseen};
use crate::suite::{EXPLORATION, KnownFailure};

/// What became of known failures. `today` is the day as year, month and day.
pub fn known(run: &Run, file: String, entries: Vec<KnownFailure>, today: (u16, u8, u8)) -> KnownFailures {
    let failures: Vec<_> = entries.into_iter().map(|entry| (state(run, &entry, today), entry)).collect();
    let failures: Vec<_> = failures.into_iter().map(|(state, entry)| (entry, state)).collect();
    let stale = failures.iter().any(|(_, state)| state.is_stale());
    let mut known = KnownFailures { file, failures, ends_in: RunVerdict::Nonconformant };
    if !stale {
        known.ends_in = without(run, &known).verdict;
    }
    known
}

/// The entries that a run calls for: those that are as they were, with what is written beside them, and every other finding.
/// Entries about what was not run stay.
pub fn updated(run: &Run, known: &KnownFailures) -> Vec<KnownFailure> {
    let mut entries: Vec<KnownFailure> = Vec::new();
    for (entry, state) in &known.failures {
        match state {
            KnownState::Known | KnownState::Untested | KnownState::NotRun => entries.push(entry.clone()),
            KnownState::Expired => entries.push(KnownFailure { expires: None, ..entry.clone() }),
            KnownState::Passes | KnownState::Changed(_) | KnownState::NotApplicable => {}
        }
    }
    for (scenario, finding) in findings(run) {
        if entries.iter().any(|entry| report::names(entry, scenario, finding)) {
            continue;
        }
        // The same failure seen otherwise is worked on where it was before.
        let mut before = known.failures.iter().map(|(entry, _)| entry);
        let before = before.rfind(|entry| entry.scenario == scenario && entry.clause == finding.clause);
        entries.push(KnownFailure {
            scenario: scenario.to_owned(),
            clause: finding.clause,
            seen: report::seen(finding),
            issue: before.and_then(|entry| entry.issue.clone()),
            expires: None,
            place: crate::suite::Place::default(),
        });
    }
    let order = |entry: &KnownFailure| run.suite.scenarios.iter().position(|scenario| scenario.id == entry.scenario);
    entries.sort_by_key(|entry| order(entry).unwrap_or(usize::MAX));
    entries
}

fn findings(run: &Run) -> impl Iterator<Item = (&str, &Finding)> {
    let placed = run
        .scenarios
        .iter()
        .flat_map(|outcome| outcome.findings.iter().map(move |placed| (outcome.id.as_str(), &placed.finding)));
    let explored = run.exploration.iter().flat_map(|explored| &explored.findings);
    placed.chain(explored.map(|finding| (EXPLORATION, finding)))
}

fn state(run: &Run, entry: &KnownFailure, today: (u16, u8, u8)) -> KnownState {
    let of_it: Vec<&Finding> = findings(run)
        .filter(|(scenario, finding)| *scenario == entry.scenario && finding.clause == entry.clause)
        .map(|(_, finding)| finding)
        .collect();
    if of_it.iter().any(|finding| report::seen(finding) == entry.seen) {
        let over = entry.expires.is_some_and(|last| last < today);
        return if over { KnownState::Expired } else { KnownState::Known };
    }
    if let Some(other) = of_it.first() {
        return KnownState::Changed(report::seen(other));
    }
    if entry.scenario == EXPLORATION {
        return match &run.exploration {
            None => KnownState::NotRun,
            Some(explored) if explored.inconclusive.is_some() => KnownState::Untested,
            Some(_) => KnownState::Passes,
        };
    }
    match run.scenarios.iter().find(|outcome| outcome.id == entry.scenario).map(|outcome| &outcome.unseen) {
        None => KnownState::NotRun,
        Some(None) => KnownState::Passes,
        Some(Some(Unseen::NotApplicable(_))) => KnownState::NotApplicable,
        Some(Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_))) => KnownState::Untested,
    }
}

/// The run as it is without the findings that are known.
fn without(run: &Run, known: &KnownFailures) -> Run {
    let mut rest = run.clone();
    for outcome in &mut rest.scenarios {
        let id = outcome.id.clone();
        outcome.findings.retain(|placed| known.entry(&id, &placed.finding).is_none());
    }
    if let Some(explored) = &mut rest.exploration {
        explored.findings.retain(|finding| known.entry(EXPLORATION, finding).is_none());
    }
    tallied(rest)
}
