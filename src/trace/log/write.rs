use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::chain::Chain;
use super::{Chapter, Header, Unanswered};
use crate::trace::{Action, Answer, Params, method, params, result};

/// Writes a log.
pub struct LogWriter<W> {
    out: W,
    chain: Chain,
    lines: usize,
    messages: usize,
}

#[derive(Serialize)]
struct Sent<'a> {
    at_us: u128,
    to: &'static str,
    method: &'static str,
    params: Params<'a>,
}

#[derive(Serialize)]
struct Received<'a> {
    at_us: u128,
    from: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unanswered: Option<&'a Unanswered>,
}

#[derive(Serialize)]
struct Last {
    lines: usize,
    messages: usize,
}

#[derive(Serialize)]
struct End {
    end: Last,
}

impl<W: Write> LogWriter<W> {
    /// Begins a log.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Self { out, chain: Chain::default(), lines: 0, messages: 0 };
        writer.line(header)?;
        Ok(writer)
    }

    /// Begins a chapter.
    pub fn chapter(&mut self, chapter: &Chapter) -> io::Result<()> {
        self.line(chapter)
    }

    /// Notes a request and its answer, or why there is none, with the times since the run began.
    pub fn exchange(
        &mut self,
        action: &Action,
        answer: Result<&Answer, &Unanswered>,
        [sent, received]: [Duration; 2],
    ) -> io::Result<()> {
        self.messages += 2;
        let to = "implementation";
        self.line(&Sent { at_us: sent.as_micros(), to, method: method(action), params: params(action) })?;
        let mut told =
            Received { at_us: received.as_micros(), from: to, result: None, rejected: None, unanswered: None };
        match answer {
            Ok(Answer::Rejected { message }) => told.rejected = Some(message),
            Ok(answer) => told.result = Some(result(answer)),
            Err(unanswered) => told.unanswered = Some(unanswered),
        }
        self.line(&told)
    }

    /// Ends the log.
    pub fn end(mut self) -> io::Result<W> {
        let last = Last { lines: self.lines + 1, messages: self.messages };
        self.line(&End { end: last })?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn line(&mut self, what: &impl Serialize) -> io::Result<()> {
        self.lines += 1;
        let sealed = self.chain.sealed(&serde_json::to_string(what)?);
        writeln!(self.out, "{sealed}")
    }
}
