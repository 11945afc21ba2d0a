//! How many items may be in progress, and what a change of setup does.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{active, is, only, put, text};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "always-one-active",
        clause: Clause::ParallelAllowed,
        says: "The maker has the one-active rule on for good.",
        twist: |manner| {
            manner.active = |items, _| right::at_most_one(active(items), true);
        },
    },
    Fault {
        id: "demotes-second",
        clause: Clause::ParallelAllowed,
        says: "The maker puts all but the first item in progress back to pending.",
        twist: |manner| {
            manner.settle = |items, _| demoted(items, 1);
        },
    },
    Fault {
        id: "ten-active-at-most",
        clause: Clause::ParallelAllowed,
        says: "The maker allows ten items in progress where several are allowed.",
        twist: |manner| {
            manner.active =
                |items, call| right::at_most_one(active(items), call.world.setup.one_active || active(items) > 10);
        },
    },
    Fault {
        id: "three-active-kept",
        clause: Clause::ParallelAllowed,
        says: "The maker keeps two items in progress and puts the others back.",
        twist: |manner| {
            manner.settle = |items, _| demoted(items, 2);
        },
    },
    Fault {
        id: "one-active-in-helpers",
        clause: Clause::ParallelAllowed,
        says: "The maker holds helper agents to one active item at all times.",
        twist: |manner| {
            manner.active = |items, call| {
                let helper = call.here().is_some_and(|chat| chat.helper_of.is_some());
                right::at_most_one(active(items), helper || call.world.setup.one_active)
            };
        },
    },
    Fault {
        id: "one-active-in-plan-mode",
        clause: Clause::ParallelAllowed,
        says: "The maker switches the one-active rule on with plan mode.",
        twist: |manner| {
            manner.active = |items, call| {
                let plan_mode = call.here().is_some_and(|chat| chat.plan_mode);
                right::at_most_one(active(items), plan_mode || call.world.setup.one_active)
            };
        },
    },
    Fault {
        id: "never-one-active",
        clause: Clause::OneActiveRefused,
        says: "The maker does not check how many items are in progress.",
        twist: |manner| {
            manner.active = |_, _| Ok(());
        },
    },
    Fault {
        id: "two-active-pass",
        clause: Clause::OneActiveRefused,
        says: "The maker took at most one for at most two.",
        twist: |manner| {
            manner.active = |items, call| if active(items) > 2 { right::active(items, call) } else { Ok(()) };
        },
    },
    Fault {
        id: "demoted-in-place-of-refused",
        clause: Clause::OneActiveRefused,
        says: "The maker puts all but the first item in progress back to pending in place of refusing.",
        twist: |manner| {
            manner.active = |_, _| Ok(());
            manner.settle = |items, call| if call.world.setup.one_active { demoted(items, 1) } else { items };
        },
    },
    Fault {
        id: "active-neighbours",
        clause: Clause::OneActiveRefused,
        says: "The maker compares each item in progress with the one before it.",
        twist: |manner| {
            manner.active = |items, call| {
                let neighbours = |pair: &[SeenItem]| pair.iter().all(|item| is(item, State::InProgress));
                if items.windows(2).any(neighbours) { right::active(items, call) } else { Ok(()) }
            };
        },
    },
    Fault {
        id: "newly-started-counted",
        clause: Clause::OneActiveRefused,
        says: "The maker counts the items that an update starts and not those that go on.",
        twist: |manner| {
            manner.active = |items, call| {
                let old = |item: &SeenItem| {
                    call.before().iter().any(|old| is(old, State::InProgress) && text(old) == text(item))
                };
                let new = only(items, |item| is(item, State::InProgress) && !old(item));
                if active(&new) > 1 { right::active(items, call) } else { Ok(()) }
            };
        },
    },
    Fault {
        id: "rule-in-first-chat-alone",
        clause: Clause::OneActiveRefused,
        says: "The maker checks the rule in the first chat.",
        twist: |manner| {
            manner.active = |items, call| {
                if call.here().is_some_and(|chat| chat.place > 0) { Ok(()) } else { right::active(items, call) }
            };
        },
    },
    Fault {
        id: "rule-in-first-turn-alone",
        clause: Clause::OneActiveRefused,
        says: "The maker checks the rule in the first turn.",
        twist: |manner| {
            manner.active = |items, call| {
                if call.here().is_some_and(|chat| chat.past.turns > 1) { Ok(()) } else { right::active(items, call) }
            };
        },
    },
    Fault {
        id: "rule-tells-once",
        clause: Clause::OneActiveRefused,
        says: "The maker warns of a second active item once and takes it when it comes again.",
        twist: |manner| {
            manner.active = |items, call| {
                if call.here().is_some_and(|chat| chat.past.refusals_in_a_row > 0) {
                    Ok(())
                } else {
                    right::active(items, call)
                }
            };
        },
    },
    Fault {
        id: "rule-lost-on-reopening",
        clause: Clause::OneActiveRefused,
        says: "The maker does not read the setup when a chat is opened again.",
        twist: |manner| {
            manner.active = |items, call| {
                if call.here().is_some_and(|chat| chat.past.reopenings > 0) {
                    Ok(())
                } else {
                    right::active(items, call)
                }
            };
        },
    },
    Fault {
        id: "setup-read-at-opening",
        clause: Clause::CheckedWhenSent,
        says: "The maker reads the setup when a chat is opened and holds to it.",
        twist: |manner| {
            manner.active = |items, call| {
                right::at_most_one(active(items), call.here().is_some_and(|chat| chat.setup_at_open.one_active))
            };
        },
    },
    Fault {
        id: "rule-never-off",
        clause: Clause::CheckedWhenSent,
        says: "The maker can switch the rule on and not off again.",
        twist: |manner| {
            manner.set = |world, setup| world.setup.one_active |= setup.one_active;
        },
    },
    Fault {
        id: "rule-never-on",
        clause: Clause::CheckedWhenSent,
        says: "The maker can switch the rule off and not on again.",
        twist: |manner| {
            manner.set = |world, setup| world.setup.one_active &= setup.one_active;
        },
    },
    Fault {
        id: "second-change-ignored",
        clause: Clause::CheckedWhenSent,
        says: "The maker takes one change of setup and no more.",
        twist: |manner| {
            manner.set = |world, setup| {
                if world.setups == 1 {
                    world.setup = setup;
                }
            };
        },
    },
    Fault {
        id: "setup-from-next-turn",
        clause: Clause::CheckedWhenSent,
        says: "The maker lets a change of setup hold from the next turn on.",
        twist: |manner| {
            manner.set = |world, setup| {
                world.setup = setup;
                world.elsewhere("", |chat| {
                    if !chat.turn_open {
                        chat.setup_at_open = setup;
                    }
                });
            };
            manner.start = |world, name| {
                right::start(world, name);
                let setup = world.setup;
                world.in_chat(name, |chat| chat.setup_at_open = setup);
            };
            manner.active = |items, call| {
                right::at_most_one(active(items), call.here().is_some_and(|chat| chat.setup_at_open.one_active))
            };
        },
    },
    Fault {
        id: "setup-from-next-update",
        clause: Clause::CheckedWhenSent,
        says: "The maker lets a change of setup hold from the update after the next.",
        twist: |manner| {
            manner.set = |world, setup| world.setup = setup;
            manner.active = |items, call| {
                let late = call.here().is_some_and(|chat| chat.setup_at_open != call.world.setup);
                right::at_most_one(active(items), late != call.world.setup.one_active)
            };
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let setup = world.setup;
                world.in_chat(&accepted.chat, |chat| chat.setup_at_open = setup);
            };
        },
    },
    Fault {
        id: "reopening-resets-setup",
        clause: Clause::CheckedWhenSent,
        says: "The maker goes back to the first setup when a chat is opened again.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                if let Some(setup) = world.chats.get(name).map(|chat| chat.setup_at_open) {
                    world.setup = setup;
                }
            };
        },
    },
    Fault {
        id: "tightening-demotes",
        clause: Clause::HistoryKept,
        says: "The maker puts items in progress back when the rule comes on.",
        twist: |manner| {
            manner.set = |world, setup| {
                world.setup = setup;
                if setup.one_active {
                    world.elsewhere("", |chat| {
                        chat.now.list = chat.now.list.take().map(|items| demoted(items, 1));
                        chat.store();
                    });
                }
            };
        },
    },
    Fault {
        id: "tightening-drops-plan",
        clause: Clause::HistoryKept,
        says: "The maker takes a plan down that the new rule would refuse.",
        twist: |manner| {
            manner.set = |world, setup| {
                world.setup = setup;
                if setup.one_active {
                    world.elsewhere("", |chat| {
                        chat.now.plan = chat.now.plan.take().filter(|items| active(items) < 2);
                        chat.store();
                    });
                }
            };
        },
    },
    Fault {
        id: "tightening-rewrites-rows",
        clause: Clause::HistoryKept,
        says: "The maker puts items in progress back in the rows, too, when the rule comes on.",
        twist: |manner| {
            manner.set = |world, setup| {
                world.setup = setup;
                if setup.one_active {
                    world.elsewhere("", |chat| {
                        for row in &mut chat.now.rows {
                            row.items = demoted(row.items.clone(), 1);
                        }
                        chat.store();
                    });
                }
            };
        },
    },
    Fault {
        id: "old-list-refused-on-reopening",
        clause: Clause::HistoryKept,
        says: "The maker checks a stored list against the rule of today when a chat is opened.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                let rule = world.setup.one_active;
                world.in_chat(name, |chat| {
                    chat.now.list = chat.now.list.take().filter(|items| !rule || active(items) < 2);
                });
            };
        },
    },
    Fault {
        id: "old-list-demoted-on-reopening",
        clause: Clause::HistoryKept,
        says: "The maker puts a stored list in order by the rule of today when a chat is opened.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                let rule = world.setup.one_active;
                world.in_chat(name, |chat| {
                    chat.now.list = chat.now.list.take().map(|items| if rule { demoted(items, 1) } else { items });
                });
            };
        },
    },
    Fault {
        id: "old-rows-dropped-on-reopening",
        clause: Clause::HistoryKept,
        says: "The maker leaves out stored rows that the rule of today would refuse.",
        twist: |manner| {
            manner.reopen = |world, name| {
                right::reopen(world, name);
                let rule = world.setup.one_active;
                world.in_chat(name, |chat| chat.now.rows.retain(|row| !rule || active(&row.items) < 2));
            };
        },
    },
    Fault {
        id: "any-change-empties",
        clause: Clause::HistoryKept,
        says: "The maker starts afresh when the setup changes.",
        twist: |manner| {
            manner.set = |world, setup| {
                world.setup = setup;
                world.elsewhere("", |chat| {
                    chat.now.list = None;
                    chat.store();
                });
            };
        },
    },
];

/// The items with all in progress but the first few put back to pending.
fn demoted(items: Vec<SeenItem>, most: usize) -> Vec<SeenItem> {
    let mut seen = 0;
    let demote = |item: SeenItem| {
        seen += usize::from(is(&item, State::InProgress));
        if is(&item, State::InProgress) && seen > most { put(item, State::Pending) } else { item }
    };
    items.into_iter().map(demote).collect()
}
