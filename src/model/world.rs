use std::collections::BTreeMap;

use super::{Chat, Counts, Event, Item, Refusal, rules};

/// How the agent is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setup {
    /// Whether at most one item of an update may be in progress.
    pub one_active: bool,
}

/// An end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The turn begins.
    Start,
    /// The turn ends.
    End,
}

/// All chats, under the setup in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct World {
    setup: Setup,
    chats: BTreeMap<String, Chat>,
}

impl World {
    /// A world without chats.
    pub fn new(setup: Setup) -> Self {
        Self { setup, chats: BTreeMap::new() }
    }

    /// `one-chat-one-list`, `helper-own-list`: opens a chat with a list of its own, a helper agent's no less. A chat
    /// that is open stays as it is.
    pub fn open(&mut self, chat: &str) {
        self.chats.entry(chat.to_owned()).or_default();
    }

    /// The chat of this name, if it was opened.
    pub fn chat(&self, chat: &str) -> Option<&Chat> {
        self.chats.get(chat)
    }

    /// Sends an update: the whole list, from a chat or (`None`) from a run with no chat behind it. A refusal changes
    /// nothing (`refusal-records-nothing`, `refused-keeps-plan`).
    pub fn update(&mut self, chat: Option<&str>, items: &[Item]) -> Result<Counts, Refusal> {
        let chat = needs_chat(&mut self.chats, chat)?;
        let items = rules::recorded(items, self.setup)?;
        let counts = Counts::of(&items);
        chat.record(Event::Update(items));
        Ok(counts)
    }

    /// Starts or ends a turn of a chat.
    pub fn turn(&mut self, chat: &str, phase: Phase) {
        if let Some(chat) = self.chats.get_mut(chat) {
            chat.record(match phase {
                Phase::Start => Event::TurnStart,
                Phase::End => Event::TurnEnd,
            });
        }
    }

    /// `checked-when-sent`, `history-kept`: changes the setup for updates to come; what was recorded stays.
    pub fn set_setup(&mut self, setup: Setup) {
        self.setup = setup;
    }

    /// `survives-reopen`: closes a chat and opens it again from its log.
    pub fn reopen(&mut self, chat: &str) {
        if let Some(chat) = self.chats.get_mut(chat) {
            *chat = Chat::from_log(chat.log().to_vec());
        }
    }

    /// `plan-mode-apart`: switches plan mode, which touches neither list nor plan.
    pub fn plan_mode(&mut self, chat: &str, on: bool) {
        if let Some(chat) = self.chats.get_mut(chat) {
            chat.set_plan_mode(on);
        }
    }
}

/// `needs-chat`: an update needs a chat to record into.
fn needs_chat<'a>(chats: &'a mut BTreeMap<String, Chat>, chat: Option<&str>) -> Result<&'a mut Chat, Refusal> {
    chat.and_then(|chat| chats.get_mut(chat)).ok_or(Refusal::NoChat)
}
