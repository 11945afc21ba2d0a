//! Known failures: findings that are expected of one implementation, written down so that others are noticed.

use std::fmt::Write;
use std::sync::Arc;

use super::diagnostic::named;
use super::fields::Reader;
use super::node::{Kind, Node};
use super::print::{quoted, scalar};
use super::{Diagnostic, Place, Source};
use crate::model::Clause;

/// The scenario that stands for what the explorer finds.
pub const EXPLORATION: &str = "exploration";

/// A finding that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFailure {
    /// The scenario's id, or [`EXPLORATION`].
    pub scenario: String,
    /// The clause that is broken in it.
    pub clause: Clause,
    /// What is seen there, as reports tell it: what was looked at, and what it held.
    pub seen: String,
    /// Where it is being worked on.
    pub issue: Option<String>,
    /// The last day on which it is expected: year, month and day.
    pub expires: Option<(u16, u8, u8)>,
    /// The place of the entry.
    pub place: Place,
}

const FILE_KEYS: &[&str] = &["known_failures"];
const ENTRY_KEYS: &[&str] = &["scenario", "clause", "seen", "issue", "expires"];

/// Reads a file of known failures; the first mistake ends it.
pub fn known_failures(source: &Arc<Source>) -> Result<Vec<KnownFailure>, Diagnostic> {
    let node = Node::read(source)?;
    let reader = Reader { source };
    let list = reader.fields(&node, "a file of known failures", FILE_KEYS)?.need("known_failures")?;
    let mut entries: Vec<KnownFailure> = Vec::new();
    for node in reader.list(list, "`known_failures`")? {
        let entry = reader.known_failure(node)?;
        if let Some(first) = entries.iter().find(|first| first.names(&entry)) {
            return Err(reader
                .wrong(node, "the same failure stands twice")
                .help(format!("the first stands at line {}", first.place.line)));
        }
        entries.push(entry);
    }
    Ok(entries)
}

impl KnownFailure {
    /// Whether another entry names the same finding.
    fn names(&self, other: &Self) -> bool {
        (&self.scenario, self.clause, &self.seen) == (&other.scenario, other.clause, &other.seen)
    }

    /// The last day as text.
    pub fn last_day(&self) -> Option<String> {
        self.expires.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl<'a> Reader<'a> {
    fn known_failure(&self, node: &'a Node) -> Result<KnownFailure, Diagnostic> {
        let fields = self.fields(node, "a known failure", ENTRY_KEYS)?;
        let text = |key: &'static str| self.text(fields.need(key)?, &format!("`{key}`")).map(str::to_owned);
        let issue = fields.get("issue").map(|node| self.text(node, "`issue`").map(str::to_owned)).transpose()?;
        Ok(KnownFailure {
            scenario: text("scenario")?,
            clause: self.clause(fields.need("clause")?)?,
            seen: text("seen")?,
            issue,
            expires: fields.get("expires").map(|node| self.day(node)).transpose()?,
            place: node.place,
        })
    }

    fn day(&self, node: &'a Node) -> Result<(u16, u8, u8), Diagnostic> {
        let text = match &node.kind {
            Kind::Text(text) => text.as_str(),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => "",
        };
        day(text).ok_or_else(|| {
            self.wrong(node, format!("expected a day, got {}", named(self.source.at(node.place).unwrap_or_default())))
                .help("a day is written year-month-day, such as 2027-03-01".to_owned())
        })
    }
}

fn day(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |part: &str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.next().is_some() || !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return None;
    }
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((year, month, day))
}

/// A file of known failures, which reads back as the same ones.
pub fn print_known_failures(entries: &[KnownFailure]) -> String {
    let mut text = String::from(
        "# Findings that are expected. Each is still looked for; one that is gone, or is another, fails the run.\n\
         # `todospec certify --known-failures FILE --update` writes this file anew, with the issues and days that stand in it.\n",
    );
    if entries.is_empty() {
        return text + "known_failures: []\n";
    }
    text.push_str("known_failures:\n");
    for entry in entries {
        let _ = writeln!(text, "  - scenario: {}", scalar(&entry.scenario));
        let _ = writeln!(text, "    clause: {}\n    seen: {}", entry.clause, quoted(&entry.seen));
        if let Some(issue) = &entry.issue {
            let _ = writeln!(text, "    issue: {}", quoted(issue));
        }
        if let Some(day) = entry.last_day() {
            let _ = writeln!(text, "    expires: {day}");
        }
    }
    text
}
