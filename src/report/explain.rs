//! One thing explained: a clause, an open point or a scenario.

use std::fmt::Write;

use super::{Style, counted, timeline};
use crate::model::Clause;
use crate::suite::{Reading, Scenario, Suite};

/// A clause: what it demands, where the page says it, why it matters, what breaks it (ids of faults and what their makers
/// misunderstood), its scenarios.
pub fn clause(suite: &Suite, clause: Clause, faults: &[(&str, &str)], style: Style) -> String {
    let entry = suite.table.entry(clause);
    let mut text = format!("{clause} ({})\n", entry.level.name());
    paragraph(&mut text, &entry.says, style);
    paragraph(&mut text, &format!("Without it: {}", entry.why), style);
    let places: Vec<_> =
        suite.table.sources(clause).iter().map(|(heading, at)| format!("\"{heading}\", sentence {at}")).collect();
    if places.is_empty() {
        paragraph(&mut text, "The page does not say it in a sentence; it follows from what it says.", style);
    } else {
        paragraph(&mut text, &format!("On the page: {}", places.join("; ")), style);
    }
    if !entry.needs.is_empty() {
        let needs: Vec<_> = entry.needs.iter().map(ToString::to_string).collect();
        paragraph(&mut text, &format!("To be seen it needs: {}", needs.join("; ")), style);
    }
    let open: Vec<_> =
        Reading::ALL.iter().filter(|reading| reading.beyond().contains(&clause)).map(|reading| reading.id()).collect();
    if !open.is_empty() {
        paragraph(&mut text, &format!("Open points beside it: {}", open.join(", ")), style);
    }
    if !faults.is_empty() {
        text.push_str("\nWhat breaks it\n");
        for (id, says) in faults {
            paragraph(&mut text, &format!("{id}: {says}"), style);
        }
    }
    let scenarios: Vec<_> = suite.scenarios.iter().filter(|scenario| scenario.clauses.contains(&clause)).collect();
    let _ = writeln!(text, "\n{}", counted(scenarios.len(), "scenario"));
    for scenario in scenarios {
        text.push('\n');
        text.push_str(&self::scenario(scenario, style));
    }
    text
}

/// An open point: what is allowed, and what lies beyond.
pub fn reading(suite: &Suite, reading: Reading, style: Style) -> String {
    let mut text = format!("{reading} (open)\n");
    paragraph(&mut text, &format!("Allowed: {}.", reading.allowed()), style);
    let beyond: Vec<_> = reading.beyond().iter().map(|clause| clause.id()).collect();
    if !beyond.is_empty() {
        paragraph(&mut text, &format!("Beyond it these clauses are broken: {}", beyond.join(", ")), style);
    }
    for scenario in suite.scenarios.iter().filter(|scenario| scenario.probe == Some(reading)) {
        text.push('\n');
        text.push_str(&self::scenario(scenario, style));
    }
    text
}

/// A scenario as a timeline.
pub fn scenario(scenario: &Scenario, style: Style) -> String {
    let name = textwrap::Options::new(style.width.max(40)).subsequent_indent("  ");
    let mut text = format!("{}\n  {}:{}\n", textwrap::fill(&scenario.name, name), scenario.file, scenario.line);
    let clauses: Vec<_> = scenario.clauses.iter().map(|clause| clause.id()).collect();
    paragraph(&mut text, &format!("clauses: {}", clauses.join(", ")), style);
    for line in timeline(scenario).lines() {
        let options = textwrap::Options::new(style.width.max(40)).initial_indent("  ").subsequent_indent("       ");
        let _ = writeln!(text, "{}", textwrap::fill(line, options));
    }
    text
}

fn paragraph(text: &mut String, what: &str, style: Style) {
    let options = textwrap::Options::new(style.width.max(40)).initial_indent("  ").subsequent_indent("  ");
    let _ = writeln!(text, "{}", textwrap::fill(what, options));
}
