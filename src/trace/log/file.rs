use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file that a word of the command names, as it was before the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestedFile {
    /// The word of the command.
    pub word: String,
    /// SHA-256 of what is in it, in hexadecimal.
    pub sha256: String,
}

/// SHA-256 of everything that can be read, in hexadecimal.
pub fn sha256(mut input: impl Read) -> io::Result<String> {
    const AT_ONCE: usize = 1 << 16;
    let mut hash = Sha256::new();
    let mut bytes = vec![0; AT_ONCE];
    loop {
        match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(read) => hash.update(&bytes[..read]),
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(hash.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
}
