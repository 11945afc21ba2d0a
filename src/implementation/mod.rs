//! Who is asked: anything that keeps a task list and can be driven.
//!
//! An [`Implementation`] answers the actions of the adapter protocol. The [`Reference`] answers from the model in
//! process; a [`Process`] is any program behind the protocol on its standard input and output.

mod faulty;
mod process;
mod recorded;
mod reference;
mod replayed;
mod serve;
mod trouble;

use serde_json::Value;

use crate::model::{Phase, Setup};
use crate::trace::{Action, Answer, Hello, Observation, Reply};

pub use faulty::{Control, Fault, Faulty, Variant, controls, faults, variants};
#[cfg(unix)]
pub use process::end_all;
pub use process::{Process, StartError};
pub use recorded::Recorded;
pub use reference::Reference;
pub use replayed::{ReplayError, Replayed};
pub use serve::serve;
pub use trouble::{Trouble, Violation};

/// Something that keeps task lists. What is not declared in [`Hello::capabilities`] is never asked for, so the methods
/// for it need not be written.
pub trait Implementation {
    /// Says who it is and what it lets the harness see and do.
    fn hello(&mut self) -> Result<Hello, Trouble>;

    /// Starts a clean world with no chats, under this setup.
    fn begin(&mut self, setup: Setup) -> Result<(), Trouble> {
        let _ = setup;
        Err(Trouble::Missing { method: "begin" })
    }

    /// Opens a chat, perhaps for a helper agent of another.
    fn open(&mut self, chat: &str, helper_of: Option<&str>) -> Result<(), Trouble> {
        let _ = (chat, helper_of);
        Err(Trouble::Missing { method: "open" })
    }

    /// Sends an update, from a chat or (`None`) from a run with no chat behind it. The arguments come untouched, right
    /// or wrong.
    fn write(&mut self, chat: Option<&str>, arguments: &Value) -> Result<Reply, Trouble> {
        let _ = (chat, arguments);
        Err(Trouble::Missing { method: "write" })
    }

    /// Starts or ends a turn (capability `turns`).
    fn turn(&mut self, chat: &str, phase: Phase) -> Result<(), Trouble> {
        let _ = (chat, phase);
        Err(Trouble::Missing { method: "turn" })
    }

    /// Changes the setup, from now on and for every chat (capability `setup`).
    fn setup(&mut self, setup: Setup) -> Result<(), Trouble> {
        let _ = setup;
        Err(Trouble::Missing { method: "setup" })
    }

    /// Closes a chat and opens it again from what was recorded (capability `reopen`).
    fn reopen(&mut self, chat: &str) -> Result<(), Trouble> {
        let _ = chat;
        Err(Trouble::Missing { method: "reopen" })
    }

    /// Switches plan mode (capability `plan_mode`).
    fn plan_mode(&mut self, chat: &str, on: bool) -> Result<(), Trouble> {
        let _ = (chat, on);
        Err(Trouble::Missing { method: "plan_mode" })
    }

    /// Tells what can be seen of a chat (capabilities `list`, `plan`, `rows`).
    fn observe(&mut self, chat: &str) -> Result<Observation, Trouble> {
        let _ = chat;
        Err(Trouble::Missing { method: "observe" })
    }

    /// Does what an action asks and answers it.
    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        let done = |()| Answer::Done;
        let answer = match action {
            Action::Begin(setup) => self.begin(*setup).map(done),
            Action::Open { chat, helper_of } => self.open(chat, helper_of.as_deref()).map(done),
            Action::Write { chat, arguments } => self.write(chat.as_deref(), arguments).map(Answer::Reply),
            Action::Turn { chat, phase } => self.turn(chat, *phase).map(done),
            Action::Setup(setup) => self.setup(*setup).map(done),
            Action::Reopen { chat } => self.reopen(chat).map(done),
            Action::PlanMode { chat, on } => self.plan_mode(chat, *on).map(done),
            Action::Observe { chat } => self.observe(chat).map(Answer::Seen),
        };
        match answer {
            Err(Trouble::Rejected { message }) => Ok(Answer::Rejected { message }),
            answer => answer,
        }
    }
}
