//! The program as a user starts it.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::beside;
use crate::exchange::{Bare, request};
use crate::figure::{Goal, pairs, print, seconds};

/// `--version` against the least that clap does.
pub fn version(todospec: &Path) {
    let started = |program: &Path| {
        seconds(|| {
            for _ in 0..40 {
                let output = Command::new(program).arg("--version").output().expect("the program starts");
                assert!(output.status.success());
            }
        })
    };
    let ratios = pairs(|| started(todospec), || started(&beside("hello")));
    print("--version : a hello of clap", ratios, Goal::AtMost(1.5));
}

/// What options cost and bring; nothing, where the program does not have them.
pub fn options(todospec: &Path) {
    let help = Command::new(todospec).args(["certify", "--help"]).output().expect("the program starts");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    if help.contains("--fresh") {
        fresh(todospec);
    }
    if help.contains("--jobs") {
        jobs(todospec);
    }
}

const REPLY: &str = "Updated todo list: 1 pending, 0 in progress, 0 completed.";

fn cases(scenarios: usize) -> String {
    let mut text = String::from("about: Updates that are recorded\nscenarios:\n");
    for scenario in 0..scenarios {
        let _ = write!(
            text,
            "  - name: the update of scenario {scenario} is recorded\n    clauses: [ack-counts]\n    steps:\n      \
             - update:\n          - pending: Draft the report\n        reply: \"{REPLY}\"\n"
        );
    }
    text
}

fn certify(todospec: &Path, cases: &Path, options: &[&str], adapter: &[OsString]) -> f64 {
    let mut command = Command::new(todospec);
    command.arg("certify").args(options).args(["--explore", "0", "--cases"]).arg(cases).arg("--").args(adapter);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    seconds(|| command.status().expect("the program starts"))
}

/// A fresh process for each scenario against the bare start, first answer and end of the same child.
fn fresh(todospec: &Path) {
    const SCENARIOS: usize = 300;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("updates.yaml");
    std::fs::write(&file, cases(SCENARIOS)).expect("a file");
    let adapter = [beside("canned").into(), REPLY.into()];
    let hello = request("hello", &json!({ "protocol": 1 }));
    let bare = || {
        seconds(|| {
            for _ in 0..SCENARIOS {
                let mut child = Bare::start(&adapter);
                child.exchange(&hello);
                child.end();
            }
        })
    };
    let ratios = pairs(|| certify(todospec, &file, &["--fresh"], &adapter), bare);
    print("--fresh, a scenario : the bare start, first answer and end", ratios, Goal::AtMost(1.2));
}

/// One job against two with an adapter that takes 5 ms for each answer.
fn jobs(todospec: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("updates.yaml");
    std::fs::write(&file, cases(60)).expect("a file");
    let adapter = [beside("canned").into(), REPLY.into(), "5".into()];
    let with = |jobs| certify(todospec, &file, &["--jobs", jobs], &adapter);
    let ratios = pairs(|| with("1"), || with("2"));
    print("--jobs 1 : --jobs 2, an adapter that takes 5 ms an answer", ratios, Goal::AtLeast(1.9));
}
