//! Clauses against implementations.

use maud::{Markup, html};

use super::{Book, frame};
use crate::model::Clause;
use crate::oracle::Verdict;
use crate::report::{Placed, Run, ScenarioOutcome, seen};
use crate::suite::Reading;

/// The most findings that a cell opens.
const MOST: usize = 3;

/// The page that shows results side by side.
pub fn page(book: Book<'_>) -> String {
    let content = html! {
        h1 { "Implementations" }
        p.lead { "Each column is a run of this suite. A cell opens to what was allowed and what was seen." }
        div.wide tabindex="0" role="region" aria-label="clauses and implementations" {
            table.matrix {
                thead {
                    tr {
                        th scope="col" { "Clause" }
                        @for run in book.results {
                            th scope="col" { (name(run)) br; span.level { (run.verdict.name()) } }
                        }
                    }
                }
                @for part in &book.suite.table.parts {
                    tbody {
                        tr { th.part colspan=(book.results.len() + 1) scope="rowgroup" { (part.title) } }
                        @for entry in &part.clauses {
                            tr {
                                th scope="row" { a href={ "index.html#" (entry.clause) } { (entry.clause) } }
                                @for run in book.results { (cell(run, entry.clause)) }
                            }
                        }
                    }
                }
            }
        }
        h2 #readings { "How open points are settled" }
        div.wide tabindex="0" role="region" aria-label="open points and implementations" {
            table.matrix {
                thead { tr { th scope="col" { "Open point" } @for run in book.results { th scope="col" { (name(run)) } } } }
                tbody {
                    @for reading in Reading::ALL {
                        tr {
                            th scope="row" { a href={ "open-points.html#" (reading) } { (reading) } }
                            @for run in book.results { td { (run.readings.told(*reading).unwrap_or_else(|| "not seen".to_owned())) } }
                        }
                    }
                }
            }
        }
    };
    frame::page(book, "matrix.html", "Implementations", None, &content)
}

fn name(run: &Run) -> String {
    let told = format!("{} {}", run.implementation.name, run.implementation.version);
    if told.trim().is_empty() { "no implementation that said hello".to_owned() } else { crate::trace::shortened(&told) }
}

fn cell(run: &Run, clause: Clause) -> Markup {
    let Some(outcome) = run.clauses.iter().find(|outcome| outcome.clause == clause) else {
        return html! { td { "not run" } };
    };
    let (word, class) = match outcome.verdict {
        Verdict::Pass => ("pass", "pass"),
        Verdict::Fail => ("fail", "fail"),
        Verdict::NotApplicable => ("n/a", "absent"),
        Verdict::Inconclusive => ("inconclusive", "untested"),
    };
    let found = findings(run, clause);
    html! {
        td class=(class) {
            @if !found.is_empty() {
                details {
                    summary { (word) }
                    @for (scenario, placed) in found.iter().take(MOST) {
                        p { (scenario.name) ", step " (placed.step) }
                        dl {
                            dt { "allowed" } dd { code { (placed.finding.subject) ": " (placed.finding.allowed) } }
                            dt { "seen" } dd { code { (seen(&placed.finding)) } }
                        }
                    }
                    @if found.len() > MOST { p { "and " (found.len() - MOST) " more" } }
                }
            } @else if outcome.unmet.is_empty() { (word) } @else {
                details { summary { (word) } p { "not declared: " (outcome.unmet.join(", ")) } }
            }
        }
    }
}

fn findings(run: &Run, clause: Clause) -> Vec<(&ScenarioOutcome, &Placed)> {
    let all = run.scenarios.iter().flat_map(|scenario| scenario.findings.iter().map(move |placed| (scenario, placed)));
    all.filter(|(_, placed)| placed.finding.clause == clause).collect()
}
