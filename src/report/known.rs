//! What became of known failures.

use super::RunVerdict;
use crate::oracle::Finding;
use crate::suite::KnownFailure;

/// The known failures of a run, and what the run ends in with them set aside.
#[derive(Clone, Debug)]
pub struct KnownFailures {
    /// The file they stand in.
    pub file: String,
    /// Each of them, and what became of it.
    pub failures: Vec<(KnownFailure, KnownState)>,
    /// What the run ends in: a finding that is not known, or a known failure that is not as it was, is a failure.
    pub ends_in: RunVerdict,
}

/// What became of a known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownState {
    /// It fails as it is known to.
    Known,
    /// It does, and the day until which it was expected is over.
    Expired,
    /// The clause is not broken there any more.
    Passes,
    /// The clause is broken there in another way.
    Changed(String),
    /// It cannot be broken there: the scenario does not apply.
    NotApplicable,
    /// It could not be tested.
    Untested,
    /// It was not run this time.
    NotRun,
}

impl KnownState {
    /// The name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Expired => "expired",
            Self::Passes => "passes",
            Self::Changed(_) => "changed",
            Self::NotApplicable => "not_applicable",
            Self::Untested => "untested",
            Self::NotRun => "not_run",
        }
    }

    /// Whether the entry has to be taken out or changed.
    pub fn is_stale(&self) -> bool {
        match self {
            Self::Expired | Self::Passes | Self::Changed(_) | Self::NotApplicable => true,
            Self::Known | Self::Untested | Self::NotRun => false,
        }
    }
}

impl KnownFailures {
    /// The entry that names a finding of a scenario, or of the exploration.
    pub fn entry(&self, scenario: &str, finding: &Finding) -> Option<&KnownFailure> {
        self.failures.iter().map(|(entry, _)| entry).find(|entry| names(entry, scenario, finding))
    }

    /// How many are in this state.
    pub fn count(&self, state: &KnownState) -> usize {
        self.failures.iter().filter(|(_, of)| of == state).count()
    }

    /// Those that have to be taken out or changed.
    pub fn stale(&self) -> impl Iterator<Item = &(KnownFailure, KnownState)> {
        self.failures.iter().filter(|(_, state)| state.is_stale())
    }
}

/// Whether an entry names a finding.
pub fn names(entry: &KnownFailure, scenario: &str, finding: &Finding) -> bool {
    entry.scenario == scenario && entry.clause == finding.clause && entry.seen == seen(finding)
}

/// What was seen, and where: `list in h1: […]`.
pub fn seen(finding: &Finding) -> String {
    format!("{}: {}", subject(finding), finding.seen)
}

/// What was looked at, and in which chat where that is not the main one.
pub fn subject(finding: &Finding) -> String {
    match finding.chat.as_deref() {
        Some("main") => finding.subject.to_owned(),
        Some(chat) => format!("{} in {chat}", finding.subject),
        None => format!("{} with no chat", finding.subject),
    }
}
