//! What an update's arguments say, however they say it.

use serde_json::{Map, Value};

use super::text;
use crate::model::{Clause, State};
use crate::suite::Reading;

/// The most items that a list may hold before an implementation may refuse it for its size.
pub const MOST_ITEMS: usize = 1_000;
/// The most Unicode scalars that a text may hold, before trimming, likewise.
pub const MOST_CHARACTERS: usize = 10_000;

/// An update as far as its arguments can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// The items, with what is readable of each.
    pub items: Vec<SentItem>,
    /// What has the wrong shape: never recorded.
    pub malformed: Vec<Malformed>,
    /// Whether something stands for an item that has no text to it at all.
    pub textless: bool,
    /// The open points that allow it to be refused.
    pub open: Vec<(Reading, String)>,
}

/// An item as sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentItem {
    /// The text, before trimming.
    pub text: Option<String>,
    /// The state, if it is one of the three.
    pub state: Option<State>,
}

/// One thing of the wrong shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The clause that recording it breaks.
    pub clause: Clause,
    /// What is wrong, for the reading.
    pub form: &'static str,
}

impl Update {
    /// Reads arguments.
    pub fn read(arguments: &Value) -> Self {
        let mut update = Self::default();
        match arguments {
            Value::Object(fields) => update.arguments(fields),
            Value::String(encoded) => match serde_json::from_str(encoded) {
                Ok(Value::Object(fields)) => {
                    update.open(Reading::EncodedList, "the arguments as a string");
                    update.arguments(&fields);
                }
                Ok(Value::Array(items)) => {
                    update.open(Reading::EncodedList, "the list as a string in the arguments' place");
                    items.iter().for_each(|item| update.item(item));
                }
                Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | Err(_) => {
                    update.wrong(Clause::ItemShape, "arguments that are no object");
                }
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                update.wrong(Clause::ItemShape, "arguments that are no object");
            }
        }
        update.sizes();
        update
    }

    fn arguments(&mut self, fields: &Map<String, Value>) {
        for field in fields.keys().filter(|field| *field != "todos") {
            self.open(Reading::ExtraArgument, format!("`{field}`"));
        }
        match fields.get("todos") {
            Some(todos) => self.todos(todos),
            None => self.wrong(Clause::ItemShape, "no list"),
        }
    }

    fn todos(&mut self, todos: &Value) {
        match todos {
            Value::Array(items) => items.iter().for_each(|item| self.item(item)),
            Value::Object(item) => {
                self.open(Reading::EncodedList, "one object in the list's place");
                self.fields(item);
            }
            Value::String(encoded) => match serde_json::from_str(encoded) {
                Ok(Value::Array(items)) => {
                    self.open(Reading::EncodedList, "the list as a string");
                    items.iter().for_each(|item| self.item(item));
                }
                Ok(Value::Object(fields)) if fields.contains_key("todos") => {
                    self.open(Reading::EncodedList, "the arguments as a string in the list's place");
                    self.arguments(&fields);
                }
                Ok(Value::Object(item)) => {
                    self.open(Reading::EncodedList, "one item as a string in the list's place");
                    self.fields(&item);
                }
                Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | Err(_) => {
                    self.wrong(Clause::ItemShape, "a string for the list");
                }
            },
            Value::Null => self.wrong(Clause::ItemShape, "null for the list"),
            Value::Bool(_) | Value::Number(_) => self.wrong(Clause::ItemShape, "a scalar for the list"),
        }
    }

    fn item(&mut self, item: &Value) {
        match item {
            Value::Object(fields) => self.fields(fields),
            Value::String(encoded) => match serde_json::from_str(encoded) {
                Ok(Value::Object(fields)) => {
                    self.textless = true;
                    self.open(Reading::EncodedList, "an item as a string");
                    self.fields(&fields);
                }
                Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) | Err(_) => {
                    self.textless = true;
                    self.wrong(Clause::ItemShape, "a string for an item");
                }
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                self.textless = true;
                self.wrong(Clause::ItemShape, "an item that is no object");
            }
        }
    }

    fn fields(&mut self, fields: &Map<String, Value>) {
        for field in fields.keys().filter(|field| !matches!(field.as_str(), "content" | "status")) {
            self.open(Reading::ExtraField, format!("`{field}`"));
        }
        let text = match fields.get("content") {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Null) => self.no_text("a text that is null"),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                self.no_text("a text that is no string")
            }
            None => self.no_text("no text"),
        };
        let state = match fields.get("status") {
            Some(Value::String(name)) => State::from_name(name).or_else(|| {
                let letters = name.trim().to_lowercase().replace([' ', '-'], "_");
                let known = State::from_name(&letters).is_some();
                self.wrong(Clause::ThreeStates, if known { "a state in other letters" } else { "an unknown state" });
                None
            }),
            Some(Value::Null) => self.no_state("a state that is null"),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                self.wrong(Clause::ThreeStates, "a state that is no string");
                None
            }
            None => self.no_state("no state"),
        };
        self.items.push(SentItem { text, state });
    }

    fn no_text(&mut self, form: &'static str) -> Option<String> {
        self.wrong(Clause::ItemShape, form);
        None
    }

    fn no_state(&mut self, form: &'static str) -> Option<State> {
        self.wrong(Clause::StateEveryItem, form);
        None
    }

    fn wrong(&mut self, clause: Clause, form: &'static str) {
        let malformed = Malformed { clause, form };
        if !self.malformed.contains(&malformed) {
            self.malformed.push(malformed);
        }
    }

    fn open(&mut self, reading: Reading, form: impl Into<String>) {
        let open = (reading, form.into());
        if !self.open.contains(&open) {
            self.open.push(open);
        }
    }

    /// The open points that a list's length and its texts touch.
    fn sizes(&mut self) {
        if self.items.len() > MOST_ITEMS {
            self.open(Reading::SizeLimits, format!("{} items", self.items.len()));
        }
        let mut found = Vec::new();
        for text in self.items.iter().filter_map(|item| item.text.as_deref()) {
            if text.len() > MOST_CHARACTERS {
                let characters = text.chars().count();
                if characters > MOST_CHARACTERS {
                    found.push((Reading::SizeLimits, format!("{characters} characters")));
                }
            }
            if text::least_trimmed(text).contains('\0') {
                let inside = text::most_trimmed(text).contains('\0');
                let place = if inside { "inside a text" } else { "at an end of a text" };
                found.push((Reading::SizeLimits, format!("U+0000 {place}")));
            }
            for (line_break, at_end) in text::line_breaks(text) {
                let place = if at_end { "at an end" } else { "inside" };
                found.push((Reading::InnerLineBreak, format!("U+{:04X} {place}", u32::from(line_break))));
            }
        }
        found.into_iter().for_each(|(reading, form)| self.open(reading, form));
    }
}
