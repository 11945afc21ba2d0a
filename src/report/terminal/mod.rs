//! The report a person reads.

mod brief;
mod broken;
mod clauses;
mod known;
mod untested;

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style as Ansi};

use super::difference::Piece;
use super::{Exploration, Extent, Run, Score};
use crate::suite::Reading;
use crate::trace::shortened;

pub use brief::brief;
pub(super) use clauses::counts;

/// How a report is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether it is coloured.
    pub colour: bool,
    /// Its width, in columns.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self { colour: false, width: 80 }
    }
}

pub(super) const RED: Ansi = AnsiColor::Red.on_default().bold();
pub(super) const GREEN: Ansi = AnsiColor::Green.on_default().bold();
pub(super) const YELLOW: Ansi = AnsiColor::Yellow.on_default().bold();
const DIM: Ansi = Ansi::new().dimmed();

/// The whole report: what is broken, what could not be tested, every clause, the readings, and the last line.
pub fn summary(run: &Run, style: Style) -> String {
    let page = Page { run, style };
    let mut text = String::new();
    page.head(&mut text);
    if let Some((reason, blame)) = &run.no_hello {
        page.no_hello(&mut text, reason, *blame);
        return text;
    }
    page.diagnosis(&mut text);
    page.missing(&mut text);
    page.known(&mut text);
    page.broken(&mut text);
    page.untested(&mut text);
    page.clauses(&mut text);
    page.readings(&mut text);
    page.exploration(&mut text);
    if let Some(score) = &run.score {
        let Score { killed, faults, .. } = score;
        let _ = writeln!(
            text,
            "\nthe suite tells {killed} of {faults} known mistakes for what they are (todospec selfcheck)"
        );
    }
    let _ = writeln!(text, "\n{}", page.last_line());
    text
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&summary(self, Style::default()))
    }
}

struct Page<'a> {
    run: &'a Run,
    style: Style,
}

impl Page<'_> {
    fn paint(&self, ansi: Ansi, text: &str) -> String {
        paint(self.style, ansi, text)
    }

    /// A label and a text that is wrapped beside it.
    fn beside(&self, text: &mut String, label: &str, what: &str) {
        beside(text, self.style, label, what);
    }

    fn head(&self, text: &mut String) {
        let _ = writeln!(text, "{}", judged(self.run));
        if self.run.no_hello.is_some() {
            return;
        }
        let options = textwrap::Options::new(self.style.width.max(40)).subsequent_indent("  ");
        let _ = writeln!(text, "{}", textwrap::fill(&format!("declares: {}", declared(self.run)), options));
    }

    fn missing(&self, text: &mut String) {
        for capability in self.run.missing() {
            let told = format!("missing {capability}: it is required, and `hello` does not declare it");
            let _ = writeln!(text, "\n{}", self.paint(RED, &told));
        }
    }

    fn diagnosis(&self, text: &mut String) {
        if let Some(told) = likely(self.run) {
            text.push('\n');
            let _ = writeln!(text, "{}", textwrap::fill(&told, self.style.width.max(40)));
        }
    }

    fn readings(&self, text: &mut String) {
        let told = settled(self.run);
        if told.is_empty() {
            return;
        }
        let _ = writeln!(text, "\nHow open points are settled (reported, never failed)");
        for (id, told) in told {
            let options =
                textwrap::Options::new(self.style.width.max(40)).initial_indent("  ").subsequent_indent("      ");
            let _ = writeln!(text, "{}", textwrap::fill(&format!("{id}: {told}"), options));
        }
    }

    fn exploration(&self, text: &mut String) {
        if let Some(exploration) = &self.run.exploration {
            text.push('\n');
            text.push_str(&explored(exploration, self.style));
        }
    }
}

/// Who was tested, and by which suite.
pub(super) fn judged(run: &Run) -> String {
    let Run { implementation, suite, .. } = run;
    let (version, digest) = (&suite.table.version, &suite.digest);
    let who = format!("{} {}", shortened(&implementation.name), shortened(&implementation.version));
    let who = if who.trim().is_empty() { "no implementation that said hello".to_owned() } else { who };
    format!("{who}, judged by suite {version} (sha256 {})", &digest[..12.min(digest.len())])
}

/// What it declares, in one line.
pub(super) fn declared(run: &Run) -> String {
    let names: Vec<_> = run.implementation.capabilities.iter().map(|capability| capability.name()).collect();
    if names.is_empty() { "nothing beyond replies".to_owned() } else { names.join(" ") }
}

/// The known mistake that it behaves like.
pub(super) fn likely(run: &Run) -> Option<String> {
    let (fault, says) = run.diagnosis.as_ref()?;
    Some(format!("behaves exactly like the known mistake `{fault}`: {says}"))
}

/// How the open points are settled: each with what is told of it.
pub(super) fn settled(run: &Run) -> Vec<(&'static str, String)> {
    Reading::ALL.iter().filter_map(|reading| Some((reading.id(), run.readings.told(*reading)?))).collect()
}

/// What was certified and what was not, in one line.
pub(super) fn verdict_line(run: &Run) -> String {
    Page { run, style: Style::default() }.last_line()
}

/// A text in pieces, those that differ in a colour. Spaces stay plain, so that the text wraps as it would without colour.
fn paint_pieces(style: Style, ansi: Ansi, pieces: &[Piece]) -> String {
    let word = |word: &str| if word.is_empty() { String::new() } else { paint(style, ansi, word) };
    let painted = |piece: &Piece| {
        if piece.differs { piece.text.split(' ').map(word).collect::<Vec<_>>().join(" ") } else { piece.text.clone() }
    };
    pieces.iter().map(painted).collect()
}

/// A text in a colour, where there are colours.
pub(super) fn paint(style: Style, ansi: Ansi, text: &str) -> String {
    if style.colour { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
}

/// A label and a text that is wrapped beside it.
pub(super) fn beside(text: &mut String, style: Style, label: &str, what: &str) {
    const INDENT: &str = "             ";
    let first = format!("  {label:<9}  ");
    let options = textwrap::Options::new(style.width.max(40)).initial_indent(&first).subsequent_indent(INDENT);
    for (index, line) in what.lines().enumerate() {
        let options = if index == 0 { options.clone() } else { options.clone().initial_indent(INDENT) };
        let _ = writeln!(text, "{}", textwrap::fill(line, options).trim_end());
    }
}

/// What the explorer did, and the shortest sequence that shows a finding.
pub fn explored(exploration: &Exploration, style: Style) -> String {
    let Exploration { cases, steps, findings, .. } = exploration;
    let found = if findings.is_empty() { "no finding" } else { "a finding" };
    let mut text = match exploration.extent {
        Extent::Seed(seed) => format!("explored {cases} sequences, {steps} actions, seed {seed}: {found}\n"),
        Extent::Every { depth, chats, states } => {
            let states = states.map(|states| format!(", {states} distinct states")).unwrap_or_default();
            let chats = counted(chats, "chat");
            format!(
                "every sequence of up to {depth} actions over 2 texts and {chats}: {cases} sequences{states}, {found}\n"
            )
        }
    };
    let untested = exploration.inconclusive.as_ref().map(|reason| format!("not tested to the end: {reason}"));
    for line in exploration.counterexample.iter().chain(&untested).flat_map(|lines| lines.lines()) {
        let options = textwrap::Options::new(style.width.max(40)).initial_indent("  ").subsequent_indent("       ");
        let _ = writeln!(text, "{}", textwrap::fill(line, options));
    }
    text
}

/// A number of things: `1 scenario`, `2 scenarios`.
pub fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// A word as a shell reads it back.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
