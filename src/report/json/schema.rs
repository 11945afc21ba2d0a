use serde_json::{Map, Value, json};

use super::FORMAT;
use crate::model::Clause;
use crate::oracle::{Blame, Finding, Verdict};
use crate::report::{KnownState, RunVerdict};
use crate::suite::Reading;
use crate::trace::Capability;

/// The JSON Schema of a JSON report.
pub fn schema() -> Value {
    let runs = [RunVerdict::Conformant, RunVerdict::Nonconformant, RunVerdict::Inconclusive];
    let verdicts = [Verdict::Pass, Verdict::Fail, Verdict::NotApplicable, Verdict::Inconclusive];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A todospec report",
        "$ref": "#/$defs/report",
        "$defs": {
            "text": { "type": "string" },
            "count": { "type": "integer", "minimum": 0 },
            "clause": { "enum": Clause::ALL.iter().map(|clause| clause.id()).collect::<Vec<_>>() },
            "reading": { "enum": Reading::ALL.iter().map(|reading| reading.id()).collect::<Vec<_>>() },
            "capability": { "enum": Capability::ALL.map(Capability::name) },
            "level": { "enum": ["stated", "follows"] },
            "verdict": { "description": "of a clause or a scenario", "enum": verdicts.map(Verdict::name) },
            "run_verdict": { "description": "of the run", "enum": runs.map(RunVerdict::name) },
            "blame": { "description": "whose mistake it is", "enum": Blame::ALL.map(Blame::name) },
            "subject": { "description": "what was looked at", "enum": Finding::SUBJECTS },
            "report": report(),
            "implementation": implementation(),
            "clause_outcome": object(
                &[("id", of("clause")), ("level", of("level")), ("verdict", of("verdict")), ("scenarios", of("tally"))],
                &[],
            ),
            "tally": object(&verdicts.map(|verdict| (verdict.name(), of("count"))), &[]),
            "scenario": scenario(),
            "finding": object(
                &[
                    ("clause", of("clause")),
                    ("chat", json!({ "description": "null where no chat was behind it", "type": ["string", "null"] })),
                    ("subject", of("subject")),
                    ("allowed", of("text")),
                    ("seen", of("text")),
                ],
                &[
                    ("step", said("counted from one; 0 is before the first; only of a scenario", "count")),
                    ("line", said("of the step; only of a scenario", "count")),
                ],
            ),
            "settled": object(
                &[
                    ("id", of("reading")),
                    ("reading", of("text")),
                    ("facets", json!({ "type": "object", "additionalProperties": list("text") })),
                ],
                &[],
            ),
            "exploration": exploration(),
            "adequacy": object(
                &["killed", "faults", "explored", "conformant", "variants"].map(|name| (name, of("count"))),
                &[],
            ),
        },
    })
}

fn report() -> Value {
    object(
        &[
            ("format", json!({ "const": FORMAT })),
            ("tool", object(&[("name", of("text")), ("version", of("text"))], &[])),
            (
                "suite",
                object(
                    &[
                        ("version", of("text")),
                        ("digest", json!({ "description": "SHA-256", "type": "string" })),
                        ("scenarios", of("count")),
                        ("clauses", of("count")),
                    ],
                    &[],
                ),
            ),
            ("implementation", of("implementation")),
            ("verdict", of("run_verdict")),
            ("clauses", list("clause_outcome")),
            ("scenarios", list("scenario")),
            ("readings", list("settled")),
            ("messages_told", list("clause")),
            ("exploration", json!({ "anyOf": [{ "type": "null" }, of("exploration")] })),
            ("duration_ms", of("count")),
        ],
        &[
            ("filter", of("text")),
            ("partition", json!({ "type": "string", "pattern": "^[0-9]+/[0-9]+$" })),
            ("level", of("level")),
            ("required", list("capability")),
            ("missing", list("capability")),
            ("no_hello", object(&[("reason", of("text")), ("blame", of("blame"))], &[])),
            ("diagnosis", object(&[("fault", of("text")), ("says", of("text"))], &[])),
            ("adequacy", of("adequacy")),
            ("known_failures", known_failures()),
        ],
    )
}

fn known_failures() -> Value {
    let states = [
        KnownState::Known,
        KnownState::Expired,
        KnownState::Passes,
        KnownState::Changed(String::new()),
        KnownState::NotApplicable,
        KnownState::Untested,
        KnownState::NotRun,
    ];
    let states: Vec<_> = states.iter().map(KnownState::name).collect();
    let failure = object(
        &[
            ("scenario", of("text")),
            ("clause", of("clause")),
            ("seen", of("text")),
            ("state", json!({ "enum": states })),
        ],
        &[("issue", of("text")), ("expires", of("text"))],
    );
    let failures = json!({ "type": "array", "items": failure });
    object(&[("file", of("text")), ("ends_in", of("run_verdict")), ("failures", failures)], &[])
}

fn implementation() -> Value {
    object(
        &[
            ("name", of("text")),
            ("version", of("text")),
            ("command", list("text")),
            ("capabilities", list("capability")),
        ],
        &[("setup", object(&[("one_active", json!({ "type": "boolean" }))], &[]))],
    )
}

fn scenario() -> Value {
    object(
        &[
            ("id", of("text")),
            ("name", of("text")),
            ("file", of("text")),
            ("line", of("count")),
            ("clauses", list("clause")),
            ("verdict", of("verdict")),
            ("findings", list("finding")),
        ],
        &[
            ("reason", said("why it was not tested, or not to its end", "text")),
            ("blame", of("blame")),
            ("stopped_at", said("the line it was not tested beyond", "count")),
        ],
    )
}

fn exploration() -> Value {
    object(
        &[
            ("cases", of("count")),
            ("steps", of("count")),
            ("seed", json!({ "type": ["integer", "null"], "minimum": 0 })),
            ("counterexample", json!({ "type": ["string", "null"] })),
        ],
        &[("sequence", of("count")), ("findings", list("finding")), ("inconclusive", of("text"))],
    )
}

/// What is defined under this name.
fn of(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The same, with what it means here.
fn said(description: &str, name: &str) -> Value {
    json!({ "description": description, "$ref": format!("#/$defs/{name}") })
}

fn list(name: &str) -> Value {
    json!({ "type": "array", "items": of(name) })
}

/// An object with the fields it always has, those it may have, and no others.
fn object(always: &[(&str, Value)], maybe: &[(&str, Value)]) -> Value {
    let required: Vec<_> = always.iter().map(|(name, _)| *name).collect();
    let fields = always.iter().chain(maybe).map(|(name, field)| ((*name).to_owned(), field.clone()));
    let properties = fields.collect::<Map<_, _>>();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}
