/// One of the three states an item carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// The task has not begun.
    Pending,
    /// The task is being worked on.
    InProgress,
    /// The task is done.
    Completed,
}

impl State {
    /// The three states, in the page's order.
    pub const ALL: [Self; 3] = [Self::Pending, Self::InProgress, Self::Completed];

    /// The state as an update writes it (`three-states`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
        }
    }

    /// The state as the chat shows it (`state-labels`).
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::InProgress => "In progress",
            Self::Completed => "Completed",
        }
    }

    /// The state an update's word stands for; other letters stand for none (`three-states`).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// One item of a list: a text and a state, and nothing else (`item-shape`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// The short line that names the task.
    pub text: String,
    /// How far the task is.
    pub state: State,
}

impl Item {
    /// An item of this text and state.
    pub fn new(text: impl Into<String>, state: State) -> Self {
        Self { text: text.into(), state }
    }
}
