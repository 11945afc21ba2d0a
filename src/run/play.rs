use super::script::{not_applicable, script};
use crate::implementation::{Implementation, Trouble};
use crate::oracle::{Blame, Mistake, Oracle, Readings, Verdict};
use crate::report::{Placed, ScenarioOutcome, Unseen};
use crate::suite::Scenario;
use crate::trace::{Action, Capabilities, Capability, Hello};

/// A scenario that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What came of it.
    pub outcome: ScenarioOutcome,
    /// How it saw open points settled.
    pub readings: Readings,
    /// Whether the implementation had to be ended in it.
    pub ended: bool,
}

/// Plays one scenario and judges every answer. What the scenario writes plays no part: the oracle alone decides.
pub fn play(scenario: &Scenario, hello: &Hello, implementation: &mut dyn Implementation) -> Played {
    if let Some(why) = not_applicable(scenario, hello) {
        let outcome = outcome(scenario, Vec::new(), Some(Unseen::NotApplicable(why)));
        return Played { outcome, readings: Readings::default(), ended: false };
    }
    let mut judged = Judged::new(hello.capabilities.clone());
    let mut findings = Vec::new();
    let (mut unseen, mut ended) = (None, false);
    for planned in script(scenario, hello) {
        let line = planned.step.checked_sub(1).map_or(scenario.line, |step| scenario.steps[step].place.line);
        let place = |finding| Placed { finding, step: planned.step, line };
        let stop = judged.act(&planned.action, implementation, true);
        findings.extend(judged.findings.drain(..).map(place));
        if let Err(stop) = stop {
            ended = stop.ended;
            unseen = Some(Unseen::Inconclusive { reason: stop.reason, blame: stop.blame, line });
            break;
        }
    }
    let outcome = outcome(scenario, findings, unseen);
    Played { outcome, readings: judged.oracle.readings, ended }
}

/// An oracle at the elbow of an implementation.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The oracle.
    pub oracle: Oracle,
    /// What was found since it was last emptied.
    pub findings: Vec<crate::oracle::Finding>,
    looks: bool,
}

/// Why nothing more can be tested in a sequence.
#[derive(Clone, Debug)]
pub struct Stop {
    /// What happened.
    pub reason: String,
    /// Whose mistake it is.
    pub blame: Blame,
    /// Whether the implementation had to be ended.
    pub ended: bool,
}

impl Judged {
    /// For an implementation of these capabilities.
    pub fn new(capabilities: Capabilities) -> Self {
        let looks =
            [Capability::List, Capability::Plan, Capability::Rows].iter().any(|view| capabilities.contains(view));
        Self { oracle: Oracle::new(capabilities), findings: Vec::new(), looks }
    }

    /// Performs an action, judges its answer and, where it is wanted, looks at every open chat.
    pub fn act(&mut self, action: &Action, implementation: &mut dyn Implementation, look: bool) -> Result<(), Stop> {
        self.one(action, implementation)?;
        if look { self.look(implementation) } else { Ok(()) }
    }

    /// Looks at every open chat.
    pub fn look(&mut self, implementation: &mut dyn Implementation) -> Result<(), Stop> {
        if !self.looks {
            return Ok(());
        }
        let chats: Vec<String> = self.oracle.chats().map(str::to_owned).collect();
        chats.into_iter().try_for_each(|chat| self.one(&Action::Observe { chat }, implementation))
    }

    fn one(&mut self, action: &Action, implementation: &mut dyn Implementation) -> Result<(), Stop> {
        let answer = implementation.perform(action)?;
        self.findings.extend(self.oracle.judge(action, &answer)?);
        Ok(())
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Self { reason: trouble.to_string(), blame: trouble.blame(), ended: trouble.ends_the_process() }
    }
}

impl From<Mistake> for Stop {
    fn from(mistake: Mistake) -> Self {
        Self { reason: mistake.to_string(), blame: Blame::Adapter, ended: false }
    }
}

/// The outcome of a scenario from what was found and what could not be seen.
pub fn outcome(scenario: &Scenario, findings: Vec<Placed>, unseen: Option<Unseen>) -> ScenarioOutcome {
    let verdict = match &unseen {
        _ if !findings.is_empty() => Verdict::Fail,
        Some(Unseen::NotApplicable(_)) => Verdict::NotApplicable,
        Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_)) => Verdict::Inconclusive,
        None => Verdict::Pass,
    };
    ScenarioOutcome {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        file: scenario.file.clone(),
        line: scenario.line,
        clauses: scenario.clauses.clone(),
        verdict,
        findings,
        unseen,
    }
}
