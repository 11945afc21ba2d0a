//! What the search looks through: a script that sets a variable, since a page opened as a file may fetch nothing.

use serde_json::json;

use super::Book;
use super::clause::link;
use crate::suite::Reading;

/// The index: kind, name, words and page of everything in the book.
pub fn index(book: Book<'_>) -> String {
    let mut entries = Vec::new();
    for entry in book.suite.table.entries() {
        entries.push(json!(["clause", entry.clause.id(), entry.says, format!("index.html#{}", entry.clause)]));
    }
    for reading in Reading::ALL {
        entries.push(json!(["open point", reading.id(), reading.allowed(), format!("open-points.html#{reading}")]));
    }
    for scenario in &book.suite.scenarios {
        let clauses: Vec<_> = scenario.clauses.iter().map(|clause| clause.id()).collect();
        entries.push(json!(["scenario", scenario.name, clauses.join(" "), link(scenario)]));
    }
    for fault in book.faults {
        entries.push(json!(["mistake", fault.id, fault.says, format!("index.html#fault-{}", fault.id)]));
    }
    // In a script, `</` would end it.
    let entries: Vec<_> = entries.iter().map(|entry| entry.to_string().replace("</", "<\\/")).collect();
    format!("window.todospecIndex = [\n{}\n];\n", entries.join(",\n"))
}
