//! What the start and the end of a turn do.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{finished, is, item, put};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "turn-end-completes",
        clause: Clause::OnlyUpdates,
        says: "The maker completes what is in progress when the turn ends.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    let done =
                        |item: SeenItem| if is(&item, State::InProgress) { put(item, State::Completed) } else { item };
                    chat.now.list = chat.now.list.take().map(|items| items.into_iter().map(done).collect());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "turn-start-adds-row",
        clause: Clause::OnlyUpdates,
        says: "The maker writes the carried-over list into the new turn as a row.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.rows.extend(chat.now.rows.last().cloned());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "turn-end-adds-row",
        clause: Clause::OnlyUpdates,
        says: "The maker records the list once more when the turn ends.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    chat.now.rows.extend(chat.now.rows.last().cloned());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "turn-end-drops-list",
        clause: Clause::OnlyUpdates,
        says: "The maker takes the list down with its turn when all of it is completed.",
        twist: |manner| {
            manner.end = |world, name| {
                right::end(world, name);
                world.in_chat(name, |chat| {
                    chat.now.list = chat.now.list.take().filter(|items| !finished(items));
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "turn-start-brings-welcome",
        clause: Clause::OnlyUpdates,
        says: "The maker greets a chat without a list with a first item when a turn starts.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.in_chat(name, |chat| {
                    chat.now.list = chat.now.list.take().or(Some(vec![item("Plan the work", State::Pending)]));
                    chat.store();
                });
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
];
