//! The JSON Schema of a scenario file, for editors: made from the tables that reading uses.

use serde_json::{Value, json};

use super::Reading;
use crate::model::{Clause, State};

/// The schema, draft 2020-12.
pub fn schema() -> Value {
    let clauses: Vec<_> = Clause::ALL.iter().map(|clause| clause.id()).collect();
    let readings: Vec<_> = Reading::ALL.iter().map(|reading| reading.id()).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "todospec scenario file",
        "type": "object",
        "additionalProperties": false,
        "required": ["about", "scenarios"],
        "properties": {
            "about": { "type": "string", "description": "One line on what the file shows." },
            "scenarios": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/scenario" } },
        },
        "$defs": {
            "scenario": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "clauses", "steps"],
                "properties": {
                    "name": { "type": "string", "description": "The fact it shows; unique over the suite." },
                    "clauses": {
                        "type": "array",
                        "minItems": 1,
                        "uniqueItems": true,
                        "items": { "enum": clauses },
                        "description": "The clauses that a wrong implementation is caught breaking here.",
                    },
                    "setup": { "$ref": "#/$defs/setup" },
                    "probe": { "enum": readings, "description": "The open point that it is there to see settled." },
                    "steps": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/step" } },
                },
            },
            "step": step(),
            "setup": {
                "type": "object",
                "additionalProperties": false,
                "required": ["one_active"],
                "properties": { "one_active": { "type": "boolean" } },
            },
            "item": item(),
            "items": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "seen": { "anyOf": [{ "enum": ["none", "unchanged"] }, { "$ref": "#/$defs/items" }] },
        },
    })
}

fn item() -> Value {
    let text = json!({ "type": "string" });
    let states: serde_json::Map<_, _> =
        State::ALL.into_iter().map(|state| (state.name().to_owned(), text.clone())).collect();
    json!({ "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false, "properties": states })
}

fn step() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
            "update": {
                "description": "Sends the whole list, or any JSON as the arguments.",
                "anyOf": [
                    { "$ref": "#/$defs/items" },
                    {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["raw"],
                        "properties": { "raw": {} },
                    },
                ],
            },
            "reply": { "type": "string", "description": "The reference's exact acknowledgement." },
            "refused": { "type": "string", "description": "The reference's exact refusal." },
            "turn": { "enum": ["start", "end"] },
            "setup": { "$ref": "#/$defs/setup" },
            "reopen": { "type": "string", "description": "The chat that is closed and opened again." },
            "plan_mode": { "enum": ["on", "off"] },
            "open": {
                "type": "object",
                "additionalProperties": false,
                "required": ["chat"],
                "properties": { "chat": { "type": "string" }, "helper_of": { "type": "string" } },
            },
            "chat": { "type": "string", "description": "The chat; `main` where left out, `none` for a run without one." },
            "list": { "$ref": "#/$defs/seen" },
            "plan": { "$ref": "#/$defs/seen" },
            "rows": {
                "description": "The recorded updates, oldest first.",
                "anyOf": [
                    { "enum": ["none", "unchanged"] },
                    { "type": "array", "items": { "$ref": "#/$defs/items" } },
                ],
            },
        },
    })
}
