//! Every clause and its verdict, and the last line.

use std::fmt::Write;

use super::{DIM, GREEN, Page, RED, YELLOW, counted};
use crate::oracle::Verdict;
use crate::report::{ClauseOutcome, RunVerdict, Unseen};
use crate::trace::Capability;

impl Page<'_> {
    /// The clauses, part by part.
    pub(super) fn clauses(&self, text: &mut String) {
        const INDENT: &str = "                                    ";
        for part in &self.run.suite.table.parts {
            let _ = writeln!(text, "\n{}", part.title);
            for entry in &part.clauses {
                let Some(outcome) = self.run.clauses.iter().find(|outcome| outcome.clause == entry.clause) else {
                    continue;
                };
                let (mark, id) = (self.mark(outcome.verdict), outcome.clause.id());
                let first = format!("  {mark}  {id:<25}  ");
                let options = textwrap::Options::new(self.style.width.max(60)).subsequent_indent(INDENT);
                let options = options.initial_indent(INDENT);
                let line = textwrap::fill(&counts(outcome), options);
                let _ = writeln!(text, "{}", (first + line.trim_start()).trim_end());
            }
        }
    }

    fn mark(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Pass => self.paint(GREEN, "pass "),
            Verdict::Fail => self.paint(RED, "FAIL "),
            Verdict::NotApplicable => self.paint(DIM, "n/a  "),
            Verdict::Inconclusive => self.paint(YELLOW, "incon"),
        }
    }

    /// What was certified and what was not.
    pub(super) fn last_line(&self) -> String {
        if self.run.no_hello.is_some() {
            return format!("{}: the adapter did not get past `hello`", self.paint(YELLOW, "inconclusive"));
        }
        if let Some(line) = self.run.known.as_ref().and_then(|known| self.known_line(known)) {
            return line;
        }
        let of = |verdict| self.run.clauses.iter().filter(|outcome| outcome.verdict == verdict).count();
        let (all, pass, absent) = (self.run.clauses.len(), of(Verdict::Pass), of(Verdict::NotApplicable));
        match (self.run.verdict, self.run.partition) {
            (RunVerdict::Conformant, Some(part)) => format!(
                "part {part}: nothing found in its {}; `todospec merge` joins the parts to a verdict",
                counted(self.run.scenarios.len(), "scenario")
            ),
            (RunVerdict::Conformant, None) if absent == 0 => {
                format!("{}: {pass} of {all} clauses", self.paint(GREEN, "conformant"))
            }
            (RunVerdict::Conformant, None) => format!(
                "{} on {pass} of {all} clauses; {absent} not applicable{}",
                self.paint(GREEN, "conformant"),
                self.absent()
            ),
            (RunVerdict::Nonconformant, _) if self.run.missing().next().is_some() => format!(
                "{}: {} of {all} clauses broken, {} not declared",
                self.paint(RED, "nonconformant"),
                of(Verdict::Fail),
                self.run.missing().map(Capability::name).collect::<Vec<_>>().join(", ")
            ),
            (RunVerdict::Nonconformant, _) => {
                format!("{}: {} of {all} clauses broken", self.paint(RED, "nonconformant"), of(Verdict::Fail))
            }
            (RunVerdict::Inconclusive, _) => {
                let scenarios = self
                    .run
                    .scenarios
                    .iter()
                    .filter(|scenario| {
                        matches!(scenario.unseen, Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_)))
                    })
                    .count();
                let explored = self.run.exploration.as_ref().is_some_and(|explored| explored.inconclusive.is_some());
                let why = match (scenarios, explored) {
                    (0, true) => "the exploration could not be tested to its end".to_owned(),
                    (0, false) => "no selected scenario applies to what is declared".to_owned(),
                    (many, _) => format!("{} could not be tested", counted(many, "scenario")),
                };
                format!("{}: {why}", self.paint(YELLOW, "inconclusive"))
            }
        }
    }

    /// Why clauses are not applicable: what is not declared, or that no scenario was selected for them.
    fn absent(&self) -> String {
        let absent = || self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::NotApplicable);
        let mut missing: Vec<&str> = absent().flat_map(|outcome| &outcome.unmet).map(String::as_str).collect();
        missing.sort_unstable();
        missing.dedup();
        let unselected = absent().any(|outcome| outcome.unmet.is_empty());
        match (missing.is_empty(), unselected) {
            (true, _) => " (no scenario of theirs was run)".to_owned(),
            (false, false) => format!(" (no {})", missing.join(", ")),
            (false, true) => format!(" (no {}; no scenario of the others was run)", missing.join(", ")),
        }
    }
}

/// How many scenarios came out how, in words.
pub(in crate::report) fn counts(outcome: &ClauseOutcome) -> String {
    let tally = outcome.scenarios;
    let parts = [
        (tally.pass, "passed"),
        (tally.fail, "failed"),
        (tally.inconclusive, "inconclusive"),
        (tally.not_applicable, "not applicable"),
    ];
    if !outcome.unmet.is_empty() {
        return format!("no {}", outcome.unmet.join(", no "));
    }
    let counted = parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let untold = outcome.verdict == Verdict::Inconclusive && tally.inconclusive == 0;
    counted.chain(untold.then(|| "its message never told".to_owned())).collect::<Vec<_>>().join(", ")
}
