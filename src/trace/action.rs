use serde_json::{Value, json};

use crate::model::{Item, Phase, Setup};

/// One thing asked of an implementation.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A clean world with no chats.
    Begin(Setup),
    /// Opens a chat.
    Open {
        /// The chat's name.
        chat: String,
        /// The chat whose helper agent this is.
        helper_of: Option<String>,
    },
    /// Sends an update.
    Write {
        /// The chat, or `None` for a run with no chat behind it.
        chat: Option<String>,
        /// The arguments as sent, well formed or not.
        arguments: Value,
    },
    /// Starts or ends a turn.
    Turn {
        /// The chat's name.
        chat: String,
        /// Which end of the turn.
        phase: Phase,
    },
    /// Changes the setup for every chat, from now on.
    Setup(Setup),
    /// Closes a chat and opens it again from what was recorded.
    Reopen {
        /// The chat's name.
        chat: String,
    },
    /// Switches plan mode.
    PlanMode {
        /// The chat's name.
        chat: String,
        /// On or off.
        on: bool,
    },
    /// Looks at a chat.
    Observe {
        /// The chat's name.
        chat: String,
    },
}

/// The arguments that send these items.
pub fn arguments(items: &[Item]) -> Value {
    let todos: Vec<Value> =
        items.iter().map(|item| json!({ "content": item.text, "status": item.state.name() })).collect();
    json!({ "todos": todos })
}
