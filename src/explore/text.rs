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
    /// With a piece put at its end: texts that differ in little are different texts.
    Piece(u8),
    /// In compatibility letters, where it has any.
    Wide,
}

const PADS: &[&str] = &[" ", "\t", "\n", "\r\n", "  ", " \t "];
const OPEN_PADS: &[&str] =
    &["\u{0}", "\u{a0}", "\u{3000}", "\u{feff}", "\u{200b}", "\u{85}", "\u{b}", "\u{2028}", "\u{1c}"];
const BLANKS: &[&str] = &["", " ", "\t", "\n", " \r\n ", "\u{a0}", "\u{feff}", "\u{200b} "];

impl Form {
    /// The text in this form.
    pub fn write(self, text: &str) -> String {
        let pick = |from: &'static [&'static str], index: u8| from[usize::from(index) % from.len()];
        match self {
            Self::Plain => text.to_owned(),
            Self::Padded(pad) => format!("{0}{text}{0}", pick(PADS, pad)),
            Self::PaddedOpen(pad) => format!("{0}{text}{0}", pick(OPEN_PADS, pad)),
            Self::Upper => text.to_uppercase(),
            Self::Accented(composed) => format!("{text}{}", if composed { "\u{e9}" } else { "e\u{301}" }),
            Self::Blank(blank) => pick(BLANKS, blank).to_owned(),
            Self::Piece(piece) => format!("{text}{}z", pick(HARD, piece)),
            Self::Wide => text.chars().map(wide).collect(),
        }
    }
}

/// A letter's wide form, which is another letter but for compatibility.
fn wide(c: char) -> char {
    if c.is_ascii_graphic() { char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c) } else { c }
}

/// How texts are written: plainly most of the time, blank about once in twenty.
pub fn forms() -> impl Strategy<Value = Form> {
    (0..22_u8, any::<u8>()).prop_map(|(form, which)| match form {
        0..14 => Form::Plain,
        14..16 => Form::Padded(which),
        16 => Form::PaddedOpen(which),
        17 => Form::Upper,
        18 => Form::Accented(which % 2 == 1),
        19 => Form::Blank(which),
        20 => Form::Piece(which),
        _ => Form::Wide,
    })
}

/// Pieces that implementations are known to rewrite, cut or stumble over.
const HARD: &[&str] = &[
    "\"",
    "\\",
    "/",
    "'",
    "`",
    "\\n",
    "\n",
    "\r\n",
    "\t",
    "\u{2028}",
    "\u{0}",
    "\u{7}",
    "\u{8}",
    "\u{c}",
    "\u{1b}",
    "\u{7f}",
    "\u{9f}",
    "\u{e9}",
    "e\u{301}",
    "\u{df}",
    "\u{5d0}\u{5d1}",
    "\u{202e}",
    "\u{2066}",
    "\u{200e}",
    "\u{200d}",
    "\u{fe0f}",
    "\u{1f469}\u{200d}\u{1f52c}",
    "\u{1f1e9}\u{1f1ea}",
    "\u{1100}\u{1161}",
    "\u{f900}",
    "\u{ff01}",
    "\u{fb01}",
    "{}",
    "{{x}}",
    "</b>",
    "<b>",
    "&amp;",
    "%s",
    "${x}",
    "$&",
    "null",
    "--",
    "...",
    ":)",
    "@a",
    "#1",
    "http://x",
    "1.",
    "- ",
    "* ",
    "[x]",
    "**",
    "  ",
    "\t\t",
    ".",
    ",",
    ";",
    ":",
    "!",
    "?",
    "(",
    ")",
    "Error: ",
    "true",
    "7",
];

/// The texts of one sequence: short and random, some with hard characters inside.
pub fn pool() -> impl Strategy<Value = Vec<String>> {
    let letters = prop::collection::vec(prop::char::range('a', 'z'), 1..5).prop_map(String::from_iter);
    let hard = prop_oneof![
        8 => Just(String::new()),
        4 => (0..HARD.len()).prop_map(|hard| HARD[hard].to_owned()),
        1 => any::<char>().prop_map(String::from),
    ];
    let text = (letters, hard, place()).prop_map(|(letters, hard, place)| match place {
        Place::Inside => format!("{letters}{hard}{letters}"),
        Place::First => format!("{hard}{letters}"),
        Place::Last => format!("{letters}{hard}"),
    });
    let long = prop_oneof![40 => Just(0_usize), 1 => Just(70), 1 => Just(300), 1 => Just(1_100), 1 => Just(10_000)];
    let text = (text, long).prop_map(|(text, long)| {
        let length = text.chars().count();
        if long > length { format!("{}{text}", "x".repeat(long - length)) } else { text }
    });
    prop::collection::vec(text, 5)
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Inside,
    First,
    Last,
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![4 => Just(Place::Inside), 1 => Just(Place::First), 1 => Just(Place::Last)]
}
