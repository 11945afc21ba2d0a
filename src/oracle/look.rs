//! Judging what is seen of a chat.

use std::collections::HashSet;

use super::chat::{Cause, Chat, NoPlan, OpenPlan, Reopened, Shown, ShownRow};
use super::difference;
use super::finding::{show_record, show_rows, show_seen};
use super::record::{Record, texts};
use super::{Finding, Mistake, Oracle, Readings};
use crate::model::{Clause, State};
use crate::suite::{Reading, View};
use crate::trace::{Capability, Observation, Row, SeenItem};

/// The title of a row (`row-per-update`). The oracle has words of its own for what the model says in one place: asked,
/// the model could not be caught out.
const ROW_TITLE: &str = "Update to-do list";

/// The label of a state (`state-labels`), in the oracle's own words likewise.
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
                return Ok(Some(LabelFinding { allowed, seen: format!("\"{label}\""), subject }));
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

fn all_distinct(texts: &[String]) -> bool {
    let mut once = HashSet::with_capacity(texts.len());
    texts.iter().all(|text| once.insert(text))
}

/// One look at one chat.
struct Sight<'a> {
    name: &'a str,
    chat: &'a mut Chat,
    readings: &'a mut Readings,
    findings: Vec<Finding>,
    /// Whether no update was recorded before the look, nor anything seen in the place of one.
    nothing_yet: bool,
}

impl Sight<'_> {
    /// Judges list or plan. The primary view is the one by which the record itself is judged.
    fn items(&mut self, view: View, seen: &[SeenItem], primary: bool) {
        let shown = if view == View::List { &self.chat.list } else { &self.chat.plan };
        if let Some(field) = seen.iter().flat_map(|item| &item.extra).next() {
            let allowed = "items with a text and a state alone".to_owned();
            let clause = Clause::ItemShape;
            let seen = format!("an item with the field `{field}`");
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
    fn repeats(&mut self, view: View, seen: &[SeenItem]) {
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

    fn rows(&mut self, seen: &[Row]) {
        let Some(due) = &self.chat.rows else {
            self.chat.rows = Some(seen.iter().cloned().map(ShownRow::Adopted).collect());
            return;
        };
        let wrong = self.wrong_row(due, seen);
        if let Some((clause, allowed)) = wrong {
            self.findings.push(Oracle::finding(clause, Some(self.name), "rows", allowed, show_rows(seen)));
            self.chat.rows = Some(seen.iter().cloned().map(ShownRow::Adopted).collect());
            return;
        }
        let first_shown = |(at, row): (usize, &ShownRow)| match row {
            ShownRow::Record(index) if self.chat.records[*index].row.is_none() => Some((at, *index)),
            ShownRow::Record(_) | ShownRow::Adopted(_) => None,
        };
        let first_shown: Vec<_> = due.iter().enumerate().filter_map(first_shown).collect();
        for (at, index) in first_shown {
            let texts = texts(&seen[at].items);
            if self.chat.records[index].settled.is_none() && !all_distinct(&texts) {
                self.repeats(View::Rows, &seen[at].items);
            }
            self.note_row(index, &texts);
            self.chat.records[index].row = Some(texts);
        }
    }

    fn note_row(&mut self, index: usize, texts: &[String]) {
        let record = &self.chat.records[index];
        let Some(settled) = &record.settled else { return };
        for ((item, settled), shown) in record.sent.iter().zip(settled).zip(texts) {
            if item.text != *settled {
                let how = if shown == settled { "as recorded" } else { "as sent" };
                self.readings.note(Reading::RowText, "a text that was trimmed", how);
            }
        }
    }

    /// The clause that the rows break, and what was allowed.
    fn wrong_row(&self, due: &[ShownRow], seen: &[Row]) -> Option<(Clause, String)> {
        let cause = self.cause();
        let recorded = self.chat.causes.contains(&Cause::Recorded);
        let by_cause = |clause| {
            if recorded { clause } else { self.sharpened(clause_of(cause, View::Rows), cause, View::Rows) }
        };
        if due.len() != seen.len() {
            let rows = if due.len() == 1 { "1 row".to_owned() } else { format!("{} rows", due.len()) };
            return Some((by_cause(Clause::RowPerUpdate), format!("{rows}, one for each recorded update")));
        }
        let only_misplaced = || due.iter().all(|due| seen.iter().any(|seen| self.holds(due, seen)));
        for (due, seen) in due.iter().zip(seen) {
            if matches!(due, ShownRow::Record(_)) {
                if seen.title != ROW_TITLE {
                    return Some((Clause::RowPerUpdate, format!("a row titled {ROW_TITLE}")));
                }
                if let Some(field) = seen.items.iter().flat_map(|item| &item.extra).next() {
                    return Some((Clause::ItemShape, format!("items without the field `{field}`")));
                }
            }
            if !self.holds(due, seen) {
                let broken = if only_misplaced() { Clause::RowPerUpdate } else { Clause::RowHoldsList };
                let allowed = match due {
                    ShownRow::Record(index) => show_record(&self.chat.records[*index]),
                    ShownRow::Adopted(row) => show_seen(&row.items),
                };
                return Some((by_cause(broken), format!("a row holding {allowed}")));
            }
        }
        None
    }

    /// Whether a row is the one that is due.
    fn holds(&self, due: &ShownRow, seen: &Row) -> bool {
        match due {
            ShownRow::Record(index) => self.chat.records[*index].explains_row(&seen.items),
            ShownRow::Adopted(row) => row.title == seen.title && difference::same(&row.items, &seen.items),
        }
    }

    fn broken(&self, view: View, seen: &[SeenItem], primary: bool) -> Clause {
        let recorded = self.chat.causes.iter().rposition(|cause| *cause == Cause::Recorded);
        let started = self.chat.causes.iter().rposition(|cause| *cause == Cause::TurnStart);
        let Some(record) = self.chat.newest().filter(|_| recorded.is_some()) else {
            let cause = self.cause();
            return self.sharpened(clause_of(cause, view), cause, view);
        };
        match view {
            View::Plan if started > recorded => Clause::PlanClearsNextTurn,
            View::Plan if !primary => self.plan_clause(record, seen),
            View::List | View::Plan | View::Rows => difference::clause(record, seen, &self.before()),
        }
    }

    fn plan_clause(&self, record: &Record, seen: &[SeenItem]) -> Clause {
        if seen.is_empty() && self.chat.why_no_plan == NoPlan::Cleared {
            Clause::PlanReturns
        } else if !seen.is_empty() && difference::only_trimming(record, seen) {
            Clause::OneRecord
        } else {
            Clause::PlanShowsLatest
        }
    }

    /// What the newest record took the place of.
    fn before(&self) -> Vec<SeenItem> {
        let Some(index) = self.chat.records.len().checked_sub(2) else { return Vec::new() };
        self.chat.records[index]
            .texts()
            .map(|(state, text)| SeenItem::from(&crate::model::Item::new(text, state)))
            .collect()
    }

    fn sharpened(&self, general: Clause, by: Cause, view: View) -> Clause {
        let under_another_setup = |record: &Record| record.setup_changed && record.active() > 1;
        let tightened = match view {
            View::List => self.chat.newest().is_some_and(under_another_setup),
            View::Rows => self.chat.records.iter().any(under_another_setup),
            View::Plan => false,
        };
        match by {
            Cause::TurnStart | Cause::TurnEnd | Cause::Setup | Cause::Reopened if self.nothing_yet => match view {
                View::Plan => Clause::PlanNoneBeforeFirst,
                View::List | View::Rows => Clause::OnlyUpdates,
            },
            Cause::Reopened if tightened => Clause::HistoryKept,
            Cause::Reopened
            | Cause::Opened { .. }
            | Cause::Recorded
            | Cause::Elsewhere { .. }
            | Cause::Refused
            | Cause::NoChatAcknowledged
            | Cause::TurnStart
            | Cause::TurnEnd
            | Cause::Setup
            | Cause::PlanMode
            | Cause::Looked => general,
        }
    }

    /// The last thing that happened since the last look.
    fn cause(&self) -> Cause {
        self.chat.causes.iter().rev().copied().find(|cause| *cause != Cause::Looked).unwrap_or(Cause::Looked)
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

/// The clause that a view breaks by changing for this cause.
fn clause_of(cause: Cause, view: View) -> Clause {
    match (cause, view) {
        (Cause::Opened { after_no_chat: true, .. } | Cause::NoChatAcknowledged, _) => Clause::NeedsChat,
        (Cause::Opened { first: true, .. }, View::List) => Clause::OnlyUpdates,
        (Cause::Opened { first: true, .. }, View::Plan) => Clause::PlanNoneBeforeFirst,
        (Cause::Opened { first: true, .. }, View::Rows) => Clause::RowPerUpdate,
        (Cause::Opened { helper: true, .. } | Cause::Elsewhere { helper: true }, _) => Clause::HelperOwnList,
        (Cause::Opened { helper: false, .. } | Cause::Elsewhere { helper: false }, _) => Clause::OneChatOneList,
        (Cause::Recorded, View::List) => Clause::WholeList,
        (Cause::Recorded, View::Plan) => Clause::PlanShowsLatest,
        (Cause::Recorded, View::Rows) => Clause::RowHoldsList,
        (Cause::Refused, View::List | View::Rows) => Clause::RefusalRecordsNothing,
        (Cause::Refused, View::Plan) => Clause::RefusedKeepsPlan,
        (Cause::TurnStart, View::List) => Clause::ClearingKeepsList,
        (Cause::TurnStart, View::Plan) => Clause::PlanClearsNextTurn,
        (Cause::TurnEnd, View::Plan) => Clause::PlanStaysAfterTurnEnd,
        (Cause::Setup, _) => Clause::HistoryKept,
        (Cause::Reopened, View::Plan) => Clause::ReopenKeepsPlan,
        (Cause::Reopened, View::List | View::Rows) => Clause::SurvivesReopen,
        (Cause::PlanMode, _) => Clause::PlanModeApart,
        (Cause::TurnStart | Cause::TurnEnd, View::Rows) | (Cause::TurnEnd, View::List) | (Cause::Looked, _) => {
            Clause::OnlyUpdates
        }
    }
}
