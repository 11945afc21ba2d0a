//! The standing plan.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{each_text, finished, is, item, only};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "first-plan-of-turn",
        clause: Clause::PlanShowsLatest,
        says: "The maker shows the first update of a turn until the turn is over.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let first = world.chats.get(&accepted.chat).and_then(|chat| chat.now.plan.clone());
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    chat.now.plan = first.or(chat.now.plan.take());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "plan-of-open-items",
        clause: Clause::PlanShowsLatest,
        says: "The maker leaves completed items out of the plan.",
        twist: |manner| {
            manner.plan = |chat| chat.now.plan.as_deref().map(|items| only(items, |item| !is(item, State::Completed)));
        },
    },
    Fault {
        id: "ten-items-a-plan",
        clause: Clause::PlanShowsLatest,
        says: "The maker shows ten items of a plan.",
        twist: |manner| {
            manner.plan = |chat| right::plan(chat).map(|items| items.into_iter().take(10).collect());
        },
    },
    Fault {
        id: "cleared-when-all-done",
        clause: Clause::PlanShowsLatest,
        says: "The maker clears the plan as soon as every item is completed; the page clears it when the next turn starts.",
        twist: |manner| {
            manner.plan = |chat| right::plan(chat).filter(|items| !finished(items));
        },
    },
    Fault {
        id: "empty-keeps-plan",
        clause: Clause::PlanShowsLatest,
        says: "The maker leaves the plan as it shows when the list is emptied.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let before = world.chats.get(&accepted.chat).and_then(|chat| chat.now.plan.clone());
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if accepted.items.is_empty() {
                        chat.now.plan = before;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "plan-of-placeholder",
        clause: Clause::PlanNoneBeforeFirst,
        says: "The maker shows an item to wait for before the first update.",
        twist: |manner| {
            manner.plan = |chat| {
                let wait = || (chat.past.updates == 0).then(|| vec![item("Waiting for a plan", State::Pending)]);
                right::plan(chat).or_else(wait)
            };
        },
    },
    Fault {
        id: "placeholder-with-turn",
        clause: Clause::PlanNoneBeforeFirst,
        says: "The maker shows an item to wait for as soon as the first turn starts.",
        twist: |manner| {
            manner.plan = |chat| {
                let waits = chat.past.updates == 0 && chat.turn_open;
                right::plan(chat).or_else(|| waits.then(|| vec![item("Waiting for a plan", State::Pending)]))
            };
        },
    },
    Fault {
        id: "placeholder-after-turn",
        clause: Clause::PlanNoneBeforeFirst,
        says: "The maker says that nothing was planned when a turn ends without an update.",
        twist: |manner| {
            manner.plan = |chat| {
                let over = chat.past.updates == 0 && chat.past.turns > 0 && !chat.turn_open;
                right::plan(chat).or_else(|| over.then(|| vec![item("Nothing was planned", State::Completed)]))
            };
        },
    },
    Fault {
        id: "never-returns",
        clause: Clause::PlanReturns,
        says: "The maker shows a plan in the first turn and never again once it has cleared.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    chat.now.plan = chat.now.plan.take().filter(|_| chat.past.turns < 2);
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "same-list-returns-not",
        clause: Clause::PlanReturns,
        says: "The maker brings the plan back where the update differs from the list that was cleared.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let before = world.chats.get(&accepted.chat).map(|chat| chat.now.clone()).unwrap_or_default();
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if before.plan.is_none() && before.list == chat.now.list {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "returns-unfinished-alone",
        clause: Clause::PlanReturns,
        says: "The maker brings the plan back where there is work left.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if chat.past.updates > 0 && chat.past.updates_in_turn == 0 && finished(&accepted.items) {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "returns-once",
        clause: Clause::PlanReturns,
        says: "The maker brings the plan back once, in the second turn.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    chat.now.plan = chat.now.plan.take().filter(|_| chat.past.turns < 3);
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "plan-untrimmed",
        clause: Clause::OneRecord,
        says: "The maker shows the plan as it was sent, untrimmed.",
        twist: |manner| {
            manner.plan = |chat| {
                let sent = chat.now.rows.last().map(|row| row.sent.clone());
                right::plan(chat).and(sent)
            };
        },
    },
    Fault {
        id: "plan-trims-more",
        clause: Clause::OneRecord,
        says: "The maker trims texts once more for the plan, no-break and widthless characters with the rest.",
        twist: |manner| {
            manner.plan = |chat| {
                let more = |c: char| c < ' ' || c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}');
                right::plan(chat).map(|items| each_text(items, |text| text.trim_matches(more).to_owned()))
            };
        },
    },
    Fault {
        id: "plan-sorted",
        clause: Clause::PlanShowsLatest,
        says: "The maker sorts the plan by state and leaves the list as it is.",
        twist: |manner| {
            manner.plan = |chat| {
                right::plan(chat).map(|mut items| {
                    items.sort_by_key(SeenItem::state);
                    items
                })
            };
        },
    },
    Fault {
        id: "plan-shortens-texts",
        clause: Clause::PlanShowsLatest,
        says: "The maker shows the beginning of long texts in the plan.",
        twist: |manner| {
            manner.plan =
                |chat| right::plan(chat).map(|items| each_text(items, |text| text.chars().take(40).collect()));
        },
    },
];
