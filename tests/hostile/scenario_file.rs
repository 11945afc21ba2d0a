//! Bytes as a scenario file.

use todospec::report::{self, Style};
use todospec::run;
use todospec::suite::{Diagnostic, Source, parse};

use super::is_printable;
use super::reading_back::reads_back;

/// How far a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Came {
    /// It cannot be read.
    Nowhere,
    /// It is read, and it is wrong.
    Read,
    /// There is nothing wrong with it.
    Through,
}

/// Lints a file of these bytes. Whatever is wrong is told with a place in the file, and what can be read can be printed.
pub fn bears(bytes: &[u8]) -> Came {
    let read = Source::read("made.yaml", bytes.to_owned())
        .and_then(|source| parse(&source).map(|scenarios| (source, scenarios)));
    match read {
        Err(wrong) => {
            is_told(&wrong);
            Came::Nowhere
        }
        Ok((source, scenarios)) => {
            reads_back(&scenarios);
            let wrong: Vec<_> =
                scenarios.iter().filter_map(|scenario| run::check(&source, scenario).err()).inspect(is_told).collect();
            if wrong.is_empty() { Came::Through } else { Came::Read }
        }
    }
}

fn is_told(wrong: &Diagnostic) {
    let Diagnostic { source, place, message, help } = wrong;
    assert!(!message.is_empty());
    is_printable(message);
    is_printable(help.as_deref().unwrap_or_default());
    assert!(!message.contains('\n') && !help.as_ref().is_some_and(|help| help.contains('\n')), "{message:?} {help:?}");
    match place {
        // Only a file with nothing in it has no place to point at.
        None => assert_eq!(message, "the file is empty"),
        Some(place) => {
            let lines = source.lines().count().max(1);
            assert!((1..=lines).contains(&place.line), "{message}: {place:?} of {lines} lines");
            let columns = source.line(place.line).unwrap_or_default().chars().count() + 1;
            assert!((1..=columns).contains(&place.column), "{message}: {place:?} of {columns} columns");
            assert!(place.length >= 1);
        }
    }
    let shown = report::diagnostics(std::slice::from_ref(wrong), Style::default());
    is_printable(&shown);
    assert!(shown.contains("made.yaml"), "{shown}");
}
