//! A measurement as text and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Measurement;
use crate::model::Clause;
use crate::report::Style;

/// The table: fault, clause, the scenario that kills it, what the explorer makes of it; then the score, clause by clause.
pub fn table(measurement: &Measurement, style: Style) -> String {
    let mut text = String::new();
    for result in &measurement.faults {
        let _ = writeln!(text, "{:<40}  breaks {}", result.fault.id, result.fault.clause);
        match &result.killed_by {
            Some(kill) => {
                let _ = writeln!(text, "    killed by {}:{}", kill.file, kill.line);
            }
            None => {
                let others: Vec<_> = result.otherwise.iter().map(|clause| clause.id()).collect();
                let others = if others.is_empty() { "nothing".to_owned() } else { others.join(", ") };
                let _ = writeln!(text, "    SURVIVES, found {others}");
            }
        }
        let _ = match result.explored {
            Some((case, actions)) => writeln!(text, "    explored: sequence {case}, {actions} steps after shrinking"),
            None => writeln!(text, "    explored: not found"),
        };
    }
    text.push_str("\nrightful variants\n");
    for result in &measurement.variants {
        let told = result.wrong.as_deref().unwrap_or("conformant");
        line(&mut text, style, &format!("{:<40}  {told}", result.variant.id));
    }
    text.push_str("\ncontrols\n");
    for result in &measurement.controls {
        line(
            &mut text,
            style,
            &format!("{:<40}  {}", result.control.id, if result.caught { "caught" } else { "SURVIVES" }),
        );
    }
    text.push_str("\nscore by clause\n");
    for clause in Clause::ALL {
        let (killed, all) = measurement.score(Some(*clause));
        let _ = writeln!(text, "  {:<25}  {killed} of {all}", clause.id());
    }
    let (killed, all) = measurement.score(None);
    let effort = measurement.effort;
    let _ = writeln!(
        text,
        "\nthe explorer alone: {} of {all} faults, seed {}, up to {} sequences",
        measurement.explored(),
        effort.seed,
        effort.cases
    );
    let right = measurement.variants.iter().filter(|result| result.wrong.is_none()).count();
    let _ = writeln!(
        text,
        "{killed} of {all} faults killed for the right reason; {right} of {} variants conformant{}",
        measurement.variants.len(),
        if measurement.is_valid() { "" } else { "; void: a control survives" }
    );
    text
}

fn line(text: &mut String, style: Style, what: &str) {
    let options = textwrap::Options::new(style.width.max(40)).initial_indent("  ").subsequent_indent("      ");
    let _ = writeln!(text, "{}", textwrap::fill(what, options));
}

/// The measurement as JSON.
pub fn json(measurement: &Measurement) -> Value {
    let (killed, all) = measurement.score(None);
    let faults: Vec<_> = measurement
        .faults
        .iter()
        .map(|result| {
            json!({
                "id": result.fault.id,
                "clause": result.fault.clause.id(),
                "says": result.fault.says,
                "killed_by": result.killed_by.as_ref().map(|kill| json!({
                    "scenario": kill.scenario, "file": kill.file, "line": kill.line,
                })),
                "otherwise": result.otherwise.iter().map(|clause| clause.id()).collect::<Vec<_>>(),
                "explored": result.explored.map(|(case, steps)| json!({ "sequence": case, "steps": steps })),
            })
        })
        .collect();
    let variants: Vec<_> = measurement
        .variants
        .iter()
        .map(|result| json!({ "id": result.variant.id, "says": result.variant.says, "wrong": result.wrong }))
        .collect();
    let controls: Vec<_> = measurement
        .controls
        .iter()
        .map(|result| json!({ "id": result.control.id, "says": result.control.says, "caught": result.caught }))
        .collect();
    let clauses: Vec<_> = Clause::ALL
        .iter()
        .map(|clause| {
            let (killed, all) = measurement.score(Some(*clause));
            json!({ "id": clause.id(), "killed": killed, "faults": all })
        })
        .collect();
    json!({
        "format": 1,
        "suite": { "version": measurement.suite.0, "digest": measurement.suite.1 },
        "valid": measurement.is_valid(),
        "score": { "killed": killed, "faults": all, "explored": measurement.explored() },
        "exploration": { "cases": measurement.effort.cases, "seed": measurement.effort.seed },
        "clauses": clauses,
        "faults": faults,
        "variants": variants,
        "controls": controls,
    })
}
