//! What is broken: each clause with the finding that shows it best.

use std::fmt::Write;

use super::{GREEN, Page, RED, paint_pieces};
use crate::report::difference::Difference;
use crate::report::failure::{Failure, failures};

impl Page<'_> {
    pub(super) fn broken(&self, text: &mut String) {
        for failure in failures(self.run) {
            if self.known_clause(text, failure.clause) {
                continue;
            }
            let _ = writeln!(text, "\n{} {}", self.paint(RED, "broken"), failure.clause);
            self.beside(text, "demands", failure.says);
            match failure.scenario {
                Some((scenario, placed)) => {
                    self.beside(text, "scenario", &scenario.name);
                    self.steps(text, &failure);
                    self.difference(text, &failure);
                    let _ = writeln!(text, "  {:<9}  {}:{}", "at", scenario.file, placed.line);
                    let _ = writeln!(text, "  {:<9}  {}", "run it", failure.command);
                    self.others(text, &failure);
                }
                None if failure.finding.is_some() => {
                    self.difference(text, &failure);
                    self.beside(text, "found by", "exploration, see below");
                }
                None => {}
            }
        }
    }

    /// What was done up to the finding.
    pub(super) fn steps(&self, text: &mut String, failure: &Failure<'_>) {
        for (index, step) in failure.steps.iter().enumerate() {
            self.beside(text, &format!("step {}", index + 1), step);
        }
    }

    /// What was allowed and what was seen, coloured where they differ.
    pub(super) fn difference(&self, text: &mut String, failure: &Failure<'_>) {
        let Some(finding) = failure.finding else { return };
        let difference = Difference::of(&finding.allowed, &finding.seen);
        let subject = failure.subject();
        let (allowed, seen) =
            (paint_pieces(self.style, GREEN, &difference.allowed), paint_pieces(self.style, RED, &difference.seen));
        self.beside(text, "allowed", &format!("{subject}: {allowed}"));
        self.beside(text, "seen", &format!("{subject}: {seen}"));
    }

    fn others(&self, text: &mut String, failure: &Failure<'_>) {
        const NAMED: usize = 3;
        let others = &failure.others;
        let mut places: Vec<_> =
            others.iter().take(NAMED).map(|scenario| format!("{}:{}", scenario.file, scenario.line)).collect();
        if others.len() > NAMED {
            places.push(format!("and {} more", others.len() - NAMED));
        }
        if !places.is_empty() {
            self.beside(text, "also", &places.join("\n"));
        }
    }
}
