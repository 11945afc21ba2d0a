//! The rows of a chat.

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{Chat, each_text, is, only};
use crate::model::{Clause, ROW_TITLE, State};
use crate::trace::SeenItem;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "short-title",
        clause: Clause::RowPerUpdate,
        says: "The maker titles the row Update todo list.",
        twist: |manner| {
            manner.rows = |chat| titled(chat, |_| "Update todo list");
        },
    },
    Fault {
        id: "first-row-created",
        clause: Clause::RowPerUpdate,
        says: "The maker titles the first row Create to-do list.",
        twist: |manner| {
            manner.rows = |chat| titled(chat, |at| if at == 0 { "Create to-do list" } else { ROW_TITLE });
        },
    },
    Fault {
        id: "empty-row-titled-apart",
        clause: Clause::RowPerUpdate,
        says: "The maker titles the row of an empty list Clear to-do list.",
        twist: |manner| {
            manner.rows = |chat| {
                titled(chat, |at| if chat.now.rows[at].items.is_empty() { "Clear to-do list" } else { ROW_TITLE })
            };
        },
    },
    Fault {
        id: "no-row-for-empty",
        clause: Clause::RowPerUpdate,
        says: "The maker adds no row for an empty list.",
        twist: |manner| {
            manner.rows = |chat| right::rows(chat).into_iter().filter(|(_, items)| !items.is_empty()).collect();
        },
    },
    Fault {
        id: "no-row-for-same",
        clause: Clause::RowPerUpdate,
        says: "The maker adds no row where an update changed nothing.",
        twist: |manner| {
            manner.rows = |chat| {
                let mut rows = right::rows(chat);
                rows.dedup();
                rows
            };
        },
    },
    Fault {
        id: "one-row-a-turn",
        clause: Clause::RowPerUpdate,
        says: "The maker keeps one row for each turn and writes over it.",
        twist: |manner| {
            manner.record = |world, accepted| {
                world.in_chat(&accepted.chat, |chat| {
                    if chat.past.updates_in_turn > 0 {
                        chat.now.rows.pop();
                    }
                });
                right::record(world, accepted);
            };
        },
    },
    Fault {
        id: "newest-row-first",
        clause: Clause::RowPerUpdate,
        says: "The maker puts the newest row on top.",
        twist: |manner| {
            manner.rows = |chat| right::rows(chat).into_iter().rev().collect();
        },
    },
    Fault {
        id: "two-rows-an-update",
        clause: Clause::RowPerUpdate,
        says: "The maker adds a row for the call and one for its result.",
        twist: |manner| {
            manner.rows = |chat| right::rows(chat).into_iter().flat_map(|row| [row.clone(), row]).collect();
        },
    },
    Fault {
        id: "two-rows-at-most",
        clause: Clause::RowPerUpdate,
        says: "The maker shows the two newest rows.",
        twist: |manner| {
            manner.rows = |chat| {
                let rows = right::rows(chat);
                let from = rows.len().saturating_sub(2);
                rows[from..].to_vec()
            };
        },
    },
    Fault {
        id: "no-rows-in-helpers",
        clause: Clause::RowPerUpdate,
        says: "The maker shows no rows of helper agents.",
        twist: |manner| {
            manner.rows = |chat| if chat.helper_of.is_some() { Vec::new() } else { right::rows(chat) };
        },
    },
    Fault {
        id: "rows-without-items",
        clause: Clause::RowHoldsList,
        says: "The maker shows a row’s title and not its list.",
        twist: |manner| {
            manner.rows = |chat| right::rows(chat).into_iter().map(|(title, _)| (title, Vec::new())).collect();
        },
    },
    Fault {
        id: "rows-follow-list",
        clause: Clause::RowHoldsList,
        says: "The maker fills every row from the list as it stands.",
        twist: |manner| {
            manner.rows =
                |chat| right::rows(chat).into_iter().map(|(title, _)| (title, chat.items().to_vec())).collect();
        },
    },
    Fault {
        id: "rows-hold-changes",
        clause: Clause::RowHoldsList,
        says: "The maker shows in a row what changed since the row before.",
        twist: |manner| {
            manner.rows = |chat| {
                let rows = right::rows(chat);
                let old = |at: usize| at.checked_sub(1).map(|before| rows[before].1.clone()).unwrap_or_default();
                let changes = |(at, (title, items)): (usize, &(String, Vec<SeenItem>))| {
                    (title.clone(), only(items, |item| !old(at).contains(item)))
                };
                rows.iter().enumerate().map(changes).collect()
            };
        },
    },
    Fault {
        id: "rows-hold-open-items",
        clause: Clause::RowHoldsList,
        says: "The maker leaves completed items out of rows.",
        twist: |manner| {
            manner.rows = |chat| {
                let open = |items: Vec<SeenItem>| only(&items, |item| !is(item, State::Completed));
                right::rows(chat).into_iter().map(|(title, items)| (title, open(items))).collect()
            };
        },
    },
    Fault {
        id: "row-lags",
        clause: Clause::RowHoldsList,
        says: "The maker adds the row before the list is replaced, so it holds the one before.",
        twist: |manner| {
            manner.rows = |chat| {
                let rows = right::rows(chat);
                let lists = std::iter::once(Vec::new()).chain(rows.iter().map(|(_, items)| items.clone()));
                rows.iter().zip(lists).map(|((title, _), items)| (title.clone(), items)).collect()
            };
        },
    },
    Fault {
        id: "ten-items-a-row",
        clause: Clause::RowHoldsList,
        says: "The maker shows ten items of a row.",
        twist: |manner| {
            manner.rows = |chat| {
                right::rows(chat)
                    .into_iter()
                    .map(|(title, items)| (title, items.into_iter().take(10).collect()))
                    .collect()
            };
        },
    },
    Fault {
        id: "old-rows-fade",
        clause: Clause::RowHoldsList,
        says: "The maker folds all rows but the newest to their title.",
        twist: |manner| {
            manner.rows = |chat| {
                let newest = chat.now.rows.len().saturating_sub(1);
                let fold = |(at, (title, items)): (usize, (String, Vec<SeenItem>))| {
                    (title, if at == newest { items } else { Vec::new() })
                };
                right::rows(chat).into_iter().enumerate().map(fold).collect()
            };
        },
    },
    Fault {
        id: "rows-trimmed-otherwise",
        clause: Clause::RowHoldsList,
        says: "The maker trims texts once more for the rows and takes quotation marks with the white space.",
        twist: |manner| {
            manner.rows = |chat| {
                let bare = |items| each_text(items, |text| text.trim_matches('"').to_owned());
                right::rows(chat).into_iter().map(|(title, items)| (title, bare(items))).collect()
            };
        },
    },
];

/// The rows, titled by their place.
fn titled(chat: &Chat, title: impl Fn(usize) -> &'static str) -> Vec<(String, Vec<SeenItem>)> {
    right::rows(chat).into_iter().enumerate().map(|(at, (_, items))| (title(at).to_owned(), items)).collect()
}
