//! Whatever the readers are given, they neither panic nor hang, and they tell what is wrong with a place and in a text that a
//! terminal can show. The fuzz targets in `fuzz/` go on from here.

mod hostile;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use hostile::adapter_answer::{self, SCENARIOS};
use hostile::scenario_file::{self, Came};
use hostile::trace_log;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use todospec::oracle::Verdict;
use todospec::suite::{Suite, embedded_files, print};

/// The same inputs at every run.
fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn for_each<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value)) {
    let tested = runner(cases).run(strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(wrong) = tested {
        panic!("{wrong}");
    }
}

/// The suite's scenarios, a file each.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    const LONG: usize = 4 << 10;
    let suite = Suite::embedded().expect("the embedded suite is right");
    let files = suite.scenarios.iter().map(|scenario| print("What it shows", std::slice::from_ref(scenario)));
    files.filter(|file| file.len() < LONG).collect()
});

#[test]
fn arbitrary_bytes_are_no_scenario_file() {
    for_each(500, &prop::collection::vec(any::<u8>(), 0..200), |bytes| {
        scenario_file::bears(&bytes);
    });
    for_each(500, &"[a-c :\\-\\[\\]{}\"'&*!|>%@#\n\r\t\u{85}\u{2028}\u{202e}]{0,60}", |text| {
        scenario_file::bears(text.as_bytes());
    });
}

#[test]
fn what_is_missed_after_the_last_line_is_told_in_the_file() {
    for text in
        ["%a: b\n", "%a: b", "%YAML 1.2\n", "%YAML 1.2\n\n# nothing\n", "---\n%TAG\r\n", "about: [\n\n", "about: \"\n"]
    {
        scenario_file::bears(text.as_bytes());
    }
}

#[test]
fn a_file_that_breaks_off_is_borne() {
    for (number, file) in embedded_files().enumerate() {
        // The breaks are in other places for each file.
        let bytes = file.text.as_bytes();
        for part in 1..=3 {
            scenario_file::bears(&bytes[..bytes.len().min(8 << 10) * part / 3 * (number % 7 + 1) / 7]);
        }
    }
}

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    SwapBytes(Index, Index),
    SetByte(Index, u8),
    DropLine(Index),
    RepeatLine(Index, Index),
    Word(Index, String),
    Splice(Index, Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || any::<Index>();
    let words = "update|turn|reopen|plan|list|rows|none|unchanged|pending|completed|chat|\"\\\\u0007\"|\"\u{202e}\"|&a|\\*a|null|1e400|0x1|~|!!x|\\[|\\{|- |start|[\u{1}\u{7}\r\u{85}\u{2028}]";
    prop_oneof![
        1 => (at(), at()).prop_map(|(one, other)| Change::SwapBytes(one, other)),
        1 => (at(), any::<u8>()).prop_map(|(at, byte)| Change::SetByte(at, byte)),
        1 => at().prop_map(Change::DropLine),
        1 => (at(), at()).prop_map(|(from, to)| Change::RepeatLine(from, to)),
        3 => (at(), words).prop_map(|(at, word)| Change::Word(at, word)),
        1 => (at(), at(), at()).prop_map(|(other, from, to)| Change::Splice(other, from, to)),
    ]
}

impl Change {
    fn make(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let lines = |bytes: &[u8]| bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        match self {
            Self::SwapBytes(one, other) => {
                let len = bytes.len();
                bytes.swap(one.index(len), other.index(len));
            }
            Self::SetByte(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::DropLine(at) => {
                let mut lines = lines(bytes);
                lines.remove(at.index(lines.len()));
                *bytes = lines.concat();
            }
            Self::RepeatLine(from, to) => {
                let mut lines = lines(bytes);
                let line = from.get(&lines).clone();
                lines.insert(to.index(lines.len()), line);
                *bytes = lines.concat();
            }
            Self::Word(at, word) => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
                let at = at.index(words.len());
                let end = &words[at][words[at].trim_end_matches([' ', '\n']).len()..];
                let colon = if words[at].trim_end().ends_with(':') { ":" } else { "" };
                let word = format!("{word}{colon}{end}");
                words[at] = &word;
                *bytes = words.concat().into_bytes();
            }
            Self::Splice(other, from, to) => {
                let other = other.get(&FILES).as_bytes();
                bytes.truncate(from.index(bytes.len()));
                bytes.extend_from_slice(&other[to.index(other.len())..]);
            }
        }
    }
}

#[test]
fn a_changed_scenario_is_borne() {
    let came = std::cell::RefCell::new(std::collections::BTreeMap::new());
    let changes = prop::collection::vec(change(), 1..4);
    for_each(1500, &(any::<Index>(), changes), |(file, changes)| {
        let mut bytes = file.get(&FILES).clone().into_bytes();
        changes.iter().for_each(|change| change.make(&mut bytes));
        *came.borrow_mut().entry(scenario_file::bears(&bytes)).or_insert(0) += 1;
    });
    // Not all are turned away at the door.
    let came = came.into_inner();
    assert!(
        [Came::Nowhere, Came::Read, Came::Through].iter().all(|far| came.get(far).is_some_and(|many| *many > 20)),
        "{came:?}"
    );
}

fn scenario(steps: &str) -> String {
    format!("about: a\nscenarios:\n  - name: a\n    clauses: [whole-list]\n    steps:\n{steps}")
}

#[test]
fn what_is_too_deep_or_too_much_is_told_in_time() {
    let (deep, much) = (10_000, 1_000_000);
    let raw = |json: &str| scenario(&format!("      - update: {{ raw: {json} }}\n        refused: a\n"));
    let line = |at: usize| format!("a{at}: &a{at} [{}]\n", format!("*a{},", at - 1).repeat(9));
    let bomb = (1..30).map(line).collect::<Vec<_>>().concat();
    let files = [
        "[".repeat(deep),
        "{a: ".repeat(deep),
        "- ".repeat(deep),
        (0..deep / 10).map(|at| " ".repeat(at) + "a:\n").collect(),
        raw(&("[".repeat(deep) + &"]".repeat(deep))),
        raw(&("{a: ".repeat(deep) + &"}".repeat(deep))),
        format!("a0: &a0 [a,a]\n{bomb}"),
        "&a ".repeat(deep),
        "!a ".repeat(deep),
        format!("about: \"{}\"", "a".repeat(much)),
        format!("about: |\n{}", " a\n".repeat(much / 3)),
        scenario(&format!("      - update: []\n        reply: \"{}\"\n", "\\u0007".repeat(much / 6))),
        scenario(&format!("      - reopen: \"{}\"\n", "\\u202e".repeat(much / 6))),
        format!("{}: a", "a".repeat(much)),
        "a: a\n".repeat(much / 10),
        "\n".repeat(much),
        "\r".repeat(much),
        "#".repeat(much),
        "%YAML 1.2\n".repeat(much / 10),
        "---\n".repeat(much / 10),
        "\u{feff}".repeat(much / 10),
        raw(&format!("[{}]", "[],".repeat(much / 3))),
        raw(&"9".repeat(much)),
        scenario(&"      - plan_mode: on\n".repeat(1000)),
    ];
    for file in files {
        let started = Instant::now();
        scenario_file::bears(file.as_bytes());
        let took = started.elapsed();
        assert!(took < Duration::from_secs(3), "{took:?}: {}", file.chars().take(200).collect::<String>());
    }
}

/// The lines that come before the one that is looked at are right.
fn answered(scenario: u8, right: usize, line: &[u8]) -> Vec<u8> {
    [&[scenario][..], &b"=\n".repeat(right), line].concat()
}

#[test]
fn right_answers_pass() {
    for number in 0..SCENARIOS.len() {
        let number = u8::try_from(number).expect("there are as many scenarios as bytes");
        assert_eq!(adapter_answer::bears(&[number]), Verdict::Pass);
    }
}

#[test]
fn arbitrary_lines_are_no_answers() {
    let line = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..80),
        "[\\[\\]{}\":,0-9a-z\\\\\u{7}]{0,40}".prop_map(String::into_bytes),
        r#"\{"id":[0-2],"(result|error|method)":[\[\]{}":,0-9a-z]{0,20}\}"#.prop_map(String::into_bytes),
    ];
    for_each(300, &(any::<u8>(), 0..12_usize, line), |(number, right, line)| {
        adapter_answer::bears(&answered(number, right, &line));
    });
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c \n\u{7}\u{1b}\u{202e}\u{a0}]{0,6}", any::<String>(), "a{500}", Just("Error: a".to_owned())]
}

/// Any JSON, most of it with the names of the protocol.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
        prop::sample::select(vec!["list", "plan", "rows", "labels", "pending", "in_progress", "completed"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let names = "name|version|capabilities|setup|one_active|text|is_error|list|plan|rows|title|items|content|status|label|code|message|[a-z\u{7}]{0,3}";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names, inner, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn item() -> impl Strategy<Value = Value> {
    let status = prop_oneof![3 => Just(json!("pending")), 1 => json()];
    let content = prop_oneof![3 => text().prop_map(Value::from), 1 => json()];
    (status, content, prop::option::of(json()), prop::option::of(json())).prop_map(|(status, content, label, other)| {
        let mut item = json!({ "content": content, "status": status });
        for (name, value) in [("label", label), ("o\u{7}", other)] {
            if let Some(value) = value {
                item[name] = value;
            }
        }
        item
    })
}

fn result() -> impl Strategy<Value = Value> {
    let items = || prop_oneof![4 => prop::collection::vec(item(), 0..3).prop_map(Value::from), 1 => json()];
    let row = (text(), items()).prop_map(|(title, items)| json!({ "title": title, "items": items }));
    let observation = (items(), items(), prop::collection::vec(row, 0..3))
        .prop_map(|(list, plan, rows)| json!({ "list": list, "plan": plan, "rows": rows }));
    let reply = (text(), prop::option::of(any::<bool>()))
        .prop_map(|(text, is_error)| json!({ "text": text, "is_error": is_error }));
    let capabilities =
        prop::sample::subsequence(vec!["list", "plan", "rows", "labels", "turns", "chats", "helpers", "a\u{7}"], 0..8);
    let hello = (text(), text(), capabilities).prop_map(
        |(name, version, capabilities)| json!({ "name": name, "version": version, "capabilities": capabilities }),
    );
    prop_oneof![json(), observation, reply, hello]
}

#[test]
fn answers_with_anything_in_them_are_borne() {
    let answer = prop_oneof![
        4 => result().prop_map(|result| json!({ "jsonrpc": "2.0", "id": 1, "result": result })),
        1 => (prop_oneof![Just(-32602), Just(-32601), any::<i64>()], text())
            .prop_map(|(code, message)| json!({ "id": 1, "error": { "code": code, "message": message } })),
    ];
    let answers = prop::collection::vec(answer, 1..4);
    for_each(600, &(any::<u8>(), 0..8_usize, answers), |(number, right, answers)| {
        let lines: Vec<_> = answers.iter().map(Value::to_string).collect();
        adapter_answer::bears(&answered(number, right, lines.join("\n").as_bytes()));
    });
}

#[test]
fn an_answer_too_deep_or_too_long_is_borne() {
    let long = "a\u{1b}[2J".repeat(200_000);
    let many = json!({ "content": long, "status": "pending" });
    let results = [
        "[".repeat(10_000),
        format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
        json!({ "text": long }).to_string(),
        json!({ "name": long, "version": long, "capabilities": [] }).to_string(),
        json!({ "name": "a", "version": "1", "capabilities": [long] }).to_string(),
        json!({ "list": [many], "plan": [many], "rows": [{ "title": long, "items": [many] }] }).to_string(),
        json!({ "list": [{ "content": { "a": long }, (long.as_str()): long }], "plan": null, "rows": [] }).to_string(),
        json!({ "list": vec![json!({ "content": "a", "status": "pending" }); 20_000], "plan": [], "rows": [] })
            .to_string(),
    ];
    let errors = [
        json!({ "code": -32602, "message": long }),
        json!({ "code": -32601, "message": long }),
        json!({ "code": 7, "message": long }),
    ];
    let results = results.iter().map(|result| format!("{{\"id\":1,\"result\":{result}}}"));
    let errors = errors.iter().map(|error| format!("{{\"id\":1,\"error\":{error}}}"));
    let started = Instant::now();
    for line in results.chain(errors).chain([long.clone()]) {
        for right in 0..6 {
            adapter_answer::bears(&answered(0, right, line.as_bytes()));
        }
    }
    let took = started.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
}

/// A session log with an update and a refusal, as a product writes it.
const SESSION: &str = concat!(
    r#"{"type":"session","version":0,"id":"one"}"#,
    "\n",
    r#"{"type":"turn/start","data":{"turn":1}}"#,
    "\n",
    r#"{"type":"tool/call","data":{"callId":"a","name":"todo_write","arguments":"{\"todos\":[{\"content\":\"Read\",\"status\":\"pending\"}]}"}}"#,
    "\n",
    r#"{"type":"todo/write","data":{"todos":[{"content":"Read","status":"pending"}]}}"#,
    "\n",
    r#"{"type":"tool/result","data":{"message":{"source":{"kind":"tool","callId":"a"},"content":[{"type":"tool-result","toolCallId":"a","content":[{"type":"text","text":"Updated todo list: 1 pending, 0 in progress, 0 completed."}],"isError":false}]}}}"#,
    "\n",
    r#"{"type":"turn/end","data":{"turn":1}}"#,
    "\n"
);

#[test]
fn logs_with_anything_in_them_are_borne() {
    let trace = "{\"todospec_trace\":1,\"tool\":\"0.1.0\",\"suite\":\"1.0.0\",\"digest\":\"00\",\"chain\":\"0000000000000000\"}\n";
    for_each(400, &(any::<bool>(), any::<Index>(), any::<Vec<u8>>(), any::<Index>()), |(of_trace, at, put, until)| {
        let mut bytes = if of_trace { trace } else { SESSION }.as_bytes().to_vec();
        let at = at.index(bytes.len());
        let end = at + until.index(bytes.len() - at);
        bytes.splice(at..end, put);
        trace_log::bears(&bytes);
    });
    for end in 0..SESSION.len() {
        trace_log::bears(&SESSION.as_bytes()[..end]);
    }
}
