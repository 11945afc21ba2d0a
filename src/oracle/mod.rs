//! What the documents allow after each action. The only place that decides.
//!
//! The documents leave some points open, so the [`Oracle`] is a relation: for every action it knows the set of answers
//! that are allowed, accepts any of them, follows the branch that the implementation took and notes it in the
//! [`Readings`]. Anything else is a [`Finding`]. It knows no implementation and does no I/O.

mod blame;
mod chat;
mod difference;
mod fault;
mod finding;
mod logged;
mod look;
mod readings;
mod record;
mod reply;
mod rows;
mod text;
mod told;
mod update;

use std::collections::BTreeMap;

pub use finding::{Blame, Finding, Mistake, Verdict, quote, show, show_items, show_rows, show_seen};
pub use logged::Branch;
pub use readings::Readings;
pub use told::Told;

use crate::model::{Clause, Phase, Setup};
use crate::trace::{Action, Answer, Capabilities, Capability, method, shortened};
use chat::{Cause, Chat};

/// Judges one implementation, action by action.
#[derive(Clone, Debug)]
pub struct Oracle {
    capabilities: Capabilities,
    setup: Setup,
    setup_changed: bool,
    /// Whether an update with no chat behind it was sent in this world.
    after_no_chat: bool,
    chats: BTreeMap<String, Chat>,
    /// How the open points were settled so far.
    pub readings: Readings,
}

impl Oracle {
    /// An oracle for an implementation of these capabilities.
    pub fn new(capabilities: Capabilities) -> Self {
        Self {
            capabilities,
            setup: Setup::default(),
            setup_changed: false,
            after_no_chat: false,
            chats: BTreeMap::new(),
            readings: Readings::default(),
        }
    }

    /// The chats that are open, by name.
    pub fn chats(&self) -> impl Iterator<Item = &str> {
        self.chats.keys().map(String::as_str)
    }

    /// Whether a turn of this chat is open.
    pub fn turn_is_open(&self, chat: &str) -> bool {
        self.chats.get(chat).is_some_and(|chat| chat.turn_open)
    }

    /// The setup in force.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// Whether the implementation declares this.
    pub fn sees(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Judges the answer to an action. An error is the adapter's mistake: nothing can be said then.
    pub fn judge(&mut self, action: &Action, answer: &Answer) -> Result<Vec<Finding>, Mistake> {
        match (action, answer) {
            (Action::Write { chat, arguments }, Answer::Reply(reply)) => {
                self.reply(chat.as_deref(), arguments, Ok(reply))
            }
            (Action::Write { chat, arguments }, Answer::Rejected { message }) => {
                self.reply(chat.as_deref(), arguments, Err(message))
            }
            (Action::Observe { chat }, Answer::Seen(observation)) => self.look(chat, observation),
            (
                Action::Begin(_)
                | Action::Open { .. }
                | Action::Turn { .. }
                | Action::Setup(_)
                | Action::Reopen { .. }
                | Action::PlanMode { .. },
                Answer::Done,
            ) => {
                self.done(action);
                Ok(Vec::new())
            }
            (action, answer) => Err(mismatch(action, answer)),
        }
    }

    /// Follows an action that has nothing to tell.
    fn done(&mut self, action: &Action) {
        match action {
            Action::Begin(setup) => {
                self.setup = *setup;
                self.setup_changed = false;
                self.after_no_chat = false;
                self.chats.clear();
            }
            Action::Open { chat, helper_of } => {
                let first = self.chats.is_empty();
                self.chats.insert(chat.clone(), Chat::opened(helper_of.clone(), first, self.after_no_chat));
                self.happens(chat, Cause::Looked);
            }
            Action::Turn { chat, phase } => {
                let cause = match phase {
                    Phase::Start => Cause::TurnStart,
                    Phase::End => Cause::TurnEnd,
                };
                self.happens(chat, cause);
                if let Some(chat) = self.chats.get_mut(chat) {
                    match phase {
                        Phase::Start => chat.start_turn(),
                        Phase::End => chat.turn_open = false,
                    }
                }
            }
            Action::Setup(setup) => {
                self.setup_changed |= self.setup != *setup;
                self.setup = *setup;
                for chat in self.chats.values_mut() {
                    chat.records.iter_mut().for_each(|record| record.setup_changed = true);
                    chat.causes.push(Cause::Setup);
                }
            }
            Action::Reopen { chat } => {
                self.happens(chat, Cause::Reopened);
                if let Some(chat) = self.chats.get_mut(chat) {
                    chat.reopen();
                }
            }
            Action::PlanMode { chat, on } => {
                self.happens(chat, Cause::PlanMode);
                if let Some(chat) = self.chats.get_mut(chat) {
                    chat.plan_mode = *on;
                }
            }
            Action::Write { .. } | Action::Observe { .. } => {}
        }
    }

    /// Notes a cause in a chat, and in every other that something happened elsewhere.
    fn happens(&mut self, here: &str, cause: Cause) {
        let parent = self.chats.get(here).and_then(|chat| chat.helper_of.clone());
        for (name, chat) in &mut self.chats {
            if name == here {
                chat.causes.push(cause);
            } else {
                let helper = chat.helper_of.is_some() || parent.is_some();
                chat.causes.push(Cause::Elsewhere { helper });
            }
        }
    }

    fn finding(clause: Clause, chat: Option<&str>, subject: &'static str, allowed: String, seen: String) -> Finding {
        Finding { clause, chat: chat.map(str::to_owned), subject, allowed, seen }
    }
}

fn mismatch(action: &Action, answer: &Answer) -> Mistake {
    let method = method(action);
    Mistake(match answer {
        Answer::Rejected { message } => {
            format!("`{method}` was answered with the error code of invalid params: {}", shortened(message))
        }
        Answer::Done | Answer::Reply(_) | Answer::Seen(_) => format!("`{method}` was answered as another method"),
    })
}
