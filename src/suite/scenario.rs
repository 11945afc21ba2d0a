use serde_json::Value;

use super::{Place, Reading};
use crate::model::{Clause, Item, Setup};
use crate::trace::{Action, Capabilities, Capability};

/// One test case.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Folder, file and name as one slug, stable as long as they are.
    pub id: String,
    /// The fact it shows.
    pub name: String,
    /// The file it stands in, as reports show it.
    pub file: String,
    /// The line its name stands in.
    pub line: usize,
    /// Where its name stands.
    pub name_place: Place,
    /// The clauses it exercises.
    pub clauses: Vec<Clause>,
    /// The setup it names, if it names one.
    pub setup: Option<Setup>,
    /// The open point it is there to see settled.
    pub probe: Option<Reading>,
    /// What happens.
    pub steps: Vec<Step>,
}

/// One step: an action, looks after it, or both.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where the step begins.
    pub place: Place,
    /// Where its parts stand.
    pub parts: StepParts,
    /// The chat the step is about; `None` is a run with no chat behind it.
    pub chat: Option<String>,
    /// What is done.
    pub action: Option<Action>,
    /// What an update answers.
    pub written: Option<Written>,
    /// What is seen then.
    pub looks: Vec<Look>,
}

/// Where the parts of a step stand, for messages; the place of the step for a part that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepParts {
    /// The key of the action.
    pub action: Place,
    /// The name of the chat.
    pub chat: Place,
    /// The name of the chat whose helper is opened.
    pub helper_of: Place,
    /// The text of the answer.
    pub written: Place,
}

/// The reference's exact answer to an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It was recorded.
    Reply(String),
    /// It was refused.
    Refused(String),
}

/// What the reference shows at a look.
#[derive(Clone, Debug)]
pub struct Look {
    /// Where the look stands.
    pub place: Place,
    /// What is looked at.
    pub view: View,
    /// What is seen; `None` is what was seen before the last action.
    pub seen: Option<Vec<Vec<Item>>>,
}

/// What can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// The list.
    List,
    /// The standing plan.
    Plan,
    /// The rows.
    Rows,
}

impl View {
    /// The view's key in files and answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Plan => "plan",
            Self::Rows => "rows",
        }
    }
}

impl Scenario {
    /// The capabilities that its actions need.
    pub fn needed(&self) -> Capabilities {
        let need = |action: &Action| match action {
            Action::Open { helper_of: Some(_), .. } => Some(Capability::Helpers),
            Action::Open { helper_of: None, .. } => Some(Capability::Chats),
            Action::Write { chat: None, .. } => Some(Capability::NoChat),
            Action::Turn { .. } => Some(Capability::Turns),
            Action::Setup(_) => Some(Capability::Setup),
            Action::Reopen { .. } => Some(Capability::Reopen),
            Action::PlanMode { .. } => Some(Capability::PlanMode),
            Action::Write { chat: Some(_), .. } | Action::Begin(_) | Action::Observe { .. } => None,
        };
        self.steps.iter().filter_map(|step| step.action.as_ref().and_then(need)).collect()
    }

    /// The last line that belongs to it.
    pub fn last_line(&self) -> usize {
        self.steps.iter().map(|step| step.place.line).max().unwrap_or(self.line)
    }

    /// Whether the steps of a chat name turns; where none do, the harness starts and ends them.
    pub fn names_turns(&self, chat: &str) -> bool {
        self.steps.iter().any(|step| matches!(&step.action, Some(Action::Turn { chat: named, .. }) if named == chat))
    }
}

impl Written {
    /// The exact text.
    pub fn text(&self) -> &str {
        match self {
            Self::Reply(text) | Self::Refused(text) => text,
        }
    }
}

impl Step {
    /// The arguments of an update.
    pub fn arguments(&self) -> Option<&Value> {
        match &self.action {
            Some(Action::Write { arguments, .. }) => Some(arguments),
            Some(
                Action::Begin(_)
                | Action::Open { .. }
                | Action::Turn { .. }
                | Action::Setup(_)
                | Action::Reopen { .. }
                | Action::PlanMode { .. }
                | Action::Observe { .. },
            )
            | None => None,
        }
    }
}
