//! What a reply's text says. Each message is recognized by writing it again, so it is worded in one place.

use crate::model::{Counts, REFUSAL_PREFIX, Refusal};

/// What an implementation told of an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Recorded, with these counts, in the exact words.
    Recorded(Counts),
    /// Refused in words of the documents; a repeated text is told as it is quoted.
    Refused(Refusal),
    /// Refused in other words.
    Otherwise,
    /// Neither an acknowledgement nor a refusal.
    Neither,
}

impl Told {
    /// Reads a reply's text.
    pub fn read(text: &str) -> Self {
        if text.starts_with(REFUSAL_PREFIX) {
            return worded(text).map_or(Self::Otherwise, Self::Refused);
        }
        match numbers(text)[..] {
            [pending, in_progress, completed] => {
                let counts = Counts { pending, in_progress, completed };
                if counts.to_string() == text { Self::Recorded(counts) } else { Self::Neither }
            }
            _ => Self::Neither,
        }
    }
}

fn worded(text: &str) -> Option<Refusal> {
    let quoted = text.find('"').zip(text.rfind('"')).filter(|(from, to)| from < to);
    let repeat = quoted.map(|(from, to)| Refusal::Repeat { text: text[from + 1..to].to_owned() });
    let active = match numbers(text)[..] {
        [count] => Some(Refusal::OneActive { count }),
        _ => None,
    };
    [Some(Refusal::NoChat), Some(Refusal::Empty), repeat, active]
        .into_iter()
        .flatten()
        .find(|refusal| refusal.to_string() == text)
}

fn numbers(text: &str) -> Vec<usize> {
    const MORE_THAN_ANY_MESSAGE: usize = 4;
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .take(MORE_THAN_ANY_MESSAGE)
        .collect()
}
