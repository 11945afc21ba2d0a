//! Which clause a list breaks that is not the one recorded.

use super::record::Record;
use super::text;
use crate::model::{Clause, Item, State};
use crate::trace::SeenItem;

/// The clause that tells best how `seen` differs from the update that was recorded last, given what was seen before it.
pub fn clause(record: &Record, seen: &[SeenItem], before: &[SeenItem]) -> Clause {
    if record.sent.is_empty() {
        return Clause::DropLastItem;
    }
    let blank =
        |sent: &Item, seen: &SeenItem| text::most_trimmed(&sent.text).is_empty() && seen.content.as_deref() == Some("");
    if record.sent.iter().zip(seen).any(|(sent, seen)| blank(sent, seen)) {
        return Clause::EmptyRefused;
    }
    if same(seen, before) {
        return Clause::NewestCounts;
    }
    if let Some(clause) = seen.iter().find_map(broken_item) {
        return clause;
    }
    if seen.len() != record.sent.len() {
        return Clause::WholeList;
    }
    let pairs = || record.sent.iter().zip(seen);
    let trimmed = |text: &str| text::most_trimmed(text).to_owned();
    let mut wanted: Vec<_> = record.sent.iter().map(|item| (trimmed(&item.text), item.state)).collect();
    let mut got: Vec<_> =
        seen.iter().filter_map(SeenItem::item).map(|item| (trimmed(&item.text), item.state)).collect();
    if wanted != got {
        wanted.sort();
        got.sort();
        if wanted == got {
            return Clause::OrderKept;
        }
    }
    match pairs().find_map(|(sent, seen)| broken_text(sent, seen)) {
        Some(clause) => clause,
        None if record.active() > 1 && pairs().all(|(sent, seen)| demoted_at_most(sent, seen)) => {
            Clause::ParallelAllowed
        }
        None if pairs().any(|(sent, seen)| seen.state() != Some(sent.state)) => Clause::StateEveryItem,
        None => Clause::OneRecord,
    }
}

/// Whether the items of both are the same, labels aside.
pub fn same(a: &[SeenItem], b: &[SeenItem]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.content == b.content && a.status == b.status)
}

/// Whether only white space at the ends of texts tells the items from the record.
pub fn only_trimming(record: &Record, seen: &[SeenItem]) -> bool {
    record.sent.len() == seen.len()
        && record.sent.iter().zip(seen).all(|(sent, seen)| {
            let core = |text| text::most_trimmed(text);
            seen.state() == Some(sent.state) && seen.content.as_deref().map(core) == Some(core(&sent.text))
        })
}

fn broken_item(seen: &SeenItem) -> Option<Clause> {
    match (&seen.content, &seen.status) {
        (None, _) => Some(Clause::ItemShape),
        (_, None) => Some(Clause::StateEveryItem),
        (Some(_), Some(_)) if seen.state().is_none() => Some(Clause::ThreeStates),
        (Some(_), Some(_)) => None,
    }
}

fn broken_text(sent: &Item, seen: &SeenItem) -> Option<Clause> {
    let shown = seen.content.as_deref().unwrap_or_default();
    if text::explain(&sent.text, shown).is_none() {
        let too_little = text::most_trimmed(shown) == text::most_trimmed(&sent.text) && sent.text.contains(shown);
        return Some(if too_little { Clause::TrimFirst } else { Clause::InnerTextKept });
    }
    None
}

fn demoted_at_most(sent: &Item, seen: &SeenItem) -> bool {
    seen.state() == Some(sent.state) || sent.state == State::InProgress
}
