use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// One of several parts of a suite, for a run that is split over several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Which part, counted from one.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Partition {
    /// Whether a scenario belongs to this part: its id decides, whatever else is in the suite.
    pub fn has(self, id: &str) -> bool {
        let hash = Sha256::digest(id.as_bytes());
        let first = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        u64::try_from(self.of).is_ok_and(|of| usize::try_from(first % of).is_ok_and(|part| part + 1 == self.number))
    }

    /// Whether a random sequence belongs to this part; sequences are counted from one.
    pub fn has_sequence(self, number: usize) -> bool {
        number % self.of == self.number % self.of
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some(_) | None => Err("expected K/N with K from 1 to N, such as 1/3".to_owned()),
        }
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
