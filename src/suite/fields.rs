//! Walking a YAML tree with a message for every wrong turn.

use std::sync::Arc;

use super::node::{Kind, Node};
use super::{Diagnostic, Source};
use crate::trace::offer;

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

    /// `what` as a map with no keys beyond `known`.
    pub fn fields(&self, node: &'a Node, what: &'static str, known: &[&str]) -> Result<Fields<'a>, Diagnostic> {
        let Kind::Map(entries) = &node.kind else {
            let keys: Vec<_> = known.iter().take(4).map(|key| format!("`{key}`")).collect();
            return Err(self
                .wrong(node, format!("expected {what}, got {}", node.describe()))
                .help(format!("it is a map with {}", keys.join(", "))));
        };
        for (key, _) in entries {
            let name = self.text(key, "a key")?;
            if !known.contains(&name) {
                return Err(self
                    .wrong(key, format!("unknown key `{name}` in {what}"))
                    .help(offer(name, known.iter().copied())));
            }
        }
        Ok(Fields { source: self.source, node, what, entries })
    }

    pub fn text(&self, node: &'a Node, what: &str) -> Result<&'a str, Diagnostic> {
        match &node.kind {
            Kind::Text(text) => Ok(text),
            Kind::Bool(_) | Kind::Number(_) | Kind::Null => Err(self
                .wrong(node, format!("expected {what} as a text, got {}", node.describe()))
                .help("YAML reads this as no text; put it into double quotes".to_owned())),
            Kind::List(_) | Kind::Map(_) => {
                Err(self.wrong(node, format!("expected {what} as a text, got {}", node.describe())))
            }
        }
    }

    pub fn list(&self, node: &'a Node, what: &str) -> Result<&'a [Node], Diagnostic> {
        match &node.kind {
            Kind::List(nodes) => Ok(nodes),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::Map(_) => {
                Err(self.wrong(node, format!("expected {what} as a list, got {}", node.describe())))
            }
        }
    }

    pub fn boolean(&self, node: &Node, what: &str) -> Result<bool, Diagnostic> {
        match node.kind {
            Kind::Bool(value) => Ok(value),
            Kind::Null | Kind::Number(_) | Kind::Text(_) | Kind::List(_) | Kind::Map(_) => {
                Err(self.wrong(node, format!("expected {what} as `true` or `false`, got {}", node.describe())))
            }
        }
    }

    /// One of a few words.
    pub fn word<T: Copy>(&self, node: &'a Node, what: &str, words: &[(&str, T)]) -> Result<T, Diagnostic> {
        let known = || words.iter().map(|(word, _)| *word);
        let text = match &node.kind {
            Kind::Text(text) => text.as_str(),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => "",
        };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(*value),
            None => {
                Err(self.wrong(node, format!("expected {what}, got {}", node.describe())).help(offer(text, known())))
            }
        }
    }
}

impl<'a> Fields<'a> {
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
