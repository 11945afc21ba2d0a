//! YAML as a tree whose every node knows its place.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_saphyr::{Error, Location, Options, Spanned};

use super::{Diagnostic, Place, Source};

/// A YAML value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// Reads one YAML document.
    pub fn read(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        if let Some(place) = control_character(&source.text) {
            return Err(Diagnostic::new(source, place, "a control character stands in the file")
                .help("write it as an escape inside double quotes, such as \"\\u0001\"".to_owned()));
        }
        serde_saphyr::from_str_with_options(&source.text, options()).map_err(|error| diagnostic(source, &error))
    }

    /// What the node is, for a message.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing".to_owned(),
            Kind::Bool(value) => format!("the boolean `{value}`"),
            Kind::Number(value) => format!("the number `{value}`"),
            Kind::Text(value) => format!("the text `{}`", crate::trace::shortened(value)),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }

    /// The node as JSON, for arguments that pass through untouched.
    pub fn to_json(&self) -> Option<Value> {
        Some(match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Number(value) => Value::Number(value.clone()),
            Kind::Text(value) => Value::String(value.clone()),
            Kind::List(nodes) => Value::Array(nodes.iter().map(Self::to_json).collect::<Option<_>>()?),
            Kind::Map(entries) => Value::Object(
                entries
                    .iter()
                    .map(|(key, value)| match &key.kind {
                        Kind::Text(key) => Some((key.clone(), value.to_json()?)),
                        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => None,
                    })
                    .collect::<Option<_>>()?,
            ),
        })
    }
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 64,
            max_aliases: 64,
            max_anchors: 64,
        },
        strict_booleans: true,
        with_snippet: false,
    }
}

fn place(location: Location) -> Place {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Place {
        line: number(location.line()),
        column: number(location.column()),
        length: number(location.span().len()).max(1),
    }
}

fn control_character(text: &str) -> Option<Place> {
    let wrong = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}');
    text.lines().enumerate().find_map(|(index, line)| {
        let column = line.chars().position(wrong)?;
        Some(Place { line: index + 1, column: column + 1, length: 1 })
    })
}

/// Words the library's error as ours; its place is kept.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library adds kinds of errors between versions")]
fn diagnostic(source: &Arc<Source>, error: &Error) -> Diagnostic {
    let error = error.without_snippet();
    let mut help = None;
    let message = match error {
        Error::DuplicateMappingKey { key, .. } => match key {
            Some(key) => format!("the key `{key}` stands twice in one map"),
            None => "a key stands twice in one map".to_owned(),
        },
        Error::Budget { .. } => {
            help = Some("scenario files need neither deep nesting nor many aliases".to_owned());
            "the file is nested too deeply or expands too far".to_owned()
        }
        Error::NonFiniteFloat { .. } => {
            help = Some("YAML reads this as no text; put it into double quotes".to_owned());
            "the number is not finite".to_owned()
        }
        Error::UnknownAnchor { .. } => "the alias names no anchor".to_owned(),
        Error::MultipleDocuments { .. } => {
            help = Some("one file holds one document; put the second into a file of its own".to_owned());
            "a second YAML document begins here".to_owned()
        }
        Error::Message { msg, .. } | Error::ExternalMessage { msg, .. } => {
            if msg.contains("tab") {
                help = Some("YAML is indented with spaces".to_owned());
            }
            format!("not valid YAML: {msg}")
        }
        other => format!("not valid YAML: {}", without_place(&other.to_string())),
    };
    Diagnostic::new(source, error.location().map(place), message).help(help)
}

fn without_place(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(fact, _)| fact)
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Kind>::deserialize(deserializer)?;
        Ok(Self { kind: spanned.value, place: place(spanned.referenced) })
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KindVisitor)
    }
}

struct KindVisitor;

impl<'de> Visitor<'de> for KindVisitor {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_none<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Kind, E> {
        Ok(Kind::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Kind, E> {
        Ok(Kind::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Kind, E> {
        Ok(Kind::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Kind, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Kind::Null, Kind::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Kind, E> {
        Ok(Kind::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Kind, E> {
        Ok(Kind::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Kind, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element()? {
            nodes.push(node);
        }
        Ok(Kind::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Kind::Map(entries))
    }
}
