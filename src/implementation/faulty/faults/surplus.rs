//! Reasons to refuse that the documents do not have.

use super::super::fault::Fault;
use super::super::manner::Denied;
use super::super::world::{active, finished, is, text};
use crate::model::{Clause, Refusal, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "twenty-items-at-most",
        clause: Clause::ValidRecorded,
        says: "The maker thought that no plan needs more than twenty items and refuses longer ones.",
        twist: |manner| {
            manner.further = |items, _| if items.len() > 20 { Err(Denied::other("at most 20 todos")) } else { Ok(()) };
        },
    },
    Fault {
        id: "sixty-items-at-most",
        clause: Clause::ValidRecorded,
        says: "The maker thought that no plan needs more than sixty items and refuses longer ones.",
        twist: |manner| {
            manner.further = |items, _| if items.len() > 60 { Err(Denied::other("at most 60 todos")) } else { Ok(()) };
        },
    },
    Fault {
        id: "short-texts-only",
        clause: Clause::ValidRecorded,
        says: "The maker took the short line of the page for a limit of two hundred characters.",
        twist: |manner| {
            manner.further = |items, _| {
                if items.iter().any(|item| text(item).chars().count() > 200) {
                    Err(Denied::other("a todo has at most 200 characters"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "bytes-for-characters",
        clause: Clause::ValidRecorded,
        says: "The maker limits texts to ten thousand bytes where characters were meant.",
        twist: |manner| {
            manner.further = |items, _| {
                if items.iter().any(|item| text(item).len() > 10_000) {
                    Err(Denied::other("a todo is too long"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "something-in-progress",
        clause: Clause::ValidRecorded,
        says: "The maker asks for an item in progress as long as there is open work.",
        twist: |manner| {
            manner.further = |items, _| {
                let open = items.iter().any(|item| is(item, State::Pending));
                if open && active(items) == 0 { Err(Denied::other("one todo must be in_progress")) } else { Ok(()) }
            };
        },
    },
    Fault {
        id: "no-way-back",
        clause: Clause::ValidRecorded,
        says: "The maker lets a completed item never become open again.",
        twist: |manner| {
            manner.further = |items, call| {
                let done = |item: &SeenItem| {
                    call.before().iter().any(|old| is(old, State::Completed) && text(old) == text(item))
                };
                if items.iter().any(|item| !is(item, State::Completed) && done(item)) {
                    Err(Denied::other("a completed todo stays completed"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "no-leap-to-completed",
        clause: Clause::ValidRecorded,
        says: "The maker asks that an item be in progress before it is completed.",
        twist: |manner| {
            manner.further = |items, call| {
                let waits = |item: &SeenItem| {
                    call.before().iter().any(|old| is(old, State::Pending) && text(old) == text(item))
                };
                if items.iter().any(|item| is(item, State::Completed) && waits(item)) {
                    Err(Denied::other("start a todo before completing it"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "no-news-refused",
        clause: Clause::ValidRecorded,
        says: "The maker refuses an update that is the list as it stands.",
        twist: |manner| {
            manner.further = |items, call| {
                if !items.is_empty() && call.before() == items {
                    Err(Denied::other("nothing has changed"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "refusal-sticks",
        clause: Clause::ValidRecorded,
        says: "The maker marks a chat as broken by a refusal and refuses what comes right after it, too.",
        twist: |manner| {
            manner.further = |_, call| {
                if call.here().is_some_and(|chat| chat.past.refusals_in_a_row == 1) {
                    Err(Denied::other("the last update was refused"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "sixth-update-refused",
        clause: Clause::ValidRecorded,
        says: "The maker allows five updates a turn.",
        twist: |manner| {
            manner.further = |_, call| {
                if call.here().is_some_and(|chat| chat.past.updates_in_turn >= 5) {
                    Err(Denied::other("too many updates in this turn"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "finished-list-is-final",
        clause: Clause::ValidRecorded,
        says: "The maker closes a list once all of it is completed.",
        twist: |manner| {
            manner.further =
                |_, call| if finished(call.before()) { Err(Denied::other("the list is finished")) } else { Ok(()) };
        },
    },
    Fault {
        id: "texts-with-prefix-refused",
        clause: Clause::ValidRecorded,
        says: "The maker takes a text that begins like a refusal for one and passes it on.",
        twist: |manner| {
            manner.further = |items, _| {
                if items.iter().any(|item| text(item).starts_with("Error:")) {
                    Err(Denied::other("a todo reports an error"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "single-characters-refused",
        clause: Clause::ValidRecorded,
        says: "The maker tells the rule for blank texts to a list of which every text is a single character.",
        twist: |manner| {
            manner.further = |items, _| {
                if !items.is_empty() && items.iter().all(|item| text(item).chars().count() == 1) {
                    Err(Denied::Rule(Refusal::Empty))
                } else {
                    Ok(())
                }
            };
        },
    },
];
