//! How texts are trimmed.

use super::super::fault::Fault;
use super::super::manner::Accepted;
use super::super::right;
use super::super::world::{is, text, with_text};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "untrimmed",
        clause: Clause::TrimFirst,
        says: "The maker trims texts to check them and records them as they came.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, &Accepted { items: accepted.sent.clone(), ..accepted.clone() });
            };
        },
    },
    Fault {
        id: "trims-start-alone",
        clause: Clause::TrimFirst,
        says: "The maker trims the start of a text and not its end.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                items.into_iter().zip(&sent).map(|(item, sent)| with_text(item, text(sent).trim_start())).collect()
            };
        },
    },
    Fault {
        id: "trims-spaces-alone",
        clause: Clause::TrimFirst,
        says: "The maker trims spaces and leaves tabs and line ends.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                items.into_iter().zip(&sent).map(|(item, sent)| with_text(item, text(sent).trim_matches(' '))).collect()
            };
        },
    },
    Fault {
        id: "trims-one-character",
        clause: Clause::TrimFirst,
        says: "The maker takes one character of white space from each end.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                let once = |text: &str| {
                    let text = text.strip_prefix(char::is_whitespace).unwrap_or(text);
                    text.strip_suffix(char::is_whitespace).unwrap_or(text).to_owned()
                };
                items.into_iter().zip(&sent).map(|(item, sent)| with_text(item, &once(text(sent)))).collect()
            };
        },
    },
    Fault {
        id: "trims-no-carriage-return",
        clause: Clause::TrimFirst,
        says: "The maker does not count a carriage return among white space.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                let white = |c: char| c != '\r' && c.is_whitespace();
                items
                    .into_iter()
                    .zip(&sent)
                    .map(|(item, sent)| with_text(item, text(sent).trim_matches(white)))
                    .collect()
            };
        },
    },
    Fault {
        id: "trims-first-ten",
        clause: Clause::TrimFirst,
        says: "The maker trims the first ten texts, as many as fit the screen.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                let as_sent = |(at, (item, sent)): (usize, (SeenItem, &SeenItem))| {
                    if at < 10 { item } else { with_text(item, text(sent)) }
                };
                items.into_iter().zip(&sent).enumerate().map(as_sent).collect()
            };
        },
    },
    Fault {
        id: "trims-pending-alone",
        clause: Clause::TrimFirst,
        says: "The maker trims a text when it first comes, as pending, and not later.",
        twist: |manner| {
            manner.settle = |items, call| {
                let sent = right::read(call).unwrap_or_default();
                let as_sent = |(item, sent): (SeenItem, &SeenItem)| {
                    if is(&item, State::Pending) { item } else { with_text(item, text(sent)) }
                };
                items.into_iter().zip(&sent).map(as_sent).collect()
            };
        },
    },
    Fault {
        id: "untrimmed-once-reopened",
        clause: Clause::TrimFirst,
        says: "The maker trims in the code that opens a new chat, so a chat that is opened again goes without.",
        twist: |manner| {
            manner.settle = |items, call| {
                if call.here().is_some_and(|chat| chat.past.reopenings > 0) {
                    right::read(call).unwrap_or(items)
                } else {
                    items
                }
            };
        },
    },
];
