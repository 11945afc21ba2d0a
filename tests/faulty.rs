//! The suite proved on the second implementation: right without a fault and in every rightful variant, caught with
//! every fault for the right reason, and with every control.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use todospec::implementation::{Faulty, Variant, controls, faults, variants};
use todospec::model::Clause;
use todospec::oracle::Verdict;
use todospec::suite::{Reading, Suite};
use todospec::{Run, RunVerdict, run};

static SUITE: LazyLock<Arc<Suite>> =
    LazyLock::new(|| Arc::new(Suite::embedded().expect("the embedded suite is right")));

static VARIANTS: LazyLock<Vec<(&'static Variant, Run)>> =
    LazyLock::new(|| variants().map(|variant| (variant, run(variant.into()))).collect());

fn run(implementation: Faulty) -> Run {
    run_only(implementation, None)
}

/// The scenarios that are about one clause, which mostly catch a fault of it in a fraction of the time.
fn run_only(mut implementation: Faulty, clause: Option<Clause>) -> Run {
    let selection = run::Selection { filter: clause.map(|clause| clause.id().to_owned()), ..run::Selection::default() };
    run::scenarios(&SUITE, &selection, &mut implementation, |_| {}).judged(&SUITE, &selection, Vec::new(), None)
}

/// What is wrong with a run that should be conformant and settle every open point one way.
fn wrongs(run: &Run) -> Vec<String> {
    let mut wrongs = Vec::new();
    for scenario in run.scenarios.iter().filter(|scenario| scenario.verdict > Verdict::NotApplicable) {
        let found = scenario.findings.iter().map(|placed| format!("{:?}", placed.finding)).collect::<Vec<_>>();
        wrongs.push(format!("{}:{} {:?} {}", scenario.file, scenario.line, scenario.unseen, found.join(" ")));
    }
    for reading in Reading::ALL.iter().filter(|reading| run.readings.is_mixed(**reading)) {
        wrongs.push(format!("{reading} {}", run.readings.told(*reading).unwrap_or_default()));
    }
    if run.verdict != RunVerdict::Conformant {
        wrongs.push(format!("the verdict is {}", run.verdict.name()));
    }
    wrongs
}

/// The clauses that a run finds broken, and in how many scenarios.
fn broken(run: &Run) -> BTreeMap<Clause, usize> {
    let mut broken = BTreeMap::new();
    for scenario in &run.scenarios {
        let mut clauses: Vec<Clause> = scenario.findings.iter().map(|placed| placed.finding.clause).collect();
        clauses.sort_unstable();
        clauses.dedup();
        clauses.into_iter().for_each(|clause| *broken.entry(clause).or_default() += 1);
    }
    broken
}

#[test]
fn without_a_fault_it_is_conformant() {
    assert_eq!(wrongs(&run(Faulty::right())), Vec::<String>::new());
}

#[test]
fn every_variant_is_conformant_and_settles_each_point_one_way() {
    let told: Vec<String> = VARIANTS
        .iter()
        .flat_map(|(variant, run)| wrongs(run).into_iter().map(|wrong| format!("{}: {wrong}", variant.id)))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn every_variant_settles_its_point_otherwise_than_the_reference() {
    let right = run(Faulty::right()).readings;
    let same: Vec<_> = VARIANTS
        .iter()
        .filter(|(variant, run)| variant.reading.is_some_and(|it| run.readings.told(it) == right.told(it)))
        .map(|(variant, _)| variant.id)
        .collect();
    assert!(same.is_empty(), "{same:?}");
}

#[test]
fn every_fault_is_caught_for_the_right_reason() {
    let mut missed = Vec::new();
    for fault in faults() {
        if broken(&run_only(fault.into(), Some(fault.clause))).contains_key(&fault.clause) {
            continue;
        }
        let broken = broken(&run(fault.into()));
        if !broken.contains_key(&fault.clause) {
            let others: Vec<_> = broken.iter().map(|(clause, count)| format!("{clause} {count}")).collect();
            let others = if others.is_empty() { "nothing".to_owned() } else { others.join(", ") };
            missed.push(format!("{:<32} breaks {:<24} found {others}", fault.id, fault.clause.id()));
        }
    }
    assert!(missed.is_empty(), "\n{}", missed.join("\n"));
}

#[test]
fn every_control_is_caught() {
    for control in controls() {
        assert_eq!(run(control.into()).verdict, RunVerdict::Nonconformant, "{}", control.id);
    }
}

#[test]
fn every_clause_has_two_faults_and_every_id_is_used_once() {
    for clause in Clause::ALL {
        assert!(faults().filter(|fault| fault.clause == *clause).count() >= 2, "{clause}");
    }
    let mut ids: Vec<&str> = faults().map(|fault| fault.id).collect();
    ids.extend(variants().map(|variant| variant.id));
    ids.extend(controls().map(|control| control.id));
    assert!(ids.iter().all(|id| Faulty::new(id).is_some()));
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
}
