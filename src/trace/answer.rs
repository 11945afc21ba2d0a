use std::borrow::Cow;
use std::fmt;

use serde::Deserialize as Derive;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::Capabilities;
use crate::model::{Item, Setup, State};

/// Who an implementation says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The implementation's name.
    pub name: String,
    /// The implementation's version.
    pub version: String,
    /// What it lets the harness see or do.
    pub capabilities: Capabilities,
    /// The setup, where it is fixed.
    pub setup: Option<Setup>,
}

impl fmt::Display for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capabilities: Vec<_> = self.capabilities.iter().map(|capability| capability.name()).collect();
        write!(f, "{} {} with {}", self.name, self.version, or_none(&capabilities.join(", ")))?;
        match self.setup {
            Some(setup) => write!(f, ", one_active fixed to {}", setup.one_active),
            None => Ok(()),
        }
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "no capabilities" } else { text }
}

/// What an implementation answers to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, with nothing to tell.
    Done,
    /// An update's reply.
    Reply(Reply),
    /// The call was turned away before it arrived as an update (the error code for invalid params).
    Rejected {
        /// The error's message.
        message: String,
    },
    /// What can be seen of a chat.
    Seen(Observation),
}

/// An update's reply.
#[derive(Clone, Debug, PartialEq, Eq, Derive)]
pub struct Reply {
    /// The text the agent reads.
    pub text: String,
    /// Whether the implementation marks it as an error; may be absent.
    #[serde(default)]
    pub is_error: Option<bool>,
}

/// What can be seen of a chat. A field is `None` where the answer does not have it; a list or plan that is
/// `Some(None)` came as null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Derive)]
pub struct Observation {
    /// The list.
    #[serde(default, deserialize_with = "present")]
    pub list: Option<Option<Vec<SeenItem>>>,
    /// The standing plan.
    #[serde(default, deserialize_with = "present")]
    pub plan: Option<Option<Vec<SeenItem>>>,
    /// The rows of recorded updates, oldest first.
    #[serde(default)]
    pub rows: Option<Vec<Row>>,
}

/// One row of a chat: a recorded update.
#[derive(Clone, Debug, PartialEq, Eq, Derive)]
pub struct Row {
    /// The row's title.
    pub title: Cow<'static, str>,
    /// The list that was sent.
    pub items: Vec<SeenItem>,
}

/// An item as it was observed; every field may be missing or beside the point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenItem {
    /// The text.
    pub content: Option<String>,
    /// The state's name, known or not.
    pub status: Option<Cow<'static, str>>,
    /// The state's label.
    pub label: Option<Cow<'static, str>>,
    /// The names of fields that an item does not have.
    pub extra: Vec<String>,
}

impl SeenItem {
    /// The item, where text and state are there and the state is known.
    pub fn item(&self) -> Option<Item> {
        Some(Item::new(self.content.clone()?, self.state()?))
    }

    /// The state, where it is one of the three.
    pub fn state(&self) -> Option<State> {
        State::from_name(self.status.as_deref()?)
    }
}

impl From<&Item> for SeenItem {
    fn from(item: &Item) -> Self {
        Self { content: Some(item.text.clone()), status: Some(item.state.name().into()), ..Self::default() }
    }
}

/// Tells a field that is null from one that is absent.
#[expect(clippy::option_option, reason = "absent, null and a list are three things")]
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Vec<SeenItem>>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl<'de> Deserialize<'de> for SeenItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SeenItemVisitor)
    }
}

/// A field that holds a text or nothing. Anything else is kept as a field that an item does not have: an implementation
/// that recorded it is wrong, not its adapter.
fn text(value: Value, field: &str, extra: &mut Vec<String>) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Null => None,
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            extra.push(format!("{field}: {value}"));
            None
        }
    }
}

struct SeenItemVisitor;

#[derive(Derive)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Content,
    Status,
    Label,
    Other(String),
}

impl<'de> Visitor<'de> for SeenItemVisitor {
    type Value = SeenItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item with `content` and `status`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SeenItem, A::Error> {
        let mut item = SeenItem::default();
        while let Some(field) = map.next_key::<Field>()? {
            match field {
                Field::Content => item.content = text(map.next_value()?, "content", &mut item.extra),
                Field::Status => item.status = text(map.next_value()?, "status", &mut item.extra).map(Cow::Owned),
                // A label is the adapter's to give; one that is no text is none.
                Field::Label => {
                    item.label = map.next_value::<Value>()?.as_str().map(|label| Cow::Owned(label.to_owned()));
                }
                Field::Other(name) => {
                    map.next_value::<IgnoredAny>()?;
                    item.extra.push(name);
                }
            }
        }
        Ok(item)
    }
}
