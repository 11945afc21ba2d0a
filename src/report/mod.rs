//! Outcomes as text. Nothing here decides anything: a [`Run`] comes judged, and each format tells it in its own way.

mod badge;
mod ctrf;
mod diagnostics;
mod difference;
mod explain;
mod failure;
mod github;
mod html;
mod json;
mod junit;
mod log;
mod markdown;
mod outcome;
mod terminal;
mod timeline;
mod untested;

pub use badge::{badge_json, badge_svg};
pub use ctrf::ctrf;
pub use diagnostics::diagnostics;
pub use explain::{clause, reading, scenario};
pub use github::github;
pub use html::html;
pub use json::{ReportError, json, read, schema};
pub use junit::junit;
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
