//! A digest that each line of a log carries of itself and all before it, so that a line that was changed, moved or taken
//! away is known at its place.

use sha2::{Digest, Sha256};

const MARK: &str = ",\"chain\":\"";
/// How much of each digest a line carries, in bytes.
const CARRIED: usize = 8;

/// The digest of everything so far.
#[derive(Clone, Debug, Default)]
pub struct Chain(Vec<u8>);

impl Chain {
    /// A line, an object without its end, with its digest and its end.
    pub fn sealed(&mut self, object: &str) -> String {
        let open = object.strip_suffix('}').unwrap_or(object);
        self.add(open);
        format!("{open}{MARK}{}\"}}", self.told())
    }

    /// Whether a line carries the digest that is due.
    pub fn holds(&mut self, line: &str) -> bool {
        let Some((open, carried)) = line.rsplit_once(MARK) else { return false };
        self.add(open);
        carried.strip_suffix("\"}").is_some_and(|carried| carried == self.told())
    }

    fn add(&mut self, open: &str) {
        let mut hash = Sha256::new();
        hash.update(&self.0);
        hash.update(open.as_bytes());
        self.0 = hash.finalize().to_vec();
    }

    fn told(&self) -> String {
        self.0[..CARRIED].iter().fold(String::new(), |told, byte| told + &format!("{byte:02x}"))
    }
}
