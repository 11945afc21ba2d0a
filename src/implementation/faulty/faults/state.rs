//! What state an item is in, and how it is labelled.

use serde_json::{Map, Value};

use super::super::fault::Fault;
use super::super::manner::{Call, Denied};
use super::super::right;
use super::super::world::{active, from_place, is, put, text};
use crate::model::{Clause, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "fourth-state",
        clause: Clause::ThreeStates,
        says: "The maker has a fourth state, cancelled.",
        twist: |manner| {
            manner.state = |fields, call| match fields.get("status").and_then(Value::as_str) {
                Some("cancelled") => Ok("cancelled".to_owned()),
                Some(_) | None => right::state(fields, call),
            };
        },
    },
    Fault {
        id: "unknown-is-pending",
        clause: Clause::ThreeStates,
        says: "The maker takes a state it does not know for pending.",
        twist: |manner| {
            manner.state = |fields, call| match fields.get("status").and_then(Value::as_str) {
                Some(_) => Ok(right::state(fields, call).unwrap_or_else(|_| "pending".to_owned())),
                None => right::state(fields, call),
            };
        },
    },
    Fault {
        id: "any-letters",
        clause: Clause::ThreeStates,
        says: "The maker reads states without regard to capital letters.",
        twist: |manner| {
            manner.state = |fields, call| with_name(fields, call, str::to_lowercase);
        },
    },
    Fault {
        id: "trims-states",
        clause: Clause::ThreeStates,
        says: "The maker trims states as well as texts.",
        twist: |manner| {
            manner.state = |fields, call| with_name(fields, call, |name| name.trim().to_owned());
        },
    },
    Fault {
        id: "labels-are-states",
        clause: Clause::ThreeStates,
        says: "The maker takes hyphens and spaces in a state for underscores.",
        twist: |manner| {
            manner.state = |fields, call| with_name(fields, call, |name| name.replace([' ', '-'], "_"));
        },
    },
    Fault {
        id: "other-names",
        clause: Clause::ThreeStates,
        says: "The maker takes done for completed.",
        twist: |manner| {
            manner.state = |fields, call| {
                with_name(fields, call, |name| if name == "done" { "completed" } else { name }.to_owned())
            };
        },
    },
    Fault {
        id: "numbers-are-states",
        clause: Clause::ThreeStates,
        says: "The maker takes a number for the place of a state.",
        twist: |manner| {
            manner.state = |fields, call| {
                let place = fields.get("status").and_then(Value::as_u64).and_then(|place| usize::try_from(place).ok());
                match place.and_then(|place| State::ALL.get(place)) {
                    Some(state) => Ok(state.name().to_owned()),
                    None => right::state(fields, call),
                }
            };
        },
    },
    Fault {
        id: "beginning-of-a-state",
        clause: Clause::ThreeStates,
        says: "The maker takes the beginning of a state for the state.",
        twist: |manner| {
            manner.state = |fields, call| {
                with_name(fields, call, |name| {
                    let begun = State::ALL.iter().find(|state| !name.is_empty() && state.name().starts_with(name));
                    begun.map_or(name, |state| state.name()).to_owned()
                })
            };
        },
    },
    Fault {
        id: "missing-is-pending",
        clause: Clause::StateEveryItem,
        says: "The maker takes a missing state for pending.",
        twist: |manner| {
            manner.state = |fields, call| {
                if fields.contains_key("status") { right::state(fields, call) } else { Ok("pending".to_owned()) }
            };
        },
    },
    Fault {
        id: "null-is-pending",
        clause: Clause::StateEveryItem,
        says: "The maker takes null for no change and no change for pending.",
        twist: |manner| {
            manner.state = |fields, call| match fields.get("status") {
                Some(Value::Null) => Ok("pending".to_owned()),
                Some(_) | None => right::state(fields, call),
            };
        },
    },
    Fault {
        id: "missing-carried-over",
        clause: Clause::StateEveryItem,
        says: "The maker carries a missing state over from the item of the same text.",
        twist: |manner| {
            manner.state = |fields, call| {
                let known =
                    call.before().iter().find(|old| fields.get("content").and_then(Value::as_str) == Some(text(old)));
                match known.and_then(SeenItem::state) {
                    Some(state) if !fields.contains_key("status") => Ok(state.name().to_owned()),
                    Some(_) | None => right::state(fields, call),
                }
            };
        },
    },
    Fault {
        id: "missing-like-neighbour",
        clause: Clause::StateEveryItem,
        says: "The maker records an item without a state when the list has others in progress.",
        twist: |manner| {
            manner.read = |call| {
                let todos = (call.manner.todos)(call.arguments)?;
                let stated = |value: &&Value| !value.is_object() || value.get("status").is_some();
                let read: Result<Vec<SeenItem>, Denied> =
                    todos.iter().filter(stated).map(|value| right::item(value, call)).collect();
                read.and_then(|items| if items.is_empty() && !todos.is_empty() { right::read(call) } else { Ok(items) })
            };
        },
    },
    Fault {
        id: "pending-beyond-twentieth",
        clause: Clause::StateEveryItem,
        says: "The maker keeps twenty states and takes the items beyond for pending.",
        twist: |manner| {
            manner.settle = |items, _| from_place(items, 20, |item| put(item, State::Pending));
        },
    },
    Fault {
        id: "completed-stays-completed",
        clause: Clause::StateEveryItem,
        says: "The maker keeps an item completed once it was, whatever a later update says.",
        twist: |manner| {
            manner.settle = |items, call| {
                let was = |item: &SeenItem| {
                    call.before().iter().any(|old| text(old) == text(item) && is(old, State::Completed))
                };
                items.into_iter().map(|item| if was(&item) { put(item, State::Completed) } else { item }).collect()
            };
        },
    },
    Fault {
        id: "next-started",
        clause: Clause::StateEveryItem,
        says: "The maker starts the next pending item when nothing is in progress.",
        twist: |manner| {
            manner.settle = |mut items, _| {
                if active(&items) == 0
                    && let Some(next) = items.iter_mut().find(|item| is(item, State::Pending))
                {
                    next.status = Some(State::InProgress.name().into());
                }
                items
            };
        },
    },
    Fault {
        id: "capital-label",
        clause: Clause::StateLabels,
        says: "The maker writes the label In Progress with two capitals.",
        twist: |manner| {
            manner.label = |state, _| state.label().replace(" p", " P");
        },
    },
    Fault {
        id: "names-for-labels",
        clause: Clause::StateLabels,
        says: "The maker shows states by their names.",
        twist: |manner| {
            manner.label = |state, _| state.name().to_owned();
        },
    },
    Fault {
        id: "label-done",
        clause: Clause::StateLabels,
        says: "The maker labels completed items Done.",
        twist: |manner| {
            manner.label = |state, _| if state == State::Completed { "Done" } else { state.label() }.to_owned();
        },
    },
    Fault {
        id: "label-to-do",
        clause: Clause::StateLabels,
        says: "The maker labels pending items To do.",
        twist: |manner| {
            manner.label = |state, _| if state == State::Pending { "To do" } else { state.label() }.to_owned();
        },
    },
    Fault {
        id: "names-once-reopened",
        clause: Clause::StateLabels,
        says: "The maker stores states by their names and shows those in a chat that is opened again.",
        twist: |manner| {
            manner.label = |state, chat| if chat.past.reopenings > 0 { state.name() } else { state.label() }.to_owned();
        },
    },
    Fault {
        id: "names-in-helpers",
        clause: Clause::StateLabels,
        says: "The maker labels the states in chats of its own and not in those of helper agents.",
        twist: |manner| {
            manner.label = |state, chat| if chat.helper_of.is_some() { state.name() } else { state.label() }.to_owned();
        },
    },
];

/// The state of an item whose name is read in another way.
fn with_name(fields: &Map<String, Value>, call: &Call<'_>, read: fn(&str) -> String) -> Result<String, Denied> {
    let mut fields = fields.clone();
    if let Some(Value::String(name)) = fields.get_mut("status") {
        *name = read(name);
    }
    right::state(&fields, call)
}
