//! Every sequence of actions up to a bound.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::vec;

use super::alphabet::{self, Stand};
use super::play::timeline;
use super::save;
use crate::implementation::{Implementation, Reference};
use crate::model::World;
use crate::oracle::Finding;
use crate::report::{Exploration, Extent};
use crate::run::{Crew, Judged, Stop};
use crate::trace::log::Chapter;
use crate::trace::{Action, Hello};

/// How many sequences there are, and how many of them have the full length.
pub fn count(depth: usize, hello: &Hello) -> (u128, u128) {
    let (_, stand) = alphabet::opening(hello);
    let mut level = HashMap::from([(stand, 1_u128)]);
    let (mut all, mut longest) = (0, 1);
    for _ in 0..depth {
        let mut after: HashMap<Stand, u128> = HashMap::new();
        for (stand, ways) in &level {
            for (_, next) in alphabet::next(stand, hello) {
                *after.entry(next).or_default() += ways;
            }
        }
        longest = after.values().sum();
        all += longest;
        level = after;
    }
    (all, longest)
}

#[derive(Clone)]
struct Node {
    reference: Reference,
    judged: Judged,
    stand: Stand,
    path: Vec<Action>,
}

/// Every sequence on the reference. A state that was seen before is not gone into again: what follows from it was tried.
pub fn reference(depth: usize) -> Exploration {
    let mut reference = Reference::default();
    let hello = reference.hello().expect("the reference says hello");
    let (opening, stand) = alphabet::opening(&hello);
    let judged = Judged::new(hello.capabilities.clone());
    let mut exploration = covered(depth, &hello);
    let mut root = Node { reference, judged, stand, path: Vec::new() };
    for action in opening {
        if step(&mut root, action) {
            return found(exploration, &root.path, root.judged.findings, depth);
        }
    }
    let mut seen = HashSet::from([key(&root)]);
    let mut level = vec![root];
    for left in (0..depth).rev() {
        let mut after = Vec::new();
        for node in &level {
            for (action, stand) in alphabet::next(&node.stand, &hello) {
                let mut node = Node { stand, ..node.clone() };
                exploration.steps += 1;
                if step(&mut node, action) {
                    return found(exploration, &node.path, node.judged.findings, depth);
                }
                if seen.insert(key(&node)) && left > 0 {
                    after.push(node);
                }
            }
        }
        level = after;
    }
    if let Extent::Every { states, .. } = &mut exploration.extent {
        *states = Some(seen.len());
    }
    exploration
}

fn key(node: &Node) -> (World, Stand) {
    (node.reference.world().clone(), node.stand.clone())
}

/// Performs one more action; tells whether it finds something.
fn step(node: &mut Node, action: Action) -> bool {
    let stopped = node.judged.act(&action, &mut node.reference, true).is_err();
    node.path.push(action);
    stopped || !node.judged.findings.is_empty()
}

/// Every sequence on any implementation, each from a clean world; nothing is assumed of its states. Only the longest are
/// played: every shorter one is the beginning of one of them. `each` hears of every sequence played.
pub fn any(depth: usize, hello: &Hello, crew: &mut Crew<'_>, mut each: impl FnMut()) -> Exploration {
    let (opening, stand) = alphabet::opening(hello);
    let mut exploration = covered(depth, hello);
    let mut broken = None;
    let tasks = Sequences::new(depth, &stand, hello)
        .enumerate()
        .map(|(index, path)| (Chapter::Sequence(index + 1), (), [&opening[..], &path].concat()));
    crew.each(
        tasks,
        |actions, implementation| played(actions, hello, implementation),
        |(), outcome| {
            each();
            exploration.steps += outcome.actions.len();
            if !outcome.findings.is_empty() {
                broken = Some(outcome);
                return ControlFlow::Break(());
            }
            exploration.inconclusive = outcome.stop.map(|stop| stop.reason);
            if exploration.inconclusive.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    match broken {
        Some(outcome) => found(exploration, &outcome.actions, outcome.findings, depth),
        None => exploration,
    }
}

/// A sequence as far as it was played.
struct Outcome {
    actions: Vec<Action>,
    findings: Vec<Finding>,
    stop: Option<Stop>,
}

fn played(mut actions: Vec<Action>, hello: &Hello, implementation: &mut dyn Implementation) -> Outcome {
    let mut judged = Judged::new(hello.capabilities.clone());
    for index in 0..actions.len() {
        let stop = judged.act(&actions[index], implementation, true).err();
        if stop.is_some() || !judged.findings.is_empty() {
            actions.truncate(index + 1);
            return Outcome { actions, findings: judged.findings, stop };
        }
    }
    Outcome { actions, findings: Vec::new(), stop: None }
}

fn covered(depth: usize, hello: &Hello) -> Exploration {
    let chats = alphabet::chats(hello);
    Exploration {
        cases: usize::try_from(count(depth, hello).0).unwrap_or(usize::MAX),
        extent: Extent::Every { depth, chats, states: None },
        ..Exploration::default()
    }
}

fn found(exploration: Exploration, actions: &[Action], findings: Vec<Finding>, depth: usize) -> Exploration {
    let words = format!("is broken within {depth} actions");
    Exploration {
        counterexample: Some(timeline(actions, &findings)),
        scenario: Some(save::scenario(actions, &findings, &words)),
        findings,
        ..exploration
    }
}

/// Every sequence of exactly so many actions.
struct Sequences<'a> {
    depth: usize,
    hello: &'a Hello,
    path: Vec<Action>,
    /// What is left to try at each place of the path, and at the next.
    left: Vec<vec::IntoIter<(Action, Stand)>>,
}

impl<'a> Sequences<'a> {
    fn new(depth: usize, stand: &Stand, hello: &'a Hello) -> Self {
        Self { depth, hello, path: Vec::new(), left: vec![next(stand, hello)] }
    }
}

fn next(stand: &Stand, hello: &Hello) -> vec::IntoIter<(Action, Stand)> {
    alphabet::next(stand, hello).into_iter()
}

impl Iterator for Sequences<'_> {
    type Item = Vec<Action>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((action, stand)) = self.left.last_mut()?.next() else {
                self.left.pop();
                self.path.pop();
                continue;
            };
            self.path.push(action);
            if self.path.len() == self.depth {
                let sequence = self.path.clone();
                self.path.pop();
                return Some(sequence);
            }
            self.left.push(next(&stand, self.hello));
        }
    }
}
