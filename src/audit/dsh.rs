//! The session log of DeepSeek Harness: `session.jsonl`, one event a line.
//!
//! The first line is a header. `turn/start` and `turn/end` are turns, `tool/call` and `tool/result` of `todo_write` an update
//! and its reply, `todo/write` the record. A turn that starts while one is open, and `session/end-seed`, say that the chat was
//! opened again. All else, packed rows among it, is passed over.

use std::borrow::Cow;
use std::io::{self, BufRead};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::calls::{Calls, Logged};
use super::judge::Judge;
use super::lines::Lines;
use super::{Audited, Format, Options};
use crate::model::{Phase, REFUSAL_PREFIX};
use crate::report::Sight;
use crate::trace::{Reply, SeenItem};

/// The format.
pub const FORMAT: Format = Format { name: "dsh", of: "DeepSeek Harness", is, audit };

/// The tool behind the list.
const TOOL: &str = "todo_write";
/// How the refusals of the tool itself begin.
const OWN_REFUSALS: [&str; 2] = ["Error: invalid todo", "Error: todo_write requires"];
/// Results that the harness writes for a call whose own it never had.
const NOT_ITS_OWN: [&str; 4] = ["ABORTED", "ABORTED_BEFORE_DISPATCH", "TOOL_OUTCOME_UNKNOWN", "TOOL_NOT_STARTED"];

fn is(lines: &[&[u8]]) -> bool {
    let event = |line: &&[u8]| {
        let Ok(event) = serde_json::from_slice::<Event<'_>>(line) else { return false };
        match event.kind.as_ref() {
            "session" => serde_json::from_slice::<Header>(line).is_ok_and(|header| header.id.is_some()),
            kind => event.data.is_some() && kind.contains('/'),
        }
    };
    lines.iter().any(event)
}

fn audit(log: &mut dyn BufRead, options: &Options) -> io::Result<Audited> {
    let mut reader = Reader {
        judge: Judge::new(FORMAT.name, options),
        calls: Calls::default(),
        begun: false,
        sight: Sight::default(),
    };
    let mut lines = Lines::of(log);
    while let Some(line) = lines.next()? {
        let number = reader.judge.outcome().counts.lines + 1;
        let read = reader.line(line, number);
        let counts = &mut reader.judge.outcome().counts;
        counts.lines = number;
        match read {
            Read::Told => {}
            Read::Skipped => counts.skipped += 1,
            Read::Unreadable => counts.unreadable += 1,
        }
        if options.at == Some(number) {
            reader.judge.outcome().at = Some(reader.sight.clone());
        }
    }
    reader.over();
    Ok(reader.judge.done())
}

/// What came of a line.
enum Read {
    /// It tells of the list.
    Told,
    /// It is about something else.
    Skipped,
    /// It is no event.
    Unreadable,
}

struct Reader<'a> {
    judge: Judge<'a>,
    calls: Calls,
    /// Whether a header or an event was read.
    begun: bool,
    /// List and plan as of the newest line.
    sight: Sight,
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(rename = "surfaceOp", borrow)]
    surface: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Header {
    id: Option<String>,
    #[serde(rename = "parentSession")]
    parent: Option<String>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(rename = "callId", alias = "subCallId")]
    id: String,
    name: String,
    arguments: Value,
}

#[derive(Deserialize)]
struct CallResult {
    message: Message,
    error: Option<HarnessError>,
}

#[derive(Deserialize)]
struct Message {
    content: Vec<ResultBlock>,
}

#[derive(Deserialize)]
struct ResultBlock {
    #[serde(rename = "toolCallId")]
    call: String,
    content: Vec<Value>,
    #[serde(rename = "isError")]
    is_error: Option<bool>,
}

#[derive(Deserialize)]
struct HarnessError {
    code: Option<String>,
}

#[derive(Deserialize)]
struct Dispatched {
    #[serde(rename = "subCallId")]
    call: String,
    content: Vec<Value>,
    #[serde(rename = "isError")]
    is_error: Option<bool>,
}

#[derive(Deserialize)]
struct Record {
    todos: Value,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8], number: usize) -> Read {
        let Ok(event) = serde_json::from_slice::<Event<'_>>(line) else { return Read::Unreadable };
        let data = || event.data.map_or("null", RawValue::get);
        let begun = std::mem::replace(&mut self.begun, true);
        let told = match event.kind.as_ref() {
            "session" => serde_json::from_slice(line).ok().map(|header| self.header(header, begun)),
            "turn/start" => {
                self.sight.plan = None;
                self.turn(number, Phase::Start);
                Some(())
            }
            "turn/end" => {
                self.turn(number, Phase::End);
                Some(())
            }
            "session/end-seed" => {
                self.over();
                self.judge.reopened(number);
                Some(())
            }
            "tool/call" | "tool/code-dispatch-start" => {
                serde_json::from_str(data()).ok().and_then(|call| self.call(number, call))
            }
            // A result that takes another's place shortens what the model reads of it; the reply was the first.
            "tool/result" if event.surface.is_none_or(|surface| surface.get() == "\"append\"") => {
                serde_json::from_str(data()).ok().and_then(|result| self.result(number, result))
            }
            "tool/code-dispatch" => {
                serde_json::from_str(data()).ok().and_then(|result| self.dispatched(number, &result))
            }
            "todo/write" => serde_json::from_str(data()).ok().map(|record: Record| self.record(number, &record.todos)),
            _ => None,
        };
        self.settle();
        told.map_or(Read::Skipped, |()| Read::Told)
    }

    fn header(&mut self, header: Header, begun: bool) {
        if begun {
            self.over();
            self.judge.begin();
            self.sight = Sight::default();
        }
        let outcome = self.judge.outcome();
        outcome.chat = header.id;
        outcome.parent = header.parent;
    }

    fn turn(&mut self, line: usize, phase: Phase) {
        self.over();
        self.judge.turn(line, phase);
    }

    fn call(&mut self, line: usize, call: Call) -> Option<()> {
        if call.name != TOOL {
            return None;
        }
        let encoded = call.arguments.as_str().and_then(|text| serde_json::from_str(text).ok());
        self.calls.call(line, call.id, encoded.unwrap_or(call.arguments));
        Some(())
    }

    fn result(&mut self, line: usize, result: CallResult) -> Option<()> {
        let block = result.message.content.into_iter().next()?;
        let code = result.error.and_then(|error| error.code);
        let own = code.is_none_or(|code| !NOT_ITS_OWN.contains(&code.as_str()));
        let reply = own.then(|| Reply { text: text(&block.content), is_error: block.is_error });
        self.calls.result(line, &block.call, reply).then_some(())
    }

    fn dispatched(&mut self, line: usize, result: &Dispatched) -> Option<()> {
        let reply = Reply { text: text(&result.content), is_error: result.is_error };
        self.calls.result(line, &result.call, Some(reply)).then_some(())
    }

    fn record(&mut self, line: usize, todos: &Value) {
        let items = items(todos);
        self.sight = Sight { list: Some(items.clone()), plan: Some(items.clone()) };
        self.calls.record(line, items);
    }

    /// No call that is on its way will be heard of again.
    fn over(&mut self) {
        self.calls.all_over();
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(logged) = self.calls.next() {
            if may_be_denied(&logged) {
                self.judge.perhaps_denied(logged);
            } else {
                self.judge.logged(logged);
            }
        }
    }
}

/// Whether a refusal may be the harness's, whose policy can deny a call before the tool sees it: it is worded as no refusal
/// of the tool begins, and records nothing.
fn may_be_denied(logged: &Logged) -> bool {
    let another =
        |text: &str| text.starts_with(REFUSAL_PREFIX) && !OWN_REFUSALS.iter().any(|own| text.starts_with(own));
    let denied = |(_, reply): &(usize, Reply)| reply.is_error == Some(true) && another(&reply.text);
    logged.record.is_none() && logged.reply.as_ref().is_some_and(denied)
}

/// The text of content blocks.
fn text(blocks: &[Value]) -> String {
    let texts: Vec<_> = blocks.iter().filter_map(|block| block.get("text")?.as_str()).collect();
    texts.join("\n")
}

/// Recorded items, whatever their shape: what is no item has neither text nor state.
fn items(todos: &Value) -> Vec<SeenItem> {
    let shapeless = |value: &Value| SeenItem { extra: vec![value.to_string()], ..SeenItem::default() };
    let item = |value: &Value| SeenItem::deserialize(value).unwrap_or_else(|_| shapeless(value));
    match todos {
        Value::Array(items) => items.iter().map(item).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => vec![shapeless(todos)],
    }
}
