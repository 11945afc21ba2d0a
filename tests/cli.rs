//! The program as a person or a pipeline meets it: exit codes, reports, what is printed where.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const TODOSPEC: &str = env!("CARGO_BIN_EXE_todospec");
/// One scenario of the suite, for runs that need no more.
const ONE: &str = "--filter=recording/whole-list/";

fn todospec(words: &[&str]) -> Output {
    Command::new(TODOSPEC).args(words).env_remove("COLUMNS").stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs the program, expects an exit code and a text somewhere in what it prints, and returns both outputs.
#[track_caller]
fn check(words: &[&str], code: i32, text: &str) -> String {
    let output = todospec(words);
    let told = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{words:?}\n{told}");
    assert!(told.contains(text), "{words:?}: no `{text}` in\n{told}");
    told
}

/// An adapter in a shell: what it says to `hello`, and what it does with each request after that. `$id` is the
/// request's id, and `answer RESULT` answers it.
struct Adapter {
    folder: TempDir,
}

const HELLO: &str = r#"answer '{"name":"sh","version":"1","capabilities":[]}'"#;
const DONE: &str = "answer '{}'";

impl Adapter {
    fn new(hello: &str, write: &str, other: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            r#"answer() {{ printf '{{"jsonrpc":"2.0","id":%s,"result":%s}}\n' "$id" "$1"; }}
while IFS= read -r line; do
  id=${{line#*\"id\":}}
  id=${{id%%,*}}
  case $line in
    *'"method":"hello"'*) {hello} ;;
    *'"method":"write"'*) {write} ;;
    *) {other} ;;
  esac
done
"#
        );
        fs::write(folder.path().join("adapter.sh"), script).unwrap();
        Self { folder }
    }

    /// Certifies it and expects an exit code and a text.
    #[track_caller]
    fn check(&self, options: &[&str], code: i32, text: &str) -> String {
        let script = self.folder.path().join("adapter.sh");
        let words = [&["certify", "--explore=0"], options, &["--", "/bin/sh", script.to_str().unwrap()]].concat();
        check(&words, code, text)
    }
}

fn last_line(told: &str) -> &str {
    told.lines().last().unwrap_or_default()
}

// 0: conformant

#[test]
fn the_reference_is_conformant() {
    let told = check(&["certify"], 0, "\nconformant: ");
    assert!(last_line(&told).starts_with("conformant: "), "the last line says what was certified: {told}");
}

#[test]
fn the_reference_is_conformant_across_a_pipe() {
    check(&["certify", "--explore=8", "--", TODOSPEC, "serve"], 0, "\nconformant: ");
}

#[test]
fn help_and_version_are_printed_on_standard_output() {
    for words in [&["--help"][..], &["--version"], &["certify", "--help"]] {
        let output = todospec(words);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{words:?}");
        assert!(!output.stdout.is_empty());
    }
}

// 1: nonconformant

#[test]
fn a_wrong_adapter_is_nonconformant() {
    let adapter = Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE);
    let told = adapter.check(&[], 1, "broken ack-counts");
    assert!(last_line(&told).starts_with("nonconformant: "), "{told}");
}

#[test]
fn a_finding_wins_over_what_could_not_be_tested() {
    let write = r#"case $line in *Label*) exit 4 ;; *) answer '{"text":"All done."}' ;; esac"#;
    let told = Adapter::new(HELLO, write, DONE).check(&["--filter=whole-list"], 1, "broken ack-counts");
    assert!(last_line(&told).starts_with("nonconformant: "), "{told}");
}

// 2: usage

#[test]
fn no_scenario_selected_is_an_error() {
    check(&["certify", "--filter", "no such scenario"], 2, "error: no scenario matches `no such scenario`");
}

#[test]
fn a_wrong_file_is_an_error_and_nothing_is_run() {
    let file = "tests/wrong-files/no-steps.yaml";
    for words in [&["certify", "--cases", file][..], &["lint", file]] {
        let output = todospec(words);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{words:?}");
        assert!(stderr(&output).contains("no-steps.yaml:5:12"), "{}", stderr(&output));
    }
}

#[test]
fn an_answer_that_the_reference_does_not_give_is_an_error_and_nothing_is_run() {
    let file = "tests/wrong-files/reply-that-differs-in-a-count.yaml";
    check(&["certify", "--cases", file], 2, "the reference answers");
    check(&["lint", file], 2, "the reference answers");
}

#[test]
fn a_missing_file_is_an_error() {
    check(&["lint", "no-such-file.yaml"], 2, "error: cannot read `no-such-file.yaml`");
    check(&["certify", "--cases", "no-such-file.yaml"], 2, "error: cannot read `no-such-file.yaml`");
}

#[test]
fn a_folder_without_scenarios_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    check(&["lint", folder.path().to_str().unwrap()], 2, "error: no scenario file (`.yaml`) in ");
}

#[test]
fn a_command_line_that_means_nothing_is_an_error() {
    check(&["crtify"], 2, "certify");
    check(&[], 2, "Usage: todospec");
    check(&["certify", "--no-such-option"], 2, "--no-such-option");
    check(&["certify", "--timeout", "0"], 2, "seconds");
    check(&["certify", "--timeout", "soon"], 2, "seconds");
    check(&["explain", "no-such-clause"], 2, "error: nothing has the id `no-such-clause`");
    check(&["list", "everything"], 2, "everything");
    check(&["completions", "no-such-shell"], 2, "no-such-shell");
}

#[test]
fn an_unknown_report_format_is_an_error() {
    check(&["certify", "--report", "jsn=report"], 2, "unknown format `jsn`; did you mean `json`?");
    check(&["certify", "--report", "json"], 2, "expected FORMAT=PATH");
    check(&["certify", "--report", "json="], 2, "the path is empty");
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no-such-folder/report.json");
    let target = format!("json={}", path.display());
    check(&["certify", ONE, "--report", &target], 2, "error: cannot write the report `");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_command_that_does_not_exist_is_an_error() {
    check(&["certify", "--", "./no-such-adapter"], 2, "error: cannot start `./no-such-adapter`");
}

// 3: inconclusive

#[test]
fn an_adapter_that_prints_a_banner_is_inconclusive() {
    let told = Adapter::new("echo 'Listening on port 8080'", DONE, DONE).check(&[ONE], 3, "Listening on port 8080");
    assert!(told.contains("was this line meant for stderr?"), "{told}");
    assert!(last_line(&told).starts_with("inconclusive: "), "{told}");
}

#[test]
fn an_adapter_that_dies_is_inconclusive() {
    let adapter = Adapter::new(HELLO, "echo 'no such key' >&2; exit 7", DONE);
    let told = adapter.check(&[ONE], 3, "ended with exit code 7");
    assert!(told.contains("no such key"), "its last words are shown: {told}");
    Adapter::new(HELLO, "kill -9 $$", DONE).check(&[ONE], 3, "ended by signal 9");
    Adapter::new("exit 0", DONE, DONE).check(&[ONE], 3, "ended with exit code 0");
}

#[test]
fn an_adapter_that_hangs_is_inconclusive() {
    let hangs = Adapter::new(HELLO, "sleep 60", DONE);
    hangs.check(&["--timeout=0.3", "--cases=tests/small-cases"], 3, "no answer to `write` within 0.3 s");
    Adapter::new("sleep 60", DONE, DONE).check(&["--timeout=0.3"], 3, "no answer to `hello` within 0.3 s");
}

#[test]
fn an_adapter_that_answers_another_id_is_inconclusive() {
    Adapter::new(HELLO, "id=99; answer '{}'", DONE).check(&[ONE], 3, "an answer has another id");
}

#[test]
fn an_adapter_that_lacks_what_it_declares_is_inconclusive() {
    let hello = r#"answer '{"name":"sh","version":"1","capabilities":["list"]}'"#;
    let write = r#"answer '{"text":"Updated todo list: 1 pending, 0 in progress, 0 completed."}'"#;
    Adapter::new(hello, write, DONE).check(&[ONE], 3, "`list` is declared, and `observe` answered without it");
    let unknown = r#"case $line in
      *observe*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"?"}}\n' "$id" ;;
      *) answer '{}' ;;
    esac"#;
    Adapter::new(hello, write, unknown).check(&[ONE], 3, "the method `observe` is missing");
}

#[test]
fn an_adapter_that_declares_what_nobody_knows_is_inconclusive() {
    let hello = r#"answer '{"name":"sh","version":"1","capabilities":["lists"]}'"#;
    Adapter::new(hello, DONE, DONE).check(&[ONE], 3, "unknown capability `lists`; did you mean `list`?");
}

#[test]
fn the_rest_is_not_tried_after_five_scenarios_in_a_row_in_which_the_adapter_ended() {
    let told = Adapter::new(HELLO, "exit 1", DONE).check(&[], 3, "not tried: ");
    assert!(told.contains("5 scenarios"), "{told}");
}

#[test]
fn a_required_capability_that_is_not_declared_is_nonconformant() {
    let told = Adapter::new(HELLO, DONE, DONE).check(&[ONE, "--require=rows"], 1, "missing rows: it is required");
    assert!(told.contains("nonconformant"), "{told}");
    check(&["certify", ONE, "--require=all"], 0, "conformant on ");
    check(&["certify", ONE, "--require=row"], 2, "did you mean `rows`?");
}

// reports

#[test]
fn two_reports_of_one_run_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (json, junit) = (path("report.json"), path("report.xml"));
    let targets = [format!("--report=json={}", json.display()), format!("--report=junit={}", junit.display())];
    check(&["certify", ONE, &targets[0], &targets[1]], 0, "conformant on ");

    let json: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let scenarios = json["scenarios"].as_array().unwrap();
    assert_eq!((&json["format"], &json["verdict"]), (&Value::from(1), &Value::from("conformant")));
    assert!(!scenarios.is_empty() && scenarios.iter().all(|scenario| scenario["verdict"] == "pass"));
    for field in ["tool", "suite", "implementation", "clauses", "readings", "exploration", "duration_ms"] {
        assert!(json.get(field).is_some(), "{field}");
    }

    let junit = quick_junit::Report::deserialize_from_str(&fs::read_to_string(junit).unwrap()).unwrap();
    let cases: Vec<_> = junit.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
    let told = |name: &str| scenarios.iter().any(|scenario| scenario["name"] == name);
    assert_eq!((junit.tests, junit.failures, junit.errors), (scenarios.len(), 0, 0));
    assert!(cases.len() == scenarios.len() && cases.iter().all(|case| told(case.name.as_str())));
}

#[test]
fn several_reports_of_every_format_are_written_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let formats = ["json", "junit", "ctrf", "markdown", "html", "github", "badge.json", "badge.svg"];
    let path = |format: &str| folder.path().join(format).to_str().unwrap().to_owned();
    let name = |format: &str| format.split('.').next().unwrap().to_owned();
    let targets = formats.map(|format| format!("--report={}={}", name(format), path(format)));
    let targets: Vec<_> = targets.iter().map(String::as_str).collect();
    Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE).check(&[&[ONE], &targets[..]].concat(), 1, "broken");
    let told = formats.map(|format| fs::read_to_string(path(format)).unwrap());
    let starts = ["{", "<?xml", "{", "## nonconformant: ", "<!DOCTYPE html>", "::error file=", "{", "<svg"];
    for ((format, told), start) in formats.iter().zip(&told).zip(starts) {
        assert!(told.starts_with(start), "{format}: {told}");
    }
    for told in [&told[3], &told[4], &told[5]] {
        assert!(told.contains("todospec certify --filter ") && told.contains("All done."), "{told}");
    }
    let ctrf: Value = serde_json::from_str(&told[2]).unwrap();
    let summary = &ctrf["results"]["summary"];
    let counts = ["passed", "failed", "skipped", "pending", "other"].map(|field| summary[field].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), summary["tests"].as_u64().unwrap());
    assert_eq!(ctrf["results"]["tests"].as_array().unwrap().len() as u64, summary["tests"].as_u64().unwrap());
    assert!(counts[1] > 0);
}

#[test]
fn a_report_may_go_to_standard_output_and_the_verdict_stays_last() {
    let told = check(&["certify", ONE, "--report=github=-"], 0, "::notice title=todospec::conformant on ");
    assert!(last_line(&told).starts_with("conformant on "), "{told}");
}

#[test]
fn a_report_that_cannot_be_named_or_written_is_a_usage_error() {
    let folder = tempfile::tempdir().unwrap();
    check(&["certify", ONE, "--report=markdwn=x"], 2, "did you mean `markdown`?");
    check(&["certify", ONE, "--report=badge=badge.png"], 2, "ends in `.json` or `.svg`, such as badge=badge.json");
    check(&["certify", ONE, "--report=badge=badge"], 2, "such as badge=badge.json");
    for format in ["markdown", "html", "ctrf", "github"] {
        let missing = format!("--report={format}={}", folder.path().join("not-there/report").display());
        check(&["certify", ONE, &missing], 2, "cannot write the report");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_brief_report_fits_40_lines_of_80_columns_whatever_happened() {
    let brief = |adapter: &Adapter, code, text: &str| {
        let told = adapter.check(&["--brief"], code, text);
        let copied = |line: &&str| ["  at ", "  run it "].iter().any(|start| line.starts_with(start));
        assert!(told.lines().count() <= 40, "{told}");
        assert!(told.lines().filter(|line| !copied(line)).all(|line| line.chars().count() <= 80), "{told}");
        assert!(!told.contains('\u{1b}'), "{told}");
        told
    };
    let broken = brief(&Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE), 1, "\nbroken ");
    assert_eq!(broken.matches("\nbroken ").count(), 1, "{broken}");
    assert!(broken.contains("other clause") && last_line(&broken).starts_with("nonconformant"), "{broken}");
    let noisy = "i=0; while [ $i -lt 60 ]; do echo \"line $i\" >&2; i=$((i+1)); done; sleep 0.1; exit 3";
    let crashed = brief(&Adapter::new(HELLO, noisy, DONE), 3, "a mistake of the ");
    assert!(crashed.contains("line 59") && last_line(&crashed).starts_with("inconclusive"), "{crashed}");
    brief(&Adapter::new(noisy, DONE, DONE), 3, "did not get past `hello`");
    let conformant = check(&["certify", "--brief", "--explore=8"], 0, "\nconformant: ");
    assert!(conformant.lines().count() <= 40, "{conformant}");
}

#[test]
fn a_report_of_a_failed_run_is_written_and_the_exit_code_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let report = format!("--report=json={}", path.display());
    Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE).check(&[ONE, &report], 1, "nonconformant");
    let json: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(json["verdict"], "nonconformant");
    assert_eq!(json["implementation"]["command"][0], "/bin/sh");
    let finding = &json["scenarios"][0]["findings"][0];
    for field in ["clause", "step", "line", "allowed", "seen"] {
        assert!(finding.get(field).is_some(), "{field}");
    }
}

// known failures

/// A command that runs a few scenarios against an implementation that breaks clauses.
fn faulty(known: &Path, fault: &str, more: &[&str], code: i32, text: &str) -> String {
    let known = format!("--known-failures={}", known.display());
    let words = ["certify", "--filter=plan/plan-returns", known.as_str()];
    let command = ["--", TODOSPEC, "serve", "--fault", fault];
    check(&[&words[..], more, &command[..]].concat(), code, text)
}

#[test]
fn nothing_but_known_failures_is_success_and_is_never_called_conformant() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.yaml");
    faulty(&known, "cleared-when-all-done", &[], 2, "`--update` writes the file");
    let told = faulty(&known, "cleared-when-all-done", &["--update"], 0, "\n+ plan-returns in plan/plan-returns/");
    let last = told.lines().last().unwrap();
    assert!(last.starts_with("nonconformant, and nothing but "), "{last}");

    let path = |name: &str| folder.path().join(name);
    let (json, junit) = (path("report.json"), path("report.xml"));
    let targets = [format!("--report=json={}", json.display()), format!("--report=junit={}", junit.display())];
    faulty(&known, "cleared-when-all-done", &[&targets[0], &targets[1]], 0, "known plan-returns: ");
    let json: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(json["verdict"], "nonconformant");
    assert!(json["known_failures"]["failures"].as_array().unwrap().iter().all(|failure| failure["state"] == "known"));
    let junit = quick_junit::Report::deserialize_from_str(&fs::read_to_string(junit).unwrap()).unwrap();
    let skipped: usize = junit.test_suites.iter().map(|suite| suite.skipped).sum();
    assert_eq!((junit.failures, junit.errors, skipped > 0), (0, 0, true));

    // Written anew it is the same, with the issues that were put into it.
    let text = fs::read_to_string(&known).unwrap().replacen("    seen: ", "    issue: \"#7\"\n    seen: ", 1);
    fs::write(&known, &text).unwrap();
    faulty(&known, "cleared-when-all-done", &["--update"], 0, "nothing changes in ");
    assert!(fs::read_to_string(&known).unwrap().contains("    issue: \"#7\"\n"));
    faulty(&known, "cleared-when-all-done", &[], 0, ", #7");
}

#[test]
fn a_known_failure_that_is_not_as_it_was_fails_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.yaml");
    faulty(&known, "cleared-when-all-done", &["--update"], 0, "changed in ");
    let written = fs::read_to_string(&known).unwrap();
    let put = |from: &str, to: &str| fs::write(&known, written.replacen(from, to, 1)).unwrap();

    faulty(&known, "list-lost", &[], 1, "the clause is not broken there");
    faulty(&known, "no-such-fault", &[], 3, "did not get past `hello`");
    put("    seen: \"plan: []\"", "    seen: \"plan: [pending: \\\"x\\\"]\"");
    faulty(&known, "cleared-when-all-done", &[], 1, "not as known any more");
    put("    seen: ", "    expires: 2020-02-29\n    seen: ");
    faulty(&known, "cleared-when-all-done", &[], 1, "it was known until 2020-02-29");
    put("    seen: ", "    expires: 9020-02-29\n    seen: ");
    faulty(&known, "cleared-when-all-done", &[], 0, "nothing but ");
    put("    seen: ", "    expires: soon\n    seen: ");
    faulty(&known, "cleared-when-all-done", &[], 2, "such as 2027-03-01");
    put("    clause: plan", "    clause: plam");
    faulty(&known, "cleared-when-all-done", &[], 2, "unknown clause");
    put("scenario: plan/plan-returns/", "scenario: plan/plan-return/");
    faulty(&known, "cleared-when-all-done", &[], 2, "no scenario has the id");
    put("    seen: ", "    sen: ");
    faulty(&known, "cleared-when-all-done", &[], 2, "unknown key `sen`");

    // One that is missing is a failure like any other; what is not run says nothing.
    fs::write(&known, "known_failures: []\n").unwrap();
    faulty(&known, "cleared-when-all-done", &[], 1, "nonconformant: ");
    fs::write(&known, &written).unwrap();
    let option = format!("--known-failures={}", known.display());
    check(&["certify", ONE, &option], 0, "not run this time");
    check(&["certify", "--filter=plan/plan-returns", &option], 1, "stale");
}

#[test]
fn another_version_of_the_suite_than_the_one_asked_for_is_not_run() {
    check(&["certify", ONE, "--suite-version=1.0.0"], 0, "conformant on ");
    check(&["certify", ONE, "--suite-version=0.9.0"], 2, "suite 0.9.0 is asked for");
}

#[test]
fn the_same_run_prints_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let path = folder.path().join(name);
        let output = todospec(&["certify", "--explore=16", &format!("--report=json={}", path.display())]);
        let json = fs::read_to_string(path).unwrap();
        let json: Vec<_> = json.lines().filter(|line| !line.contains("\"duration_ms\"")).map(str::to_owned).collect();
        (stdout(&output), stderr(&output), json)
    };
    assert_eq!(run("first.json"), run("second.json"));
}

// which scenarios

#[test]
fn a_filter_selects_by_clause_file_and_name() {
    let scenarios = |filter: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        check(&["certify", "--filter", filter, &format!("--report=json={}", path.display())], 0, "conformant on ");
        let json: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        json["scenarios"].as_array().unwrap().clone()
    };
    let has = |scenario: &Value, clause: &str| scenario["clauses"].as_array().unwrap().contains(&clause.into());
    let by_clause = scenarios("plan-returns");
    assert!(by_clause.iter().any(|scenario| !scenario["file"].as_str().unwrap().contains("plan-returns")));
    let by_file = scenarios("spec-cases/plan/plan-returns.yaml");
    assert!(by_file.iter().all(|scenario| scenario["file"] == "spec-cases/plan/plan-returns.yaml"));
    assert!(by_clause.iter().filter(|scenario| has(scenario, "plan-returns")).count() > by_file.len() / 2);
    let name = by_file[0]["name"].as_str().unwrap();
    assert!(scenarios(name).iter().all(|scenario| scenario["name"].as_str().unwrap().contains(name)));
}

#[test]
fn a_run_that_leaves_clauses_out_says_so() {
    let told = check(&["certify", ONE], 0, "conformant on ");
    assert!(last_line(&told).ends_with("not applicable (no scenario of theirs was run)"), "{told}");
}

#[test]
fn a_copy_of_the_suite_gives_the_same_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    let copy = copy.to_str().unwrap();
    check(&["cases", "--copy", copy], 0, "files copied to ");
    let embedded = check(&["certify", "--explore=0"], 0, "\nconformant: ");
    let copied = check(&["certify", "--explore=0", "--cases", copy], 0, "\nconformant: ");
    assert_eq!(last_line(&embedded), last_line(&copied));
    check(&["lint", copy], 0, ": no mistakes");
    check(&["cases", "--copy", copy], 2, "is there already");
    let file = Path::new(copy).join("recording/whole-list.yaml");
    check(&["certify", "--explore=0", "--cases", file.to_str().unwrap()], 0, "conformant on ");
}

#[test]
fn the_command_under_a_finding_runs_its_scenario_again() {
    let adapter = Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE);
    for option in [ONE, "--cases=tests/small-cases"] {
        let told = adapter.check(&[option], 1, "broken");
        let line = told.lines().find_map(|line| line.strip_prefix("  run it     todospec ")).unwrap();
        let line = format!("'{TODOSPEC}' {line}");
        let again = Command::new("/bin/sh").args(["-c", &line]).output().unwrap();
        assert_eq!(again.status.code(), Some(1), "{line}\n{}{}", stdout(&again), stderr(&again));
    }
}

// what is printed

#[test]
fn the_schema_is_json_and_names_every_key() {
    let output = todospec(&["schema"]);
    let text = stdout(&output);
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let keys = "about scenarios name clauses setup probe steps update raw reply refused turn reopen plan_mode open chat \
                helper_of list plan rows one_active pending in_progress completed";
    for key in keys.split(' ') {
        assert!(text.contains(&format!("\"{key}\": {{")), "{key}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let told = check(&["completions", shell], 0, "certify");
        assert!(told.contains("explain"), "{shell}");
    }
}

#[test]
fn everything_there_is_is_listed_and_explained() {
    let clauses = check(&["list", "clauses"], 0, "whole-list");
    let ids: Vec<_> = clauses.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    check(&["list", "readings"], 0, "trim-set");
    let scenarios = todospec(&["list", "scenarios"]);
    assert!(stdout(&scenarios).lines().count() >= 150);
    let scenario = stdout(&scenarios).lines().next().unwrap().to_owned();
    for id in ["plan-clears-next-turn", "trim-set", &scenario] {
        check(&["explain", id], 0, "");
    }
    assert!(ids.contains(&"plan-clears-next-turn"));
}

#[test]
fn piped_output_has_no_escape_sequences() {
    let adapter = Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE);
    assert!(!adapter.check(&[ONE], 1, "broken").contains('\u{1b}'));
    let wrong = "tests/wrong-files/no-steps.yaml";
    for words in [&["certify", ONE][..], &["lint", wrong], &["explain", "trim-first"], &["--help"]] {
        let output = todospec(words);
        assert!(!(stdout(&output) + &stderr(&output)).contains('\u{1b}'), "{words:?}");
    }
}

#[test]
fn piped_output_fits_80_columns() {
    let copied = |line: &str| ["  at ", "  run it ", "  spec-cases/"].iter().any(|start| line.starts_with(start));
    let fits = |told: &str| {
        for line in told.lines().filter(|line| !copied(line)) {
            assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        }
    };
    let adapter = Adapter::new(HELLO, r#"answer '{"text":"All done."}'"#, DONE);
    fits(&adapter.check(&[], 1, "broken"));
    for words in [
        &["certify", "--explore=16"][..],
        &["list", "clauses"],
        &["list", "readings"],
        &["explain", "plan-clears-next-turn"],
        &["explain", "trim-set"],
        &["--help"],
        &["certify", "--help"],
        &["cases", "--help"],
    ] {
        fits(&check(words, 0, ""));
    }
}

#[test]
fn an_output_that_is_closed_is_no_success() {
    for words in [&["list", "scenarios"][..], &["certify", ONE], &["schema"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = Command::new(TODOSPEC).args(words).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{words:?}");
        assert!(stderr(&output).contains("cannot write to standard output"), "{words:?}: {}", stderr(&output));
    }
}

#[test]
fn a_request_that_is_wrong_is_answered_with_an_error_and_serving_goes_on() {
    use std::io::Write as _;
    let mut child = Command::new(TODOSPEC).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let requests = "no json\n\r\n{\"id\":1,\"method\":\"observe\",\"params\":{\"chat\":\"x\"}}\n{\"id\":\"two\",\"method\":\"fly\"}\n\
                    {\"id\":3,\"method\":\"hello\",\"params\":{}}\n";
    child.stdin.take().unwrap().write_all(requests.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answers: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<_> = answers.iter().map(|answer| answer["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [Some(-32700), Some(-32602), Some(-32601), None]);
    assert_eq!((&answers[2]["id"], &answers[3]["id"]), (&Value::from("two"), &Value::from(3)));
    assert_eq!(output.status.code(), Some(0));
}
