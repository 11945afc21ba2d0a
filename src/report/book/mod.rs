//! The book: the page's demands as a static site, each with scenarios that were played as it was written.
//!
//! Nothing here plays or judges anything: a [`Book`] comes with its scenes and its results, and [`pages`] lays them out. The
//! pages ask for nothing outside of the book.

mod clause;
mod format;
mod frame;
mod matrix;
mod message;
mod open_point;
mod protocol;
mod scenario;
mod scene;
mod search;

use std::collections::BTreeMap;

use super::Run;
use crate::model::Clause;
use crate::suite::{Scenario, Suite};
use crate::trace::{Action, Observation, Reply};

/// What a book is made of.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    /// The clauses and scenarios.
    pub suite: &'a Suite,
    /// The scenes of each scenario, in the suite's order.
    pub scenes: &'a [Vec<Scene>],
    /// A conversation over the adapter protocol: requests and answers, a line each.
    pub conversation: &'a [(String, String)],
    /// The known mistakes.
    pub faults: &'a [BookFault],
    /// Runs to show side by side.
    pub results: &'a [Run],
}

/// A known mistake: its id, the clause it breaks, and what its maker misunderstood.
#[derive(Clone, Copy, Debug)]
pub struct BookFault {
    /// Its id.
    pub id: &'static str,
    /// The clause it breaks.
    pub clause: Clause,
    /// What its maker misunderstood.
    pub says: &'static str,
}

/// One action of a scenario, its answer, and what every open chat shows after it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Whether a step names it; otherwise the harness adds it.
    pub named: bool,
    /// The action.
    pub action: Action,
    /// The answer to an update.
    pub reply: Option<Reply>,
    /// The open chats and what each shows.
    pub chats: Vec<(String, Observation)>,
}

/// Every file of the book: its path, and its text.
pub fn pages(book: Book<'_>) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::from([
        ("index.html".to_owned(), clause::page(book)),
        ("open-points.html".to_owned(), open_point::page(book)),
        ("messages.html".to_owned(), message::page(book)),
        ("adapter-protocol.html".to_owned(), protocol::page(book)),
        ("scenario-format.html".to_owned(), format::page(book)),
        ("scenarios.html".to_owned(), scenario::contents(book)),
        ("book.css".to_owned(), include_str!("book.css").to_owned()),
        ("book.js".to_owned(), include_str!("book.js").to_owned()),
        ("search.js".to_owned(), search::index(book)),
    ]);
    if !book.results.is_empty() {
        pages.insert("matrix.html".to_owned(), matrix::page(book));
    }
    for source in &book.suite.sources {
        let page = scenario::page(book, &source.name);
        pages.insert(page_of(&source.name), page);
    }
    pages
}

/// The page that a scenario file is shown on.
fn page_of(file: &str) -> String {
    let stem = file.trim_start_matches("spec-cases/").trim_end_matches(".yaml");
    format!("scenarios/{stem}.html")
}

/// The anchor of a scenario on its page: the last part of its id.
fn anchor(scenario: &Scenario) -> &str {
    scenario.id.rsplit('/').next().unwrap_or(&scenario.id)
}

impl<'a> Book<'a> {
    /// The scenarios with their scenes.
    fn played(self) -> impl Iterator<Item = (&'a Scenario, &'a [Scene])> {
        self.suite.scenarios.iter().zip(self.scenes.iter().map(Vec::as_slice))
    }
}
