//! The report as workflow commands: annotations in the files of a GitHub job.

use std::fmt::Write;

use super::failure::{Failure, failures};
use super::terminal::verdict_line;
use super::untested::{not_tried, untested};
use super::{Run, counted};

/// The report as workflow commands: an error for each broken clause, a warning for what could not be tested, and the
/// verdict as a notice. GitHub shows the first ten of a kind, so each is told once.
pub fn github(run: &Run) -> String {
    let mut text = String::new();
    for capability in run.missing() {
        let told = format!("{capability} is required, and `hello` does not declare it");
        command(&mut text, "error", None, &format!("{capability} is missing"), &told);
    }
    for failure in failures(run) {
        let title = format!("{} is broken", failure.clause);
        let place = failure.scenario.map(|(scenario, placed)| (scenario.file.as_str(), placed.line));
        command(&mut text, "error", place, &title, &broken(run, &failure));
    }
    if let Some((reason, blame)) = &run.no_hello {
        command(&mut text, "warning", None, &format!("not tested: a mistake of the {}", blame.name()), reason);
    }
    for untested in untested(run) {
        let many = counted(1 + untested.others.len(), "scenario");
        let title = format!("{many} not tested: a mistake of the {}", untested.blame.name());
        let told = format!("{}\nrun it: {}", untested.reason, untested.command);
        command(&mut text, "warning", Some((&untested.first.file, untested.line)), &title, &told);
    }
    if let Some((many, reason)) = not_tried(run) {
        command(&mut text, "warning", None, &format!("{} not tried", counted(many, "scenario")), reason);
    }
    if let Some(reason) = run.exploration.as_ref().and_then(|explored| explored.inconclusive.as_deref()) {
        command(&mut text, "warning", None, "the exploration was not tested to its end", reason);
    }
    command(&mut text, "notice", None, "todospec", &verdict_line(run));
    text
}

fn broken(run: &Run, failure: &Failure<'_>) -> String {
    let mut told = failure.says.to_owned();
    if let Some((scenario, placed)) = failure.scenario {
        let _ = write!(told, "\nscenario: {}, step {}", scenario.name, placed.step);
    }
    for (index, step) in failure.steps.iter().enumerate() {
        let _ = write!(told, "\n{}. {step}", index + 1);
    }
    if let Some(finding) = failure.finding {
        let subject = failure.subject();
        let _ = write!(told, "\nallowed {subject}: {}\nseen    {subject}: {}", finding.allowed, finding.seen);
    }
    if let Some((fault, says)) = &run.diagnosis {
        let _ = write!(told, "\nlikely: the known mistake {fault}: {says}");
    }
    told + "\nrun it: " + &failure.command
}

/// One workflow command on a line of its own.
fn command(text: &mut String, name: &str, place: Option<(&str, usize)>, title: &str, message: &str) {
    let place = place.map(|(file, line)| format!("file={},line={line},", property(file))).unwrap_or_default();
    let _ = writeln!(text, "::{name} {place}title={}::{}", property(title), data(message));
}

/// A message as the runner reads it back.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property as the runner reads it back.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{command, data, property};

    #[test]
    fn what_the_runner_takes_for_its_own_is_escaped() {
        assert_eq!(data("100 %: a,\r\nb %0A"), "100 %25: a,%0D%0Ab %250A");
        assert_eq!(property("a:b,c\n%"), "a%3Ab%2Cc%0A%25");
        let mut text = String::new();
        command(&mut text, "error", Some(("C:\\a,b.yaml", 3)), "one: two", "a\nb");
        assert_eq!(text, "::error file=C%3A\\a%2Cb.yaml,line=3,title=one%3A two::a%0Ab\n");
    }
}
