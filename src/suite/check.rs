//! Whether a scenario can be played at all: chats that are open, turns that follow one another, names that are one's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::diagnostic::named;
use super::read::MAIN;
use super::{ClauseTable, Diagnostic, Place, Reading, Scenario, Source, Step, StepParts};
use crate::model::Phase;
use crate::trace::{Action, Capability, beginning, nearest};

/// Checks one scenario; the first mistake ends it.
pub fn scenario(source: &Arc<Source>, scenario: &Scenario) -> Result<(), Diagnostic> {
    let mut stage = Stage { source, scenario, chats: BTreeMap::new(), acted: false };
    stage.chats.insert(MAIN.to_owned(), Chat { turn_open: false, opened_last: false });
    scenario.steps.iter().try_for_each(|step| stage.step(step))
}

/// Checks that a scenario can show the clauses that it names: what a clause needs to be done is done in a step.
pub fn clauses(source: &Arc<Source>, scenario: &Scenario, table: &ClauseTable) -> Result<(), Diagnostic> {
    // Turns start and end by themselves where no step names them; what is seen is the implementation's to declare.
    let by_steps = |capability: &Capability| match capability {
        Capability::Chats
        | Capability::Helpers
        | Capability::NoChat
        | Capability::Setup
        | Capability::Reopen
        | Capability::PlanMode => true,
        Capability::List | Capability::Plan | Capability::Rows | Capability::Labels | Capability::Turns => false,
    };
    let done = scenario.needed();
    for clause in &scenario.clauses {
        let needs = &table.entry(*clause).needs;
        let missing = needs.iter().find(|need| need.0.iter().all(|any| by_steps(any) && !done.contains(any)));
        if let Some(missing) = missing {
            let message = format!("the scenario names the clause `{clause}`, and no step needs {missing}");
            return Err(Diagnostic::new(source, scenario.name_place, message)
                .help("name only clauses that a wrong implementation is caught breaking here".to_owned()));
        }
    }
    Ok(())
}

/// Checks that no name stands twice.
pub fn names<'a>(scenarios: impl Iterator<Item = (&'a Arc<Source>, &'a Scenario)>) -> Vec<Diagnostic> {
    let mut first: BTreeMap<&str, &Scenario> = BTreeMap::new();
    let slug = |scenario: &'a Scenario| scenario.id.rsplit('/').next().unwrap_or_default();
    let mut twice = Vec::new();
    for (source, scenario) in scenarios {
        if let Some(first) = first.get(slug(scenario)) {
            let place = scenario.name_place;
            let message = format!("the name {} stands twice", named(&scenario.name));
            twice.push(
                Diagnostic::new(source, place, message)
                    .help(format!("the first stands at {}:{}", first.file, first.line)),
            );
        } else {
            first.insert(slug(scenario), scenario);
        }
    }
    twice
}

struct Stage<'a> {
    source: &'a Arc<Source>,
    scenario: &'a Scenario,
    chats: BTreeMap<String, Chat>,
    acted: bool,
}

struct Chat {
    turn_open: bool,
    opened_last: bool,
}

impl Stage<'_> {
    fn step(&mut self, step: &Step) -> Result<(), Diagnostic> {
        match &step.action {
            Some(action) => {
                self.action(&step.parts, action)?;
                self.acted = true;
            }
            None => {
                self.chat(step.parts.chat, step.chat.as_deref())?;
            }
        }
        for look in step.looks.iter().filter(|look| look.seen.is_none()) {
            let chat = self.chat(step.parts.chat, step.chat.as_deref())?;
            if chat.is_some_and(|chat| chat.opened_last) || !self.acted {
                return Err(self
                    .wrong(look.place, "`unchanged` with nothing before it")
                    .help("write what is seen, or `none`".to_owned()));
            }
        }
        Ok(())
    }

    fn action(&mut self, parts: &StepParts, action: &Action) -> Result<(), Diagnostic> {
        let named_turns = |chat: &str| self.scenario.names_turns(chat);
        let opened_last = match action {
            Action::Open { chat, helper_of } => {
                if self.chats.contains_key(chat) {
                    return Err(self.wrong(parts.chat, format!("the chat {} is open already", named(chat))));
                }
                if chat == "none" {
                    return Err(self.wrong(parts.chat, "`none` is no name for a chat: it stands for a run without one"));
                }
                self.chat(parts.helper_of, helper_of.as_deref())?;
                self.chats.insert(chat.clone(), Chat { turn_open: false, opened_last: true });
                Some(chat.clone())
            }
            Action::Turn { chat, phase } => {
                let open = self.chat(parts.chat, Some(chat))?.is_some_and(|chat| chat.turn_open);
                match (phase, open) {
                    (Phase::Start, true) => {
                        return Err(self
                            .wrong(parts.action, format!("a turn of {} starts while one is open", named(chat)))
                            .help("end the open turn first".to_owned()));
                    }
                    (Phase::End, false) => {
                        return Err(self
                            .wrong(parts.action, format!("a turn of {} ends while none is open", named(chat)))
                            .help("start it first".to_owned()));
                    }
                    (Phase::Start, false) | (Phase::End, true) => self.set_turn(chat, *phase == Phase::Start),
                }
                None
            }
            Action::Write { chat, .. } => {
                let open = self.chat(parts.chat, chat.as_deref())?.is_none_or(|chat| chat.turn_open);
                let named = chat.as_deref().is_some_and(named_turns);
                if named && !open && self.scenario.probe != Some(Reading::BetweenTurns) {
                    return Err(self
                        .wrong(parts.action, "an update is sent while no turn is open")
                        .help("start a turn first, or mark the scenario with `probe: between-turns`".to_owned()));
                }
                None
            }
            Action::Reopen { chat } => {
                let open = self.chat(parts.chat, Some(chat))?.is_some_and(|chat| chat.turn_open);
                if open && self.scenario.probe != Some(Reading::ReopenMidTurn) {
                    return Err(self
                        .wrong(parts.action, format!("`{chat}` is reopened while its turn is open"))
                        .help("end the turn first, or mark the scenario with `probe: reopen-mid-turn`".to_owned()));
                }
                self.set_turn(chat, false);
                None
            }
            Action::PlanMode { chat, .. } | Action::Observe { chat } => {
                self.chat(parts.chat, Some(chat))?;
                None
            }
            Action::Begin(_) | Action::Setup(_) => None,
        };
        for (name, chat) in &mut self.chats {
            chat.opened_last = Some(name) == opened_last.as_ref();
        }
        Ok(())
    }

    fn set_turn(&mut self, chat: &str, open: bool) {
        if let Some(chat) = self.chats.get_mut(chat) {
            chat.turn_open = open;
        }
    }

    fn chat(&self, place: Place, name: Option<&str>) -> Result<Option<&Chat>, Diagnostic> {
        let Some(name) = name else { return Ok(None) };
        if let Some(chat) = self.chats.get(name) {
            return Ok(Some(chat));
        }
        let help = match nearest(name, self.chats.keys().map(String::as_str)) {
            Some(near) => format!("did you mean {}?", named(near)),
            None => format!("a step before it opens a chat: `open: {{ chat: {} }}`", beginning(name, 60)),
        };
        Err(self.wrong(place, format!("the chat {} is used before it is opened", named(name))).help(help))
    }

    fn wrong(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.source, place, message)
    }
}
