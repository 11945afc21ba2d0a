//! What a refusal leaves behind.

use super::super::fault::Fault;
use super::super::world::{Recorded, active, finished, is, only, put, text};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "refused-yet-recorded",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker records an update before checking it.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                let items = items.to_vec();
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.list = Some(items);
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "good-items-recorded",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker records the items that are fine and refuses the rest.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                let mut good: Vec<SeenItem> = Vec::new();
                for item in items {
                    if !text(item).is_empty() && !good.iter().any(|old| text(old) == text(item)) {
                        good.push(item.clone());
                    }
                }
                world.in_chat(from.unwrap_or_default(), |chat| {
                    if !good.is_empty() {
                        chat.now.list = Some(good);
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "refusal-is-a-row",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker adds the row before the update is checked.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                let items = items.to_vec();
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.rows.push(Recorded { sent: items.clone(), items });
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "refusal-empties",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker empties the list before filling it, and a refusal leaves it empty.",
        twist: |manner| {
            manner.refused = |world, from, _| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.list = None;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "third-refusal-empties",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker gives a list up after three refusals in a row.",
        twist: |manner| {
            manner.refused = |world, from, _| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    if chat.past.refusals_in_a_row >= 2 {
                        chat.now.list = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "active-refusal-demotes",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker puts the recorded item back to pending when a second one is refused.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                if active(items) < 2 {
                    return;
                }
                world.in_chat(from.unwrap_or_default(), |chat| {
                    let back =
                        |item: SeenItem| if is(&item, State::InProgress) { put(item, State::Pending) } else { item };
                    chat.now.list = chat.now.list.take().map(|items| items.into_iter().map(back).collect());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "missing-chat-lends-last",
        clause: Clause::RefusalRecordsNothing,
        says: "The maker refuses an update without a chat, and yet writes it to the chats that are open.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                if from.is_none() {
                    world.elsewhere("", |chat| {
                        chat.now.list = Some(items.to_vec());
                        chat.store();
                    });
                }
            };
        },
    },
    Fault {
        id: "refusal-drops-plan",
        clause: Clause::RefusedKeepsPlan,
        says: "The maker takes the plan down when an update fails.",
        twist: |manner| {
            manner.refused = |world, from, _| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.plan = None;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "refused-plan-shows",
        clause: Clause::RefusedKeepsPlan,
        says: "The maker shows an update as the plan while it is checked, and leaves it there.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.plan = Some(only(items, |item| !text(item).is_empty()));
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "refusal-brings-plan-back",
        clause: Clause::RefusedKeepsPlan,
        says: "The maker draws the plan again after a refusal, from the list.",
        twist: |manner| {
            manner.refused = |world, from, _| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.plan = chat.now.list.clone();
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "refusal-drops-finished-plan",
        clause: Clause::RefusedKeepsPlan,
        says: "The maker takes a finished plan down when a new list comes, though that is refused.",
        twist: |manner| {
            manner.refused = |world, from, _| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    chat.now.plan = chat.now.plan.take().filter(|items| !finished(items));
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "malformed-drops-plan",
        clause: Clause::RefusedKeepsPlan,
        says: "The maker resets the display when it cannot read an update.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                world.in_chat(from.unwrap_or_default(), |chat| {
                    if items.is_empty() {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
];
