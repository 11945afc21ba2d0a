//! The files that a command names, by their digests.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::trace::log::{TestedFile, sha256};

/// The program of a command, found as it is when it is started, and every argument that is a file.
pub fn files(command: &[OsString]) -> Vec<TestedFile> {
    let file = |(index, word): (usize, &OsString)| {
        let sha256 = digest(word, index == 0)?;
        Some(TestedFile { word: word.to_string_lossy().into_owned(), sha256 })
    };
    command.iter().enumerate().filter_map(file).collect()
}

/// The digest of the file that a word of a command names; none, where it names none that can be read.
pub fn digest(word: &OsStr, is_program: bool) -> Option<String> {
    let path = if is_program { which::which(word).ok()? } else { PathBuf::from(word) };
    of_file(&path)
}

/// The digest of a file, not of a folder, a pipe or a device.
fn of_file(path: &Path) -> Option<String> {
    path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    sha256(File::open(path).ok()?).ok()
}
