//! From a finding in a log to the shortest scenario about it.
//!
//! A scenario asks again, so nothing of the logged answers can be in it: it holds the logged input, and what the page
//! expects. Actions before the finding are taken away one by one, and two by two, while the logged answer after those that
//! are left still breaks the clause, against the same expectation; then items of the update that shows it, while it does.

use super::calls::Logged;
use super::case::{CHAT, Case};
use super::fewer::fewer;
use super::neutral;
use crate::explore;
use crate::implementation::{Implementation, Reference};
use crate::model::Setup;
use crate::oracle::Finding;
use crate::suite::Scenario;
use crate::trace::{Action, Hello};

/// The shortest scenario of a case, and what its file is about; `None` where a log has no name of its own.
pub fn scenario(case: &Case, log: &str, keep_texts: bool) -> Option<(String, Scenario)> {
    let hello = Reference::default().hello().ok()?;
    let mut before = shortest(case, &hello);
    let mut last = case.last.clone();
    loop {
        let shorter = fewer(&last).find(|fewer| case.shows(&before, fewer).is_some());
        let Some(shorter) = shorter else { break };
        last = shorter;
    }
    let mut finding = case.shows(&before, &last).unwrap_or_else(|| case.finding.clone());
    if !keep_texts {
        (before, last) = neutral::texts(case, &before, &last);
        finding = case.shows(&before, &last).unwrap_or_else(|| Finding { seen: "not told".to_owned(), ..finding });
    }
    let mut actions = before;
    actions.extend(last.arguments.map(|arguments| Action::Write { chat: Some(CHAT.to_owned()), arguments }));
    let words = format!("is broken at line {} of {}", case.line, slug(log));
    let about = format!("In a recorded log: {} allowed {}, seen {}", finding.subject, finding.allowed, finding.seen);
    Some((about, explore::scenario(&actions, &[finding], &words)))
}

/// The log's name as a word of a scenario's name and file.
fn slug(log: &str) -> String {
    let name = log.rsplit(['/', '\\']).next().unwrap_or_default();
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let words: Vec<_> = word.split_whitespace().collect();
    if words.is_empty() { "standard input".to_owned() } else { words.join(" ") }
}

fn shortest(case: &Case, hello: &Hello) -> Vec<Action> {
    let expected = |found: &Finding| found.allowed == case.finding.allowed;
    let shows = |actions: &[Action]| {
        is_legal(actions, &case.last, hello) && case.shows(actions, &case.last).as_ref().is_some_and(expected)
    };
    let mut shortest = case.before.clone();
    if !shows(&shortest) {
        return shortest;
    }
    while let Some(shorter) = candidates(&shortest).into_iter().find(|actions| shows(actions)) {
        shortest = shorter;
    }
    shortest
}

fn is_legal(actions: &[Action], last: &Logged, hello: &Hello) -> bool {
    let write = last.arguments.as_ref();
    let write = write.map(|arguments| Action::Write { chat: Some(CHAT.to_owned()), arguments: arguments.clone() });
    let all: Vec<_> = actions.iter().cloned().chain(write).collect();
    explore::is_legal(&all, hello)
}

/// Every sequence that is this one with something less, the greatest first.
fn candidates(actions: &[Action]) -> Vec<Vec<Action>> {
    const WORLD: usize = 2;
    let without = |gone: &dyn Fn(usize) -> bool| -> Vec<Action> {
        actions.iter().enumerate().filter(|(at, _)| !gone(*at)).map(|(_, action)| action.clone()).collect()
    };
    let mut found = Vec::new();
    if let Some(setup) = last_setup(actions) {
        let mut settled = without(&|at| matches!(actions[at], Action::Setup(_)));
        settled[0] = Action::Begin(setup);
        found.push(settled);
    }
    found.push(without(&|at| (WORLD..actions.len().saturating_sub(1)).contains(&at)));
    found.push(without(&|at| (WORLD..WORLD.max(actions.len() / 2)).contains(&at)));
    for first in WORLD..actions.len() {
        found.extend((first + 1..actions.len()).map(|second| without(&|at| at == first || at == second)));
    }
    found.extend((WORLD..actions.len()).map(|gone| without(&|at| at == gone)));
    found.retain(|shorter| shorter.len() < actions.len());
    if let Some(Action::Begin(Setup { one_active: true })) = actions.first() {
        let mut loose = actions.to_vec();
        loose[0] = Action::Begin(Setup::default());
        found.push(loose);
    }
    found
}

fn last_setup(actions: &[Action]) -> Option<Setup> {
    actions.iter().rev().find_map(|action| match action {
        Action::Setup(setup) => Some(*setup),
        Action::Begin(_)
        | Action::Open { .. }
        | Action::Write { .. }
        | Action::Turn { .. }
        | Action::Reopen { .. }
        | Action::PlanMode { .. }
        | Action::Observe { .. } => None,
    })
}
