//! A run that several processes share, and a run that is split over several machines and merged again: the same result.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const TODOSPEC: &str = env!("CARGO_BIN_EXE_todospec");

/// A fault that three actions show.
const FAULT: &str = "cleared-when-all-done";
/// A part of the suite, where that is enough.
const FEW: &str = "--filter=plan";

fn todospec(words: &[&str]) -> Output {
    Command::new(TODOSPEC).args(words).env_remove("COLUMNS").stdin(Stdio::null()).output().unwrap()
}

/// A run's exit code, what it prints, and its JSON report without the duration.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    code: Option<i32>,
    printed: String,
    json: String,
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program with a JSON report of this name.
    fn run(&self, name: &str, words: &[&str]) -> Told {
        let path = self.path(name);
        let report = format!("--report=json={}", path.display());
        let (command, rest) = words.split_first().unwrap();
        let output = todospec(&[&[*command, &report], rest].concat());
        let json = fs::read_to_string(path).unwrap_or_default();
        let json: Vec<_> = json.lines().filter(|line| !line.contains("\"duration_ms\"")).collect();
        let printed = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        Told { code: output.status.code(), printed, json: json.join("\n") }
    }

    /// Runs the parts of a split run; their reports.
    fn split(&self, of: usize, words: &[&str]) -> Vec<String> {
        let part = |number: usize| {
            let name = format!("part-{number}.json");
            let partition = format!("--partition={number}/{of}");
            self.run(&name, &[&["certify", partition.as_str()], words].concat());
            self.path(&name).display().to_string()
        };
        (1..=of).map(part).collect()
    }

    fn merge(&self, parts: &[String]) -> Told {
        let parts: Vec<_> = parts.iter().map(String::as_str).collect();
        self.run("merged.json", &[&["merge"], &parts[..]].concat())
    }

    /// Expects that these parts are refused, with these words.
    #[track_caller]
    fn refused(&self, parts: &[String], words: &str) {
        let told = self.merge(parts);
        assert_eq!(told.code, Some(2), "{}", told.printed);
        assert!(told.printed.contains(words), "no `{words}` in\n{}", told.printed);
        assert!(!self.path("merged.json").exists());
    }
}

fn edit(path: &str, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "no `{from}` in {path}");
    fs::write(path, text.replace(from, to)).unwrap();
}

#[test]
fn however_many_processes_share_the_work_the_result_has_the_same_bytes() {
    for fault in [None, Some(FAULT)] {
        let folder = Folder::new();
        let run = |jobs: &str| {
            let mut words = vec!["certify", "--explore=32", "--jobs", jobs, "--", TODOSPEC, "serve"];
            words.extend(fault.into_iter().flat_map(|fault| ["--fault", fault]));
            folder.run("report.json", &words)
        };
        let one = run("1");
        assert_eq!(one.code, Some(i32::from(fault.is_some())), "{}", one.printed);
        for jobs in ["2", "5"] {
            assert!(run(jobs) == one, "{fault:?} with {jobs} jobs");
        }
    }
}

#[test]
fn an_exhaustive_exploration_is_shared_too() {
    let run = |jobs: &str| {
        let words = ["explore", "--exhaustive=3", "--jobs", jobs, "--", TODOSPEC, "serve", "--fault", FAULT];
        let output = todospec(&words);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run("3"), run("1"));
    assert_eq!(run("1").0, Some(1));
}

#[test]
fn what_cannot_be_tested_is_the_same_for_many_processes() {
    let folder = Folder::new();
    let dies = r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":{"name":"x","version":"1","capabilities":[]}}\n'; exit 3"#;
    let run = |jobs: &str| folder.run("report.json", &["certify", "--jobs", jobs, "--", "sh", "-c", dies]);
    let one = run("1");
    assert_eq!(one.code, Some(3));
    assert_eq!(run("4"), one);
}

#[test]
fn the_parts_merged_are_the_whole() {
    for fault in [None, Some("stale-plan")] {
        let folder = Folder::new();
        let mut words = vec!["--explore=40", "--", TODOSPEC, "serve"];
        words.extend(fault.into_iter().flat_map(|fault| ["--fault", fault]));
        let whole = folder.run("whole.json", &[&["certify"], &words[..]].concat());
        let merged = folder.merge(&folder.split(3, &words));
        assert_eq!(merged.code, whole.code);
        if fault.is_none() {
            assert!(merged == whole, "{}", merged.printed);
        } else {
            // Each part explores until it finds something, so only what was explored is another.
            let before = |told: &Told| told.json.split("\"readings\"").next().unwrap().to_owned();
            assert!(before(&merged) == before(&whole), "{}", merged.printed);
        }
    }
}

#[test]
fn a_part_says_that_it_is_one() {
    let folder = Folder::new();
    let told = folder.run("part.json", &["certify", "--explore=0", "--partition=2/3"]);
    assert!(told.printed.contains("part 2/3: nothing found in its "), "{}", told.printed);
    assert!(!told.printed.contains("conformant:"), "{}", told.printed);
    assert!(told.json.contains("\"partition\": \"2/3\""));
}

#[test]
fn every_scenario_is_in_one_part() {
    let folder = Folder::new();
    let ids = |path: &Path| {
        let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let scenarios = report["scenarios"].as_array().unwrap().clone();
        scenarios.iter().map(|scenario| scenario["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut parts: Vec<_> = folder.split(4, &["--explore=0"]).iter().flat_map(|part| ids(Path::new(part))).collect();
    folder.run("whole.json", &["certify", "--explore=0"]);
    let mut whole = ids(&folder.path("whole.json"));
    parts.sort();
    whole.sort();
    assert_eq!(parts, whole);
}

#[test]
fn a_part_that_is_missing_doubled_or_whole_is_refused() {
    let folder = Folder::new();
    let parts = folder.split(3, &["--explore=0", FEW]);
    folder.refused(&parts[..2], "missing: part 3/3");
    folder.refused(&[&parts[..], &parts[..1]].concat(), "part 1/3 came twice");
    folder.run("whole.json", &["certify", "--explore=0"]);
    folder.refused(&[folder.path("whole.json").display().to_string()], "it was made without `--partition`");
}

#[test]
fn a_part_of_another_run_is_refused() {
    let other = |words: &[&str]| {
        let folder = Folder::new();
        let mut parts = folder.split(2, &["--explore=2", FEW]);
        let name = folder.path("other.json").display().to_string();
        folder.run("other.json", &[&["certify", "--partition=2/2"], words].concat());
        parts[1] = name;
        (folder, parts)
    };
    for (words, what) in [
        (&["--explore=2", FEW, "--seed=7"][..], "another seed"),
        (&["--explore=0", FEW], "another seed"),
        (&["--explore=2", FEW, "--level=stated"], "another level"),
        (&["--explore=2", FEW, "--require=rows"], "another required capabilities"),
        (&["--explore=2", "--filter=row"], "another filter"),
        (&["--explore=2", FEW, "--", TODOSPEC, "serve"], "another command"),
    ] {
        let (folder, parts) = other(words);
        folder.refused(&parts, what);
    }
}

#[test]
fn a_report_of_another_suite_tool_or_format_is_refused() {
    for (from, to, words) in [
        ("\"digest\": \"", "\"digest\": \"0", "it is about suite"),
        ("\"format\": 1", "\"format\": 2", "it has format 2"),
        ("\"name\": \"todospec\",\n    \"version\": \"", "\"name\": \"todospec\",\n    \"version\": \"9", "wrote it"),
        ("\"plan-clears-next-turn\"", "\"plan-clears-some-day\"", "`plan-clears-some-day` is no clause"),
        ("{", "[", "it is no JSON report"),
    ] {
        let folder = Folder::new();
        let parts = folder.split(2, &["--explore=0", FEW]);
        edit(&parts[1], from, to);
        folder.refused(&parts, words);
    }
}

#[test]
fn a_part_that_lost_a_scenario_is_refused() {
    let folder = Folder::new();
    let parts = folder.split(2, &["--explore=0", FEW]);
    let mut report: serde_json::Value = serde_json::from_str(&fs::read_to_string(&parts[0]).unwrap()).unwrap();
    report["scenarios"].as_array_mut().unwrap().pop();
    fs::write(&parts[0], report.to_string()).unwrap();
    folder.refused(&parts, "does not have the scenarios of part 1/2");
}

#[test]
fn fresh_starts_a_process_for_each_scenario() {
    let folder = Folder::new();
    let log = folder.path("starts");
    let script = format!("echo start >> '{}'; exec '{TODOSPEC}' serve", log.display());
    let words = ["certify", "--explore=0", "--filter=plan-none-before-first", "--fresh", "--", "sh", "-c", &script];
    let told = folder.run("report.json", &words);
    assert_eq!(told.code, Some(0), "{}", told.printed);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path("report.json")).unwrap()).unwrap();
    let scenarios = report["scenarios"].as_array().unwrap().len();
    assert_eq!(fs::read_to_string(log).unwrap().lines().count(), scenarios);
}
