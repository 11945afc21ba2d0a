//! The exact messages, as the model writes them.

use maud::html;

use super::{Book, frame};
use crate::model::{Clause, Counts, REFUSAL_PREFIX, Refusal};

/// The page of the messages.
pub fn page(book: Book<'_>) -> String {
    let counts = Counts { pending: 2, in_progress: 1, completed: 3 };
    let refusals = [
        Refusal::Empty,
        Refusal::Repeat { text: "Read the brief".to_owned() },
        Refusal::OneActive { count: 2 },
        Refusal::NoChat,
    ];
    let acknowledgement = (counts.to_string(), Clause::WholeList, Clause::AckCounts);
    let refused = refusals.iter().map(|refusal| (refusal.to_string(), refusal.rule(), refusal.message()));
    let content = html! {
        h1 { "Messages" }
        p.lead { "What an update answers, to the last character. Numbers and the text between quotation marks are those of the update." }
        table {
            thead { tr { th scope="col" { "Answer" } th scope="col" { "When" } th scope="col" { "Clause" } } }
            tbody {
                @for (text, rule, message) in std::iter::once(acknowledgement).chain(refused) {
                    tr {
                        td { code { (text) } }
                        td { (book.suite.table.entry(rule).says) }
                        td { a href={ "index.html#" (message) } { (message) } }
                    }
                }
            }
        }
        p {
            "Any other refusal, of arguments of the wrong shape for instance, begins with " code { (REFUSAL_PREFIX) }
            " and is otherwise free: see " a href="open-points.html#malformed" { "malformed" } "."
        }
    };
    frame::page(book, "messages.html", "Messages", None, &content)
}
