use std::collections::BTreeMap;

use super::{
    ClausePart, DiagnosisPart, ExplorationPart, FORMAT, FindingPart, ImplementationPart, KnownFailurePart, KnownPart,
    NoHelloPart, ReadingPart, Report, ScenarioPart, SetupPart, SuitePart, Tool,
};
use crate::oracle::{Finding, Readings};
use crate::report::{ClauseOutcome, Exploration, Extent, Identity, KnownFailures, Run, ScenarioOutcome, Unseen};
use crate::suite::{Level, Reading};
use crate::trace::Capability;

/// The report as JSON text.
pub fn json(run: &Run) -> String {
    serde_json::to_string_pretty(&report(run)).expect("a report is plain data") + "\n"
}

fn report(run: &Run) -> Report {
    let names = |capabilities: &mut dyn Iterator<Item = Capability>| -> Vec<String> {
        capabilities.map(|capability| capability.name().to_owned()).collect()
    };
    Report {
        format: FORMAT,
        tool: Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        suite: SuitePart {
            version: run.suite.table.version.clone(),
            digest: run.suite.digest.clone(),
            scenarios: run.scenarios.len(),
            clauses: run.clauses.len(),
        },
        implementation: implementation(&run.implementation),
        verdict: run.verdict,
        clauses: run.clauses.iter().map(clause).collect(),
        scenarios: run.scenarios.iter().map(scenario).collect(),
        readings: readings(&run.readings),
        messages_told: run.readings.messages().map(|message| message.id().to_owned()).collect(),
        filter: run.filter.clone(),
        partition: run.partition.map(|partition| partition.to_string()),
        level: run.stated_only.then_some(Level::Stated),
        required: names(&mut run.required.iter().copied()),
        missing: names(&mut run.missing()),
        no_hello: run.no_hello.clone().map(|(reason, blame)| NoHelloPart { reason, blame }),
        exploration: run.exploration.as_ref().map(exploration),
        diagnosis: run.diagnosis.clone().map(|(fault, says)| DiagnosisPart { fault, says }),
        adequacy: run.score,
        known_failures: run.known.as_ref().map(known),
        duration_ms: u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
    }
}

fn implementation(identity: &Identity) -> ImplementationPart {
    ImplementationPart {
        name: identity.name.clone(),
        version: identity.version.clone(),
        command: identity.command.clone(),
        capabilities: identity.capabilities.iter().map(|capability| capability.name().to_owned()).collect(),
        setup: identity.setup.map(|setup| SetupPart { one_active: setup.one_active }),
    }
}

fn clause(outcome: &ClauseOutcome) -> ClausePart {
    ClausePart {
        id: outcome.clause.id().to_owned(),
        level: outcome.level,
        verdict: outcome.verdict,
        scenarios: outcome.scenarios,
    }
}

fn scenario(outcome: &ScenarioOutcome) -> ScenarioPart {
    let (reason, blame, stopped_at) = match &outcome.unseen {
        None => (None, None, None),
        Some(Unseen::NotApplicable(reason) | Unseen::NotTried(reason)) => (Some(reason.clone()), None, None),
        Some(Unseen::Inconclusive { reason, blame, line }) => (Some(reason.clone()), Some(*blame), Some(*line)),
    };
    let findings = outcome.findings.iter().map(|placed| FindingPart {
        step: Some(placed.step),
        line: Some(placed.line),
        ..finding(&placed.finding)
    });
    ScenarioPart {
        id: outcome.id.clone(),
        name: outcome.name.clone(),
        file: outcome.file.clone(),
        line: outcome.line,
        clauses: outcome.clauses.iter().map(|clause| clause.id().to_owned()).collect(),
        verdict: outcome.verdict,
        findings: findings.collect(),
        reason,
        blame,
        stopped_at,
    }
}

fn finding(finding: &Finding) -> FindingPart {
    FindingPart {
        clause: finding.clause.id().to_owned(),
        step: None,
        line: None,
        chat: finding.chat.clone(),
        subject: finding.subject.to_owned(),
        allowed: finding.allowed.clone(),
        seen: finding.seen.clone(),
    }
}

fn readings(readings: &Readings) -> Vec<ReadingPart> {
    let facets = |reading: Reading| -> BTreeMap<String, Vec<String>> {
        let of_it = readings.all().filter(|(of, ..)| *of == reading);
        of_it.map(|(_, facet, settled)| (facet.to_owned(), settled.map(str::to_owned).collect())).collect()
    };
    let told = |reading: &Reading| Some((*reading, readings.told(*reading)?));
    let part = |(reading, told): (Reading, String)| ReadingPart {
        id: reading.id().to_owned(),
        reading: told,
        facets: facets(reading),
    };
    Reading::ALL.iter().filter_map(told).map(part).collect()
}

fn known(known: &KnownFailures) -> KnownPart {
    let failures = known.failures.iter().map(|(entry, state)| KnownFailurePart {
        scenario: entry.scenario.clone(),
        clause: entry.clause.id().to_owned(),
        seen: entry.seen.clone(),
        state: state.name().to_owned(),
        issue: entry.issue.clone(),
        expires: entry.last_day(),
    });
    KnownPart { file: known.file.clone(), ends_in: known.ends_in, failures: failures.collect() }
}

fn exploration(explored: &Exploration) -> ExplorationPart {
    ExplorationPart {
        cases: explored.cases,
        steps: explored.steps,
        seed: match explored.extent {
            Extent::Seed(seed) => Some(seed),
            Extent::Every { .. } => None,
        },
        counterexample: explored.counterexample.clone(),
        sequence: explored.sequence,
        findings: explored.findings.iter().map(finding).collect(),
        inconclusive: explored.inconclusive.clone(),
    }
}
