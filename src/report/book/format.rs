//! The scenario format, from the schema that editors use.

use maud::{Markup, html};
use serde_json::Value;

use super::{Book, frame};
use crate::suite::{print, schema};

/// The page of the scenario format.
pub fn page(book: Book<'_>) -> String {
    let schema = schema();
    let example = book.suite.scenarios.iter().find(|scenario| scenario.id.contains("plan-clears-next-turn/"));
    let content = html! {
        h1 { "Scenario format" }
        p.lead { "A scenario file is YAML and closed to unknown keys. " code { "todospec lint" } " says what is wrong in one, and where." }
        @if let Some(scenario) = example {
            h2 #example { "A file" }
            pre { code { (print("The standing plan", std::slice::from_ref(scenario))) } }
        }
        h2 #file { "The file" }
        (keys(&schema))
        @for name in ["scenario", "step", "item"] {
            h2 id=(name) { "The " (name) }
            (keys(&schema["$defs"][name]))
        }
    };
    frame::page(book, "scenario-format.html", "Scenario format", None, &content)
}

/// The keys that an object of the schema may have.
fn keys(object: &Value) -> Markup {
    let required = |key: &str| object["required"].as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
    html! {
        table {
            thead { tr { th scope="col" { "Key" } th scope="col" { "Holds" } th scope="col" { "What it is" } } }
            tbody {
                @for (key, value) in object["properties"].as_object().into_iter().flatten() {
                    tr {
                        td { code { (key) } @if required(key) { " " span.level { "needed" } } }
                        td { (holds(value)) }
                        td { (value["description"].as_str().unwrap_or_default()) }
                    }
                }
            }
        }
    }
}

fn holds(value: &Value) -> Markup {
    const FEW: usize = 4;
    if let Some(known) = value["$ref"].as_str() {
        let name = known.trim_start_matches("#/$defs/");
        return html! { (name) };
    }
    if let Some(words) = value["enum"].as_array() {
        return html! {
            @for (at, word) in words.iter().take(FEW).enumerate() {
                @if at > 0 { ", " }
                code { (word.as_str().unwrap_or_default()) }
            }
            @if words.len() > FEW { " and " (words.len() - FEW) " more" }
        };
    }
    if let Some(either) = value["anyOf"].as_array() {
        return html! { @for (at, one) in either.iter().enumerate() { @if at > 0 { ", or " } (holds(one)) } };
    }
    match value["type"].as_str() {
        Some("array") => html! { "a list of " (holds(&value["items"])) },
        Some("object") => {
            let keys = value["properties"].as_object();
            html! { "a map with " @for (at, (key, _)) in keys.into_iter().flatten().enumerate() { @if at > 0 { ", " } code { (key) } } }
        }
        Some("string") => html! { "a text" },
        Some(other) => html! { (other) },
        None => html! { "anything" },
    }
}
