use std::sync::Arc;

use rayon::prelude::*;

use crate::explore::{Effort, explore};
use crate::implementation::{Control, Fault, Faulty, Implementation, Variant, controls, faults, variants};
use crate::model::Clause;
use crate::report::{Placed, Run, RunVerdict, ScenarioOutcome};
use crate::run::{self, Selection};
use crate::suite::{Reading, Suite};

/// What the suite catches.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The suite's version and digest.
    pub suite: (String, String),
    /// How the explorer was driven.
    pub effort: Effort,
    /// One result for each fault.
    pub faults: Vec<FaultResult>,
    /// One result for each rightful variant.
    pub variants: Vec<VariantResult>,
    /// One result for each control.
    pub controls: Vec<ControlResult>,
}

/// How a fault is caught.
#[derive(Clone, Debug)]
pub struct FaultResult {
    /// The fault.
    pub fault: &'static Fault,
    /// The scenario that shows it best, with a finding that names its own clause.
    pub killed_by: Option<Kill>,
    /// The clauses that were found broken, where none of them is its own.
    pub otherwise: Vec<Clause>,
    /// The sequence at which the explorer alone catches it, and the actions left after shrinking.
    pub explored: Option<(usize, usize)>,
}

/// The scenario that kills a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kill {
    /// Its file.
    pub file: String,
    /// The line of its name.
    pub line: usize,
    /// Its id.
    pub scenario: String,
}

/// What is wrong with a verdict on a rightful variant; nothing, where all is well.
#[derive(Clone, Debug)]
pub struct VariantResult {
    /// The variant.
    pub variant: &'static Variant,
    /// What a run wrongly says of it.
    pub wrong: Option<String>,
}

/// Whether a control is caught.
#[derive(Clone, Debug)]
pub struct ControlResult {
    /// The control.
    pub control: &'static Control,
    /// Whether the suite finds it nonconformant.
    pub caught: bool,
}

impl FaultResult {
    /// Whether a scenario kills the fault for the right reason.
    pub fn killed(&self) -> bool {
        self.killed_by.is_some()
    }
}

impl Measurement {
    /// Whether the measurement means anything: no control survives.
    pub fn is_valid(&self) -> bool {
        self.controls.iter().all(|result| result.caught)
    }

    /// Whether every fault is killed and every variant conformant.
    pub fn is_complete(&self) -> bool {
        self.faults.iter().all(FaultResult::killed) && self.variants.iter().all(|result| result.wrong.is_none())
    }

    /// Faults killed by a scenario, and all faults; of one clause or of all.
    pub fn score(&self, clause: Option<Clause>) -> (usize, usize) {
        let faults =
            || self.faults.iter().filter(move |result| clause.is_none_or(|clause| result.fault.clause == clause));
        (faults().filter(|result| result.killed()).count(), faults().count())
    }

    /// Faults that the explorer alone catches.
    pub fn explored(&self) -> usize {
        self.faults.iter().filter(|result| result.explored.is_some()).count()
    }
}

/// Runs the suite and the explorer against every fault, variant and control, on every core; `each` hears of each fault.
pub fn measure(suite: &Arc<Suite>, effort: Effort, each: impl Fn() + Sync) -> Measurement {
    let of_fault = |fault| {
        let result = of_fault(suite, effort, fault);
        each();
        result
    };
    let of_control = |control: &'static Control| {
        let caught = certified(suite, &mut control.into()).verdict == RunVerdict::Nonconformant;
        ControlResult { control, caught }
    };
    Measurement {
        suite: (suite.table.version.clone(), suite.digest.clone()),
        effort,
        faults: faults().collect::<Vec<_>>().into_par_iter().map(of_fault).collect(),
        variants: variants()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|variant| VariantResult { variant, wrong: wrong(suite, effort, variant) })
            .collect(),
        controls: controls().map(of_control).collect(),
    }
}

fn certified(suite: &Arc<Suite>, implementation: &mut Faulty) -> Run {
    let selection = Selection::default();
    run::scenarios(suite, &selection, implementation, |_| {}).judged(suite, &selection, Vec::new(), None)
}

fn of_fault(suite: &Arc<Suite>, effort: Effort, fault: &'static Fault) -> FaultResult {
    let run = certified(suite, &mut fault.into());
    let killed_by = kill(suite, &run, fault.clause);
    let mut otherwise: Vec<Clause> = findings(&run).map(|(_, placed)| placed.finding.clause).collect();
    otherwise.sort_unstable();
    otherwise.dedup();
    if killed_by.is_some() {
        otherwise.clear();
    }
    let mut implementation = Faulty::from(fault);
    let explored = implementation.hello().ok().and_then(|hello| {
        let (exploration, _) = explore(effort, &hello, &mut implementation, || {});
        let actions = exploration.scenario.as_ref().map(|scenario| scenario.steps.len())?;
        Some((exploration.cases, actions))
    });
    FaultResult { fault, killed_by, otherwise, explored }
}

fn findings(run: &Run) -> impl Iterator<Item = (&ScenarioOutcome, &Placed)> {
    run.scenarios.iter().flat_map(|outcome| outcome.findings.iter().map(move |placed| (outcome, placed)))
}

/// The scenario that shows best that a clause is broken: one about the clause, no probe, after few steps.
fn kill(suite: &Suite, run: &Run, clause: Clause) -> Option<Kill> {
    let probes = |id: &str| suite.scenarios.iter().any(|scenario| scenario.id == id && scenario.probe.is_some());
    let (outcome, _) = findings(run)
        .filter(|(_, placed)| placed.finding.clause == clause)
        .min_by_key(|(outcome, placed)| (!outcome.clauses.contains(&clause), probes(&outcome.id), placed.step))?;
    Some(Kill { file: outcome.file.clone(), line: outcome.line, scenario: outcome.id.clone() })
}

/// What a run or an exploration wrongly says of a rightful variant.
fn wrong(suite: &Arc<Suite>, effort: Effort, variant: &'static Variant) -> Option<String> {
    let run = certified(suite, &mut variant.into());
    if let Some((outcome, placed)) = findings(&run).next() {
        return Some(format!("{} at {}:{}", placed.finding.clause, outcome.file, placed.line));
    }
    if run.verdict != RunVerdict::Conformant {
        return Some(run.verdict.name().to_owned());
    }
    let mut implementation = Faulty::from(variant);
    let hello = implementation.hello().ok()?;
    let (exploration, mut readings) = explore(effort, &hello, &mut implementation, || {});
    if let Some(finding) = exploration.findings.first() {
        return Some(format!(
            "{} by the explorer:\n{}",
            finding.clause,
            exploration.counterexample.unwrap_or_default()
        ));
    }
    readings.merge(run.readings);
    let mixed = Reading::ALL.iter().find(|reading| readings.is_mixed(**reading))?;
    Some(format!("{mixed} {}", readings.told(*mixed).unwrap_or_default()))
}
