//! The clauses, part by part, each with an example, its scenarios, and what goes wrong without it.

use maud::{Markup, html};

use super::scene::scenes;
use super::{Book, Scene, anchor, frame, page_of};
use crate::report::counted;
use crate::suite::{ClauseEntry, Reading, Scenario};

/// The first page.
pub fn page(book: Book<'_>) -> String {
    let table = &book.suite.table;
    let aside = html! {
        @for part in &table.parts {
            p.part { a href={ "#part-" (part.name) } { (part.title) } }
            ul { @for entry in &part.clauses { li { a href={ "#" (entry.clause) } { (entry.clause) } } } }
        }
    };
    let content = html! {
        h1 { "What the page demands" }
        p.lead {
            "One page says how an agent keeps its task list. These are its demands, "
            (counted(table.entries().count(), "clause")) " with " (counted(book.suite.scenarios.len(), "scenario"))
            ", each played on the reference as this book was written. A clause is " strong { "stated" }
            " where the page says it, and " strong { "follows" } " where it follows from what the page says."
        }
        @for part in &table.parts {
            section.part {
                h2 id={ "part-" (part.name) } { (part.title) }
                @for entry in &part.clauses { (clause(book, entry)) }
            }
        }
    };
    frame::page(book, "index.html", "What the page demands", Some(&aside), &content)
}

fn clause(book: Book<'_>, entry: &ClauseEntry) -> Markup {
    let clause = entry.clause;
    let about: Vec<_> = book.played().filter(|(scenario, _)| scenario.clauses.contains(&clause)).collect();
    let faults: Vec<_> = book.faults.iter().filter(|fault| fault.clause == clause).collect();
    let sources = sources(&book.suite.table.sources(clause));
    let open: Vec<_> = Reading::ALL.iter().filter(|reading| reading.beyond().contains(&clause)).collect();
    html! {
        article.clause id=(clause) {
            h3 {
                a href={ "#" (clause) } { (clause) }
                " " span.level { (entry.level.name()) }
            }
            p.says { (entry.says) }
            dl {
                dt { "Without it" } dd { (entry.why) }
                dt { "On the page" }
                dd {
                    @if sources.is_empty() { "In no sentence of its own: it follows from the others." }
                    @for (at, (heading, sentences)) in sources.iter().enumerate() {
                        @if at > 0 { "; " }
                        "“" (heading) "”, sentence " (sentences)
                    }
                }
                @if !entry.needs.is_empty() {
                    dt { "Seen with" }
                    dd {
                        @for (at, need) in entry.needs.iter().enumerate() { @if at > 0 { ", and " } (need.to_string()) }
                    }
                }
                @if !open.is_empty() {
                    dt { "Left open beside it" }
                    dd {
                        @for (at, reading) in open.iter().enumerate() {
                            @if at > 0 { ", " }
                            a href={ "open-points.html#" (reading) } { (reading) }
                        }
                    }
                }
            }
            @if let Some((scenario, played)) = example(&about) {
                section.scenario {
                    h4 { a href=(link(scenario)) { (scenario.name) } }
                    (setup(scenario))
                    (scenes(played))
                }
            }
            details {
                summary { (counted(about.len(), "scenario")) }
                ul { @for (scenario, _) in &about { li { a href=(link(scenario)) { (scenario.name) } } } }
            }
            @if !faults.is_empty() {
                details {
                    summary { "What goes wrong: " (counted(faults.len(), "known mistake")) }
                    ul.faults { @for fault in faults { li id={ "fault-" (fault.id) } { code { (fault.id) } " " (fault.says) } } }
                }
            }
        }
    }
}

/// Headings, and the sentences under each.
fn sources<'a>(sources: &[(&'a str, usize)]) -> Vec<(&'a str, String)> {
    let headings = sources.chunk_by(|(a, _), (b, _)| a == b);
    let sentences = |of: &[(&str, usize)]| of.iter().map(|(_, at)| at.to_string()).collect::<Vec<_>>().join(", ");
    headings.filter_map(|of| Some((of.first()?.0, sentences(of)))).collect()
}

/// The scenario that shows a clause best: one about it before others, in few scenes.
fn example<'a>(about: &[(&'a Scenario, &'a [Scene])]) -> Option<(&'a Scenario, &'a [Scene])> {
    const FEWEST: usize = 4;
    about.iter().copied().min_by_key(|(scenario, scenes)| {
        let own = scenario.clauses.first().is_some_and(|first| scenario.file.contains(first.id()));
        (scenario.probe.is_some(), !own, scenario.clauses.len(), scenes.len().abs_diff(FEWEST))
    })
}

/// The setup that a scenario names.
pub fn setup(scenario: &Scenario) -> Markup {
    html! {
        @if let Some(setup) = scenario.setup {
            p.setup { "The one-active rule is " (if setup.one_active { "on" } else { "off" }) "." }
        }
    }
}

/// The way from a page in the book's folder to a scenario.
pub fn link(scenario: &Scenario) -> String {
    format!("{}#{}", page_of(&scenario.file), anchor(scenario))
}
