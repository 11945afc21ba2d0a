use serde_json::{Value, json};

use super::LOG_FORMAT;

/// The JSON Schema of one line of a log.
pub fn schema() -> Value {
    let chain =
        json!({ "type": "string", "pattern": "^[0-9a-f]{16}$", "description": "of this line and all before it" });
    let text = json!({ "type": "string" });
    let count = json!({ "type": "integer", "minimum": 0 });
    let line = |title: &str, required: &[&str], properties: Value| {
        let mut properties = properties;
        properties["chain"] = chain.clone();
        let required: Vec<_> = required.iter().chain(&["chain"]).collect();
        json!({
            "title": title, "type": "object", "required": required, "properties": properties,
            "additionalProperties": false,
        })
    };
    let tested = json!({
        "type": "object", "required": ["name", "version", "capabilities"], "additionalProperties": false,
        "properties": {
            "name": text, "version": text, "one_active": { "type": "boolean" },
            "capabilities": { "type": "array", "items": text },
        },
    });
    let file = json!({
        "type": "object", "required": ["word", "sha256"], "additionalProperties": false,
        "properties": { "word": text, "sha256": text },
    });
    let run = json!({
        "type": "object", "required": ["scenarios", "sequences", "max_steps", "seed"], "additionalProperties": false,
        "properties": {
            "scenarios": { "type": "boolean" }, "filter": text, "partition": text, "stated_only": { "type": "boolean" },
            "required": { "type": "array", "items": text }, "sequences": count, "max_steps": count, "seed": count,
        },
    });
    let unanswered = json!({
        "type": "object", "required": ["reason", "blame", "ended"], "additionalProperties": false,
        "properties": { "reason": text, "blame": text, "ended": { "type": "boolean" } },
    });
    let side = json!({ "const": "implementation" });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a todospec trace",
        "oneOf": [
            line("the first line", &["todospec_trace", "tool", "suite", "digest", "implementation", "command", "run"], json!({
                "todospec_trace": { "const": LOG_FORMAT }, "tool": text, "suite": text, "digest": text,
                "implementation": tested, "command": { "type": "array", "items": text }, "run": run,
                "files": { "type": "array", "items": file },
            })),
            line("a scenario begins", &["scenario"], json!({ "scenario": text })),
            line("a random sequence begins", &["sequence"], json!({ "sequence": count })),
            line("a sequence is made shorter", &["shortening"], json!({ "shortening": count })),
            line("a request", &["at_us", "to", "method", "params"], json!({
                "at_us": count, "to": side, "method": text, "params": { "type": "object" },
            })),
            line("its result", &["at_us", "from", "result"], json!({ "at_us": count, "from": side, "result": {} })),
            line("its refusal as invalid (-32602)", &["at_us", "from", "rejected"], json!({
                "at_us": count, "from": side, "rejected": text,
            })),
            line("why it has no answer", &["at_us", "from", "unanswered"], json!({
                "at_us": count, "from": side, "unanswered": unanswered,
            })),
            line("the last line", &["end"], json!({
                "end": {
                    "type": "object", "required": ["lines", "messages"], "additionalProperties": false,
                    "properties": { "lines": count, "messages": count },
                },
            })),
        ],
    })
}
