//! A sequence of actions as a scenario that can be run again.

use crate::implementation::{Implementation, Reference};
use crate::model::{Clause, Setup};
use crate::oracle::Finding;
use crate::suite::{Look, Place, Scenario, Step, View, Written};
use crate::trace::{Action, Answer, Observation, SeenItem};

/// What a file with a saved scenario is about.
pub const ABOUT_SAVED: &str = "A counterexample that the explorer found";

/// The scenario of a sequence that breaks clauses: what the reference answers to each of its actions, and what it shows
/// where the finding was seen. Its name and file come from the clauses and from `words`, which keep names apart.
pub fn scenario(actions: &[Action], findings: &[Finding], words: &str) -> Scenario {
    let mut clauses: Vec<Clause> = Vec::new();
    for finding in findings {
        if !clauses.contains(&finding.clause) {
            clauses.push(finding.clause);
        }
    }
    let broken: Vec<_> = clauses.iter().map(|clause| clause.id()).collect();
    let mut reference = Reference::default();
    let mut setup = None;
    let mut steps = Vec::new();
    for action in actions {
        let answer = reference.perform(action);
        match action {
            Action::Begin(begun) => setup = Some(*begun),
            Action::Open { helper_of: None, chat } if chat == "main" => {}
            Action::Open { chat, .. }
            | Action::Turn { chat, .. }
            | Action::Reopen { chat }
            | Action::PlanMode { chat, .. } => steps.push(step(Some(chat), action, None)),
            Action::Setup(_) => steps.push(step(Some("main"), action, None)),
            Action::Write { chat, .. } => steps.push(step(chat.as_deref(), action, written(answer.ok()))),
            Action::Observe { .. } => {}
        }
    }
    for finding in findings {
        steps.extend(look(&mut reference, finding));
    }
    Scenario {
        id: String::new(),
        name: format!("{} {words}", broken.join(" and ")),
        file: format!("{}-{}.yaml", broken.join("-"), words.replace(' ', "-")),
        line: 0,
        name_place: Place::default(),
        clauses,
        setup: Some(setup.unwrap_or(Setup::default())),
        probe: None,
        steps,
    }
}

fn step(chat: Option<&str>, action: &Action, written: Option<Written>) -> Step {
    let action = Some(action.clone());
    let (place, parts) = Default::default();
    Step { place, parts, chat: chat.map(str::to_owned), action, written, looks: Vec::new() }
}

fn written(answer: Option<Answer>) -> Option<Written> {
    match answer? {
        Answer::Reply(reply) if reply.is_error == Some(true) => Some(Written::Refused(reply.text)),
        Answer::Reply(reply) => Some(Written::Reply(reply.text)),
        Answer::Done | Answer::Rejected { .. } | Answer::Seen(_) => None,
    }
}

/// A look at what the finding is about.
fn look(reference: &mut Reference, finding: &Finding) -> Option<Step> {
    let view = [View::List, View::Plan, View::Rows].into_iter().find(|view| view.name() == finding.subject)?;
    let chat = finding.chat.as_deref()?;
    let Observation { list, plan, rows } = reference.observe(chat).ok()?;
    let items = |items: Vec<SeenItem>| items.iter().filter_map(SeenItem::item).collect::<Vec<_>>();
    let seen = match view {
        View::List => vec![items(list?.unwrap_or_default())],
        View::Plan => vec![items(plan?.unwrap_or_default())],
        View::Rows => rows?.into_iter().map(|row| items(row.items)).collect(),
    };
    let looks = vec![Look { place: Place::default(), view, seen: Some(seen) }];
    let (place, parts) = Default::default();
    Some(Step { place, parts, chat: Some(chat.to_owned()), action: None, written: None, looks })
}
