//! How many items may be in progress.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{active, demoted, is, only, text};
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
];
