//! The JSON report, format 1: written from a run, and read back to one.

mod read;
mod recorded;
mod schema;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RunVerdict, Score, Tally};
use crate::oracle::{Blame, Verdict};
use crate::suite::Level;

pub use read::{ReportError, read};
pub use recorded::{Recorded, recorded};
pub use schema::schema;
pub use write::json;

/// The report's format.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Report {
    format: u32,
    tool: Tool,
    suite: SuitePart,
    implementation: ImplementationPart,
    verdict: RunVerdict,
    clauses: Vec<ClausePart>,
    scenarios: Vec<ScenarioPart>,
    readings: Vec<ReadingPart>,
    messages_told: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    filter: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    required: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_hello: Option<NoHelloPart>,
    exploration: Option<ExplorationPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    diagnosis: Option<DiagnosisPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adequacy: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known_failures: Option<KnownPart>,
    duration_ms: u64,
}

#[derive(Serialize, Deserialize)]
struct Tool {
    name: String,
    version: String,
}

#[derive(Serialize, Deserialize)]
struct SuitePart {
    version: String,
    digest: String,
    scenarios: usize,
    clauses: usize,
}

#[derive(Serialize, Deserialize)]
struct ImplementationPart {
    name: String,
    version: String,
    command: Vec<String>,
    capabilities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<SetupPart>,
}

#[derive(Serialize, Deserialize)]
struct SetupPart {
    one_active: bool,
}

#[derive(Serialize, Deserialize)]
struct ClausePart {
    id: String,
    level: Level,
    verdict: Verdict,
    scenarios: Tally,
}

#[derive(Serialize, Deserialize)]
struct ScenarioPart {
    id: String,
    name: String,
    file: String,
    line: usize,
    clauses: Vec<String>,
    verdict: Verdict,
    findings: Vec<FindingPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blame: Option<Blame>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stopped_at: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct FindingPart {
    clause: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    chat: Option<String>,
    subject: String,
    allowed: String,
    seen: String,
}

#[derive(Serialize, Deserialize)]
struct ReadingPart {
    id: String,
    reading: String,
    facets: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize, Deserialize)]
struct NoHelloPart {
    reason: String,
    blame: Blame,
}

#[derive(Serialize, Deserialize)]
struct ExplorationPart {
    cases: usize,
    steps: usize,
    seed: Option<u64>,
    counterexample: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sequence: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    findings: Vec<FindingPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inconclusive: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct DiagnosisPart {
    fault: String,
    says: String,
}

#[derive(Serialize, Deserialize)]
struct KnownPart {
    file: String,
    ends_in: RunVerdict,
    failures: Vec<KnownFailurePart>,
}

#[derive(Serialize, Deserialize)]
struct KnownFailurePart {
    scenario: String,
    clause: String,
    seen: String,
    state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issue: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
}
