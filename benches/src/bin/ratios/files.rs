//! Files that are loaded and run, against the bare typed parse and the cucumber crate.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cucumber::{World as _, given, then, when};
use serde::Deserialize;
use tempfile::TempDir;
use todospec::implementation::Reference;
use todospec::report;
use todospec::run::{self, Selection};
use todospec::suite::Suite;

use crate::figure::{Goal, pairs, print, seconds};

/// Scenarios in one file.
const SCENARIOS: usize = 3;

/// Loading, checking and running files.
pub fn loaded() {
    for count in [1_000, 10_000] {
        let folder = scenario_files(count);
        let paths = paths(folder.path());
        let parse = || on(1, || seconds(|| paths.iter().for_each(|path| bare(path))));
        let load = |threads| on(threads, || seconds(|| load(folder.path())));
        let goal = Goal::AtMost(1.2);
        print(
            &format!("{count} files loaded and checked, one thread : the bare parse"),
            pairs(|| load(1), parse),
            goal,
        );
        print(&format!("{count} files, one thread : two threads"), pairs(|| load(1), || load(2)), Goal::AtLeast(1.5));
        let run = || on(1, || seconds(|| run(folder.path())));
        let name = format!("{count} files loaded, run and reported, one thread : the bare parse");
        print(&name, pairs(run, parse), Goal::AtMost(1.6));
    }
    let (thousand, ten_thousand) = (scenario_files(1_000), scenario_files(10_000));
    let file = |folder: &TempDir, files: f64| on(2, || seconds(|| run(folder.path()))) / files;
    let linear = pairs(|| file(&ten_thousand, 10_000.0), || file(&thousand, 1_000.0));
    print("a file of 10,000 loaded, run and reported : one of 1,000", linear, Goal::AtMost(1.2));
}

/// Scenarios a second, those of the cucumber crate beside ours.
pub fn beside_cucumber() {
    for (count, least) in [(1_000_usize, 1.0), (10_000, 2.0)] {
        let scenarios = scenario_files(count.div_ceil(SCENARIOS));
        let features = feature_files(count.div_ceil(SCENARIOS));
        let ours = || on(2, || 1.0 / seconds(|| run(scenarios.path())));
        let theirs = || 1.0 / seconds(|| cucumber(features.path()));
        let name = format!("scenarios a second : those of cucumber, {count}");
        print(&name, pairs(ours, theirs), Goal::AtLeast(least));
    }
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

fn load(folder: &Path) -> Suite {
    let suite = Suite::from_paths(&[folder.to_owned()]).expect("the files are right");
    let wrong = run::check_all(&suite);
    assert!(wrong.is_empty(), "{}", report::diagnostics(&wrong, report::Style::default()));
    suite
}

fn run(folder: &Path) -> String {
    let suite = Arc::new(load(folder));
    let selection = Selection::default();
    let played = run::scenarios(&suite, &selection, &mut Reference::default(), |_| {});
    let run = played.judged(&suite, &selection, Vec::new(), None);
    assert_eq!(run.verdict, todospec::RunVerdict::Conformant);
    report::json(&run)
}

fn scenario_files(count: usize) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in 0..count {
        let mut text = String::from("about: A list that is replaced and its plan\nscenarios:\n");
        for scenario in 0..SCENARIOS {
            let _ = write!(
                text,
                "  - name: the newest list of scenario {scenario} of file {file} counts
    clauses: [newest-counts, plan-shows-latest]
    steps:
      - update:
          - pending: Draft the report
          - in_progress: Read the brief
        reply: \"Updated todo list: 1 pending, 1 in progress, 0 completed.\"
      - plan:
          - pending: Draft the report
          - in_progress: Read the brief
      - update:
          - completed: Read the brief
        reply: \"Updated todo list: 0 pending, 0 in progress, 1 completed.\"
      - plan:
          - completed: Read the brief
      - list:
          - completed: Read the brief
"
            );
        }
        fs::write(folder.path().join(format!("list-{file:05}.yaml")), text).expect("a file");
    }
    folder
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

/// The barest way to read a scenario file: straight into types, nothing checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is only read")]
struct File {
    about: String,
    scenarios: Vec<Scenario>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is only read")]
struct Scenario {
    name: String,
    clauses: Vec<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is only read")]
struct Step {
    update: Option<Vec<Item>>,
    reply: Option<String>,
    list: Option<Vec<Item>>,
    plan: Option<Vec<Item>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read")]
enum Item {
    Pending(String),
    InProgress(String),
    Completed(String),
}

fn bare(path: &Path) {
    let text = fs::read_to_string(path).expect("a file");
    let file: File = serde_saphyr::from_str(&text).expect("the file is right");
    std::hint::black_box(file);
}

fn feature_files(count: usize) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in 0..count {
        let mut text = String::from("Feature: A list that is replaced and its plan\n");
        for scenario in 0..SCENARIOS {
            let _ = write!(
                text,
                "  Scenario: the newest list of scenario {scenario} of file {file} counts
    Given a list of 2 items
    Then the plan shows 2 items
    When a list of 1 items is sent
    Then the plan shows 1 items
    Then the list shows 1 items
"
            );
        }
        fs::write(folder.path().join(format!("list-{file:05}.feature")), text).expect("a file");
    }
    folder
}

/// The least that cucumber can keep a list in.
#[derive(Debug, Default, cucumber::World)]
struct List(Vec<todospec::model::Item>);

fn items(count: usize) -> Vec<todospec::model::Item> {
    (0..count).map(|at| todospec::model::Item::new(format!("item {at}"), todospec::model::State::Pending)).collect()
}

#[given(expr = "a list of {int} items")]
#[when(expr = "a list of {int} items is sent")]
fn sent(list: &mut List, count: usize) {
    list.0 = items(count);
}

#[then(expr = "the plan shows {int} items")]
#[then(expr = "the list shows {int} items")]
fn shown(list: &mut List, count: usize) {
    assert_eq!(list.0, items(count));
}

/// Cucumber as it comes, but that nothing is printed.
fn cucumber(folder: &Path) {
    use cucumber::WriterExt as _;
    use cucumber::cli;
    use cucumber::writer::{self, Coloring, Verbosity};
    let writer = writer::Basic::new(io::sink(), Coloring::Never, Verbosity::Default).summarized();
    let options: cli::Opts<_, _, _> = clap::Parser::parse_from(["cucumber"]);
    // the writer comes first: whoever sets it forgets the options
    let runner = List::cucumber().with_writer(writer).with_cli::<cli::Empty>(options);
    futures::executor::block_on(runner.run(folder.to_owned()));
}
