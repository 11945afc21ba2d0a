//! Answers in their form on the wire.

use serde_json::{Map, Value, json};

use super::{Answer, Observation, SeenItem};

/// The result that says an answer; read again by [`read_answer`](super::read_answer), it is the same.
pub fn result(answer: &Answer) -> Value {
    match answer {
        Answer::Done | Answer::Rejected { .. } => json!({}),
        Answer::Reply(reply) => match reply.is_error {
            Some(is_error) => json!({ "text": reply.text, "is_error": is_error }),
            None => json!({ "text": reply.text }),
        },
        Answer::Seen(seen) => observation(seen),
    }
}

fn observation(seen: &Observation) -> Value {
    let mut fields = Map::new();
    for (name, items) in [("list", &seen.list), ("plan", &seen.plan)] {
        if let Some(items) = items {
            fields.insert(name.to_owned(), items.as_deref().map_or(Value::Null, self::items));
        }
    }
    if let Some(rows) = &seen.rows {
        let rows = rows.iter().map(|row| json!({ "title": row.title, "items": items(&row.items) }));
        fields.insert("rows".to_owned(), rows.collect());
    }
    Value::Object(fields)
}

fn items(items: &[SeenItem]) -> Value {
    items.iter().map(item).collect()
}

fn item(item: &SeenItem) -> Value {
    let mut fields = Map::new();
    for (name, text) in
        [("content", item.content.as_deref()), ("status", item.status.as_deref()), ("label", item.label.as_deref())]
    {
        if let Some(text) = text {
            fields.insert(name.to_owned(), json!(text));
        }
    }
    for extra in &item.extra {
        // A text or state that was no text is kept with its value.
        let odd = extra.split_once(": ").filter(|(name, _)| matches!(*name, "content" | "status"));
        let value = odd.and_then(|(name, value)| Some((name, serde_json::from_str(value).ok()?)));
        let (name, value) = value.unwrap_or((extra, Value::Bool(true)));
        fields.insert(name.to_owned(), value);
    }
    Value::Object(fields)
}
