use std::fmt;

use super::manner::Manner;
use crate::model::Clause;

/// A deliberate mistake, tied to the one clause it breaks.
pub struct Fault {
    /// Its name, in kebab-case.
    pub id: &'static str,
    /// The clause it breaks.
    pub clause: Clause,
    /// What the maker misunderstood, in one sentence.
    pub says: &'static str,
    pub(super) twist: fn(&mut Manner),
}

/// Every fault, by the part of the documents that it breaks.
pub fn faults() -> impl Iterator<Item = &'static Fault> {
    super::faults::ALL.iter().copied().flatten()
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fault({}: {})", self.id, self.clause)
    }
}
