use std::fmt;

use super::manner::Manner;
use crate::suite::Reading;

/// An implementation that is right and settles open points in another way than the reference.
pub struct Variant {
    /// Its name, in kebab-case.
    pub id: &'static str,
    /// the open point it settles otherwise than the reference; `None` where no reading tells them apart.
    pub reading: Option<Reading>,
    /// How it differs from the reference, in one sentence.
    pub says: &'static str,
    pub(super) twist: fn(&mut Manner),
}

/// Every rightful variant.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    super::variants::ALL.iter().copied().flatten()
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.id)
    }
}
