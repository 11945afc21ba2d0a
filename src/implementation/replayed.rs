use std::io::BufRead;

use serde_json::Value;

use super::{Implementation, Trouble};
use crate::model::Setup;
use crate::oracle::Blame;
use crate::trace::log::{Entry, Header, Kind, LogError, LogReader, Unanswered};
use crate::trace::{Action, Answer, Capability, Hello, method, params, read_answer};

/// What an implementation answered, from a log: asked the same in the same order, it answers the same.
pub struct Replayed<R> {
    log: LogReader<R>,
    hello: Hello,
    wrong: Option<ReplayError>,
}

/// Why a log cannot be judged again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The log itself is wrong.
    #[error(transparent)]
    Log(#[from] LogError),
    /// It holds another request than is sent here.
    #[error("line {line} holds another request than todospec sends there: expected `{expected}`, got `{got}`")]
    Other {
        /// The line.
        line: usize,
        /// What is sent here.
        expected: String,
        /// What the line holds.
        got: String,
    },
    /// An answer is missing or cannot be read.
    #[error("line {line} is no answer to the request before it: {why}")]
    Answer {
        /// The line.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// It holds more than is sent here.
    #[error("line {0} holds a request after the last one that todospec sends")]
    More(usize),
    /// Its first line names a capability that nobody knows.
    #[error("line 1 names `{0}`, which is no capability")]
    Capability(String),
}

impl<R: BufRead> Replayed<R> {
    /// Begins a log.
    pub fn new(log: LogReader<R>) -> Result<Self, ReplayError> {
        let tested = &log.header().implementation;
        let known = |name: &String| Capability::from_name(name).ok_or_else(|| ReplayError::Capability(name.clone()));
        let hello = Hello {
            name: tested.name.clone(),
            version: tested.version.clone(),
            capabilities: tested.capabilities.iter().map(known).collect::<Result<_, _>>()?,
            setup: tested.one_active.map(|one_active| Setup { one_active }),
        };
        Ok(Self { log, hello, wrong: None })
    }

    /// What the log's first line says.
    pub fn header(&self) -> &Header {
        self.log.header()
    }

    /// Ends the log: nothing may be left in it, and nothing may have been wrong.
    pub fn end(mut self) -> Result<(), ReplayError> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        match self.log.entry()? {
            None => Ok(()),
            Some(entry) => Err(ReplayError::More(entry.line)),
        }
    }

    fn answer(&mut self, action: &Action) -> Result<Result<Answer, Trouble>, ReplayError> {
        let sent = loop {
            let entry = self.entry()?;
            if !matches!(entry.kind, Kind::Chapter(_)) {
                break entry;
            }
        };
        let due = (method(action), serde_json::to_value(params(action)).unwrap_or_default());
        let holds = match &sent.kind {
            Kind::Sent { method, params } => {
                *method == due.0 && serde_json::from_str::<Value>(params).is_ok_and(|params| params == due.1)
            }
            Kind::Chapter(_) | Kind::Result(_) | Kind::Rejected(_) | Kind::Unanswered(_) => false,
        };
        if !holds {
            let got = match sent.kind {
                Kind::Sent { method, params } => format!("{method} {params}"),
                Kind::Chapter(_) | Kind::Result(_) | Kind::Rejected(_) | Kind::Unanswered(_) => "an answer".to_owned(),
            };
            return Err(ReplayError::Other { line: sent.line, expected: format!("{} {}", due.0, due.1), got });
        }
        let answered = self.entry()?;
        let wrong = |why: String| ReplayError::Answer { line: answered.line, why };
        match answered.kind {
            Kind::Result(result) => Ok(Ok(read_answer(action, &result).map_err(|cause| wrong(cause.to_string()))?)),
            Kind::Rejected(message) => Ok(Ok(Answer::Rejected { message })),
            Kind::Unanswered(Unanswered { reason, blame, ended }) => {
                let known = Blame::from_name(&blame).ok_or_else(|| wrong(format!("nobody is called `{blame}`")))?;
                Ok(Err(Trouble::Recorded { reason, blame: known, ended }))
            }
            Kind::Chapter(_) | Kind::Sent { .. } => Err(wrong("it is a line of another kind".to_owned())),
        }
    }

    fn entry(&mut self) -> Result<Entry, ReplayError> {
        let entry = self.log.entry()?;
        // After the last line there is nothing to answer with.
        entry.ok_or_else(|| ReplayError::Answer { line: self.log.line(), why: "the trace ends there".to_owned() })
    }
}

impl<R: BufRead> Implementation for Replayed<R> {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        Ok(self.hello.clone())
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        let stopped =
            || Trouble::Recorded { reason: "the trace is wrong".to_owned(), blame: Blame::Harness, ended: true };
        if self.wrong.is_some() {
            return Err(stopped());
        }
        self.answer(action).unwrap_or_else(|wrong| {
            self.wrong = Some(wrong);
            Err(stopped())
        })
    }
}
