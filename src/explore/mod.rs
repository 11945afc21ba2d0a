//! Random sequences of actions, judged by the oracle, and shrunk where they find something.
//!
//! A draft is what proptest draws and shrinks: operations that fit any state. Played, it becomes
//! actions that fit the state they meet: texts already on the list, turns that follow one another, chats that are open.

mod alphabet;
mod draft;
pub mod exhaust;
mod odd;
mod play;
mod save;
mod shorten;
mod text;

use std::ops::ControlFlow;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::implementation::Implementation;
use crate::oracle::Readings;
use crate::report::{Exploration, Extent};
use crate::run::{Crew, Task};
use crate::suite::Partition;
use crate::trace::Hello;
use crate::trace::log::Chapter;
use draft::Draft;
use play::{Looks, Outcome};
pub use save::ABOUT_SAVED;
pub(crate) use save::scenario;
pub(crate) use shorten::is_legal;

/// How much is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Sequences to try.
    pub cases: usize,
    /// The most operations in a sequence.
    pub max_steps: usize,
    /// The seed: the same one draws the same sequences.
    pub seed: u64,
    /// Only this part of the sequences.
    pub partition: Option<Partition>,
}

impl Default for Effort {
    fn default() -> Self {
        Self { cases: 256, max_steps: 96, seed: 0x0da1, partition: None }
    }
}

/// The most sequences that are tried to make a counterexample shorter.
const SHRINKS: usize = 4_000;

/// Tries sequences until one shows a finding, which is then made as short as it will go; `each` hears of every sequence.
pub fn explore(
    effort: Effort,
    hello: &Hello,
    implementation: &mut dyn Implementation,
    each: impl FnMut(),
) -> (Exploration, Readings) {
    explore_by(effort, hello, &mut Crew::one(implementation), each)
}

/// Tries sequences until one shows a finding, which is then made as short as it will go; `each` hears of every sequence,
/// in the order of the seed however many share the work.
pub fn explore_by(
    effort: Effort,
    hello: &Hello,
    crew: &mut Crew<'_>,
    mut each: impl FnMut(),
) -> (Exploration, Readings) {
    let mut exploration = Exploration { extent: Extent::Seed(effort.seed), ..Exploration::default() };
    let mut readings = Readings::default();
    let mut broken = None;
    let play = |draft: Draft, implementation: &mut dyn Implementation| {
        play::play(&draft, Looks::AsDrawn, hello, implementation)
    };
    crew.each(sequences(effort), play, |(number, tree), outcome| {
        each();
        exploration.cases += 1;
        exploration.steps += outcome.played.len();
        // What was found before an implementation stopped answering is found all the same.
        if !outcome.findings.is_empty() {
            broken = Some((number, tree, outcome));
            return ControlFlow::Break(());
        }
        if let Some(stop) = outcome.stop {
            exploration.inconclusive = Some(stop.reason);
            return ControlFlow::Break(());
        }
        readings.merge(outcome.readings);
        ControlFlow::Continue(())
    });
    if let Some((number, mut tree, outcome)) = broken {
        readings.merge(outcome.readings.clone());
        let shortest = crew.alone(&Chapter::Shortening(number), |implementation| {
            let (looks, outcome) = with_looks(&tree.current(), outcome, hello, implementation);
            shrink(&mut tree, looks, outcome, hello, implementation)
        });
        exploration.sequence = Some(number);
        exploration.counterexample = Some(play::timeline(&shortest.played, &shortest.findings));
        let words = format!("is broken by sequence {number} of seed {}", effort.seed);
        exploration.scenario = Some(save::scenario(&shortest.played, &shortest.findings, &words));
        exploration.findings = shortest.findings;
    }
    (exploration, readings)
}

/// The sequences of a seed, each with its number, counted from one.
fn sequences(effort: Effort) -> impl Iterator<Item = Task<(usize, impl ValueTree<Value = Draft>), Draft>> {
    let mut runner = runner(effort.seed);
    let drafts = draft::drafts(effort.max_steps);
    let trees = (1..=effort.cases).filter_map(move |number| Some((number, drafts.new_tree(&mut runner).ok()?)));
    trees.filter(move |(number, _)| effort.partition.is_none_or(|partition| partition.has_sequence(*number))).map(
        |(number, tree)| {
            let draft = tree.current();
            (Chapter::Sequence(number), (number, tree), draft)
        },
    )
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng)
}

/// A finding at the end of a sequence that was looked at nowhere else says little of where it went wrong. Unless looking
/// hides the fault, the same sequence looked at throughout says more.
fn with_looks(
    draft: &Draft,
    outcome: Outcome,
    hello: &Hello,
    implementation: &mut dyn Implementation,
) -> (Looks, Outcome) {
    if !draft.looks_at_end {
        return (Looks::AsDrawn, outcome);
    }
    let again = play::play(draft, Looks::Throughout, hello, implementation);
    let tells = again.stop.is_none() && !again.findings.is_empty();
    if tells { (Looks::Throughout, again) } else { (Looks::AsDrawn, outcome) }
}

/// Makes a failing draft shorter while anything is found, first as drawn, then action by action. A sequence that cannot be
/// tested to its end counts as one that finds nothing.
fn shrink(
    tree: &mut impl ValueTree<Value = Draft>,
    looks: Looks,
    first: Outcome,
    hello: &Hello,
    implementation: &mut dyn Implementation,
) -> Outcome {
    let mut shortest = first;
    let mut looks_at_end = tree.current().looks_at_end && looks == Looks::AsDrawn;
    let mut going = tree.simplify();
    for _ in 0..SHRINKS {
        if !going {
            break;
        }
        let draft = tree.current();
        let outcome = play::play(&draft, looks, hello, implementation);
        if outcome.stop.is_none() && !outcome.findings.is_empty() {
            looks_at_end = draft.looks_at_end && looks == Looks::AsDrawn;
            shortest = outcome;
            going = tree.simplify();
        } else {
            going = tree.complicate();
        }
    }
    shorten::shorten(shortest, looks_at_end, hello, implementation)
}
