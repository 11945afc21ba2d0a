//! The explorer against proptest-state-machine and Hypothesis, both on a toy list model with texts from a pool.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use serde_json::Value;
use todospec::explore::{Effort, explore};
use todospec::implementation::{Implementation, Reference, Trouble};
use todospec::model::{Item, Phase, Setup, State, World};
use todospec::report::Exploration;
use todospec::trace::{Hello, Observation, Reply};

use crate::figure::{Goal, PAIRS, pairs, print, seconds};

const SEQUENCES: usize = 1_000;
const POOL: &[&str] = &["a", "be", "sea", "deed", "easel", ""];
const CHATS: usize = 3;

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

/// The bug that both shrink: once four updates of a chat hold something and are recorded, its list is lost.
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
    print("shrinking a bug that needs four updates : proptest-state-machine", pairs(ours, theirs), Goal::AtMost(2.0));
}

/// The reference, but for the fourth recorded update of a chat that holds something: its list is lost.
#[derive(Clone, Debug, Default)]
struct Forgetful {
    reference: Reference,
}

impl Implementation for Forgetful {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        self.reference.hello()
    }

    fn begin(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.reference.begin(setup)
    }

    fn open(&mut self, chat: &str, helper_of: Option<&str>) -> Result<(), Trouble> {
        self.reference.open(chat, helper_of)
    }

    fn write(&mut self, chat: Option<&str>, arguments: &Value) -> Result<Reply, Trouble> {
        self.reference.write(chat, arguments)
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
        if seen.rows.iter().flatten().filter(|row| !row.items.is_empty()).count() >= 4 {
            seen.list = Some(None);
        }
        Ok(seen)
    }
}

/// The toy: chats whose list is replaced, whose rows grow and whose plan clears at the next turn, with the reply due.
#[derive(Clone, Debug, Default)]
struct Toy {
    chats: BTreeMap<usize, ToyChat>,
    reply: String,
}

#[derive(Clone, Debug, Default)]
struct ToyChat {
    turn_open: bool,
    plan: Vec<Item>,
    rows: Vec<Vec<Item>>,
}

#[derive(Clone, Debug)]
enum Transition {
    Open(usize),
    Turn(usize, Phase),
    Update(usize, Vec<Item>),
    Reopen(usize),
}

fn reply_to(items: &[Item]) -> Result<String, String> {
    let mut seen = HashSet::new();
    let mut counts = [0; 3];
    for item in items {
        if item.text.is_empty() {
            return Err("Error: invalid todo: `content` must be a non-empty string".to_owned());
        }
        counts[item.state as usize] += 1;
    }
    match items.iter().find(|item| !seen.insert(item.text.as_str())) {
        Some(item) => Err(format!("Error: invalid todos: duplicate content \"{}\"", item.text)),
        None => {
            let [pending, active, completed] = counts;
            Ok(format!("Updated todo list: {pending} pending, {active} in progress, {completed} completed."))
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
        let state = prop::sample::select(&State::ALL[..]);
        let item = (prop::sample::select(POOL), state).prop_map(|(text, state)| Item::new(text, state));
        let phase = prop_oneof![Just(Phase::Start), Just(Phase::End)];
        prop_oneof![
            1 => (0..CHATS).prop_map(Transition::Open),
            3 => (0..CHATS, phase).prop_map(|(chat, phase)| Transition::Turn(chat, phase)),
            6 => (0..CHATS, prop::collection::vec(item, 0..5)).prop_map(|(chat, items)| Transition::Update(chat, items)),
            1 => (0..CHATS).prop_map(Transition::Reopen),
        ]
        .boxed()
    }

    fn preconditions(state: &Self, transition: &Transition) -> bool {
        let turn = |chat| state.chats.get(chat).map(|chat: &ToyChat| chat.turn_open);
        match transition {
            Transition::Open(chat) => turn(chat).is_none(),
            Transition::Turn(chat, Phase::Start) | Transition::Reopen(chat) => turn(chat) == Some(false),
            Transition::Turn(chat, Phase::End) | Transition::Update(chat, _) => turn(chat) == Some(true),
        }
    }

    fn apply(mut state: Self, transition: &Transition) -> Self {
        match transition {
            Transition::Open(chat) => drop(state.chats.insert(*chat, ToyChat::default())),
            Transition::Turn(chat, phase) => {
                let chat = state.chats.entry(*chat).or_default();
                chat.turn_open = *phase == Phase::Start;
                if chat.turn_open {
                    chat.plan.clear();
                }
            }
            Transition::Update(chat, items) => {
                let reply = reply_to(items);
                let chat = state.chats.entry(*chat).or_default();
                if reply.is_ok() {
                    chat.plan.clone_from(items);
                    chat.rows.push(items.clone());
                }
                state.reply = reply.unwrap_or_else(|refusal| refusal);
            }
            Transition::Reopen(_) => {}
        }
        state
    }
}

/// The model under test, with what it replied; the wrong one loses the list of the fourth update that holds something.
struct Subject {
    world: World,
    reply: String,
}

struct Right;
struct Wrong;

const NAMES: [&str; CHATS] = ["main", "chat", "helper"];

impl Subject {
    fn new() -> Self {
        Self { world: World::new(Setup::default()), reply: String::new() }
    }

    fn step(&mut self, transition: &Transition) {
        match transition {
            Transition::Open(chat) => self.world.open(NAMES[*chat]),
            Transition::Turn(chat, phase) => self.world.turn(NAMES[*chat], *phase),
            Transition::Update(chat, items) => {
                let answer = self.world.update(Some(NAMES[*chat]), items);
                self.reply = answer.map_or_else(|refusal| refusal.to_string(), |counts| counts.to_string());
            }
            Transition::Reopen(chat) => self.world.reopen(NAMES[*chat]),
        }
    }

    fn compare(&self, toy: &Toy, wrong: bool) {
        assert_eq!(self.reply, toy.reply);
        for (name, due) in &toy.chats {
            let chat = self.world.chat(NAMES[*name]).expect("the chat is open");
            let lost = wrong && chat.rows().filter(|row| !row.is_empty()).count() >= 4;
            let list = if lost { &[] } else { chat.list() };
            assert_eq!(list, due.rows.last().map_or(&[][..], Vec::as_slice));
            assert_eq!(chat.plan(), due.plan);
            assert!(chat.rows().eq(due.rows.iter().map(Vec::as_slice)));
        }
    }
}

macro_rules! tests_of_the_toy {
    ($($test:ident: $wrong:literal,)*) => {$(
        impl StateMachineTest for $test {
            type SystemUnderTest = Subject;
            type Reference = Toy;

            fn init_test(_: &Toy) -> Subject {
                Subject::new()
            }

            fn apply(mut subject: Subject, _: &Toy, transition: Transition) -> Subject {
                subject.step(&transition);
                subject
            }

            fn check_invariants(subject: &Subject, toy: &Toy) {
                subject.compare(toy, $wrong);
            }
        }
    )*};
}

tests_of_the_toy! { Right: false, Wrong: true, }

/// Explores the toy; how many transitions were tried, and what is left of the wrong one's sequence.
fn toy(cases: usize, seed: u64, wrong: bool) -> (usize, Option<Vec<Transition>>) {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let config =
        Config { cases: cases as u32, failure_persistence: None, max_shrink_iters: 100_000, ..Config::default() };
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
