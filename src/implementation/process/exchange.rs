use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::pipes::{PipeError, Pipes};
use crate::implementation::{Trouble, Violation};
use crate::trace::{Capability, REJECTED, UNKNOWN_METHOD, WireError, shortened};

/// A conversation with one running process.
pub struct Session {
    pipes: Pipes,
    last_id: u64,
    sent: String,
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

impl Session {
    pub fn start(command: &[OsString]) -> io::Result<Self> {
        Ok(Self { pipes: Pipes::start(command)?, last_id: 0, sent: String::new() })
    }

    /// Sends a request and waits for its answer; the result comes as JSON text.
    pub fn call(&mut self, method: &'static str, params: &Value, limit: Duration) -> Result<String, Trouble> {
        self.last_id += 1;
        let id = self.last_id;
        self.sent = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        self.sent.push('\n');
        let deadline = Instant::now() + limit;
        self.pipes.send(self.sent.as_bytes(), deadline).map_err(|error| self.trouble(method, limit, &error))?;
        loop {
            let line = self.pipes.line(deadline).map_err(|error| self.trouble(method, limit, &error))?;
            if let Some(answer) = self.read(method, id, &line)? {
                return answer;
            }
        }
    }

    /// Words an answer of the wrong shape.
    pub fn misread(&mut self, method: &'static str, wrong: &WireError) -> Trouble {
        let (expected, came) = match wrong {
            WireError::Shape { expected, got, .. } => ((*expected).to_owned(), got.clone()),
            WireError::Capability { name } => {
                let known: Vec<_> = Capability::ALL.iter().map(|known| known.name()).collect();
                (format!("some of {}", known.join(", ")), name.clone())
            }
        };
        let what = match wrong {
            WireError::Shape { .. } => format!("the result of `{method}` has the wrong shape"),
            WireError::Capability { .. } => wrong.to_string(),
        };
        self.protocol(method, what, expected, &came, None)
    }

    /// Reads one line; `None` for what is taken calmly: blank lines and notifications.
    fn read(&mut self, method: &'static str, id: u64, line: &[u8]) -> Result<Option<Result<String, Trouble>>, Trouble> {
        let Ok(line) = std::str::from_utf8(line) else {
            let came = String::from_utf8_lossy(line).into_owned();
            return Err(self.protocol(method, "a line is not UTF-8".to_owned(), answer_form(id), &came, None));
        };
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let Ok(message) = serde_json::from_str::<Message<'_>>(line) else {
            let slip = if line.starts_with('{') {
                "is the line one whole JSON object?"
            } else {
                "was this line meant for stderr?"
            };
            return Err(self.protocol(
                method,
                "a line on standard output is no JSON-RPC message".to_owned(),
                answer_form(id),
                line,
                Some(slip.to_owned()),
            ));
        };
        if message.method.is_some() && message.id.is_none() {
            return Ok(None);
        }
        if message.id != Some(json!(id)) {
            let slip = "the answer carries the id of the request, as the same number".to_owned();
            return Err(self.protocol(
                method,
                if message.id.is_some() { "an answer has another id" } else { "an answer has no id" }.to_owned(),
                answer_form(id),
                line,
                Some(slip),
            ));
        }
        match (message.result, message.error) {
            (Some(result), None) => Ok(Some(Ok(result.get().to_owned()))),
            (None, Some(ErrorAnswer { code: REJECTED, message })) => Ok(Some(Err(Trouble::Rejected { message }))),
            (None, Some(ErrorAnswer { code: UNKNOWN_METHOD, .. })) => Ok(Some(Err(Trouble::Missing { method }))),
            (None, Some(ErrorAnswer { code, message })) => Ok(Some(Err(Trouble::Error { method, code, message }))),
            (Some(_), Some(_)) | (None, None) => Err(self.protocol(
                method,
                "an answer has neither `result` nor `error`, or both".to_owned(),
                answer_form(id),
                line,
                None,
            )),
        }
    }

    fn trouble(&mut self, method: &'static str, limit: Duration, error: &PipeError) -> Trouble {
        match error {
            PipeError::Late => {
                let came = shortened(&self.pipes.unfinished());
                Trouble::TimeOut { method, limit, came, log: self.pipes.log() }
            }
            PipeError::Ended => {
                let how = self.pipes.ended();
                Trouble::Crash { method, how, log: self.pipes.log() }
            }
            PipeError::Endless { bytes } => self.protocol(
                method,
                format!("a line has more than {bytes} bytes and no end"),
                "one message a line".to_owned(),
                "a line without end",
                Some("does the adapter end each message with a line feed?".to_owned()),
            ),
        }
    }

    fn protocol(
        &mut self,
        method: &'static str,
        what: String,
        expected: String,
        came: &str,
        slip: Option<String>,
    ) -> Trouble {
        let sent = if self.sent.is_empty() { method } else { self.sent.trim_end() };
        let (sent, came) = (shortened(sent), shortened(came));
        Trouble::Protocol(Box::new(Violation { what, sent, expected, came, slip, log: self.pipes.log() }))
    }
}

fn answer_form(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":…}}")
}
