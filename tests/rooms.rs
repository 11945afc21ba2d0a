//! The order of the rooms: each uses only those before it. And the suite as a whole is sound.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use todospec::model::{Clause, Refusal};
use todospec::suite::{Reading, Sentence, Suite};

/// The rooms, lowest first.
const ROOMS: [&str; 11] =
    ["model", "trace", "suite", "oracle", "report", "implementation", "run", "explore", "audit", "adequacy", "cli"];

#[test]
fn a_room_uses_only_the_rooms_before_it() {
    let mut wrong = Vec::new();
    for (at, room) in ROOMS.iter().enumerate() {
        for file in files(&Path::new("src").join(room)) {
            let text = fs::read_to_string(&file).expect("a source file is text");
            for later in &ROOMS[at + 1..] {
                if text.contains(&format!("crate::{later}")) {
                    wrong.push(format!("{} uses `{later}`, which comes after `{room}`", file.display()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_room_is_in_the_order() {
    let rooms: BTreeSet<String> = fs::read_dir("src")
        .expect("src is a folder")
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir())?.file_name().into_string().ok())
        .collect();
    assert_eq!(rooms, ROOMS.iter().map(|room| (*room).to_owned()).collect());
}

#[test]
fn the_model_knows_neither_files_nor_clocks_nor_serde() {
    for file in files(Path::new("src/model")) {
        let text = fs::read_to_string(&file).expect("a source file is text");
        for foreign in ["serde", "std::fs", "std::io", "std::time", "rand"] {
            assert!(!text.contains(foreign), "{} speaks of {foreign}", file.display());
        }
    }
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a room is a folder") {
        let path = entry.expect("a room can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_clause_has_scenarios_and_a_stated_one_its_sentences() {
    let suite = Suite::embedded().expect("the suite is right");
    for clause in Clause::ALL {
        let scenarios = suite.scenarios.iter().filter(|scenario| scenario.clauses.contains(clause)).count();
        assert!(scenarios >= 2, "`{clause}` has {scenarios} scenarios; add them under spec-cases");
        let stated = suite.table.entry(*clause).level == todospec::suite::Level::Stated;
        assert!(
            !stated || !suite.table.sources(*clause).is_empty(),
            "`{clause}` is stated, and clauses.yaml names no sentence of the page for it"
        );
    }
}

#[test]
fn every_open_point_that_can_be_seen_has_a_probe() {
    let suite = Suite::embedded().expect("the suite is right");
    for reading in Reading::ALL {
        assert!(
            suite.scenarios.iter().any(|scenario| scenario.probe == Some(*reading)),
            "`{reading}` has no scenario with `probe: {reading}`"
        );
    }
}

#[test]
fn no_sentence_of_the_page_is_unaccounted_for() {
    let suite = Suite::embedded().expect("the suite is right");
    assert!(suite.scenarios.len() >= 150);
    for heading in &suite.table.page {
        for sentence in &heading.sentences {
            match sentence {
                Sentence::Clauses(clauses) => assert!(!clauses.is_empty()),
                Sentence::Informative(reason) => assert!(reason.len() > 10, "{}: {reason}", heading.heading),
            }
        }
    }
}

#[test]
fn the_score_that_reports_carry_is_of_this_suite() {
    let suite = Suite::embedded().expect("the suite is right");
    let score = todospec::adequacy::score(&suite)
        .expect("run `cargo run --release -- selfcheck --write spec-cases/adequacy.json`, and build again");
    assert_eq!((score.killed, score.conformant), (score.faults, score.variants));
    assert!(
        score.explored * 100 >= score.faults * 95,
        "the explorer alone finds {} of {}",
        score.explored,
        score.faults
    );
}

#[test]
fn every_refusal_of_the_model_has_its_clauses() {
    let refusals =
        [Refusal::NoChat, Refusal::Empty, Refusal::Repeat { text: "a".into() }, Refusal::OneActive { count: 2 }];
    let suite = Suite::embedded().expect("the suite is right");
    for refusal in refusals {
        for clause in [refusal.rule(), refusal.message()] {
            assert!(suite.scenarios.iter().any(|scenario| scenario.clauses.contains(&clause)), "{clause}");
        }
    }
}
