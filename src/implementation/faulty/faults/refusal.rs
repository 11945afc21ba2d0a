//! Which texts are refused.

use super::super::fault::Fault;
use super::super::manner::Denied;
use super::super::right;
use super::super::world::{each_text, is, only, text, with_text};
use crate::model::{Clause, Refusal, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "blank-recorded",
        clause: Clause::EmptyRefused,
        says: "The maker does not look for texts that are empty.",
        twist: |manner| {
            manner.blank = |_, _| Ok(());
        },
    },
    Fault {
        id: "blank-dropped",
        clause: Clause::EmptyRefused,
        says: "The maker drops items without a text and records the others.",
        twist: |manner| {
            manner.blank = |_, _| Ok(());
            manner.repeat = |items, call| right::repeat(&only(items, |item| !text(item).is_empty()), call);
            manner.settle = |items, _| only(&items, |item| !text(item).is_empty());
        },
    },
    Fault {
        id: "blank-named",
        clause: Clause::EmptyRefused,
        says: "The maker gives an item without a text one.",
        twist: |manner| {
            manner.blank = |_, _| Ok(());
            manner.settle = |items, _| {
                each_text(items, |text| if text.is_empty() { "Untitled".to_owned() } else { text.to_owned() })
            };
        },
    },
    Fault {
        id: "white-space-is-text",
        clause: Clause::EmptyRefused,
        says: "The maker looks for empty texts before trimming, so white space alone passes.",
        twist: |manner| {
            manner.blank = |_, call| {
                if right::read(call)?.iter().any(|item| text(item).is_empty()) {
                    Err(Denied::Rule(Refusal::Empty))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "blank-first-alone",
        clause: Clause::EmptyRefused,
        says: "The maker looks at the first text alone.",
        twist: |manner| {
            manner.blank = |items, call| right::blank(&items[..items.len().min(1)], call);
        },
    },
    Fault {
        id: "blank-last-unseen",
        clause: Clause::EmptyRefused,
        says: "The maker stops one item early when looking for empty texts.",
        twist: |manner| {
            manner.blank = |items, call| match items {
                [first @ .., _] if !first.is_empty() => right::blank(first, call),
                _ => right::blank(items, call),
            };
        },
    },
    Fault {
        id: "blank-completed-passes",
        clause: Clause::EmptyRefused,
        says: "The maker looks for empty texts among open items alone.",
        twist: |manner| {
            manner.blank = |items, call| right::blank(&only(items, |item| !is(item, State::Completed)), call);
        },
    },
    Fault {
        id: "blank-passes-once-told",
        clause: Clause::EmptyRefused,
        says: "The maker warns of an empty text once and takes it when it comes again.",
        twist: |manner| {
            manner.blank = |items, call| {
                if call.here().is_some_and(|chat| chat.past.refusals_in_a_row > 0) {
                    Ok(())
                } else {
                    right::blank(items, call)
                }
            };
        },
    },
    Fault {
        id: "blank-passes-once-reopened",
        clause: Clause::EmptyRefused,
        says: "The maker looks for empty texts only in chats that were not opened again.",
        twist: |manner| {
            manner.blank = |items, call| {
                if call.here().is_some_and(|chat| chat.past.reopenings > 0) {
                    Ok(())
                } else {
                    right::blank(items, call)
                }
            };
        },
    },
    Fault {
        id: "blank-passes-in-helpers",
        clause: Clause::EmptyRefused,
        says: "The maker trusts helper agents with their texts.",
        twist: |manner| {
            manner.blank = |items, call| {
                if call.here().is_some_and(|chat| chat.helper_of.is_some()) {
                    Ok(())
                } else {
                    right::blank(items, call)
                }
            };
        },
    },
    Fault {
        id: "repeat-recorded",
        clause: Clause::RepeatRefused,
        says: "The maker does not look for repeats.",
        twist: |manner| {
            manner.repeat = |_, _| Ok(());
        },
    },
    Fault {
        id: "repeat-dropped",
        clause: Clause::RepeatRefused,
        says: "The maker drops the second of two equal texts and records the others.",
        twist: |manner| {
            manner.repeat = |_, _| Ok(());
            manner.settle = |items, _| {
                let mut kept: Vec<SeenItem> = Vec::new();
                for item in items {
                    if !kept.iter().any(|old| text(old) == text(&item)) {
                        kept.push(item);
                    }
                }
                kept
            };
        },
    },
    Fault {
        id: "repeat-renamed",
        clause: Clause::RepeatRefused,
        says: "The maker numbers equal texts.",
        twist: |manner| {
            manner.repeat = |_, _| Ok(());
            manner.settle = |items, _| {
                let before =
                    |at: usize, item: &SeenItem| items[..at].iter().filter(|old| text(old) == text(item)).count();
                let numbered = |(at, item): (usize, &SeenItem)| match before(at, item) {
                    0 => item.clone(),
                    times => with_text(item.clone(), &format!("{} ({})", text(item), times + 1)),
                };
                items.iter().enumerate().map(numbered).collect()
            };
        },
    },
    Fault {
        id: "neighbours-compared",
        clause: Clause::RepeatRefused,
        says: "The maker compares each text with the one before it.",
        twist: |manner| {
            manner.repeat = |items, _| match items.windows(2).find(|pair| text(&pair[0]) == text(&pair[1])) {
                Some(pair) => Err(Denied::Rule(Refusal::Repeat { text: text(&pair[0]).to_owned() })),
                None => Ok(()),
            };
        },
    },
    Fault {
        id: "repeat-by-state",
        clause: Clause::RepeatRefused,
        says: "The maker takes equal texts in different states for different items.",
        twist: |manner| {
            manner.repeat = |items, _| right::no_two(items, |item| format!("{:?} {}", item.state(), text(item)));
        },
    },
    Fault {
        id: "completed-may-repeat",
        clause: Clause::RepeatRefused,
        says: "The maker looks for repeats among open items alone.",
        twist: |manner| {
            manner.repeat = |items, call| right::repeat(&only(items, |item| !is(item, State::Completed)), call);
        },
    },
    Fault {
        id: "repeat-before-trimming",
        clause: Clause::RepeatRefused,
        says: "The maker compares texts before trimming them.",
        twist: |manner| {
            manner.repeat = |_, call| right::repeat(&right::read(call)?, call);
        },
    },
    Fault {
        id: "first-fifty-compared",
        clause: Clause::RepeatRefused,
        says: "The maker compares the first fifty texts.",
        twist: |manner| {
            manner.repeat = |items, call| right::repeat(&items[..items.len().min(50)], call);
        },
    },
    Fault {
        id: "third-time-refused",
        clause: Clause::RepeatRefused,
        says: "The maker took twice for fine and refuses a text that stands three times.",
        twist: |manner| {
            manner.repeat = |items, _| {
                let times = |item: &SeenItem| items.iter().filter(|other| text(other) == text(item)).count();
                match items.iter().find(|item| times(item) > 2) {
                    Some(item) => Err(Denied::Rule(Refusal::Repeat { text: text(item).to_owned() })),
                    None => Ok(()),
                }
            };
        },
    },
    Fault {
        id: "repeat-passes-on-a-list",
        clause: Clause::RepeatRefused,
        says: "The maker looks for repeats in a first list alone.",
        twist: |manner| {
            manner.repeat = |items, call| if call.before().is_empty() { right::repeat(items, call) } else { Ok(()) };
        },
    },
];
