//! What could not be tested: each reason once, with the scenarios it stopped.

use std::collections::BTreeMap;

use super::failure::command;
use super::{Run, ScenarioOutcome, Unseen};
use crate::oracle::Blame;

/// Why scenarios could not be tested.
pub(super) struct Untested<'a> {
    /// What happened in the first of them.
    pub reason: &'a str,
    /// Whose mistake it is.
    pub blame: Blame,
    /// The first of them.
    pub first: &'a ScenarioOutcome,
    /// The line it stopped at.
    pub line: usize,
    /// The command that runs just that again.
    pub command: String,
    /// The others that the same happened in.
    pub others: Vec<&'a ScenarioOutcome>,
}

/// Every reason, those that differ in numbers alone taken together.
pub(super) fn untested(run: &Run) -> Vec<Untested<'_>> {
    let mut reasons: BTreeMap<(String, &str), Untested<'_>> = BTreeMap::new();
    for scenario in &run.scenarios {
        let Some(Unseen::Inconclusive { reason, blame, line }) = &scenario.unseen else { continue };
        let same = (same_reason(reason), blame.name());
        if let Some(known) = reasons.get_mut(&same) {
            known.others.push(scenario);
        } else {
            let command = command(run, scenario);
            let others = Vec::new();
            reasons.insert(same, Untested { reason, blame: *blame, first: scenario, line: *line, command, others });
        }
    }
    reasons.into_values().collect()
}

/// How many scenarios were not tried at all, and why.
pub(super) fn not_tried(run: &Run) -> Option<(usize, &str)> {
    let reasons = run.scenarios.iter().filter_map(|scenario| match &scenario.unseen {
        Some(Unseen::NotTried(reason)) => Some(reason.as_str()),
        Some(Unseen::NotApplicable(_) | Unseen::Inconclusive { .. }) | None => None,
    });
    let reasons: Vec<_> = reasons.collect();
    Some((reasons.len(), *reasons.first()?))
}

/// Reasons that differ in numbers alone are the same reason.
fn same_reason(reason: &str) -> String {
    reason.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect()
}
