//! The report as one page that needs nothing else: no script, no request, and a look for light, dark and paper.

mod broken;

use maud::{DOCTYPE, Markup, PreEscaped, html as markup};

use super::failure::failures;
use super::terminal::{counts, declared, judged, likely, settled, verdict_line};
use super::untested::{not_tried, untested};
use super::{ClauseOutcome, Run, Style, counted, explored};
use crate::oracle::Verdict;

/// How the page looks.
const STYLE: &str = include_str!("style.css");
/// What the page may fetch: nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The report as one HTML page.
pub fn html(run: &Run) -> String {
    let verdict = verdict_line(run);
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "todospec: " (verdict) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the findings" }
                header {
                    h1.(run.verdict.name()) { (verdict) }
                    p { (judged(run)) }
                    @if run.no_hello.is_none() { p { "Declares: " (declared(run)) } }
                    @if let Some(told) = likely(run) { p { strong { "Likely cause:" } " it " (told) } }
                }
                main #main tabindex="-1" {
                    (missing(run))
                    (not_greeted(run))
                    @for failure in failures(run) { (broken::broken(run, &failure)) }
                    (not_tested(run))
                    @if run.no_hello.is_none() { (clauses(run)) }
                    (exploration(run))
                    (readings(run))
                }
                footer { p { "Written by todospec " (env!("CARGO_PKG_VERSION")) "." } }
            }
        }
    };
    page.into_string() + "\n"
}

fn missing(run: &Run) -> Markup {
    markup! {
        @for capability in run.missing() {
            p { strong { "missing " (capability) ":" } " it is required, and " code { "hello" } " does not declare it" }
        }
    }
}

fn not_greeted(run: &Run) -> Markup {
    markup! {
        @if let Some((reason, blame)) = &run.no_hello {
            section aria-labelledby="not-greeted" {
                h2 #not-greeted { "A mistake of the " (blame.name()) }
                (block("What happened", reason))
            }
        }
    }
}

/// A text that keeps its lines; it can be reached and scrolled by the keyboard.
fn block(label: &str, text: &str) -> Markup {
    markup! { pre tabindex="0" role="region" aria-label=(label) { code { (text) } } }
}

fn not_tested(run: &Run) -> Markup {
    markup! {
        @for untested in untested(run) {
            section {
                h2 {
                    span.inconclusive { "Not tested:" } " " (counted(1 + untested.others.len(), "scenario"))
                    ", a mistake of the " (untested.blame.name())
                }
                (block("What happened", untested.reason))
                p { "First in: " (untested.first.name) ", " code { (untested.first.file) ":" (untested.line) } }
                (block("The command that runs just this", &untested.command))
            }
        }
        @if let Some((many, reason)) = not_tried(run) {
            section {
                h2 { span.inconclusive { "Not tried:" } " " (counted(many, "scenario")) }
                p { (reason) }
            }
        }
    }
}

fn clauses(run: &Run) -> Markup {
    markup! {
        section aria-labelledby="clauses" {
            h2 #clauses { "Clauses" }
            @for part in &run.suite.table.parts {
                @let outcomes = part.clauses.iter().filter_map(|entry| {
                    run.clauses.iter().find(|outcome| outcome.clause == entry.clause)
                });
                div.wide tabindex="0" role="region" aria-label=(format!("Clauses: {}", part.title)) {
                    table {
                        caption { (part.title) }
                        thead { tr {
                            th scope="col" { "Clause" } th scope="col" { "Verdict" } th scope="col" { "Scenarios" }
                        } }
                        tbody { @for outcome in outcomes { (row(run, outcome)) } }
                    }
                }
            }
        }
    }
}

fn row(run: &Run, outcome: &ClauseOutcome) -> Markup {
    let (name, told) = match outcome.verdict {
        Verdict::Pass => ("conformant", "pass"),
        Verdict::Fail => ("nonconformant", "broken"),
        Verdict::NotApplicable => ("absent", "not applicable"),
        Verdict::Inconclusive => ("inconclusive", "inconclusive"),
    };
    let id = outcome.clause.id();
    markup! {
        tr {
            th scope="row" {
                @if outcome.verdict == Verdict::Fail { a href=(format!("#{id}")) { (id) } } @else { (id) }
                br;
                small { (run.suite.table.entry(outcome.clause).says) }
            }
            td { span.(name) { (told) } }
            td { (counts(outcome)) }
        }
    }
}

fn exploration(run: &Run) -> Markup {
    markup! {
        @if let Some(exploration) = &run.exploration {
            section aria-labelledby="exploration" {
                h2 #exploration { "Exploration" }
                (block("What the explorer did", explored(exploration, Style::default()).trim_end()))
            }
        }
    }
}

fn readings(run: &Run) -> Markup {
    let told = settled(run);
    markup! {
        @if !told.is_empty() {
            details {
                summary { "How open points are settled (reported, never failed)" }
                dl { @for (id, told) in told { dt { (id) } dd { (told) } } }
            }
        }
    }
}
