//! The certificate: a run as an in-toto Statement with the predicate Test Result, to be signed by whoever answers for it.
//!
//! What the predicate has no field for stands in one object of ours, `todospec`. Everything in a certificate follows from
//! the trace beside it and from the suite, so that it can be derived again and compared, field by field.

mod difference;
mod read;
mod told;
mod write;

use serde::{Deserialize, Serialize};

use super::{RunVerdict, Score};
use crate::suite::Level;
use crate::trace::log::TestedFile;

pub use difference::Difference;
pub use read::CertificateError;
pub use told::{FilesNow, changed, verified};
pub use write::{Evidence, NoCertificate};

const STATEMENT: &str = "https://in-toto.io/Statement/v1";
const TEST_RESULT: &str = "https://in-toto.io/attestation/test-result/v0.1";
const FORMAT: u32 = 1;
/// What a certificate is worth, in every certificate.
const WORTH: &str = "self-attested and not signed: whoever ran todospec made it. The trace shows what was asked and answered, and \
                     the verdicts follow from it; that these files gave the answers, and who ran them, it does not prove";

/// A certificate: plain data, as it is written and read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    #[serde(rename = "_type")]
    statement: String,
    subject: Vec<Resource>,
    #[serde(rename = "predicateType")]
    predicate_type: String,
    predicate: Predicate,
}

/// A resource descriptor of in-toto.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Resource {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<DigestSet>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DigestSet {
    sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Predicate {
    result: TestResult,
    configuration: Vec<Resource>,
    #[serde(rename = "passedTests")]
    passed: Vec<String>,
    #[serde(rename = "warnedTests")]
    warned: Vec<String>,
    #[serde(rename = "failedTests")]
    failed: Vec<String>,
    todospec: Details,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum TestResult {
    Passed,
    Warned,
    Failed,
}

/// What Test Result has no field for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Details {
    format: u32,
    tool: Tool,
    suite: SuitePart,
    implementation: ImplementationPart,
    verdict: RunVerdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    required: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    not_certified: Vec<NotCertified>,
    readings: Vec<ReadingPart>,
    exploration: Option<ExplorationPart>,
    adequacy: Option<Score>,
    trace: TracePart,
    worth: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    name: String,
    version: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuitePart {
    version: String,
    digest: String,
    embedded: bool,
    scenarios: usize,
    clauses: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImplementationPart {
    name: String,
    version: String,
    command: Vec<String>,
    files: Vec<TestedFile>,
    capabilities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_active: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotCertified {
    clause: String,
    verdict: String,
    why: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingPart {
    id: String,
    reading: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplorationPart {
    seed: u64,
    planned: usize,
    sequences: usize,
    steps: usize,
    max_steps: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TracePart {
    file: String,
    sha256: String,
}

impl Certificate {
    /// The file name of the trace that it was made from.
    pub fn trace_file(&self) -> &str {
        &self.predicate.todospec.trace.file
    }

    /// The digest of that trace.
    pub fn trace_digest(&self) -> &str {
        &self.predicate.todospec.trace.sha256
    }

    /// The version of the tool that made it.
    pub fn tool(&self) -> &str {
        &self.predicate.todospec.tool.version
    }

    /// The version and the digest of the suite.
    pub fn suite(&self) -> (&str, &str) {
        let suite = &self.predicate.todospec.suite;
        (&suite.version, &suite.digest)
    }

    /// The command that started the implementation; empty in process.
    pub fn command(&self) -> &[String] {
        &self.predicate.todospec.implementation.command
    }

    /// The files of that command.
    pub fn files(&self) -> &[TestedFile] {
        &self.predicate.todospec.implementation.files
    }
}
