//! A log as a person reads it.

use std::fmt::Write;

use super::{Happening, LogOutcome, LogSetup, Moment, Sight, verdict_of};
use crate::oracle::{quote, show_seen};
use crate::report::terminal::{GREEN, RED, YELLOW, beside, counted, paint};
use crate::report::{RunVerdict, Style, action_line};
use crate::suite::{Reading, Suite};
use crate::trace::{Action, SeenItem};

/// What one log shows, its verdict last.
pub fn log(outcome: &LogOutcome, suite: &Suite, style: Style) -> String {
    let LogOutcome { file, format, counts, .. } = outcome;
    let mut text = format!("{file}, a log of {format}\n");
    let row = |text: &mut String, label: &str, what: &str| beside(text, style, label, what);
    let chat = [outcome.chat.clone(), outcome.parent.as_ref().map(|parent| format!("of {parent}"))];
    let chat: Vec<_> = chat.into_iter().flatten().collect();
    if !chat.is_empty() {
        row(&mut text, "chat", &chat.join(", "));
    }
    let mut lines = vec![format!("{}, {} of them about other things", counted(counts.lines, "line"), counts.skipped)];
    if counts.unreadable > 0 {
        lines.push(format!("{} cannot be read", counts.unreadable));
    }
    row(&mut text, "read", &lines.join(", "));
    let mut held =
        vec![counted(counts.updates, "update"), format!("{} refused", counts.refusals), counted(counts.turns, "turn")];
    if counts.reopenings > 0 {
        held.push(format!(
            "reopened {}",
            if counts.reopenings == 1 { "once".to_owned() } else { format!("{} times", counts.reopenings) }
        ));
    }
    if counts.unjudged > 0 {
        held.push(format!("{} without a reply", counted(counts.unjudged, "update")));
    }
    if counts.denied > 0 {
        held.push(format!("{} that may have been denied before the tool saw it", counted(counts.denied, "call")));
    }
    row(&mut text, "holds", &held.join(", "));
    row(&mut text, "setup", &setup_line(&outcome.setup));
    findings(&mut text, outcome, suite, style);
    if !outcome.timeline.is_empty() {
        text.push_str("\nWhat happened\n");
        outcome.timeline.iter().for_each(|moment| self::moment(&mut text, style, moment));
    }
    readings(&mut text, outcome, style);
    let _ = writeln!(text, "\n{}", verdict_line(outcome, style));
    text
}

fn findings(text: &mut String, outcome: &LogOutcome, suite: &Suite, style: Style) {
    for found in &outcome.findings {
        let clause = found.finding.clause;
        let _ = writeln!(text, "\n{} {clause}", paint(style, RED, "broken"));
        beside(text, style, "demands", &suite.table.entry(clause).says);
        beside(text, style, "allowed", &format!("{}: {}", found.finding.subject, found.finding.allowed));
        beside(text, style, "seen", &format!("{}: {}", found.finding.subject, found.finding.seen));
        let _ = writeln!(text, "  {:<9}  {}:{}", "at", outcome.file, found.line);
    }
    if outcome.more_findings > 0 {
        let _ = writeln!(text, "\n… and {} more findings", outcome.more_findings);
    }
}

fn readings(text: &mut String, outcome: &LogOutcome, style: Style) {
    let told = Reading::ALL.iter().filter_map(|reading| Some((reading.id(), outcome.readings.told(*reading)?)));
    let told: Vec<_> = told.collect();
    if told.is_empty() {
        return;
    }
    text.push_str("\nHow open points are settled (reported, never failed)\n");
    for (id, told) in told {
        let options = textwrap::Options::new(style.width.max(40)).initial_indent("  ").subsequent_indent("      ");
        let _ = writeln!(text, "{}", textwrap::fill(&format!("{id}: {told}"), options));
    }
}

fn setup_line(setup: &LogSetup) -> String {
    let word = |one_active: &bool| if *one_active { "on" } else { "off" };
    match setup {
        LogSetup::Open => "the log does not show whether one_active is on".to_owned(),
        LogSetup::Named { one_active } => format!("one_active {}, as named", word(one_active)),
        LogSetup::Shown(lines) => {
            let shown: Vec<_> = lines.iter().map(|(line, on)| format!("{} at line {line}", word(on))).collect();
            format!("one_active {}, as updates show", shown.join(", "))
        }
    }
}

fn moment(text: &mut String, style: Style, moment: &Moment) {
    let what = match &moment.what {
        Happening::TurnStart => "turn starts".to_owned(),
        Happening::TurnEnd => "turn ends".to_owned(),
        Happening::Reopened => "reopened".to_owned(),
        Happening::Unasked => "a record without an update".to_owned(),
        Happening::Update { arguments, reply, record } => {
            let mut what = action_line(&Action::Write { chat: None, arguments: arguments.clone() });
            let told = match reply {
                Some((line, reply)) => format!("\nline {line} answers {}", quote(&reply.text)),
                None => "\nwithout a reply".to_owned(),
            };
            what += &told;
            what + &record.map_or_else(|| "\nrecords nothing".to_owned(), |line| format!("\nline {line} records it"))
        }
    };
    beside(text, style, &format!("line {}", moment.line), &what);
    text.push_str(&sight(&moment.sight, style));
}

fn sight(sight: &Sight, style: Style) -> String {
    let mut text = String::new();
    let shown =
        |items: &Option<Vec<SeenItem>>| items.as_ref().map_or_else(|| "none".to_owned(), |items| show_seen(items));
    beside(&mut text, style, "", &format!("list {}", shown(&sight.list)));
    beside(&mut text, style, "", &format!("plan {}", shown(&sight.plan)));
    text
}

/// List and plan at a line of a log.
pub fn log_at(outcome: &LogOutcome, line: usize, style: Style) -> String {
    let Some(at) = &outcome.at else {
        return format!("{}: it has {}\n", outcome.file, counted(outcome.counts.lines, "line"));
    };
    format!("{}:{line}\n{}", outcome.file, sight(at, style))
}

fn verdict_line(outcome: &LogOutcome, style: Style) -> String {
    let updates = counted(outcome.counts.updates, "update");
    match outcome.verdict() {
        RunVerdict::Conformant => format!("{}: {updates}, no finding", paint(style, GREEN, "conformant")),
        RunVerdict::Nonconformant => {
            let findings = counted(outcome.findings.len() + outcome.more_findings, "finding");
            format!("{}: {updates}, {findings}", paint(style, RED, "nonconformant"))
        }
        RunVerdict::Inconclusive if outcome.counts.updates > 0 => {
            let denied = counted(outcome.counts.denied, "call");
            format!(
                "{}: {updates}, no finding, and {denied} that cannot be judged",
                paint(style, YELLOW, "inconclusive")
            )
        }
        RunVerdict::Inconclusive => {
            format!("{}: it holds no update that can be judged", paint(style, YELLOW, "inconclusive"))
        }
    }
}

/// The verdict of several logs, in one line.
pub fn logs_line(outcomes: &[LogOutcome], style: Style) -> String {
    let count = |verdict| outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count();
    let logs = counted(outcomes.len(), "log");
    match verdict_of(outcomes.iter().map(LogOutcome::verdict)) {
        RunVerdict::Conformant => format!("{}: {logs}, no finding", paint(style, GREEN, "conformant")),
        RunVerdict::Nonconformant => format!(
            "{}: findings in {} of {logs}",
            paint(style, RED, "nonconformant"),
            count(RunVerdict::Nonconformant)
        ),
        RunVerdict::Inconclusive => format!(
            "{}: {} of {logs} could not be judged, or not whole, no finding",
            paint(style, YELLOW, "inconclusive"),
            count(RunVerdict::Inconclusive)
        ),
    }
}
