use std::fmt;

use super::{Clause, Item, State};

/// What every refusal begins with (`refusal-prefix`).
pub const REFUSAL_PREFIX: &str = "Error:";

/// The counts of a whole list; displayed, the answer to a recorded update (`ack-counts`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counts {
    /// Items that have not begun.
    pub pending: usize,
    /// Items being worked on.
    pub in_progress: usize,
    /// Items that are done.
    pub completed: usize,
}

impl Counts {
    /// Counts the states of a list.
    pub fn of(items: &[Item]) -> Self {
        items.iter().fold(Self::default(), |counts, item| counts.and(item.state))
    }

    /// These counts and one more item in `state`.
    #[must_use]
    pub fn and(mut self, state: State) -> Self {
        match state {
            State::Pending => self.pending += 1,
            State::InProgress => self.in_progress += 1,
            State::Completed => self.completed += 1,
        }
        self
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pending, in_progress, completed } = self;
        write!(f, "Updated todo list: {pending} pending, {in_progress} in progress, {completed} completed.")
    }
}

/// Why an update was refused; displayed, the exact message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// No chat to record into (`message-no-chat`).
    NoChat,
    /// An item without text once trimmed (`message-empty`).
    Empty,
    /// The same text twice (`message-repeat`).
    Repeat {
        /// The repeated text, trimmed.
        text: String,
    },
    /// More than one item in progress under the one-active rule (`message-one-active`).
    OneActive {
        /// How many items of the update are in progress (`one-active-count`).
        count: usize,
    },
}

impl Refusal {
    /// The clause that demands this refusal.
    pub fn rule(&self) -> Clause {
        match self {
            Self::NoChat => Clause::NeedsChat,
            Self::Empty => Clause::EmptyRefused,
            Self::Repeat { .. } => Clause::RepeatRefused,
            Self::OneActive { .. } => Clause::OneActiveRefused,
        }
    }

    /// The clause that words this refusal.
    pub fn message(&self) -> Clause {
        match self {
            Self::NoChat => Clause::MessageNoChat,
            Self::Empty => Clause::MessageEmpty,
            Self::Repeat { .. } => Clause::MessageRepeat,
            Self::OneActive { .. } => Clause::MessageOneActive,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChat => write!(f, "{REFUSAL_PREFIX} todo_write requires an owning agent session"),
            Self::Empty => write!(f, "{REFUSAL_PREFIX} invalid todo: `content` must be a non-empty string"),
            Self::Repeat { text } => write!(f, "{REFUSAL_PREFIX} invalid todos: duplicate content \"{text}\""),
            Self::OneActive { count } => {
                write!(f, "{REFUSAL_PREFIX} invalid todos: at most one task may be in_progress (got {count})")
            }
        }
    }
}
