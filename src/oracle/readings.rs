//! How an implementation settles the open points, collected over a run.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::{Degree, Faults};
use super::text::{self, Cut};
use super::update::{SentItem, Update};
use crate::model::{Clause, Refusal, State};
use crate::suite::Reading;

/// What was seen of each open point, facet by facet. A deterministic implementation settles each facet one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    seen: BTreeMap<(Reading, String), BTreeSet<String>>,
    told: BTreeSet<Clause>,
}

impl Readings {
    /// Notes how a facet of an open point was settled.
    pub fn note(&mut self, reading: Reading, facet: impl Into<String>, settled: impl Into<String>) {
        self.seen.entry((reading, facet.into())).or_default().insert(settled.into());
    }

    /// Adds what another part of the run saw.
    pub fn merge(&mut self, other: Self) {
        for (facet, settled) in other.seen {
            self.seen.entry(facet).or_default().extend(settled);
        }
        self.told.extend(other.told);
    }

    /// Every facet of the open points that was seen, and the ways in which it was settled.
    pub fn all(&self) -> impl Iterator<Item = (Reading, &str, impl Iterator<Item = &str>)> {
        self.seen
            .iter()
            .map(|((reading, facet), settled)| (*reading, facet.as_str(), settled.iter().map(String::as_str)))
    }

    /// The messages that were told where they applied.
    pub fn messages(&self) -> impl Iterator<Item = Clause> {
        self.told.iter().copied()
    }

    /// Notes that a message was told where it applied.
    pub fn note_message(&mut self, message: Clause) {
        self.told.insert(message);
    }

    /// Whether a message was told where it applied: the evidence that a clause about it was tested at all.
    pub fn has_told(&self, message: Clause) -> bool {
        self.told.contains(&message)
    }

    /// Whether an open point was settled two ways.
    pub fn is_mixed(&self, reading: Reading) -> bool {
        self.facets(reading).any(|(_, settled)| settled.len() > 1)
    }

    /// How an open point was settled, in one line; `None` where the run did not see it.
    pub fn told(&self, reading: Reading) -> Option<String> {
        let told = if reading == Reading::TrimSet { self.trim_set() } else { self.by_settlement(reading) };
        (!told.is_empty()).then(|| if self.is_mixed(reading) { format!("mixed: {told}") } else { told })
    }

    fn facets(&self, reading: Reading) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.seen
            .iter()
            .filter(move |((seen, _), _)| *seen == reading)
            .map(|((_, facet), settled)| (facet.as_str(), settled))
    }

    fn by_settlement(&self, reading: Reading) -> String {
        let mut ways: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (facet, settled) in self.facets(reading) {
            let settled: Vec<_> = settled.iter().map(String::as_str).collect();
            ways.entry(settled.join(" and ")).or_default().push(facet);
        }
        let told = ways.into_iter().map(|(settled, facets)| format!("{settled}: {}", facets.join(", ")));
        told.collect::<Vec<_>>().join("; ")
    }

    fn trim_set(&self) -> String {
        let told = [("goes", "go"), ("stays", "stay")].into_iter().filter_map(|(settled, verb)| {
            let with = |(facet, ways): (&str, &BTreeSet<String>)| ways.contains(settled).then(|| facet.to_owned());
            let characters: Vec<_> = self.facets(Reading::TrimSet).filter_map(with).collect();
            (!characters.is_empty()).then(|| format!("{verb}: {}", characters.join(" ")))
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// Notes what a cut tells of the characters at a text's ends.
    pub fn note_cuts(&mut self, cuts: &[Cut<'_>]) {
        for cut in cuts {
            for (characters, settled) in [(&cut.goes, "goes"), (&cut.stays, "stays")] {
                for c in characters {
                    self.note(Reading::TrimSet, format!("U+{:04X}", u32::from(*c)), settled);
                }
            }
        }
    }

    /// Notes that an update was recorded though open points allowed to refuse it.
    pub fn note_recorded(&mut self, update: &Update) {
        for (reading, form) in &update.open {
            let how = if *reading == Reading::EncodedList { "taken for its list" } else { "recorded" };
            self.note(*reading, form.clone(), how);
        }
        if canonical_pair(&update.items) {
            self.note(Reading::CanonicalText, "texts equal after normalization", "different");
        }
    }

    /// Notes a refusal, where it can have one reason alone.
    pub fn note_refused(&mut self, update: &Update, faults: &Faults, told: Option<&Refusal>, how: &str) {
        if let Some(told) = told {
            self.note_message(told.message());
            self.note_order(update, faults, told);
            self.note_trimmed(update, faults, told);
            if let Refusal::Repeat { text } = told {
                self.note_repeat(&update.items, text);
            }
            return;
        }
        if faults.surely() {
            return;
        }
        match (&update.malformed[..], &update.open[..]) {
            ([malformed], []) => self.note(Reading::Malformed, malformed.form, how),
            ([], [(reading, form)]) => self.note(*reading, form.clone(), how),
            _ => {}
        }
    }

    /// `check-order`: which of two faults is told, for each pair and the order in which they stand in the list.
    fn note_order(&mut self, update: &Update, faults: &Faults, told: &Refusal) {
        let certain = update.items.iter().all(ends_certainly) && !canonical_pair(&update.items);
        let blanks =
            places(&update.items, |item| item.text.as_deref().is_some_and(|text| text::least_trimmed(text).is_empty()));
        let repeats = repeated(&update.items);
        if !certain || !update.malformed.is_empty() || !update.open.is_empty() || blanks.len() > 1 || repeats.len() > 1
        {
            return;
        }
        let active = places(&update.items, |item| item.state == Some(State::InProgress));
        let mut found: Vec<(&str, Option<(usize, usize)>)> = Vec::new();
        found.extend(blanks.first().map(|at| ("blank", Some((*at, *at)))));
        found.extend(repeats.first().map(|pair| ("repeat", Some(*pair))));
        if let (Some(_), [first, second, ..]) = (faults.active, &active[..]) {
            found.push(("two active", Some((*first, *second))));
        }
        found.sort_by_key(|(_, places)| *places);
        if faults.no_chat {
            found.insert(0, ("no chat", None));
        }
        let told = match told {
            Refusal::NoChat => "no chat",
            Refusal::Empty => "blank",
            Refusal::Repeat { .. } => "repeat",
            Refusal::OneActive { .. } => "two active",
        };
        for (index, (first, earlier)) in found.iter().enumerate() {
            for (second, later) in &found[index + 1..] {
                // Two faults that reach across one another stand in no order.
                let apart = earlier.zip(*later).is_none_or(|(earlier, later)| earlier.1 < later.0);
                if apart && (*first == told || *second == told) {
                    self.note(Reading::CheckOrder, format!("{first} then {second}"), format!("tells {told}"));
                }
            }
        }
    }

    /// `trim-set`: what a refusal tells of characters that may go or stay, where it can have been told for no other reason.
    fn note_trimmed(&mut self, update: &Update, faults: &Faults, told: &Refusal) {
        let texts = || update.items.iter().filter_map(|item| item.text.as_deref());
        match told {
            Refusal::Empty
                if faults.blank == Degree::Maybe && texts().count() == update.items.len() && !update.textless =>
            {
                let mut blank = texts().filter(|text| text::most_trimmed(text).is_empty());
                if let (Some(text), None) = (blank.next(), blank.next()) {
                    self.note_cuts(&text::cuts(text)[..1]);
                }
            }
            Refusal::Repeat { text } if faults.repeat == Degree::Maybe => {
                for named in text::unquoted(text) {
                    let same: Vec<_> = texts().filter_map(|sent| text::explain(sent, &named)).collect();
                    if same.len() == 2 {
                        self.note_cuts(&same);
                    }
                }
            }
            Refusal::NoChat | Refusal::Empty | Refusal::Repeat { .. } | Refusal::OneActive { .. } => {}
        }
    }

    fn note_repeat(&mut self, items: &[SentItem], quoted: &str) {
        let repeats = repeated(items);
        let named: Vec<_> = text::unquoted(quoted).into_iter().map(std::borrow::Cow::into_owned).collect();
        if let [(first, first_again), (second, second_again)] = repeats[..] {
            let order = if first_again < second {
                "a a b b"
            } else if first_again < second_again {
                "a b a b"
            } else {
                "a b b a"
            };
            let text = |at: usize| items[at].text.as_deref().unwrap_or_default().trim();
            let is = |at: usize| named.iter().any(|named| named == text(at));
            if is(first) != is(second) {
                let sorted = if text(first) < text(second) { "" } else { ", b sorts first" };
                let named = if is(first) { "names a" } else { "names b" };
                self.note(Reading::RepeatNamed, format!("{order}{sorted}"), named);
            }
        }
        self.note_quoting(items, quoted);
        let core = |item: &'_ SentItem| item.text.as_deref().map(|text| text::most_trimmed(text).to_owned());
        let alike = |text: &str| -> Vec<String> {
            let same = |core: &String| text::canonical(core) == text::canonical(text);
            items.iter().filter_map(core).filter(same).collect()
        };
        let differ = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len() == texts.len();
        if named.iter().map(|text| alike(text)).any(|texts| texts.len() > 1 && differ(&texts)) {
            self.note(Reading::CanonicalText, "texts equal after normalization", "the same");
        }
    }

    fn note_quoting(&mut self, items: &[SentItem], quoted: &str) {
        let is_text =
            |text: &str| items.iter().any(|item| item.text.as_deref().is_some_and(|sent| sent.trim() == text));
        let escaped = quoted.contains('\\') && !is_text(quoted);
        let source = text::unquoted(quoted).into_iter().find(|text| is_text(text));
        let Some(source) = source else { return };
        for (kind, belongs) in KINDS {
            // Some escape a slash after `<` alone, for the sake of pages.
            let for_pages = *kind == "slash" && source.contains("</");
            if source.contains(*belongs) && !for_pages {
                self.note(
                    Reading::RepeatQuoting,
                    *kind,
                    if escaped && escapes(quoted, *belongs) { "escaped" } else { "verbatim" },
                );
            }
        }
    }
}

type Belongs = fn(char) -> bool;

/// The kinds of characters that quoting may treat differently.
const KINDS: &[(&str, Belongs)] = &[
    ("quotation mark", |c| c == '"'),
    ("backslash", |c| c == '\\'),
    ("slash", |c| c == '/'),
    ("line break", |c| matches!(c, '\n' | '\r')),
    ("tab", |c| c == '\t'),
    ("other control", |c| c < ' ' && !matches!(c, '\n' | '\r' | '\t')),
    ("U+007F", |c| c == '\u{7f}'),
    ("U+0080 to U+009F", |c| ('\u{80}'..='\u{9f}').contains(&c)),
    ("U+2028", |c| c == '\u{2028}'),
    ("U+2029", |c| c == '\u{2029}'),
    ("U+00AD", |c| c == '\u{ad}'),
    ("U+180E", |c| c == '\u{180e}'),
    ("U+200B to U+200F", |c| ('\u{200b}'..='\u{200f}').contains(&c)),
    ("U+FEFF", |c| c == '\u{feff}'),
    ("angle bracket or ampersand", |c| matches!(c, '<' | '>' | '&')),
    ("letters beyond ASCII", |c| c > '\u{9f}' && c <= '\u{ffff}' && c.is_alphanumeric()),
    ("characters beyond U+FFFF", |c| c > '\u{ffff}'),
];

/// Whether a JSON quotation escapes the characters of a kind: they do not stand in it bare.
fn escapes(quoted: &str, belongs: Belongs) -> bool {
    let mut bare = String::new();
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        if c == '\\' {
            characters.next();
        } else {
            bare.push(c);
        }
    }
    !bare.contains(belongs)
}

fn places(items: &[SentItem], is: impl Fn(&SentItem) -> bool) -> Vec<usize> {
    items.iter().enumerate().filter(|(_, item)| is(item)).map(|(at, _)| at).collect()
}

/// The repeated texts, blanks aside: where each first stands and where it stands again. A text that stands a third time
/// counts as two.
fn repeated(items: &[SentItem]) -> Vec<(usize, usize)> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let text = item.text.as_deref().map(text::least_trimmed).unwrap_or_default();
        match first.get(text) {
            _ if text.is_empty() => {}
            Some(first) => found.push((*first, at)),
            None => drop(first.insert(text, at)),
        }
    }
    found.sort_unstable();
    found
}

/// Whether trimming leaves nothing open in an item.
fn ends_certainly(item: &SentItem) -> bool {
    item.text.as_deref().is_some_and(|text| text::least_trimmed(text) == text::most_trimmed(text))
}

/// Whether two texts are equal after normalization alone.
fn canonical_pair(items: &[SentItem]) -> bool {
    let texts = || items.iter().filter_map(|item| item.text.as_deref());
    if texts().all(text::is_canonical) {
        return false;
    }
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    texts().map(text::least_trimmed).any(|text| {
        let first = *seen.entry(text::canonical(text).into_owned()).or_insert(text);
        first != text
    })
}
