use super::difference;
use super::text::{self, Cut};
use crate::model::{Item, State};
use crate::trace::SeenItem;

/// A recorded update. What trimming left open in it is settled by the first look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The items as sent; texts before trimming.
    pub sent: Vec<Item>,
    /// The texts as the first look showed them.
    pub settled: Option<Vec<String>>,
    /// The texts of its row, as first shown.
    pub row: Option<Vec<String>>,
    /// What stands in its place after a finding; the other views may show the same without a finding of their own.
    pub astray: Option<Vec<SeenItem>>,
    /// Whether the setup was set since.
    pub setup_changed: bool,
}

impl Record {
    /// A record of these items, not looked at yet.
    pub fn new(sent: Vec<Item>) -> Self {
        Self { sent, settled: None, row: None, astray: None, setup_changed: false }
    }

    /// States and texts: as settled, else as the reference trims, unless nothing would be left.
    pub fn texts(&self) -> impl Iterator<Item = (State, &str)> {
        self.sent.iter().enumerate().map(|(index, item)| {
            let unsettled =
                || if item.text.trim().is_empty() { text::least_trimmed(&item.text) } else { item.text.trim() };
            (item.state, self.settled.as_ref().map_or_else(unsettled, |texts| texts[index].as_str()))
        })
    }

    /// Whether every item is completed.
    pub fn is_finished(&self) -> bool {
        self.sent.iter().all(|item| item.state == State::Completed)
    }

    /// How many items are in progress.
    pub fn active(&self) -> usize {
        self.sent.iter().filter(|item| item.state == State::InProgress).count()
    }

    /// Whether these items are this record; where it is not settled yet, the way each text was trimmed.
    pub fn explains(&self, seen: &[SeenItem]) -> Option<Vec<Cut<'_>>> {
        if !self.states_match(seen) {
            return None;
        }
        let mut cuts = Vec::new();
        for (index, (item, seen)) in self.sent.iter().zip(seen).enumerate() {
            let shown = seen.content.as_deref()?;
            match &self.settled {
                Some(texts) if texts[index] == shown => {}
                Some(_) => return None,
                None if shown.is_empty() => return None,
                None => cuts.push(text::explain(&item.text, shown)?),
            }
        }
        Some(cuts)
    }

    /// Whether these items are this record as a row may show it: as recorded or as sent, and as it showed before.
    pub fn explains_row(&self, seen: &[SeenItem]) -> bool {
        if self.went_astray_as(seen) {
            return true;
        }
        if !self.states_match(seen) {
            return false;
        }
        self.sent.iter().zip(seen).enumerate().all(|(index, (item, seen))| {
            let Some(shown) = seen.content.as_deref() else { return false };
            match (&self.row, &self.settled) {
                (Some(texts), _) => texts[index] == shown,
                (None, Some(texts)) => texts[index] == shown || item.text == shown,
                (None, None) => item.text == shown || (!shown.is_empty() && text::explain(&item.text, shown).is_some()),
            }
        })
    }

    /// Whether these items are what was seen in the record's place before.
    pub fn went_astray_as(&self, seen: &[SeenItem]) -> bool {
        self.astray.as_deref().is_some_and(|astray| difference::same(astray, seen))
    }

    fn states_match(&self, seen: &[SeenItem]) -> bool {
        self.sent.len() == seen.len() && self.sent.iter().zip(seen).all(|(item, seen)| seen.state() == Some(item.state))
    }
}

/// The texts of observed items.
pub fn texts(seen: &[SeenItem]) -> Vec<String> {
    seen.iter().map(|item| item.content.clone().unwrap_or_default()).collect()
}
