//! The JSON report, format 1.

use serde::Serialize;

use super::{Extent, Run, RunVerdict, Score, Tally, Unseen};
use crate::oracle::{Blame, Verdict};
use crate::suite::{Level, Reading};

/// The report's format.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    tool: Named<'a>,
    suite: SuitePart<'a>,
    implementation: ImplementationPart<'a>,
    verdict: RunVerdict,
    clauses: Vec<ClausePart<'a>>,
    scenarios: Vec<ScenarioPart<'a>>,
    readings: Vec<ReadingPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<&'a str>,
    exploration: Option<ExplorationPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnosis: Option<DiagnosisPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adequacy: Option<Score>,
    duration_ms: u64,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct SuitePart<'a> {
    version: &'a str,
    digest: &'a str,
    scenarios: usize,
    clauses: usize,
}

#[derive(Serialize)]
struct ImplementationPart<'a> {
    name: &'a str,
    version: &'a str,
    command: &'a [String],
    capabilities: Vec<&'a str>,
}

#[derive(Serialize)]
struct ClausePart<'a> {
    id: &'a str,
    level: Level,
    verdict: Verdict,
    scenarios: Tally,
}

#[derive(Serialize)]
struct ScenarioPart<'a> {
    id: &'a str,
    name: &'a str,
    file: &'a str,
    line: usize,
    clauses: Vec<&'a str>,
    verdict: Verdict,
    findings: Vec<FindingPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blame: Option<Blame>,
}

#[derive(Serialize)]
struct FindingPart<'a> {
    clause: &'a str,
    step: usize,
    line: usize,
    chat: Option<&'a str>,
    subject: &'a str,
    allowed: &'a str,
    seen: &'a str,
}

#[derive(Serialize)]
struct ReadingPart<'a> {
    id: &'a str,
    reading: String,
}

#[derive(Serialize)]
struct ExplorationPart<'a> {
    cases: usize,
    steps: usize,
    seed: Option<u64>,
    counterexample: Option<&'a str>,
}

#[derive(Serialize)]
struct DiagnosisPart<'a> {
    fault: &'a str,
    says: &'a str,
}

/// The report as JSON text.
pub fn json(run: &Run) -> String {
    let report = Report {
        format: FORMAT,
        tool: Named { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        suite: SuitePart {
            version: &run.suite.table.version,
            digest: &run.suite.digest,
            scenarios: run.scenarios.len(),
            clauses: run.clauses.len(),
        },
        implementation: ImplementationPart {
            name: &run.implementation.name,
            version: &run.implementation.version,
            command: &run.implementation.command,
            capabilities: run.implementation.capabilities.iter().map(|capability| capability.name()).collect(),
        },
        verdict: run.verdict,
        clauses: run
            .clauses
            .iter()
            .map(|outcome| ClausePart {
                id: outcome.clause.id(),
                level: outcome.level,
                verdict: outcome.verdict,
                scenarios: outcome.scenarios,
            })
            .collect(),
        scenarios: run.scenarios.iter().map(scenario).collect(),
        readings: Reading::ALL
            .iter()
            .filter_map(|reading| Some(ReadingPart { id: reading.id(), reading: run.readings.told(*reading)? }))
            .collect(),
        missing: run.missing.iter().map(|capability| capability.name()).collect(),
        exploration: run.exploration.as_ref().map(|explored| ExplorationPart {
            cases: explored.cases,
            steps: explored.steps,
            seed: match explored.extent {
                Extent::Seed(seed) => Some(seed),
                Extent::Every { .. } => None,
            },
            counterexample: explored.counterexample.as_deref(),
        }),
        diagnosis: run.diagnosis.as_ref().map(|(fault, says)| DiagnosisPart { fault, says }),
        adequacy: run.score,
        duration_ms: u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
    };
    serde_json::to_string_pretty(&report).expect("a report is plain data") + "\n"
}

fn scenario(outcome: &super::ScenarioOutcome) -> ScenarioPart<'_> {
    let (reason, blame) = match &outcome.unseen {
        None => (None, None),
        Some(Unseen::NotApplicable(reason) | Unseen::NotTried(reason)) => (Some(reason.as_str()), None),
        Some(Unseen::Inconclusive { reason, blame, .. }) => (Some(reason.as_str()), Some(*blame)),
    };
    ScenarioPart {
        id: &outcome.id,
        name: &outcome.name,
        file: &outcome.file,
        line: outcome.line,
        clauses: outcome.clauses.iter().map(|clause| clause.id()).collect(),
        verdict: outcome.verdict,
        findings: outcome
            .findings
            .iter()
            .map(|placed| FindingPart {
                clause: placed.finding.clause.id(),
                step: placed.step,
                line: placed.line,
                chat: placed.finding.chat.as_deref(),
                subject: placed.finding.subject,
                allowed: &placed.finding.allowed,
                seen: &placed.finding.seen,
            })
            .collect(),
        reason,
        blame,
    }
}
