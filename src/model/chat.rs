use super::Item;

/// The title of the row that each recorded update becomes (`row-per-update`).
pub const ROW_TITLE: &str = "Update to-do list";

/// What a chat's log keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A recorded update: the whole list, trimmed.
    Update(Vec<Item>),
    /// A turn began.
    TurnStart,
    /// The open turn ended.
    TurnEnd,
}

/// One chat: an append-only log. The list, the standing plan and the rows are folds over it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chat {
    log: Vec<Event>,
    plan_mode: bool,
}

impl Chat {
    /// A chat opened from what was recorded, and nothing else (`survives-reopen`, `reopen-keeps-plan`).
    pub fn from_log(log: Vec<Event>) -> Self {
        Self { log, plan_mode: false }
    }

    /// What was recorded, oldest first.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// `newest-counts`: the list is the most recent update, or nothing before the first.
    pub fn list(&self) -> &[Item] {
        self.rows().next_back().unwrap_or(&[])
    }

    /// `plan-shows-latest`, `plan-clears-next-turn`, `plan-stays-after-turn-end`: the latest update shows until a turn
    /// begins after it.
    pub fn plan(&self) -> &[Item] {
        for event in self.log.iter().rev() {
            match event {
                Event::Update(items) => return items,
                Event::TurnStart => return &[],
                Event::TurnEnd => {}
            }
        }
        &[]
    }

    /// `row-per-update`, `row-holds-list`: each recorded update is a row that holds its list, oldest first.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Item]> {
        self.log.iter().filter_map(|event| match event {
            Event::Update(items) => Some(items.as_slice()),
            Event::TurnStart | Event::TurnEnd => None,
        })
    }

    /// Whether plan mode is on: a posture of the chat that the list knows nothing of (`plan-mode-apart`).
    pub fn plan_mode(&self) -> bool {
        self.plan_mode
    }

    pub(super) fn record(&mut self, event: Event) {
        self.log.push(event);
    }

    pub(super) fn set_plan_mode(&mut self, on: bool) {
        self.plan_mode = on;
    }
}
