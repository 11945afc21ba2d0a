use std::fmt;

use super::manner::{Denied, Manner};
use super::right;
use super::world::text;
use crate::model::{Counts, Refusal};
use crate::trace::Reply;

/// An implementation that does not look at what is asked of it. A suite that one of them passes measures nothing.
pub struct Control {
    /// Its name, in kebab-case.
    pub id: &'static str,
    /// What it does, in one sentence.
    pub says: &'static str,
    pub(super) twist: fn(&mut Manner),
}

/// Every control.
pub fn controls() -> impl Iterator<Item = &'static Control> {
    CONTROLS.iter()
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Control({})", self.id)
    }
}

const CONTROLS: &[Control] = &[
    Control {
        id: "accepts-everything",
        says: "It records whatever it can read of an update and acknowledges it.",
        twist: |manner| {
            manner.chat = |call| Ok(call.from.unwrap_or_default().to_owned());
            manner.check = |_, _| Ok(());
            manner.read = |call| {
                let todos = (call.manner.todos)(call.arguments).unwrap_or_default();
                Ok(todos.iter().filter_map(|value| (call.manner.item)(value, call).ok()).collect())
            };
        },
    },
    Control {
        id: "refuses-everything",
        says: "It refuses every update.",
        twist: |manner| manner.judge = |_| Err(Denied::other("not now")),
    },
    Control {
        id: "refuses-in-turn",
        says: "It refuses every update in the words of one rule after the other.",
        twist: |manner| {
            manner.judge = |call| {
                Err(Denied::Rule(match call.world.replies.len() % 4 {
                    0 => Refusal::Empty,
                    1 => {
                        Refusal::Repeat { text: (call.manner.read)(call)?.first().map(text).unwrap_or_default().into() }
                    }
                    2 => Refusal::OneActive { count: 2 },
                    _ => Refusal::NoChat,
                }))
            };
        },
    },
    Control {
        id: "answers-nothing",
        says: "It answers every update with an empty text and keeps nothing.",
        twist: |manner| manner.write = |_, _, _, _| Ok(Reply { text: String::new(), is_error: None }),
    },
    Control {
        id: "answers-beside-the-point",
        says: "It answers every update with a text that neither acknowledges nor refuses, and records the right ones.",
        twist: |manner| {
            manner.write = |world, from, arguments, manner| {
                let reply = right::write(world, from, arguments, manner)?;
                Ok(Reply { text: format!("OK, {} characters", reply.text.len()), is_error: None })
            };
        },
    },
    Control {
        id: "canned-acknowledgement",
        says: "It acknowledges one pending item, whatever is sent, and keeps nothing.",
        twist: |manner| {
            manner.write = |_, _, _, _| {
                let text = Counts { pending: 1, ..Counts::default() }.to_string();
                Ok(Reply { text, is_error: Some(false) })
            };
        },
    },
    Control {
        id: "canned-by-count",
        says: "It acknowledges the number of items sent as pending, whatever their states and texts, and keeps nothing.",
        twist: |manner| {
            manner.write = |_, _, arguments, _| {
                let pending = right::todos(arguments).map_or(0, |todos| todos.len());
                let text = Counts { pending, ..Counts::default() }.to_string();
                Ok(Reply { text, is_error: Some(false) })
            };
        },
    },
    Control {
        id: "repeats-last-answer",
        says: "It answers every update as it answered the one before.",
        twist: |manner| {
            manner.write = |world, from, arguments, manner| {
                let reply = right::write(world, from, arguments, manner)?;
                Ok(world.replies.last().cloned().unwrap_or(reply))
            };
        },
    },
    Control {
        id: "shows-nothing",
        says: "It answers every update rightly and shows neither list nor plan nor rows.",
        twist: |manner| {
            manner.list = |_| None;
            manner.plan = |_| None;
            manner.rows = |_| Vec::new();
        },
    },
];
