//! A run and an audit of its trace: the same findings, readings and verdicts; and a trace that was tampered with.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use todospec::audit::{Audited, TraceError, replay};
use todospec::explore::{Effort, explore_by};
use todospec::implementation::{Faulty, Reference, Trouble, controls, faults, variants};
use todospec::model::Setup;
use todospec::oracle::Verdict;
use todospec::report::json;
use todospec::run::{self, Crew, Recorder, Selection};
use todospec::suite::{Source, Suite, parse, print};
use todospec::trace::log::{Header, RunPlan, schema};
use todospec::trace::{Action, Answer, Hello};
use todospec::{Implementation, Run};

static SUITE: LazyLock<Arc<Suite>> = LazyLock::new(|| Arc::new(Suite::embedded().unwrap()));

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Runs the scenarios that a filter selects and some sequences; the run, and its trace.
fn traced(mut crew: Crew<'_>, filter: Option<&str>, sequences: usize) -> (Run, String) {
    let hello = crew.hello().unwrap();
    let effort = Effort { cases: sequences, ..Effort::default() };
    let header = Header::new(
        (&SUITE.table.version, &SUITE.digest),
        &hello,
        &[],
        RunPlan {
            scenarios: true,
            filter: filter.map(str::to_owned),
            sequences,
            max_steps: effort.max_steps,
            seed: effort.seed,
            ..RunPlan::default()
        },
    );
    let buffer = Buffer::default();
    let recorder = Recorder::new(Box::new(buffer.clone()), &header).unwrap();
    let selection = Selection { filter: filter.map(str::to_owned), ..Selection::default() };
    crew.record(recorder);
    let played = run::scenarios_by(&SUITE, &selection, &mut crew, |_| {});
    let explored = sequences > 0 && !played.gave_up();
    let explored = explored.then(|| explore_by(effort, &hello, &mut crew, || {}));
    crew.recorded().unwrap().end().unwrap();
    (played.judged(&SUITE, &selection, Vec::new(), explored), buffer.text())
}

/// Everything that a run says, but how long it took.
fn told(run: &Run) -> String {
    let json = json(run);
    json.lines().filter(|line| !line.contains("\"duration_ms\"")).collect::<Vec<_>>().join("\n")
}

fn audited(trace: &str) -> Result<Run, TraceError> {
    match replay(trace.as_bytes(), &SUITE)? {
        Audited::Run(replayed) => Ok(replayed.run),
        Audited::Exploration(_) | Audited::Log(..) => panic!("the trace is of a certification"),
    }
}

#[track_caller]
fn same(run: &Run, trace: &str, who: &str) {
    let again = audited(trace).unwrap_or_else(|wrong| panic!("{who}: {wrong}"));
    assert!(told(&again) == told(run), "{who}: the audit says something else\n{again}\n{run}");
}

#[test]
fn the_audit_of_the_references_trace_says_what_its_run_said() {
    let (run, trace) = traced(Crew::one(&mut Reference::default()), None, 64);
    same(&run, &trace, "the reference");
}

#[test]
fn what_fails_in_a_trace_is_saved_as_scenarios_that_fail_again() {
    let fault = faults().find(|fault| fault.id == "cleared-when-all-done").unwrap();
    let mut faulty = Faulty::from(fault);
    let (run, trace) = traced(Crew::one(&mut faulty), None, 256);
    let hello = faulty.hello().unwrap();
    let audited = replay(trace.as_bytes(), &SUITE).unwrap();
    let saved = audited.scenarios(false);
    let broken = run.clauses.iter().filter(|clause| clause.verdict == Verdict::Fail).count();
    assert!((2..=broken + 1).contains(&saved.len()), "{} scenarios for {broken} clauses", saved.len());
    for (about, scenario) in saved {
        let text = print(&about, std::slice::from_ref(&scenario));
        let again = &parse(&Source::new(scenario.file, text)).unwrap()[0];
        let outcome = run::play(again, &hello, &mut faulty).outcome;
        assert_eq!(outcome.verdict, Verdict::Fail, "{}", again.name);
    }
}

#[test]
fn the_audit_of_every_faults_trace_says_what_its_run_said() {
    for fault in faults() {
        let (run, trace) = traced(Crew::one(&mut Faulty::from(fault)), Some(fault.clause.id()), 4);
        same(&run, &trace, fault.id);
    }
}

#[test]
fn the_audit_of_variants_and_controls_says_what_their_runs_said() {
    for variant in variants() {
        let (run, trace) = traced(Crew::one(&mut Faulty::from(variant)), Some("open-points"), 4);
        same(&run, &trace, variant.id);
    }
    for control in controls() {
        let (run, trace) = traced(Crew::one(&mut Faulty::from(control)), Some("messages"), 1);
        same(&run, &trace, control.id);
    }
}

#[test]
fn a_trace_of_several_processes_is_the_trace_of_one() {
    let (_, one) = traced(Crew::one(&mut Reference::default()), Some("plan"), 8);
    let mut many: [Box<dyn Implementation + Send>; 3] = std::array::from_fn(|_| {
        let reference: Box<dyn Implementation + Send> = Box::<Reference>::default();
        reference
    });
    let (run, trace) = traced(Crew::many(&mut many), Some("plan"), 8);
    same(&run, &trace, "three references");
    let timeless = |trace: &str| {
        let line = |line: &str| {
            let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().retain(|key, _| key != "at_us" && key != "chain");
            line.to_string()
        };
        trace.lines().map(line).collect::<Vec<_>>()
    };
    assert!(timeless(&trace) == timeless(&one));
}

/// Answers rightly, and now and then not at all.
struct Flaky {
    right: Reference,
    asked: usize,
}

impl Implementation for Flaky {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        let mut hello = self.right.hello()?;
        hello.setup = Some(Setup { one_active: false });
        Ok(hello)
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        self.asked += 1;
        if self.asked.is_multiple_of(97) {
            return Err(Trouble::Crash { method: "write", how: "by signal 9".to_owned(), log: "oh".to_owned() });
        }
        self.right.perform(action)
    }
}

#[test]
fn the_audit_of_what_could_not_be_tested_is_as_inconclusive_as_its_run() {
    let (run, trace) = traced(Crew::one(&mut Flaky { right: Reference::default(), asked: 0 }), Some("plan"), 8);
    assert_eq!(run.verdict, todospec::RunVerdict::Inconclusive);
    same(&run, &trace, "flaky");
}

#[test]
fn a_trace_that_was_tampered_with_is_told_with_its_line() {
    let (_, trace) = traced(Crew::one(&mut Reference::default()), Some("plan-returns"), 0);
    let lines: Vec<&str> = trace.lines().collect();
    let count = lines.len();
    let without = |from: usize, to: usize| [&lines[..from], &lines[to..]].concat();
    let swapped = {
        let mut lines = lines.clone();
        lines.swap(10, 12);
        lines
    };
    let edited = |at: usize, from: &str, to: &str| {
        assert!(lines[at].contains(from), "no `{from}` in {}", lines[at]);
        let line = lines[at].replacen(from, to, 1);
        let lines =
            lines.iter().enumerate().map(|(index, text)| if index == at { line.clone() } else { (*text).into() });
        lines.collect::<Vec<String>>()
    };
    let reply = lines.iter().position(|line| line.contains("Updated todo list: ")).unwrap();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    let tampered = [
        ("cut off", joined(&lines[..count - 1]), format!("ends after line {}", count - 1)),
        ("cut off in a line", trace[..trace.len() - 9].to_owned(), format!("line {count} is not what was written")),
        ("a line gone", joined(&without(7, 8)), "line 8 is not what was written".to_owned()),
        ("the first lines gone", joined(&without(1, 5)), "line 2 is not what was written".to_owned()),
        ("two lines swapped", joined(&swapped), "line 11 is not what was written".to_owned()),
        ("a line twice", joined(&[&lines[..9], &lines[8..]].concat()), "line 10 is not what was written".to_owned()),
        (
            "a reply edited",
            edited(reply, "Updated", "Uptaded").join("\n"),
            format!("line {} is not what was written", reply + 1),
        ),
        ("the header edited", edited(0, "\"seed\":", "\"seed\":1").join("\n"), "line 1 is not what was".to_owned()),
        ("a line after the end", trace.clone() + lines[4] + "\n", format!("line {} follows the line", count + 1)),
        ("another format", edited(0, "trace\":1", "trace\":2").join("\n"), "the trace has format 2".to_owned()),
        ("no trace", "{\"hello\":1}\n".to_owned(), "line 1 does not begin a trace".to_owned()),
        ("nothing", String::new(), "line 1 does not begin a trace".to_owned()),
    ];
    for (how, trace, words) in tampered {
        let wrong = audited(&trace).expect_err(how).to_string();
        assert!(wrong.contains(&words), "{how}: no `{words}` in {wrong}");
    }
}

#[test]
fn a_trace_that_was_sealed_anew_is_still_held_to_what_is_sent() {
    // Whoever edits a trace can seal it again; what todospec asks is known all the same.
    let (_, other) = traced(Crew::one(&mut Reference::default()), Some("plan-returns"), 0);
    let (_, trace) = traced(Crew::one(&mut Reference::default()), Some("plan-mode-apart"), 0);
    let resealed =
        reseal(&[&trace.lines().take(1).collect::<Vec<_>>()[..], &other.lines().skip(1).collect::<Vec<_>>()].concat());
    let wrong = audited(&resealed).unwrap_err().to_string();
    assert!(wrong.contains("holds another request than todospec sends there"), "{wrong}");
}

fn reseal(lines: &[&str]) -> String {
    use std::fmt::Write;

    use sha2::{Digest, Sha256};

    let mut before = Vec::new();
    let mut out = String::new();
    for line in lines {
        let open = line.rsplit_once(",\"chain\":").unwrap().0;
        before = Sha256::new().chain_update(&before).chain_update(open).finalize().to_vec();
        let told: String = before[..8].iter().fold(String::new(), |told, byte| told + &format!("{byte:02x}"));
        writeln!(out, "{open},\"chain\":\"{told}\"}}").unwrap();
    }
    out
}

#[test]
fn every_line_is_as_the_schema_says() {
    let (_, trace) = traced(Crew::one(&mut Flaky { right: Reference::default(), asked: 0 }), Some("plan"), 2);
    let kinds = schema()["oneOf"].as_array().unwrap().clone();
    for line in trace.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let keys = line.as_object().unwrap();
        let fits = |kind: &&serde_json::Value| {
            let known = kind["properties"].as_object().unwrap();
            keys.keys().all(|key| known.contains_key(key))
                && kind["required"].as_array().unwrap().iter().all(|key| keys.contains_key(key.as_str().unwrap()))
        };
        assert_eq!(kinds.iter().filter(fits).count(), 1, "{line}");
    }
}
