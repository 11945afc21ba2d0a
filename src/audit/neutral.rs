//! Texts that tell nothing, in the place of those of a log.
//!
//! White space at the ends stays, a text that is repeated stays repeated, and one that is long stays as long. Where a finding
//! hangs on more than that, letters and digits alone are replaced.

use std::collections::BTreeMap;

use serde_json::Value;

use super::calls::Logged;
use super::case::Case;
use crate::trace::Action;

/// From this many characters on, a text stays as long as it is: the page bears such texts to be refused.
const LONG: usize = 200;

/// The same actions and the same answer with neutral texts, which still show the case's finding where that can be had.
pub fn texts(case: &Case, before: &[Action], last: &Logged) -> (Vec<Action>, Logged) {
    let mut plain = None;
    for write in [numbered as Write, letter_by_letter] {
        let mut names = Names { write, known: BTreeMap::new() };
        let renamed = (before.iter().map(|action| names.action(action)).collect::<Vec<_>>(), names.logged(last));
        if case.shows(&renamed.0, &renamed.1).is_some() {
            return renamed;
        }
        plain = plain.or(Some(renamed));
    }
    plain.unwrap_or_else(|| (before.to_vec(), last.clone()))
}

/// Writes a text anew: the text and how many there were before it.
type Write = fn(&str, usize) -> String;

fn numbered(text: &str, number: usize) -> String {
    let name = format!("Task {}", number + 1);
    let length = text.chars().count();
    let missing = if length >= LONG { length.saturating_sub(name.chars().count()) } else { 0 };
    name + &"x".repeat(missing)
}

fn letter_by_letter(text: &str, _: usize) -> String {
    let letter = |c: char| match c {
        c if c.is_uppercase() => 'X',
        c if c.is_ascii_digit() => '0',
        c if c.is_alphabetic() && c.is_ascii() => 'x',
        c => c,
    };
    text.chars().map(letter).collect()
}

struct Names {
    write: Write,
    known: BTreeMap<String, String>,
}

impl Names {
    fn action(&mut self, action: &Action) -> Action {
        match action {
            Action::Write { chat, arguments } => {
                Action::Write { chat: chat.clone(), arguments: self.arguments(arguments, None) }
            }
            Action::Begin(_)
            | Action::Open { .. }
            | Action::Turn { .. }
            | Action::Setup(_)
            | Action::Reopen { .. }
            | Action::PlanMode { .. }
            | Action::Observe { .. } => action.clone(),
        }
    }

    /// Arguments, well formed or not: every string in them but states.
    fn arguments(&mut self, value: &Value, field: Option<&str>) -> Value {
        match value {
            Value::String(text) if field == Some("status") && text.len() < LONG => Value::String(text.clone()),
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.arguments(item, field)).collect(),
            Value::Object(fields) => {
                let renamed = fields.iter().map(|(name, value)| (name.clone(), self.arguments(value, Some(name))));
                Value::Object(renamed.collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn logged(&mut self, logged: &Logged) -> Logged {
        let mut renamed = logged.clone();
        renamed.arguments = logged.arguments.as_ref().map(|arguments| self.arguments(arguments, None));
        for text in renamed.record.iter_mut().flat_map(|(_, items)| items).filter_map(|item| item.content.as_mut()) {
            *text = self.text(text);
        }
        if let Some((_, reply)) = &mut renamed.reply {
            reply.text = self.quoted(&reply.text);
        }
        renamed
    }

    fn text(&mut self, text: &str) -> String {
        let core = text.trim_matches(blank);
        if core.is_empty() {
            return text.to_owned();
        }
        let number = self.known.len();
        let write = self.write;
        let name = self.known.entry(core.to_owned()).or_insert_with(|| write(core, number));
        text.replacen(core, name, 1)
    }

    /// A reply that names texts, in quotation marks of some kind or after the word for them.
    fn quoted(&self, reply: &str) -> String {
        let from = reply.find(['"', '\'', '“', '`']).or_else(|| reply.find("content ").map(|at| at + "content".len()));
        let Some(from) = from else { return reply.to_owned() };
        let (words, quotation) = reply.split_at(from);
        let mut known: Vec<_> = self.known.iter().collect();
        known.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        let encoded = |text: &str| Value::from(text).to_string().trim_matches('"').to_owned();
        let named = known.into_iter().find(|(text, _)| quotation.contains(*text) || quotation.contains(&encoded(text)));
        match named {
            Some((text, name)) => words.to_owned() + &quotation.replace(text, name).replace(&encoded(text), name),
            None => reply.to_owned(),
        }
    }
}

fn blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}')
}
