//! The reference held to what scenarios write, to the letter.
//!
//! What a scenario writes is what the reference answers. Where it does not, the scenario is wrong (blame `suite`), and
//! nothing is run; so are written answers that the oracle does not allow.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::play::play;
use super::script::script;
use crate::implementation::{Implementation, Reference};
use crate::model::{Chat, Item, Setup};
use crate::oracle::{quote, show_items};
use crate::suite::{Diagnostic, Look, Place, Scenario, Source, Step, Suite, View, Written};
use crate::trace::{Answer, Hello};

/// Checks every scenario of a suite.
pub fn check_all(suite: &Suite) -> Vec<Diagnostic> {
    let sources: BTreeMap<&str, &Arc<Source>> =
        suite.sources.iter().map(|source| (source.name.as_str(), source)).collect();
    let wrong = |scenario: &Scenario| check(sources[scenario.file.as_str()], scenario).err();
    suite.scenarios.par_iter().filter_map(wrong).collect()
}

/// Checks one scenario; the first difference ends it.
pub fn check(source: &Arc<Source>, scenario: &Scenario) -> Result<(), Diagnostic> {
    let wrong = |(place, message): Difference| {
        Diagnostic::new(source, place, message)
            .help("what the reference does is right: correct the scenario".to_owned())
    };
    let hello = Reference::default().hello().expect("the reference says hello");
    let setup = scenario.setup.unwrap_or_default();
    differences(scenario, &hello, setup).map_err(wrong)?;
    if scenario.setup.is_none() && differences(scenario, &hello, Setup { one_active: true }).is_err() {
        return Err(Diagnostic::new(
            source,
            scenario.name_place,
            "the answers depend on the setup, and the scenario names none",
        )
        .help("add `setup: { one_active: false }` to the scenario".to_owned()));
    }
    let outcome = play(scenario, &hello, &mut Reference::default()).outcome;
    match outcome.findings.first() {
        None => Ok(()),
        Some(placed) => Err(Diagnostic::new(
            source,
            Place { line: placed.line, column: 1, length: 1 },
            format!(
                "the oracle does not allow what is written here ({}): expected {}, got {}",
                placed.finding.clause, placed.finding.allowed, placed.finding.seen
            ),
        )),
    }
}

type Difference = (Place, String);

/// The first place where the reference answers or shows something else than is written.
fn differences(scenario: &Scenario, hello: &Hello, setup: Setup) -> Result<(), Difference> {
    let mut reference = Reference::default();
    let hello = Hello { setup: Some(setup), ..hello.clone() };
    let mut planned = script(scenario, &hello).into_iter().peekable();
    // What stood before an action is kept only where a look is compared with it.
    let compared = scenario.steps.iter().flat_map(|step| &step.looks).any(|look| look.seen.is_none());
    let mut before = Reference::default();
    for (index, step) in scenario.steps.iter().enumerate() {
        if compared && step.action.is_some() {
            before = reference.clone();
        }
        while let Some(next) = planned.next_if(|next| next.step <= index + 1) {
            let answer = reference
                .perform(&next.action)
                .map_err(|trouble| (step.place, format!("the reference cannot do this: {trouble}")))?;
            if next.named {
                reply(step, &answer)?;
            }
            if compared && next.step == 0 {
                before = reference.clone();
            }
        }
        step.looks.iter().try_for_each(|look| seen(step, look, &reference, &before))?;
    }
    Ok(())
}

fn reply(step: &Step, answer: &Answer) -> Result<(), Difference> {
    let (Some(written), Answer::Reply(reply)) = (&step.written, answer) else { return Ok(()) };
    let told = if reply.is_error == Some(true) { "refuses the update" } else { "records the update" };
    let same_kind = (reply.is_error == Some(true)) == matches!(written, Written::Refused(_));
    match (same_kind, reply.text == written.text()) {
        (true, true) => Ok(()),
        (true, false) => Err((step.parts.written, format!("the reference answers {}", quote(&reply.text)))),
        (false, _) => Err((step.parts.written, format!("the reference {told}: {}", quote(&reply.text)))),
    }
}

fn seen(step: &Step, look: &Look, reference: &Reference, before: &Reference) -> Result<(), Difference> {
    let chat = step.chat.as_deref().unwrap_or_default();
    let shown =
        |reference: &Reference| reference.world().chat(chat).map(|chat| view(chat, look.view)).unwrap_or_default();
    let (now, name) = (shown(reference), look.view.name());
    let wrong = match &look.seen {
        Some(written) if *written == now => return Ok(()),
        Some(_) => format!("the reference shows `{name}` as {}", tell(look.view, &now)),
        None if shown(before) == now => return Ok(()),
        None => format!("`{name}` changes: {} before, {} now", tell(look.view, &shown(before)), tell(look.view, &now)),
    };
    Err((look.place, wrong))
}

fn tell(view: View, lists: &[Vec<Item>]) -> String {
    let told: Vec<_> = lists.iter().map(|items| show_items(items)).collect();
    match (view, &told[..]) {
        (View::Rows, []) => "no rows".to_owned(),
        (View::Rows, [row]) => format!("1 row {row}"),
        (View::Rows, rows) => format!("{} rows {}", rows.len(), rows.join(" ")),
        (View::List | View::Plan, _) if lists.iter().all(Vec::is_empty) => "nothing".to_owned(),
        (View::List | View::Plan, told) => told.join(" "),
    }
}

fn view(chat: &Chat, view: View) -> Vec<Vec<Item>> {
    match view {
        View::List => vec![chat.list().to_vec()],
        View::Plan => vec![chat.plan().to_vec()],
        View::Rows => chat.rows().map(<[Item]>::to_vec).collect(),
    }
}
