//! The adapter protocol: a conversation that was held, and every capability.

use maud::html;

use super::{Book, frame};
use crate::trace::{Capability, PROTOCOL, REJECTED, UNKNOWN_METHOD};

/// The page of the adapter protocol.
pub fn page(book: Book<'_>) -> String {
    let content = html! {
        h1 { "Adapter protocol" }
        p.lead {
            "Version " (PROTOCOL) ". The harness starts the adapter and speaks JSON-RPC 2.0 with it over standard input and output: "
            "one message a line, UTF-8, one request at a time. Standard error is the adapter's log. The end of its input ends it."
        }
        h2 #conversation { "A conversation" }
        p { "Held with the reference as this book was written: what the harness sends, and what the adapter answers." }
        ol.conversation {
            @for (request, answer) in book.conversation {
                li {
                    pre.request { span.visually-hidden { "sent: " } code { (request) } }
                    pre.answer { span.visually-hidden { "answered: " } code { (answer) } }
                }
            }
        }
        h2 #rules { "Rules" }
        ul {
            li { code { "hello" } ", " code { "begin" } ", " code { "open" } " and " code { "write" } " suffice. Everything else is asked for only where its capability is declared." }
            li { "Hand " code { "arguments" } " through untouched, wrong ones too: how they are refused is part of the test." }
            li { code { "begin" } " starts a clean world without chats, under the setup it names." }
            li { code { "is_error" } " may be left out." }
            li { "The error code " code { (REJECTED) } " to a " code { "write" } " says that a transport turned the call away before it arrived; " code { (UNKNOWN_METHOD) } " says that there is no such method." }
            li { "Where the setup is fixed, " code { "hello" } " says so: " code { "\"setup\":{\"one_active\":true}" } "." }
            li { "Blank lines, notifications and unknown fields of a result are taken calmly. A line that is none of these is a mistake of the adapter." }
        }
        h2 #capabilities { "Capabilities" }
        p { "What an implementation lets the harness see or do. One that nobody knows is an error of the adapter: a slip must not leave clauses untested." }
        table {
            thead { tr { th scope="col" { "Name" } th scope="col" { "It says that" } th scope="col" { "Clauses that need it" } } }
            tbody {
                @for capability in Capability::ALL {
                    tr id={ "capability-" (capability) } {
                        td { code { (capability) } }
                        td { (capability.says()) }
                        td {
                            @for entry in book.suite.table.entries().filter(|entry| entry.needs.iter().any(|need| need.0.contains(&capability))) {
                                a href={ "index.html#" (entry.clause) } { (entry.clause) } " "
                            }
                        }
                    }
                }
            }
        }
    };
    frame::page(book, "adapter-protocol.html", "Adapter protocol", None, &content)
}
