use super::{
    Certificate, Details, DigestSet, ExplorationPart, FORMAT, ImplementationPart, NotCertified, Predicate, ReadingPart,
    Resource, STATEMENT, SuitePart, TEST_RESULT, TestResult, Tool, TracePart, WORTH,
};
use crate::oracle::Verdict;
use crate::report::{ClauseOutcome, Run, RunVerdict, counted};
use crate::suite::{Level, Reading};
use crate::trace::Capability;
use crate::trace::log::{Header, RunPlan, TestedFile};

/// What a certificate is made from.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The run, as it was judged.
    pub run: &'a Run,
    /// What the first line of its trace says.
    pub header: &'a Header,
    /// The trace's file name.
    pub trace: &'a str,
    /// The trace's digest.
    pub digest: &'a str,
}

/// Why there is no certificate of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// It was selected by words.
    #[error("a certificate tells of the whole suite, and `--filter {0}` leaves scenarios out")]
    Filter(String),
    /// It is a part.
    #[error("a certificate tells of the whole suite, and `--partition {0}` leaves scenarios out")]
    Partition(String),
    /// No scenarios were run.
    #[error("a certificate tells of the whole suite, and this was an exploration alone")]
    Exploration,
    /// Its command names no file.
    #[error("no file of the command `{0}` can be read, so there is nothing that a certificate could be about")]
    NoFile(String),
    /// It is inconclusive.
    #[error("the run is inconclusive, and a certificate tells what was tested")]
    Inconclusive,
}

impl NoCertificate {
    /// Why there will be none of a run, known before it begins.
    pub fn foreseen(plan: &RunPlan, command: &[String], files: &[TestedFile]) -> Result<(), Self> {
        if !plan.scenarios {
            return Err(Self::Exploration);
        }
        if let Some(filter) = &plan.filter {
            return Err(Self::Filter(filter.clone()));
        }
        if let Some(partition) = &plan.partition {
            return Err(Self::Partition(partition.clone()));
        }
        if !command.is_empty() && files.is_empty() {
            return Err(Self::NoFile(command.join(" ")));
        }
        Ok(())
    }
}

impl Certificate {
    /// The certificate of a run.
    pub fn of(evidence: Evidence<'_>) -> Result<Self, NoCertificate> {
        let Evidence { run, header, .. } = evidence;
        NoCertificate::foreseen(&header.run, &header.command, &header.files)?;
        let result = match run.verdict {
            RunVerdict::Conformant if run.clauses.iter().any(|outcome| warns(run, outcome)) => TestResult::Warned,
            RunVerdict::Conformant => TestResult::Passed,
            RunVerdict::Nonconformant => TestResult::Failed,
            RunVerdict::Inconclusive => return Err(NoCertificate::Inconclusive),
        };
        let of = |which: &dyn Fn(&ClauseOutcome) -> bool| -> Vec<String> {
            run.clauses.iter().filter(|outcome| which(outcome)).map(|outcome| outcome.clause.id().to_owned()).collect()
        };
        Ok(Self {
            statement: STATEMENT.to_owned(),
            subject: subject(header),
            predicate_type: TEST_RESULT.to_owned(),
            predicate: Predicate {
                result,
                configuration: configuration(header),
                passed: of(&|outcome| outcome.verdict == Verdict::Pass),
                warned: of(&|outcome| warns(run, outcome)),
                failed: of(&|outcome| outcome.verdict == Verdict::Fail && !warns(run, outcome)),
                todospec: details(evidence),
            },
        })
    }

    /// The certificate as JSON text.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a certificate is plain data") + "\n"
    }
}

/// Whether a clause is broken that does not decide.
fn warns(run: &Run, outcome: &ClauseOutcome) -> bool {
    outcome.verdict == Verdict::Fail && run.stated_only && outcome.level == Level::Follows
}

/// The files of the command, each a subject of its own, so that a signed certificate is found by the digest of any; for the
/// reference, the suite that it is the reference of.
fn subject(header: &Header) -> Vec<Resource> {
    let resource = |name: String, sha256: &str| Resource {
        name,
        digest: Some(DigestSet { sha256: sha256.to_owned() }),
        ..Resource::default()
    };
    if header.command.is_empty() {
        let name =
            format!("{} {} of todospec {}", header.implementation.name, header.implementation.version, header.tool);
        return vec![resource(name, &header.digest)];
    }
    header.files.iter().map(|file| resource(file.word.clone(), &file.sha256)).collect()
}

fn configuration(header: &Header) -> Vec<Resource> {
    let suite = Resource {
        name: format!("suite {}", header.suite),
        digest: Some(DigestSet { sha256: header.digest.clone() }),
        ..Resource::default()
    };
    let tool = Resource {
        name: format!("todospec {}", header.tool),
        uri: Some(format!("pkg:cargo/todospec@{}", header.tool)),
        ..Resource::default()
    };
    vec![suite, tool]
}

fn details(Evidence { run, header, trace, digest }: Evidence<'_>) -> Details {
    let readings = Reading::ALL.iter().filter_map(|reading| {
        let told = run.readings.told(*reading)?;
        Some(ReadingPart { id: reading.id().to_owned(), reading: told })
    });
    let exploration = run.exploration.as_ref().map(|explored| ExplorationPart {
        seed: header.run.seed,
        planned: header.run.sequences,
        sequences: explored.cases,
        steps: explored.steps,
        max_steps: header.run.max_steps,
    });
    let capabilities = run.implementation.capabilities.iter().map(|capability| capability.name().to_owned());
    Details {
        format: FORMAT,
        tool: Tool { name: "todospec".to_owned(), version: header.tool.clone() },
        suite: SuitePart {
            version: header.suite.clone(),
            digest: header.digest.clone(),
            embedded: run.suite.embedded,
            scenarios: run.scenarios.len(),
            clauses: run.clauses.len(),
        },
        implementation: ImplementationPart {
            name: run.implementation.name.clone(),
            version: run.implementation.version.clone(),
            command: header.command.clone(),
            files: header.files.clone(),
            capabilities: capabilities.collect(),
            one_active: run.implementation.setup.map(|setup| setup.one_active),
        },
        verdict: run.verdict,
        level: run.stated_only.then_some(Level::Stated),
        required: run.required.iter().map(|capability| capability.name().to_owned()).collect(),
        missing: run.missing().map(Capability::name).map(str::to_owned).collect(),
        not_certified: run.clauses.iter().filter_map(not_certified).collect(),
        readings: readings.collect(),
        exploration,
        adequacy: run.score,
        trace: TracePart { file: trace.to_owned(), sha256: digest.to_owned() },
        worth: WORTH.to_owned(),
    }
}

/// Why a clause is neither passed nor broken.
fn not_certified(outcome: &ClauseOutcome) -> Option<NotCertified> {
    let why = match outcome.verdict {
        Verdict::Pass | Verdict::Fail => return None,
        Verdict::NotApplicable if outcome.unmet.is_empty() => "no scenario of it applies".to_owned(),
        Verdict::NotApplicable => format!("no {}", outcome.unmet.join(", no ")),
        Verdict::Inconclusive if outcome.scenarios.inconclusive == 0 => "its message was never told".to_owned(),
        Verdict::Inconclusive => {
            format!("{} could not be tested", counted(outcome.scenarios.inconclusive, "scenario"))
        }
    };
    let verdict = outcome.verdict.name().to_owned();
    Some(NotCertified { clause: outcome.clause.id().to_owned(), verdict, why })
}
