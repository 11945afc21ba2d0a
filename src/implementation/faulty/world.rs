use std::collections::BTreeMap;

use crate::model::{Setup, State};
use crate::trace::{Reply, SeenItem};

/// All chats under one setup: plain state that updates overwrite. Items are kept as they would be observed, so that a
/// mistake can keep what an item must not have.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The setup in force.
    pub setup: Setup,
    /// How often the setup was set since the beginning.
    pub setups: usize,
    /// The chats, by name.
    pub chats: BTreeMap<String, Chat>,
    /// What the updates so far were answered, oldest first.
    pub replies: Vec<Reply>,
}

/// One chat.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// How many chats were opened before it.
    pub place: usize,
    /// The chat whose helper agent it is.
    pub helper_of: Option<String>,
    /// The setup when it was opened.
    pub setup_at_open: Setup,
    /// What it shows.
    pub now: Views,
    /// What is stored of it: all that a reopening finds.
    pub stored: Views,
    /// Whether a turn is open.
    pub turn_open: bool,
    /// Whether plan mode is on.
    pub plan_mode: bool,
    /// What it has been through.
    pub past: Past,
}

/// What a chat shows, and what is stored of it.
#[derive(Clone, Debug, Default)]
pub struct Views {
    /// The list; nothing before the first update.
    pub list: Option<Vec<SeenItem>>,
    /// The standing plan.
    pub plan: Option<Vec<SeenItem>>,
    /// The recorded updates, oldest first.
    pub rows: Vec<Recorded>,
}

/// A recorded update.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The items as sent.
    pub sent: Vec<SeenItem>,
    /// The items as recorded.
    pub items: Vec<SeenItem>,
}

/// What a chat has been through. The right implementation keeps count and never looks at it; mistakes do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past {
    /// Updates that were recorded.
    pub updates: usize,
    /// Updates that were recorded in the latest turn.
    pub updates_in_turn: usize,
    /// Updates that were refused.
    pub refusals: usize,
    /// Updates that were refused since the latest was recorded.
    pub refusals_in_a_row: usize,
    /// Turns that began.
    pub turns: usize,
    /// Reopenings.
    pub reopenings: usize,
    /// Looks.
    pub looks: usize,
}

impl World {
    /// Does something to a chat, if it is open.
    pub fn in_chat(&mut self, name: &str, change: impl FnOnce(&mut Chat)) {
        if let Some(chat) = self.chats.get_mut(name) {
            change(chat);
        }
    }

    /// Does something to every chat but one.
    pub fn elsewhere(&mut self, name: &str, mut change: impl FnMut(&mut Chat)) {
        self.chats.iter_mut().filter(|(other, _)| *other != name).for_each(|(_, chat)| change(chat));
    }
}

impl Chat {
    /// Stores what shows.
    pub fn store(&mut self) {
        self.stored = self.now.clone();
    }

    /// The list's items; none before the first update.
    pub fn items(&self) -> &[SeenItem] {
        self.now.list.as_deref().unwrap_or_default()
    }

    /// The standing plan's items.
    pub fn plan(&self) -> &[SeenItem] {
        self.now.plan.as_deref().unwrap_or_default()
    }
}

/// An item's text.
pub fn text(item: &SeenItem) -> &str {
    item.content.as_deref().unwrap_or_default()
}

/// An item of this text and state.
pub fn item(text: &str, state: State) -> SeenItem {
    SeenItem { content: Some(text.to_owned()), status: Some(state.name().into()), ..SeenItem::default() }
}

/// The item in another state.
pub fn put(item: SeenItem, state: State) -> SeenItem {
    SeenItem { status: Some(state.name().into()), ..item }
}

/// Whether an item is in this state.
pub fn is(item: &SeenItem, state: State) -> bool {
    item.state() == Some(state)
}

/// How many items are in progress.
pub fn active(items: &[SeenItem]) -> usize {
    items.iter().filter(|item| is(item, State::InProgress)).count()
}

/// Whether there is something to do and all of it is done.
pub fn finished(items: &[SeenItem]) -> bool {
    !items.is_empty() && items.iter().all(|item| is(item, State::Completed))
}

/// Items with each text changed.
pub fn each_text(items: Vec<SeenItem>, change: impl Fn(&str) -> String) -> Vec<SeenItem> {
    items.into_iter().map(|item| SeenItem { content: Some(change(text(&item))), ..item }).collect()
}

/// Items with each changed that stands at or after a place, counted from nought.
pub fn from_place(items: Vec<SeenItem>, place: usize, change: impl Fn(SeenItem) -> SeenItem) -> Vec<SeenItem> {
    items.into_iter().enumerate().map(|(at, item)| if at < place { item } else { change(item) }).collect()
}

/// The items of which this holds.
pub fn only(items: &[SeenItem], keeps: impl Fn(&SeenItem) -> bool) -> Vec<SeenItem> {
    items.iter().filter(|item| keeps(item)).cloned().collect()
}

/// The item with another text.
pub fn with_text(item: SeenItem, text: &str) -> SeenItem {
    SeenItem { content: Some(text.to_owned()), ..item }
}

/// The items with all in progress but the first few put back to pending.
pub fn demoted(items: Vec<SeenItem>, most: usize) -> Vec<SeenItem> {
    let mut seen = 0;
    let demote = |item: SeenItem| {
        seen += usize::from(is(&item, State::InProgress));
        if is(&item, State::InProgress) && seen > most { put(item, State::Pending) } else { item }
    };
    items.into_iter().map(demote).collect()
}
