//! The JUnit report: a failure is a finding, an error is what could not be tested, skipped is what does not apply.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Run, ScenarioOutcome, Unseen};
use crate::oracle::Finding;

/// The report as JUnit XML: one test suite a file, one test case a scenario.
pub fn junit(run: &Run) -> String {
    let mut report = Report::new("todospec");
    report.set_time(run.duration);
    let mut suites: Vec<TestSuite> = Vec::new();
    for outcome in &run.scenarios {
        if suites.last().is_none_or(|suite| suite.name.as_str() != outcome.file) {
            let mut suite = TestSuite::new(outcome.file.as_str());
            suite.set_time(Duration::ZERO);
            suites.push(suite);
        }
        if let Some(suite) = suites.last_mut() {
            suite.add_test_case(case(run, outcome));
        }
    }
    report.add_test_suites(suites);
    report.to_string().expect("a report is plain text")
}

fn case(run: &Run, outcome: &ScenarioOutcome) -> TestCase {
    let mut case = TestCase::new(outcome.name.as_str(), status(run, outcome));
    let clauses: Vec<_> = outcome.clauses.iter().map(|clause| clause.id()).collect();
    case.set_classname(outcome.id.as_str());
    case.set_time(Duration::ZERO);
    case.extra.insert("file".into(), outcome.file.as_str().into());
    case.extra.insert("line".into(), outcome.line.to_string().into());
    case.set_system_out(format!("clauses: {}", clauses.join(", ")));
    case
}

fn status(run: &Run, outcome: &ScenarioOutcome) -> TestCaseStatus {
    if let Some(issues) = known(run, outcome) {
        let mut status = TestCaseStatus::skipped();
        let issues = if issues.is_empty() { issues } else { format!(": {issues}") };
        status.set_message(format!("a known failure{issues}"));
        return status;
    }
    if let Some(first) = outcome.findings.first() {
        let told = outcome.findings.iter().map(|placed| {
            let place = format!("{}:{}: step {}", outcome.file, placed.line, placed.step);
            finding_at(&place, &placed.finding)
        });
        return failure(&first.finding, &told.collect::<Vec<_>>().join("\n"));
    }
    match &outcome.unseen {
        None => TestCaseStatus::success(),
        Some(Unseen::NotApplicable(reason)) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(reason.as_str());
            status
        }
        Some(Unseen::Inconclusive { reason, .. } | Unseen::NotTried(reason)) => error(reason),
    }
}

/// The issues of a scenario in which nothing but known failures was found.
fn known(run: &Run, outcome: &ScenarioOutcome) -> Option<String> {
    let known = run.known.as_ref().filter(|_| outcome.unseen.is_none() && !outcome.findings.is_empty())?;
    let entries = outcome.findings.iter().map(|placed| known.entry(&outcome.id, &placed.finding));
    let mut issues: Vec<_> =
        entries.collect::<Option<Vec<_>>>()?.into_iter().filter_map(|entry| entry.issue.as_deref()).collect();
    issues.dedup();
    Some(issues.join(", "))
}

/// A broken clause, and all that was seen.
pub fn failure(first: &Finding, told: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(first.clause.id());
    status.set_message(format!("the clause {} is broken", first.clause));
    status.set_description(told);
    status
}

/// What could not be tested.
pub fn error(reason: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(reason.lines().next().unwrap_or_default());
    status.set_description(reason);
    status
}

/// A finding in full.
pub fn finding_at(place: &str, finding: &Finding) -> String {
    let Finding { clause, subject, allowed, seen, .. } = finding;
    format!("{place}: {clause}\n  allowed: {subject}: {allowed}\n  seen:    {subject}: {seen}")
}
