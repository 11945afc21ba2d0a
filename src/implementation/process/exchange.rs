use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::pipes::{PipeError, Pipes};
use crate::implementation::{Trouble, Violation};
use crate::trace::{Capability, REJECTED, UNKNOWN_METHOD, WireError, shortened};

/// A conversation with one running process.
pub struct Session {
    pipes: Pipes,
    last_id: u64,
    /// The last request, with its line feed.
    sent: Vec<u8>,
}

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'static str,
    params: &'a P,
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
        Ok(Self { pipes: Pipes::start(command)?, last_id: 0, sent: Vec::new() })
    }

    /// Sends a request, waits for its answer and reads the result, which comes as JSON text.
    pub fn call<T>(
        &mut self,
        method: &'static str,
        params: &impl Serialize,
        limit: Duration,
        read: impl Fn(&str) -> Result<T, WireError>,
    ) -> Result<T, Trouble> {
        self.last_id += 1;
        let id = self.last_id;
        self.sent.clear();
        let request = Request { jsonrpc: "2.0", id, method, params };
        serde_json::to_writer(&mut self.sent, &request).expect("a request is plain data");
        self.sent.push(b'\n');
        let deadline = Instant::now() + limit;
        self.pipes.send(&self.sent, deadline).map_err(|error| self.trouble(method, limit, &error))?;
        loop {
            let line = self.pipes.line(deadline).map_err(|error| self.trouble(method, limit, &error))?;
            if let Some(result) = self.result(method, id, &line)? {
                return read(result).map_err(|wrong| self.misread(method, &wrong));
            }
        }
    }

    /// Words an answer of the wrong shape.
    fn misread(&mut self, method: &'static str, wrong: &WireError) -> Trouble {
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

    /// The result that one line holds; `None` for what is taken calmly: blank lines and notifications.
    fn result<'a>(&mut self, method: &'static str, id: u64, line: &'a [u8]) -> Result<Option<&'a str>, Trouble> {
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
            (Some(result), None) => Ok(Some(result.get())),
            (None, Some(ErrorAnswer { code: REJECTED, message })) => Err(Trouble::Rejected { message }),
            (None, Some(ErrorAnswer { code: UNKNOWN_METHOD, .. })) => Err(Trouble::Missing { method }),
            (None, Some(ErrorAnswer { code, message })) => Err(Trouble::Error { method, code, message }),
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
        let sent = String::from_utf8_lossy(&self.sent);
        let sent = if sent.is_empty() { method } else { sent.trim_end() };
        let (sent, came) = (shortened(sent), shortened(came));
        Trouble::Protocol(Box::new(Violation { what, sent, expected, came, slip, log: self.pipes.log() }))
    }
}

fn answer_form(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":…}}")
}
