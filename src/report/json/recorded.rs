use super::{FORMAT, Report, ReportError, ScenarioPart};
use crate::oracle::Verdict;
use crate::report::RunVerdict;

/// What a JSON report says, of whatever suite and by whatever version of the tool: in its own words, for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What it was made of and by, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The verdict of the run.
    pub verdict: RunVerdict,
    /// The capabilities that were declared.
    pub capabilities: Vec<String>,
    /// The clauses, by id.
    pub clauses: Vec<(String, Verdict)>,
    /// The scenarios, by id: the verdict, and what was found.
    pub scenarios: Vec<(String, Verdict, String)>,
    /// The open points that were seen, by id, and how they were settled.
    pub readings: Vec<(String, String)>,
}

/// Reads a JSON report of this format.
pub fn recorded(text: &str) -> Result<Recorded, ReportError> {
    let report: Report = serde_json::from_str(text).map_err(|wrong| ReportError::Shape(wrong.to_string()))?;
    if report.format != FORMAT {
        return Err(ReportError::Format(report.format));
    }
    let facts = facts(&report);
    Ok(Recorded {
        facts,
        verdict: report.verdict,
        capabilities: report.implementation.capabilities,
        clauses: report.clauses.into_iter().map(|clause| (clause.id, clause.verdict)).collect(),
        scenarios: report.scenarios.into_iter().map(scenario).collect(),
        readings: report.readings.into_iter().map(|reading| (reading.id, reading.reading)).collect(),
    })
}

fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let Report { tool, suite, implementation, exploration, .. } = report;
    let digest = suite.digest.get(..12).unwrap_or(&suite.digest);
    let fixed = match &implementation.setup {
        None => "not fixed".to_owned(),
        Some(setup) => format!("one_active {}", if setup.one_active { "on" } else { "off" }),
    };
    let explored = exploration.as_ref().map_or_else(
        || "no exploration".to_owned(),
        |explored| match explored.seed {
            Some(seed) => format!("{} sequences of seed {seed}", explored.cases),
            None => format!("{} sequences", explored.cases),
        },
    );
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
    vec![
        ("implementation", format!("{} {}", implementation.name, implementation.version)),
        ("command", implementation.command.join(" ")),
        ("setup", fixed),
        ("suite", format!("{} (sha256 {digest})", suite.version)),
        ("tool", format!("{} {}", tool.name, tool.version)),
        ("filter", or_none(&report.filter)),
        ("partition", or_none(&report.partition)),
        ("level", if report.level.is_some() { "stated" } else { "all" }.to_owned()),
        ("required", report.required.join(", ")),
        ("explored", explored),
        ("no hello", report.no_hello.as_ref().map_or_else(|| "none".to_owned(), |part| part.reason.clone())),
    ]
}

fn scenario(part: ScenarioPart) -> (String, Verdict, String) {
    let found = part.findings.iter().map(|finding| {
        let step = finding.step.unwrap_or_default();
        format!("{} in step {step}: {}", finding.clause, finding.seen)
    });
    (part.id, part.verdict, found.collect::<Vec<_>>().join("; "))
}
