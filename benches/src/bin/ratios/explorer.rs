//! The explorer against proptest-state-machine and Hypothesis, both on a toy list model with texts from a pool.

use std::cell::Cell;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use serde_json::Value;
use todospec::explore::{Effort, explore};
use todospec::implementation::{Implementation, Reference, Trouble};
use todospec::model::{Item, Phase, Setup, State};
use todospec::report::Exploration;
use todospec::trace::{Hello, Observation, Reply};

use crate::figure::{Goal, PAIRS, pairs, print, seconds};

const SEQUENCES: usize = 1_000;
const POOL: [&str; 5] = ["a", "be", "sea", "deed", "easel"];

/// Judged transitions a second, the explorer on the reference.
pub fn transitions(python: Option<&Path>) {
    let ours = || rate(|| explored(SEQUENCES, 1, &mut Reference::default()).steps);
    print(
        "judged transitions a second : those of proptest-state-machine",
        pairs(ours, || rate(|| toy(SEQUENCES, 1, false).0)),
        Goal::AtLeast(3.0),
    );
    let Some(python) = python else { return };
    let theirs = || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/hypothesis_rate.py");
        let output = Command::new(python).arg(script).output().expect("Python starts");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("the script tells its rate")
    };
    print("judged transitions a second : those of Hypothesis", pairs(ours, theirs), Goal::AtLeast(100.0));
}

fn rate(run: impl FnOnce() -> usize) -> f64 {
    let mut steps = 0;
    let taken = seconds(|| steps = run());
    steps as f64 / taken
}

fn explored(cases: usize, seed: u64, implementation: &mut dyn Implementation) -> Exploration {
    let hello = implementation.hello().expect("it says hello");
    explore(Effort { cases, seed, ..Effort::default() }, &hello, implementation, || {}).0
}

/// The bug that both shrink: the fourth recorded update loses its list.
pub fn shrinking() {
    const SEEDS: u64 = 15;
    let mut optimal = 0;
    for seed in 0..SEEDS {
        let found = explored(5_000, seed, &mut Forgetful::default()).scenario.expect("it is found");
        let lists: Vec<_> = found.steps.iter().filter_map(|step| step.arguments()?["todos"].as_array()).collect();
        optimal += u32::from(lists.len() == 4 && lists.iter().map(|list| list.len()).sum::<usize>() <= 4);
    }
    print("seeds of 15 whose counterexample has four updates", vec![f64::from(optimal); PAIRS], Goal::AtLeast(15.0));
    let all = |run: &dyn Fn(u64)| seconds(|| (0..SEEDS).for_each(run));
    let ours = || all(&|seed| drop(explored(5_000, seed, &mut Forgetful::default())));
    let theirs = || all(&|seed| drop(toy(5_000, seed, true)));
    print(
        "shrinking a bug that needs four updates : proptest-state-machine",
        pairs(ours, theirs),
        Goal::AtMost(2.0),
    );
}

/// The reference, but for the fourth recorded update: its list is lost.
#[derive(Clone, Debug, Default)]
struct Forgetful {
    reference: Reference,
    recorded: usize,
}

impl Implementation for Forgetful {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        self.reference.hello()
    }

    fn begin(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.recorded = 0;
        self.reference.begin(setup)
    }

    fn open(&mut self, chat: &str, helper_of: Option<&str>) -> Result<(), Trouble> {
        self.reference.open(chat, helper_of)
    }

    fn write(&mut self, chat: Option<&str>, arguments: &Value) -> Result<Reply, Trouble> {
        let reply = self.reference.write(chat, arguments)?;
        self.recorded += usize::from(reply.is_error == Some(false));
        Ok(reply)
    }

    fn turn(&mut self, chat: &str, phase: Phase) -> Result<(), Trouble> {
        self.reference.turn(chat, phase)
    }

    fn setup(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.reference.setup(setup)
    }

    fn reopen(&mut self, chat: &str) -> Result<(), Trouble> {
        self.reference.reopen(chat)
    }

    fn plan_mode(&mut self, chat: &str, on: bool) -> Result<(), Trouble> {
        self.reference.plan_mode(chat, on)
    }

    fn observe(&mut self, chat: &str) -> Result<Observation, Trouble> {
        let mut seen = self.reference.observe(chat)?;
        if self.recorded == 4 {
            seen.list = Some(None);
        }
        Ok(seen)
    }
}

/// The toy: a list that is replaced, kept from turn to turn and shown while its turn lasts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Toy {
    list: Vec<Item>,
    shown: bool,
    updates: usize,
}

#[derive(Clone, Debug)]
enum Transition {
    Update(Vec<Item>),
    NextTurn,
    Reopen,
}

impl Toy {
    fn step(&mut self, transition: &Transition) {
        match transition {
            Transition::Update(items) => {
                let mut seen = std::collections::HashSet::new();
                if items.iter().all(|item| seen.insert(item.text.as_str())) {
                    self.list.clone_from(items);
                    self.shown = true;
                    self.updates += 1;
                }
            }
            Transition::NextTurn => self.shown = false,
            Transition::Reopen => {}
        }
    }
}

impl ReferenceStateMachine for Toy {
    type State = Self;
    type Transition = Transition;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::default()).boxed()
    }

    fn transitions(_: &Self) -> BoxedStrategy<Transition> {
        let state = prop_oneof![Just(State::Pending), Just(State::InProgress), Just(State::Completed)];
        let item = (0..POOL.len(), state).prop_map(|(text, state)| Item::new(POOL[text], state));
        prop_oneof![
            6 => prop::collection::vec(item, 0..5).prop_map(Transition::Update),
            2 => Just(Transition::NextTurn),
            1 => Just(Transition::Reopen),
        ]
        .boxed()
    }

    fn apply(mut state: Self, transition: &Transition) -> Self {
        state.step(transition);
        state
    }
}

/// The toy under test; the wrong one loses the list of its fourth update.
struct Right;
struct Wrong;

impl StateMachineTest for Right {
    type SystemUnderTest = Toy;
    type Reference = Toy;

    fn init_test(state: &Toy) -> Toy {
        state.clone()
    }

    fn apply(mut toy: Toy, _: &Toy, transition: Transition) -> Toy {
        toy.step(&transition);
        toy
    }

    fn check_invariants(toy: &Toy, state: &Toy) {
        assert_eq!(toy, state);
    }
}

impl StateMachineTest for Wrong {
    type SystemUnderTest = Toy;
    type Reference = Toy;

    fn init_test(state: &Toy) -> Toy {
        state.clone()
    }

    fn apply(mut toy: Toy, _: &Toy, transition: Transition) -> Toy {
        toy.step(&transition);
        toy
    }

    fn check_invariants(toy: &Toy, state: &Toy) {
        let lost = toy.updates == 4 && !toy.list.is_empty();
        assert!(!lost && toy == state, "the list is lost");
    }
}

/// Explores the toy; how many transitions were tried, and what is left of the wrong one's sequence.
fn toy(cases: usize, seed: u64, wrong: bool) -> (usize, Option<Vec<Transition>>) {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let config = Config { cases: cases as u32, failure_persistence: None, max_shrink_iters: 100_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config.clone(), rng);
    let tried = Rc::new(Cell::new(0));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = runner.run(&Toy::sequential_strategy(1..=24), |(state, transitions, seen)| {
        tried.set(tried.get() + transitions.len());
        if wrong {
            Wrong::test_sequential(config.clone(), state, transitions, seen);
        } else {
            Right::test_sequential(config.clone(), state, transitions, seen);
        }
        Ok(())
    });
    std::panic::set_hook(hook);
    let left = match result {
        Ok(()) => None,
        Err(TestError::Fail(_, (_, transitions, _))) => Some(transitions),
        Err(TestError::Abort(reason)) => panic!("the toy was not tried: {reason}"),
    };
    assert_eq!(left.is_some(), wrong, "the wrong toy is caught and the right one is not");
    (tried.get(), left)
}
