//! Logs as JUnit XML.

use std::time::Duration;

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

use super::{LogOutcome, logs_line};
use crate::report::junit::{error, failure, finding_at};
use crate::report::{RunVerdict, Style};

/// What logs show as JUnit XML: one test suite a log, and in it one test case for each of its findings, or one for the log
/// where it has none.
pub fn logs_junit(outcomes: &[LogOutcome]) -> String {
    let mut report = Report::new("todospec");
    for outcome in outcomes {
        let mut suite = TestSuite::new(outcome.file.as_str());
        suite.set_time(Duration::ZERO);
        suite.add_test_cases(cases(outcome));
        report.add_test_suite(suite);
    }
    report.to_string().expect("a report is plain text")
}

fn cases(outcome: &LogOutcome) -> Vec<TestCase> {
    let case = |name: &str, line: usize, status| {
        let mut case = TestCase::new(name, status);
        case.set_classname(outcome.file.as_str());
        case.set_time(Duration::ZERO);
        case.extra.insert("file".into(), outcome.file.as_str().into());
        case.extra.insert("line".into(), line.to_string().into());
        case
    };
    let whole = |status| vec![case("the whole log", 1, status)];
    match outcome.verdict() {
        RunVerdict::Conformant => whole(TestCaseStatus::success()),
        RunVerdict::Inconclusive => whole(error(&logs_line(std::slice::from_ref(outcome), Style::default()))),
        RunVerdict::Nonconformant => outcome
            .findings
            .iter()
            .map(|found| {
                let told = finding_at(&format!("{}:{}", outcome.file, found.line), &found.finding);
                let name = format!("{} at line {}", found.finding.clause, found.line);
                case(&name, found.line, failure(&found.finding, &told))
            })
            .collect(),
    }
}
