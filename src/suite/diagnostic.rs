use std::sync::Arc;

use super::Source;
use crate::trace::beginning;

/// What is wrong in a file, for its author: a message, one place, at most one way out.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The file that is wrong.
    pub source: Arc<Source>,
    /// Where, if one place can be named.
    pub place: Option<Place>,
    /// The fact, in lower case and without a full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
}

/// A place in a file; line and column count from one, column and length in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// How many characters are meant.
    pub length: usize,
}

impl Diagnostic {
    /// A diagnostic about a place in a file.
    pub fn new(source: &Arc<Source>, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self { source: Arc::clone(source), place: place.into(), message: message.into(), help: None }
    }

    /// Adds the way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

/// What the user wrote, in backticks: on one line, and shortened where it is long.
pub fn named(text: &str) -> String {
    const MOST: usize = 60;
    format!("`{}`", beginning(text, MOST))
}
