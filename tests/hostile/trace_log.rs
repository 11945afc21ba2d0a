//! A trace of todospec, as `audit` reads it.

use std::sync::{Arc, LazyLock};

use todospec::audit::{Options, audit};
use todospec::suite::Suite;

static SUITE: LazyLock<Arc<Suite>> =
    LazyLock::new(|| Arc::new(Suite::embedded().expect("the embedded suite is right")));

/// Judges bytes as a log of any format. They are judged or refused, with a text that can be shown.
pub fn bears(bytes: &[u8]) {
    let options = Options {
        suite: Arc::clone(&SUITE),
        file: "log".to_owned(),
        setup: None,
        timeline: true,
        at: Some(1),
        cases: true,
    };
    if let Err(wrong) = audit(bytes, None, &options) {
        super::is_printable(&wrong.to_string());
    }
}
