use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::adapter::{self, Manner, PIDS, Talk};

const TODOSPEC: &str = env!("CARGO_BIN_EXE_todospec");
/// One scenario with updates, a turn and looks.
const ONE: &str = "plan/plan-returns/the-plan-comes-back-with-the-first-update-of-the-next-turn";
/// How long one answer may take.
const LIMIT: Duration = Duration::from_secs(1);
/// How much longer a run with one answer that never comes may take.
const SLACK: Duration = Duration::from_secs(1);
/// How much more memory than a calm run one may take, in KiB.
const MEMORY: u64 = 64 << 10;

/// What comes of a run.
#[derive(Clone, Copy)]
enum Outcome {
    /// Nothing is wrong.
    Conformant,
    /// A clause is found broken.
    Nonconformant,
    /// It cannot be tested, and this one is to blame.
    Inconclusive(&'static str),
}

use Outcome::{Conformant, Inconclusive, Nonconformant};

const IMPLEMENTATION: Outcome = Inconclusive("implementation");
const ADAPTER: Outcome = Inconclusive("adapter");

/// An adapter's name, what it does, what comes of it, and words of the message.
type Case = (&'static str, Manner, Outcome, &'static str);

const CASES: &[Case] = &[
    ("hangs at its start", adapter::hangs_at_its_start, ADAPTER, "no answer to `hello` within 1 s"),
    ("never reads", adapter::never_reads, ADAPTER, "no answer to `hello` within 1 s"),
    (
        "reads no more after hello",
        adapter::reads_no_more_after_hello,
        IMPLEMENTATION,
        "no answer to `begin` within 1 s",
    ),
    ("hangs at an update", adapter::hangs_at_an_update, IMPLEMENTATION, "no answer to `write` within 1 s"),
    ("closes its output and lives", adapter::closes_its_output_and_lives, IMPLEMENTATION, "`write`"),
    ("closes its input and lives", adapter::closes_its_input_and_lives, IMPLEMENTATION, "`write` within 1 s"),
    ("answers too late", adapter::answers_too_late, IMPLEMENTATION, "no answer to `write` within 1 s"),
    ("drips a byte at a time", adapter::slow_drip, IMPLEMENTATION, "no answer to `write` within 1 s"),
    ("ends at its start", adapter::ends_at_its_start, ADAPTER, "ended with exit code 0"),
    ("ends with code 0", adapter::ends_well_at_an_update, IMPLEMENTATION, "ended with exit code 0"),
    ("ends with code 3", adapter::ends_with_code_3, IMPLEMENTATION, "Traceback: the store is gone"),
    ("ends with code 256", adapter::ends_with_code_256, IMPLEMENTATION, "ended with exit code 0"),
    ("is killed", adapter::is_killed, IMPLEMENTATION, "ended by signal 9"),
    ("aborts", adapter::aborts, IMPLEMENTATION, "ended by signal 6"),
    ("prints a banner", adapter::prints_a_banner, ADAPTER, "was this line meant for stderr?"),
    ("prints while it works", adapter::prints_while_it_works, ADAPTER, "was this line meant for stderr?"),
    ("half a line and hangs", adapter::half_a_line_and_hangs, IMPLEMENTATION, "{\"jsonrpc\":\"2.0\",\"id\":"),
    ("half a line and ends", adapter::half_a_line_and_ends, IMPLEMENTATION, "ended with exit code 0"),
    ("a line without end", adapter::a_line_without_end, ADAPTER, "does the adapter end each message with a line feed?"),
    ("notifications without end", adapter::notifications_without_end, IMPLEMENTATION, "`write` within 1 s"),
    ("blank lines without end", adapter::blank_lines_without_end, IMPLEMENTATION, "`write` within 1 s"),
    ("no UTF-8", adapter::no_utf8, ADAPTER, "a line is not UTF-8"),
    ("UTF-16", adapter::utf16, ADAPTER, "no JSON-RPC message"),
    ("a byte order mark", adapter::a_byte_order_mark, ADAPTER, "no JSON-RPC message"),
    ("NUL bytes", adapter::nul_bytes, ADAPTER, "no JSON-RPC message"),
    ("another id", adapter::another_id, ADAPTER, "an answer has another id"),
    ("the id as a string", adapter::the_id_as_a_string, ADAPTER, "as the same number"),
    ("no id", adapter::no_id, ADAPTER, "an answer has no id"),
    ("every answer twice", adapter::every_answer_twice, ADAPTER, "an answer has another id"),
    ("an answer nobody asked for", adapter::an_answer_nobody_asked_for, ADAPTER, "an answer has another id"),
    ("a request of its own", adapter::a_request_of_its_own, ADAPTER, "an answer has another id"),
    ("a batch", adapter::a_batch, ADAPTER, "no JSON-RPC message"),
    ("two answers on a line", adapter::two_answers_on_a_line, ADAPTER, "is the line one whole JSON object?"),
    ("an answer over two lines", adapter::an_answer_over_two_lines, ADAPTER, "is the line one whole JSON object?"),
    ("result and error", adapter::result_and_error, ADAPTER, "neither `result` nor `error`, or both"),
    ("neither result nor error", adapter::neither_result_nor_error, ADAPTER, "neither `result` nor `error`, or both"),
    ("brackets without end", adapter::brackets_without_end, ADAPTER, "no JSON-RPC message"),
    ("a huge number", adapter::a_huge_number, ADAPTER, "the result of `write` has the wrong shape"),
    ("the wrong shape", adapter::the_wrong_shape, ADAPTER, "the result of `write` has the wrong shape"),
    ("keys twice", adapter::keys_twice, ADAPTER, "the result of `write` has the wrong shape"),
    ("a field in the wrong case", adapter::the_wrong_case, Nonconformant, "ack-counts"),
    ("an unknown capability", adapter::an_unknown_capability, ADAPTER, "did you mean `rows`?"),
    ("no capabilities told", adapter::no_capabilities_told, ADAPTER, "the result of `hello` has the wrong shape"),
    ("another hello each time", adapter::another_hello_each_time, IMPLEMENTATION, "ended with exit code 1"),
    ("a declared method is missing", adapter::a_declared_method_is_missing, ADAPTER, "the method `observe` is missing"),
    ("an error of its own", adapter::an_error_of_its_own, ADAPTER, "no such table: todos"),
    ("floods stderr", adapter::floods_stderr, IMPLEMENTATION, "`write` within 1 s"),
    ("floods stderr and goes on", adapter::floods_stderr_and_goes_on, Conformant, "conformant on"),
    ("leaves a child with the pipes", adapter::leaves_a_child_that_keeps_the_pipes, IMPLEMENTATION, "`write`"),
    ("leaves a child in its own session", adapter::leaves_a_child_in_a_session_of_its_own, IMPLEMENTATION, "`write`"),
    ("has children and is right", adapter::has_children_and_is_right, Conformant, "conformant on"),
    ("ignores every signal", adapter::ignores_every_signal, ADAPTER, "no answer to `hello` within 1 s"),
    ("ignores the end of its input", adapter::ignores_the_end_of_its_input, ADAPTER, "no answer to `hello`"),
    ("calm oddities", adapter::calm_oddities, Conformant, "conformant on"),
];

pub fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some("--adapter") {
        let name = words.next().unwrap_or_default();
        let others: [(&str, Manner); 2] = [
            ("dies now and then", adapter::dies_now_and_then),
            ("floods its output", adapter::floods_its_output_and_reads_no_more),
        ];
        let known = CASES.iter().map(|(known, manner, ..)| (*known, *manner)).chain(others);
        let (_, manner) = known.into_iter().find(|(known, _)| *known == name).expect("the adapter is known");
        return manner(&mut Talk::new());
    }
    let mut arguments = Arguments::from_args();
    // The time of a run is judged, so few go at once.
    arguments.test_threads.get_or_insert(2);
    let mut trials: Vec<Trial> = CASES.iter().map(|case| Trial::test(case.0, move || check(case))).collect();
    trials.push(Trial::test("a flaky adapter is named, never conformant", flaky));
    trials.push(Trial::test("another hello of a fresh process is told", another_hello));
    trials.push(Trial::test("an interrupted run leaves nothing behind", || interrupted("INT", 130)));
    trials.push(Trial::test("a run that is told to end leaves nothing behind", || interrupted("TERM", 143)));
    trials.push(Trial::test("a closed output leaves nothing behind", closed_output));
    trials.push(Trial::test("a flood while a long message is sent stays within bounds", flooded));
    #[cfg(target_os = "linux")]
    trials.push(Trial::test("a fresh process each time leaves none to be waited for", fresh));
    libtest_mimic::run(&arguments, trials).exit();
}

/// A run of the program against one of the adapters.
struct Run {
    folder: tempfile::TempDir,
}

impl Run {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("there is room for a folder") }
    }

    fn command(&self, adapter: &str, options: &[&str]) -> Command {
        let own = std::env::current_exe().expect("the test knows itself");
        let report = format!("--report=json={}", self.folder.path().join("report.json").display());
        let mut command = Command::new(TODOSPEC);
        command.args(["certify", "--timeout=1", "--explore=0", &report]).args(options);
        command.arg("--").arg(own).args(["--adapter", adapter]);
        command.env(PIDS, self.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn report(&self) -> Value {
        let text = fs::read_to_string(self.folder.path().join("report.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The processes that the adapter noted and that still live.
    fn left(&self) -> Vec<String> {
        let noted = fs::read_dir(self.folder.path()).into_iter().flatten().filter_map(Result::ok);
        let noted = noted.filter_map(|entry| entry.file_name().into_string().ok());
        noted.filter(|name| name.parse::<u32>().is_ok() && lives(name)).collect()
    }
}

fn lives(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// The most memory that a process took until it ended, in KiB.
fn peak_until_end(child: &mut Child, deadline: Duration) -> Result<u64, Failed> {
    let started = Instant::now();
    let mut peak = 0;
    loop {
        peak = peak.max(memory(child.id()));
        if child.try_wait()?.is_some() {
            return Ok(peak);
        }
        if started.elapsed() > deadline {
            child.kill()?;
            return Err(format!("the run did not end within {deadline:?}").into());
        }
        sleep(Duration::from_millis(4));
    }
}

fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

fn check((name, _, outcome, words): &Case) -> Result<(), Failed> {
    let run = Run::new();
    let started = Instant::now();
    let mut child = run.command(name, &["--filter", ONE]).spawn()?;
    let printed = read_all(&mut child);
    let peak = peak_until_end(&mut child, Duration::from_secs(20))?;
    let took = started.elapsed();
    let printed = printed.join().map_err(|_| "the output was not read")?;
    let code = child.wait()?.code();
    let report = run.report();
    let (verdict, due) = match outcome {
        Conformant => ("conformant", 0),
        Nonconformant => ("nonconformant", 1),
        Inconclusive(_) => ("inconclusive", 3),
    };
    expect(code == Some(due), || format!("expected exit code {due}, got {code:?}\n{printed}"))?;
    expect(report["verdict"] == verdict, || format!("expected {verdict}, got {}\n{printed}", report["verdict"]))?;
    if let Inconclusive(blame) = outcome {
        let blamed = [&report["no_hello"]["blame"], &report["scenarios"][0]["blame"]];
        expect(blamed.iter().any(|told| **told == *blame), || format!("expected {blame}, got {blamed:?}\n{printed}"))?;
    }
    let flat = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    expect(flat.contains(words), || format!("no `{words}` in\n{printed}"))?;
    expect(took < LIMIT + SLACK, || format!("it took {took:?}"))?;
    expect(peak < calm()? + MEMORY, || format!("it took {peak} KiB"))?;
    expect(run.left().is_empty(), || format!("still running: {:?}", run.left()))
}

/// What a calm run takes, in KiB.
fn calm() -> Result<u64, Failed> {
    let mut child = Run::new().command("calm oddities", &["--filter", ONE]).spawn()?;
    let printed = read_all(&mut child);
    let peak = peak_until_end(&mut child, Duration::from_secs(20))?;
    printed.join().map_err(|_| "the output was not read")?;
    Ok(peak)
}

fn read_all(child: &mut Child) -> std::thread::JoinHandle<String> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stdout.map(|mut out| out.read_to_string(&mut text));
        let _ = stderr.map(|mut out| out.read_to_string(&mut text));
        text
    })
}

fn expect(holds: bool, told: impl FnOnce() -> String) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(told().into()) }
}

fn flaky() -> Result<(), Failed> {
    let run = Run::new();
    let output = run.command("dies now and then", &["--filter=plan-returns"]).output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    expect(output.status.code() == Some(3), || format!("{:?}\n{printed}", output.status))?;
    let report = run.report();
    let scenarios = report["scenarios"].as_array().cloned().unwrap_or_default();
    let of = |verdict: &str| scenarios.iter().filter(|scenario| scenario["verdict"] == verdict).collect::<Vec<_>>();
    expect(!of("pass").is_empty() && !of("inconclusive").is_empty(), || printed.clone())?;
    let unnamed = of("inconclusive").into_iter().find(|scenario| {
        let place = format!("{}:{}", scenario["file"].as_str().unwrap_or_default(), scenario["stopped_at"]);
        scenario["blame"].is_string() && !printed.contains(&place)
    });
    expect(unnamed.is_none(), || format!("{unnamed:?} is not named in\n{printed}"))?;
    expect(printed.lines().last().is_some_and(|line| line.starts_with("inconclusive: ")), || printed.clone())?;
    expect(run.left().is_empty(), || format!("still running: {:?}", run.left()))
}

fn another_hello() -> Result<(), Failed> {
    let run = Run::new();
    let output = run.command("another hello each time", &["--filter=plan-returns"]).output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    expect(output.status.code() == Some(3), || format!("{:?}\n{printed}", output.status))?;
    expect(printed.contains("a process says hello otherwise than the first one did"), || printed.clone())
}

/// The message is longer than a pipe holds, so that it is being sent while the output floods.
fn flooded() -> Result<(), Failed> {
    let run = Run::new();
    let cases = run.folder.path().join("long.yaml");
    let text = "x".repeat(200_000);
    fs::write(
        &cases,
        format!(
            "about: A long text\nscenarios:\n  - name: a long text is sent\n    clauses: [newest-counts]\n    steps:\n      \
             - update:\n          - pending: {text}\n        reply: \"Updated todo list: 1 pending, 0 in progress, 0 completed.\"\n"
        ),
    )?;
    let started = Instant::now();
    let mut child = run.command("floods its output", &["--cases", &cases.to_string_lossy()]).spawn()?;
    let printed = read_all(&mut child);
    let peak = peak_until_end(&mut child, Duration::from_secs(20))?;
    let printed = printed.join().map_err(|_| "the output was not read")?;
    expect(child.wait()?.code() == Some(3), || printed.clone())?;
    expect(printed.contains("no answer to `write` within 1 s"), || printed.clone())?;
    expect(started.elapsed() < LIMIT + SLACK, || format!("it took {:?}", started.elapsed()))?;
    expect(peak < calm()? + MEMORY, || format!("it took {peak} KiB"))?;
    expect(run.left().is_empty(), || format!("still running: {:?}", run.left()))
}

/// What an adapter leaves to this process when it dies is waited for, or the table of processes fills.
#[cfg(target_os = "linux")]
fn fresh() -> Result<(), Failed> {
    let run = Run::new();
    let mut child = run.command("has children and is right", &["--fresh", "--filter=plan-returns"]).spawn()?;
    let printed = read_all(&mut child);
    let mut most = 0;
    while child.try_wait()?.is_none() {
        most = most.max(dead_children(child.id()));
        sleep(Duration::from_millis(2));
    }
    let printed = printed.join().map_err(|_| "the output was not read")?;
    // One tree is ended at a time: its head, and two children.
    expect(most <= 3, || format!("{most} dead children\n{printed}"))?;
    expect(run.left().is_empty(), || format!("still running: {:?}", run.left()))
}

#[cfg(target_os = "linux")]
fn dead_children(parent: u32) -> usize {
    let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let stats = processes.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let dead = format!("Z {parent} ");
    stats.filter(|stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(&dead))).count()
}

fn interrupted(signal: &str, code: i32) -> Result<(), Failed> {
    let run = Run::new();
    let mut child = run.command("ignores the end of its input", &[]).spawn()?;
    wait_for(|| has_pid(run.folder.path()))?;
    sleep(Duration::from_millis(100));
    Command::new("kill").args(["-s", signal, &child.id().to_string()]).status()?;
    let started = Instant::now();
    peak_until_end(&mut child, Duration::from_secs(5))?;
    let ended = child.wait()?.code();
    expect(ended == Some(code), || format!("expected exit code {code}, got {ended:?}"))?;
    expect(started.elapsed() < SLACK, || format!("it took {:?}", started.elapsed()))?;
    wait_for(|| run.left().is_empty())
}

fn has_pid(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

fn wait_for(holds: impl Fn() -> bool) -> Result<(), Failed> {
    let started = Instant::now();
    while !holds() {
        if started.elapsed() > Duration::from_secs(5) {
            return Err("it did not come to that within 5 s".into());
        }
        sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn closed_output() -> Result<(), Failed> {
    let run = Run::new();
    let mut child = run.command("has children and is right", &["--filter", ONE]).spawn()?;
    drop(child.stdout.take());
    let stderr = read_all(&mut child);
    peak_until_end(&mut child, Duration::from_secs(20))?;
    let told = stderr.join().map_err(|_| "standard error was not read")?;
    let code = child.wait()?.code();
    expect(code == Some(2), || format!("expected exit code 2, got {code:?}\n{told}"))?;
    expect(told.contains("cannot write to standard output") && !told.contains("panicked"), || told.clone())?;
    expect(run.left().is_empty(), || format!("still running: {:?}", run.left()))
}
