//! Which clause a view breaks, from what happened since it was last looked at.

use super::chat::{Cause, NoPlan};
use super::difference;
use super::look::Sight;
use super::record::Record;
use crate::model::{Clause, Item};
use crate::suite::View;
use crate::trace::SeenItem;

impl Sight<'_> {
    /// The clause that a view breaks which shows something else than is due.
    pub(super) fn broken(&self, view: View, seen: &[SeenItem], primary: bool) -> Clause {
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
        self.chat.records[index].texts().map(|(state, text)| SeenItem::from(&Item::new(text, state))).collect()
    }

    pub(super) fn sharpened(&self, general: Clause, by: Cause, view: View) -> Clause {
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
    pub(super) fn cause(&self) -> Cause {
        self.chat.causes.iter().rev().copied().find(|cause| *cause != Cause::Looked).unwrap_or(Cause::Looked)
    }
}

/// The clause that a view breaks by changing for this cause.
pub(super) fn clause_of(cause: Cause, view: View) -> Clause {
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
