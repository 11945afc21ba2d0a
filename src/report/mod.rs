//! Outcomes as text. Nothing here decides anything: a [`Run`] comes judged, and each format tells it in its own way.

mod badge;
mod book;
mod certificate;
mod ctrf;
mod diagnostics;
mod diff;
mod difference;
mod explain;
mod failure;
mod github;
mod html;
mod json;
mod junit;
mod known;
mod log;
mod markdown;
mod outcome;
mod terminal;
mod timeline;
mod untested;

pub use badge::{badge_json, badge_svg};
pub use book::{Book, BookFault, Scene, pages};
pub use certificate::{
    Certificate, CertificateError, Difference, Evidence, FilesNow, NoCertificate, changed, verified,
};
pub use ctrf::ctrf;
pub use diagnostics::diagnostics;
pub use diff::{Changes, changes};
pub use explain::{clause, reading, scenario};
pub use github::github;
pub use html::html;
pub use json::{Recorded, ReportError, json, read, recorded, schema};
pub use junit::junit;
pub use known::{KnownFailures, KnownState, names, seen};
pub use log::{
    Happening, LogCounts, LogFinding, LogOutcome, LogSetup, Moment, Sight, log, log_at, logs_json, logs_junit,
    logs_line, verdict_of,
};
pub use markdown::markdown;
pub use outcome::{
    ClauseOutcome, Exploration, Extent, Identity, Placed, Run, RunVerdict, ScenarioOutcome, Score, Tally, Unseen,
};
pub use terminal::{Style, brief, counted, explored, shell, summary};
pub use timeline::{action_in, action_line, step_line, timeline};
