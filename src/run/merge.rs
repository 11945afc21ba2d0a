//! The parts of a run that was split, joined again.

use std::collections::BTreeSet;

use super::{Selection, tally};
use crate::report::{Exploration, Run};
use crate::suite::Partition;

/// Why runs are not the parts of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to join.
    #[error("there is no report to merge")]
    Nothing,
    /// A run that was not split.
    #[error("`{report}` is no part: it was made without `--partition`")]
    Whole {
        /// The report.
        report: String,
    },
    /// A run whose implementation could not be greeted.
    #[error("`{report}` has nothing to merge: its implementation could not be tested: {reason}")]
    NoHello {
        /// The report.
        report: String,
        /// What happened.
        reason: String,
    },
    /// Two parts of different runs.
    #[error("`{report}` has another {what} than `{first}`: expected {expected}, got {got}")]
    Other {
        /// The report.
        report: String,
        /// The first report.
        first: String,
        /// What differs.
        what: &'static str,
        /// The first report's.
        expected: String,
        /// This report's.
        got: String,
    },
    /// A part that came twice.
    #[error("part {part} came twice: `{first}` and `{second}`")]
    Double {
        /// The part.
        part: Partition,
        /// One report.
        first: String,
        /// The other.
        second: String,
    },
    /// Parts that did not come.
    #[error("missing: part {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", part "))]
    Missing(Vec<Partition>),
    /// A part whose scenarios are not those that belong to it.
    #[error("`{report}` does not have the scenarios of part {part}: {what}")]
    Scenarios {
        /// The report.
        report: String,
        /// The part.
        part: Partition,
        /// One that is missing or does not belong.
        what: String,
    },
}

/// Joins the parts of one run, each with the name of its report. The clauses and the verdict are counted anew.
pub fn merge(parts: Vec<(String, Run)>) -> Result<Run, MergeError> {
    let mut named: Vec<(String, Partition, Run)> = Vec::new();
    for (report, run) in parts {
        let Some(part) = run.partition else { return Err(MergeError::Whole { report }) };
        if let Some((reason, _)) = run.no_hello {
            return Err(MergeError::NoHello { report, reason });
        }
        same_run(named.first(), &report, &run)?;
        if let Some((first, ..)) = named.iter().find(|(_, earlier, _)| *earlier == part) {
            return Err(MergeError::Double { part, first: first.clone(), second: report });
        }
        its_scenarios(&report, part, &run)?;
        named.push((report, part, run));
    }
    let of = named.first().ok_or(MergeError::Nothing)?.1.of;
    let all = (1..=of).map(|number| Partition { number, of });
    let missing: Vec<_> = all.filter(|part| !named.iter().any(|(_, came, _)| came == part)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing));
    }
    named.sort_by_key(|(_, part, _)| part.number);
    let runs = named.into_iter().map(|(.., run)| run);
    let mut whole = runs.reduce(joined).ok_or(MergeError::Nothing)?;
    let place = |id: &str| whole.suite.scenarios.iter().position(|scenario| scenario.id == id);
    whole.scenarios.sort_by_cached_key(|outcome| place(&outcome.id));
    Ok(tally::tallied(Run { partition: None, diagnosis: None, ..whole }))
}

/// What has to be the same in all parts.
fn same_run(first: Option<&(String, Partition, Run)>, report: &str, run: &Run) -> Result<(), MergeError> {
    let Some((first_report, _, first)) = first else { return Ok(()) };
    let facts = |run: &Run| {
        let required: Vec<_> = run.required.iter().map(|capability| capability.name()).collect();
        let seed = run.exploration.as_ref().map(|explored| format!("{:?}", explored.extent));
        [
            ("suite", run.suite.digest.clone()),
            ("implementation", format!("`{} {}`", run.implementation.name, run.implementation.version)),
            ("command", format!("`{}`", run.implementation.command.join(" "))),
            ("capabilities", format!("{:?}", run.implementation.capabilities)),
            ("setup", format!("{:?}", run.implementation.setup)),
            ("number of parts", run.partition.map(|part| part.of.to_string()).unwrap_or_default()),
            ("filter", format!("`{}`", run.filter.as_deref().unwrap_or_default())),
            ("level", if run.stated_only { "stated" } else { "all" }.to_owned()),
            ("required capabilities", required.join(", ")),
            ("seed", seed.unwrap_or_else(|| "no exploration".to_owned())),
        ]
    };
    for ((what, expected), (_, got)) in facts(first).into_iter().zip(facts(run)) {
        if expected != got {
            let (report, first) = (report.to_owned(), first_report.clone());
            return Err(MergeError::Other { report, first, what, expected, got });
        }
    }
    Ok(())
}

/// A part has every scenario that belongs to it and no other.
fn its_scenarios(report: &str, part: Partition, run: &Run) -> Result<(), MergeError> {
    let selection = Selection { filter: run.filter.clone(), partition: Some(part), ..Selection::default() };
    let selected = run.suite.scenarios.iter().filter(|scenario| selection.includes(scenario));
    let due: BTreeSet<&str> = selected.map(|scenario| scenario.id.as_str()).collect();
    let came: BTreeSet<&str> = run.scenarios.iter().map(|outcome| outcome.id.as_str()).collect();
    let wrong = |what: String| Err(MergeError::Scenarios { report: report.to_owned(), part, what });
    if let Some(id) = due.difference(&came).next() {
        return wrong(format!("`{id}` is missing"));
    }
    if let Some(id) = came.difference(&due).next() {
        return wrong(format!("`{id}` is not of this part"));
    }
    if came.len() < run.scenarios.len() {
        return wrong("one stands in it twice".to_owned());
    }
    Ok(())
}

fn joined(mut whole: Run, part: Run) -> Run {
    whole.scenarios.extend(part.scenarios);
    whole.readings.merge(part.readings);
    whole.duration += part.duration;
    whole.exploration = whole.exploration.zip(part.exploration).map(|(first, second)| explored(first, second));
    whole
}

/// Both explorations together, with the earlier of two findings.
fn explored(first: Exploration, second: Exploration) -> Exploration {
    let (cases, steps) = (first.cases + second.cases, first.steps + second.steps);
    let inconclusive = first.inconclusive.clone().or_else(|| second.inconclusive.clone());
    let place = |explored: &Exploration| explored.sequence.unwrap_or(usize::MAX);
    let found = if place(&second) < place(&first) { second } else { first };
    Exploration { cases, steps, inconclusive, ..found }
}
