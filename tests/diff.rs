//! What changed between two reports.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const TODOSPEC: &str = env!("CARGO_BIN_EXE_todospec");

fn todospec(words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        Command::new(TODOSPEC).args(words).env_remove("COLUMNS").stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

struct Folder(TempDir);

impl Folder {
    /// With the report of the reference on some small scenarios.
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        let report = format!("--report=json={}", folder.path("old.json").display());
        assert_eq!(todospec(&["certify", "--explore=2", "--cases=tests/small-cases", &report]).0, Some(0));
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The report of before, with changes.
    fn new_report(&self, change: impl Fn(&mut Value)) {
        let mut report = serde_json::from_str(&fs::read_to_string(self.path("old.json")).unwrap()).unwrap();
        change(&mut report);
        fs::write(self.path("new.json"), report.to_string()).unwrap();
    }

    fn diff(&self, old: &str, new: &str) -> (Option<i32>, String) {
        let (code, told) = todospec(&["diff", self.path(old).to_str().unwrap(), self.path(new).to_str().unwrap()]);
        let suite = todospec::suite::Suite::from_paths(&["tests/small-cases".into()]).unwrap();
        let told = told.replace(&format!("{}/", self.0.path().display()), "").replace(&suite.digest[..12], "DIGEST");
        (code, told.replace(env!("CARGO_PKG_VERSION"), "VERSION").replace(&suite.table.version, "SUITE-VERSION"))
    }
}

macro_rules! told {
    ($name:literal, $text:expr) => {
        insta::with_settings!({
            snapshot_path => "snapshots/diff", prepend_module_to_snapshot => false, omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

/// The clause of this id, in a report.
fn clause<'a>(report: &'a mut Value, id: &str) -> &'a mut Value {
    report["clauses"].as_array_mut().unwrap().iter_mut().find(|clause| clause["id"] == id).unwrap()
}

fn passed(report: &Value) -> String {
    let clauses = report["clauses"].as_array().unwrap();
    clauses.iter().find(|clause| clause["verdict"] == "pass").unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn nothing_changed() {
    let folder = Folder::new();
    assert_eq!(folder.diff("old.json", "old.json"), (Some(0), "nothing changed\n".to_owned()));
    folder.new_report(|report| report["duration_ms"] = 123_456.into());
    assert_eq!(folder.diff("old.json", "new.json"), (Some(0), "nothing changed\n".to_owned()));
}

#[test]
fn what_got_worse_is_told_and_so_is_what_got_better() {
    let folder = Folder::new();
    folder.new_report(|report| {
        let id = passed(report);
        clause(report, &id)["verdict"] = "fail".into();
        report["verdict"] = "nonconformant".into();
        report["implementation"]["version"] = "9.9.9".into();
        report["implementation"]["capabilities"].as_array_mut().unwrap().retain(|capability| capability != "rows");
        report["suite"]["version"] = "9.9.9".into();
        report["suite"]["digest"] = "0".repeat(64).into();
        report["readings"][0]["reading"] = "another way".into();
        let scenarios = report["scenarios"].as_array_mut().unwrap();
        scenarios[0]["verdict"] = "fail".into();
        let mut another = scenarios.remove(1);
        another["id"] = "small/another".into();
        scenarios.push(another);
    });
    let (code, worse) = folder.diff("old.json", "new.json");
    assert_eq!(code, Some(1), "{worse}");
    told!("worse", worse);
    let (code, better) = folder.diff("new.json", "old.json");
    assert_eq!(code, Some(0), "{better}");
    told!("better", better);
}

#[test]
fn each_way_of_getting_worse_ends_in_one() {
    let folder = Folder::new();
    for (verdict, code) in [("fail", 1), ("inconclusive", 1), ("not_applicable", 0)] {
        folder.new_report(|report| {
            let id = passed(report);
            clause(report, &id)["verdict"] = verdict.into();
        });
        assert_eq!(folder.diff("old.json", "new.json").0, Some(code), "{verdict}");
    }
    folder.new_report(|report| report["verdict"] = "inconclusive".into());
    assert_eq!(folder.diff("old.json", "new.json").0, Some(1));
}

#[test]
fn what_is_no_report_is_told() {
    let folder = Folder::new();
    fs::write(folder.path("wrong.json"), "{}").unwrap();
    folder.new_report(|report| report["format"] = 9.into());
    let told = ["missing.json", "wrong.json", "new.json"].map(|name| {
        let (code, told) = folder.diff("old.json", name);
        assert_eq!(code, Some(2), "{told}");
        told
    });
    told!("no-report", told.join("\n"));
}
