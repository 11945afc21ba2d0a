//! YAML as a tree whose every node knows its place.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error, Location, Options, Spanned};

use super::diagnostic::named;
use super::fields::QUOTE_IT;
use super::{Diagnostic, Place, Source};
use crate::trace::shortened;

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
        if let Some((place, c)) = control_character(source) {
            let code = format!("{:04X}", u32::from(c));
            return Err(Diagnostic::new(source, place, format!("the control character U+{code} stands in the file"))
                .help(format!("write it as the escape `\\u{code}` inside double quotes")));
        }
        serde_saphyr::from_str_with_options(&source.text, options()).map_err(|error| diagnostic(source, &error))
    }

    /// What the node is, for a message. A number is told as it is written: `1.10` is not `1.1`.
    pub fn describe(&self, source: &Source) -> String {
        let written = || source.at(self.place).unwrap_or_default();
        match &self.kind {
            Kind::Null if self.is_left_out(source) => "nothing".to_owned(),
            Kind::Null => named(written()),
            Kind::Bool(_) => format!("the boolean {}", named(written())),
            Kind::Number(_) => format!("the number {}", named(written())),
            Kind::Text(value) => format!("the text {}", named(value)),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }

    /// Whether a null is not even written: nothing stands after the colon or the dash.
    pub fn is_left_out(&self, source: &Source) -> bool {
        matches!(self.kind, Kind::Null) && !matches!(source.at(self.place), Some("null" | "Null" | "NULL" | "~"))
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

/// How deep lists and maps may stand in one another: a debug build takes 40 KiB of stack a level, and a thread has 2 MiB.
const DEEPEST: usize = 24;
/// The most aliases, and the most anchors, of one file.
const MOST_ALIASES: usize = 64;

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: DEEPEST,
            max_aliases: MOST_ALIASES,
            max_anchors: MOST_ALIASES,
        },
        strict_booleans: true,
        merge_keys: serde_saphyr::MergeKeyPolicy::AsOrdinary,
        reject_unsupported_tags: true,
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

/// A place in the file: what the parser misses after the last line is missed at its end.
fn within(source: &Source, place: Place) -> Place {
    match source.lines().enumerate().last() {
        Some((last, text)) if place.line > last + 1 => {
            Place { line: last + 1, column: text.chars().count() + 1, length: 1 }
        }
        Some(_) | None => place,
    }
}

fn control_character(source: &Source) -> Option<(Place, char)> {
    let wrong = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}');
    source.lines().enumerate().find_map(|(index, line)| {
        let (column, c) = line.chars().enumerate().find(|(_, c)| wrong(c))?;
        Some((Place { line: index + 1, column: column + 1, length: 1 }, c))
    })
}

/// Words the library's error as ours; its place is kept.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library adds kinds of errors between versions")]
fn diagnostic(source: &Arc<Source>, error: &Error) -> Diagnostic {
    let error = error.without_snippet();
    let at = error.location().map(|location| within(source, place(location)));
    if let Error::AliasError { error, .. } = error {
        return Diagnostic { place: at, ..diagnostic(source, error) };
    }
    let (message, help) = match error {
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            (format!("the key {} stands twice in one map", named(key)), None)
        }
        Error::DuplicateMappingKey { key: None, .. } => ("a key stands twice in one map".to_owned(), None),
        Error::Budget { breach, .. } => breached(breach),
        // The parser counts brackets itself, before the budget does.
        Error::Message { msg, .. } | Error::ExternalMessage { msg, .. } if msg.contains("recursion limit") => {
            too_deep()
        }
        Error::NonFiniteFloat { .. } => ("the number is not finite".to_owned(), Some(QUOTE_IT)),
        Error::UnsupportedTag { tag, .. } => (
            format!("the tag {} means nothing here", named(tag)),
            Some("a text that begins with `!` stands in double quotes"),
        ),
        Error::UnknownAnchor { .. } => {
            ("the alias names no anchor".to_owned(), Some("a text that begins with `*` stands in double quotes"))
        }
        Error::MultipleDocuments { .. } => (
            "a second YAML document begins here".to_owned(),
            Some("one file holds one document; put the second into a file of its own"),
        ),
        Error::Message { msg, .. } | Error::ExternalMessage { msg, .. } if msg.contains("tabs disallowed") => {
            let tab = at.and_then(|place| tab(source, place));
            return Diagnostic::new(source, tab.or(at), "a tab stands in the indentation")
                .help("YAML is indented with spaces".to_owned());
        }
        Error::Message { msg, .. } | Error::ExternalMessage { msg, .. } => {
            (format!("not valid YAML: {}", shortened(msg)), slip(msg))
        }
        other => (format!("not valid YAML: {}", shortened(without_place(&other.to_string()))), None),
    };
    Diagnostic::new(source, at, message).help(help.map(str::to_owned))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the library adds kinds of errors between versions")]
fn breached(breach: &BudgetBreach) -> (String, Option<&'static str>) {
    match breach {
        BudgetBreach::Depth { .. } => too_deep(),
        BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => {
            (format!("the file has more than {MOST_ALIASES} anchors or aliases"), Some("write out what they stand for"))
        }
        _ => (
            "the file holds too much, its aliases expanded".to_owned(),
            Some("split it into several files, with fewer aliases"),
        ),
    }
}

fn too_deep() -> (String, Option<&'static str>) {
    (format!("lists and maps are nested deeper than {DEEPEST} levels"), Some("no scenario needs that"))
}

/// The likely slip behind a message of the parser.
fn slip(message: &str) -> Option<&'static str> {
    let slips = [
        ("mapping values are not allowed", "a text with `: ` inside stands in double quotes"),
        ("unexpected character", "a text that begins with this character stands in double quotes"),
        ("unknown escape", "inside double quotes a backslash is written `\\\\`"),
        ("did not find expected '-'", "the keys of one map begin in the same column"),
        ("trailing content after double-quoted", "a quotation mark before it is not closed, or not written `\\\"`"),
        ("illegal placement of ':'", "a bracket or a quotation mark before it is not closed"),
        ("did not find expected ',' or", "a bracket or a quotation mark before it is not closed"),
    ];
    slips.into_iter().find(|(part, _)| message.contains(part)).map(|(_, slip)| slip)
}

/// The tab before a place in its line.
fn tab(source: &Source, place: Place) -> Option<Place> {
    let column = 1 + source.line(place.line)?.chars().take(place.column).position(|c| c == '\t')?;
    Some(Place { column, length: 1, ..place })
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
