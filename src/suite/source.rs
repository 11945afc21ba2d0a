use std::sync::Arc;

/// One file of a suite: its name as reports show it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path, relative to where the suite lies, with forward slashes.
    pub name: String,
    /// The whole text; empty where the file could not be read as text.
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
}
