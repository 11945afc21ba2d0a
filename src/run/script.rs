use std::collections::BTreeSet;

use crate::model::{Phase, Setup};
use crate::suite::Scenario;
use crate::trace::{Action, Capability, Hello};

/// The chat that the harness opens.
const MAIN: &str = "main";

/// An action of a scenario, the harness's implicit ones included.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The step it belongs to, counted from one; 0 is before the first.
    pub step: usize,
    /// Whether the step names it; otherwise the harness adds it.
    pub named: bool,
    /// The action.
    pub action: Action,
}

/// The whole sequence of actions of a scenario: a clean world, `main` opened, turns started and ended where `turns` is
/// declared and the steps in a chat name none.
pub fn script(scenario: &Scenario, hello: &Hello) -> Vec<Planned> {
    let setup = scenario.setup.or(hello.setup).unwrap_or_default();
    let mut script = Script { planned: Vec::new(), open: BTreeSet::new() };
    script.add(0, Action::Begin(setup));
    script.add(0, Action::Open { chat: MAIN.to_owned(), helper_of: None });
    let turns = hello.capabilities.contains(&Capability::Turns);
    for (index, step) in scenario.steps.iter().enumerate() {
        let Some(action) = &step.action else { continue };
        if turns {
            script.turn_before(index + 1, action, scenario);
        }
        script.planned.push(Planned { step: index + 1, named: true, action: action.clone() });
    }
    script.planned
}

struct Script {
    planned: Vec<Planned>,
    /// Chats with an implicit turn open.
    open: BTreeSet<String>,
}

impl Script {
    fn add(&mut self, step: usize, action: Action) {
        self.planned.push(Planned { step, named: false, action });
    }

    fn turn_before(&mut self, step: usize, action: &Action, scenario: &Scenario) {
        match action {
            Action::Write { chat: Some(chat), .. } if !scenario.names_turns(chat) => {
                if self.open.insert(chat.clone()) {
                    self.add(step, Action::Turn { chat: chat.clone(), phase: Phase::Start });
                }
            }
            Action::Reopen { chat } => {
                if self.open.remove(chat) {
                    self.add(step, Action::Turn { chat: chat.clone(), phase: Phase::End });
                }
            }
            Action::Write { .. }
            | Action::Begin(_)
            | Action::Open { .. }
            | Action::Turn { .. }
            | Action::Setup(_)
            | Action::PlanMode { .. }
            | Action::Observe { .. } => {}
        }
    }
}

/// Why a scenario does not apply to an implementation, if it does not.
pub fn not_applicable(scenario: &Scenario, hello: &Hello) -> Option<String> {
    let missing: Vec<_> =
        scenario.needed().difference(&hello.capabilities).map(|capability| capability.name()).collect();
    if !missing.is_empty() {
        return Some(format!("needs {}", missing.join(", ")));
    }
    let on = |setup: Setup| if setup.one_active { "on" } else { "off" };
    match (scenario.setup, hello.setup) {
        (Some(wanted), Some(fixed)) if wanted != fixed => {
            Some(format!("needs the one-active rule {}, and it is fixed {}", on(wanted), on(fixed)))
        }
        (Some(_) | None, Some(_) | None) => None,
    }
}
