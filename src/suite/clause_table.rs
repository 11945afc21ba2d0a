//! `clauses.yaml`: what each clause says, and what each sentence of the page became.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::diagnostic::named;
use super::fields::Reader;
use super::node::{Kind, Node};
use super::{Diagnostic, Source};
use crate::model::Clause;
use crate::trace::{Capabilities, Capability, offer};

/// All clauses and the page they come from.
#[derive(Clone, Debug)]
pub struct ClauseTable {
    /// The suite's version.
    pub version: String,
    /// The parts, in the page's order.
    pub parts: Vec<Part>,
    /// The page, heading by heading.
    pub page: Vec<Heading>,
}

/// A part of the suite: one folder of scenarios.
#[derive(Clone, Debug)]
pub struct Part {
    /// The folder's name.
    pub name: String,
    /// What the part is about.
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<ClauseEntry>,
}

/// What is known of one clause.
#[derive(Clone, Debug)]
pub struct ClauseEntry {
    /// The clause.
    pub clause: Clause,
    /// Whether the documents say it or it follows from them.
    pub level: Level,
    /// What it demands, in one sentence.
    pub says: String,
    /// What goes wrong without it.
    pub why: String,
    /// What must be declared for it to be seen; each need is met by any of its capabilities.
    pub needs: Vec<Need>,
}

/// Capabilities any one of which will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need(pub Vec<Capability>);

/// The level of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The documents say it.
    Stated,
    /// It follows from what they say.
    Follows,
}

/// A heading of the page and its sentences.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The heading as it stands.
    pub heading: String,
    /// What became of each sentence under it, in order.
    pub sentences: Vec<Sentence>,
}

/// What a sentence of the page became.
#[derive(Clone, Debug)]
pub enum Sentence {
    /// Clauses.
    Clauses(Vec<Clause>),
    /// Nothing, for this reason.
    Informative(String),
}

impl ClauseTable {
    /// Reads the table; every clause of the model stands in it once.
    pub fn read(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        let node = Node::read(source)?;
        let reader = Reader { source };
        let fields = reader.fields(&node, "the clause table", &["version", "parts", "page"])?;
        let version = reader.text(fields.need("version")?, "the version")?.to_owned();
        let parts = reader.list(fields.need("parts")?, "`parts`")?;
        let page = reader.list(fields.need("page")?, "`page`")?;
        let table = Self {
            version,
            parts: parts.iter().map(|node| reader.part(node)).collect::<Result<_, _>>()?,
            page: page.iter().map(|node| reader.heading(node)).collect::<Result<_, _>>()?,
        };
        table.complete(source)?;
        Ok(table)
    }

    /// Every clause, in the page's order.
    pub fn entries(&self) -> impl Iterator<Item = &ClauseEntry> {
        self.parts.iter().flat_map(|part| &part.clauses)
    }

    /// What is known of a clause; the table is complete.
    pub fn entry(&self, clause: Clause) -> &ClauseEntry {
        self.entries().find(|entry| entry.clause == clause).expect("the table was read complete")
    }

    /// Where the page says it: headings and positions of sentences, counted from one.
    pub fn sources(&self, clause: Clause) -> Vec<(&str, usize)> {
        let says = |sentence: &Sentence| match sentence {
            Sentence::Clauses(clauses) => clauses.contains(&clause),
            Sentence::Informative(_) => false,
        };
        self.page
            .iter()
            .flat_map(|heading| heading.sentences.iter().enumerate().map(move |at| (heading, at)))
            .filter(|(_, (_, sentence))| says(sentence))
            .map(|(heading, (index, _))| (heading.heading.as_str(), index + 1))
            .collect()
    }

    fn complete(&self, source: &Arc<Source>) -> Result<(), Diagnostic> {
        let mut known = BTreeSet::new();
        let wrong = |message: String| Err(Diagnostic::new(source, None, message));
        for entry in self.entries() {
            if !known.insert(entry.clause) {
                return wrong(format!("the clause `{}` stands twice", entry.clause));
            }
        }
        match Clause::ALL.iter().find(|clause| !known.contains(clause)) {
            Some(clause) => wrong(format!("the clause `{clause}` is missing")),
            None => Ok(()),
        }
    }
}

impl ClauseEntry {
    /// The needs that these capabilities do not meet.
    pub fn unmet(&self, capabilities: &Capabilities) -> Vec<&Need> {
        self.needs.iter().filter(|need| !need.0.iter().any(|any| capabilities.contains(any))).collect()
    }
}

impl Level {
    /// The level's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Follows => "follows",
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|capability| capability.name()).collect();
        f.write_str(&names.join(" or "))
    }
}

impl<'a> Reader<'a> {
    fn part(&self, node: &'a Node) -> Result<Part, Diagnostic> {
        let fields = self.fields(node, "a part", &["part", "title", "clauses"])?;
        let clauses = self.list(fields.need("clauses")?, "`clauses`")?;
        Ok(Part {
            name: self.text(fields.need("part")?, "`part`")?.to_owned(),
            title: self.text(fields.need("title")?, "`title`")?.to_owned(),
            clauses: clauses.iter().map(|node| self.entry(node)).collect::<Result<_, _>>()?,
        })
    }

    fn entry(&self, node: &'a Node) -> Result<ClauseEntry, Diagnostic> {
        let fields = self.fields(node, "a clause", &["id", "level", "says", "why", "needs"])?;
        let levels = [("stated", Level::Stated), ("follows", Level::Follows)];
        let needs = self.list(fields.need("needs")?, "`needs`")?;
        Ok(ClauseEntry {
            clause: self.clause(fields.need("id")?)?,
            level: self.word(fields.need("level")?, "`stated` or `follows`", &levels)?,
            says: self.text(fields.need("says")?, "`says`")?.to_owned(),
            why: self.text(fields.need("why")?, "`why`")?.to_owned(),
            needs: needs.iter().map(|node| self.capabilities(node)).collect::<Result<_, _>>()?,
        })
    }

    fn capabilities(&self, node: &'a Node) -> Result<Need, Diagnostic> {
        let text = self.text(node, "a need")?;
        let known = |name: &str| {
            Capability::from_name(name).ok_or_else(|| {
                self.wrong(node, format!("unknown capability {}", named(name)))
                    .help(offer(name, Capability::ALL.map(Capability::name)))
            })
        };
        text.split('|').map(known).collect::<Result<_, _>>().map(Need)
    }

    fn heading(&self, node: &'a Node) -> Result<Heading, Diagnostic> {
        let fields = self.fields(node, "a heading", &["heading", "sentences"])?;
        let sentences = self.list(fields.need("sentences")?, "`sentences`")?;
        Ok(Heading {
            heading: self.text(fields.need("heading")?, "`heading`")?.to_owned(),
            sentences: sentences
                .iter()
                .enumerate()
                .map(|(index, node)| self.sentence(index + 1, node))
                .collect::<Result<_, _>>()?,
        })
    }

    fn sentence(&self, position: usize, node: &'a Node) -> Result<Sentence, Diagnostic> {
        let fields = self.fields(node, "a sentence", &["at", "clauses", "informative"])?;
        let at = fields.need("at")?;
        if !matches!(&at.kind, Kind::Number(number) if number.as_u64() == u64::try_from(position).ok()) {
            return Err(self.wrong(at, format!("expected position {position}, got {}", at.describe(self.source))));
        }
        match (fields.get("clauses"), fields.get("informative")) {
            (Some(clauses), None) => self.clauses(clauses).map(Sentence::Clauses),
            (None, Some(reason)) => self.text(reason, "the reason").map(|text| Sentence::Informative(text.to_owned())),
            (Some(_), Some(_)) | (None, None) => {
                Err(self.wrong(node, "a sentence has either `clauses` or `informative`"))
            }
        }
    }
}
