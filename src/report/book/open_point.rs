//! What the page leaves open, and what is allowed there.

use maud::html;

use super::clause::link;
use super::{Book, frame};
use crate::suite::Reading;

/// The page of the open points.
pub fn page(book: Book<'_>) -> String {
    let aside = html! { ul { @for reading in Reading::ALL { li { a href={ "#" (reading) } { (reading) } } } } };
    let content = html! {
        h1 { "Open points" }
        p.lead {
            "Where the page leaves a point open, any allowed answer is right. How an implementation settles it is a reading: "
            "it is reported, and never failed."
        }
        @for reading in Reading::ALL {
            @let beyond = reading.beyond();
            article.clause id=(reading) {
                h2 { a href={ "#" (reading) } { (reading) } }
                p.says { "Allowed: " (reading.allowed()) "." }
                @if !beyond.is_empty() {
                    dl {
                        dt { "Beyond it" }
                        dd {
                            "broken: "
                            @for (at, clause) in beyond.iter().enumerate() {
                                @if at > 0 { ", " }
                                a href={ "index.html#" (clause) } { (clause) }
                            }
                        }
                    }
                }
                details {
                    summary { "Scenarios that show it" }
                    ul {
                        @for scenario in book.suite.scenarios.iter().filter(|scenario| scenario.probe == Some(*reading)) {
                            li { a href=(link(scenario)) { (scenario.name) } }
                        }
                    }
                }
            }
        }
    };
    frame::page(book, "open-points.html", "Open points", Some(&aside), &content)
}
