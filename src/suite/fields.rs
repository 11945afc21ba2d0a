//! Walking a YAML tree with a message for every wrong turn.

use std::sync::Arc;

use super::diagnostic::named;
use super::node::{Kind, Node};
use super::{Diagnostic, Source};
use crate::trace::{nearest, offer};

/// The way out where YAML reads a text as something else.
pub const QUOTE_IT: &str = "YAML reads this as no text; put it into double quotes";

/// A place to read from: the file and, below, a node of it.
pub struct Reader<'a> {
    pub source: &'a Arc<Source>,
}

/// A map whose keys are known.
pub struct Fields<'a> {
    source: &'a Arc<Source>,
    node: &'a Node,
    what: &'static str,
    entries: &'a [(Node, Node)],
}

impl<'a> Reader<'a> {
    pub fn wrong(&self, node: &Node, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.source, node.place, message)
    }

    pub fn unexpected(&self, node: &Node, expected: &str) -> Diagnostic {
        self.wrong(node, format!("expected {expected}, got {}", node.describe(self.source)))
    }

    /// `what` as a map with no keys beyond `known`.
    pub fn fields(&self, node: &'a Node, what: &'static str, known: &[&str]) -> Result<Fields<'a>, Diagnostic> {
        let Kind::Map(entries) = &node.kind else {
            return Err(self.unexpected(node, what).help(format!("it is a map with {}", keys(known))));
        };
        for (key, _) in entries {
            let name = self.text(key, "a key")?;
            if !known.contains(&name) {
                return Err(self
                    .wrong(key, format!("unknown key {} in {what}", named(name)))
                    .help(offer(name, known.iter().copied())));
            }
        }
        Ok(Fields { source: self.source, node, what, entries })
    }

    pub fn text(&self, node: &'a Node, what: &str) -> Result<&'a str, Diagnostic> {
        match &node.kind {
            Kind::Text(text) => Ok(text),
            Kind::Bool(_) | Kind::Number(_) | Kind::Null => {
                let quote = (!node.is_left_out(self.source)).then(|| QUOTE_IT.to_owned());
                Err(self.unexpected(node, &format!("a text for {what}")).help(quote))
            }
            Kind::List(_) | Kind::Map(_) => Err(self.unexpected(node, &format!("a text for {what}"))),
        }
    }

    pub fn list(&self, node: &'a Node, what: &str) -> Result<&'a [Node], Diagnostic> {
        match &node.kind {
            Kind::List(nodes) => Ok(nodes),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::Map(_) => {
                Err(self.unexpected(node, &format!("a list for {what}")))
            }
        }
    }

    pub fn boolean(&self, node: &Node, what: &str) -> Result<bool, Diagnostic> {
        match node.kind {
            Kind::Bool(value) => Ok(value),
            Kind::Null | Kind::Number(_) | Kind::Text(_) | Kind::List(_) | Kind::Map(_) => {
                Err(self.unexpected(node, &format!("`true` or `false` for {what}")))
            }
        }
    }

    /// One of a few words.
    pub fn word<T: Copy>(&self, node: &'a Node, what: &str, words: &[(&str, T)]) -> Result<T, Diagnostic> {
        let text = match &node.kind {
            Kind::Text(text) => text.as_str(),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => "",
        };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(*value);
        }
        let near = nearest(text, words.iter().map(|(word, _)| *word)).map(|near| format!("did you mean `{near}`?"));
        Err(self.unexpected(node, what).help(near))
    }
}

/// The keys of a map, the first of them where they are many.
fn keys(known: &[&str]) -> String {
    const FEW: usize = 5;
    let keys: Vec<_> = known.iter().take(FEW).map(|key| format!("`{key}`")).collect();
    let more = if known.len() > FEW { " and more" } else { "" };
    keys.join(", ") + more
}

impl<'a> Fields<'a> {
    /// The keys as they stand in the file.
    pub fn keys(&self) -> impl Iterator<Item = (&'a str, &'a Node)> {
        self.entries.iter().filter_map(|(key, _)| match &key.kind {
            Kind::Text(name) => Some((name.as_str(), key)),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => None,
        })
    }

    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The node of a key itself, to point at.
    pub fn key(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(key, _)| key)
    }

    pub fn need(&self, key: &str) -> Result<&'a Node, Diagnostic> {
        self.get(key)
            .ok_or_else(|| Diagnostic::new(self.source, self.node.place, format!("{} has no `{key}`", self.what)))
    }

    fn entry(&self, key: &str) -> Option<&'a (Node, Node)> {
        self.entries.iter().find(|(name, _)| matches!(&name.kind, Kind::Text(name) if name == key))
    }
}
