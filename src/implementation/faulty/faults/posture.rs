//! The list beside plan mode.

use super::super::fault::Fault;
use super::super::manner::Denied;
use super::super::right;
use super::super::world::item;
use crate::model::{Clause, State};

pub const FAULTS: &[Fault] = &[
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
