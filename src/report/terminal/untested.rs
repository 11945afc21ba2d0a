//! What could not be tested, and why.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Page, YELLOW, counted, shell};
use crate::oracle::Blame;
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
        let _ = writeln!(text, "\n{}: the adapter did not get past `hello`", self.paint(YELLOW, "inconclusive"));
    }

    pub(super) fn untested(&self, text: &mut String) {
        let mut reasons: BTreeMap<(String, &str), Vec<&ScenarioOutcome>> = BTreeMap::new();
        for scenario in &self.run.scenarios {
            if let Some(Unseen::Inconclusive { reason, blame, .. }) = &scenario.unseen {
                reasons.entry((same_reason(reason), blame.name())).or_default().push(scenario);
            }
        }
        for ((_, blame), scenarios) in &reasons {
            let [first, others @ ..] = &scenarios[..] else { continue };
            let Some(Unseen::Inconclusive { reason, line, .. }) = &first.unseen else { continue };
            let many = counted(scenarios.len(), "scenario");
            let _ = writeln!(text, "\n{} {many}, a mistake of the {blame}", self.paint(YELLOW, "inconclusive"));
            self.beside(text, "because", reason);
            self.beside(text, "scenario", &first.name);
            let _ = writeln!(text, "  {:<9}  {}:{line}", "at", first.file);
            let _ = writeln!(text, "  {:<9}  {}", "run it", self.command(first));
            also(text, others);
        }
        self.not_tried(text);
    }

    fn not_tried(&self, text: &mut String) {
        let reasons: Vec<&str> = self
            .run
            .scenarios
            .iter()
            .filter_map(|scenario| match &scenario.unseen {
                Some(Unseen::NotTried(reason)) => Some(reason.as_str()),
                Some(Unseen::NotApplicable(_) | Unseen::Inconclusive { .. }) | None => None,
            })
            .collect();
        if let Some(reason) = reasons.first() {
            let many = counted(reasons.len(), "scenario");
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

/// Reasons that differ in numbers alone are the same reason.
fn same_reason(reason: &str) -> String {
    reason.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect()
}
