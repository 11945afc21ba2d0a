//! What is broken: each clause with the finding that shows it best.

use std::fmt::Write;

use super::{Page, RED, shell};
use crate::model::Clause;
use crate::oracle::{Finding, Verdict};
use crate::report::known::{seen, subject};
use crate::report::{Placed, ScenarioOutcome, action_in, step_line};

impl Page<'_> {
    pub(super) fn broken(&self, text: &mut String) {
        for outcome in self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::Fail) {
            let entry = self.run.suite.table.entry(outcome.clause);
            let clause = outcome.clause.id();
            if self.known_clause(text, outcome.clause) {
                continue;
            }
            let _ = writeln!(text, "\n{} {clause}", self.paint(RED, "broken"));
            self.beside(text, "demands", &entry.says);
            if let Some((scenario, placed)) = self.example(outcome.clause) {
                self.example_lines(text, scenario, placed);
                self.others(text, scenario, outcome.clause);
            } else if let Some(finding) = self.explored(outcome.clause) {
                self.beside(text, "allowed", &format!("{}: {}", finding.subject, finding.allowed));
                self.beside(text, "seen", &format!("{}: {}", finding.subject, finding.seen));
                self.beside(text, "found by", "exploration, see below");
            }
        }
    }

    fn explored(&self, clause: Clause) -> Option<&Finding> {
        let findings = &self.run.exploration.as_ref()?.findings;
        findings.iter().find(|finding| finding.clause == clause)
    }

    /// The finding that shows a broken clause best: in a scenario about it, after few steps, with little to read.
    fn example(&self, clause: Clause) -> Option<(&ScenarioOutcome, &Placed)> {
        let found = self
            .run
            .scenarios
            .iter()
            .flat_map(|scenario| scenario.findings.iter().map(move |placed| (scenario, placed)));
        found.filter(|(_, placed)| placed.finding.clause == clause).min_by_key(|(scenario, placed)| {
            let known = self.run.suite.scenarios.iter().find(|known| known.id == scenario.id);
            let probes = known.is_some_and(|known| known.probe.is_some());
            let after = known.map_or(0, |known| known.steps.len().saturating_sub(placed.step));
            let length = placed.finding.allowed.len() + placed.finding.seen.len();
            let beside = !scenario.clauses.contains(&clause);
            (beside, !scenario.file.contains(clause.id()), probes, placed.step, after, length)
        })
    }

    fn example_lines(&self, text: &mut String, scenario: &ScenarioOutcome, placed: &Placed) {
        let finding = &placed.finding;
        self.beside(text, "scenario", &scenario.name);
        let known = self.run.suite.scenarios.iter().find(|known| known.id == scenario.id);
        if let Some(known) = known.filter(|_| placed.step > 0) {
            for (index, step) in known.steps.iter().enumerate().take(placed.step) {
                let done = step.action.as_ref().map_or_else(|| step_line(step), |action| action_in(action, step));
                self.beside(text, &format!("step {}", index + 1), &done);
            }
        }
        self.beside(text, "allowed", &format!("{}: {}", subject(finding), finding.allowed));
        self.beside(text, "seen", &seen(finding));
        let _ = writeln!(text, "  {:<9}  {}:{}", "at", scenario.file, placed.line);
        let _ = writeln!(text, "  {:<9}  {}", "run it", self.command(scenario));
    }

    fn others(&self, text: &mut String, shown: &ScenarioOutcome, clause: Clause) {
        const NAMED: usize = 3;
        let breaks = |scenario: &&ScenarioOutcome| {
            scenario.id != shown.id && scenario.findings.iter().any(|placed| placed.finding.clause == clause)
        };
        let others: Vec<_> = self.run.scenarios.iter().filter(breaks).collect();
        let mut places: Vec<_> =
            others.iter().take(NAMED).map(|scenario| format!("{}:{}", scenario.file, scenario.line)).collect();
        if others.len() > NAMED {
            places.push(format!("and {} more", others.len() - NAMED));
        }
        if !places.is_empty() {
            self.beside(text, "also", &places.join("\n"));
        }
    }

    /// The command that runs one scenario again.
    pub(super) fn command(&self, scenario: &ScenarioOutcome) -> String {
        let words: Vec<_> = self.run.implementation.command.iter().map(|word| shell(word)).collect();
        let command = if words.is_empty() { String::new() } else { format!(" -- {}", words.join(" ")) };
        let embedded = self.run.suite.embedded;
        let cases = if embedded { String::new() } else { format!(" --cases {}", shell(&scenario.file)) };
        format!("todospec certify{cases} --filter {}{command}", shell(&scenario.id))
    }
}
