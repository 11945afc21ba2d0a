//! A draft played: its operations become actions that fit the state they meet.

use serde_json::Value;

use super::draft::{Draft, DraftItem, Operation};
use super::odd;
use crate::implementation::Implementation;
use crate::model::{Item, Phase, Setup, State};
use crate::oracle::{Finding, Readings};
use crate::report::action_line;
use crate::run::{Judged, Stop};
use crate::trace::{Action, Capability, Hello, arguments};

/// What came of a sequence.
pub struct Outcome {
    /// The actions, looks aside, up to the first finding.
    pub played: Vec<Action>,
    /// The findings of the action that had some.
    pub findings: Vec<Finding>,
    /// Why the sequence was not tested to its end.
    pub stop: Option<Stop>,
    pub readings: Readings,
}

/// A sequence and what it shows, a line each.
pub fn timeline(actions: &[Action], findings: &[Finding]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for action in actions {
        let place = match chat_of(action) {
            Some("main") | None => String::new(),
            Some(chat) => format!(" in {chat}"),
        };
        let nowhere = if matches!(action, Action::Write { chat: None, .. }) { " with no chat" } else { "" };
        lines.push(format!("{}. {}{place}{nowhere}", lines.len() + 1, action_line(action)));
    }
    for finding in findings {
        let chat = finding.chat.as_deref().filter(|chat| *chat != "main");
        let chat = chat.map(|chat| format!(" in {chat}")).unwrap_or_default();
        lines.push(format!("breaks {}", finding.clause));
        lines.push(format!("  allowed {}{chat}: {}", finding.subject, finding.allowed));
        lines.push(format!("  seen    {}{chat}: {}", finding.subject, finding.seen));
    }
    lines.join("\n")
}

fn chat_of(action: &Action) -> Option<&str> {
    match action {
        Action::Write { chat, .. } => chat.as_deref(),
        Action::Turn { chat, .. } | Action::Reopen { chat } | Action::PlanMode { chat, .. } => Some(chat),
        Action::Begin(_) | Action::Open { .. } | Action::Setup(_) | Action::Observe { .. } => None,
    }
}

/// When chats are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// As the draft says.
    AsDrawn,
    /// After every action, whatever the draft says.
    Throughout,
}

/// Plays a draft until something is found or nothing more can be tested.
pub fn play(draft: &Draft, looks: Looks, hello: &Hello, implementation: &mut dyn Implementation) -> Outcome {
    let mut stage = Stage {
        draft,
        looks_at_end: draft.looks_at_end && looks == Looks::AsDrawn,
        hello,
        implementation,
        judged: Judged::new(hello.capabilities.clone()),
        chats: vec!["main".to_owned()],
        played: Vec::new(),
    };
    let stop = stage.all().err();
    Outcome { played: stage.played, findings: stage.judged.findings, stop, readings: stage.judged.oracle.readings }
}

/// Plays a sequence as it is until something is found or nothing more can be tested.
pub fn replay(
    actions: &[Action],
    looks_at_end: bool,
    hello: &Hello,
    implementation: &mut dyn Implementation,
) -> Outcome {
    let mut judged = Judged::new(hello.capabilities.clone());
    let mut played = Vec::new();
    let mut stop = None;
    for action in actions {
        let acted = judged.act(action, implementation, !looks_at_end);
        played.push(action.clone());
        stop = acted.err();
        if stop.is_some() || !judged.findings.is_empty() {
            break;
        }
    }
    if looks_at_end && stop.is_none() && judged.findings.is_empty() {
        stop = judged.look(implementation).err();
    }
    Outcome { played, findings: judged.findings, stop, readings: judged.oracle.readings }
}

struct Stage<'a> {
    draft: &'a Draft,
    looks_at_end: bool,
    hello: &'a Hello,
    implementation: &'a mut dyn Implementation,
    judged: Judged,
    chats: Vec<String>,
    played: Vec<Action>,
}

impl Stage<'_> {
    fn all(&mut self) -> Result<(), Stop> {
        let setup = self.hello.setup.unwrap_or(Setup { one_active: self.draft.one_active });
        self.act(Action::Begin(setup))?;
        self.act(Action::Open { chat: "main".to_owned(), helper_of: None })?;
        for operation in &self.draft.operations {
            if !self.judged.findings.is_empty() {
                return Ok(());
            }
            self.operation(operation)?;
        }
        if self.looks_at_end && self.judged.findings.is_empty() {
            self.judged.look(self.implementation)?;
        }
        Ok(())
    }

    /// Performs an action, unless something was found already.
    fn act(&mut self, action: Action) -> Result<(), Stop> {
        if !self.judged.findings.is_empty() {
            return Ok(());
        }
        let judged = self.judged.act(&action, self.implementation, !self.looks_at_end);
        self.played.push(action);
        judged
    }

    fn can(&self, capability: Capability) -> bool {
        self.hello.capabilities.contains(&capability)
    }

    fn chat(&self, index: u8) -> String {
        self.chats[usize::from(index) % self.chats.len()].clone()
    }

    fn operation(&mut self, operation: &Operation) -> Result<(), Stop> {
        match operation {
            Operation::Update { chat, items, filler } => {
                let mut items = self.items(items);
                let filled = (0..filler.items).map(|index| Item::new(format!("step {index}"), filler.state));
                let at = if filler.first { 0 } else { items.len() };
                items.splice(at..at, filled);
                self.update(*chat, arguments(&items))
            }
            Operation::NoChat { items } if self.can(Capability::NoChat) => {
                self.act(Action::Write { chat: None, arguments: arguments(&self.items(items)) })
            }
            Operation::Odd { chat, oddity, items } => self.update(*chat, odd::arguments(*oddity, &self.items(items))),
            Operation::NextTurn { chat } if self.can(Capability::Turns) => {
                let chat = self.chat(*chat);
                self.end_turn(&chat)?;
                self.act(Action::Turn { chat, phase: Phase::Start })
            }
            Operation::EndTurn { chat } => self.end_turn(&self.chat(*chat)),
            Operation::Setup { one_active } if self.can(Capability::Setup) => {
                self.act(Action::Setup(Setup { one_active: *one_active }))
            }
            Operation::Reopen { chat } => self.reopen(*chat),
            Operation::PlanMode { chat, on } if self.can(Capability::PlanMode) => {
                self.act(Action::PlanMode { chat: self.chat(*chat), on: *on })
            }
            Operation::Open { helper, of } => self.open(*helper, *of),
            Operation::Tighten { chat, reopen } if self.can(Capability::Setup) => {
                self.act(Action::Setup(Setup { one_active: false }))?;
                let active = ["one", "two"].map(|text| Item::new(text, State::InProgress));
                self.update(*chat, arguments(&active))?;
                self.act(Action::Setup(Setup { one_active: true }))?;
                if *reopen { self.reopen(*chat) } else { Ok(()) }
            }
            Operation::NoChat { .. }
            | Operation::NextTurn { .. }
            | Operation::Setup { .. }
            | Operation::PlanMode { .. }
            | Operation::Tighten { .. } => Ok(()),
        }
    }

    /// Sends an update in an open turn.
    fn update(&mut self, chat: u8, arguments: Value) -> Result<(), Stop> {
        let chat = self.chat(chat);
        if self.can(Capability::Turns) && !self.judged.oracle.turn_is_open(&chat) {
            self.act(Action::Turn { chat: chat.clone(), phase: Phase::Start })?;
        }
        self.act(Action::Write { chat: Some(chat), arguments })
    }

    fn end_turn(&mut self, chat: &str) -> Result<(), Stop> {
        if self.can(Capability::Turns) && self.judged.oracle.turn_is_open(chat) {
            return self.act(Action::Turn { chat: chat.to_owned(), phase: Phase::End });
        }
        Ok(())
    }

    fn reopen(&mut self, chat: u8) -> Result<(), Stop> {
        if !self.can(Capability::Reopen) {
            return Ok(());
        }
        let chat = self.chat(chat);
        self.end_turn(&chat)?;
        self.act(Action::Reopen { chat })
    }

    fn open(&mut self, helper: bool, of: u8) -> Result<(), Stop> {
        const MOST: usize = 7;
        let wanted = if helper { Capability::Helpers } else { Capability::Chats };
        if !self.can(wanted) || self.chats.len() == MOST {
            return Ok(());
        }
        let chat = format!("{}{}", if helper { "helper" } else { "chat" }, self.chats.len());
        let helper_of = helper.then(|| self.chat(of));
        self.act(Action::Open { chat: chat.clone(), helper_of })?;
        self.chats.push(chat);
        Ok(())
    }

    fn items(&self, items: &[DraftItem]) -> Vec<Item> {
        let text = |item: &DraftItem| item.form.write(&self.draft.pool[usize::from(item.text) % self.draft.pool.len()]);
        items.iter().map(|item| Item::new(text(item), item.state)).collect()
    }
}
