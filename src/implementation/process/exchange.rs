use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::pipes::{PipeError, Pipes};
use crate::implementation::{Trouble, Violation};
use crate::trace::{Capability, Line, WireError, read_line, shortened};

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
        match read_line(line, id) {
            Ok(Line::Aside) => Ok(None),
            Ok(Line::Result(result)) => Ok(Some(result)),
            Ok(Line::Error { code, message }) => Err(Trouble::answered(method, code, message)),
            Err(wrong) => {
                let came = String::from_utf8_lossy(line);
                let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":…}}");
                Err(self.protocol(method, wrong.to_string(), expected, came.trim(), wrong.slip().map(str::to_owned)))
            }
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
