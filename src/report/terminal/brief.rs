//! One thing at a time: the first broken clause, or the first thing that could not be tested, for who mends it next.

use std::fmt::Write;

use super::{Page, RED, Style, YELLOW, counted, judged, likely};
use crate::oracle::Verdict;
use crate::report::failure::{command, shortest};
use crate::report::{Run, RunVerdict, Unseen};
use crate::trace::Capability;

/// The most lines of a brief report.
const MOST_LINES: usize = 40;
/// The most lines of one text in it; the others are left out of its middle.
const MOST_TOLD: usize = 6;
/// The most steps that are shown, the last ones.
const MOST_STEPS: usize = 6;

/// The first broken clause alone, with the shortest way to see it and how many more there are; where none is broken, the
/// first thing that could not be tested. Never more than 40 lines, the verdict last.
pub fn brief(run: &Run, style: Style) -> String {
    let page = Page { run, style };
    let mut text = String::new();
    let _ = writeln!(text, "{}", clipped(&judged(run), style.width));
    match run.verdict {
        RunVerdict::Nonconformant => page.first_broken(&mut text),
        RunVerdict::Inconclusive => page.first_untested(&mut text),
        RunVerdict::Conformant => {}
    }
    let _ = writeln!(text, "\n{}", textwrap::fill(&page.last_line(), style.width.max(40)));
    debug_assert!(text.lines().count() <= MOST_LINES, "{text}");
    text
}

impl Page<'_> {
    fn first_broken(&self, text: &mut String) {
        let missing: Vec<_> = self.run.missing().map(Capability::name).collect();
        if !missing.is_empty() {
            self.told(text, "missing", &format!("{}: required, and not declared by `hello`", missing.join(", ")));
        }
        let mut broken = self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::Fail);
        let Some(first) = broken.next() else { return };
        let failure = shortest(self.run, first.clause);
        let _ = writeln!(text, "\n{} {}", self.paint(RED, "broken"), failure.clause);
        self.told(text, "demands", failure.says);
        if let Some((scenario, _)) = failure.scenario {
            self.told(text, "scenario", &scenario.name);
        }
        let left_out = failure.steps.len().saturating_sub(MOST_STEPS);
        if left_out > 0 {
            self.told(text, "steps", &format!("{left_out} before these"));
        }
        for (index, step) in failure.steps.iter().enumerate().skip(left_out) {
            self.line(text, &format!("step {}", index + 1), step);
        }
        let mut shown = String::new();
        self.difference(&mut shown, &failure);
        text.push_str(&middle_out(&shown, 2 * MOST_TOLD));
        if let Some(place) = failure.place() {
            let _ = writeln!(text, "  {:<9}  {place}", "at");
        }
        if let Some(told) = likely(self.run) {
            self.told(text, "likely", &told);
        }
        let _ = writeln!(text, "  {:<9}  {}", "run it", failure.command);
        let others = match broken.count() {
            0 => "no other clause is broken".to_owned(),
            1 => "1 other clause is broken".to_owned(),
            many => format!("{many} other clauses are broken"),
        };
        self.told(text, "then", &others);
    }

    fn first_untested(&self, text: &mut String) {
        if let Some((reason, blame)) = &self.run.no_hello {
            let _ = writeln!(text, "\n{}, a mistake of the {}", self.paint(YELLOW, "inconclusive"), blame.name());
            self.told(text, "because", reason);
            return;
        }
        let untested = self.run.scenarios.iter().filter_map(|scenario| match &scenario.unseen {
            Some(Unseen::Inconclusive { reason, blame, line }) => Some((scenario, reason, blame, line)),
            Some(Unseen::NotApplicable(_) | Unseen::NotTried(_)) | None => None,
        });
        let untested: Vec<_> = untested.collect();
        let Some((scenario, reason, blame, line)) = untested.first() else {
            let explored = self.run.exploration.as_ref().and_then(|explored| explored.inconclusive.as_deref());
            explored.into_iter().for_each(|reason| self.told(text, "explored", reason));
            return;
        };
        let _ = writeln!(text, "\n{}, a mistake of the {}", self.paint(YELLOW, "inconclusive"), blame.name());
        self.told(text, "because", reason);
        self.told(text, "scenario", &scenario.name);
        let _ = writeln!(text, "  {:<9}  {}:{line}", "at", scenario.file);
        let _ = writeln!(text, "  {:<9}  {}", "run it", command(self.run, scenario));
        if untested.len() > 1 {
            self.told(text, "then", &format!("{} more stopped like this", counted(untested.len() - 1, "scenario")));
        }
    }

    /// A label and a text, the middle of a long one left out: what happened stands first, the last lines of a log last.
    fn told(&self, text: &mut String, label: &str, what: &str) {
        let mut told = String::new();
        self.beside(&mut told, label, what);
        text.push_str(&middle_out(&told, MOST_TOLD));
    }

    /// A label and a text on one line.
    fn line(&self, text: &mut String, label: &str, what: &str) {
        let _ = writeln!(text, "  {label:<9}  {}", clipped(what, self.style.width.max(40) - 13));
    }
}

/// A text without the lines in its middle, where it has more than `most`.
fn middle_out(text: &str, most: usize) -> String {
    let lines: Vec<_> = text.lines().collect();
    let told = |lines: &[&str]| lines.join("\n") + "\n";
    if lines.len() <= most {
        return told(&lines);
    }
    let (first, last) = (most / 2, most - most / 2 - 1);
    let between = format!("             … {} lines left out\n", lines.len() - first - last);
    told(&lines[..first]) + &between + &told(&lines[lines.len() - last..])
}

/// A text in so many columns.
fn clipped(text: &str, columns: usize) -> String {
    if textwrap::core::display_width(text) <= columns {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for c in text.chars() {
        clipped.push(c);
        if textwrap::core::display_width(&clipped) >= columns {
            clipped.pop();
            break;
        }
    }
    clipped + "…"
}
