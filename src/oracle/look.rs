//! Judging what is seen of a chat.

use std::collections::HashSet;

use super::chat::{Cause, Chat, NoPlan, OpenPlan, Reopened, Shown};
use super::difference;
use super::finding::{show_record, show_seen};
use super::record::{Record, texts};
use super::{Finding, Mistake, Oracle, Readings};
use crate::model::{Clause, State};
use crate::suite::{Reading, View};
use crate::trace::{Capability, Observation, Row, SeenItem, shortened};

/// The label of a state (`state-labels`). The oracle has words of its own for what the model says in one place: asked, the
/// model could not be caught out.
fn label_of(state: State) -> &'static str {
    match state {
        State::Pending => "Pending",
        State::InProgress => "In progress",
        State::Completed => "Completed",
    }
}

impl Oracle {
    /// Judges everything that is declared of one chat's looks.
    pub(super) fn look(&mut self, name: &str, seen: &Observation) -> Result<Vec<Finding>, Mistake> {
        let list = self.declared(Capability::List, seen.list.as_ref())?;
        let plan = self.declared(Capability::Plan, seen.plan.as_ref())?;
        let rows = self.declared(Capability::Rows, seen.rows.as_ref())?;
        let mut findings = Vec::new();
        let seen_list = list.map(|items| items.as_deref().unwrap_or_default());
        let seen_plan = plan.map(|items| items.as_deref().unwrap_or_default());
        if let Some(undecided) = self.chats.get_mut(name).and_then(|chat| chat.undecided.take()) {
            let changed = self.chats.get(name).is_some_and(|chat| changed(chat, seen_list, seen_plan, rows));
            findings.extend(self.decide(name, undecided, changed));
        }
        self.nothing(name, list, plan);
        if let Some(clause) = labels(self.sees(Capability::Labels), seen_plan, rows)? {
            findings.push(clause.at(name));
        }
        let Some(chat) = self.chats.get_mut(name) else {
            return Err(Mistake(format!("a look at the chat `{name}`, which is not open")));
        };
        let nothing_yet = chat.records.is_empty() && chat.list == Shown::Nothing;
        let mut sight = Sight { name, chat, readings: &mut self.readings, findings, nothing_yet };
        let primary = if list.is_some() { View::List } else { View::Plan };
        if let Some(items) = seen_list {
            sight.items(View::List, items, true);
        }
        if let Some(items) = seen_plan {
            sight.items(View::Plan, items, primary == View::Plan);
        }
        if let Some(rows) = rows {
            sight.rows(rows);
        }
        let findings = sight.findings;
        chat.causes = vec![Cause::Looked];
        Ok(findings)
    }

    fn declared<'a, T>(&self, capability: Capability, seen: Option<&'a T>) -> Result<Option<&'a T>, Mistake> {
        match (self.sees(capability), seen) {
            (true, None) => Err(Mistake(format!("`{capability}` is declared, and `observe` answered without it"))),
            (true, Some(seen)) => Ok(Some(seen)),
            (false, _) => Ok(None),
        }
    }

    /// Notes whether nothing came as null or as an empty list (reading `nothing`).
    fn nothing(&mut self, name: &str, list: Option<&Option<Vec<SeenItem>>>, plan: Option<&Option<Vec<SeenItem>>>) {
        let Some(chat) = self.chats.get(name) else { return };
        let reopened = match chat.reopened {
            Reopened::Never => "",
            Reopened::BeforeNewest => ", reopened before",
            Reopened::SinceNewest => ", reopened",
        };
        let turned = if chat.records.is_empty() && chat.turned { ", a turn begun" } else { "" };
        let helper = if chat.helper_of.is_some() { " of a helper" } else { "" };
        let why_no_list = if chat.records.is_empty() { NoPlan::BeforeFirst } else { NoPlan::Empty };
        for (view, seen, why) in [(View::List, list, why_no_list), (View::Plan, plan, chat.why_no_plan)] {
            let how = match seen {
                Some(None) => "null",
                Some(Some(items)) if items.is_empty() => "[]",
                Some(Some(_)) | None => continue,
            };
            let place = match why {
                NoPlan::BeforeFirst => "before the first update",
                NoPlan::Cleared => "after clearing",
                NoPlan::Empty => "after an empty list",
            };
            self.readings.note(Reading::Nothing, format!("{}{helper} {place}{turned}{reopened}", view.name()), how);
        }
    }
}

/// A finding that does not know its chat yet.
struct LabelFinding {
    allowed: String,
    seen: String,
    subject: &'static str,
}

impl LabelFinding {
    fn at(self, name: &str) -> Finding {
        Oracle::finding(Clause::StateLabels, Some(name), self.subject, self.allowed, self.seen)
    }
}

fn labels(declared: bool, plan: Option<&[SeenItem]>, rows: Option<&Vec<Row>>) -> Result<Option<LabelFinding>, Mistake> {
    if !declared {
        return Ok(None);
    }
    let plan = plan.unwrap_or_default().iter().map(|item| ("plan", item));
    let rows = rows.into_iter().flatten().flat_map(|row| &row.items).map(|item| ("rows", item));
    for (subject, item) in plan.chain(rows) {
        let Some(state) = item.state() else { continue };
        match &item.label {
            None => return Err(Mistake(format!("`labels` is declared, and an item in `{subject}` has no `label`"))),
            Some(label) if label != label_of(state) => {
                let allowed = format!("the label \"{}\" for {}", label_of(state), state.name());
                return Ok(Some(LabelFinding { allowed, seen: super::finding::quote(label), subject }));
            }
            Some(_) => {}
        }
    }
    Ok(None)
}

/// Whether a look differs from what stood before an undecided update.
fn changed(chat: &Chat, list: Option<&[SeenItem]>, plan: Option<&[SeenItem]>, rows: Option<&Vec<Row>>) -> bool {
    if let (Some(rows), Some(due)) = (rows, &chat.rows) {
        return rows.len() != due.len();
    }
    let differs = |shown: &Shown, seen: Option<&[SeenItem]>| seen.is_some_and(|seen| fits(chat, shown, seen).is_none());
    differs(&chat.list, list) || differs(&chat.plan, plan)
}

/// Which alternative of what may be shown these items are; a record is compared with the way it can be trimmed.
fn fits(chat: &Chat, shown: &Shown, seen: &[SeenItem]) -> Option<Shown> {
    let fit = match shown {
        Shown::Nothing => seen.is_empty(),
        Shown::Record(index) => chat.records[*index].explains(seen).is_some(),
        Shown::Adopted(items) => difference::same(items, seen),
        Shown::Either(_, alternatives) => return alternatives.iter().find_map(|shown| fits(chat, shown, seen)),
        Shown::Unknown => return Some(adopted(seen)),
    };
    fit.then(|| shown.clone())
}

fn adopted(seen: &[SeenItem]) -> Shown {
    if seen.is_empty() { Shown::Nothing } else { Shown::Adopted(seen.to_vec()) }
}

pub(super) fn all_distinct(texts: &[String]) -> bool {
    let mut once = HashSet::with_capacity(texts.len());
    texts.iter().all(|text| once.insert(text))
}

/// One look at one chat.
pub(super) struct Sight<'a> {
    pub(super) name: &'a str,
    pub(super) chat: &'a mut Chat,
    pub(super) readings: &'a mut Readings,
    pub(super) findings: Vec<Finding>,
    /// Whether no update was recorded before the look, nor anything seen in the place of one.
    pub(super) nothing_yet: bool,
}

impl Sight<'_> {
    /// Judges list or plan. The primary view is the one by which the record itself is judged.
    fn items(&mut self, view: View, seen: &[SeenItem], primary: bool) {
        let shown = if view == View::List { &self.chat.list } else { &self.chat.plan };
        if let Some(field) = seen.iter().flat_map(|item| &item.extra).next() {
            let allowed = "items with a text and a state alone".to_owned();
            let clause = Clause::ItemShape;
            let seen = format!("an item with the field `{}`", shortened(field));
            self.findings.push(Oracle::finding(clause, Some(self.name), view.name(), allowed, seen));
        }
        let next = match fits(self.chat, shown, seen) {
            Some(fit) => {
                if let Shown::Record(index) = fit {
                    self.settle(view, index, seen);
                }
                self.note_open_plan(view, seen);
                fit
            }
            None if matches!(shown, Shown::Record(index) if self.chat.records[*index].went_astray_as(seen)) => {
                adopted(seen)
            }
            None => {
                let clause = self.broken(view, seen, primary);
                let allowed = self.describe(shown);
                if let Shown::Record(index) = *shown
                    && self.chat.causes.contains(&Cause::Recorded)
                {
                    self.chat.records[index].astray = Some(seen.to_vec());
                }
                self.findings.push(Oracle::finding(clause, Some(self.name), view.name(), allowed, show_seen(seen)));
                adopted(seen)
            }
        };
        *(if view == View::List { &mut self.chat.list } else { &mut self.chat.plan }) = next;
    }

    /// Settles how a record's texts were trimmed.
    fn settle(&mut self, view: View, index: usize, seen: &[SeenItem]) {
        let record = &self.chat.records[index];
        if record.settled.is_some() {
            return;
        }
        let cuts = record.explains(seen).unwrap_or_default();
        self.readings.note_cuts(&cuts);
        let texts = texts(seen);
        if !all_distinct(&texts) {
            self.repeats(view, seen);
        }
        self.chat.records[index].settled = Some(texts);
    }

    /// A text that came out twice should have been refused.
    pub(super) fn repeats(&mut self, view: View, seen: &[SeenItem]) {
        let allowed = "texts that differ once trimmed, or a refusal".to_owned();
        let finding = Oracle::finding(Clause::RepeatRefused, Some(self.name), view.name(), allowed, show_seen(seen));
        self.findings.push(finding);
    }

    /// Notes how an open point about the plan was settled, where what is seen tells the ways apart.
    fn note_open_plan(&mut self, view: View, seen: &[SeenItem]) {
        let Shown::Either(why, ways) = &self.chat.plan else { return };
        let [shown, others @ ..] = &ways[..] else { return };
        let is = |way: &Shown| fits(self.chat, way, seen).is_some();
        let how = match (view, is(shown), others.iter().any(is)) {
            (View::Plan, true, false) => "shown",
            (View::Plan, false, true) => "not shown",
            (View::Plan | View::List | View::Rows, ..) => return,
        };
        let finished = self.chat.newest().is_some_and(Record::is_finished);
        let plan = if finished { "the finished plan" } else { "the plan" };
        let first = if self.chat.turned { "" } else { " before any" };
        let (reading, facet) = match why {
            OpenPlan::BetweenTurns => (Reading::BetweenTurns, format!("{plan} of an update between turns{first}")),
            OpenPlan::ReopenedMidTurn => (Reading::ReopenMidTurn, format!("{plan} after reopening in an open turn")),
        };
        self.readings.note(reading, facet, how);
    }

    fn describe(&self, shown: &Shown) -> String {
        match shown {
            Shown::Nothing => "nothing (null or [])".to_owned(),
            Shown::Record(index) => show_record(&self.chat.records[*index]),
            Shown::Adopted(items) => show_seen(items),
            Shown::Either(_, alternatives) => {
                alternatives.iter().map(|shown| self.describe(shown)).collect::<Vec<_>>().join(", or ")
            }
            Shown::Unknown => "anything".to_owned(),
        }
    }
}
