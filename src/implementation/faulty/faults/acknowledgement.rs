//! What a recorded update answers.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{only, text};
use crate::model::{Clause, Counts, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "counts-the-list-before",
        clause: Clause::AckCounts,
        says: "The maker counts before the list is replaced.",
        twist: |manner| {
            manner.acknowledge = |_, call| right::counts(call.before()).to_string();
        },
    },
    Fault {
        id: "counts-changes",
        clause: Clause::AckCounts,
        says: "The maker counts the items that changed.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| {
                right::counts(&only(&accepted.items, |item| !call.before().contains(item))).to_string()
            };
        },
    },
    Fault {
        id: "counts-in-another-order",
        clause: Clause::AckCounts,
        says: "The maker counts completed items first.",
        twist: |manner| {
            manner.acknowledge = |accepted, _| {
                let Counts { pending, in_progress, completed } = right::counts(&accepted.items);
                Counts { pending: completed, in_progress, completed: pending }.to_string()
            };
        },
    },
    Fault {
        id: "counts-cumulate",
        clause: Clause::AckCounts,
        says: "The maker adds the counts of all chats.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| {
                let others = call
                    .world
                    .chats
                    .iter()
                    .filter(|(name, _)| **name != accepted.chat)
                    .flat_map(|(_, chat)| chat.items());
                let all: Vec<SeenItem> = others.chain(&accepted.items).cloned().collect();
                right::counts(&all).to_string()
            };
        },
    },
    Fault {
        id: "counts-to-ten",
        clause: Clause::AckCounts,
        says: "The maker counts to ten and no further.",
        twist: |manner| {
            manner.acknowledge = |accepted, _| {
                let Counts { pending, in_progress, completed } = right::counts(&accepted.items);
                let [pending, in_progress, completed] = [pending, in_progress, completed].map(|count| count.min(10));
                Counts { pending, in_progress, completed }.to_string()
            };
        },
    },
    Fault {
        id: "counts-texts-of-states",
        clause: Clause::AckCounts,
        says: "The maker counts the names of states in the whole update, texts included.",
        twist: |manner| {
            manner.acknowledge = |accepted, _| {
                let counted = accepted.items.iter().map(|item| State::from_name(text(item)).or(item.state()));
                counted.flatten().fold(Counts::default(), Counts::and).to_string()
            };
        },
    },
    Fault {
        id: "ack-without-full-stop",
        clause: Clause::AckCounts,
        says: "The maker leaves out the full stop.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| right::acknowledge(accepted, call).trim_end_matches('.').to_owned();
        },
    },
    Fault {
        id: "ack-with-line-end",
        clause: Clause::AckCounts,
        says: "The maker ends the acknowledgement with a line end.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| right::acknowledge(accepted, call) + "\n";
        },
    },
    Fault {
        id: "ack-in-other-words",
        clause: Clause::AckCounts,
        says: "The maker words the acknowledgement as a to-do list.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| right::acknowledge(accepted, call).replace("todo", "to-do");
        },
    },
    Fault {
        id: "ack-of-empty-list",
        clause: Clause::AckCounts,
        says: "The maker has other words for an emptied list.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| {
                if accepted.items.is_empty() {
                    "Cleared todo list.".to_owned()
                } else {
                    right::acknowledge(accepted, call)
                }
            };
        },
    },
    Fault {
        id: "ack-with-list",
        clause: Clause::AckCounts,
        says: "The maker adds the list to the acknowledgement.",
        twist: |manner| {
            manner.acknowledge = |accepted, call| {
                let texts: Vec<_> = accepted.items.iter().map(text).collect();
                [right::acknowledge(accepted, call), texts.join("\n")].join("\n")
            };
        },
    },
    Fault {
        id: "ack-with-leading-noughts",
        clause: Clause::AckCounts,
        says: "The maker writes counts with two digits.",
        twist: |manner| {
            manner.acknowledge = |accepted, _| {
                let Counts { pending, in_progress, completed } = right::counts(&accepted.items);
                format!(
                    "Updated todo list: {pending:02} pending, {in_progress:02} in progress, {completed:02} completed."
                )
            };
        },
    },
];
