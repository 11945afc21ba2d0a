use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::{digest, files};
use super::{Exit, output};
use crate::adequacy;
use crate::audit::{self, Verification};
use crate::report::{self, Certificate, CertificateError, Difference, FilesNow};
use crate::trace::log::TestedFile;

/// Tells whether a certificate is true: makes it again from its trace and compares every field.
///
/// Nothing is run but the oracle, and nothing is fetched. Ends in 0 where the certificate is true, whatever it
/// certifies: the last line says the verdict. Ends in 1 where anything of it or of its trace was changed, or a file
/// of its command is another one now, and in 2 where it is no certificate, or another todospec or suite is needed.
#[derive(clap::Args)]
pub struct Verify {
    /// The certificate that `certify --report certificate=FILE` wrote.
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    /// The trace it was made with; looked for beside it where left out.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Scenario files or folders that were run instead of the suite inside the program.
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Leaves the files of the command alone, where they are on another machine.
    #[arg(long, conflicts_with = "command")]
    elsewhere: bool,
    /// The command whose files have to be the certified ones; the certificate's own command where left out.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Verify {
    pub fn run(self) -> Exit {
        match self.verified() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn verified(&self) -> Result<Exit, Exit> {
        let certificate = self.certificate()?;
        let suite = Arc::new(output::suite(&self.cases)?);
        let trace = self.trace(&certificate)?;
        let verification = audit::verify(&certificate, &trace, &suite, adequacy::score(&suite));
        if let Some(wrong) = verification.unverified.as_ref().filter(|_| verification.is_of_another()) {
            output::error(&format!("cannot verify `{}`: {wrong}", self.certificate.display()));
            output::help("verify it with the todospec that made it, and with `--cases` if it was made with others");
            return Err(Exit::Usage);
        }
        let Verification { mut differences, unverified } = verification;
        let now = self.files_now(&certificate, &mut differences);
        let style = output::stdout_style();
        if differences.is_empty() && unverified.is_none() {
            let lines = trace.split(|byte| *byte == b'\n').count().saturating_sub(1);
            return Ok(output::print_and(&report::verified(&certificate, lines, &now, style), Exit::Success));
        }
        let name = self.certificate.display().to_string();
        let damage = unverified.map(|wrong| wrong.to_string());
        let text = report::changed(&name, &differences, damage.as_deref(), style);
        Ok(output::print_and(&text, Exit::Nonconformant))
    }

    fn certificate(&self) -> Result<Certificate, Exit> {
        let path = self.certificate.display();
        let text = fs::read_to_string(&self.certificate).map_err(|cause| {
            output::error(&format!("cannot read the certificate `{path}`: {cause}"));
            output::help("`todospec certify --report certificate=FILE` writes one");
            Exit::Usage
        })?;
        Certificate::read(&text).map_err(|wrong| {
            output::error(&format!("cannot verify `{path}`: {wrong}"));
            output::help(match wrong {
                CertificateError::Json(_) | CertificateError::Foreign => {
                    "`todospec certify --report certificate=FILE` writes one"
                }
                CertificateError::Signed => "verify the file that was signed; the signature is for `cosign` or `gh`",
                CertificateError::Tool(_) => "verify it with the todospec that made it",
                CertificateError::Changed(_) => "it was changed after it was written; ask for the one that was",
            });
            if wrong.is_change() { Exit::Nonconformant } else { Exit::Usage }
        })
    }

    /// The trace: the one that is named, or the one beside the certificate.
    fn trace(&self, certificate: &Certificate) -> Result<Vec<u8>, Exit> {
        let path = match &self.trace {
            Some(path) => path.clone(),
            None => {
                let name = Path::new(certificate.trace_file());
                // A certificate names a file beside it, and none elsewhere.
                if name.file_name() != Some(name.as_os_str()) {
                    output::error(&format!(
                        "`{}` names `{}` for its trace, which is no name of a file beside it",
                        self.certificate.display(),
                        crate::trace::shortened(certificate.trace_file())
                    ));
                    output::help("`--trace FILE` names the trace");
                    return Err(Exit::Nonconformant);
                }
                self.certificate.with_file_name(name)
            }
        };
        fs::read(&path).map_err(|cause| {
            output::error(&format!("cannot read the trace `{}`: {cause}", path.display()));
            output::help("it was written beside the certificate; `--trace FILE` names it where it is now");
            Exit::Usage
        })
    }

    /// What became of the certified files; one that is another now is a difference.
    fn files_now(&self, certificate: &Certificate, differences: &mut Vec<Difference>) -> FilesNow {
        let mut now = FilesNow { elsewhere: self.elsewhere, ..FilesNow::default() };
        if self.elsewhere {
            return now;
        }
        if !self.command.is_empty() {
            self.same_files(certificate, &mut now, differences);
            return now;
        }
        let command = certificate.command();
        for file in certificate.files() {
            let is_program = command.first() == Some(&file.word);
            match digest(OsStr::new(&file.word), is_program) {
                None => now.gone.push(file.word.clone()),
                Some(sha256) if sha256 == file.sha256 => now.same += 1,
                Some(sha256) => {
                    let field = format!("the file `{}`", file.word);
                    differences.push(Difference::of_texts(field, Some(&file.sha256), Some(&sha256)));
                }
            }
        }
        now
    }

    /// Holds the files of another command to the certified ones, one by one.
    fn same_files(&self, certificate: &Certificate, now: &mut FilesNow, differences: &mut Vec<Difference>) {
        let (certified, named) = (certificate.files(), files(&self.command));
        for index in 0..certified.len().max(named.len()) {
            let (expected, got) = (certified.get(index), named.get(index));
            let sha256 = |file: &TestedFile| file.sha256.clone();
            let (expected_digest, got_digest) = (expected.map(sha256), got.map(sha256));
            if expected_digest == got_digest {
                now.same += 1;
                continue;
            }
            let word = expected.or(got).map(|file| file.word.as_str()).unwrap_or_default();
            let field = format!("the file `{word}`");
            differences.push(Difference::of_texts(field, expected_digest.as_deref(), got_digest.as_deref()));
        }
    }
}
