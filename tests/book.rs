//! The book: every way in it leads somewhere, everything is in it, and nothing is asked for outside of it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]
#![expect(clippy::case_sensitive_file_extension_comparisons, reason = "the names are our own")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use todospec::implementation::{Faulty, Reference, faults};
use todospec::model::Clause;
use todospec::report::{Book, BookFault, Run, Scene, pages};
use todospec::run::{self, Selection};
use todospec::suite::{Reading, Suite};

static SUITE: LazyLock<Arc<Suite>> = LazyLock::new(|| Arc::new(Suite::embedded().unwrap()));
static SCENES: LazyLock<Vec<Vec<Scene>>> =
    LazyLock::new(|| SUITE.scenarios.iter().map(|scenario| run::scenes(scenario).unwrap()).collect());

fn book(results: &[Run]) -> BTreeMap<String, String> {
    let faults: Vec<_> =
        faults().map(|fault| BookFault { id: fault.id, clause: fault.clause, says: fault.says }).collect();
    let conversation = run::conversation(&SUITE).unwrap();
    pages(Book { suite: &SUITE, scenes: &SCENES, conversation: &conversation, faults: &faults, results })
}

fn results() -> Vec<Run> {
    let selection = Selection { filter: Some("plan/plan-returns".to_owned()), ..Selection::default() };
    let judged = |implementation: &mut dyn todospec::Implementation| {
        run::scenarios(&SUITE, &selection, implementation, |_| {}).judged(&SUITE, &selection, Vec::new(), None)
    };
    vec![judged(&mut Reference::default()), judged(&mut Faulty::new("cleared-when-all-done").unwrap())]
}

/// The values of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let opens = format!(" {attribute}=\"");
    page.split(opens.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Where a link on a page leads: a page and an anchor.
fn target(from: &str, link: &str) -> (String, String) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.is_empty() {
        return (from.to_owned(), anchor.to_owned());
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        if part == ".." {
            parts.pop().unwrap();
        } else {
            parts.push(part);
        }
    }
    (parts.join("/"), anchor.to_owned())
}

#[test]
fn every_link_leads_to_a_page_and_an_anchor_that_are_there() {
    let pages = book(&results());
    let ids: BTreeMap<&str, Vec<&str>> = pages.iter().map(|(path, page)| (path.as_str(), values(page, "id"))).collect();
    let mut dead = Vec::new();
    for (path, page) in pages.iter().filter(|(path, _)| path.ends_with(".html")) {
        let links = values(page, "href").into_iter().chain(values(page, "src"));
        for link in links.filter(|link| *link != "data:,") {
            let (to, anchor) = target(path, link);
            let there = ids.get(to.as_str()).is_some_and(|ids| anchor.is_empty() || ids.contains(&anchor.as_str()));
            if !there {
                dead.push(format!("{path}: {link}"));
            }
        }
    }
    for entry in pages["search.js"].lines().filter(|line| line.starts_with('[')) {
        let entry: [String; 4] = serde_json::from_str(entry.trim_end_matches(',')).unwrap();
        let (to, anchor) = target("index.html", &entry[3]);
        if !ids.get(to.as_str()).is_some_and(|ids| ids.contains(&anchor.as_str())) {
            dead.push(format!("search: {}", entry[3]));
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn an_id_stands_once_on_a_page() {
    for (path, page) in book(&results()) {
        let ids = values(&page, "id");
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len(), "{path}");
    }
}

#[test]
fn everything_is_in_the_book() {
    let pages = book(&[]);
    let on = |page: &str, id: &str| values(&pages[page], "id").contains(&id);
    for clause in Clause::ALL {
        assert!(on("index.html", clause.id()), "{clause}");
        let says = SUITE.table.entry(*clause).says.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        assert!(pages["index.html"].contains(&says), "{clause}");
    }
    for reading in Reading::ALL {
        assert!(on("open-points.html", reading.id()), "{reading}");
    }
    for fault in faults() {
        assert!(on("index.html", &format!("fault-{}", fault.id)), "{}", fault.id);
    }
    for scenario in &SUITE.scenarios {
        let (file, anchor) = scenario.id.rsplit_once('/').unwrap();
        assert!(on(&format!("scenarios/{file}.html"), anchor), "{}", scenario.id);
    }
    assert!(!pages.contains_key("matrix.html"));
}

#[test]
fn nothing_outside_of_the_book_is_asked_for() {
    for (path, page) in book(&results()) {
        let asked = values(&page, "href").into_iter().chain(values(&page, "src"));
        for link in asked.filter(|link| *link != "data:,") {
            assert!(!link.contains(':') && !link.starts_with('/'), "{path}: {link}");
        }
        for word in ["@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
            assert!(!path.ends_with("css") && !path.ends_with("js") || !page.contains(word), "{path}: {word}");
        }
    }
}

#[test]
fn texts_are_shown_and_never_read_as_markup() {
    let pages = book(&[]);
    let tags: BTreeSet<&str> = pages
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .flat_map(|(_, page)| page.split('<').skip(1))
        .map(|rest| rest.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap())
        .collect();
    let known = [
        "", "a", "article", "body", "button", "code", "dd", "details", "div", "dl", "dt", "footer", "h1", "h2", "h3",
        "h4", "h5", "h6", "head", "header", "html", "input", "label", "li", "link", "main", "meta", "nav", "ol", "p",
        "pre", "script", "section", "span", "strong", "summary", "table", "tbody", "td", "th", "thead", "title", "tr",
        "ul",
    ];
    let unknown: Vec<_> = tags.iter().filter(|tag| !known.contains(tag)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(pages.values().any(|page| page.contains("&lt;/")), "a scenario about a text like markup is shown");
}

#[test]
fn the_same_book_has_the_same_bytes() {
    assert_eq!(book(&results()), book(&results()));
}

#[test]
fn a_cell_opens_what_was_allowed_and_what_was_seen() {
    let pages = book(&results());
    let matrix = &pages["matrix.html"];
    let row = matrix.split("index.html#plan-returns").nth(1).unwrap().split("</tr>").next().unwrap();
    let [passed, failed] = row.split("<td").skip(1).collect::<Vec<_>>()[..] else { panic!("{row}") };
    assert!(passed.contains("pass") && !passed.contains("allowed"), "{passed}");
    assert!(failed.contains("<summary>fail</summary>") && failed.contains("<dt>allowed</dt>"), "{failed}");
    assert!(pages["index.html"].contains("matrix.html"));
}
