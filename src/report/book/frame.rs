//! What every page has around it.

use maud::{DOCTYPE, Markup, html};

use super::Book;

/// The chapters, in reading order: the page and its name.
const CHAPTERS: [(&str, &str); 6] = [
    ("index.html", "Clauses"),
    ("open-points.html", "Open points"),
    ("messages.html", "Messages"),
    ("scenarios.html", "Scenarios"),
    ("adapter-protocol.html", "Adapter protocol"),
    ("scenario-format.html", "Scenario format"),
];

/// A page: where it stands in the book, its title and what it holds. `aside` is the table of contents beside it.
pub fn page(book: Book<'_>, path: &str, title: &str, aside: Option<&Markup>, content: &Markup) -> String {
    let root = root(path);
    let matrix = (!book.results.is_empty()).then_some(("matrix.html", "Implementations"));
    let chapter = if path.starts_with("scenarios/") { "scenarios.html" } else { path };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · todospec" }
                link rel="stylesheet" href={ (root) "book.css" };
                link rel="icon" href="data:,";
                script defer src={ (root) "search.js" } {}
                script defer src={ (root) "book.js" } {}
            }
            body data-root=(root) {
                a.skip href="#content" { "Skip to the content" }
                header.top {
                    a.name href={ (root) "index.html" } { "todospec" }
                    nav aria-label="Chapters" {
                        @for (to, name) in CHAPTERS.into_iter().chain(matrix) {
                            a href={ (root) (to) } aria-current=[(to == chapter).then_some("page")] { (name) }
                        }
                    }
                    div.search role="search" hidden {
                        label for="search" { "Search" }
                        input #search type="search" autocomplete="off" placeholder="Search  /" aria-controls="found";
                        p.visually-hidden #found-count aria-live="polite" {}
                        ol #found hidden {}
                    }
                }
                div.sheet {
                    @if let Some(aside) = aside { nav.contents aria-label="On this page" { (aside) } }
                    main #content tabindex="-1" { (content) }
                }
                footer {
                    "Suite " (book.suite.table.version) " · sha256 " code { (book.suite.digest) } " · todospec "
                    (env!("CARGO_PKG_VERSION"))
                }
            }
        }
    };
    page.into_string()
}

/// The way from a page to the folder of the book.
pub fn root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}
