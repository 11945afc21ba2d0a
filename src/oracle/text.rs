//! What trimming, quoting and canonical equality leave open in a text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// White space that goes from the ends of every text.
pub fn surely_trimmed(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// White space that may go or stay (reading `trim-set`).
pub fn maybe_trimmed(c: char) -> bool {
    let control = c < ' ';
    !surely_trimmed(c) && (control || c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}'))
}

fn trimmable(c: char) -> bool {
    surely_trimmed(c) || maybe_trimmed(c)
}

/// The text with what surely goes gone; it is what the most sparing trim leaves.
pub fn least_trimmed(text: &str) -> &str {
    text.trim_matches(surely_trimmed)
}

/// The text with all gone that may go.
pub fn most_trimmed(text: &str) -> &str {
    text.trim_matches(trimmable)
}

/// One allowed way to trim a text, and what it tells of the characters that may go or stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// What is left of the text.
    pub text: &'a str,
    /// Open characters that went.
    pub goes: BTreeSet<char>,
    /// Open characters that stayed at an end.
    pub stays: BTreeSet<char>,
}

impl Cut<'_> {
    /// Whether one set of characters to trim explains both cuts.
    pub fn agrees(&self, other: &Self) -> bool {
        self.goes.is_disjoint(&other.stays) && other.goes.is_disjoint(&self.stays)
    }
}

/// Every allowed way to trim a text. A set of characters goes from each end, so a cut never stands inside a run of one
/// character, nor before white space that surely goes.
pub fn cuts(text: &str) -> Vec<Cut<'_>> {
    let core = most_trimmed(text);
    if core.len() == text.len() {
        return vec![Cut { text, goes: BTreeSet::new(), stays: BTreeSet::new() }];
    }
    if core.is_empty() {
        return blank_cuts(text);
    }
    let start = core.as_ptr() as usize - text.as_ptr() as usize;
    let (lead, rest) = text.split_at(start);
    let trail = &rest[core.len()..];
    let left = ends(lead.char_indices(), lead.len());
    let right = ends(trail.char_indices().rev().map(|(at, c)| (at + c.len_utf8(), c)), 0);
    let mut found = Vec::new();
    for (from, gone_left, stop_left) in &left {
        for (to, gone_right, stop_right) in &right {
            found.push(Cut {
                text: &text[*from..start + core.len() + to],
                goes: gone_left.union(gone_right).copied().collect(),
                stays: stop_left.iter().chain(stop_right).copied().collect(),
            });
        }
    }
    found
}

/// The cuts of a text that can be trimmed to nothing: one set goes from both ends.
fn blank_cuts(text: &str) -> Vec<Cut<'_>> {
    let open: BTreeSet<char> = text.chars().filter(|c| maybe_trimmed(*c)).collect();
    let mut found = vec![Cut { text: "", goes: open.clone(), stays: BTreeSet::new() }];
    for first in &open {
        for last in &open {
            let (Some(from), Some(to)) = (text.find(*first), text.rfind(*last)) else { continue };
            let to = to + last.len_utf8();
            if from >= to {
                continue;
            }
            let gone: BTreeSet<char> =
                text[..from].chars().chain(text[to..].chars()).filter(|c| maybe_trimmed(*c)).collect();
            let stays = BTreeSet::from([*first, *last]);
            if gone.is_disjoint(&stays) {
                found.push(Cut { text: &text[from..to], goes: gone, stays });
            }
        }
    }
    found
}

type End = (usize, BTreeSet<char>, Option<char>);

/// Where trimming from one end may stop: at the first of each open character, or at the core.
fn ends(outside_in: impl Iterator<Item = (usize, char)>, core: usize) -> Vec<End> {
    let mut gone = BTreeSet::new();
    let mut found = Vec::new();
    for (at, c) in outside_in {
        if maybe_trimmed(c) && !gone.contains(&c) {
            found.push((at, gone.clone(), Some(c)));
            gone.insert(c);
        }
    }
    found.push((core, gone, None));
    found
}

/// The cut that explains what was recorded of a text, preferably one that agrees with itself.
pub fn explain<'a>(sent: &'a str, recorded: &str) -> Option<Cut<'a>> {
    if sent == recorded && most_trimmed(sent).len() == sent.len() {
        return Some(Cut { text: sent, goes: BTreeSet::new(), stays: BTreeSet::new() });
    }
    let mut explaining: Vec<_> = cuts(sent).into_iter().filter(|cut| cut.text == recorded).collect();
    let at = explaining.iter().position(|cut| cut.agrees(cut)).unwrap_or(0);
    (!explaining.is_empty()).then(|| explaining.swap_remove(at))
}

/// Whether a text is its own canonical composition.
pub fn is_canonical(text: &str) -> bool {
    // a letter of ASCII composes with what follows it, not with what stands before
    let from = |first: usize| is_nfc(&text[first.saturating_sub(1)..]);
    text.is_ascii() || text.bytes().position(|byte| !byte.is_ascii()).is_none_or(from)
}

/// The canonical composition of a text.
pub fn canonical(text: &str) -> Cow<'_, str> {
    if is_canonical(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// The texts that a quotation can stand for: itself, and what it decodes to as the inside of a JSON string.
pub fn unquoted(quoted: &str) -> Vec<Cow<'_, str>> {
    let mut texts = vec![Cow::Borrowed(quoted)];
    if quoted.contains('\\')
        && let Ok(decoded) = serde_json::from_str::<String>(&format!("\"{quoted}\""))
    {
        texts.push(Cow::Owned(decoded));
    }
    texts
}

/// The line breaks inside a text (reading `inner-line-break`), and whether each stands at an end where it may go.
pub fn line_breaks(text: &str) -> impl Iterator<Item = (char, bool)> {
    let core = most_trimmed(text);
    let breaks = |c: &char| {
        matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    least_trimmed(text).chars().filter(breaks).map(move |c| (c, !core.contains(c)))
}
