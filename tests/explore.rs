//! The explorer: what it finds, how short it makes it, and what it says it covered.

use std::fs;

use todospec::Implementation;
use todospec::adequacy::diagnose;
use todospec::explore::{Effort, exhaust, explore};
use todospec::implementation::{Faulty, Reference, Trouble, faults};
use todospec::report::{Exploration, Extent};
use todospec::run::Crew;
use todospec::run::{self, Selection};
use todospec::suite::{Suite, print};
use todospec::trace::{Action, Answer, Hello};

fn explored(implementation: &mut dyn Implementation, seed: u64) -> Exploration {
    let hello = implementation.hello().expect("it says hello");
    explore(Effort { cases: 2_000, seed, ..Effort::default() }, &hello, implementation, || {}).0
}

fn fault(id: &str) -> Faulty {
    Faulty::new(id).unwrap_or_else(|| panic!("no fault has the id {id}"))
}

/// The updates and other steps of the shortest sequence that shows a fault, and their items.
fn shortest(id: &str, seed: u64) -> (usize, usize) {
    let scenario = explored(&mut fault(id), seed).scenario.unwrap_or_else(|| panic!("{id} is not found"));
    let arguments = scenario.steps.iter().filter_map(|step| step.arguments());
    let items = arguments.filter_map(|arguments| arguments["todos"].as_array()).map(Vec::len).sum();
    (scenario.steps.iter().filter(|step| step.action.is_some()).count(), items)
}

#[test]
fn a_counterexample_is_as_short_as_it_can_be_made_by_hand() {
    for (id, steps, items) in [
        ("cleared-when-all-done", 2, 1),
        ("list-lost", 4, 1),
        ("repeat-in-single-quotes", 2, 2),
        ("ten-items-a-plan", 2, 11),
        ("trims-first-ten", 2, 11),
    ] {
        for seed in [1, 2, 3] {
            assert_eq!(shortest(id, seed), (steps, items), "{id}, seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_finds_the_same_and_another_seed_tries_others() {
    let found = |seed| explored(&mut fault("list-lost"), seed);
    let (first, again, other) = (found(5), found(5), found(6));
    assert_eq!((first.cases, first.steps, &first.counterexample), (again.cases, again.steps, &again.counterexample));
    assert_ne!((first.cases, first.steps), (other.cases, other.steps));
}

#[test]
fn a_saved_counterexample_is_accepted_by_lint_and_fails_again() {
    for id in ["list-lost", "repeat-in-single-quotes", "cleared-when-all-done", "trims-first-ten"] {
        let scenario = explored(&mut fault(id), 1).scenario.expect("it is found");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(&scenario.file);
        fs::write(&path, print("A counterexample", std::slice::from_ref(&scenario))).expect("it is written");
        let suite = Suite::from_paths(&[path]).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(run::check_all(&suite).len(), 0, "{id}");
        let mut faulty = fault(id);
        let hello = faulty.hello().expect("it says hello");
        let outcome = run::play(&suite.scenarios[0], &hello, &mut faulty).outcome;
        assert!(outcome.findings.iter().any(|placed| scenario.clauses.contains(&placed.finding.clause)), "{id}");
    }
}

/// The fault of losing lists, behind a process that dies after so many sequences.
struct Dying(Faulty, usize);

impl Implementation for Dying {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        self.0.hello()
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        if matches!(action, Action::Begin(_)) {
            let dead = Trouble::Crash { method: "begin", how: "with exit code 1".to_owned(), log: String::new() };
            self.1 = self.1.checked_sub(1).ok_or(dead)?;
        }
        self.0.perform(action)
    }
}

#[test]
fn what_cannot_be_tested_while_shrinking_never_becomes_a_finding() {
    let alive = explored(&mut fault("list-lost"), 1);
    let exploration = explored(&mut Dying(fault("list-lost"), alive.cases), 1);
    let actions = |exploration: &Exploration| exploration.scenario.as_ref().map(|scenario| scenario.steps.len());
    assert_eq!((exploration.cases, exploration.steps), (alive.cases, alive.steps));
    assert!(!exploration.findings.is_empty() && actions(&exploration) > actions(&alive));

    let exploration = explored(&mut Dying(fault("list-lost"), alive.cases - 1), 1);
    assert_eq!(exploration.findings, []);
    assert!(exploration.inconclusive.expect("it is told").contains("exit code 1"));
}

/// An implementation that acknowledges in other words, and dies when it is looked at after that.
struct Dumb(Faulty, bool);

impl Implementation for Dumb {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        self.0.hello()
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        match self.0.perform(action)? {
            Answer::Reply(mut reply) if reply.text.starts_with("Updated") => {
                "done".clone_into(&mut reply.text);
                self.1 = true;
                Ok(Answer::Reply(reply))
            }
            Answer::Seen(_) if std::mem::take(&mut self.1) => {
                Err(Trouble::Crash { method: "observe", how: "with exit code 1".to_owned(), log: String::new() })
            }
            answer @ (Answer::Done | Answer::Reply(_) | Answer::Rejected { .. } | Answer::Seen(_)) => Ok(answer),
        }
    }
}

#[test]
fn what_is_found_before_an_implementation_stops_answering_is_a_finding() {
    let dumb = || Dumb(Faulty::right(), false);
    let hello = dumb().hello().expect("it says hello");
    for exploration in [explored(&mut dumb(), 1), exhaust::any(2, &hello, &mut Crew::one(&mut dumb()), || {})] {
        assert_eq!(exploration.findings.first().map(|finding| finding.clause.id()), Some("ack-counts"));
        assert_eq!(exploration.inconclusive, None);
    }
}

#[test]
fn every_sequence_of_up_to_three_actions_is_right_on_the_reference() {
    let exploration = exhaust::reference(3);
    assert_eq!(exploration.findings, []);
    let Extent::Every { depth: 3, chats: 2, states: Some(states) } = exploration.extent else {
        panic!("{exploration:?}")
    };
    assert!(states > 100 && exploration.cases > states, "{} sequences, {states} states", exploration.cases);
}

#[test]
fn every_sequence_counted_is_played_and_a_fault_among_them_is_found() {
    let mut reference = Reference::default();
    let hello = reference.hello().expect("the reference says hello");
    let (_, longest) = exhaust::count(2, &hello);
    let mut played = 0_u128;
    let exploration = exhaust::any(2, &hello, &mut Crew::one(&mut reference), || played += 1);
    assert_eq!((played, exploration.findings.len()), (longest, 0));
    let found = exhaust::any(3, &hello, &mut Crew::one(&mut fault("cleared-when-all-done")), || {});
    assert!(!found.findings.is_empty());
}

#[test]
fn an_implementation_with_a_fault_is_told_which_one_it_behaves_like() {
    let suite = Suite::embedded().expect("the suite is right");
    let diagnosed = |mut implementation: Faulty| {
        let hello = implementation.hello().expect("it says hello");
        let played = run::scenarios(&suite, &Selection::default(), &mut implementation, |_| {});
        diagnose(&suite, &hello, played.outcomes()).map(|known| known.fault)
    };
    assert_eq!(diagnosed(Faulty::right()), None);
    for id in ["cleared-when-all-done", "repeat-in-single-quotes", "plan-of-open-items"] {
        assert_eq!(diagnosed(fault(id)), Some(id));
    }
    assert!(faults().count() >= 80);
}
