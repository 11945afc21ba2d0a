//! What `verify` says.

use std::fmt::Write;

use super::{Certificate, Difference, TestResult, WORTH};
use crate::report::terminal::{GREEN, RED, beside, paint};
use crate::report::{RunVerdict, Style, counted};
use crate::trace::shortened;

/// What became of the certified files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesNow {
    /// How many are what they were.
    pub same: usize,
    /// Those that are not there, by the word of the command.
    pub gone: Vec<String>,
    /// Whether they were not to be looked at.
    pub elsewhere: bool,
}

/// What was verified, and what a certificate does not prove.
pub fn verified(certificate: &Certificate, lines: usize, files: &FilesNow, style: Style) -> String {
    let details = &certificate.predicate.todospec;
    let who = format!("{} {}", shortened(&details.implementation.name), shortened(&details.implementation.version));
    let (version, digest) = certificate.suite();
    let mut text = format!("{who}, certified by suite {version} (sha256 {})\n", digest.get(..12).unwrap_or(digest));
    let own = if details.suite.embedded { "" } else { "; it is not the suite inside todospec" };
    beside(&mut text, style, "result", &(result(certificate) + own));
    let (lines, sequences) = (counted(lines, "line"), details.exploration.as_ref().map_or(0, |done| done.sequences));
    let derived = format!(
        "{lines}, judged again: {} and {}",
        counted(details.suite.scenarios, "scenario"),
        counted(sequences, "random sequence")
    );
    beside(&mut text, style, "trace", &derived);
    beside(&mut text, style, "files", &told_files(certificate, files));
    beside(&mut text, style, "worth", WORTH);
    let all = details.suite.clauses;
    let verdict = match details.verdict {
        RunVerdict::Conformant => format!("conformant on {} of {all} clauses", certificate.predicate.passed.len()),
        RunVerdict::Nonconformant => {
            format!("nonconformant, {} of {all} clauses broken", certificate.predicate.failed.len())
        }
        RunVerdict::Inconclusive => "inconclusive".to_owned(),
    };
    let mark = paint(style, GREEN, "verified");
    let _ = writeln!(
        text,
        "\n{mark}: {verdict}, as its trace shows; self-attested: who ran it and what answered is not proved"
    );
    text
}

fn result(certificate: &Certificate) -> String {
    let predicate = &certificate.predicate;
    let word = match predicate.result {
        TestResult::Passed => "PASSED",
        TestResult::Warned => "WARNED",
        TestResult::Failed => "FAILED",
    };
    let counts = [
        (predicate.passed.len(), "passed"),
        (predicate.warned.len(), "warned"),
        (predicate.failed.len(), "failed"),
        (predicate.todospec.not_certified.len(), "not certified"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    format!("{word}: {}", counts.collect::<Vec<_>>().join(", "))
}

fn told_files(certificate: &Certificate, files: &FilesNow) -> String {
    let all = certificate.files().len();
    if certificate.command().is_empty() {
        return "none: the reference inside todospec".to_owned();
    }
    if files.elsewhere {
        return format!("{} left alone", counted(all, "file"));
    }
    let same = format!("{} of {all} as certified", files.same);
    if files.gone.is_empty() { same } else { format!("{same}; not there: {}", files.gone.join(", ")) }
}

/// Every field that is not what it should be, and what is wrong with the trace.
pub fn changed(name: &str, differences: &[Difference], damage: Option<&str>, style: Style) -> String {
    let mut text = String::new();
    let told = |value: Option<&String>| value.map_or("nothing", |value| value.as_str()).to_owned();
    for Difference { field, expected, got } in differences {
        let (expected, got) = (told(expected.as_ref()), told(got.as_ref()));
        let _ = writeln!(text, "{field}\n  expected {expected}\n  got      {got}");
    }
    if let Some(damage) = damage {
        let _ = writeln!(text, "the trace\n  {damage}");
    }
    let fields = match differences.len() {
        0 => String::new(),
        1 => ": 1 field of it is not true".to_owned(),
        many => format!(": {many} fields of it are not true"),
    };
    let trace = match (damage, fields.is_empty()) {
        (None, _) => "",
        (Some(_), true) => ": its trace proves nothing",
        (Some(_), false) => ", and its trace proves nothing",
    };
    let mark = paint(style, RED, "not verified");
    let _ = writeln!(text, "\n{mark}: `{name}` was changed or does not belong to its trace{fields}{trace}");
    text
}
