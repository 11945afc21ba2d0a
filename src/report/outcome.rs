use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::KnownFailures;
use crate::model::{Clause, Setup};
use crate::oracle::{Blame, Finding, Readings, Verdict};
use crate::suite::{Level, Partition, Scenario, Suite};
use crate::trace::{Capabilities, Capability, Hello};

/// Everything a run found out.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was run.
    pub suite: Arc<Suite>,
    /// Who was tested.
    pub implementation: Identity,
    /// Why it could not even be greeted, and whose mistake that is.
    pub no_hello: Option<(String, Blame)>,
    /// The words that scenarios were selected by.
    pub filter: Option<String>,
    /// The part of the suite that was run, where it was split.
    pub partition: Option<Partition>,
    /// Whether the stated clauses alone decide.
    pub stated_only: bool,
    /// What the run says of it.
    pub verdict: RunVerdict,
    /// Capabilities without which it is not conformant.
    pub required: Capabilities,
    /// One outcome for each clause, in the page's order.
    pub clauses: Vec<ClauseOutcome>,
    /// One outcome for each scenario that was selected, in the order of the files.
    pub scenarios: Vec<ScenarioOutcome>,
    /// How the open points were settled.
    pub readings: Readings,
    /// What the explorer did, if it ran.
    pub exploration: Option<Exploration>,
    /// The known mistake that it behaves exactly like: the fault's id, and what its maker misunderstood.
    pub diagnosis: Option<(String, String)>,
    /// What the suite was shown to catch, where that is known.
    pub score: Option<Score>,
    /// What became of known failures, where a file of them was given.
    pub known: Option<KnownFailures>,
    /// How long the run took.
    pub duration: Duration,
}

impl Run {
    /// What the run ends in: its verdict, unless known failures are set aside.
    pub fn ends_in(&self) -> RunVerdict {
        self.known.as_ref().map_or(self.verdict, |known| known.ends_in)
    }

    /// Capabilities that were required and are not declared, where it could be asked at all.
    pub fn missing(&self) -> impl Iterator<Item = Capability> {
        let required = self.required.iter().filter(|_| self.no_hello.is_none());
        required.filter(|capability| !self.implementation.capabilities.contains(capability)).copied()
    }
}

/// Who was tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The name it says it has.
    pub name: String,
    /// The version it says it has.
    pub version: String,
    /// The command that starts it; empty in process.
    pub command: Vec<String>,
    /// What it declares.
    pub capabilities: Capabilities,
    /// The setup, where it is fixed.
    pub setup: Option<Setup>,
}

impl Identity {
    /// Of what says this of itself.
    pub fn new(hello: Hello, command: Vec<String>) -> Self {
        let Hello { name, version, capabilities, setup } = hello;
        Self { name, version, command, capabilities, setup }
    }

    /// What it said of itself.
    pub fn hello(&self) -> Hello {
        let Self { name, version, capabilities, setup, .. } = self.clone();
        Hello { name, version, capabilities, setup }
    }
}

/// The verdict of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunVerdict {
    /// No clause is broken, and everything that applies was tested.
    Conformant,
    /// A clause is broken.
    Nonconformant,
    /// No clause was seen broken, and something could not be tested.
    Inconclusive,
}

impl RunVerdict {
    /// The verdict's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conformant => "conformant",
            Self::Nonconformant => "nonconformant",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// What a run says of a clause.
#[derive(Clone, Debug)]
pub struct ClauseOutcome {
    /// The clause.
    pub clause: Clause,
    /// Its level.
    pub level: Level,
    /// The verdict.
    pub verdict: Verdict,
    /// How many scenarios came out how.
    pub scenarios: Tally,
    /// Needs that are not declared.
    pub unmet: Vec<String>,
}

/// Scenarios by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Those that passed.
    pub pass: usize,
    /// Those with a finding.
    pub fail: usize,
    /// Those that need what is not declared.
    pub not_applicable: usize,
    /// Those that could not be tested.
    pub inconclusive: usize,
}

impl Tally {
    /// Counts one more.
    pub fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Pass => self.pass += 1,
            Verdict::Fail => self.fail += 1,
            Verdict::NotApplicable => self.not_applicable += 1,
            Verdict::Inconclusive => self.inconclusive += 1,
        }
    }
}

/// What a run says of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioOutcome {
    /// The scenario's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// The line of its name.
    pub line: usize,
    /// The clauses it exercises.
    pub clauses: Vec<Clause>,
    /// The verdict.
    pub verdict: Verdict,
    /// What was broken, in the order of the steps.
    pub findings: Vec<Placed>,
    /// Why it could not be tested, or not to its end.
    pub unseen: Option<Unseen>,
}

/// A finding and its place in the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The finding.
    pub finding: Finding,
    /// The step, counted from one; 0 is before the first.
    pub step: usize,
    /// The step's line.
    pub line: usize,
}

/// Why a scenario was not tested, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Capabilities that are not declared, or a setup that is fixed otherwise.
    NotApplicable(String),
    /// It could not be tested: why, where, and whose mistake it is.
    Inconclusive {
        /// What happened.
        reason: String,
        /// Whose mistake it is.
        blame: Blame,
        /// The step's line.
        line: usize,
    },
    /// It was not tried: too many before it could not be tested.
    NotTried(String),
}

/// What the suite was shown to catch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Faults that a scenario kills for the right reason.
    pub killed: usize,
    /// All faults.
    pub faults: usize,
    /// Faults that the explorer alone finds.
    pub explored: usize,
    /// Rightful variants that come out conformant.
    pub conformant: usize,
    /// All rightful variants.
    pub variants: usize,
}

/// How far an exploration went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Random sequences of this seed.
    Seed(u64),
    /// Every sequence of up to `depth` actions over the alphabet's texts and this many chats.
    Every {
        /// The most actions in a sequence.
        depth: usize,
        /// How many chats there were.
        chats: usize,
        /// How many distinct states were told apart, where they were.
        states: Option<usize>,
    },
}

impl Default for Extent {
    fn default() -> Self {
        Self::Seed(0)
    }
}

/// What the explorer did.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Sequences tried.
    pub cases: usize,
    /// Actions judged in them, looks aside.
    pub steps: usize,
    /// The seed that repeats it, or the bound that was exhausted.
    pub extent: Extent,
    /// The sequence that showed a finding, counted from one.
    pub sequence: Option<usize>,
    /// The findings of the shortest sequence that shows one.
    pub findings: Vec<Finding>,
    /// That sequence, a line an action.
    pub counterexample: Option<String>,
    /// That sequence as a scenario, with the reference's answers.
    pub scenario: Option<Scenario>,
    /// Why a sequence could not be tested.
    pub inconclusive: Option<String>,
}

impl Exploration {
    /// What the sequences say on their own.
    pub fn verdict(&self) -> RunVerdict {
        if !self.findings.is_empty() {
            RunVerdict::Nonconformant
        } else if self.inconclusive.is_some() {
            RunVerdict::Inconclusive
        } else {
            RunVerdict::Conformant
        }
    }
}
