//! Which of the worded refusals apply to an update.

use std::collections::HashSet;

use super::text::{self, Cut};
use super::update::{SentItem, Update};
use crate::model::{Clause, Refusal, Setup, State};

/// Whether a rule is broken, where that can depend on an open point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    /// Not broken, however the open points are settled.
    No,
    /// Broken or not.
    Maybe,
    /// Broken, however the open points are settled.
    Surely,
}

/// The worded rules that an update breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// There is no chat to record into.
    pub no_chat: bool,
    /// A text is empty once trimmed.
    pub blank: Degree,
    /// A text stands twice.
    pub repeat: Degree,
    /// How many items are in progress, where that is too many.
    pub active: Option<usize>,
}

impl Faults {
    /// The faults of an update sent from a chat or from none, under a setup.
    pub fn of(update: &Update, has_chat: bool, setup: Setup) -> Self {
        let active = update.items.iter().filter(|item| item.state == Some(State::InProgress)).count();
        Self {
            no_chat: !has_chat,
            blank: update
                .items
                .iter()
                .map(blank)
                .chain(update.textless.then_some(Degree::Maybe))
                .max()
                .unwrap_or(Degree::No),
            repeat: repeat(&update.items),
            active: (setup.one_active && active > 1).then_some(active),
        }
    }

    /// Whether the update has to be refused for one of them.
    pub fn surely(&self) -> bool {
        self.no_chat || self.blank == Degree::Surely || self.repeat == Degree::Surely || self.active.is_some()
    }

    /// Whether the update is right, however the open points are settled.
    pub fn none(&self) -> bool {
        !self.no_chat && self.blank == Degree::No && self.repeat == Degree::No && self.active.is_none()
    }

    /// The refusals that apply, as the reference words them, in its order.
    pub fn refusals(&self, items: &[SentItem]) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        if self.no_chat {
            refusals.push(Refusal::NoChat);
        }
        if self.blank > Degree::No {
            refusals.push(Refusal::Empty);
        }
        if let Some(text) = first_repeat(items, self.repeat) {
            refusals.push(Refusal::Repeat { text });
        }
        if let Some(count) = self.active {
            refusals.push(Refusal::OneActive { count });
        }
        refusals
    }

    /// The clauses that are broken by recording the update all the same.
    pub fn rules(&self, items: &[SentItem], setup_changed: bool) -> Vec<Clause> {
        let mut rules = Vec::new();
        if self.no_chat {
            rules.push(Clause::NeedsChat);
        }
        if self.blank == Degree::Surely {
            rules.push(Clause::EmptyRefused);
        }
        if self.repeat == Degree::Surely && first_repeat(items, self.repeat).is_some_and(|text| !text.is_empty()) {
            rules.push(Clause::RepeatRefused);
        }
        if self.active.is_some() {
            rules.push(if setup_changed { Clause::CheckedWhenSent } else { Clause::OneActiveRefused });
        }
        rules
    }
}

fn blank(item: &SentItem) -> Degree {
    match item.text.as_deref() {
        None => Degree::Maybe,
        Some(text) if text::least_trimmed(text).is_empty() => Degree::Surely,
        Some(text) if text::most_trimmed(text).is_empty() => Degree::Maybe,
        Some(_) => Degree::No,
    }
}

fn texts(items: &[SentItem]) -> impl Iterator<Item = &str> {
    items.iter().filter_map(|item| item.text.as_deref())
}

fn repeat(items: &[SentItem]) -> Degree {
    let mut least = HashSet::with_capacity(items.len());
    if !texts(items).all(|text| least.insert(text::least_trimmed(text))) {
        return Degree::Surely;
    }
    let plain = |text: &&str| text.is_ascii() && text::most_trimmed(text).len() == text::least_trimmed(text).len();
    if least.iter().all(plain) {
        return Degree::No;
    }
    let mut most = HashSet::with_capacity(items.len());
    if texts(items).all(|text| most.insert(text::canonical(text::most_trimmed(text)))) {
        Degree::No
    } else {
        Degree::Maybe
    }
}

fn first_repeat(items: &[SentItem], degree: Degree) -> Option<String> {
    let mut seen = HashSet::new();
    match degree {
        Degree::No => None,
        Degree::Surely => {
            texts(items).map(text::least_trimmed).find(|text| !seen.insert(text.to_string())).map(str::to_owned)
        }
        Degree::Maybe => texts(items)
            .map(text::most_trimmed)
            .find(|text| !seen.insert(text::canonical(text).into_owned()))
            .map(str::to_owned),
    }
}

/// Whether a refusal may name this text as repeated: some two items have it in common under one way to trim, canonical
/// equality included.
pub fn names_repeat(items: &[SentItem], named: &str) -> bool {
    let key = |text: &str| text::canonical(text::most_trimmed(text)).into_owned();
    let wanted = key(named);
    let alike: Vec<Vec<Cut<'_>>> = texts(items).filter(|text| key(text) == wanted).map(text::cuts).collect();
    let same = |a: &Cut<'_>, b: &Cut<'_>| {
        let canonical = text::canonical(a.text);
        (a.agrees(b) || a == b)
            && canonical == text::canonical(b.text)
            && (a.text == named || b.text == named || canonical == named)
    };
    alike.iter().enumerate().any(|(index, first)| {
        alike[index + 1..].iter().any(|second| first.iter().any(|a| second.iter().any(|b| same(a, b))))
    })
}
