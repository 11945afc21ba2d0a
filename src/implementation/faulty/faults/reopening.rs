//! What is there when a chat is opened again.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{Views, each_text, finished, is, only, put};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "list-lost",
        clause: Clause::SurvivesReopen,
        says: "The maker keeps lists in memory alone.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.list = None);
            };
        },
    },
    Fault {
        id: "rows-lost",
        clause: Clause::SurvivesReopen,
        says: "The maker stores the list and not the rows.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.rows.clear());
            };
        },
    },
    Fault {
        id: "newest-row-alone",
        clause: Clause::SurvivesReopen,
        says: "The maker stores the newest row.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.rows = chat.now.rows.pop().into_iter().collect());
            };
        },
    },
    Fault {
        id: "open-items-alone",
        clause: Clause::SurvivesReopen,
        says: "The maker brings back what is left to do.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    let open = only(chat.items(), |item| !is(item, State::Completed));
                    chat.now.list = chat.now.list.take().map(|_| open);
                });
            };
        },
    },
    Fault {
        id: "finished-list-lost",
        clause: Clause::SurvivesReopen,
        says: "The maker does not bring back a list with nothing left to do.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.list = chat.now.list.take().filter(|items| !finished(items)));
            };
        },
    },
    Fault {
        id: "active-put-back",
        clause: Clause::SurvivesReopen,
        says: "The maker puts what was in progress back to pending, as nobody works on it any more.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    let back =
                        |item: SeenItem| if is(&item, State::InProgress) { put(item, State::Pending) } else { item };
                    chat.now.list = chat.now.list.take().map(|items| items.into_iter().map(back).collect());
                });
            };
        },
    },
    Fault {
        id: "empty-update-skipped",
        clause: Clause::SurvivesReopen,
        says: "The maker looks for the newest update with items when a chat is opened, so an older list comes back.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    let newest = chat.now.rows.iter().rev().find(|row| !row.items.is_empty());
                    chat.now.list = newest.map(|row| row.items.clone());
                });
            };
        },
    },
    Fault {
        id: "last-update-unsaved",
        clause: Clause::SurvivesReopen,
        says: "The maker stores an update when the next one comes.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let stored = world.chats.get(&accepted.chat).map(|chat| chat.now.clone()).unwrap_or_default();
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    let cleared = chat.stored.plan.clone();
                    chat.stored = Views { plan: cleared, ..stored };
                });
            };
            manner.start = |world, name| {
                world.in_chat(name, |chat| {
                    chat.turn_open = true;
                    chat.now.plan = None;
                    chat.stored.plan = None;
                });
            };
        },
    },
    Fault {
        id: "refused-update-returns",
        clause: Clause::SurvivesReopen,
        says: "The maker stores every call and takes the last one for the list when a chat is opened.",
        twist: |manner| {
            manner.refused = |world, from, items| {
                let items = items.to_vec();
                world.in_chat(from.unwrap_or_default(), |chat| chat.stored.list = Some(items));
            };
        },
    },
    Fault {
        id: "second-reopening-loses",
        clause: Clause::SurvivesReopen,
        says: "The maker moves the stored list out when a chat is opened and stores it again with the next update.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.stored.list = None);
            };
        },
    },
    Fault {
        id: "rows-doubled",
        clause: Clause::SurvivesReopen,
        says: "The maker adds the stored rows to those that are there already.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    chat.now.rows.extend(chat.now.rows.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "twenty-items-back",
        clause: Clause::SurvivesReopen,
        says: "The maker reads the first twenty items of a stored list.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    if let Some(items) = &mut chat.now.list {
                        items.truncate(20);
                    }
                });
            };
        },
    },
    Fault {
        id: "stored-as-checklist",
        clause: Clause::SurvivesReopen,
        says: "The maker stores the list as lines of a checklist, and a text that looks like a box loses it.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    let plain = |text: &str| text.trim_start_matches("- ").trim_start_matches("[x] ").to_owned();
                    chat.now.list = chat.now.list.take().map(|items| each_text(items, plain));
                });
            };
        },
    },
    Fault {
        id: "reopening-clears",
        clause: Clause::ReopenKeepsPlan,
        says: "The maker shows a plan only to those who saw it come.",
        twist: |manner| {
            manner.reopen = |world, name| {
                let open = world.chats.get(name).is_some_and(|chat| chat.turn_open);
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.plan = chat.now.plan.take().filter(|_| open));
            };
        },
    },
    Fault {
        id: "reopening-brings-back",
        clause: Clause::ReopenKeepsPlan,
        says: "The maker draws the plan from the list when a chat is opened, though it had cleared.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.plan = chat.now.list.clone());
            };
        },
    },
    Fault {
        id: "finished-plan-gone-on-reopening",
        clause: Clause::ReopenKeepsPlan,
        says: "The maker takes a finished plan for history when a chat is opened again.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.plan = chat.now.plan.take().filter(|items| !finished(items)));
            };
        },
    },
    Fault {
        id: "second-reopening-clears",
        clause: Clause::ReopenKeepsPlan,
        says: "The maker keeps the plan over one reopening.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.stored.plan = None);
            };
        },
    },
    Fault {
        id: "helper-reopening-clears",
        clause: Clause::ReopenKeepsPlan,
        says: "The maker clears the plan of a helper that is opened again.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                world.in_chat(name, |chat| chat.now.plan = chat.now.plan.take().filter(|_| chat.helper_of.is_none()));
            };
        },
    },
];
