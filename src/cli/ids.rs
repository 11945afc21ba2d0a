//! Everything that has an id, and what is offered for one that nothing has.

use crate::implementation::faults;
use crate::model::Clause;
use crate::suite::{Reading, Suite};
use crate::trace::nearest;

/// Where faults are named.
pub const FAULTS: &str = "`todospec list faults` names them all";

/// The ids of clauses, open points, faults and scenarios.
pub fn all(suite: &Suite) -> impl Iterator<Item = &str> {
    let clauses = Clause::ALL.iter().map(|clause| clause.id());
    let readings = Reading::ALL.iter().map(|reading| reading.id());
    let scenarios = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
    clauses.chain(readings).chain(faults().map(|fault| fault.id)).chain(scenarios)
}

/// What is offered instead of a word that no id is: those that contain it, else the nearest.
pub fn instead(word: &str, suite: &Suite) -> Option<String> {
    const MOST: usize = 5;
    let word = word.to_lowercase();
    let containing: Vec<&str> = all(suite).filter(|id| id.contains(&word)).collect();
    let shown: Vec<_> = containing.iter().take(MOST).map(|id| format!("`{id}`")).collect();
    match containing.len() {
        0 => nearest(&word, all(suite)).map(|near| format!("did you mean `{near}`?")),
        1 => Some(format!("did you mean {}?", shown[0])),
        2..=MOST => Some(format!("did you mean one of {}?", shown.join(", "))),
        many => Some(format!("{many} ids contain it, such as {}", shown.join(", "))),
    }
}
