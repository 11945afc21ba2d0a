use std::sync::Arc;

use super::Place;

/// One file of a suite: its name as reports show it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path, relative to where the suite lies, with forward slashes.
    pub name: String,
    /// The whole text; what is not UTF-8 in it stands as U+FFFD, and a file too large to be read is empty.
    pub text: String,
}

impl Source {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// The text of a line, counted from one.
    pub fn line(&self, line: usize) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)?)
    }

    /// The text at a place.
    pub fn at(&self, place: Place) -> Option<&str> {
        let line = self.line(place.line)?;
        let column = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let first = place.column.checked_sub(1)?;
        Some(&line[column(first)..column(first + place.length)])
    }
}
