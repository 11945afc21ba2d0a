//! The certificate of a run, and the trace that is bundled with it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::files::files;
use super::trace::Written;
use super::{Exit, output};
use crate::report::{Certificate, Evidence, NoCertificate, Run};
use crate::trace::log::{RunPlan, TestedFile, sha256};

/// A certificate that was asked for.
pub struct Wanted<'a> {
    path: &'a Path,
    command: &'a [OsString],
    files: Vec<TestedFile>,
}

impl<'a> Wanted<'a> {
    /// Refuses, before anything runs, a certificate that cannot be made.
    pub fn new(path: &'a Path, plan: &RunPlan, command: &'a [OsString]) -> Result<Self, Exit> {
        let files = files(command);
        let words: Vec<_> = command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        NoCertificate::foreseen(plan, &words, &files).map_err(|wrong| {
            output::error(&wrong.to_string());
            output::help(match wrong {
                NoCertificate::NoFile(_) => "name the program itself, with a path where it is not on PATH",
                NoCertificate::Filter(_)
                | NoCertificate::Partition(_)
                | NoCertificate::Exploration
                | NoCertificate::Inconclusive => "certify all of it, or ask for `--report json=FILE`",
            });
            Exit::Usage
        })?;
        Ok(Self { path, command, files })
    }

    /// Where the trace is bundled.
    pub fn trace(&self) -> PathBuf {
        self.path.with_extension("trace.jsonl")
    }

    /// The files of the command, as they were before the run.
    pub fn files(&self) -> &[TestedFile] {
        &self.files
    }

    /// Writes the certificate and its trace, or says why there is none.
    pub fn write(&self, run: &Run, written: Option<Written>) -> Result<(), Exit> {
        let none = |wrong: &NoCertificate| {
            output::error(&format!("no certificate is written: {wrong}"));
            output::help("the report says what could not be tested");
        };
        let Some(written) = written else {
            none(&NoCertificate::Inconclusive);
            return Ok(());
        };
        self.unchanged()?;
        let trace = self.trace();
        let cannot = |cause: io::Error| {
            output::error(&format!("cannot write the certificate `{}`: {cause}", self.path.display()));
            Exit::Usage
        };
        let digest = File::open(written.path()).and_then(sha256).map_err(cannot)?;
        let name = trace.file_name().unwrap_or_default().to_string_lossy();
        let evidence = Evidence { run, header: written.header(), trace: &name, digest: &digest };
        match Certificate::of(evidence) {
            Ok(certificate) => {
                written.bundle(&trace).map_err(cannot)?;
                output::write_whole(self.path, &certificate.json()).map_err(cannot)
            }
            Err(wrong) => {
                none(&wrong);
                Ok(())
            }
        }
    }

    /// Refuses to certify files that were changed as they were tested.
    fn unchanged(&self) -> Result<(), Exit> {
        let now = files(self.command);
        match self.files.iter().find(|file| !now.contains(file)) {
            None => Ok(()),
            Some(file) => {
                output::error(&format!("`{}` changed while it was tested, so it cannot be certified", file.word));
                output::help("keep what the implementation writes out of its command");
                Err(Exit::Usage)
            }
        }
    }
}
