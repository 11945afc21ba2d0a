//! The standing plan, what clears with it, and plan mode.

use super::super::fault::Fault;
use super::super::manner::Denied;
use super::super::right;
use super::super::world::{each_text, finished, is, item, only, put};
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
        id: "stale-plan",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker never clears the plan.",
        twist: |manner| {
            manner.start = |world, name| world.in_chat(name, |chat| chat.turn_open = true);
        },
    },
    Fault {
        id: "finished-plan-clears-alone",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker clears a plan at the next turn where all of it is completed.",
        twist: |manner| {
            manner.start = |world, name| {
                let open =
                    world.chats.get(name).and_then(|chat| chat.now.plan.clone()).filter(|items| !finished(items));
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.plan = open;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "unfinished-plan-clears-alone",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker clears a plan at the next turn where work is left, and leaves a finished one as a trophy.",
        twist: |manner| {
            manner.start = |world, name| {
                let done = world.chats.get(name).and_then(|chat| chat.now.plan.clone()).filter(|items| finished(items));
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.plan = done;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "clears-once",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker clears the plan at the second turn and at none after it.",
        twist: |manner| {
            manner.start = |world, name| {
                if world.chats.get(name).is_some_and(|chat| chat.past.turns > 2) {
                    world.in_chat(name, |chat| chat.turn_open = true);
                } else {
                    right::start(world, name);
                }
            };
        },
    },
    Fault {
        id: "helper-plan-stays",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker clears the plans of chats and not those of helper agents.",
        twist: |manner| {
            manner.start = |world, name| {
                if world.chats.get(name).is_some_and(|chat| chat.helper_of.is_some()) {
                    world.in_chat(name, |chat| chat.turn_open = true);
                } else {
                    right::start(world, name);
                }
            };
        },
    },
    Fault {
        id: "refusal-keeps-clearing-off",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker does not clear a plan whose last update was refused, as it is still being mended.",
        twist: |manner| {
            manner.start = |world, name| {
                if world.chats.get(name).is_some_and(|chat| chat.past.refusals_in_a_row > 0) {
                    world.in_chat(name, |chat| chat.turn_open = true);
                } else {
                    right::start(world, name);
                }
            };
        },
    },
    Fault {
        id: "kept-over-reopening-stays",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker takes a plan that was there when the chat was opened for one of this turn.",
        twist: |manner| {
            manner.start = |world, name| {
                let reopened =
                    world.chats.get(name).is_some_and(|chat| chat.past.reopenings > 0 && chat.past.updates < 2);
                if reopened {
                    world.in_chat(name, |chat| chat.turn_open = true);
                } else {
                    right::start(world, name);
                }
            };
        },
    },
    Fault {
        id: "clearing-shows-older",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker takes the newest plan off a pile, and the one below it shows.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    let older = chat.now.rows.len().checked_sub(2);
                    chat.now.plan = older.map(|at| chat.now.rows[at].items.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "clears-at-turn-end",
        clause: Clause::PlanStaysAfterTurnEnd,
        says: "The maker clears the plan when its turn ends.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    chat.now.plan = None;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "finished-clears-at-turn-end",
        clause: Clause::PlanStaysAfterTurnEnd,
        says: "The maker clears a finished plan when its turn ends.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    chat.now.plan = chat.now.plan.take().filter(|items| !finished(items));
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "later-plans-clear-at-turn-end",
        clause: Clause::PlanStaysAfterTurnEnd,
        says: "The maker leaves the plan of the first turn when it ends and clears those of later turns.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    chat.now.plan = chat.now.plan.take().filter(|_| chat.past.turns < 2);
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "plan-ends-completed",
        clause: Clause::PlanStaysAfterTurnEnd,
        says: "The maker shows every item of a plan as completed once its turn is over.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    let all_done =
                        |items: Vec<SeenItem>| items.into_iter().map(|item| put(item, State::Completed)).collect();
                    chat.now.plan = chat.now.plan.take().map(all_done);
                    chat.store();
                });
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
        id: "clearing-clears-list",
        clause: Clause::ClearingKeepsList,
        says: "The maker clears the list with the plan.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.list = None;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "clearing-clears-finished-list",
        clause: Clause::ClearingKeepsList,
        says: "The maker clears a finished list with its plan.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.list = chat.now.list.take().filter(|items| !finished(items));
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "clearing-clears-at-third-turn",
        clause: Clause::ClearingKeepsList,
        says: "The maker keeps a list for one turn beyond its own.",
        twist: |manner| {
            manner.start = |world, name| {
                let cleared = world.chats.get(name).is_some_and(|chat| chat.now.plan.is_none());
                right::start(world, name);
                world.in_chat(name, |chat| {
                    if cleared {
                        chat.now.list = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "turn-puts-back",
        clause: Clause::ClearingKeepsList,
        says: "The maker puts what is in progress back to pending when a turn starts.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    let back =
                        |item: SeenItem| if is(&item, State::InProgress) { put(item, State::Pending) } else { item };
                    chat.now.list = chat.now.list.take().map(|items| items.into_iter().map(back).collect());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "clearing-is-history",
        clause: Clause::SurvivesReopen,
        says: "The maker writes the clearing into the history as an empty list.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| chat.stored.list = None);
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
    Fault {
        id: "posture-clears-plan",
        clause: Clause::PlanModeApart,
        says: "The maker takes the plan down while plan mode asks for another.",
        twist: |manner| {
            manner.posture = |world, name, on| {
                right::posture(world, name, on);
                world.in_chat(name, |chat| {
                    if on {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "posture-blocks-updates",
        clause: Clause::PlanModeApart,
        says: "The maker refuses updates while plan mode is on, as nothing is carried out.",
        twist: |manner| {
            manner.further = |_, call| {
                if call.here().is_some_and(|chat| chat.plan_mode) {
                    Err(Denied::other("plan mode is on"))
                } else {
                    Ok(())
                }
            };
        },
    },
    Fault {
        id: "posture-off-clears-list",
        clause: Clause::PlanModeApart,
        says: "The maker empties the list when plan mode is left, for the approved plan to come.",
        twist: |manner| {
            manner.posture = |world, name, on| {
                right::posture(world, name, on);
                world.in_chat(name, |chat| {
                    if !on {
                        chat.now.list = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "posture-fills-list",
        clause: Clause::PlanModeApart,
        says: "The maker puts the plan that awaits approval on an empty list.",
        twist: |manner| {
            manner.posture = |world, name, on| {
                right::posture(world, name, on);
                world.in_chat(name, |chat| {
                    if on && chat.now.list.is_none() {
                        chat.now.list = Some(vec![item("Await approval", State::InProgress)]);
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "posture-brings-plan-back",
        clause: Clause::PlanModeApart,
        says: "The maker draws the plan again when plan mode is left.",
        twist: |manner| {
            manner.posture = |world, name, on| {
                right::posture(world, name, on);
                world.in_chat(name, |chat| {
                    if !on {
                        chat.now.plan = chat.now.list.clone();
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "posture-keeps-clearing-off",
        clause: Clause::PlanClearsNextTurn,
        says: "The maker does not clear the plan while plan mode is on.",
        twist: |manner| {
            manner.start = |world, name| {
                if world.chats.get(name).is_some_and(|chat| chat.plan_mode) {
                    world.in_chat(name, |chat| chat.turn_open = true);
                } else {
                    right::start(world, name);
                }
            };
        },
    },
    Fault {
        id: "posture-lifts-rule",
        clause: Clause::OneActiveRefused,
        says: "The maker does not check the one-active rule in plan mode.",
        twist: |manner| {
            manner.active = |items, call| {
                if call.here().is_some_and(|chat| chat.plan_mode) { Ok(()) } else { right::active(items, call) }
            };
        },
    },
];
