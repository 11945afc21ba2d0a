//! What a change of setup does.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{active, demoted};
use crate::model::Clause;

pub const FAULTS: &[Fault] = &[
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
