//! The report in the Common Test Report Format, <https://ctrf.io>: a test is a scenario.

use serde_json::{Value, json};

use super::junit::finding_at;
use super::terminal::verdict_line;
use super::{Run, ScenarioOutcome, Unseen};
use crate::oracle::Verdict;

/// The version of the format.
const SPEC_VERSION: &str = "0.0.0";

/// The report as CTRF. What does not apply is skipped, what could not be tested is other. A run knows how long it took and
/// not when it was, so it starts at 0; nor is a scenario's time known.
pub fn ctrf(run: &Run) -> String {
    let count = |status| run.scenarios.iter().filter(|outcome| self::status(outcome.verdict) == status).count();
    let implementation = &run.implementation;
    let report = json!({
        "reportFormat": "CTRF",
        "specVersion": SPEC_VERSION,
        "generatedBy": concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")),
        "results": {
            "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
            "summary": {
                "tests": run.scenarios.len(),
                "passed": count("passed"),
                "failed": count("failed"),
                "skipped": count("skipped"),
                "pending": 0,
                "other": count("other"),
                "suites": files(run),
                "start": 0,
                "stop": u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
                "extra": { "verdict": run.verdict.name(), "told": verdict_line(run) },
            },
            "tests": run.scenarios.iter().map(test).collect::<Vec<_>>(),
            "environment": {
                "appName": implementation.name,
                "appVersion": implementation.version,
                "extra": { "suite": run.suite.table.version, "digest": run.suite.digest },
            },
        },
    });
    serde_json::to_string_pretty(&report).expect("a report is plain data") + "\n"
}

fn files(run: &Run) -> usize {
    run.scenarios.iter().map(|outcome| outcome.file.as_str()).collect::<std::collections::BTreeSet<_>>().len()
}

fn status(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "passed",
        Verdict::Fail => "failed",
        Verdict::NotApplicable => "skipped",
        Verdict::Inconclusive => "other",
    }
}

fn test(outcome: &ScenarioOutcome) -> Value {
    let mut fields = json!({
        "name": outcome.name,
        "status": status(outcome.verdict),
        "duration": 0,
        "suite": [outcome.file],
        "filePath": outcome.file,
        "line": outcome.line,
        "rawStatus": outcome.verdict.name(),
        "tags": outcome.clauses.iter().map(|clause| clause.id()).collect::<Vec<_>>(),
        "extra": { "id": outcome.id },
    });
    if let Some(message) = message(outcome) {
        fields["message"] = message.into();
    }
    if !outcome.findings.is_empty() {
        let told = outcome.findings.iter().map(|placed| {
            finding_at(&format!("{}:{}: step {}", outcome.file, placed.line, placed.step), &placed.finding)
        });
        fields["trace"] = told.collect::<Vec<_>>().join("\n").into();
    }
    fields
}

fn message(outcome: &ScenarioOutcome) -> Option<String> {
    if let Some(first) = outcome.findings.first() {
        return Some(format!("the clause {} is broken", first.finding.clause));
    }
    outcome.unseen.as_ref().map(|unseen| match unseen {
        Unseen::NotApplicable(reason) | Unseen::NotTried(reason) => reason.clone(),
        Unseen::Inconclusive { reason, blame, .. } => format!("a mistake of the {}: {reason}", blame.name()),
    })
}
