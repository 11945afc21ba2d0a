//! Every sequence of actions up to a bound.

use std::collections::{HashMap, HashSet};

use super::alphabet::{self, Stand};
use super::play::timeline;
use super::save;
use crate::implementation::{Implementation, Reference};
use crate::model::World;
use crate::oracle::Finding;
use crate::report::{Exploration, Extent};
use crate::run::{Judged, Stop};
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
pub fn any(
    depth: usize,
    hello: &Hello,
    implementation: &mut dyn Implementation,
    mut each: impl FnMut(),
) -> Exploration {
    let (opening, stand) = alphabet::opening(hello);
    let mut exploration = covered(depth, hello);
    let mut broken = None;
    let outcome = walk(depth, &stand, hello, &mut Vec::new(), &mut |path| {
        each();
        let mut judged = Judged::new(hello.capabilities.clone());
        for (index, action) in opening.iter().chain(path).enumerate() {
            let acted = judged.act(action, implementation, true);
            exploration.steps += 1;
            if !judged.findings.is_empty() {
                let actions: Vec<_> = opening.iter().chain(path).take(index + 1).cloned().collect();
                broken = Some((actions, judged.findings));
                return Ok(false);
            }
            acted?;
        }
        Ok(true)
    });
    exploration.inconclusive = outcome.err().map(|stop| stop.reason);
    match broken {
        Some((actions, findings)) => found(exploration, &actions, findings, depth),
        None => exploration,
    }
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

/// Goes through every sequence of exactly `left` more actions, until one says to stop.
fn walk(
    left: usize,
    stand: &Stand,
    hello: &Hello,
    path: &mut Vec<Action>,
    play: &mut dyn FnMut(&[Action]) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    if left == 0 {
        return play(path);
    }
    for (action, stand) in alphabet::next(stand, hello) {
        path.push(action);
        let going = walk(left - 1, &stand, hello, path, play)?;
        path.pop();
        if !going {
            return Ok(false);
        }
    }
    Ok(true)
}
