//! The last measurement of the embedded suite, for every report.

use crate::report::Score;
use crate::suite::Suite;

use super::Measurement;

/// What `selfcheck --write` wrote, beside the suite that it measured.
const WRITTEN: &str = include_str!("../../spec-cases/adequacy.json");

#[derive(serde::Serialize, serde::Deserialize)]
struct Written {
    digest: String,
    score: Score,
}

/// The score of a suite, if it is the one that was measured last.
pub fn score(suite: &Suite) -> Option<Score> {
    let written: Written = serde_json::from_str(WRITTEN).ok()?;
    (written.digest == suite.digest).then_some(written.score)
}

impl Measurement {
    /// The score as reports carry it; none, where a control voids the measurement.
    pub fn total(&self) -> Option<Score> {
        let (killed, faults) = self.score(None);
        let conformant = self.variants.iter().filter(|result| result.wrong.is_none()).count();
        let score = Score { killed, faults, explored: self.explored(), conformant, variants: self.variants.len() };
        self.is_valid().then_some(score)
    }

    /// The text that [`score`] reads.
    pub fn written(&self) -> Option<String> {
        let written = Written { digest: self.suite.1.clone(), score: self.total()? };
        serde_json::to_string_pretty(&written).ok().map(|text| text + "\n")
    }
}
