//! Where the oracle's rules begin and end, to the number.

use serde_json::{Value, json};
use todospec::model::{Phase, Setup};
use todospec::oracle::{Finding, Oracle};
use todospec::suite::Reading;
use todospec::trace::{Action, Answer, Capabilities, Capability, Observation, Reply, Row};

/// What the oracle finds in one update and its reply, and how it then reads the open points.
fn judged(todos: &Value, text: &str, is_error: bool) -> (Vec<Finding>, Oracle) {
    let mut oracle = Oracle::new(Capabilities::new());
    let chat = || "main".to_owned();
    let before = [
        Action::Begin(Setup { one_active: false }),
        Action::Open { chat: chat(), helper_of: None },
        Action::Turn { chat: chat(), phase: Phase::Start },
    ];
    for action in before {
        assert_eq!(oracle.judge(&action, &Answer::Done), Ok(Vec::new()));
    }
    let write = Action::Write { chat: Some(chat()), arguments: json!({ "todos": todos }) };
    let reply = Answer::Reply(Reply { text: text.to_owned(), is_error: Some(is_error) });
    let findings = oracle.judge(&write, &reply).expect("the answer is the implementation's");
    (findings, oracle)
}

fn clauses(todos: &Value, text: &str) -> Vec<&'static str> {
    judged(todos, text, true).0.iter().map(|finding| finding.clause.id()).collect()
}

fn items(count: usize) -> Value {
    (0..count).map(|at| json!({ "content": format!("Item {at}"), "status": "pending" })).collect()
}

#[test]
fn a_thousand_items_may_not_be_refused_and_one_more_may() {
    assert_eq!(clauses(&items(1_000), "Error: too many items"), ["valid-recorded"]);
    assert_eq!(clauses(&items(1_001), "Error: too many items"), [""; 0]);
}

#[test]
fn ten_thousand_characters_may_not_be_refused_and_one_more_may() {
    let long = |characters: usize| json!([{ "content": "é".repeat(characters), "status": "pending" }]);
    assert_eq!(clauses(&long(10_000), "Error: too long"), ["valid-recorded"]);
    assert_eq!(clauses(&long(10_001), "Error: too long"), [""; 0]);
}

#[test]
fn the_order_of_checks_is_read_only_where_it_is_certain() {
    let item = |text: &str| json!({ "content": text, "status": "pending" });
    let read = |todos: Value, text: &str| judged(&todos, text, true).1.readings.told(Reading::CheckOrder);
    let (empty, repeat) = ("Error: invalid todo: `content` must be a non-empty string", |text: &str| {
        format!("Error: invalid todos: duplicate content \"{text}\"")
    });
    let both = json!([item(" "), item("a"), item("a")]);
    assert_eq!(read(both.clone(), empty).as_deref(), Some("tells blank: blank then repeat"));
    assert_eq!(read(both, &repeat("a")).as_deref(), Some("tells repeat: blank then repeat"));
    // A character that may go or stay leaves open what is blank, and what repeats.
    assert_eq!(read(json!([item(" "), item("a"), item("a"), item("\u{a0}b")]), empty), None);
    // Two blanks, or two repeats, stand in no order with the other.
    assert_eq!(read(json!([item(" "), item(" "), item("a"), item("a")]), empty), None);
    assert_eq!(read(json!([item(" "), item("a"), item("a"), item("b"), item("b")]), empty), None);
}

#[test]
fn quoting_is_read_for_each_kind_of_character() {
    let read = |text: &str, quoted: &str| {
        let item = json!({ "content": text, "status": "pending" });
        let told = format!("Error: invalid todos: duplicate content \"{quoted}\"");
        let (findings, oracle) = judged(&json!([item, item]), &told, true);
        assert_eq!(findings, [], "{quoted}");
        oracle.readings.told(Reading::RepeatQuoting)
    };
    for (kind, text, verbatim, escaped) in [
        ("quotation mark", "a\"b", "a\"b", "a\\\"b"),
        ("backslash", "a\\b", "a\\b", "a\\\\b"),
        ("slash", "a/b", "a/b", "a\\/b"),
        ("tab", "a\tb", "a\tb", "a\\tb"),
        ("U+007F", "a\u{7f}b", "a\u{7f}b", "a\\u007fb"),
        ("U+2028", "a\u{2028}b", "a\u{2028}b", "a\\u2028b"),
        ("U+2029", "a\u{2029}b", "a\u{2029}b", "a\\u2029b"),
        ("U+00AD", "a\u{ad}b", "a\u{ad}b", "a\\u00adb"),
        ("U+FEFF", "a\u{feff}b", "a\u{feff}b", "a\\ufeffb"),
        ("angle bracket or ampersand", "a&b", "a&b", "a\\u0026b"),
        ("letters beyond ASCII", "aéb", "aéb", "a\\u00e9b"),
    ] {
        assert_eq!(read(text, verbatim), Some(format!("verbatim: {kind}")));
        assert_eq!(read(text, escaped), Some(format!("escaped: {kind}")));
    }
}

#[test]
fn a_chat_that_was_just_opened_has_no_rows() {
    let mut oracle = Oracle::new([Capability::Rows].into());
    let look = Action::Observe { chat: "main".to_owned() };
    let row = Row { title: "Update to-do list".into(), items: Vec::new() };
    let begun = [Action::Begin(Setup { one_active: false }), Action::Open { chat: "main".to_owned(), helper_of: None }];
    for action in begun {
        assert_eq!(oracle.judge(&action, &Answer::Done), Ok(Vec::new()));
    }
    let seen = Answer::Seen(Observation { rows: Some(vec![row]), ..Observation::default() });
    let findings = oracle.judge(&look, &seen).expect("the answer is the implementation's");
    assert_eq!(findings.iter().map(|finding| finding.subject).collect::<Vec<_>>(), ["rows"]);
}
