//! The verdict as a badge: for a server that draws it, or drawn here.

use serde_json::json;

use super::{Run, RunVerdict};
use crate::oracle::Verdict;

/// What stands on the left of it.
const LABEL: &str = "todospec";
/// The height of a badge.
const HEIGHT: usize = 20;

/// The badge for an endpoint of shields.io.
pub fn badge_json(run: &Run) -> String {
    let colour = match run.verdict {
        RunVerdict::Conformant => "brightgreen",
        RunVerdict::Nonconformant => "red",
        RunVerdict::Inconclusive => "lightgrey",
    };
    let badge = json!({ "schemaVersion": 1, "label": LABEL, "message": message(run), "color": colour });
    serde_json::to_string_pretty(&badge).expect("a badge is plain data") + "\n"
}

/// The badge as a picture.
pub fn badge_svg(run: &Run) -> String {
    // dark enough for white letters
    let colour = match run.verdict {
        RunVerdict::Conformant => "#2e7d32",
        RunVerdict::Nonconformant => "#b3261e",
        RunVerdict::Inconclusive => "#5f6368",
    };
    let message = message(run);
    let (left, right) = (width(LABEL), width(&message));
    let whole = left + right;
    let word = |text: &str, from: usize, wide: usize| {
        let (middle, length) = (from + wide / 2, wide - 2 * MARGIN);
        format!("    <text x=\"{middle}\" y=\"14\" textLength=\"{length}\">{text}</text>\n")
    };
    let (label, told) = (word(LABEL, 0, left), word(&message, left, right));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title\">\n  \
           <title id=\"title\">{LABEL}: {message}</title>\n  \
           <clipPath id=\"round\"><rect width=\"{whole}\" height=\"{HEIGHT}\" rx=\"3\"/></clipPath>\n  \
           <g clip-path=\"url(#round)\">\n    \
             <rect width=\"{left}\" height=\"{HEIGHT}\" fill=\"#3c4043\"/>\n    \
             <rect x=\"{left}\" width=\"{right}\" height=\"{HEIGHT}\" fill=\"{colour}\"/>\n  \
           </g>\n  \
           <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" text-anchor=\"middle\" aria-hidden=\"true\">\n\
         {label}{told}  </g>\n</svg>\n"
    )
}

/// What is left free beside the letters.
const MARGIN: usize = 6;

/// How wide a word is with its margins; every letter is taken for one of middling width, and drawn so.
fn width(text: &str) -> usize {
    const LETTER: usize = 7;
    text.chars().count() * LETTER + 2 * MARGIN
}

/// The verdict in a few words of ours, with nothing in them that XML reads as its own.
fn message(run: &Run) -> String {
    let of = |verdict| run.clauses.iter().filter(|outcome| outcome.verdict == verdict).count();
    let all = run.clauses.len();
    let told = match run.verdict {
        RunVerdict::Conformant => format!("{} of {all} clauses", of(Verdict::Pass)),
        RunVerdict::Nonconformant if of(Verdict::Fail) == 0 => "a capability is missing".to_owned(),
        RunVerdict::Nonconformant => format!("{} of {all} clauses broken", of(Verdict::Fail)),
        RunVerdict::Inconclusive => RunVerdict::Inconclusive.name().to_owned(),
    };
    run.partition.map_or(told.clone(), |part| format!("part {part}: {told}"))
}
