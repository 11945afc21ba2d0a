//! Everything a person reads, as it is read.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

mod wrong;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use todospec::implementation::{Process, Reference, Trouble, Violation};
use todospec::model::{Clause, Counts, Refusal};
use todospec::oracle::Verdict;
use todospec::report::{self, Run, Style};
use todospec::run::{self, Selection};
use todospec::suite::{CasesError, Reading, Suite};
use todospec::trace::{Action, Capabilities, Capability};
use wrong::{SLIPS, Wrong};

const PLAIN: Style = Style { colour: false, width: 80 };

/// What `todospec lint` says of files and folders.
fn lint(paths: &[&Path]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.to_path_buf()).collect();
    let wrong = match Suite::from_paths(&paths) {
        Err(wrong) => wrong,
        Ok(suite) => CasesError::Wrong(run::check_all(&suite)),
    };
    match &wrong {
        CasesError::Wrong(diagnostics) if diagnostics.is_empty() => "no mistakes".to_owned(),
        CasesError::Wrong(diagnostics) => format!("{}\n\nerror: {wrong}", report::diagnostics(diagnostics, PLAIN)),
        CasesError::Unreadable { .. } | CasesError::Empty { .. } => format!("error: {wrong}"),
    }
}

/// What `todospec lint` says of a file with these bytes; the folder it lies in is not told.
fn lint_bytes(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    without_folder(&lint(&[&path]), folder.path())
}

fn without_folder(text: &str, folder: &Path) -> String {
    text.replace(&format!("{}/", folder.display()), "").replace(&folder.display().to_string(), "FOLDER")
}

/// A run over a suite, with nothing in it that changes from day to day or from machine to machine.
fn certified(suite: Suite, filter: Option<&str>, implementation: &mut dyn todospec::Implementation) -> Run {
    let suite = Arc::new(suite);
    let selection = Selection { filter: filter.map(str::to_owned), ..Selection::default() };
    let played = run::scenarios(&suite, &selection, implementation, |_| {});
    let mut run = played.judged(&suite, &selection, Vec::new(), None);
    run.duration = Duration::ZERO;
    run
}

/// The suite of one scenario for each verdict.
fn one_of_each() -> Suite {
    let mut suite = Suite::from_paths(&[PathBuf::from("tests/small-cases")]).unwrap();
    suite.digest = "0123456789abcdef".repeat(4);
    "VERSION".clone_into(&mut suite.table.version);
    suite
}

/// The paragraph of a report that begins so.
fn paragraph<'a>(report: &'a str, start: &str) -> Option<&'a str> {
    report.split("\n\n").find(|paragraph| paragraph.lines().next() == Some(start))
}

/// What the program prints.
fn printed(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_todospec")).args(words).env_remove("COLUMNS").output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

macro_rules! told {
    ($folder:literal, $name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => concat!("snapshots/", $folder),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

/// The faults of a clause, as `explain` shows them.
fn faults_of(clause: Clause) -> Vec<(&'static str, &'static str)> {
    todospec::implementation::faults()
        .filter(|fault| fault.clause == clause)
        .take(2)
        .map(|fault| (fault.id, fault.says))
        .collect()
}

#[test]
fn every_wrong_file_is_told() {
    let files: BTreeSet<_> = fs::read_dir("tests/wrong-files").unwrap().map(|entry| entry.unwrap().path()).collect();
    for path in &files {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = lint(&[path]);
        assert!(text.ends_with("error: a mistake in the scenario files"), "{name}: one mistake each\n{text}");
        told!("wrong-files", name, text);
    }
    let snapshots = fs::read_dir("tests/snapshots/wrong-files").unwrap().map(|entry| entry.unwrap().path());
    for snapshot in snapshots.filter(|path| path.extension().is_some_and(|extension| extension == "snap")) {
        let file = Path::new("tests/wrong-files").join(snapshot.file_stem().unwrap()).with_extension("yaml");
        assert!(files.contains(&file), "`{}` belongs to no file: delete it", snapshot.display());
    }
}

#[test]
fn all_files_are_checked_and_the_first_mistake_of_each_is_told() {
    let paths = ["key-that-stands-twice-in-a-step", "empty-file", "no-steps"];
    let paths = paths.map(|name| Path::new("tests/wrong-files").join(name).with_extension("yaml"));
    told!("files", "several-files", lint(&paths.each_ref().map(PathBuf::as_path)));
}

#[test]
fn a_name_that_stands_in_two_files_is_told_with_both_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        "about: Twice\nscenarios:\n  - name: NAME\n    clauses: [whole-list]\n    steps:\n      - list: none\n"
            .replace("NAME", name)
    };
    fs::write(folder.path().join("a.yaml"), file("the list is kept")).unwrap();
    fs::write(folder.path().join("b.yaml"), file("the list is kept")).unwrap();
    told!("files", "one-name-in-two-files", without_folder(&lint(&[folder.path()]), folder.path()));
}

#[test]
fn a_file_that_is_not_utf_8_is_told() {
    told!("files", "latin-1", lint_bytes("latin-1.yaml", b"about: One mistake\nscenarios:\n  - name: gr\xfc\xdfe\n"));
    told!("files", "utf-16", lint_bytes("utf-16.yaml", b"\xff\xfea\0b\0o\0u\0t\0:\0"));
}

#[test]
fn deep_nesting_is_told() {
    let text = format!("about: {}{}\nscenarios: []\n", "[".repeat(5_000), "]".repeat(5_000));
    told!("files", "nested-lists", lint_bytes("nested-lists.yaml", text.as_bytes()));
    let lines: Vec<_> = (0..5_000).map(|depth| format!("{}a:", " ".repeat(depth))).collect();
    told!("files", "nested-maps", lint_bytes("nested-maps.yaml", lines.join("\n").as_bytes()));
}

#[test]
fn a_large_file_is_told() {
    let text = "# nothing but a comment, again and again\n".repeat(1_300_000);
    assert!(text.len() > 50_000_000);
    told!("files", "large-file", lint_bytes("large-file.yaml", text.as_bytes()));
}

#[test]
fn many_anchors_are_told() {
    let anchors: Vec<_> = (0..100).map(|number| format!("a{number}: &a{number} x")).collect();
    told!("files", "many-anchors", lint_bytes("many-anchors.yaml", anchors.join("\n").as_bytes()));
}

#[test]
fn a_path_without_scenarios_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "no scenarios here").unwrap();
    let missing = Path::new("tests/wrong-files/not-there.yaml");
    let told = [lint(&[folder.path()]), lint(&[missing])].join("\n");
    told!("files", "no-file", without_folder(&told, folder.path()));
}

#[test]
fn a_byte_order_mark_and_carriage_returns_are_taken_calmly() {
    let text = fs::read_to_string("tests/small-cases/one-of-each.yaml").unwrap().replace('\n', "\r\n");
    assert_eq!(lint_bytes("windows.yaml", format!("\u{feff}{text}").as_bytes()), "no mistakes");
    told!("files", "carriage-returns", lint_bytes("windows.yaml", text.replace("list: none", "lst: none").as_bytes()));
}

#[test]
fn every_reply_is_worded() {
    let counts = Counts { pending: 12, in_progress: 1, completed: 0 };
    let refusals = [
        Refusal::NoChat,
        Refusal::Empty,
        Refusal::Repeat { text: "Read the \"brief\"\\".to_owned() },
        Refusal::OneActive { count: 2 },
    ];
    let told = refusals.map(|refusal| format!("{} ({})", refusal, refusal.message()));
    told!("replies", "replies", format!("{counts}\n{}", told.join("\n")));
}

#[test]
fn every_trouble_is_worded() {
    let log = || "Traceback (most recent call last):\nKeyError: 'todos'".to_owned();
    let violation = |slip: Option<&str>, log| Violation {
        what: "a line on standard output is no JSON-RPC message".to_owned(),
        sent: r#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{}}"#.to_owned(),
        expected: r#"{"jsonrpc":"2.0","id":1,"result":…}"#.to_owned(),
        came: "Listening on port 8080".to_owned(),
        slip: slip.map(str::to_owned),
        log,
    };
    let limit = Duration::from_millis(300);
    let troubles = [
        Trouble::Rejected { message: "todos: required".to_owned() },
        Trouble::Missing { method: "reopen" },
        Trouble::Error { method: "write", code: -32603, message: "out of memory".to_owned() },
        Trouble::TimeOut { method: "observe", limit, came: String::new(), log: String::new() },
        Trouble::TimeOut { method: "observe", limit, came: "{\"jsonrpc\":\"2.0\"".to_owned(), log: log() },
        Trouble::Crash { method: "write", how: "with exit code 3".to_owned(), log: log() },
        Trouble::Crash { method: "write", how: "by signal 9".to_owned(), log: String::new() },
        Trouble::Protocol(Box::new(violation(Some("was this line meant for stderr?"), String::new()))),
        Trouble::Protocol(Box::new(violation(None, log()))),
    ];
    let told = troubles.map(|trouble| format!("{:?}: {trouble}", trouble.blame()));
    told!("replies", "troubles", told.join("\n\n"));
}

#[test]
fn a_command_that_does_not_start_is_told() {
    let start = Process::start(vec!["./no-such-adapter".into()], Duration::from_secs(1), Default::default());
    told!("replies", "start", start.err().unwrap().to_string());
}

#[test]
fn what_an_adapter_declares_and_answers_wrongly_is_told() {
    let hello = |capabilities: &str| {
        todospec::trace::read_hello(&format!(r#"{{"name":"x","version":"1","capabilities":{capabilities}}}"#))
    };
    let observe = Action::Observe { chat: "main".to_owned() };
    let write = Action::Write { chat: None, arguments: serde_json::Value::Null };
    let wrong = [
        hello(r#"["lists"]"#).unwrap_err(),
        hello(r#"["telepathy"]"#).unwrap_err(),
        hello("true").unwrap_err(),
        todospec::trace::read_answer(&observe, r#"{"list":3}"#).unwrap_err(),
        todospec::trace::read_answer(&write, r#"{"txt":"Updated"}"#).unwrap_err(),
    ];
    told!("replies", "wire", wrong.map(|wrong| wrong.to_string()).join("\n"));
}

#[test]
fn the_finding_of_every_clause_is_told() {
    let suite = Suite::embedded().unwrap();
    let mut left: BTreeSet<_> = Clause::ALL.iter().copied().collect();
    for slip in SLIPS {
        let run = certified(suite.clone(), Some(slip.clause.id()), &mut Wrong::new(slip));
        let report = report::summary(&run, PLAIN);
        let told = paragraph(&report, &format!("broken {}", slip.clause)).unwrap_or_else(|| {
            let found = run.scenarios.iter().flat_map(|outcome| &outcome.findings);
            let broken: BTreeSet<_> = found.map(|placed| placed.finding.clause.id()).collect();
            panic!("{} is not broken, but {broken:?}", slip.clause)
        });
        // Where it stands in the suite changes with the suite; the report of each verdict shows how a place is told.
        let (told, _) = told.split_once("\n  at ").unwrap();
        told!("findings", slip.clause.id(), told);
        left.remove(&slip.clause);
    }
    assert!(left.is_empty(), "no slip breaks {left:?}");
}

#[test]
fn the_terminal_report_tells_each_verdict() {
    let run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    told!("reports", "terminal", report::summary(&run, PLAIN).replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn the_terminal_report_of_a_conformant_run() {
    let run = certified(one_of_each(), None, &mut Reference::default());
    told!("reports", "conformant", report::summary(&run, PLAIN).replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn colour_adds_nothing_but_colour() {
    let run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    let coloured = report::summary(&run, Style { colour: true, ..PLAIN });
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(without_escapes(&coloured), report::summary(&run, PLAIN));

    let path = PathBuf::from("tests/wrong-files/unknown-state-near-a-known-one.yaml");
    let Err(CasesError::Wrong(wrong)) = Suite::from_paths(&[path]) else { panic!("the file is wrong") };
    let coloured = report::diagnostics(&wrong, Style { colour: true, ..PLAIN });
    assert_eq!(without_escapes(&coloured), report::diagnostics(&wrong, PLAIN));
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn no_line_of_the_report_is_wider_than_asked_for_but_places_and_commands() {
    let run = certified(Suite::embedded().unwrap(), None, &mut Wrong::new(&SLIPS[0]));
    for width in [60, 80, 100] {
        let report = report::summary(&run, Style { colour: false, width });
        let copied = |line: &&str| line.starts_with("  at ") || line.starts_with("  run it ");
        for line in report.lines().filter(|line| !copied(line)) {
            assert!(line.chars().count() <= width, "{} columns of {width}: {line}", line.chars().count());
        }
    }
}

#[test]
fn the_json_report() {
    let run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    told!("reports", "json", report::json(&run).replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn the_reports_for_people_and_pipelines() {
    let run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    let version = |text: String| text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    told!("reports", "markdown", version(report::markdown(&run)));
    told!("reports", "html", version(report::html(&run)));
    told!("reports", "github", report::github(&run));
    told!("reports", "ctrf", version(report::ctrf(&run)));
    told!("reports", "badge-json", report::badge_json(&run));
    told!("reports", "badge-svg", report::badge_svg(&run));
}

#[test]
fn the_brief_report_of_each_verdict() {
    let broken = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    let reopened = "tests/small-cases/one-of-each/a-chat-is-reopened";
    let inconclusive = certified(one_of_each(), Some(reopened), &mut Wrong::of_each_verdict());
    let conformant = certified(one_of_each(), None, &mut Reference::default());
    let briefs = [broken, inconclusive, conformant].map(|run| report::brief(&run, PLAIN));
    for brief in &briefs {
        assert!(brief.lines().count() <= 40, "{brief}");
    }
    told!("reports", "brief", briefs.join("\n---\n\n"));
}

#[test]
fn a_text_of_an_implementation_stays_a_text_in_every_report() {
    let mut run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    "</code><script>alert(1)</script> | `a` @team ::error::x\n## no heading".clone_into(&mut run.implementation.name);
    let finding = run.scenarios.iter_mut().find_map(|outcome| outcome.findings.first_mut()).unwrap();
    "\"```\n</pre><img src=x>%0A::warning::\"".clone_into(&mut finding.finding.seen);
    let (html, markdown, github) = (report::html(&run), report::markdown(&run), report::github(&run));
    assert!(!html.contains("<script") && !html.contains("<img"), "{html}");
    assert!(markdown.contains("````diff") && !markdown.contains("<script") && !markdown.contains("\n## no heading"));
    assert!(github.lines().all(|line| line.starts_with("::")) && github.contains("%250A"), "{github}");
    assert!(quick_junit::Report::deserialize_from_str(&report::junit(&run)).is_ok());
}

#[test]
fn a_badge_says_the_verdict_to_everyone() {
    let conformant = certified(one_of_each(), None, &mut Reference::default());
    assert!(report::badge_json(&conformant).contains("brightgreen"));
    let svg = report::badge_svg(&conformant);
    assert!(svg.contains("<title id=\"title\">todospec: ") && svg.contains("role=\"img\""), "{svg}");
}

#[test]
fn the_junit_report() {
    let run = certified(one_of_each(), None, &mut Wrong::of_each_verdict());
    told!("reports", "junit", report::junit(&run));
}

#[test]
fn the_junit_report_parses_back_and_counts_what_it_holds() {
    let whole = Suite::embedded().unwrap();
    let filter = Some("whole-list");
    let runs = [
        certified(whole.clone(), filter, &mut Reference::default()),
        certified(whole, filter, &mut Wrong::new(&SLIPS[0])),
        certified(one_of_each(), None, &mut Wrong::of_each_verdict()),
    ];
    for run in runs {
        let report = quick_junit::Report::deserialize_from_str(&report::junit(&run)).unwrap();
        assert_eq!(report.tests, run.scenarios.len());
        let of = |verdict| run.scenarios.iter().filter(|outcome| outcome.verdict == verdict).count();
        assert_eq!((report.failures, report.errors), (of(Verdict::Fail), of(Verdict::Inconclusive)));
        let names: BTreeSet<_> = report.test_suites.iter().map(|suite| suite.name.as_str()).collect();
        assert_eq!(names.len(), report.test_suites.len(), "a file is one suite");
        for suite in &report.test_suites {
            let folder = suite.name.as_str().trim_start_matches("spec-cases/").trim_end_matches(".yaml");
            assert_eq!(suite.tests, suite.test_cases.len());
            for case in &suite.test_cases {
                assert!(
                    case.classname.as_ref().is_some_and(|id| id.as_str().starts_with(folder)),
                    "{folder}: {case:?}"
                );
            }
        }
    }
}

#[test]
fn a_clause_a_reading_and_a_scenario_are_explained() {
    let suite = Suite::embedded().unwrap();
    told!("explain", "reading", report::reading(&suite, Reading::RefusedRow, PLAIN));
    let small = one_of_each();
    let clauses = [Clause::SurvivesReopen, Clause::MessageRepeat, Clause::ReopenKeepsPlan];
    let clauses = clauses.map(|clause| report::clause(&small, clause, &faults_of(clause), PLAIN));
    told!("explain", "clauses", clauses.join("\n---\n\n"));
    let scenarios: Vec<_> = small.scenarios.iter().map(|scenario| report::scenario(scenario, PLAIN)).collect();
    told!("explain", "scenarios", scenarios.join("\n"));
}

#[test]
fn what_there_is_is_listed() {
    told!("list", "clauses", printed(&["list", "clauses"]));
    told!("list", "readings", printed(&["list", "readings"]));
}

#[test]
fn what_cannot_be_found_is_told_with_a_way_out() {
    let told = [
        printed(&["explain", "plan-clear-next-turn"]),
        printed(&["explain", "zzz"]),
        printed(&["certify", "--filter", "no such thing"]),
        printed(&["certify", "--report", "jsn=x"]),
        printed(&["certify", "--report", "yaml=x"]),
        printed(&["certify", "--report", "json"]),
        printed(&["certify", "--timeout", "-1"]),
        printed(&["certify", "--", "./no-such-adapter"]),
        printed(&["crtify"]),
    ];
    told!("replies", "usage", told.join("\n---\n"));
}

#[test]
fn capabilities_are_declared_by_name() {
    let all: Capabilities = Capability::ALL.into_iter().collect();
    let names: Vec<_> = all.iter().map(ToString::to_string).collect();
    assert_eq!(names.join(" "), "list plan rows labels turns chats helpers no_chat setup reopen plan_mode");
}
