//! Texts that are hard on an implementation.

use proptest::prelude::*;

/// How a text of the pool is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it is.
    Plain,
    /// With white space around it that surely goes.
    Padded(u8),
    /// With white space around it that may go or stay.
    PaddedOpen(u8),
    /// In capitals.
    Upper,
    /// In composed or decomposed form.
    Accented(bool),
    /// Nothing but white space.
    Blank(u8),
}

const PADS: [&str; 6] = [" ", "\t", "\n", "\r\n", "  ", " \t "];
const OPEN_PADS: [&str; 8] = ["\u{a0}", "\u{3000}", "\u{feff}", "\u{200b}", "\u{85}", "\u{b}", "\u{2028}", "\u{1c}"];
const BLANKS: [&str; 8] = ["", " ", "\t", "\n", " \r\n ", "\u{a0}", "\u{feff}", "\u{200b} "];

impl Form {
    /// The text in this form.
    pub fn write(self, text: &str) -> String {
        let pick = |from: &[&'static str], index: u8| from[usize::from(index) % from.len()];
        match self {
            Self::Plain => text.to_owned(),
            Self::Padded(pad) => format!("{0}{text}{0}", pick(&PADS, pad)),
            Self::PaddedOpen(pad) => format!("{0}{text}{0}", pick(&OPEN_PADS, pad)),
            Self::Upper => text.to_uppercase(),
            Self::Accented(composed) => format!("{text}{}", if composed { "\u{e9}" } else { "e\u{301}" }),
            Self::Blank(blank) => pick(&BLANKS, blank).to_owned(),
        }
    }
}

/// How texts are written: plainly most of the time, blank about once in twenty.
pub fn forms() -> impl Strategy<Value = Form> {
    prop_oneof![
        14 => Just(Form::Plain),
        2 => any::<u8>().prop_map(Form::Padded),
        1 => any::<u8>().prop_map(Form::PaddedOpen),
        1 => Just(Form::Upper),
        1 => any::<bool>().prop_map(Form::Accented),
        1 => any::<u8>().prop_map(Form::Blank),
    ]
}

const HARD: [&str; 22] = [
    "\"",
    "\\",
    "/",
    "'",
    "`",
    "\\n",
    "\n",
    "\u{2028}",
    "\u{0}",
    "\u{7}",
    "\u{e9}",
    "e\u{301}",
    "\u{5d0}\u{5d1}",
    "\u{202e}",
    "\u{1f469}\u{200d}\u{1f52c}",
    "\u{1f1e9}\u{1f1ea}",
    "{}",
    "</b>",
    "&amp;",
    "%s",
    "${x}",
    "null",
];

/// The texts of one sequence: short and random, some with hard characters inside.
pub fn pool() -> impl Strategy<Value = Vec<String>> {
    let text = (prop::collection::vec(prop::char::range('a', 'z'), 1..5), prop::option::weighted(0.3, 0..HARD.len()));
    let text = text.prop_map(|(letters, hard)| {
        let letters: String = letters.into_iter().collect();
        match hard {
            Some(hard) => format!("{letters}{}{letters}", HARD[hard]),
            None => letters,
        }
    });
    prop::collection::vec(text, 5)
}
