//! The scenarios, a page for each file.

use std::collections::BTreeMap;

use maud::html;

use super::clause::setup;
use super::frame::{self, root};
use super::scene::scenes;
use super::{Book, anchor, page_of};
use crate::report::counted;

/// The list of the files.
pub fn contents(book: Book<'_>) -> String {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for scenario in &book.suite.scenarios {
        *files.entry(&scenario.file).or_default() += 1;
    }
    let content = html! {
        h1 { "Scenarios" }
        p.lead { (counted(book.suite.scenarios.len(), "scenario")) " in " (counted(files.len(), "file")) "." }
        ul.files {
            @for (file, count) in files {
                li { a href=(page_of(file)) { (file) } " " span.level { (count) } }
            }
        }
    };
    frame::page(book, "scenarios.html", "Scenarios", None, &content)
}

/// The page of one file.
pub fn page(book: Book<'_>, file: &str) -> String {
    let path = page_of(file);
    let root = root(&path);
    let here: Vec<_> = book.played().filter(|(scenario, _)| scenario.file == file).collect();
    let aside = html! {
        p.part { (file) }
        ul { @for (scenario, _) in &here { li { a href={ "#" (anchor(scenario)) } { (scenario.name) } } } }
    };
    let content = html! {
        h1 { code { (file) } }
        p.lead { "Step through a scenario with the arrow keys, or read it from above." }
        @for (scenario, played) in &here {
            article.scenario id=(anchor(scenario)) {
                h2 { a href={ "#" (anchor(scenario)) } { (scenario.name) } }
                p.about {
                    @for (at, clause) in scenario.clauses.iter().enumerate() {
                        @if at > 0 { ", " }
                        a href={ (root) "index.html#" (clause) } { (clause) }
                    }
                    @if let Some(reading) = scenario.probe {
                        " · shows how " a href={ (root) "open-points.html#" (reading) } { (reading) } " is settled"
                    }
                }
                (setup(scenario))
                (scenes(played))
                p.run { "Run it: " code { "todospec certify --filter " (scenario.id) } }
            }
        }
    };
    frame::page(book, &path, file, Some(&aside), &content)
}
