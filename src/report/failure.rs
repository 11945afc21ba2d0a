//! What shows a broken clause best: the same facts for every report that a person reads.

use super::{Extent, Placed, Run, ScenarioOutcome, action_in, shell, step_line};
use crate::model::Clause;
use crate::oracle::{Finding, Verdict};

/// A broken clause, and what shows it.
#[derive(Debug)]
pub(super) struct Failure<'a> {
    /// The clause.
    pub clause: Clause,
    /// What it demands.
    pub says: &'a str,
    /// The finding that shows it best.
    pub finding: Option<&'a Finding>,
    /// The scenario of that finding and its place there; nothing where only the explorer saw it.
    pub scenario: Option<(&'a ScenarioOutcome, &'a Placed)>,
    /// What was done up to the finding, a line a step.
    pub steps: Vec<String>,
    /// Other scenarios that show it.
    pub others: Vec<&'a ScenarioOutcome>,
    /// The command that shows just this.
    pub command: String,
}

/// Every broken clause, in the page's order.
pub(super) fn failures(run: &Run) -> impl Iterator<Item = Failure<'_>> {
    let broken = run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::Fail);
    broken.map(|outcome| failure(run, outcome.clause))
}

fn failure(run: &Run, clause: Clause) -> Failure<'_> {
    match placed(run, clause).min_by_key(|(scenario, placed)| effort(run, clause, scenario, placed)) {
        Some((scenario, placed)) => in_scenario(run, clause, scenario, placed),
        None => explored(run, clause),
    }
}

/// How much there is to read: first what is about the clause, then few steps, then little text.
fn effort(
    run: &Run,
    clause: Clause,
    scenario: &ScenarioOutcome,
    placed: &Placed,
) -> (bool, bool, bool, usize, usize, usize) {
    let known = run.suite.scenarios.iter().find(|known| known.id == scenario.id);
    let probes = known.is_some_and(|known| known.probe.is_some());
    let after = known.map_or(0, |known| known.steps.len().saturating_sub(placed.step));
    let length = placed.finding.allowed.len() + placed.finding.seen.len();
    let beside = !scenario.clauses.contains(&clause);
    (beside, !scenario.file.contains(clause.id()), probes, placed.step, after, length)
}

/// The shortest way to see a broken clause: the scenario with the fewest steps, or the explorer's sequence.
pub(super) fn shortest(run: &Run, clause: Clause) -> Failure<'_> {
    let found =
        placed(run, clause).min_by_key(|(scenario, placed)| (placed.step, effort(run, clause, scenario, placed)));
    let told = found.map(|(scenario, placed)| in_scenario(run, clause, scenario, placed));
    let explored = explored(run, clause);
    match told {
        Some(told) if explored.steps.is_empty() || told.steps.len() <= explored.steps.len() => told,
        Some(_) | None => explored,
    }
}

fn placed(run: &Run, clause: Clause) -> impl Iterator<Item = (&ScenarioOutcome, &Placed)> {
    let found =
        run.scenarios.iter().flat_map(|scenario| scenario.findings.iter().map(move |placed| (scenario, placed)));
    found.filter(move |(_, placed)| placed.finding.clause == clause)
}

fn in_scenario<'a>(run: &'a Run, clause: Clause, scenario: &'a ScenarioOutcome, placed: &'a Placed) -> Failure<'a> {
    let breaks = |other: &&ScenarioOutcome| {
        other.id != scenario.id && other.findings.iter().any(|placed| placed.finding.clause == clause)
    };
    Failure {
        clause,
        says: &run.suite.table.entry(clause).says,
        finding: Some(&placed.finding),
        scenario: Some((scenario, placed)),
        steps: steps(run, scenario, placed.step),
        others: run.scenarios.iter().filter(breaks).collect(),
        command: command(run, scenario),
    }
}

fn explored(run: &Run, clause: Clause) -> Failure<'_> {
    let exploration = run.exploration.as_ref();
    let finding = exploration.and_then(|explored| explored.findings.iter().find(|finding| finding.clause == clause));
    let sequence = exploration.filter(|_| finding.is_some()).and_then(|explored| explored.counterexample.as_deref());
    let again = exploration.map_or_else(
        || "todospec certify".to_owned(),
        |explored| match explored.extent {
            Extent::Seed(seed) => format!("todospec explore --cases {} --seed {seed}", explored.cases),
            Extent::Every { depth, .. } => format!("todospec explore --exhaustive {depth}"),
        },
    );
    Failure {
        clause,
        says: &run.suite.table.entry(clause).says,
        finding,
        scenario: None,
        steps: sequence.map(actions).unwrap_or_default(),
        others: Vec::new(),
        command: again + &behind(run),
    }
}

/// The actions of a counterexample, without their numbers and without what they break.
fn actions(counterexample: &str) -> Vec<String> {
    let numbered = counterexample.lines().map_while(|line| line.split_once(". "));
    numbered.filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit())).map(|(_, told)| told.to_owned()).collect()
}

/// What a scenario does up to a step, a line each.
fn steps(run: &Run, scenario: &ScenarioOutcome, upto: usize) -> Vec<String> {
    let known = run.suite.scenarios.iter().find(|known| known.id == scenario.id);
    let steps = known.map(|known| known.steps.iter().take(upto)).into_iter().flatten();
    steps.map(|step| step.action.as_ref().map_or_else(|| step_line(step), |action| action_in(action, step))).collect()
}

/// The command that runs one scenario again.
pub(super) fn command(run: &Run, scenario: &ScenarioOutcome) -> String {
    let cases = if run.suite.embedded { String::new() } else { format!(" --cases {}", shell(&scenario.file)) };
    format!("todospec certify{cases} --filter {}{}", shell(&scenario.id), behind(run))
}

/// The end of a command: who is tested.
fn behind(run: &Run) -> String {
    let words: Vec<_> = run.implementation.command.iter().map(|word| shell(word)).collect();
    if words.is_empty() { String::new() } else { format!(" -- {}", words.join(" ")) }
}

impl Failure<'_> {
    /// What was looked at, and in which chat.
    pub fn subject(&self) -> String {
        let Some(finding) = self.finding else { return String::new() };
        match finding.chat.as_deref() {
            Some("main") => finding.subject.to_owned(),
            Some(chat) => format!("{} in {chat}", finding.subject),
            None => format!("{} with no chat", finding.subject),
        }
    }

    /// Where the finding is, file and line.
    pub fn place(&self) -> Option<String> {
        self.scenario.map(|(scenario, placed)| format!("{}:{}", scenario.file, placed.line))
    }
}
