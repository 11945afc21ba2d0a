//! Where what was allowed and what was seen differ, word by word.

use similar::{ChangeTag, TextDiff};

/// Two texts in pieces; what stands in both is in neither marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// What was allowed.
    pub allowed: Vec<Piece>,
    /// What was seen.
    pub seen: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The part.
    pub text: String,
    /// Whether the other text lacks it.
    pub differs: bool,
}

impl Difference {
    /// The words that differ. Where hardly a word stands in both, nothing is marked: all of it would be.
    pub fn of(allowed: &str, seen: &str) -> Self {
        let compared = TextDiff::from_words(allowed, seen);
        let mut difference = Self::default();
        let mut same = false;
        for change in compared.iter_all_changes() {
            let text = change.value();
            match change.tag() {
                ChangeTag::Equal => {
                    same |= text.chars().any(char::is_alphanumeric);
                    push(&mut difference.allowed, text, false);
                    push(&mut difference.seen, text, false);
                }
                ChangeTag::Delete => push(&mut difference.allowed, text, true),
                ChangeTag::Insert => push(&mut difference.seen, text, true),
            }
        }
        if same { difference } else { Self { allowed: whole(allowed), seen: whole(seen) } }
    }
}

fn whole(text: &str) -> Vec<Piece> {
    vec![Piece { text: text.to_owned(), differs: false }]
}

fn push(pieces: &mut Vec<Piece>, text: &str, differs: bool) {
    match pieces.last_mut() {
        Some(last) if last.differs == differs => last.text.push_str(text),
        Some(_) | None => pieces.push(Piece { text: text.to_owned(), differs }),
    }
}
