//! A draft played: its operations become actions that fit the state they meet.

use serde_json::{Value, json};

use super::draft::{Draft, DraftItem, Operation};
use crate::implementation::Implementation;
use crate::model::{Item, Phase, Setup, State};
use crate::oracle::{Finding, Readings, quote};
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

/// Plays a draft until something is found or nothing more can be tested.
pub fn play(draft: &Draft, hello: &Hello, implementation: &mut dyn Implementation) -> Outcome {
    let mut stage = Stage {
        draft,
        hello,
        implementation,
        judged: Judged::new(hello.capabilities.clone()),
        chats: vec!["main".to_owned()],
        played: Vec::new(),
    };
    let stop = stage.all().err();
    Outcome { played: stage.played, findings: stage.judged.findings, stop, readings: stage.judged.oracle.readings }
}

struct Stage<'a> {
    draft: &'a Draft,
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
        if self.draft.looks_at_end && self.judged.findings.is_empty() {
            self.judged.look(self.implementation)?;
        }
        Ok(())
    }

    /// Performs an action, unless something was found already.
    fn act(&mut self, action: Action) -> Result<(), Stop> {
        if !self.judged.findings.is_empty() {
            return Ok(());
        }
        let judged = self.judged.act(&action, self.implementation, !self.draft.looks_at_end);
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
                items.extend((0..*filler).map(|index| Item::new(format!("step {index}"), State::Pending)));
                self.update(*chat, arguments(&items))
            }
            Operation::NoChat { items } if self.can(Capability::NoChat) => {
                self.act(Action::Write { chat: None, arguments: arguments(&self.items(items)) })
            }
            Operation::Odd { chat, kind, items } => self.update(*chat, odd(*kind, &self.items(items))),
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
        const MOST: usize = 4;
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

/// Arguments that are not quite a list of items.
fn odd(kind: u8, items: &[Item]) -> Value {
    let mut whole = arguments(items);
    let list = whole["todos"].take();
    let first = json!({ "content": items.first().map_or("text", |item| item.text.as_str()), "status": "pending" });
    let with = |field: &str, value: Value| {
        let mut item = first.clone();
        item[field] = value;
        json!({ "todos": [item] })
    };
    let without = |field: &str| {
        let mut item = first.clone();
        if let Some(fields) = item.as_object_mut() {
            fields.remove(field);
        }
        json!({ "todos": [item] })
    };
    match kind % 20 {
        0 => json!({}),
        1 => Value::Null,
        2 => json!({ "todos": null }),
        3 => json!({ "todos": list.to_string() }),
        4 => json!({ "todos": first }),
        5 => json!({ "todos": [first.to_string()] }),
        6 => json!({ "todos": ["text"] }),
        7 => with("status", json!("Pending")),
        8 => with("status", json!("done")),
        9 => with("status", json!(null)),
        10 => without("status"),
        11 => without("content"),
        12 => with("content", json!(7)),
        13 => with("content", json!(null)),
        14 => with("id", json!("1")),
        15 => with("priority", json!("high")),
        16 => json!({ "todos": list, "merge": true }),
        17 => json!({ "todos": quote("text") }),
        18 => with("status", json!(" completed")),
        _ => json!({ "items": list }),
    }
}
