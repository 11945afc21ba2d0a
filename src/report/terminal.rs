//! The report a person reads.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style as Ansi};

use super::{
    ClauseOutcome, Exploration, Extent, Placed, Run, RunVerdict, ScenarioOutcome, Score, Unseen, action_in, step_line,
};
use crate::model::Clause;
use crate::oracle::{Blame, Finding, Verdict};
use crate::suite::Reading;

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

const RED: Ansi = AnsiColor::Red.on_default().bold();
const GREEN: Ansi = AnsiColor::Green.on_default().bold();
const YELLOW: Ansi = AnsiColor::Yellow.on_default().bold();
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
        if self.style.colour { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    }

    /// A label and a text that is wrapped beside it.
    fn beside(&self, text: &mut String, label: &str, what: &str) {
        const INDENT: &str = "             ";
        let first = format!("  {label:<9}  ");
        let options = textwrap::Options::new(self.style.width.max(40)).initial_indent(&first).subsequent_indent(INDENT);
        for (index, line) in what.lines().enumerate() {
            let options = if index == 0 { options.clone() } else { options.clone().initial_indent(INDENT) };
            let _ = writeln!(text, "{}", textwrap::fill(line, options).trim_end());
        }
    }

    fn head(&self, text: &mut String) {
        let Run { implementation, suite, .. } = self.run;
        let (version, digest) = (&suite.table.version, &suite.digest);
        let who = format!("{} {}", implementation.name, implementation.version);
        let who = if who.trim().is_empty() { "no implementation that said hello".to_owned() } else { who };
        let _ = writeln!(text, "{who}, judged by suite {version} (sha256 {})", &digest[..12.min(digest.len())]);
        if self.run.no_hello.is_some() {
            return;
        }
        let names: Vec<_> = implementation.capabilities.iter().map(|capability| capability.name()).collect();
        let declares = if names.is_empty() { "nothing beyond replies".to_owned() } else { names.join(" ") };
        let options = textwrap::Options::new(self.style.width.max(40)).subsequent_indent("  ");
        let _ = writeln!(text, "{}", textwrap::fill(&format!("declares: {declares}"), options));
    }

    /// Nothing more is known of what did not say hello.
    fn no_hello(&self, text: &mut String, reason: &str, blame: Blame) {
        let _ = writeln!(text, "\n{}, a mistake of the {}", self.paint(YELLOW, "inconclusive"), blame.name());
        self.beside(text, "because", reason);
        let command: Vec<_> = self.run.implementation.command.iter().map(|word| shell(word)).collect();
        let _ = writeln!(text, "  {:<9}  {}", "command", command.join(" "));
        let _ = writeln!(text, "\n{}: the adapter did not get past `hello`", self.paint(YELLOW, "inconclusive"));
    }

    fn diagnosis(&self, text: &mut String) {
        if let Some((fault, says)) = &self.run.diagnosis {
            text.push('\n');
            let told = format!("behaves exactly like the known mistake `{fault}`: {says}");
            let _ = writeln!(text, "{}", textwrap::fill(&told, self.style.width.max(40)));
        }
    }

    fn broken(&self, text: &mut String) {
        for outcome in self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::Fail) {
            let entry = self.run.suite.table.entry(outcome.clause);
            let clause = outcome.clause.id();
            let _ = writeln!(text, "\n{} {clause}", self.paint(RED, "broken"));
            self.beside(text, "demands", &entry.says);
            if let Some((scenario, placed)) = self.example(outcome.clause) {
                self.example_lines(text, scenario, placed);
                self.others(text, scenario, outcome.clause);
            } else if let Some(finding) = self.explored(outcome.clause) {
                self.beside(text, "allowed", &format!("{}: {}", finding.subject, finding.allowed));
                self.beside(text, "seen", &format!("{}: {}", finding.subject, finding.seen));
                self.beside(text, "found by", "exploration, see below");
            }
        }
    }

    fn explored(&self, clause: Clause) -> Option<&Finding> {
        let findings = &self.run.exploration.as_ref()?.findings;
        findings.iter().find(|finding| finding.clause == clause)
    }

    /// The finding that shows a broken clause best: in a scenario about it, after few steps, with little to read.
    fn example(&self, clause: Clause) -> Option<(&ScenarioOutcome, &Placed)> {
        let found = self
            .run
            .scenarios
            .iter()
            .flat_map(|scenario| scenario.findings.iter().map(move |placed| (scenario, placed)));
        found.filter(|(_, placed)| placed.finding.clause == clause).min_by_key(|(scenario, placed)| {
            let known = self.run.suite.scenarios.iter().find(|known| known.id == scenario.id);
            let probes = known.is_some_and(|known| known.probe.is_some());
            let after = known.map_or(0, |known| known.steps.len().saturating_sub(placed.step));
            let length = placed.finding.allowed.len() + placed.finding.seen.len();
            let beside = !scenario.clauses.contains(&clause);
            (beside, !scenario.file.contains(clause.id()), probes, placed.step, after, length)
        })
    }

    fn example_lines(&self, text: &mut String, scenario: &ScenarioOutcome, placed: &Placed) {
        let finding = &placed.finding;
        let chat = match finding.chat.as_deref() {
            Some("main") => String::new(),
            Some(chat) => format!(" in {chat}"),
            None => " with no chat".to_owned(),
        };
        self.beside(text, "scenario", &scenario.name);
        let known = self.run.suite.scenarios.iter().find(|known| known.id == scenario.id);
        if let Some(known) = known.filter(|_| placed.step > 0) {
            for (index, step) in known.steps.iter().enumerate().take(placed.step) {
                let done = step.action.as_ref().map_or_else(|| step_line(step), |action| action_in(action, step));
                self.beside(text, &format!("step {}", index + 1), &done);
            }
        }
        self.beside(text, "allowed", &format!("{}{chat}: {}", finding.subject, finding.allowed));
        self.beside(text, "seen", &format!("{}{chat}: {}", finding.subject, finding.seen));
        let _ = writeln!(text, "  {:<9}  {}:{}", "at", scenario.file, placed.line);
        let _ = writeln!(text, "  {:<9}  {}", "run it", self.command(scenario));
    }

    fn others(&self, text: &mut String, shown: &ScenarioOutcome, clause: Clause) {
        const NAMED: usize = 3;
        let breaks = |scenario: &&ScenarioOutcome| {
            scenario.id != shown.id && scenario.findings.iter().any(|placed| placed.finding.clause == clause)
        };
        let others: Vec<_> = self.run.scenarios.iter().filter(breaks).collect();
        let mut places: Vec<_> =
            others.iter().take(NAMED).map(|scenario| format!("{}:{}", scenario.file, scenario.line)).collect();
        if others.len() > NAMED {
            places.push(format!("and {} more", others.len() - NAMED));
        }
        if !places.is_empty() {
            self.beside(text, "also", &places.join("\n"));
        }
    }

    /// The command that runs one scenario again.
    fn command(&self, scenario: &ScenarioOutcome) -> String {
        let words: Vec<_> = self.run.implementation.command.iter().map(|word| shell(word)).collect();
        let command = if words.is_empty() { String::new() } else { format!(" -- {}", words.join(" ")) };
        let embedded = self.run.suite.embedded;
        let cases = if embedded { String::new() } else { format!(" --cases {}", shell(&scenario.file)) };
        format!("todospec certify{cases} --filter {}{command}", shell(&scenario.id))
    }

    fn untested(&self, text: &mut String) {
        let mut reasons: BTreeMap<(String, &str), Vec<&ScenarioOutcome>> = BTreeMap::new();
        for scenario in &self.run.scenarios {
            if let Some(Unseen::Inconclusive { reason, blame, .. }) = &scenario.unseen {
                reasons.entry((same_reason(reason), blame.name())).or_default().push(scenario);
            }
        }
        for ((_, blame), scenarios) in &reasons {
            let [first, ..] = scenarios[..] else { continue };
            let Some(Unseen::Inconclusive { reason, line, .. }) = &first.unseen else { continue };
            let many = counted(scenarios.len(), "scenario");
            let _ = writeln!(text, "\n{} {many}, a mistake of the {blame}", self.paint(YELLOW, "inconclusive"));
            self.beside(text, "because", reason);
            self.beside(text, "scenario", &first.name);
            let _ = writeln!(text, "  {:<9}  {}:{line}", "at", first.file);
            let _ = writeln!(text, "  {:<9}  {}", "run it", self.command(first));
        }
        self.not_tried(text);
    }

    fn not_tried(&self, text: &mut String) {
        let reasons: Vec<&str> = self
            .run
            .scenarios
            .iter()
            .filter_map(|scenario| match &scenario.unseen {
                Some(Unseen::NotTried(reason)) => Some(reason.as_str()),
                Some(Unseen::NotApplicable(_) | Unseen::Inconclusive { .. }) | None => None,
            })
            .collect();
        if let Some(reason) = reasons.first() {
            let many = counted(reasons.len(), "scenario");
            let _ = writeln!(text, "\n{} {many} more", self.paint(YELLOW, "inconclusive"));
            self.beside(text, "because", reason);
        }
    }

    fn clauses(&self, text: &mut String) {
        const INDENT: &str = "                                    ";
        for part in &self.run.suite.table.parts {
            let _ = writeln!(text, "\n{}", part.title);
            for entry in &part.clauses {
                let Some(outcome) = self.run.clauses.iter().find(|outcome| outcome.clause == entry.clause) else {
                    continue;
                };
                let (mark, id) = (self.mark(outcome.verdict), outcome.clause.id());
                let first = format!("  {mark}  {id:<25}  ");
                let options = textwrap::Options::new(self.style.width.max(60)).subsequent_indent(INDENT);
                let options = options.initial_indent(INDENT);
                let line = textwrap::fill(&counts(outcome), options);
                let _ = writeln!(text, "{}", (first + line.trim_start()).trim_end());
            }
        }
    }

    fn mark(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Pass => self.paint(GREEN, "pass "),
            Verdict::Fail => self.paint(RED, "FAIL "),
            Verdict::NotApplicable => self.paint(DIM, "n/a  "),
            Verdict::Inconclusive => self.paint(YELLOW, "incon"),
        }
    }

    fn readings(&self, text: &mut String) {
        let told: Vec<_> = Reading::ALL
            .iter()
            .filter_map(|reading| self.run.readings.told(*reading).map(|told| (reading.id(), told)))
            .collect();
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

    fn last_line(&self) -> String {
        let of = |verdict| self.run.clauses.iter().filter(|outcome| outcome.verdict == verdict).count();
        let (all, pass, absent) = (self.run.clauses.len(), of(Verdict::Pass), of(Verdict::NotApplicable));
        match self.run.verdict {
            RunVerdict::Conformant if absent == 0 => {
                format!("{}: {pass} of {all} clauses", self.paint(GREEN, "conformant"))
            }
            RunVerdict::Conformant => format!(
                "{} on {pass} of {all} clauses; {absent} not applicable{}",
                self.paint(GREEN, "conformant"),
                self.absent()
            ),
            RunVerdict::Nonconformant => {
                format!("{}: {} of {all} clauses broken", self.paint(RED, "nonconformant"), of(Verdict::Fail))
            }
            RunVerdict::Inconclusive => {
                let scenarios = self
                    .run
                    .scenarios
                    .iter()
                    .filter(|scenario| {
                        matches!(scenario.unseen, Some(Unseen::Inconclusive { .. } | Unseen::NotTried(_)))
                    })
                    .count();
                let explored = self.run.exploration.as_ref().is_some_and(|explored| explored.inconclusive.is_some());
                let why = match (scenarios, explored) {
                    (0, true) => "the exploration could not be tested to its end".to_owned(),
                    (0, false) => "no selected scenario applies to what is declared".to_owned(),
                    (many, _) => format!("{} could not be tested", counted(many, "scenario")),
                };
                format!("{}: {why}", self.paint(YELLOW, "inconclusive"))
            }
        }
    }

    /// Why clauses are not applicable: what is not declared, or that no scenario was selected for them.
    fn absent(&self) -> String {
        let absent = || self.run.clauses.iter().filter(|outcome| outcome.verdict == Verdict::NotApplicable);
        let mut missing: Vec<&str> = absent().flat_map(|outcome| &outcome.unmet).map(String::as_str).collect();
        missing.sort_unstable();
        missing.dedup();
        let unselected = absent().any(|outcome| outcome.unmet.is_empty());
        match (missing.is_empty(), unselected) {
            (true, _) => " (no scenario of theirs was run)".to_owned(),
            (false, false) => format!(" (no {})", missing.join(", ")),
            (false, true) => format!(" (no {}; no scenario of the others was run)", missing.join(", ")),
        }
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

/// Reasons that differ in numbers alone are the same reason.
fn same_reason(reason: &str) -> String {
    reason.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// A number of things: `1 scenario`, `2 scenarios`.
pub fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

fn counts(outcome: &ClauseOutcome) -> String {
    let tally = outcome.scenarios;
    let parts = [
        (tally.pass, "passed"),
        (tally.fail, "failed"),
        (tally.inconclusive, "inconclusive"),
        (tally.not_applicable, "not applicable"),
    ];
    if !outcome.unmet.is_empty() {
        return format!("no {}", outcome.unmet.join(", no "));
    }
    let counted = parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let untold = outcome.verdict == Verdict::Inconclusive && tally.inconclusive == 0;
    counted.chain(untold.then(|| "its message never told".to_owned())).collect::<Vec<_>>().join(", ")
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
