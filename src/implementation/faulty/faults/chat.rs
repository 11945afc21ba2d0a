//! Whose list it is.

use super::super::fault::Fault;
use super::super::manner::Denied;
use super::super::right;
use super::super::world::Recorded;
use crate::model::{Clause, Refusal};
use crate::trace::Reply;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "one-list-for-all",
        clause: Clause::OneChatOneList,
        says: "The maker keeps one list for the whole program.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.elsewhere(&accepted.chat, |chat| {
                    chat.now.list = Some(accepted.items.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "one-plan-for-all",
        clause: Clause::OneChatOneList,
        says: "The maker shows the plan of the chat that worked last in all of them.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.elsewhere(&accepted.chat, |chat| {
                    chat.now.plan = Some(accepted.items.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "rows-everywhere",
        clause: Clause::OneChatOneList,
        says: "The maker writes rows to every chat that is open.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let row = Recorded { sent: accepted.sent.clone(), items: accepted.items.clone() };
                world.elsewhere(&accepted.chat, |chat| {
                    chat.now.rows.push(row.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "new-chat-inherits",
        clause: Clause::OneChatOneList,
        says: "The maker starts a new chat with the list of the first.",
        twist: |manner| {
            manner.open = |world, name| {
                let first = world.chats.values().find(|chat| chat.place == 0).and_then(|chat| chat.now.list.clone());
                world.in_chat(name, |chat| {
                    if chat.place > 0 && chat.helper_of.is_none() {
                        chat.now.list = first;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "new-chat-clears-others",
        clause: Clause::OneChatOneList,
        says: "The maker takes the opening of a chat for the end of the others.",
        twist: |manner| {
            manner.open = |world, name| {
                let helper = world.chats.get(name).is_some_and(|chat| chat.helper_of.is_some());
                world.elsewhere(name, |chat| {
                    if !helper {
                        chat.now.list = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "turn-clears-every-plan",
        clause: Clause::OneChatOneList,
        says: "The maker clears all plans when a turn starts anywhere.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.elsewhere(name, |chat| {
                    chat.now.plan = None;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "third-chat-shares-second",
        clause: Clause::OneChatOneList,
        says: "The maker has two places for lists and gives the third chat the second one.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let place = world.chats.get(&accepted.chat).map_or(0, |chat| chat.place);
                world.elsewhere(&accepted.chat, |chat| {
                    if place == 2 && chat.place == 1 {
                        chat.now.list = Some(accepted.items.clone());
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "helper-overwrites-parent",
        clause: Clause::HelperOwnList,
        says: "The maker lets a helper agent write into its parent’s list.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let parent = world.chats.get(&accepted.chat).and_then(|chat| chat.helper_of.clone());
                world.in_chat(&parent.unwrap_or_default(), |chat| {
                    chat.now.list = Some(accepted.items.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "helper-inherits",
        clause: Clause::HelperOwnList,
        says: "The maker starts a helper agent with its parent’s list.",
        twist: |manner| {
            manner.open = |world, name| {
                let parent = world.chats.get(name).and_then(|chat| chat.helper_of.clone()).unwrap_or_default();
                let list = world.chats.get(&parent).and_then(|chat| chat.now.list.clone());
                world.in_chat(name, |chat| {
                    chat.now.list = list;
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "parent-reaches-helpers",
        clause: Clause::HelperOwnList,
        says: "The maker hands each update of a parent on to its helper agents.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                world.elsewhere(&accepted.chat, |chat| {
                    if chat.helper_of.as_ref() == Some(&accepted.chat) {
                        chat.now.list = Some(accepted.items.clone());
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "helper-rows-in-parent",
        clause: Clause::HelperOwnList,
        says: "The maker shows the updates of a helper agent as rows of its parent.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let parent = world.chats.get(&accepted.chat).and_then(|chat| chat.helper_of.clone());
                let row = Recorded { sent: accepted.sent.clone(), items: accepted.items.clone() };
                world.in_chat(&parent.unwrap_or_default(), |chat| {
                    chat.now.rows.push(row);
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "helper-shows-in-parent",
        clause: Clause::HelperOwnList,
        says: "The maker shows what a helper agent plans over its parent’s plan.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let parent = world.chats.get(&accepted.chat).and_then(|chat| chat.helper_of.clone());
                world.in_chat(&parent.unwrap_or_default(), |chat| {
                    chat.now.plan = Some(accepted.items.clone());
                    chat.store();
                });
            };
        },
    },
    Fault {
        id: "helpers-share",
        clause: Clause::HelperOwnList,
        says: "The maker gives the helpers of one parent one list between them.",
        twist: |manner| {
            manner.record = |world, accepted| {
                right::record(world, accepted);
                let parent = world.chats.get(&accepted.chat).and_then(|chat| chat.helper_of.clone());
                world.elsewhere(&accepted.chat, |chat| {
                    if chat.helper_of.is_some() && chat.helper_of == parent {
                        chat.now.list = Some(accepted.items.clone());
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "parent-turn-clears-helper",
        clause: Clause::HelperOwnList,
        says: "The maker clears the plans of helper agents when their parent’s turn starts.",
        twist: |manner| {
            manner.start = |world, name| {
                right::start(world, name);
                world.elsewhere(name, |chat| {
                    if chat.helper_of.as_deref() == Some(name) {
                        chat.now.plan = None;
                        chat.store();
                    }
                });
            };
        },
    },
    Fault {
        id: "no-chat-acknowledged",
        clause: Clause::NeedsChat,
        says: "The maker acknowledges an update without a chat and throws it away.",
        twist: |manner| {
            manner.chat = |call| Ok(call.from.unwrap_or_default().to_owned());
        },
    },
    Fault {
        id: "no-chat-into-first",
        clause: Clause::NeedsChat,
        says: "The maker records an update without a chat in the first one.",
        twist: |manner| {
            manner.chat = |call| match call.from {
                Some(from) => Ok(from.to_owned()),
                None => call.world.chats.keys().next().cloned().ok_or(Denied::Rule(Refusal::NoChat)),
            };
        },
    },
    Fault {
        id: "no-chat-empties-nothing",
        clause: Clause::NeedsChat,
        says: "The maker lets an empty list without a chat pass, as there is nothing to record.",
        twist: |manner| {
            manner.chat = |call| match (call.from, right::todos(call.arguments)) {
                (None, Ok(todos)) if todos.is_empty() => Ok(String::new()),
                _ => right::chat(call),
            };
        },
    },
    Fault {
        id: "second-without-chat-passes",
        clause: Clause::NeedsChat,
        says: "The maker opens a chat of its own when the first update without one is refused.",
        twist: |manner| {
            manner.chat = |call| {
                let no_chat = |reply: &Reply| reply.text == Refusal::NoChat.to_string();
                if call.world.replies.iter().any(no_chat) {
                    Ok(call.from.unwrap_or_default().to_owned())
                } else {
                    right::chat(call)
                }
            };
        },
    },
];
