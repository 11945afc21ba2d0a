//! A judged update against a bare exchange, and updates a second against records a second.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sqllogictest::Runner;
use sqllogictest_engines::external::ExternalDriver;
use todospec::implementation::{Implementation, Process};
use todospec::model::{Counts, Item, Setup, State};
use todospec::run::{self, Judged, Selection};
use todospec::suite::Suite;
use todospec::trace::{Action, arguments};

use crate::beside;
use crate::figure::{Goal, pairs, print, seconds};

const BATCH: u32 = 4_000;
const LIMIT: Duration = Duration::from_secs(5);

/// One judged update against a bare exchange of the same bytes with the same child.
pub fn judged_writes(pinned: bool) {
    let place = if pinned { "pinned" } else { "free" };
    let goals = if pinned { [1.5, 3.5] } else { [1.3, 1.8] };
    for (count, name, goal) in [
        (0, "no items", Goal::Information),
        (1, "one item", Goal::AtMost(goals[0])),
        (10, "ten items", Goal::AtMost(goals[1])),
    ] {
        let ratios = exchanges(&beside("canned").into(), &items(count));
        print(&format!("a judged update of {name} : the bare exchange, {place}"), ratios, goal);
    }
    if !pinned {
        return;
    }
    let kit = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for (program, script) in [("node", "adapters/node/example.mjs"), ("python3", "adapters/python/example.py")] {
        let script = PathBuf::from(kit).join(script);
        if Command::new(program).arg("--version").output().is_ok() && script.is_file() {
            let command = vec![program.into(), script.into()];
            let ratios = pairs(|| harness(command.clone(), &items(1)), || bare(&command, &items(1)));
            print(&format!("the same of one item with {program}, {place}"), ratios, Goal::Information);
        }
    }
}

fn items(count: usize) -> Vec<Item> {
    (0..count).map(|at| Item::new(format!("Draft part {at} of the report"), State::ALL[at % 3])).collect()
}

fn exchanges(canned: &OsString, items: &[Item]) -> Vec<f64> {
    let command = vec![canned.clone(), Counts::of(items).to_string().into()];
    pairs(|| harness(command.clone(), items), || bare(&command, items))
}

fn begin() -> [Action; 2] {
    [Action::Begin(Setup::default()), Action::Open { chat: "main".to_owned(), helper_of: None }]
}

fn harness(command: Vec<OsString>, items: &[Item]) -> f64 {
    let mut process = Process::start(command, LIMIT, (String::new(), String::new())).expect("the child starts");
    process.hello().expect("the child says hello");
    let mut judged = Judged::new(Default::default());
    for action in begin() {
        judged.act(&action, &mut process, false).expect("the child answers");
    }
    let update = Action::Write { chat: Some("main".to_owned()), arguments: arguments(items) };
    let taken = seconds(|| {
        for _ in 0..BATCH {
            judged.act(&update, &mut process, false).expect("the child answers");
        }
    });
    assert_eq!(judged.findings, [], "the canned reply is right");
    taken
}

/// A child that is spoken to with nothing but blocking writes and reads.
pub struct Bare {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Bare {
    pub fn start(command: &[OsString]) -> Self {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the child starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("the child has an output"));
        Self { child, input, output, line: Vec::new() }
    }

    pub fn exchange(&mut self, line: &[u8]) -> usize {
        self.input.as_mut().expect("the input is open").write_all(line).expect("the child reads");
        self.line.clear();
        self.output.read_until(b'\n', &mut self.line).expect("the child answers")
    }

    pub fn end(mut self) {
        self.input = None;
        self.child.wait().expect("the child ends");
    }
}

/// A request as the harness writes it.
pub fn request(method: &str, params: &Value) -> Vec<u8> {
    let mut line = json!({ "jsonrpc": "2.0", "id": 1_000, "method": method, "params": params }).to_string();
    line.push('\n');
    line.into_bytes()
}

fn bare(command: &[OsString], items: &[Item]) -> f64 {
    let mut child = Bare::start(command);
    child.exchange(&request("hello", &json!({ "protocol": 1 })));
    child.exchange(&request("begin", &json!({ "setup": { "one_active": false } })));
    child.exchange(&request("open", &json!({ "chat": "main" })));
    let update = request("write", &json!({ "chat": "main", "arguments": arguments(items) }));
    let taken = seconds(|| {
        for _ in 0..BATCH {
            std::hint::black_box(child.exchange(&update));
        }
    });
    child.end();
    taken
}

/// Updates a second of a run of scenarios against the records a second of sqllogictest, both read beforehand, both with a
/// child of the same triviality.
pub fn records(pinned: bool) {
    const SCENARIOS: usize = 400;
    const UPDATES: usize = 10;
    let reply = Counts::of(&items(1)).to_string();
    let mut script = String::new();
    let mut cases = String::from("about: One update after another\nscenarios:\n");
    for scenario in 0..SCENARIOS {
        cases += &format!("  - name: updates of scenario {scenario}\n    clauses: [ack-counts]\n    steps:\n");
        for _ in 0..UPDATES {
            cases += "      - update:\n          - pending: Draft part 0 of the report\n";
            cases += &format!("        reply: \"{reply}\"\n");
            script += &format!("query T\nwrite pending Draft part 0 of the report\n----\n{reply}\n\n");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("updates.yaml");
    std::fs::write(&file, cases).expect("a file");
    let suite = Arc::new(Suite::from_paths(&[file]).expect("the file is right"));
    let command: Vec<OsString> = vec![beside("canned").into(), reply.clone().into()];
    // as sqllogictest-bin has it
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let records = sqllogictest::parse::<sqllogictest::DefaultColumnType>(&script).expect("the script is right");

    let ours = || {
        let mut process = Process::start(command.clone(), LIMIT, (String::new(), String::new())).expect("it starts");
        process.hello().expect("the child says hello");
        1.0 / seconds(|| {
            let played = run::scenarios(&suite, &Selection::default(), &mut process, |_| {});
            assert!(played.outcomes().iter().all(|outcome| outcome.findings.is_empty()));
        })
    };
    let theirs = || {
        runtime.block_on(async {
            let mut runner = Runner::new(|| {
                let mut engine = tokio::process::Command::new(beside("engine"));
                engine.arg(&reply);
                ExternalDriver::connect(engine)
            });
            runner.run_async(records[0].clone()).await.expect("the engine answers");
            let records = records.clone();
            let started = std::time::Instant::now();
            runner.run_multi_async(records).await.expect("the engine answers");
            let taken = started.elapsed().as_secs_f64();
            runner.shutdown_async().await;
            1.0 / taken
        })
    };
    let place = if pinned { "pinned" } else { "free" };
    print(
        &format!("judged updates a second : records a second of sqllogictest, {place}"),
        pairs(ours, theirs),
        Goal::AtLeast(2.0),
    );
}
