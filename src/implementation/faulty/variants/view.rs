//! What shows where the documents leave it open, and what is declared.

use super::super::right;
use super::super::variant::Variant;
use super::super::world::Views;
use crate::model::ROW_TITLE;
use crate::suite::Reading;
use crate::trace::Capability;

pub const VARIANTS: &[Variant] = &[
    Variant {
        id: "rows-as-sent",
        reading: Some(Reading::RowText),
        says: "Its rows show the texts as they were sent, untrimmed.",
        twist: |manner| {
            manner.rows = |chat| chat.now.rows.iter().map(|row| (ROW_TITLE.to_owned(), row.sent.clone())).collect();
        },
    },
    Variant {
        id: "empty-for-nothing",
        reading: Some(Reading::Nothing),
        says: "Where there is nothing to show it shows an empty list.",
        twist: |manner| {
            manner.list = |chat| Some(chat.items().to_vec());
            manner.plan = |chat| Some(chat.plan().to_vec());
        },
    },
    Variant {
        id: "null-for-nothing",
        reading: Some(Reading::Nothing),
        says: "It shows an empty list as nothing.",
        twist: |manner| {
            manner.list = |chat| right::list(chat).filter(|items| !items.is_empty());
            manner.plan = |chat| right::plan(chat).filter(|items| !items.is_empty());
        },
    },
    Variant {
        id: "empty-once-reopened",
        reading: Some(Reading::Nothing),
        says: "Where there is nothing to show in a chat that was opened again it shows an empty list.",
        twist: |manner| {
            manner.list = |chat| right::list(chat).or((chat.past.reopenings > 0).then(Vec::new));
            manner.plan = |chat| right::plan(chat).or((chat.past.reopenings > 0).then(Vec::new));
        },
    },
    Variant {
        id: "between-turns-not-shown",
        reading: Some(Reading::BetweenTurns),
        says: "It records an update while no turn is open and shows no plan for it.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if !chat.turn_open {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Variant {
        id: "between-turns-plan-stands",
        reading: Some(Reading::BetweenTurns),
        says: "It records an update while no turn is open, and the plan of the turn before stands.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let stood = world.chats.get(&accepted.chat).map(|chat| chat.now.plan.clone()).unwrap_or_default();
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if !chat.turn_open {
                        chat.now.plan = stood;
                        chat.store();
                    }
                });
            };
        },
    },
    Variant {
        id: "reopened-mid-turn-not-shown",
        reading: Some(Reading::ReopenMidTurn),
        says: "A chat that is closed while its turn is open shows no plan when it is opened again.",
        twist: |manner| {
            manner.reopen = |world, name| {
                let mid_turn = world.chats.get(name).is_some_and(|chat| chat.turn_open);
                right::reopen(world, name);
                world.in_chat(name, |chat| {
                    if mid_turn {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Variant {
        id: "replies-alone",
        reading: None,
        says: "It declares nothing: updates are sent and answered.",
        twist: |manner| manner.declares = |_| false,
    },
    Variant {
        id: "list-alone",
        reading: None,
        says: "It shows the list and nothing else, and can do everything.",
        twist: |manner| {
            manner.declares =
                |capability| !matches!(capability, Capability::Plan | Capability::Rows | Capability::Labels);
        },
    },
    Variant {
        id: "plan-alone",
        reading: None,
        says: "It shows the plan and nothing else, without turns.",
        twist: |manner| {
            manner.declares = |capability| {
                !matches!(capability, Capability::List | Capability::Rows | Capability::Labels | Capability::Turns)
            };
            manner.start = |_, _| {};
        },
    },
    Variant {
        id: "plan-and-turns",
        reading: None,
        says: "It shows the plan and nothing else, turn by turn.",
        twist: |manner| {
            manner.declares = |capability| !matches!(capability, Capability::List | Capability::Rows);
        },
    },
    Variant {
        id: "rows-alone",
        reading: None,
        says: "It shows the rows and nothing else.",
        twist: |manner| manner.declares = |capability| !matches!(capability, Capability::List | Capability::Plan),
    },
    Variant {
        id: "rows-alone-as-sent",
        reading: Some(Reading::RowText),
        says: "It shows the rows and nothing else, with the texts as they were sent.",
        twist: |manner| {
            manner.declares = |capability| !matches!(capability, Capability::List | Capability::Plan);
            manner.rows = |chat| chat.now.rows.iter().map(|row| (ROW_TITLE.to_owned(), row.sent.clone())).collect();
        },
    },
    Variant {
        id: "without-reopening",
        reading: None,
        says: "It keeps nothing beyond its run, so it has no reopening.",
        twist: |manner| {
            manner.declares = |capability| capability != Capability::Reopen;
            manner.reopen = |world, name| world.in_chat(name, |chat| chat.now = Views::default());
        },
    },
];
