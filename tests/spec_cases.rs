//! One trial a scenario: the reference answers what the scenario writes, and the oracle finds nothing.

use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use todospec::Implementation;
use todospec::implementation::Reference;
use todospec::oracle::Verdict;
use todospec::report::{Style, diagnostics};
use todospec::run;
use todospec::suite::{self, Scenario, Source, Suite};

fn main() {
    let arguments = Arguments::from_args();
    let trials = match arguments.filter.as_deref().filter(|_| arguments.exact).and_then(file_of) {
        Some(source) => trials(&source, &suite::parse(&source).unwrap_or_else(|wrong| panic!("{}", wrong.message))),
        None => {
            let suite = Suite::embedded().unwrap_or_else(|wrong| panic!("{wrong}; `cargo run -- lint` shows where"));
            let of_file = |source: &Arc<Source>| {
                let scenarios = suite.scenarios.iter().filter(|scenario| scenario.file == source.name);
                trials(source, &scenarios.cloned().collect::<Vec<_>>())
            };
            suite.sources.iter().flat_map(of_file).collect()
        }
    };
    libtest_mimic::run(&arguments, trials).exit();
}

/// The file of one scenario, so that a process that runs one trial reads one file.
fn file_of(id: &str) -> Option<Arc<Source>> {
    let (file, _) = id.rsplit_once('/')?;
    suite::embedded_file(&format!("spec-cases/{file}.yaml"))
}

fn trials(source: &Arc<Source>, scenarios: &[Scenario]) -> Vec<Trial> {
    let of = |scenario: &Scenario| {
        let (source, scenario) = (Arc::clone(source), scenario.clone());
        Trial::test(scenario.id.clone(), move || trial(&source, &scenario))
    };
    scenarios.iter().map(of).collect()
}

fn trial(source: &Arc<Source>, scenario: &Scenario) -> Result<(), Failed> {
    run::check(source, scenario).map_err(|wrong| diagnostics(&[wrong], Style::default()))?;
    let mut reference = Reference::default();
    let hello = reference.hello().map_err(|trouble| trouble.to_string())?;
    let outcome = run::play(scenario, &hello, &mut reference).outcome;
    if outcome.verdict == Verdict::Pass { Ok(()) } else { Err(format!("{outcome:#?}").into()) }
}
