//! Bytes as the lines that an adapter prints.

use std::sync::{Arc, LazyLock};

use todospec::Implementation;
use todospec::implementation::{Reference, Trouble, Violation};
use todospec::oracle::Verdict;
use todospec::report;
use todospec::run::{self, Selection};
use todospec::suite::Suite;
use todospec::trace::{Action, Answer, Hello, Line, read_answer, read_hello, read_line};

use super::is_printable;

/// Every request of this conversation has this id.
pub const ID: u64 = 1;
/// A line that stands for the right answer; after the last line every answer is right.
pub const RIGHT: &[u8] = b"=";

/// Short scenarios of every part of the suite, each a suite of its own.
pub static SCENARIOS: LazyLock<Vec<Arc<Suite>>> = LazyLock::new(|| {
    const SHORT: usize = 8;
    let suite = Suite::embedded().expect("the embedded suite is right");
    let short: Vec<_> = suite.scenarios.iter().filter(|scenario| scenario.steps.len() <= SHORT).collect();
    let every = short.len().div_ceil(usize::from(u8::MAX));
    let alone = |scenario: &&todospec::suite::Scenario| {
        Arc::new(Suite {
            table: suite.table.clone(),
            scenarios: vec![(*scenario).clone()],
            sources: Vec::new(),
            digest: suite.digest.clone(),
            embedded: true,
        })
    };
    short.iter().step_by(every).map(alone).collect()
});

/// Plays one of the scenarios, the first byte says which, to an adapter that answers with the lines after it. Every report can be
/// made of what comes of it, and read.
pub fn bears(bytes: &[u8]) -> Verdict {
    let (first, lines) = bytes.split_first().unwrap_or((&0, &[]));
    let suite = &SCENARIOS[usize::from(*first) % SCENARIOS.len()];
    let mut adapter = Adapter { lines: lines.split(|byte| *byte == b'\n').collect(), reference: Reference::default() };
    adapter.lines.reverse();
    let selection = Selection::default();
    let played = run::scenarios(suite, &selection, &mut adapter, |_| {});
    let verdict = played.outcomes().first().map_or(Verdict::Inconclusive, |outcome| outcome.verdict);
    let run = played.judged(suite, &selection, Vec::new(), None);
    is_told(&run);
    verdict
}

fn is_told(run: &report::Run) {
    /// More than any report of one scenario needs: what an adapter prints without end is not printed without end.
    const MOST: usize = 100_000;
    let summary = run.to_string();
    is_printable(&summary);
    assert!(summary.len() < MOST, "{} bytes", summary.len());
    let json = report::json(run);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    is_printable(&report::junit(run));
}

struct Adapter<'a> {
    /// The lines that are to come, the last first.
    lines: Vec<&'a [u8]>,
    reference: Reference,
}

impl Adapter<'_> {
    /// The next answer, read as the harness reads it; `None` is the right one.
    fn next(&mut self, method: &'static str) -> Result<Option<String>, Trouble> {
        while let Some(line) = self.lines.pop() {
            if line == RIGHT {
                return Ok(None);
            }
            match read_line(line, ID) {
                Ok(Line::Aside) => {}
                Ok(Line::Result(result)) => return Ok(Some(result.to_owned())),
                Ok(Line::Error { code, message }) => return Err(Trouble::answered(method, code, message)),
                Err(wrong) => return Err(violation(&wrong.to_string(), &String::from_utf8_lossy(line))),
            }
        }
        Ok(None)
    }
}

fn violation(what: &str, came: &str) -> Trouble {
    let came = todospec::trace::shortened(came);
    let (sent, expected, slip, log) = Default::default();
    Trouble::Protocol(Box::new(Violation { what: what.to_owned(), sent, expected, came, slip, log }))
}

impl Implementation for Adapter<'_> {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        match self.next("hello")? {
            None => self.reference.hello(),
            Some(result) => read_hello(&result).map_err(|wrong| violation(&wrong.to_string(), &result)),
        }
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        let right = self.reference.perform(action);
        match self.next(todospec::trace::method(action)) {
            Ok(None) => right,
            Ok(Some(result)) => read_answer(action, &result).map_err(|wrong| violation(&wrong.to_string(), &result)),
            Err(Trouble::Rejected { message }) => Ok(Answer::Rejected { message }),
            Err(trouble) => Err(trouble),
        }
    }
}
