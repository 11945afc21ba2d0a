//! What is printed reads back as the same scenarios.

use todospec::suite::{Place, Scenario, Source, StepParts, parse, print};

/// A scenario without the places of its parts, which printing moves.
fn bare(scenario: &Scenario) -> String {
    let mut scenario = scenario.clone();
    scenario.line = 0;
    scenario.name_place = Place::default();
    for step in &mut scenario.steps {
        step.place = Place::default();
        step.parts = StepParts::default();
        step.looks.iter_mut().for_each(|look| look.place = Place::default());
    }
    format!("{scenario:#?}")
}

/// Prints scenarios of one file and reads them again.
pub fn reads_back(scenarios: &[Scenario]) {
    let text = print("What it shows", scenarios);
    let source = Source::new(scenarios[0].file.clone(), text.clone());
    let again = parse(&source).unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.message));
    assert_eq!(scenarios.len(), again.len());
    for (before, after) in scenarios.iter().map(bare).zip(again.iter().map(bare)) {
        let differing = before.lines().zip(after.lines()).find(|(before, after)| before != after);
        assert_eq!(differing, None, "{text}");
        assert_eq!(before.len(), after.len(), "{text}");
    }
}
