//! Any implementation behind the adapter protocol, for another harness to drive.

use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Implementation, Trouble};
use crate::model::{Phase, Setup};
use crate::trace::{Action, Answer, Hello, REJECTED, UNKNOWN_METHOD, result};

#[derive(Deserialize)]
struct Request {
    id: Option<Value>,
    method: String,
    #[serde(default)]
    params: Value,
}

/// Answers requests, one a line, until the input ends.
pub fn serve(implementation: &mut dyn Implementation, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (id, answer) = match serde_json::from_slice::<Request>(&line) {
            Ok(Request { id: None, .. }) => continue,
            Ok(Request { id: Some(id), method, params }) => (id, answer(implementation, &method, &params)),
            Err(error) => (Value::Null, Err((-32700, format!("the line is no request: {error}")))),
        };
        let message = match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err((code, message)) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
            }
        };
        serde_json::to_writer(&mut output, &message)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

fn answer(implementation: &mut dyn Implementation, method: &str, params: &Value) -> Result<Value, (i64, String)> {
    if method == "hello" {
        return implementation.hello().map(|hello| hello_json(&hello)).map_err(|trouble| error(&trouble));
    }
    let action = match action(method, params) {
        Some(Ok(action)) => action,
        Some(Err(field)) => return Err((REJECTED, format!("`{method}` needs the param `{field}`"))),
        None => return Err((UNKNOWN_METHOD, format!("unknown method `{method}`"))),
    };
    match implementation.perform(&action) {
        Ok(Answer::Rejected { message }) => Err((REJECTED, message)),
        Ok(answer) => Ok(result(&answer)),
        Err(trouble) => Err(error(&trouble)),
    }
}

fn error(trouble: &Trouble) -> (i64, String) {
    const INTERNAL: i64 = -32603;
    (INTERNAL, trouble.to_string())
}

fn hello_json(hello: &Hello) -> Value {
    let capabilities: Vec<_> = hello.capabilities.iter().map(|capability| capability.name()).collect();
    let mut fields = json!({ "name": hello.name, "version": hello.version, "capabilities": capabilities });
    if let Some(setup) = hello.setup {
        fields["setup"] = json!({ "one_active": setup.one_active });
    }
    fields
}

/// The action that a request asks for; `None` for a method that nobody knows, or the param that is missing.
fn action(method: &str, params: &Value) -> Option<Result<Action, &'static str>> {
    let text = |field: &'static str| params[field].as_str().map(str::to_owned).ok_or(field);
    let flag = |value: &Value, field: &'static str| value[field].as_bool().ok_or(field);
    let setup = |value: &Value| flag(value, "one_active").map(|one_active| Setup { one_active });
    Some(match method {
        "begin" => setup(&params["setup"]).map(Action::Begin),
        "open" => text("chat").map(|chat| Action::Open { chat, helper_of: text("helper_of").ok() }),
        "write" => Ok(Action::Write { chat: text("chat").ok(), arguments: params["arguments"].clone() }),
        "turn" => text("chat").and_then(|chat| {
            let phase = match params["phase"].as_str() {
                Some("start") => Phase::Start,
                Some("end") => Phase::End,
                _ => return Err("phase"),
            };
            Ok(Action::Turn { chat, phase })
        }),
        "setup" => setup(params).map(Action::Setup),
        "reopen" => text("chat").map(|chat| Action::Reopen { chat }),
        "plan_mode" => text("chat").and_then(|chat| Ok(Action::PlanMode { chat, on: flag(params, "on")? })),
        "observe" => text("chat").map(|chat| Action::Observe { chat }),
        _ => return None,
    })
}
