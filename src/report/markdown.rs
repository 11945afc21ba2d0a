//! The report as Markdown, for a job's summary or a comment.

use std::fmt::Write;

use super::failure::{Failure, failures};
use super::terminal::{counts, declared, judged, likely, settled, verdict_line};
use super::untested::{not_tried, untested};
use super::{Run, counted, explored};
use crate::oracle::Verdict;

/// The report as Markdown of the kind GitHub shows: the verdict, what is broken, what could not be tested, and the clauses
/// that did not pass.
pub fn markdown(run: &Run) -> String {
    let mut text = format!("## {}\n\n{}\n", inline(&verdict_line(run)), inline(&judged(run)));
    if let Some((reason, blame)) = &run.no_hello {
        let _ = write!(text, "\nA mistake of the {}:\n\n{}", blame.name(), fenced("text", reason));
        return text;
    }
    let _ = writeln!(text, "\nDeclares: {}", inline(&declared(run)));
    for capability in run.missing() {
        let _ = writeln!(text, "\n**missing `{capability}`**: it is required, and `hello` does not declare it");
    }
    if let Some(told) = likely(run) {
        let _ = writeln!(text, "\n**Likely cause**: it {}", inline(&told));
    }
    clauses(&mut text, run);
    failures(run).for_each(|failure| broken(&mut text, run, &failure));
    not_tested(&mut text, run);
    exploration(&mut text, run);
    readings(&mut text, run);
    text
}

/// The clauses that did not pass.
fn clauses(text: &mut String, run: &Run) {
    let left: Vec<_> = run.clauses.iter().filter(|outcome| outcome.verdict != Verdict::Pass).collect();
    if left.is_empty() {
        return;
    }
    text.push_str("\n| clause | verdict | scenarios | demands |\n|---|---|---|---|\n");
    for outcome in left {
        let verdict = match outcome.verdict {
            Verdict::Fail => "❌ broken",
            Verdict::Inconclusive => "❔ inconclusive",
            Verdict::NotApplicable => "➖ not applicable",
            Verdict::Pass => "pass",
        };
        let says = inline(&run.suite.table.entry(outcome.clause).says);
        let _ = writeln!(text, "| `{}` | {verdict} | {} | {says} |", outcome.clause, inline(&counts(outcome)));
    }
}

fn broken(text: &mut String, run: &Run, failure: &Failure<'_>) {
    let _ = writeln!(text, "\n### Broken: `{}`\n\n{}", failure.clause, inline(failure.says));
    if let Some((scenario, _)) = failure.scenario {
        let _ = writeln!(text, "\nScenario: {}", inline(&scenario.name));
    } else if failure.finding.is_some() {
        text.push_str("\nFound by exploration\n");
    }
    if !failure.steps.is_empty() {
        let steps = failure.steps.iter().enumerate().map(|(index, step)| format!("{}. {step}", index + 1));
        let _ = write!(text, "\n{}", fenced("text", &steps.collect::<Vec<_>>().join("\n")));
    }
    if let Some(finding) = failure.finding {
        let subject = failure.subject();
        let told = format!("- allowed {subject}: {}\n+ seen    {subject}: {}", finding.allowed, finding.seen);
        let _ = write!(text, "\n{}", fenced("diff", &told));
    }
    if let Some((fault, _)) = &run.diagnosis {
        let _ = writeln!(text, "\nLikely cause: the known mistake `{fault}`");
    }
    let _ = write!(text, "\nRun just this");
    if let Some(place) = failure.place() {
        let _ = write!(text, " ({})", code(&place));
    }
    let _ = write!(text, ":\n\n{}", fenced("sh", &failure.command));
    if !failure.others.is_empty() {
        let _ = writeln!(text, "\nAlso shown by {}.", counted(failure.others.len(), "scenario"));
    }
}

fn not_tested(text: &mut String, run: &Run) {
    for untested in untested(run) {
        let many = counted(1 + untested.others.len(), "scenario");
        let _ = write!(
            text,
            "\n### Not tested: {many}, a mistake of the {}\n\n{}\nFirst in {} ({}):\n\n{}",
            untested.blame.name(),
            fenced("text", untested.reason),
            inline(&untested.first.name),
            code(&format!("{}:{}", untested.first.file, untested.line)),
            fenced("sh", &untested.command)
        );
    }
    if let Some((many, reason)) = not_tried(run) {
        let _ = writeln!(text, "\n### Not tried: {}\n\n{}", counted(many, "scenario"), inline(reason));
    }
}

fn exploration(text: &mut String, run: &Run) {
    if let Some(exploration) = &run.exploration {
        let _ = write!(text, "\n{}", fenced("text", explored(exploration, super::Style::default()).trim_end()));
    }
}

fn readings(text: &mut String, run: &Run) {
    let told = settled(run);
    if told.is_empty() {
        return;
    }
    text.push_str("\n<details>\n<summary>How open points are settled (reported, never failed)</summary>\n\n");
    for (id, told) in told {
        let _ = writeln!(text, "- `{id}`: {}", inline(&told));
    }
    text.push_str("\n</details>\n");
}

/// A text that is told as it is: on one line, with nothing in it that Markdown reads as its own.
fn inline(text: &str) -> String {
    let mut told = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' | '$' => told.extend(['\\', c]),
            '<' => told.push_str("&lt;"),
            '>' => told.push_str("&gt;"),
            '&' => told.push_str("&amp;"),
            // no one is called by the name of an implementation
            '@' => told.push_str("&#64;"),
            '\r' | '\n' => told.push(' '),
            c => told.push(c),
        }
    }
    told
}

/// A text as code on a line.
fn code(text: &str) -> String {
    let fence = "`".repeat(1 + longest_run(text));
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace(['\r', '\n'], " "))
}

/// A text as a block of code, whatever is in it.
fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat((1 + longest_run(text)).max(3));
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}
