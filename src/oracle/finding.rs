use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::model::{Clause, Item};
use crate::trace::{Row, SeenItem, is_unseen, shortened};

/// One broken clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The clause.
    pub clause: Clause,
    /// The chat it was seen in; `None` for a run with no chat behind it.
    pub chat: Option<String>,
    /// What was looked at: `reply`, `list`, `plan` or `rows`.
    pub subject: &'static str,
    /// What was allowed.
    pub allowed: String,
    /// What was seen.
    pub seen: String,
}

impl Finding {
    /// What can be looked at.
    pub const SUBJECTS: [&str; 4] = ["reply", "list", "plan", "rows"];
}

/// An answer that contradicts itself or what was declared: the adapter's mistake, and no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(pub String);

/// The answer to "does it do what the page demands?", for a scenario or a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does.
    Pass,
    /// A capability is not declared.
    NotApplicable,
    /// It could not be tested.
    Inconclusive,
    /// It does not.
    Fail,
}

impl Verdict {
    /// The verdict's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::NotApplicable => "not_applicable",
            Self::Inconclusive => "inconclusive",
            Self::Fail => "fail",
        }
    }
}

/// Whose mistake it is that something did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blame {
    /// The implementation under test.
    Implementation,
    /// The adapter in front of it.
    Adapter,
    /// A scenario: the reference disagrees with it.
    Suite,
    /// The harness itself.
    Harness,
}

impl Blame {
    /// Everybody.
    pub const ALL: [Self; 4] = [Self::Implementation, Self::Adapter, Self::Suite, Self::Harness];

    /// Whom a name in reports means.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|blame| blame.name() == name)
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Implementation => "implementation",
            Self::Adapter => "adapter",
            Self::Suite => "suite",
            Self::Harness => "harness",
        }
    }
}

/// The most items that a message shows.
const MOST_SHOWN: usize = 12;
/// The most characters of a text that a message shows.
const MOST_CHARACTERS: usize = 120;

/// Items on one line, shortened where there are many.
pub fn show<'a>(items: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut shown = String::from("[");
    let mut more = 0_usize;
    for (index, (state, text)) in items.into_iter().enumerate() {
        if index >= MOST_SHOWN {
            more += 1;
            continue;
        }
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(shown, "{comma}{}: {}", shortened(state), quote(text));
    }
    if more > 0 {
        let _ = write!(shown, ", … and {more} more");
    }
    shown + "]"
}

/// A text in quotation marks, with everything escaped that cannot be seen, shortened where it is long.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for (index, c) in text.chars().enumerate() {
        if index == MOST_CHARACTERS {
            let _ = write!(quoted, "… ({} characters)", text.chars().count());
            break;
        }
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            ' ' => quoted.push(' '),
            c if is_unseen(c) => {
                let _ = write!(quoted, "{}", c.escape_unicode());
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Items of the model on one line.
pub fn show_items(items: &[Item]) -> String {
    show(items.iter().map(|item| (item.state.name(), item.text.as_str())))
}

/// Observed items on one line.
pub fn show_seen(items: &[SeenItem]) -> String {
    show(items.iter().map(|item| {
        (item.status.as_deref().unwrap_or("(no status)"), item.content.as_deref().unwrap_or("(no content)"))
    }))
}

/// A record on one line, as it settled or as the reference trims it.
pub fn show_record(record: &Record) -> String {
    show(record.texts().map(|(state, text)| (state.name(), text)))
}

/// Rows, one after the other.
pub fn show_rows(rows: &[Row]) -> String {
    let shown: Vec<_> = rows
        .iter()
        .take(MOST_SHOWN)
        .map(|row| format!("{} {}", shortened(&row.title), show_seen(&row.items)))
        .collect();
    match rows.len() {
        0 => "no rows".to_owned(),
        1 => format!("1 row: {}", shown[0]),
        many => format!("{many} rows: {}", shown.join("; ")),
    }
}
