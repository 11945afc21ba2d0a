//! Known failures: how many are as they were, and which are not.

use std::fmt::Write;

use super::{Page, RED, YELLOW, counted};
use crate::model::Clause;
use crate::oracle::Verdict;
use crate::report::{KnownFailures, KnownState, RunVerdict};
use crate::suite::{EXPLORATION, KnownFailure};

impl Page<'_> {
    /// What became of the known failures.
    pub(super) fn known(&self, text: &mut String) {
        let Some(known) = &self.run.known else { return };
        let told = |state: KnownState, words: &str| {
            let count = known.count(&state);
            (count > 0).then(|| format!("{count} {words}"))
        };
        let counts = [
            told(KnownState::Known, "as they were"),
            told(KnownState::NotRun, "not run this time"),
            told(KnownState::Untested, "that could not be tested"),
            Some(known.stale().count()).filter(|count| *count > 0).map(|count| format!("{count} stale")),
        ];
        let counts: Vec<_> = counts.into_iter().flatten().collect();
        let counts = if counts.is_empty() { "none".to_owned() } else { counts.join(", ") };
        let _ = writeln!(text, "\nknown failures in {}: {counts}", known.file);
        for (entry, state) in known.stale() {
            let _ = writeln!(text, "\n{} {} in {}", self.paint(RED, "stale"), entry.clause, entry.scenario);
            self.beside(text, "known as", &entry.seen);
            self.beside(text, "now", &now(entry, state));
            let _ = writeln!(text, "  {:<9}  {}:{}", "at", known.file, entry.place.line);
            self.beside(text, "mend it", mend(state));
        }
    }

    /// A broken clause of which every finding is known, in one line.
    pub(super) fn known_clause(&self, text: &mut String, clause: Clause) -> bool {
        let Some(known) = &self.run.known else { return false };
        let placed = self
            .run
            .scenarios
            .iter()
            .flat_map(|outcome| outcome.findings.iter().map(move |placed| (outcome.id.as_str(), &placed.finding)));
        let explored = self.run.exploration.iter().flat_map(|explored| &explored.findings);
        let findings = placed.chain(explored.map(|finding| (EXPLORATION, finding)));
        let entries: Vec<_> = findings
            .filter(|(_, finding)| finding.clause == clause)
            .map(|(scenario, finding)| known.entry(scenario, finding))
            .collect();
        if entries.iter().any(Option::is_none) {
            return false;
        }
        let mut issues: Vec<_> = entries.iter().flatten().filter_map(|entry| entry.issue.as_deref()).collect();
        issues.dedup();
        let issues = if issues.is_empty() { String::new() } else { format!(", {}", issues.join(", ")) };
        let _ =
            writeln!(text, "\n{} {clause}: {}{issues}", self.paint(YELLOW, "known"), counted(entries.len(), "finding"));
        true
    }

    /// The last line of a run in which known failures play a part.
    pub(super) fn known_line(&self, known: &KnownFailures) -> Option<String> {
        let broken = self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::Fail).count();
        let all = self.run.clauses.len();
        let stale = known.stale().count();
        if stale > 0 {
            let told =
                format!("{} not as known any more; {broken} of {all} clauses broken", counted(stale, "known failure"));
            return Some(format!("{}: {told}", self.paint(RED, "nonconformant")));
        }
        let seen = known.count(&KnownState::Known);
        match known.ends_in {
            RunVerdict::Conformant if seen > 0 => Some(format!(
                "{}, and nothing but {}: {broken} of {all} clauses broken",
                self.paint(YELLOW, "nonconformant"),
                counted(seen, "known failure")
            )),
            RunVerdict::Conformant | RunVerdict::Nonconformant | RunVerdict::Inconclusive => None,
        }
    }
}

fn now(entry: &KnownFailure, state: &KnownState) -> String {
    match state {
        KnownState::Expired => format!("the same, and it was known until {}", entry.last_day().unwrap_or_default()),
        KnownState::Passes => "the clause is not broken there".to_owned(),
        KnownState::Changed(seen) => seen.clone(),
        KnownState::NotApplicable => "the scenario does not apply to what is declared".to_owned(),
        KnownState::Known | KnownState::Untested | KnownState::NotRun => state.name().to_owned(),
    }
}

fn mend(state: &KnownState) -> &'static str {
    match state {
        KnownState::Expired => "mend the implementation, or give the entry another day",
        KnownState::Passes | KnownState::NotApplicable => "take the entry out, or write the file anew with `--update`",
        KnownState::Changed(_) | KnownState::Known | KnownState::Untested | KnownState::NotRun => {
            "look at what is seen now; `--update` writes it down"
        }
    }
}
