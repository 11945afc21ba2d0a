//! What a refused update answers.

use std::collections::BTreeSet;

use super::super::fault::Fault;
use super::super::manner::{Call, Denied};
use super::super::right;
use super::super::world::{active, is, only, text};
use crate::model::{Clause, Refusal, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "empty-in-plain-quotes",
        clause: Clause::MessageEmpty,
        says: "The maker writes the name of the field without its marks.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageEmpty, "`", "");
        },
    },
    Fault {
        id: "empty-in-the-plural",
        clause: Clause::MessageEmpty,
        says: "The maker words all refusals as invalid todos.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageEmpty, "invalid todo:", "invalid todos:");
        },
    },
    Fault {
        id: "empty-told-as-missing",
        clause: Clause::MessageEmpty,
        says: "The maker tells a blank text as a list that is none.",
        twist: |manner| {
            manner.refuse = |refusal| {
                if *refusal == Refusal::Empty { "Error: todos must be a list".to_owned() } else { refusal.to_string() }
            };
        },
    },
    Fault {
        id: "blank-told-as-repeat",
        clause: Clause::MessageRepeat,
        says: "The maker tells a single blank text as a repeat.",
        twist: |manner| {
            manner.blank = |items, call| {
                right::blank(items, call).map_err(|_| Denied::Rule(Refusal::Repeat { text: String::new() }))
            };
        },
    },
    Fault {
        id: "empty-with-place",
        clause: Clause::MessageEmpty,
        says: "The maker adds the place of the item to the message.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageEmpty, "string", "string (item 1)");
        },
    },
    Fault {
        id: "empty-turned-away",
        clause: Clause::MessageEmpty,
        says: "The maker has the transport turn a blank text away.",
        twist: |manner| {
            manner.blank =
                |items, call| right::blank(items, call).map_err(|_| Denied::Away("content is too short".to_owned()));
        },
    },
    Fault {
        id: "repeat-in-single-quotes",
        clause: Clause::MessageRepeat,
        says: "The maker quotes the repeated text in single quotation marks.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageRepeat, "\"", "'");
        },
    },
    Fault {
        id: "repeat-untrimmed",
        clause: Clause::MessageRepeat,
        says: "The maker names the repeated text as it was sent.",
        twist: |manner| {
            manner.repeat = |items, call| {
                right::repeat(items, call).map_err(|denied| match (denied, right::read(call)) {
                    (Denied::Rule(Refusal::Repeat { text: named }), Ok(sent)) => {
                        let as_sent = sent.iter().rev().map(text).find(|sent| sent.trim() == named);
                        Denied::Rule(Refusal::Repeat { text: as_sent.unwrap_or_default().to_owned() })
                    }
                    (denied, _) => denied,
                })
            };
        },
    },
    Fault {
        id: "repeat-names-first",
        clause: Clause::MessageRepeat,
        says: "The maker names the first text of the list.",
        twist: |manner| {
            manner.repeat = |items, call| {
                right::repeat(items, call)
                    .map_err(|_| Denied::Rule(Refusal::Repeat { text: text(&items[0]).to_owned() }))
            };
        },
    },
    Fault {
        id: "repeat-shortened",
        clause: Clause::MessageRepeat,
        says: "The maker names the first sixty characters of the repeated text.",
        twist: |manner| {
            manner.quote = |text| text.chars().take(60).collect();
        },
    },
    Fault {
        id: "repeat-lowered",
        clause: Clause::MessageRepeat,
        says: "The maker names the repeated text in small letters.",
        twist: |manner| {
            manner.quote = str::to_lowercase;
        },
    },
    Fault {
        id: "repeat-debugged",
        clause: Clause::MessageRepeat,
        says: "The maker prints the repeated text in the notation of a programming language.",
        twist: |manner| {
            manner.quote = |text| {
                let quoted = format!("{text:?}");
                quoted[1..quoted.len() - 1].to_owned()
            };
        },
    },
    Fault {
        id: "repeat-filled-in",
        clause: Clause::MessageRepeat,
        says: "The maker passes the repeated text through a formatter once more.",
        twist: |manner| {
            manner.quote = |text| text.replace("%%", "%").replace("$$", "$");
        },
    },
    Fault {
        id: "repeat-escaped-for-pages",
        clause: Clause::MessageRepeat,
        says: "The maker escapes the repeated text for a page.",
        twist: |manner| {
            manner.quote = |text| text.replace('&', "&amp;").replace('<', "&lt;");
        },
    },
    Fault {
        id: "repeat-quote-doubled",
        clause: Clause::MessageRepeat,
        says: "The maker doubles quotation marks inside the repeated text.",
        twist: |manner| {
            manner.quote = |text| text.replace('"', "\"\"");
        },
    },
    Fault {
        id: "repeat-with-place",
        clause: Clause::MessageRepeat,
        says: "The maker adds the place of the second to the message.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageRepeat, "content", "content at 2");
        },
    },
    Fault {
        id: "active-without-count",
        clause: Clause::MessageOneActive,
        says: "The maker leaves the number out.",
        twist: |manner| {
            manner.refuse = |refusal| {
                let text = refusal.to_string();
                text.split_once(" (got").map_or(text.clone(), |(words, _)| words.to_owned())
            };
        },
    },
    Fault {
        id: "active-by-label",
        clause: Clause::MessageOneActive,
        says: "The maker names the state by its label.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageOneActive, "in_progress", "in progress");
        },
    },
    Fault {
        id: "active-told-as-missing-chat",
        clause: Clause::MessageNoChat,
        says: "The maker tells two active items as a missing chat.",
        twist: |manner| {
            manner.active = |items, call| right::active(items, call).map_err(|_| Denied::Rule(Refusal::NoChat));
        },
    },
    Fault {
        id: "active-turned-away",
        clause: Clause::MessageOneActive,
        says: "The maker has the transport turn two active items away.",
        twist: |manner| {
            manner.active =
                |items, call| right::active(items, call).map_err(|_| Denied::Away("too many in progress".to_owned()));
        },
    },
    Fault {
        id: "no-chat-in-other-words",
        clause: Clause::MessageNoChat,
        says: "The maker calls the session a chat.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageNoChat, "agent session", "chat");
        },
    },
    Fault {
        id: "no-chat-as-invalid",
        clause: Clause::MessageNoChat,
        says: "The maker words a missing chat like a fault of the list.",
        twist: |manner| {
            manner.refuse = |refusal| reworded(refusal, Clause::MessageNoChat, "Error:", "Error: invalid todos:");
        },
    },
    Fault {
        id: "no-chat-turned-away",
        clause: Clause::MessageNoChat,
        says: "The maker has the transport turn away an update without a chat.",
        twist: |manner| {
            manner.chat = |call| right::chat(call).map_err(|_| Denied::Away("no session".to_owned()));
        },
    },
    Fault {
        id: "empty-list-without-chat-told-as-blank",
        clause: Clause::MessageEmpty,
        says: "The maker tells an empty list without a chat as a blank text.",
        twist: |manner| {
            manner.chat = |call| match (call.from, right::todos(call.arguments)) {
                (None, Ok(todos)) if todos.is_empty() => Err(Denied::Rule(Refusal::Empty)),
                _ => right::chat(call),
            };
        },
    },
    Fault {
        id: "no-prefix",
        clause: Clause::RefusalPrefix,
        says: "The maker leaves the prefix to the caller.",
        twist: |manner| {
            manner.refuse = |refusal| refusal.to_string().trim_start_matches("Error: ").to_owned();
        },
    },
    Fault {
        id: "prefix-in-small-letters",
        clause: Clause::RefusalPrefix,
        says: "The maker writes the prefix in small letters.",
        twist: |manner| {
            manner.refuse = |refusal| refusal.to_string().replace("Error:", "error:");
        },
    },
    Fault {
        id: "malformed-without-prefix",
        clause: Clause::RefusalPrefix,
        says: "The maker puts the prefix before the refusals that the page words and before no other.",
        twist: |manner| {
            manner.object = str::to_owned;
        },
    },
    Fault {
        id: "prefix-after-a-blank",
        clause: Clause::RefusalPrefix,
        says: "The maker indents refusals by a space.",
        twist: |manner| {
            manner.refuse = |refusal| format!(" {refusal}");
        },
    },
    Fault {
        id: "malformed-unmarked",
        clause: Clause::RefusalPrefix,
        says: "The maker words a malformed update like a parser, and does not say whether that is an error.",
        twist: |manner| {
            manner.object = |words| format!("SyntaxError: {words}");
            manner.mark = |_| None;
        },
    },
    Fault {
        id: "active-count-less-one",
        clause: Clause::OneActiveCount,
        says: "The maker counts the items in progress beyond the first.",
        twist: |manner| {
            manner.active = |items, call| recounted(items, call, |items| active(items) - 1);
        },
    },
    Fault {
        id: "active-count-of-items",
        clause: Clause::OneActiveCount,
        says: "The maker counts all items of the update.",
        twist: |manner| {
            manner.active = |items, call| recounted(items, call, <[SeenItem]>::len);
        },
    },
    Fault {
        id: "active-count-two",
        clause: Clause::OneActiveCount,
        says: "The maker stops counting at the second.",
        twist: |manner| {
            manner.active = |items, call| recounted(items, call, |_| 2);
        },
    },
    Fault {
        id: "active-count-adds-list",
        clause: Clause::OneActiveCount,
        says: "The maker adds the items in progress of the list that stands.",
        twist: |manner| {
            manner.active = |items, call| {
                right::active(items, call)
                    .map_err(|_| Denied::Rule(Refusal::OneActive { count: active(items) + active(call.before()) }))
            };
        },
    },
    Fault {
        id: "active-count-without-blanks",
        clause: Clause::OneActiveCount,
        says: "The maker checks the rule first and leaves blank texts out of the number.",
        twist: |manner| {
            manner.check = |items, call| {
                if right::active(items, call).is_err() {
                    let count = active(&only(items, |item| !text(item).is_empty()));
                    return Err(Denied::Rule(Refusal::OneActive { count }));
                }
                right::check(items, call)
            };
        },
    },
    Fault {
        id: "active-count-of-texts",
        clause: Clause::OneActiveCount,
        says: "The maker checks the rule first and counts equal texts once.",
        twist: |manner| {
            manner.check = |items, call| {
                if right::active(items, call).is_err() {
                    let texts: BTreeSet<&str> =
                        items.iter().filter(|item| is(item, State::InProgress)).map(text).collect();
                    return Err(Denied::Rule(Refusal::OneActive { count: texts.len() }));
                }
                right::check(items, call)
            };
        },
    },
];

/// A refusal's message, with some of its words replaced where it is the one that a clause words.
fn reworded(refusal: &Refusal, here: Clause, from: &str, to: &str) -> String {
    let right = refusal.to_string();
    if refusal.message() == here { right.replace(from, to) } else { right }
}

/// The refusal of too many items in progress, with another number.
fn recounted(items: &[SeenItem], call: &Call<'_>, count: fn(&[SeenItem]) -> usize) -> Result<(), Denied> {
    right::active(items, call).map_err(|_| Denied::Rule(Refusal::OneActive { count: count(items) }))
}
