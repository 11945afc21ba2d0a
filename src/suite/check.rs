//! Whether a scenario can be played at all: chats that are open, turns that follow one another, names that are one's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::read::MAIN;
use super::{Diagnostic, Place, Reading, Scenario, Source, Step};
use crate::model::Phase;
use crate::trace::{Action, offer};

/// Checks one scenario; the first mistake ends it.
pub fn scenario(source: &Arc<Source>, scenario: &Scenario) -> Result<(), Diagnostic> {
    let mut stage = Stage { source, scenario, chats: BTreeMap::new(), acted: false };
    stage.chats.insert(MAIN.to_owned(), Chat { turn_open: false, opened_last: false });
    scenario.steps.iter().try_for_each(|step| stage.step(step))
}

/// Checks that no name stands twice.
pub fn names<'a>(scenarios: impl Iterator<Item = (&'a Arc<Source>, &'a Scenario)>) -> Vec<Diagnostic> {
    let mut first: BTreeMap<&str, &Scenario> = BTreeMap::new();
    let slug = |scenario: &'a Scenario| scenario.id.rsplit('/').next().unwrap_or_default();
    let mut twice = Vec::new();
    for (source, scenario) in scenarios {
        if let Some(first) = first.get(slug(scenario)) {
            let place = scenario.name_place;
            let message = format!("the name `{}` stands twice", scenario.name);
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
                self.action(step.place, action)?;
                self.acted = true;
            }
            None => {
                self.chat(step.place, step.chat.as_deref())?;
            }
        }
        for look in step.looks.iter().filter(|look| look.seen.is_none()) {
            let chat = self.chat(step.place, step.chat.as_deref())?;
            if chat.is_some_and(|chat| chat.opened_last) || !self.acted {
                return Err(self
                    .wrong(look.place, "`unchanged` with nothing before it")
                    .help("write what is seen, or `none`".to_owned()));
            }
        }
        Ok(())
    }

    fn action(&mut self, place: Place, action: &Action) -> Result<(), Diagnostic> {
        let named_turns = |chat: &str| self.scenario.names_turns(chat);
        let opened_last = match action {
            Action::Open { chat, helper_of } => {
                if self.chats.contains_key(chat) {
                    return Err(self.wrong(place, format!("the chat `{chat}` is open already")));
                }
                if chat == "none" {
                    return Err(self.wrong(place, "`none` is no name for a chat: it stands for a run without one"));
                }
                self.chat(place, helper_of.as_deref())?;
                self.chats.insert(chat.clone(), Chat { turn_open: false, opened_last: true });
                Some(chat.clone())
            }
            Action::Turn { chat, phase } => {
                let open = self.chat(place, Some(chat))?.is_some_and(|chat| chat.turn_open);
                match (phase, open) {
                    (Phase::Start, true) => {
                        return Err(self
                            .wrong(place, format!("a turn of `{chat}` starts while one is open"))
                            .help("end the open turn first".to_owned()));
                    }
                    (Phase::End, false) => {
                        return Err(self
                            .wrong(place, format!("a turn of `{chat}` ends before it began"))
                            .help("start it first".to_owned()));
                    }
                    (Phase::Start, false) | (Phase::End, true) => self.set_turn(chat, *phase == Phase::Start),
                }
                None
            }
            Action::Write { chat, .. } => {
                let open = self.chat(place, chat.as_deref())?.is_none_or(|chat| chat.turn_open);
                let named = chat.as_deref().is_some_and(named_turns);
                if named && !open && self.scenario.probe != Some(Reading::BetweenTurns) {
                    return Err(self
                        .wrong(place, "an update is sent while no turn is open")
                        .help("start a turn first, or mark the scenario with `probe: between-turns`".to_owned()));
                }
                None
            }
            Action::Reopen { chat } => {
                let open = self.chat(place, Some(chat))?.is_some_and(|chat| chat.turn_open);
                if open && self.scenario.probe != Some(Reading::ReopenMidTurn) {
                    return Err(self
                        .wrong(place, format!("`{chat}` is reopened while its turn is open"))
                        .help("end the turn first, or mark the scenario with `probe: reopen-mid-turn`".to_owned()));
                }
                self.set_turn(chat, false);
                None
            }
            Action::PlanMode { chat, .. } | Action::Observe { chat } => {
                self.chat(place, Some(chat))?;
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
        match self.chats.get(name) {
            Some(chat) => Ok(Some(chat)),
            None => {
                let help = offer(name, self.chats.keys().map(String::as_str))
                    .map(|offer| format!("{offer}; `open: {{ chat: {name} }}` opens it"));
                Err(self.wrong(place, format!("the chat `{name}` is used before it is opened")).help(help))
            }
        }
    }

    fn wrong(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.source, place, message)
    }
}
