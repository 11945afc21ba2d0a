use std::sync::Arc;
use std::time::Duration;

use super::{ExplorationPart, FORMAT, FindingPart, ImplementationPart, Report, ScenarioPart};
use crate::model::{Clause, Setup};
use crate::oracle::{Finding, Readings, Verdict};
use crate::report::{ClauseOutcome, Exploration, Extent, Identity, Placed, Run, ScenarioOutcome, Unseen};
use crate::suite::{Level, Reading, Suite};
use crate::trace::{Capabilities, Capability};

/// Why a text is no report of this tool on this suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// It cannot be read.
    #[error("it is no JSON report: {0}")]
    Shape(String),
    /// It has another format.
    #[error("it has format {0}, and this todospec reads format {FORMAT}")]
    Format(u32),
    /// Another version of the tool wrote it.
    #[error("todospec {0} wrote it, and this is todospec {version}", version = env!("CARGO_PKG_VERSION"))]
    Tool(String),
    /// It is about another suite.
    #[error("it is about suite {version} (sha256 {digest}), and this is suite {ours}")]
    Suite {
        /// The version of its suite.
        version: String,
        /// The digest of its suite.
        digest: String,
        /// The version and digest of this one.
        ours: String,
    },
    /// A word in it is unknown.
    #[error("`{word}` is no {kind}")]
    Unknown {
        /// What it should be.
        kind: &'static str,
        /// The word.
        word: String,
    },
}

/// Reads a report that was written by [`json`](super::json), of this version of the tool and about this suite.
pub fn read(text: &str, suite: &Arc<Suite>) -> Result<Run, ReportError> {
    let report: Report = serde_json::from_str(text).map_err(|wrong| ReportError::Shape(wrong.to_string()))?;
    if report.format != FORMAT {
        return Err(ReportError::Format(report.format));
    }
    if report.tool.version != env!("CARGO_PKG_VERSION") {
        return Err(ReportError::Tool(report.tool.version));
    }
    if report.suite.digest != suite.digest || report.suite.version != suite.table.version {
        let short = |digest: &str| digest.chars().take(12).collect::<String>();
        let ours = format!("{} (sha256 {})", suite.table.version, short(&suite.digest));
        let digest = short(&report.suite.digest);
        return Err(ReportError::Suite { version: report.suite.version, digest, ours });
    }
    let implementation = implementation(report.implementation)?;
    let mut clauses = Vec::new();
    for part in report.clauses {
        let clause = known("clause", &part.id, Clause::from_id)?;
        let unmet = suite.table.entries().filter(|entry| entry.clause == clause);
        let unmet = unmet.flat_map(|entry| entry.unmet(&implementation.capabilities));
        let unmet = unmet.map(ToString::to_string).collect();
        clauses.push(ClauseOutcome {
            clause,
            level: part.level,
            verdict: part.verdict,
            scenarios: part.scenarios,
            unmet,
        });
    }
    let mut readings = Readings::default();
    for part in report.readings {
        let reading = known("open point", &part.id, Reading::from_id)?;
        for (facet, settled) in part.facets {
            settled.into_iter().for_each(|settled| readings.note(reading, facet.clone(), settled));
        }
    }
    for message in report.messages_told {
        readings.note_message(known("clause", &message, Clause::from_id)?);
    }
    Ok(Run {
        suite: Arc::clone(suite),
        implementation,
        no_hello: report.no_hello.map(|part| (part.reason, part.blame)),
        filter: report.filter,
        partition: match report.partition {
            Some(part) => Some(part.parse().map_err(|_| ReportError::Unknown { kind: "partition", word: part })?),
            None => None,
        },
        stated_only: report.level == Some(Level::Stated),
        verdict: report.verdict,
        required: capabilities(&report.required)?,
        clauses,
        scenarios: report.scenarios.into_iter().map(scenario).collect::<Result<_, _>>()?,
        readings,
        exploration: report.exploration.map(exploration).transpose()?,
        diagnosis: report.diagnosis.map(|part| (part.fault, part.says)),
        score: report.adequacy,
        known: None,
        duration: Duration::from_millis(report.duration_ms),
    })
}

fn known<T>(kind: &'static str, word: &str, named: fn(&str) -> Option<T>) -> Result<T, ReportError> {
    named(word).ok_or_else(|| ReportError::Unknown { kind, word: word.to_owned() })
}

fn capabilities(names: &[String]) -> Result<Capabilities, ReportError> {
    names.iter().map(|name| known("capability", name, Capability::from_name)).collect()
}

fn implementation(part: ImplementationPart) -> Result<Identity, ReportError> {
    Ok(Identity {
        name: part.name,
        version: part.version,
        command: part.command,
        capabilities: capabilities(&part.capabilities)?,
        setup: part.setup.map(|setup| Setup { one_active: setup.one_active }),
    })
}

fn scenario(part: ScenarioPart) -> Result<ScenarioOutcome, ReportError> {
    let reason = part.reason.unwrap_or_default();
    let unseen = match (part.verdict, part.blame) {
        (_, Some(blame)) => Some(Unseen::Inconclusive { reason, blame, line: part.stopped_at.unwrap_or(part.line) }),
        (Verdict::NotApplicable, None) => Some(Unseen::NotApplicable(reason)),
        (Verdict::Inconclusive, None) => Some(Unseen::NotTried(reason)),
        (Verdict::Pass | Verdict::Fail, None) => None,
    };
    let mut findings = Vec::new();
    for part in part.findings {
        let (step, line) = (part.step.unwrap_or_default(), part.line.unwrap_or_default());
        findings.push(Placed { finding: finding(part)?, step, line });
    }
    let clauses = part.clauses.iter().map(|id| known("clause", id, Clause::from_id)).collect::<Result<_, _>>()?;
    Ok(ScenarioOutcome {
        id: part.id,
        name: part.name,
        file: part.file,
        line: part.line,
        clauses,
        verdict: part.verdict,
        findings,
        unseen,
    })
}

fn finding(part: FindingPart) -> Result<Finding, ReportError> {
    let subject = |name: &str| Finding::SUBJECTS.into_iter().find(|subject| *subject == name);
    Ok(Finding {
        clause: known("clause", &part.clause, Clause::from_id)?,
        chat: part.chat,
        subject: known("subject", &part.subject, subject)?,
        allowed: part.allowed,
        seen: part.seen,
    })
}

fn exploration(part: ExplorationPart) -> Result<Exploration, ReportError> {
    Ok(Exploration {
        cases: part.cases,
        steps: part.steps,
        extent: Extent::Seed(part.seed.unwrap_or_default()),
        sequence: part.sequence,
        findings: part.findings.into_iter().map(finding).collect::<Result<_, _>>()?,
        counterexample: part.counterexample,
        scenario: None,
        inconclusive: part.inconclusive,
    })
}
