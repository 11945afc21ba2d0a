//! What led to a finding, so that it can be told in little.

use std::collections::VecDeque;

use super::calls::Logged;
use super::judge;
use crate::implementation::{Implementation, Reference};
use crate::model::{Phase, Setup};
use crate::oracle::{Finding, Oracle};
use crate::trace::{Action, Answer};

/// The chat of a log.
pub const CHAT: &str = "main";
/// The most actions that are kept before a finding: the page asks no further back.
const MOST: usize = 48;

/// A finding, the update that shows it, and the actions before it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The actions, right ones: the reference answers them.
    pub before: Vec<Action>,
    /// What was logged then.
    pub last: Logged,
    /// The finding.
    pub finding: Finding,
    /// The line that shows it.
    pub line: usize,
}

/// The newest actions of a log.
#[derive(Clone, Debug, Default)]
pub struct History(VecDeque<Action>);

impl History {
    /// Adds an action.
    pub fn push(&mut self, action: Action) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(action);
    }

    /// The actions as the harness may send them: from the beginning of a world, and every update in a turn.
    pub fn legal(&self, setup: Setup, last: &Logged) -> Vec<Action> {
        let turn = |phase| Action::Turn { chat: CHAT.to_owned(), phase };
        let first = self.0.iter().find_map(|action| match action {
            Action::Setup(changed) => Some(Setup { one_active: !changed.one_active }),
            Action::Begin(_)
            | Action::Open { .. }
            | Action::Write { .. }
            | Action::Turn { .. }
            | Action::Reopen { .. }
            | Action::PlanMode { .. }
            | Action::Observe { .. } => None,
        });
        let mut legal =
            vec![Action::Begin(first.unwrap_or(setup)), Action::Open { chat: CHAT.to_owned(), helper_of: None }];
        let mut open = false;
        for action in &self.0 {
            match action {
                Action::Turn { phase: Phase::Start, .. } => {
                    legal.extend(open.then(|| turn(Phase::End)));
                    open = true;
                }
                Action::Turn { phase: Phase::End, .. } if !open => continue,
                Action::Turn { phase: Phase::End, .. } => open = false,
                Action::Reopen { .. } => {
                    legal.extend(open.then(|| turn(Phase::End)));
                    open = false;
                }
                Action::Write { .. } => {
                    legal.extend((!open).then(|| turn(Phase::Start)));
                    open = true;
                }
                Action::Begin(_)
                | Action::Open { .. }
                | Action::Setup(_)
                | Action::PlanMode { .. }
                | Action::Observe { .. } => {}
            }
            legal.push(action.clone());
        }
        legal.extend((!open && last.arguments.is_some()).then(|| turn(Phase::Start)));
        legal
    }
}

impl Case {
    /// Whether these actions, rightly answered, and then what was logged still show a finding of the clause, for the same
    /// part of the page. The finding as it is then.
    pub fn shows(&self, before: &[Action], last: &Logged) -> Option<Finding> {
        let mut reference = Reference::default();
        let mut oracle = Oracle::new(judge::capabilities());
        for action in before {
            let look = Action::Observe { chat: CHAT.to_owned() };
            let looks = matches!(action, Action::Write { .. });
            for action in [Some(action), looks.then_some(&look)].into_iter().flatten() {
                let answer: Answer = reference.perform(action).ok()?;
                if !oracle.judge(action, &answer).ok()?.is_empty() {
                    return None;
                }
            }
        }
        let stands = reference.observe(CHAT).ok()?.list.flatten().unwrap_or_default();
        let findings = judge::logged(&mut oracle, last, &stands).ok()?;
        let same = |finding: &Finding| finding.clause == self.finding.clause && finding.subject == self.finding.subject;
        findings.into_iter().map(|found| found.finding).find(same)
    }
}
