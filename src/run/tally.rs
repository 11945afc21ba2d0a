//! From outcomes of scenarios to verdicts of clauses and of the run.

use crate::model::{Clause, Refusal};
use crate::oracle::{Readings, Verdict};
use crate::report::{ClauseOutcome, Exploration, Run, RunVerdict, ScenarioOutcome, Tally, Unseen};
use crate::suite::{ClauseTable, Level};
use crate::trace::Capabilities;

/// A run with its clauses and its verdict counted from what came of everything else.
pub fn tallied(mut run: Run) -> Run {
    let Run { suite, implementation, scenarios, exploration, readings, .. } = &run;
    run.clauses = clauses(&suite.table, &implementation.capabilities, scenarios, exploration.as_ref(), readings);
    run.verdict = if run.missing().next().is_some() {
        RunVerdict::Nonconformant
    } else {
        verdict(&run.clauses, &run.scenarios, run.exploration.as_ref(), run.stated_only)
    };
    run
}

/// One outcome for each clause. A finding fails a clause; else what could not be tested, or a message never told, leaves it inconclusive; else a
/// need that is not declared, or no scenario that applies, makes it not applicable.
fn clauses(
    table: &ClauseTable,
    capabilities: &Capabilities,
    outcomes: &[ScenarioOutcome],
    exploration: Option<&Exploration>,
    readings: &Readings,
) -> Vec<ClauseOutcome> {
    let broken = |clause| outcomes.iter().any(|outcome| of_clause(outcome, clause) == Some(Verdict::Fail));
    let never_told = |clause| rule_of(clause).is_some_and(|rule| broken(rule) && !readings.has_told(clause));
    table
        .entries()
        .map(|entry| {
            let mut scenarios = Tally::default();
            for outcome in outcomes {
                if let Some(verdict) = of_clause(outcome, entry.clause) {
                    scenarios.count(verdict);
                }
            }
            let explored =
                exploration.is_some_and(|found| found.findings.iter().any(|finding| finding.clause == entry.clause));
            let unmet: Vec<String> = entry.unmet(capabilities).iter().map(ToString::to_string).collect();
            let verdict = if scenarios.fail > 0 || explored {
                Verdict::Fail
            } else if !unmet.is_empty() {
                Verdict::NotApplicable
            } else if scenarios.inconclusive > 0 || never_told(entry.clause) {
                Verdict::Inconclusive
            } else if scenarios.pass > 0 {
                Verdict::Pass
            } else {
                Verdict::NotApplicable
            };
            ClauseOutcome { clause: entry.clause, level: entry.level, verdict, scenarios, unmet }
        })
        .collect()
}

/// The rule whose refusal a clause words. Where the rule is broken and its message never told, the message was not
/// tested.
fn rule_of(message: Clause) -> Option<Clause> {
    let refusals =
        [Refusal::NoChat, Refusal::Empty, Refusal::Repeat { text: String::new() }, Refusal::OneActive { count: 0 }];
    refusals.iter().find(|refusal| refusal.message() == message).map(Refusal::rule)
}

/// What a scenario says of a clause; nothing, where it neither exercises nor breaks it.
fn of_clause(outcome: &ScenarioOutcome, clause: Clause) -> Option<Verdict> {
    if outcome.findings.iter().any(|placed| placed.finding.clause == clause) {
        return Some(Verdict::Fail);
    }
    outcome.clauses.contains(&clause).then_some(match outcome.unseen {
        None => Verdict::Pass,
        Some(Unseen::NotApplicable(_)) => Verdict::NotApplicable,
        Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_)) => Verdict::Inconclusive,
    })
}

/// The verdict of a run: a finding wins, then what could not be tested.
fn verdict(
    clauses: &[ClauseOutcome],
    outcomes: &[ScenarioOutcome],
    exploration: Option<&Exploration>,
    stated_only: bool,
) -> RunVerdict {
    let decides = |clause: &&ClauseOutcome| !stated_only || clause.level == Level::Stated;
    let untested =
        |outcome: &ScenarioOutcome| matches!(outcome.unseen, Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_)));
    let nothing_tested = clauses.iter().all(|clause| clause.verdict == Verdict::NotApplicable);
    if clauses.iter().filter(decides).any(|clause| clause.verdict == Verdict::Fail) {
        RunVerdict::Nonconformant
    } else if nothing_tested
        || outcomes.iter().any(untested)
        || exploration.is_some_and(|explored| explored.inconclusive.is_some())
    {
        RunVerdict::Inconclusive
    } else {
        RunVerdict::Conformant
    }
}
