//! One line that an adapter prints, read without knowing where it comes from.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// What a line from an adapter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Nothing that is waited for: it is blank, or a notification.
    Aside,
    /// The answer's result, as JSON text.
    Result(&'a str),
    /// The answer's error.
    Error {
        /// The JSON-RPC error code.
        code: i64,
        /// The error's message.
        message: String,
    },
}

/// Why a line is no answer; always the adapter's mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Its bytes are no text.
    #[error("a line is not UTF-8")]
    NotUtf8,
    /// It is no message at all.
    #[error("a line on standard output is no JSON-RPC message")]
    NoMessage {
        /// Whether it begins like one.
        begun: bool,
    },
    /// It answers something else.
    #[error("an answer has another id")]
    OtherId,
    /// It says not what it answers.
    #[error("an answer has no id")]
    NoId,
    /// It has neither a result nor an error, or both.
    #[error("an answer has neither `result` nor `error`, or both")]
    NoAnswer,
}

impl LineError {
    /// The likely slip.
    pub fn slip(self) -> Option<&'static str> {
        match self {
            Self::NoMessage { begun: true } => Some("is the line one whole JSON object?"),
            Self::NoMessage { begun: false } => Some("was this line meant for stderr?"),
            Self::OtherId | Self::NoId => Some("the answer carries the id of the request, as the same number"),
            Self::NotUtf8 | Self::NoAnswer => None,
        }
    }
}

#[derive(Deserialize)]
struct Message<'a> {
    id: Option<Value>,
    method: Option<String>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<ErrorAnswer>,
}

#[derive(Deserialize)]
struct ErrorAnswer {
    code: i64,
    #[serde(default)]
    message: String,
}

/// Reads a line as the answer to the request of this id.
pub fn read_line(line: &[u8], id: u64) -> Result<Line<'_>, LineError> {
    let line = std::str::from_utf8(line).map_err(|_| LineError::NotUtf8)?.trim();
    if line.is_empty() {
        return Ok(Line::Aside);
    }
    let message: Message<'_> =
        serde_json::from_str(line).map_err(|_| LineError::NoMessage { begun: line.starts_with('{') })?;
    match message.id {
        None if message.method.is_some() => return Ok(Line::Aside),
        None => return Err(LineError::NoId),
        Some(other) if other != id => return Err(LineError::OtherId),
        Some(_) => {}
    }
    match (message.result, message.error) {
        (Some(result), None) => Ok(Line::Result(result.get())),
        (None, Some(ErrorAnswer { code, message })) => Ok(Line::Error { code, message }),
        (Some(_), Some(_)) | (None, None) => Err(LineError::NoAnswer),
    }
}
