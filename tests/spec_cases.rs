//! One trial a scenario: the reference answers what the scenario writes, and the oracle finds nothing.

use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use todospec::Implementation;
use todospec::implementation::Reference;
use todospec::oracle::Verdict;
use todospec::report::{Style, diagnostics};
use todospec::run;
use todospec::suite::{Scenario, Source, Suite};

fn main() {
    let arguments = Arguments::from_args();
    let suite = Suite::embedded().unwrap_or_else(|wrong| panic!("{wrong}; `cargo run -- lint` shows where"));
    let trials = suite
        .scenarios
        .iter()
        .map(|scenario| {
            let source = Arc::clone(suite.source(&scenario.file).expect("a scenario's file is in the suite"));
            let scenario = scenario.clone();
            Trial::test(scenario.id.clone(), move || trial(&source, &scenario))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(source: &Arc<Source>, scenario: &Scenario) -> Result<(), Failed> {
    run::check(source, scenario).map_err(|wrong| diagnostics(&[wrong], Style::default()))?;
    let mut reference = Reference::default();
    let hello = reference.hello().map_err(|trouble| trouble.to_string())?;
    let outcome = run::play(scenario, &hello, &mut reference).outcome;
    if outcome.verdict == Verdict::Pass { Ok(()) } else { Err(format!("{outcome:#?}").into()) }
}
