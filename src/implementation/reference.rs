use serde_json::Value;

use super::{Implementation, Trouble};
use crate::model::{Chat, Item, Phase, REFUSAL_PREFIX, ROW_TITLE, Setup, State, World};
use crate::trace::{Capability, Hello, Observation, Reply, Row, SeenItem};

/// The reference: the model itself, behind the trait. It settles the open points one way.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    world: World,
}

impl Reference {
    /// The model's state.
    pub fn world(&self) -> &World {
        &self.world
    }

    fn chat(&self, chat: &str) -> Result<&Chat, Trouble> {
        self.world.chat(chat).ok_or_else(|| Trouble::Rejected { message: format!("the chat {chat} is not open") })
    }
}

impl Implementation for Reference {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        Ok(Hello {
            name: "reference".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            capabilities: Capability::ALL.into_iter().collect(),
            setup: None,
        })
    }

    fn begin(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.world = World::new(setup);
        Ok(())
    }

    fn open(&mut self, chat: &str, helper_of: Option<&str>) -> Result<(), Trouble> {
        if let Some(parent) = helper_of {
            self.chat(parent)?;
        }
        self.world.open(chat);
        Ok(())
    }

    fn write(&mut self, chat: Option<&str>, arguments: &Value) -> Result<Reply, Trouble> {
        let known = chat.and_then(|chat| self.world.chat(chat)).is_some();
        let answer = match items(arguments) {
            Err(wrong) if known => Err(format!("{REFUSAL_PREFIX} {wrong}")),
            Err(_) => self.world.update(None, &[]).map_err(|refusal| refusal.to_string()),
            Ok(items) => self.world.update(chat, &items).map_err(|refusal| refusal.to_string()),
        };
        Ok(match answer {
            Ok(counts) => Reply { text: counts.to_string(), is_error: Some(false) },
            Err(text) => Reply { text, is_error: Some(true) },
        })
    }

    fn turn(&mut self, chat: &str, phase: Phase) -> Result<(), Trouble> {
        self.chat(chat)?;
        self.world.turn(chat, phase);
        Ok(())
    }

    fn setup(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.world.set_setup(setup);
        Ok(())
    }

    fn reopen(&mut self, chat: &str) -> Result<(), Trouble> {
        self.chat(chat)?;
        self.world.reopen(chat);
        Ok(())
    }

    fn plan_mode(&mut self, chat: &str, on: bool) -> Result<(), Trouble> {
        self.chat(chat)?;
        self.world.plan_mode(chat, on);
        Ok(())
    }

    fn observe(&mut self, chat: &str) -> Result<Observation, Trouble> {
        let chat = self.chat(chat)?;
        let something = |items: Vec<SeenItem>| if items.is_empty() { None } else { Some(items) };
        let rows =
            chat.rows().map(|items| Row { title: ROW_TITLE.into(), items: items.iter().map(labelled).collect() });
        Ok(Observation {
            list: Some(something(chat.list().iter().map(SeenItem::from).collect())),
            plan: Some(something(chat.plan().iter().map(labelled).collect())),
            rows: Some(rows.collect()),
        })
    }
}

fn labelled(item: &Item) -> SeenItem {
    SeenItem { label: Some(item.state.label().into()), ..SeenItem::from(item) }
}

/// The items that arguments send, or what is wrong with their shape (reading `malformed`). A field that nobody asked
/// for is left out.
fn items(arguments: &Value) -> Result<Vec<Item>, &'static str> {
    let fields = arguments.as_object().ok_or("invalid arguments: expected an object with a list of todos")?;
    let todos = fields.get("todos").and_then(Value::as_array).ok_or("invalid arguments: todos must be a list")?;
    todos.iter().map(item).collect()
}

fn item(item: &Value) -> Result<Item, &'static str> {
    let fields = item.as_object().ok_or("invalid todo: an item must be an object")?;
    let text = fields.get("content").and_then(Value::as_str).ok_or("invalid todo: content must be a string")?;
    let state = fields
        .get("status")
        .and_then(Value::as_str)
        .and_then(State::from_name)
        .ok_or("invalid todo: status must be pending, in_progress or completed")?;
    Ok(Item::new(text, state))
}
