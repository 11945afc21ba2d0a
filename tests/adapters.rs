//! The real adapters, run as a user runs them. This target needs Node, Python and their packages, as `.ci/run` installs
//! them; it is no part of a plain `cargo test`.

use std::process::Command;

/// Runs `todospec certify` with these words; gives its exit code and what it prints.
fn certify(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_todospec"))
        .arg("certify")
        .args(words)
        .output()
        .expect("the program under test starts");
    let printed = String::from_utf8(output.stdout).expect("a report is UTF-8");
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(complained.is_empty(), "it complains: {complained}");
    (output.status.code(), printed)
}

/// What is broken and how, without what every new scenario moves: places, counts and the digest.
fn broken(printed: &str) -> String {
    let start = printed.find("broken ").unwrap_or_default();
    let end = printed.find("\nHow an update is recorded").unwrap_or(printed.len());
    let moves = |line: &&str| {
        let text = line.trim_start();
        !["at  ", "also ", "spec-cases/", "and "].iter().any(|start| text.starts_with(start))
    };
    let lines: Vec<_> = printed[start..end].lines().chain([last_line(printed)]).filter(moves).collect();
    lines.join("\n")
}

fn last_line(printed: &str) -> &str {
    printed.lines().last().unwrap_or_default()
}

#[test]
fn dsh_is_conformant_on_all_that_it_declares() {
    let (code, printed) = certify(&["--explore", "2000", "--", "node", "adapters/dsh/adapter.mjs"]);
    assert_eq!(last_line(&printed), "conformant on 40 of 43 clauses; 3 not applicable (no labels, rows)", "{printed}");
    assert!(printed.contains("explored 2000 sequences"), "{printed}");
    assert!(!printed.contains("mixed"), "{printed}");
    assert_eq!(code, Some(0));
}

fn audit(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_todospec")).arg("audit").args(words).output();
    let output = output.expect("the program under test starts");
    let printed = String::from_utf8(output.stdout).expect("a report is UTF-8");
    (output.status.code(), printed + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_audit_of_a_trace_of_dsh_says_what_its_run_said() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let trace = folder.path().join("trace.jsonl").display().to_string();
    let (code, printed) = certify(&["--explore", "64", "--trace", &trace, "--", "node", "adapters/dsh/adapter.mjs"]);
    assert_eq!(audit(&[&trace]), (code, printed));
}

#[test]
fn the_session_logs_that_dsh_writes_are_without_a_finding() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let made = Command::new("node").arg("adapters/dsh/logs.mjs").arg(folder.path()).status();
    assert!(made.expect("node starts").success());
    let mut logs: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the logs are in the folder")
        .filter_map(|entry| Some(entry.ok()?.path().display().to_string()))
        .collect();
    logs.sort();
    assert!(logs.len() >= 7, "{logs:?}");
    let (code, printed) = audit(&logs.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(last_line(&printed), format!("conformant: {} logs, no finding", logs.len()), "{printed}");
    assert_eq!(code, Some(0));
    // One of each kind of damage, to the real logs.
    for (log, from, to, clause) in [
        ("many-turns", "Updated todo list: ", "Updated todo list: 9", "ack-counts"),
        ("refusals", "duplicate content", "repeated content", "message-repeat"),
        ("refusals", "must be a non-empty string", "is empty", "message-empty"),
        ("refusals", "(got ", "(got 9", "one-active-count"),
    ] {
        let path = folder.path().join(format!("{log}.jsonl"));
        let text = std::fs::read_to_string(&path).expect("the log is text");
        let line = text.lines().position(|line| line.contains(from) && line.contains("tool/result"));
        let line = line.unwrap_or_else(|| panic!("no `{from}` in {log}"));
        let edited = |(index, text): (usize, &str)| {
            if index == line { text.replacen(from, to, 1) } else { text.to_owned() }
        };
        let damaged = folder.path().join("damaged.jsonl");
        let lines: Vec<_> = text.lines().enumerate().map(edited).collect();
        std::fs::write(&damaged, lines.join("\n")).expect("there is room for a file");
        let (code, printed) = audit(&[&damaged.display().to_string()]);
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains(&format!("broken {clause}")), "{clause}:\n{printed}");
        assert!(printed.contains(&format!("damaged.jsonl:{}", line + 1)), "{clause}:\n{printed}");
    }
}

#[test]
fn langchain_is_nonconformant_for_reasons_that_were_checked_by_hand() {
    let python = "adapters/langchain/.venv/bin/python";
    let (code, printed) = certify(&["--explore", "0", "--", python, "adapters/langchain/adapter.py"]);
    insta::assert_snapshot!("langchain", broken(&printed));
    assert_eq!(code, Some(1));
}

#[test]
fn the_template_for_python_is_conformant_around_a_right_implementation() {
    let (code, printed) = certify(&["--explore", "500", "--", "/usr/bin/python3", "adapters/python/example.py"]);
    assert_eq!(last_line(&printed), "conformant: 43 of 43 clauses", "{printed}");
    assert!(!printed.contains("mixed"), "{printed}");
    assert_eq!(code, Some(0));
}

#[test]
fn the_template_for_node_is_conformant_around_a_right_implementation() {
    let (code, printed) = certify(&["--explore", "500", "--", "node", "adapters/node/example.mjs"]);
    assert_eq!(last_line(&printed), "conformant: 43 of 43 clauses", "{printed}");
    assert!(!printed.contains("mixed"), "{printed}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_template_that_is_not_filled_in_is_nonconformant() {
    for command in [["/usr/bin/python3", "adapters/python/adapter.py"], ["node", "adapters/node/adapter.mjs"]] {
        let (code, printed) = certify(&["--", command[0], command[1]]);
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains("to be filled in"), "{printed}");
    }
}

#[test]
fn a_template_has_at_most_forty_lines_and_the_example_its_protocol_part() {
    for (template, example, protocol) in [
        ("adapters/python/adapter.py", "adapters/python/example.py", "\nfor line"),
        ("adapters/node/adapter.mjs", "adapters/node/example.mjs", "\n// The protocol"),
    ] {
        let [template, example] = [template, example].map(|path| std::fs::read_to_string(path).expect("it is there"));
        let part = |text: &str| text.find(protocol).map(|at| text[at..].to_owned());
        for text in [&template, &example] {
            assert!(text.lines().count() <= 40, "{text}");
        }
        assert_eq!(part(&template).expect("it has a protocol part"), part(&example).expect("it has one too"));
    }
}
