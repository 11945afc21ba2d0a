//! Two reports, one beside the other.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::terminal::{GREEN, RED, beside, paint};
use super::{Recorded, RunVerdict, Style, counted};
use crate::oracle::Verdict;
use crate::trace::shortened;

/// How many scenarios of a kind are named.
const MOST_NAMED: usize = 20;

/// Whether something belongs to a kind, by whether it was there and is there.
type Presence = fn(bool, bool) -> bool;

/// What changed from one report to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    facts: Vec<(&'static str, String, String)>,
    gained: Vec<String>,
    lost: Vec<String>,
    clauses: Vec<Changed<Verdict>>,
    scenarios: Vec<Changed<(Verdict, String)>>,
    readings: Vec<Changed<String>>,
    no_longer_conformant: bool,
}

/// Something of an id: what it was and what it is, where it was there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Changed<T> {
    id: String,
    was: Option<T>,
    is: Option<T>,
}

/// Compares two reports.
pub fn changes(old: &Recorded, new: &Recorded) -> Changes {
    let mut facts = Vec::new();
    for ((name, was), (_, is)) in old.facts.iter().zip(&new.facts) {
        if was != is {
            facts.push((*name, was.clone(), is.clone()));
        }
    }
    if old.verdict != new.verdict {
        facts.push(("verdict", old.verdict.name().to_owned(), new.verdict.name().to_owned()));
    }
    let only = |these: &Recorded, those: &Recorded| {
        let mut only = these.capabilities.clone();
        only.retain(|capability| !those.capabilities.contains(capability));
        only
    };
    let found = |report: &Recorded| {
        report.scenarios.iter().map(|(id, verdict, found)| (id.clone(), (*verdict, found.clone()))).collect::<Vec<_>>()
    };
    Changes {
        facts,
        gained: only(new, old),
        lost: only(old, new),
        clauses: changed(&old.clauses, &new.clauses),
        scenarios: changed(&found(old), &found(new)),
        readings: changed(&old.readings, &new.readings),
        no_longer_conformant: old.verdict == RunVerdict::Conformant && new.verdict != RunVerdict::Conformant,
    }
}

/// What differs, in the order of the new report, then what only the old one has.
fn changed<T: Clone + PartialEq>(old: &[(String, T)], new: &[(String, T)]) -> Vec<Changed<T>> {
    let map = |pairs: &[(String, T)]| pairs.iter().cloned().collect::<BTreeMap<String, T>>();
    let (was, is) = (map(old), map(new));
    let vanished = old.iter().filter(|(id, _)| !is.contains_key(id));
    let ids = new.iter().chain(vanished).map(|(id, _)| id);
    let change = |id: &String| {
        let (was, is) = (was.get(id).cloned(), is.get(id).cloned());
        (was != is).then(|| Changed { id: id.clone(), was, is })
    };
    ids.filter_map(change).collect()
}

impl Changes {
    /// Whether a clause that passed or did not apply is broken or untested now, or the run is no longer conformant.
    pub fn is_worse(&self) -> bool {
        self.no_longer_conformant || self.worse_clauses().next().is_some()
    }

    fn worse_clauses(&self) -> impl Iterator<Item = &Changed<Verdict>> {
        let fine = |verdict: Option<Verdict>| match verdict {
            Some(Verdict::Pass | Verdict::NotApplicable) => Some(true),
            Some(Verdict::Fail | Verdict::Inconclusive) => Some(false),
            None => None,
        };
        self.clauses.iter().filter(move |clause| fine(clause.was) == Some(true) && fine(clause.is) == Some(false))
    }

    /// The changes as text; the last line says whether anything got worse.
    pub fn told(&self, style: Style) -> String {
        if *self == Self::default() {
            return "nothing changed\n".to_owned();
        }
        let mut text = String::new();
        for (name, was, is) in &self.facts {
            let told = |what: &str| if what.is_empty() { "none".to_owned() } else { shortened(what) };
            let _ = writeln!(text, "{name}: {} → {}", told(was), told(is));
        }
        for (what, capabilities) in [("gained", &self.gained), ("lost", &self.lost)] {
            if !capabilities.is_empty() {
                let _ = writeln!(text, "capabilities {what}: {}", capabilities.join(" "));
            }
        }
        self.clauses_and_readings(&mut text, style);
        self.scenarios(&mut text);
        let worse = self.worse_clauses().count();
        let last = match (worse, self.no_longer_conformant) {
            (0, false) => format!("{}: no clause got worse", paint(style, GREEN, "no worse")),
            (0, true) => format!("{}: the run is no longer conformant", paint(style, RED, "worse")),
            (worse, _) => {
                let (clauses, got) = (counted(worse, "clause"), if worse == 1 { "is" } else { "are" });
                format!("{}: {clauses} that held {got} broken or untested", paint(style, RED, "worse"))
            }
        };
        let gap = if text.starts_with('\n') || text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{last}");
        text.trim_start().to_owned()
    }

    fn clauses_and_readings(&self, text: &mut String, style: Style) {
        if !self.clauses.is_empty() {
            let _ = writeln!(text, "\nClauses");
        }
        for Changed { id, was, is } in &self.clauses {
            let _ = writeln!(text, "  {id:<25}  {} → {}", word(*was), word(*is));
        }
        if !self.readings.is_empty() {
            let _ = writeln!(text, "\nHow open points are settled");
        }
        for Changed { id, was, is } in &self.readings {
            let told = |told: &Option<String>| told.clone().unwrap_or_else(|| "not seen".to_owned());
            let _ = writeln!(text, "  {id}");
            beside(text, style, "was", &told(was));
            beside(text, style, "is", &told(is));
        }
    }

    fn scenarios(&self, text: &mut String) {
        let kinds: [(&str, Presence); 3] =
            [("changed", |was, is| was && is), ("appeared", |was, is| !was && is), ("vanished", |was, is| was && !is)];
        for (kind, of_it) in kinds {
            let these = self.scenarios.iter().filter(|changed| of_it(changed.was.is_some(), changed.is.is_some()));
            let these: Vec<_> = these.collect();
            if these.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{} {kind}", counted(these.len(), "scenario"));
            for Changed { id, was, is } in these.iter().take(MOST_NAMED) {
                let how = match (was, is) {
                    (Some((was, _)), Some((is, _))) if was == is => format!("{} in another way", is.name()),
                    (Some((was, _)), Some((is, _))) => format!("{} → {}", was.name(), is.name()),
                    (Some((one, _)), None) | (None, Some((one, _))) => one.name().to_owned(),
                    (None, None) => String::new(),
                };
                let _ = writeln!(text, "  {how}  {id}");
            }
            if these.len() > MOST_NAMED {
                let _ = writeln!(text, "  … and {} more", these.len() - MOST_NAMED);
            }
        }
    }
}

fn word(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("not there", Verdict::name)
}
