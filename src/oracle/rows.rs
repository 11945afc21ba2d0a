//! Judging the rows of a chat.

use super::Oracle;
use super::blame::clause_of;
use super::chat::{Cause, ShownRow};
use super::difference;
use super::finding::{show_record, show_rows, show_seen};
use super::look::{Sight, all_distinct};
use super::record::texts;
use crate::model::Clause;
use crate::suite::{Reading, View};
use crate::trace::{Row, shortened};

/// The title of a row (`row-per-update`), in the oracle's own words.
const ROW_TITLE: &str = "Update to-do list";

impl Sight<'_> {
    /// Judges the rows, and learns how a record's row shows it.
    pub(super) fn rows(&mut self, seen: &[Row]) {
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
                    return Some((Clause::ItemShape, format!("items without the field `{}`", shortened(field))));
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
}
