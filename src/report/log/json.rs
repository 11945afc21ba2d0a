//! Logs as JSON, format 1.

use serde_json::{Map, Value, json};

use super::{Happening, LogOutcome, LogSetup, Moment, Sight, verdict_of};
use crate::suite::{Reading, Suite};
use crate::trace::SeenItem;

/// The report's format.
const FORMAT: u32 = 1;

/// What logs show, as JSON text.
pub fn logs_json(outcomes: &[LogOutcome], suite: &Suite) -> String {
    let report = json!({
        "format": FORMAT,
        "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
        "suite": { "version": suite.table.version, "digest": suite.digest },
        "verdict": verdict_of(outcomes.iter().map(LogOutcome::verdict)).name(),
        "logs": outcomes.iter().map(outcome).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&report).expect("a report is plain data") + "\n"
}

fn outcome(outcome: &LogOutcome) -> Value {
    let counts = outcome.counts;
    let mut fields = json!({
        "file": outcome.file,
        "format": outcome.format,
        "chat": outcome.chat,
        "parent": outcome.parent,
        "verdict": outcome.verdict().name(),
        "lines": counts.lines,
        "updates": counts.updates,
        "refusals": counts.refusals,
        "turns": counts.turns,
        "reopenings": counts.reopenings,
        "unjudged": counts.unjudged,
        "denied": counts.denied,
        "skipped_lines": counts.skipped,
        "unreadable_lines": counts.unreadable,
        "setup": setup(&outcome.setup),
        "findings": outcome.findings.iter().map(|found| json!({
            "clause": found.finding.clause.id(),
            "line": found.line,
            "subject": found.finding.subject,
            "allowed": found.finding.allowed,
            "seen": found.finding.seen,
        })).collect::<Vec<_>>(),
        "more_findings": outcome.more_findings,
        "readings": Reading::ALL.iter().filter_map(|reading| {
            Some(json!({ "id": reading.id(), "reading": outcome.readings.told(*reading)? }))
        }).collect::<Vec<_>>(),
    });
    if !outcome.timeline.is_empty() {
        fields["timeline"] = outcome.timeline.iter().map(moment).collect();
    }
    if let Some(at) = &outcome.at {
        fields["at"] = Value::Object(sight(at));
    }
    fields
}

fn setup(setup: &LogSetup) -> Value {
    let word = |one_active: bool| if one_active { "on" } else { "off" };
    match setup {
        LogSetup::Open => json!({ "one_active": null }),
        LogSetup::Named { one_active } => json!({ "one_active": word(*one_active), "named": true }),
        LogSetup::Shown(lines) => json!({
            "shown": lines.iter().map(|(line, on)| json!({ "line": line, "one_active": word(*on) })).collect::<Vec<_>>(),
        }),
    }
}

fn moment(moment: &Moment) -> Value {
    let (kind, more) = match &moment.what {
        Happening::TurnStart => ("turn-start", json!({})),
        Happening::TurnEnd => ("turn-end", json!({})),
        Happening::Reopened => ("reopened", json!({})),
        Happening::Unasked => ("record", json!({})),
        Happening::Update { arguments, reply, record } => (
            "update",
            json!({
                "arguments": arguments,
                "reply": reply.as_ref().map(|(line, reply)| {
                    json!({ "line": line, "text": reply.text, "is_error": reply.is_error })
                }),
                "record_line": record,
            }),
        ),
    };
    let mut fields = Map::from_iter([("line".to_owned(), json!(moment.line)), ("what".to_owned(), json!(kind))]);
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    fields.extend(sight(&moment.sight));
    Value::Object(fields)
}

fn sight(sight: &Sight) -> Map<String, Value> {
    Map::from_iter([
        ("list".to_owned(), items(sight.list.as_deref())),
        ("plan".to_owned(), items(sight.plan.as_deref())),
    ])
}

fn items(items: Option<&[SeenItem]>) -> Value {
    let item = |item: &SeenItem| json!({ "content": item.content, "status": item.status });
    items.map_or(Value::Null, |items| items.iter().map(item).collect())
}
