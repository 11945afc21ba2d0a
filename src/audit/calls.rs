//! Calls, their records and their results brought together, though several may be on their way at once.

use serde_json::Value;

use crate::trace::{Reply, SeenItem};

/// An update of a log, or a record without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The line it begins at.
    pub line: usize,
    /// What was sent; `None` for a record that no update asked for.
    pub arguments: Option<Value>,
    /// Its reply, and the reply's line; `None` where it has none of its own.
    pub reply: Option<(usize, Reply)>,
    /// Its record, and the record's line.
    pub record: Option<(usize, Vec<SeenItem>)>,
}

/// Calls on their way, in the order in which they were made.
#[derive(Debug, Default)]
pub struct Calls(Vec<Call>);

#[derive(Debug)]
struct Call {
    id: String,
    /// Whether nothing more will be heard of it.
    over: bool,
    logged: Logged,
}

impl Calls {
    /// A call was made.
    pub fn call(&mut self, line: usize, id: String, arguments: Value) {
        let logged = Logged { line, arguments: Some(arguments), reply: None, record: None };
        self.0.push(Call { id, over: false, logged });
    }

    /// Something was recorded: by the call that sent it, else by the one that sent what is most like it.
    pub fn record(&mut self, line: usize, items: Vec<SeenItem>) {
        let free = self.0.iter_mut().filter(|call| call.logged.record.is_none() && call.logged.arguments.is_some());
        let likest = free.rev().max_by_key(|call| call.logged.arguments.as_ref().map(|sent| likeness(sent, &items)));
        match likest {
            Some(call) => call.logged.record = Some((line, items)),
            None => {
                let logged = Logged { line, arguments: None, reply: None, record: Some((line, items)) };
                self.0.push(Call { id: String::new(), over: true, logged });
            }
        }
    }

    /// A call was answered; `None` where that is no answer of its own. Whether there is such a call.
    pub fn result(&mut self, line: usize, id: &str, reply: Option<Reply>) -> bool {
        let call = self.0.iter_mut().find(|call| !call.over && call.id == id);
        let Some(call) = call else { return false };
        call.over = true;
        call.logged.reply = reply.map(|reply| (line, reply));
        true
    }

    /// Nothing more will be heard of any call.
    pub fn all_over(&mut self) {
        self.0.iter_mut().for_each(|call| call.over = true);
    }

    /// The next update that everything is known of. Updates follow one another as they were recorded, so one waits for
    /// those that recorded before it.
    pub fn next(&mut self) -> Option<Logged> {
        let recorded = |call: &Call| call.logged.record.as_ref().map(|(line, _)| *line);
        let first = self.0.iter().filter_map(recorded).min();
        let at = self.0.iter().position(|call| call.over && (recorded(call).is_none() || recorded(call) == first))?;
        Some(self.0.remove(at).logged)
    }
}

/// How like a record is to what was sent: the same list, else the more the more texts they share.
fn likeness(sent: &Value, items: &[SeenItem]) -> usize {
    let Some(todos) = sent.get("todos").and_then(Value::as_array) else { return 0 };
    let texts: Vec<_> = todos.iter().map(|item| item.get("content").and_then(Value::as_str).map(str::trim)).collect();
    let states = || todos.iter().map(|item| item.get("status").and_then(Value::as_str));
    let text = |item: &SeenItem| item.content.as_deref().map(|text| text.trim().to_owned());
    let shared = items.iter().filter(|item| texts.contains(&text(item).as_deref())).count();
    let in_place = items.iter().zip(&texts).filter(|(item, sent)| text(item).as_deref() == **sent).count();
    let alike = items.iter().zip(states()).filter(|(item, sent)| item.status.as_deref() == *sent).count();
    let same = in_place == texts.len() && alike == texts.len() && items.len() == texts.len();
    if same { usize::MAX } else { shared * 4 + in_place * 2 + alike + usize::from(items.len() == texts.len()) }
}
