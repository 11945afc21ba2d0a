use std::collections::BTreeSet;
use std::fmt;

/// What an implementation lets the harness see or do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// `observe` tells the list.
    List,
    /// `observe` tells the standing plan.
    Plan,
    /// `observe` tells the rows.
    Rows,
    /// Items in plan and rows carry their state's label.
    Labels,
    /// Turns start and end.
    Turns,
    /// More than one chat.
    Chats,
    /// Helper agents.
    Helpers,
    /// A run with no chat behind it.
    NoChat,
    /// The setup can change later.
    Setup,
    /// A chat can be closed and opened again.
    Reopen,
    /// Plan mode can be switched.
    PlanMode,
}

/// A set of capabilities: an implementation's conformance statement.
pub type Capabilities = BTreeSet<Capability>;

impl Capability {
    /// Every capability, in the protocol's order.
    pub const ALL: [Self; 11] = [
        Self::List,
        Self::Plan,
        Self::Rows,
        Self::Labels,
        Self::Turns,
        Self::Chats,
        Self::Helpers,
        Self::NoChat,
        Self::Setup,
        Self::Reopen,
        Self::PlanMode,
    ];

    /// The capability's name on the wire and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Plan => "plan",
            Self::Rows => "rows",
            Self::Labels => "labels",
            Self::Turns => "turns",
            Self::Chats => "chats",
            Self::Helpers => "helpers",
            Self::NoChat => "no_chat",
            Self::Setup => "setup",
            Self::Reopen => "reopen",
            Self::PlanMode => "plan_mode",
        }
    }

    /// What an implementation says with it.
    pub fn says(self) -> &'static str {
        match self {
            Self::List => "`observe` tells the list",
            Self::Plan => "`observe` tells the standing plan",
            Self::Rows => "`observe` tells the rows of recorded updates, oldest first",
            Self::Labels => "items in plan and rows carry their state's label",
            Self::Turns => "turns start and end with `turn`",
            Self::Chats => "`open` opens more chats than `main`",
            Self::Helpers => "`open` opens helper agents of a chat, with `helper_of`",
            Self::NoChat => "a `write` may have null for its chat: a run with no chat behind it",
            Self::Setup => "`setup` changes the setup of every chat later on",
            Self::Reopen => "`reopen` closes a chat and opens it again from what was recorded",
            Self::PlanMode => "`plan_mode` switches plan mode",
        }
    }

    /// Finds a capability by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|capability| capability.name() == name)
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
