//! Session logs of a product through the oracle: a right one without a finding, and one damaged in one place caught at its
//! line for the right clause.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use todospec::RunVerdict;
use todospec::audit::{Audited, Options, audit};
use todospec::model::Setup;
use todospec::report::{LogOutcome, Style, log, logs_junit};
use todospec::run;
use todospec::suite::{Source, Suite, parse, print};

static SUITE: LazyLock<Arc<Suite>> = LazyLock::new(|| Arc::new(Suite::embedded().unwrap()));

fn item(state: &str, text: &str) -> Value {
    json!({ "content": text, "status": state })
}

fn turn(phase: &str, turn: u32) -> String {
    json!({ "type": format!("turn/{phase}"), "data": { "turn": turn } }).to_string()
}

fn call(id: &str, todos: &[Value]) -> String {
    let arguments = json!({ "todos": todos }).to_string();
    json!({ "type": "tool/call", "data": { "callId": id, "name": "todo_write", "arguments": arguments } }).to_string()
}

fn record(todos: &[Value]) -> String {
    json!({ "type": "todo/write", "data": { "todos": todos } }).to_string()
}

fn result(id: &str, text: &str, is_error: bool) -> String {
    let content = json!([{ "type": "text", "text": text }]);
    let content = json!([{ "type": "tool-result", "toolCallId": id, "content": content, "isError": is_error }]);
    let message = json!({ "source": { "kind": "tool", "callId": id }, "content": content });
    json!({ "type": "tool/result", "data": { "message": message } }).to_string()
}

/// A right session of four turns, with a refusal of each kind; the rule is off until line 21 and on after it.
fn session() -> Vec<String> {
    let brief = item("in_progress", "Read the brief");
    let done = item("completed", "Read the brief");
    let repeat = [item("pending", "Draft"), item("pending", " Draft ")];
    let three = [done.clone(), item("in_progress", "Draft the report"), item("in_progress", "Watch the build")];
    vec![
        json!({ "type": "session", "version": 0, "id": "one" }).to_string(),
        turn("start", 1),
        call("a", &[brief.clone(), item("pending", "  Draft the report ")]),
        record(&[brief.clone(), item("pending", "Draft the report")]),
        result("a", "Updated todo list: 1 pending, 1 in progress, 0 completed.", false),
        call("b", &repeat),
        result("b", "Error: invalid todos: duplicate content \"Draft\"", true),
        call("c", &[item("pending", "   ")]),
        result("c", "Error: invalid todo: `content` must be a non-empty string", true),
        turn("end", 1),
        turn("start", 2),
        call("d", &three),
        record(&three),
        result("d", "Updated todo list: 0 pending, 2 in progress, 1 completed.", false),
        turn("end", 2),
        turn("start", 3),
        call("e", &[]),
        record(&[]),
        result("e", "Updated todo list: 0 pending, 0 in progress, 0 completed.", false),
        turn("end", 3),
        turn("start", 4),
        call("f", &three),
        result("f", "Error: invalid todos: at most one task may be in_progress (got 2)", true),
        call("g", std::slice::from_ref(&done)),
        record(std::slice::from_ref(&done)),
        result("g", "Updated todo list: 0 pending, 0 in progress, 1 completed.", false),
        turn("end", 4),
    ]
}

fn options() -> Options {
    Options {
        suite: Arc::clone(&SUITE),
        file: "session.jsonl".to_owned(),
        setup: None,
        timeline: true,
        at: None,
        cases: true,
    }
}

fn audited(lines: &[String], options: &Options) -> Audited {
    audit((lines.join("\n") + "\n").as_bytes(), None, options).unwrap()
}

fn outcome(lines: &[String], options: &Options) -> LogOutcome {
    match audited(lines, options) {
        Audited::Log(outcome, _) => *outcome,
        Audited::Run(_) | Audited::Exploration(_) => panic!("a session log is no trace"),
    }
}

/// What was found, as clause and line.
fn found(outcome: &LogOutcome) -> Vec<(&'static str, usize)> {
    outcome.findings.iter().map(|found| (found.finding.clause.id(), found.line)).collect()
}

#[test]
fn a_right_session_is_without_a_finding() {
    let outcome = outcome(&session(), &options());
    assert_eq!(found(&outcome), []);
    assert_eq!(outcome.verdict(), RunVerdict::Conformant);
    assert_eq!((outcome.counts.updates, outcome.counts.refusals, outcome.counts.turns), (7, 3, 4));
}

/// One place in which a log is damaged: how, at which line, what becomes of it, and what is found where.
type Damage = (&'static str, usize, Change, (&'static str, usize));

enum Change {
    Put(&'static str, &'static str),
    Gone,
    After(fn() -> String),
}

use Change::{After, Gone, Put};

fn damages() -> Vec<Damage> {
    let other = || record(&[item("pending", "Something else")]);
    vec![
        ("a count of pending items", 5, Put("1 pending", "2 pending"), ("ack-counts", 5)),
        ("a count of active items", 14, Put("2 in progress", "1 in progress"), ("ack-counts", 14)),
        ("a count of completed items", 26, Put("1 completed", "0 completed"), ("ack-counts", 26)),
        ("counts of an empty list", 19, Put("0 pending", "1 pending"), ("ack-counts", 19)),
        ("an acknowledgement without its full stop", 5, Put("0 completed.", "0 completed"), ("ack-counts", 5)),
        ("an acknowledgement in other words", 5, Put("Updated todo list", "Todo list updated"), ("ack-counts", 5)),
        (
            "no acknowledgement",
            5,
            Put("Updated todo list: 1 pending, 1 in progress, 0 completed.", ""),
            ("ack-counts", 5),
        ),
        ("an untrimmed text", 4, Put("\"Draft the report\"", "\"  Draft the report \""), ("trim-first", 4)),
        ("a text trimmed at one end", 4, Put("\"Draft the report\"", "\"Draft the report \""), ("trim-first", 4)),
        ("a text cut", 4, Put("\"Draft the report\"", "\"Draft the rep\""), ("inner-text-kept", 4)),
        (
            "an item dropped",
            13,
            Put(",{\"content\":\"Watch the build\",\"status\":\"in_progress\"}", ""),
            ("whole-list", 13),
        ),
        (
            "an item kept that was sent away",
            25,
            Put("[{", "[{\"content\":\"Old\",\"status\":\"pending\"},{"),
            ("whole-list", 25),
        ),
        ("a state changed", 25, Put("completed", "pending"), ("state-every-item", 25)),
        ("an unknown state", 25, Put("completed", "done"), ("three-states", 25)),
        (
            "a field that an item does not have",
            4,
            Put("\"status\":\"pending\"", "\"status\":\"pending\",\"id\":2"),
            ("item-shape", 4),
        ),
        (
            "an empty list not emptied",
            18,
            Put("[]", "[{\"content\":\"Left\",\"status\":\"pending\"}]"),
            ("drop-last-item", 18),
        ),
        (
            "the order of the items",
            13,
            Put(
                "\"Draft the report\",\"status\":\"in_progress\"},{\"content\":\"Watch the build\"",
                "\"Watch the build\",\"status\":\"in_progress\"},{\"content\":\"Draft the report\"",
            ),
            ("order-kept", 13),
        ),
        ("a record gone", 4, Gone, ("newest-counts", 5)),
        ("a record after a refusal of a repeat", 7, After(other), ("refusal-records-nothing", 8)),
        (
            "a record in a refusal of a repeat",
            6,
            After(|| record(&[item("pending", "Draft"), item("pending", "Draft")])),
            ("refusal-records-nothing", 7),
        ),
        (
            "a record in a refusal of a blank",
            8,
            After(|| record(&[item("pending", "")])),
            ("refusal-records-nothing", 9),
        ),
        ("a record in a refusal under the rule", 22, After(other), ("refusal-records-nothing", 23)),
        ("a record that nobody sent", 15, After(other), ("only-updates", 16)),
        ("another text named", 7, Put("\\\"Draft\\\"", "\\\"Report\\\""), ("message-repeat", 7)),
        ("a text named in other quotation marks", 7, Put("\\\"Draft\\\"", "'Draft'"), ("message-repeat", 7)),
        ("a refusal without its prefix", 7, Put("Error: ", ""), ("refusal-prefix", 7)),
        ("a blank refused in other words", 9, Put("must be a non-empty string", "is empty"), ("message-empty", 9)),
        ("another number of active items", 23, Put("got 2", "got 3"), ("one-active-count", 23)),
        (
            "a right update refused",
            26,
            Put("Updated todo list: 0 pending, 0 in progress, 1 completed.", "Error: busy"),
            ("valid-recorded", 26),
        ),
        (
            "a repeat acknowledged",
            7,
            Put(
                "Error: invalid todos: duplicate content \\\"Draft\\\"",
                "Updated todo list: 2 pending, 0 in progress, 0 completed.",
            ),
            ("repeat-refused", 7),
        ),
    ]
}

fn damaged(line: usize, change: &Change) -> Vec<String> {
    let mut lines = session();
    match change {
        Put(from, to) => {
            assert!(lines[line - 1].contains(from), "no `{from}` in {}", lines[line - 1]);
            lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        }
        Gone => drop(lines.remove(line - 1)),
        After(new) => lines.insert(line, new()),
    }
    lines
}

#[test]
fn every_damage_is_caught_at_its_line_for_the_right_clause() {
    let mut wrong = Vec::new();
    for (how, line, change, due) in damages() {
        let outcome = outcome(&damaged(line, &change), &options());
        // What is gone moves the lines after it up.
        let due = if matches!(change, Gone) { (due.0, due.1 - 1) } else { due };
        if !found(&outcome).contains(&due) || outcome.verdict() != RunVerdict::Nonconformant {
            wrong.push(format!("{how}: expected {due:?}, got {:?}", found(&outcome)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_saved_scenario_reads_back_and_the_reference_passes_it() {
    let mut saved = 0;
    for (how, line, change, _) in damages() {
        let audited = audited(&damaged(line, &change), &options());
        for keep_texts in [false, true] {
            for (about, scenario) in audited.scenarios(keep_texts) {
                let text = print(&about, std::slice::from_ref(&scenario));
                let source = Source::new(scenario.file.clone(), text.clone());
                let again = parse(&source).unwrap_or_else(|wrong| panic!("{how}: {}\n{text}", wrong.message));
                run::check(&source, &again[0]).unwrap_or_else(|wrong| panic!("{how}: {}\n{text}", wrong.message));
                assert!(keep_texts || !text.contains("brief"), "{how}: a text of the log is in\n{text}");
                saved += 1;
            }
        }
    }
    assert!(saved > damages().len(), "{saved} scenarios");
}

#[test]
fn a_rule_that_came_later_is_not_held_against_what_was_recorded() {
    let fixed = Options { setup: Some(Setup { one_active: true }), ..options() };
    let under = outcome(&session(), &fixed);
    assert_eq!(found(&under).first(), Some(&("one-active-refused", 14)));
    assert_eq!(found(&outcome(&session(), &options())), []);
}

#[test]
fn the_plan_at_a_line_is_the_newest_of_its_turn() {
    let at = |line: usize| {
        let outcome = outcome(&session(), &Options { at: Some(line), ..options() });
        let sight = outcome.at.unwrap();
        let count = |items: Option<Vec<_>>| items.map(|items| items.len());
        (count(sight.list), count(sight.plan))
    };
    assert_eq!(at(2), (None, None));
    assert_eq!(at(5), (Some(2), Some(2)));
    assert_eq!(at(10), (Some(2), Some(2)));
    assert_eq!(at(11), (Some(2), None));
    assert_eq!(at(14), (Some(3), Some(3)));
    assert_eq!(at(16), (Some(3), None));
}

#[test]
fn what_is_unknown_or_unreadable_is_counted_and_nothing_more() {
    let mut lines = session();
    lines.insert(5, "{\"type\":\"reasoning-chunks\",\"data\":[1,2]}".to_owned());
    lines.insert(9, "no json at all".to_owned());
    let outcome = outcome(&lines, &options());
    assert_eq!(found(&outcome), []);
    assert_eq!((outcome.counts.skipped, outcome.counts.unreadable), (1, 1));
}

#[test]
fn a_refusal_that_may_be_a_denial_by_policy_is_neither_a_finding_nor_conformant() {
    let denial = "Error: the tool is not allowed in this session";
    let mut lines = session();
    // The right update of lines 24 to 26, denied: nothing is recorded.
    lines.remove(24);
    lines[24] = result("g", denial, true);
    let denied = outcome(&lines, &options());
    assert_eq!(found(&denied), []);
    assert_eq!((denied.counts.denied, denied.verdict()), (1, RunVerdict::Inconclusive));
    // With a record, or in the words of the tool, it is the tool's.
    let mut lines = session();
    lines[25] = result("g", denial, true);
    assert_eq!(outcome(&lines, &options()).verdict(), RunVerdict::Nonconformant);
    let mut lines = session();
    lines.remove(24);
    lines[24] = result("g", "Error: invalid todos: too many", true);
    assert_eq!(found(&outcome(&lines, &options())), [("valid-recorded", 25)]);
}

#[test]
fn what_a_person_reads_of_a_log() {
    let told = |name: &str, lines: &[String]| {
        let text = log(&outcome(lines, &options()), &SUITE, Style::default());
        insta::with_settings!({ snapshot_path => "snapshots/logs", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, text);
        });
    };
    told("right", &session());
    told("a-record-after-a-refusal", &damaged(7, &After(|| record(&[item("pending", "Something else")]))));
    told("an-untrimmed-text", &damaged(4, &Put("\"Draft the report\"", "\"  Draft the report \"")));
    told("empty", &session()[..2]);
    let mut denied = session();
    denied.remove(24);
    denied[24] = result("g", "Error: not allowed here", true);
    told("denied", &denied);
}

#[test]
fn a_finding_of_a_log_is_a_failure_of_junit_and_what_could_not_be_judged_an_error() {
    let mut denied = session();
    denied.remove(24);
    denied[24] = result("g", "Error: not allowed here", true);
    let damaged = damaged(4, &Put("\"Draft the report\"", "\"  Draft the report \""));
    let outcomes = [session(), damaged, denied].map(|lines| outcome(&lines, &options()));
    insta::with_settings!({ snapshot_path => "snapshots/logs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("junit", logs_junit(&outcomes));
    });
}

#[test]
fn a_saved_scenario_holds_no_item_that_the_finding_does_not_need() {
    let save = |lines: &[String]| {
        let saved = audited(lines, &options()).scenarios(false);
        let told = saved.iter().map(|(about, scenario)| print(about, std::slice::from_ref(scenario)));
        told.collect::<Vec<_>>().join("\n")
    };
    let order = "\"Draft the report\",\"status\":\"in_progress\"},{\"content\":\"Watch the build\"";
    let other = "\"Watch the build\",\"status\":\"in_progress\"},{\"content\":\"Draft the report\"";
    let text = [
        save(&damaged(4, &Put("\"Draft the report\"", "\"  Draft the report \""))),
        save(&damaged(13, &Put(order, other))),
        save(&damaged(14, &Put("2 in progress", "1 in progress"))),
        save(&damaged(23, &Put("got 2", "got 3"))),
    ];
    insta::with_settings!({ snapshot_path => "snapshots/logs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("saved", text.join("\n"));
    });
}

#[test]
fn a_log_without_an_update_is_never_conformant() {
    let lines = [session()[0].clone(), turn("start", 1), turn("end", 1)];
    assert_eq!(outcome(&lines, &options()).verdict(), RunVerdict::Inconclusive);
    assert_eq!(outcome(&[], &options()).verdict(), RunVerdict::Inconclusive);
}

#[test]
fn a_trace_is_known_by_its_first_line() {
    let text = "{\"todospec_trace\":1}\n";
    let wrong = audit(text.as_bytes(), None, &options()).unwrap_err().to_string();
    assert!(wrong.contains("line 1 is not what was written"), "{wrong}");
}
