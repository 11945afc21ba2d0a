//! What others wrote, for a message: on one line, not too long, and harmless to a terminal.

use std::fmt::Write;

/// Whether a character is not seen where it stands, is none, or changes how what is around it is seen; the space aside.
pub fn is_unseen(c: char) -> bool {
    c != ' ' && (c.is_whitespace() || c.is_control())
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// The beginning of a text from the wire, with everything escaped that cannot be seen.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    beginning(text, MOST)
}

/// So many characters of a text, with everything escaped that cannot be seen.
pub fn beginning(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == most {
            shown.push('…');
            break;
        }
        if is_unseen(c) {
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}
