//! The adapter protocol's messages, version 1: JSON-RPC 2.0, one message a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Action, Answer, Capability, Hello, Observation, Reply, offer, shortened};
use crate::model::{Phase, Setup};

/// The protocol's version.
pub const PROTOCOL: u32 = 1;
/// The error code of a call that was turned away before it arrived.
pub const REJECTED: i64 = -32602;
/// The error code of a method that the adapter does not know.
pub const UNKNOWN_METHOD: i64 = -32601;

/// Why an adapter's result cannot be read; always the adapter's mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The result has another shape than the method asks for.
    #[error("the result of `{method}` has the wrong shape: expected {expected}, got `{got}`")]
    Shape {
        /// The method that was called.
        method: &'static str,
        /// What the protocol asks for.
        expected: &'static str,
        /// What came, shortened.
        got: String,
    },
    /// A capability that nobody knows.
    #[error("unknown capability `{}`{}", shortened(name), suggestion(name))]
    Capability {
        /// The name that came.
        name: String,
    },
}

fn suggestion(name: &str) -> String {
    offer(name, Capability::ALL.map(Capability::name)).map_or_else(String::new, |offer| format!("; {offer}"))
}

/// The params of a method, in their form on the wire.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Params<'a> {
    /// For `begin`.
    Begin {
        /// The world's setup.
        setup: WireSetup,
    },
    /// For `open`.
    Open {
        /// The chat's name.
        chat: &'a str,
        /// The chat whose helper agent this is.
        #[serde(skip_serializing_if = "Option::is_none")]
        helper_of: Option<&'a str>,
    },
    /// For `write`.
    Write {
        /// The chat; null for a run with no chat behind it.
        chat: Option<&'a str>,
        /// The arguments, untouched.
        arguments: &'a Value,
    },
    /// For `turn`.
    Turn {
        /// The chat's name.
        chat: &'a str,
        /// `start` or `end`.
        phase: &'static str,
    },
    /// For `setup`.
    Setup(WireSetup),
    /// For `plan_mode`.
    PlanMode {
        /// The chat's name.
        chat: &'a str,
        /// On or off.
        on: bool,
    },
    /// For `reopen` and `observe`.
    Chat {
        /// The chat's name.
        chat: &'a str,
    },
}

/// A setup on the wire.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WireSetup {
    one_active: bool,
}

impl From<Setup> for WireSetup {
    fn from(setup: Setup) -> Self {
        Self { one_active: setup.one_active }
    }
}

/// The method that asks for an action.
pub fn method(action: &Action) -> &'static str {
    match action {
        Action::Begin(_) => "begin",
        Action::Open { .. } => "open",
        Action::Write { .. } => "write",
        Action::Turn { .. } => "turn",
        Action::Setup(_) => "setup",
        Action::Reopen { .. } => "reopen",
        Action::PlanMode { .. } => "plan_mode",
        Action::Observe { .. } => "observe",
    }
}

/// The params that ask for an action.
pub fn params(action: &Action) -> Params<'_> {
    match action {
        Action::Begin(setup) => Params::Begin { setup: (*setup).into() },
        Action::Open { chat, helper_of } => Params::Open { chat, helper_of: helper_of.as_deref() },
        Action::Write { chat, arguments } => Params::Write { chat: chat.as_deref(), arguments },
        Action::Turn { chat, phase } => Params::Turn { chat, phase: phase_name(*phase) },
        Action::Setup(setup) => Params::Setup((*setup).into()),
        Action::PlanMode { chat, on } => Params::PlanMode { chat, on: *on },
        Action::Reopen { chat } | Action::Observe { chat } => Params::Chat { chat },
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "start",
        Phase::End => "end",
    }
}

/// Reads the result of an action.
pub fn read_answer(action: &Action, result: &str) -> Result<Answer, WireError> {
    let (method, expected) = match action {
        Action::Write { .. } => ("write", "an object with a string `text` and, at will, a boolean `is_error`"),
        Action::Observe { .. } => (
            "observe",
            "an object with what is declared of `list`, `plan` (null or items) and `rows` (titles and items)",
        ),
        Action::Begin(_)
        | Action::Open { .. }
        | Action::Turn { .. }
        | Action::Setup(_)
        | Action::Reopen { .. }
        | Action::PlanMode { .. } => return Ok(Answer::Done),
    };
    let read = if method == "write" {
        serde_json::from_str::<Reply>(result).map(Answer::Reply)
    } else {
        serde_json::from_str::<Observation>(result).map(Answer::Seen)
    };
    read.map_err(|_| WireError::Shape { method, expected, got: shortened(result) })
}

#[derive(Deserialize)]
struct WireHello {
    name: String,
    version: String,
    capabilities: Vec<String>,
    setup: Option<WireSetup>,
}

/// Reads the result of `hello`.
pub fn read_hello(result: &str) -> Result<Hello, WireError> {
    let hello: WireHello = serde_json::from_str(result).map_err(|_| WireError::Shape {
        method: "hello",
        expected: "an object with strings `name` and `version` and a list of `capabilities`",
        got: shortened(result),
    })?;
    let capabilities = hello
        .capabilities
        .into_iter()
        .map(|name| Capability::from_name(&name).ok_or(WireError::Capability { name }))
        .collect::<Result<_, _>>()?;
    Ok(Hello {
        name: hello.name,
        version: hello.version,
        capabilities,
        setup: hello.setup.map(|setup| Setup { one_active: setup.one_active }),
    })
}
