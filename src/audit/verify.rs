//! A certificate held to its trace: made again from it, and compared field by field.

use std::sync::Arc;

use super::{Audited, TraceError, replay};
use crate::implementation::ReplayError;
use crate::report::{Certificate, Difference, Evidence, NoCertificate, Score};
use crate::suite::Suite;
use crate::trace::log::{Header, LogReader, sha256};

/// What came of it.
#[derive(Debug)]
pub struct Verification {
    /// Every field that is not what the trace and the suite make it.
    pub differences: Vec<Difference>,
    /// Why it could not be made again.
    pub unverified: Option<Unverified>,
}

/// Why a certificate cannot be made again from a trace.
#[derive(Debug, thiserror::Error)]
pub enum Unverified {
    /// The trace cannot be judged again.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// No certificate is made of what it shows.
    #[error("line 1: {0}")]
    None(#[from] NoCertificate),
}

impl Verification {
    /// Whether everything is as it was certified.
    pub fn holds(&self) -> bool {
        self.differences.is_empty() && self.unverified.is_none()
    }

    /// Whether nothing is wrong but that another version of the tool or another suite is needed.
    pub fn is_of_another(&self) -> bool {
        let another = matches!(self.unverified, Some(Unverified::Trace(TraceError::Tool(_) | TraceError::Suite(..))));
        another && self.differences.is_empty()
    }
}

/// Verifies a certificate; `score` is what its suite was shown to catch.
pub fn verify(certificate: &Certificate, trace: &[u8], suite: &Arc<Suite>, score: Option<Score>) -> Verification {
    let digest = sha256(trace).unwrap_or_default();
    match again(certificate, trace, &digest, suite, score) {
        Ok(again) => Verification { differences: again.differences(certificate), unverified: None },
        Err(unverified) => {
            let mut differences = vec![(TRACE, digest, certificate.trace_digest().to_owned())];
            if let Ok(header) = header(trace) {
                let (version, digest) = certificate.suite();
                differences.push((TOOL, header.tool, certificate.tool().to_owned()));
                differences.push((SUITE, header.suite, version.to_owned()));
                differences.push((SUITE_DIGEST, header.digest, digest.to_owned()));
            }
            let differ = |(field, expected, got): (&str, String, String)| {
                (expected != got).then(|| Difference::of_texts(field, Some(&expected), Some(&got)))
            };
            let differences = differences.into_iter().filter_map(differ).collect();
            Verification { differences, unverified: Some(unverified) }
        }
    }
}

const TRACE: &str = "predicate.todospec.trace.sha256";
const TOOL: &str = "predicate.todospec.tool.version";
const SUITE: &str = "predicate.todospec.suite.version";
const SUITE_DIGEST: &str = "predicate.todospec.suite.digest";

fn header(trace: &[u8]) -> Result<Header, TraceError> {
    let log = LogReader::new(trace).map_err(ReplayError::from)?;
    Ok(log.header().clone())
}

/// The certificate that the trace makes.
fn again(
    certificate: &Certificate,
    trace: &[u8],
    digest: &str,
    suite: &Arc<Suite>,
    score: Option<Score>,
) -> Result<Certificate, Unverified> {
    let header = header(trace)?;
    let run = match replay(trace, suite)? {
        Audited::Run(replayed) => {
            let mut run = replayed.run;
            run.score = score;
            run
        }
        Audited::Exploration(_) | Audited::Log(..) => return Err(NoCertificate::Exploration.into()),
    };
    let evidence = Evidence { run: &run, header: &header, trace: certificate.trace_file(), digest };
    Ok(Certificate::of(evidence)?)
}
