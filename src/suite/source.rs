use std::sync::Arc;

use super::{Diagnostic, Place};

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

    /// A file of this name and these bytes, which may be no text.
    pub fn read(name: impl Into<String>, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostic> {
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Self::new(name, text)),
            Err(error) => error,
        };
        // The replacement character of the wrong byte stands at its end, so it has a line.
        let right = &error.as_bytes()[..=error.utf8_error().valid_up_to()];
        let right = Self::new("", String::from_utf8_lossy(right));
        let (line, text) = right.lines().enumerate().last().unwrap_or_default();
        let place = Place { line: line + 1, column: text.chars().count(), length: 1 };
        let source = Self::new(name, String::from_utf8_lossy(error.as_bytes()));
        Err(Diagnostic::new(&source, place, "the file is not UTF-8").help("save it as UTF-8".to_owned()))
    }

    /// The lines as YAML counts them: a line feed, a carriage return or both together end one.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().flat_map(|line| line.split('\r'))
    }

    /// The text of a line, counted from one.
    pub fn line(&self, line: usize) -> Option<&str> {
        self.lines().nth(line.checked_sub(1)?)
    }

    /// The text at a place.
    pub fn at(&self, place: Place) -> Option<&str> {
        let line = self.line(place.line)?;
        let column = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let first = place.column.checked_sub(1)?;
        Some(&line[column(first)..column(first + place.length)])
    }
}
