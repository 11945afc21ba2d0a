use std::io::{self, BufRead};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::chain::Chain;
use super::{Chapter, Header, LOG_FORMAT, Unanswered};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// Reads a log line by line.
pub struct LogReader<R> {
    input: R,
    chain: Chain,
    line: usize,
    messages: usize,
    header: Header,
    ended: bool,
}

/// One line of a log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which line, counted from one.
    pub line: usize,
    /// What it says.
    pub kind: Kind,
}

/// What a line of a log says.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A chapter begins.
    Chapter(Chapter),
    /// A request.
    Sent {
        /// The method.
        method: String,
        /// The params, as JSON text.
        params: String,
    },
    /// The result of the request before it, as JSON text.
    Result(String),
    /// The request before it was turned away (the error code for invalid params), with this message.
    Rejected(String),
    /// The request before it has no answer.
    Unanswered(Unanswered),
}

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system cannot read it.
    #[error("cannot read it: {0}")]
    Unreadable(#[from] io::Error),
    /// It does not begin as a log does.
    #[error("line 1 does not begin a trace of todospec: expected `{{\"todospec_trace\":{LOG_FORMAT},…}}`")]
    NoHeader,
    /// It has another form.
    #[error("the trace has format {0}, and this todospec reads format {LOG_FORMAT}")]
    Format(u32),
    /// A line is not what was written.
    #[error(
        "line {0} is not what was written after the line before it: it was edited, moved, or lines before it are gone"
    )]
    Changed(usize),
    /// A line says nothing that is known.
    #[error("line {0} is no line of a trace")]
    Unknown(usize),
    /// The last line counts otherwise.
    #[error("line {line} says that the trace has {said} lines")]
    Counts {
        /// The line.
        line: usize,
        /// What it says.
        said: usize,
    },
    /// It ends before its last line.
    #[error("the trace ends after line {0}, without the line that ends it: it was cut off")]
    CutOff(usize),
    /// Something follows its last line.
    #[error("line {0} follows the line that ends the trace")]
    AfterEnd(usize),
}

#[derive(Deserialize)]
struct Format {
    todospec_trace: u32,
}

#[derive(Deserialize)]
struct Line<'a> {
    scenario: Option<String>,
    sequence: Option<usize>,
    shortening: Option<usize>,
    method: Option<String>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    rejected: Option<String>,
    unanswered: Option<Unanswered>,
    end: Option<Last>,
}

#[derive(Deserialize)]
struct Last {
    lines: usize,
    messages: usize,
}

/// Whether a first line begins a log of todospec.
pub fn is_log(first: &str) -> bool {
    serde_json::from_str::<Format>(first).is_ok()
}

impl<R: BufRead> LogReader<R> {
    /// Reads the first line.
    pub fn new(mut input: R) -> Result<Self, LogError> {
        let first = line(&mut input)?.ok_or(LogError::NoHeader)?;
        let format: Format = serde_json::from_str(&first).map_err(|_| LogError::NoHeader)?;
        if format.todospec_trace != LOG_FORMAT {
            return Err(LogError::Format(format.todospec_trace));
        }
        let mut chain = Chain::default();
        if !chain.holds(&first) {
            return Err(LogError::Changed(1));
        }
        let header = serde_json::from_str(&first).map_err(|_| LogError::Unknown(1))?;
        Ok(Self { input, chain, line: 1, messages: 0, header, ended: false })
    }

    /// What the first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Which line was read last.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The next line; none after the last. A log that was cut off has no last line.
    pub fn entry(&mut self) -> Result<Option<Entry>, LogError> {
        let text = line(&mut self.input)?;
        let text = match (text, self.ended) {
            (None, true) => return Ok(None),
            (None, false) => return Err(LogError::CutOff(self.line)),
            (Some(_), true) => return Err(LogError::AfterEnd(self.line + 1)),
            (Some(text), false) => text,
        };
        self.line += 1;
        if !self.chain.holds(&text) {
            return Err(LogError::Changed(self.line));
        }
        let read: Line<'_> = serde_json::from_str(&text).map_err(|_| LogError::Unknown(self.line))?;
        if let Some(last) = read.end {
            if last.lines != self.line || last.messages != self.messages {
                return Err(LogError::Counts { line: self.line, said: last.lines });
            }
            self.ended = true;
            return self.entry();
        }
        let kind = read.kind().ok_or(LogError::Unknown(self.line))?;
        self.messages += usize::from(!matches!(kind, Kind::Chapter(_)));
        Ok(Some(Entry { line: self.line, kind }))
    }
}

impl Line<'_> {
    fn kind(self) -> Option<Kind> {
        let text = |raw: &RawValue| raw.get().to_owned();
        let chapter = self.scenario.map(Chapter::Scenario).or(self.sequence.map(Chapter::Sequence));
        if let Some(chapter) = chapter.or(self.shortening.map(Chapter::Shortening)) {
            return Some(Kind::Chapter(chapter));
        }
        if let Some((method, params)) = self.method.zip(self.params) {
            return Some(Kind::Sent { method, params: text(params) });
        }
        let result = self.result.map(|result| Kind::Result(text(result)));
        result.or(self.rejected.map(Kind::Rejected)).or(self.unanswered.map(Kind::Unanswered))
    }
}

/// A line without its end; none at the end of the input.
fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    String::from_utf8(bytes).map(Some).map_err(|_| io::Error::other("a line is not UTF-8"))
}
