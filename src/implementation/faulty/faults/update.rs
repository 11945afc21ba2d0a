//! What an update does to the list.

use serde_json::Value;

use super::super::fault::Fault;
use super::super::manner::{Accepted, Denied};
use super::super::right;
use super::super::world::{is, only, text};
use crate::model::{Clause, Refusal, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "merges-by-text",
        clause: Clause::WholeList,
        says: "The maker took an update for a patch: items that it leaves out stay on the list.",
        twist: |manner| {
            manner.settle = |items, call| {
                let named = |old: &&SeenItem| !items.iter().any(|item| text(item) == text(old));
                let kept: Vec<SeenItem> = call.before().iter().filter(named).cloned().collect();
                kept.into_iter().chain(items.iter().cloned()).collect()
            };
        },
    },
    Fault {
        id: "keeps-completed",
        clause: Clause::WholeList,
        says: "The maker thought that finished work never leaves the list, so completed items stay though the update drops them.",
        twist: |manner| {
            manner.settle = |items, call| {
                let done = only(call.before(), |old| {
                    is(old, State::Completed) && !items.iter().any(|item| text(item) == text(old))
                });
                done.into_iter().chain(items.iter().cloned()).collect()
            };
        },
    },
    Fault {
        id: "overwrites-in-place",
        clause: Clause::WholeList,
        says: "The maker wrote the new items over the old ones place by place, so the tail of a longer list stays.",
        twist: |manner| {
            manner.settle = |items, call| {
                let tail = call.before().iter().skip(items.len()).cloned();
                if items.is_empty() { items } else { items.into_iter().chain(tail).collect() }
            };
        },
    },
    Fault {
        id: "cuts-at-sixty",
        clause: Clause::WholeList,
        says: "The maker shows sixty items at most and cuts the list to that when recording it.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let items = accepted.items.iter().take(60).cloned().collect();
                right::record(world, &Accepted { items, ..accepted.clone() });
            };
        },
    },
    Fault {
        id: "merges-on-request",
        clause: Clause::WholeList,
        says: "The maker offers an argument `merge` that adds to the list in place of replacing it.",
        twist: |manner| {
            manner.settle = |items, call| {
                if call.arguments.get("merge") != Some(&Value::Bool(true)) {
                    return items;
                }
                let named = |old: &&SeenItem| !items.iter().any(|item| text(item) == text(old));
                let kept: Vec<SeenItem> = call.before().iter().filter(named).cloned().collect();
                kept.into_iter().chain(items.iter().cloned()).collect()
            };
        },
    },
    Fault {
        id: "merges-in-later-turns",
        clause: Clause::WholeList,
        says: "The maker starts a list afresh in the first turn alone and adds to it from then on.",
        twist: |manner| {
            manner.settle = |items, call| {
                if call.here().is_none_or(|chat| chat.past.turns < 2) {
                    return items;
                }
                let named = |old: &&SeenItem| !items.iter().any(|item| text(item) == text(old));
                let kept: Vec<SeenItem> = call.before().iter().filter(named).cloned().collect();
                kept.into_iter().chain(items.iter().cloned()).collect()
            };
        },
    },
    Fault {
        id: "takes-part-of-encoded-list",
        clause: Clause::WholeList,
        says: "The maker reads a list in a string as far as its first item.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.get("todos").and_then(Value::as_str) {
                Some(encoded) => match serde_json::from_str(encoded) {
                    Ok(Value::Array(todos)) => Ok(todos.into_iter().take(1).collect()),
                    Ok(_) | Err(_) => right::todos(arguments),
                },
                None => right::todos(arguments),
            };
        },
    },
    Fault {
        id: "first-update-stays",
        clause: Clause::NewestCounts,
        says: "The maker took the first update of a chat for the list and later ones for progress notes.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let first = world.chats.get(&accepted.chat).and_then(|chat| chat.now.list.clone());
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    chat.now.list = first.or(chat.now.list.take());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "one-update-a-turn",
        clause: Clause::NewestCounts,
        says: "The maker lets each turn write the list once; what comes later in the turn is acknowledged and goes missing.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let late = world.chats.get(&accepted.chat).is_some_and(|chat| chat.past.updates_in_turn > 0);
                let list = world.chats.get(&accepted.chat).and_then(|chat| chat.now.list.clone());
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if late {
                        chat.now.list = list;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "same-texts-no-news",
        clause: Clause::NewestCounts,
        says: "The maker compares texts to see whether a list is new, so an update that changes states alone is lost.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let old = world.chats.get(&accepted.chat).and_then(|chat| chat.now.list.clone());
                right::record(world, accepted);
                let same = |old: &Vec<SeenItem>| old.iter().map(text).eq(accepted.items.iter().map(text));
                world.in_chat(&accepted.chat, |chat| {
                    if let Some(old) = old.filter(same) {
                        chat.now.list = Some(old);
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "most-done-counts",
        clause: Clause::NewestCounts,
        says: "The maker keeps the list on which most is done, so work that is taken back never shows.",
        twist: |manner| {
            manner.record = |world, accepted| {
                let done = |items: &[SeenItem]| items.iter().filter(|item| is(item, State::Completed)).count();
                let old = world.chats.get(&accepted.chat).and_then(|chat| chat.now.list.clone());
                right::record(world, accepted);
                world.in_chat(&accepted.chat, |chat| {
                    if let Some(old) =
                        old.filter(|old| old.len() == accepted.items.len() && done(old) > done(&accepted.items))
                    {
                        chat.now.list = Some(old);
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "empty-list-refused",
        clause: Clause::DropLastItem,
        says: "The maker thought that an update must have at least one item.",
        twist: |manner| {
            manner.further = |items, _| if items.is_empty() { Err(Denied::other("todos is empty")) } else { Ok(()) };
        },
    },
    Fault {
        id: "empty-list-told-as-blank",
        clause: Clause::DropLastItem,
        says: "The maker takes an empty list for one with an empty text.",
        twist: |manner| {
            manner.blank = |items, call| {
                if items.is_empty() { Err(Denied::Rule(Refusal::Empty)) } else { right::blank(items, call) }
            };
        },
    },
    Fault {
        id: "empty-list-ignored",
        clause: Clause::DropLastItem,
        says: "The maker takes an empty list for no list: it is acknowledged and changes nothing.",
        twist: |manner| {
            manner.record = |world, accepted| {
                if !accepted.items.is_empty() {
                    right::record(world, accepted);
                }
            };
        },
    },
    Fault {
        id: "empty-list-only-once-finished",
        clause: Clause::DropLastItem,
        says: "The maker lets a list be emptied only where nothing on it is open.",
        twist: |manner| {
            manner.further = |items, call| {
                let open = call.before().iter().any(|item| !is(item, State::Completed));
                if items.is_empty() && open { Err(Denied::other("there is open work")) } else { Ok(()) }
            };
        },
    },
    Fault {
        id: "sorts-by-state",
        clause: Clause::OrderKept,
        says: "The maker sorts what is in progress to the top and what is completed to the bottom.",
        twist: |manner| {
            manner.settle = |mut items, _| {
                let rank = |item: &SeenItem| match item.state() {
                    Some(State::InProgress) => 0,
                    Some(State::Pending) | None => 1,
                    Some(State::Completed) => 2,
                };
                items.sort_by_key(rank);
                items
            };
        },
    },
    Fault {
        id: "sorts-by-text",
        clause: Clause::OrderKept,
        says: "The maker keeps items in a map by their text and lists them in its order.",
        twist: |manner| {
            manner.settle = |mut items, _| {
                items.sort_by(|a, b| a.content.cmp(&b.content));
                items
            };
        },
    },
    Fault {
        id: "sinks-completed-later",
        clause: Clause::OrderKept,
        says: "The maker moves an item to the end of the list when it becomes completed.",
        twist: |manner| {
            manner.settle = |items, call| {
                let newly = |item: &SeenItem| {
                    is(item, State::Completed)
                        && call.before().iter().any(|old| text(old) == text(item) && !is(old, State::Completed))
                };
                let (sunk, kept): (Vec<_>, Vec<_>) = items.into_iter().partition(newly);
                kept.into_iter().chain(sunk).collect()
            };
        },
    },
    Fault {
        id: "new-items-last",
        clause: Clause::OrderKept,
        says: "The maker keeps known items where they stood and puts new ones behind them.",
        twist: |manner| {
            manner.settle = |items, call| {
                let place = |item: &SeenItem| call.before().iter().position(|old| text(old) == text(item));
                let mut items = items;
                items.sort_by_key(|item| place(item).unwrap_or(usize::MAX));
                items
            };
        },
    },
    Fault {
        id: "tenth-before-second",
        clause: Clause::OrderKept,
        says: "The maker numbers items and sorts the numbers as texts, so the eleventh stands before the third.",
        twist: |manner| {
            manner.settle = |items, _| {
                let mut numbered: Vec<_> =
                    items.into_iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect();
                numbered.sort_by(|a, b| a.0.cmp(&b.0));
                numbered.into_iter().map(|(_, item)| item).collect()
            };
        },
    },
    Fault {
        id: "look-sweeps-completed",
        clause: Clause::OnlyUpdates,
        says: "The maker sweeps completed items from the list once they have been looked at twice.",
        twist: |manner| {
            manner.look = |chat| {
                if chat.past.looks.is_multiple_of(2) {
                    let open = only(chat.items(), |item| !is(item, State::Completed));
                    chat.now.list = chat.now.list.take().map(|_| open);
                    chat.store();
                }
            };
        },
    },
];
