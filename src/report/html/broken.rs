//! One broken clause on the page.

use maud::{Markup, html as markup};

use super::block;
use crate::report::difference::{Difference, Piece};
use crate::report::failure::Failure;
use crate::report::{Run, counted};

/// What a clause demands, what was done, where what was allowed and what was seen differ, and how to see it again.
pub(super) fn broken(run: &Run, failure: &Failure<'_>) -> Markup {
    let id = failure.clause.id();
    markup! {
        section #(id) aria-labelledby=(format!("{id}-title")) {
            h2 #(format!("{id}-title")) { span.nonconformant { "Broken:" } " " (id) }
            p { (failure.says) }
            @if let Some((scenario, _)) = failure.scenario { p { "Scenario: " (scenario.name) } }
            @else if failure.finding.is_some() { p { "Found by exploration." } }
            @if !failure.steps.is_empty() {
                ol { @for step in &failure.steps { li { code { (step) } } } }
            }
            (compared(failure))
            @if let Some((fault, says)) = &run.diagnosis {
                p { strong { "Likely cause:" } " the known mistake " code { (fault) } ": " (says) }
            }
            @if let Some(place) = failure.place() { p { "At " code { (place) } } }
            (block("The command that runs just this", &failure.command))
            @if !failure.others.is_empty() {
                details {
                    summary { "Also shown by " (counted(failure.others.len(), "scenario")) }
                    ul { @for other in &failure.others { li { (other.name) ", " code { (other.file) ":" (other.line) } } } }
                }
            }
        }
    }
}

fn compared(failure: &Failure<'_>) -> Markup {
    let subject = failure.subject();
    markup! {
        @if let Some(finding) = failure.finding {
            @let difference = Difference::of(&finding.allowed, &finding.seen);
            dl.compared {
                dt { "Allowed " (subject) }
                dd { code { @for piece in &difference.allowed { (marked(piece, true)) } } }
                dt { "Seen " (subject) }
                dd { code { @for piece in &difference.seen { (marked(piece, false)) } } }
            }
        }
    }
}

/// A piece that only one side has is marked by more than its colour.
fn marked(piece: &Piece, allowed: bool) -> Markup {
    markup! {
        @if !piece.differs { (piece.text) }
        @else if allowed { del { (piece.text) } }
        @else { ins { (piece.text) } }
    }
}
