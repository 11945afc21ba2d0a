//! What could not be tested, and why.

use std::fmt::Write;

use super::{Page, YELLOW, counted, shell};
use crate::oracle::Blame;
use crate::report::untested::{not_tried, untested};
use crate::report::{ScenarioOutcome, Unseen};

/// The most further places that are shown of one reason.
const MOST_OTHERS: usize = 20;

impl Page<'_> {
    /// Nothing more is known of what did not say hello.
    pub(super) fn no_hello(&self, text: &mut String, reason: &str, blame: Blame) {
        let _ = writeln!(text, "\n{}, a mistake of the {}", self.paint(YELLOW, "inconclusive"), blame.name());
        self.beside(text, "because", reason);
        let command: Vec<_> = self.run.implementation.command.iter().map(|word| shell(word)).collect();
        let _ = writeln!(text, "  {:<9}  {}", "command", command.join(" "));
        let _ = writeln!(text, "\n{}", self.last_line());
    }

    pub(super) fn untested(&self, text: &mut String) {
        for untested in untested(self.run) {
            let (first, many) = (untested.first, counted(1 + untested.others.len(), "scenario"));
            let blame = untested.blame.name();
            let _ = writeln!(text, "\n{} {many}, a mistake of the {blame}", self.paint(YELLOW, "inconclusive"));
            self.beside(text, "because", untested.reason);
            self.beside(text, "scenario", &first.name);
            let _ = writeln!(text, "  {:<9}  {}:{}", "at", first.file, untested.line);
            let _ = writeln!(text, "  {:<9}  {}", "run it", untested.command);
            also(text, &untested.others);
        }
        self.not_tried(text);
    }

    fn not_tried(&self, text: &mut String) {
        if let Some((many, reason)) = not_tried(self.run) {
            let many = counted(many, "scenario");
            let _ = writeln!(text, "\n{} {many} more", self.paint(YELLOW, "inconclusive"));
            self.beside(text, "because", reason);
        }
    }
}

/// Where else the same happened.
fn also(text: &mut String, others: &[&ScenarioOutcome]) {
    let (shown, more) = others.split_at(others.len().min(MOST_OTHERS));
    for (index, scenario) in shown.iter().enumerate() {
        let Some(Unseen::Inconclusive { line, .. }) = &scenario.unseen else { continue };
        let label = if index == 0 { "also at" } else { "" };
        let _ = writeln!(text, "  {label:<9}  {}:{line}", scenario.file);
    }
    if !more.is_empty() {
        let _ =
            writeln!(text, "  {:<9}  and in {} more, which the json report names", "", counted(more.len(), "scenario"));
    }
}
