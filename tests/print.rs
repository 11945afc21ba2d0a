//! What is printed reads back as the same scenarios.

#[path = "hostile/reading_back.rs"]
mod reading_back;

use proptest::prelude::*;
use reading_back::reads_back;
use todospec::model::{Clause, Item, Setup, State};
use todospec::suite::{Look, Place, Reading, Scenario, Step, StepParts, Suite, View, Written};
use todospec::trace::{Action, arguments};

#[test]
fn every_scenario_of_the_suite_reads_back() {
    let suite = Suite::embedded().expect("the suite is right");
    for source in &suite.sources {
        let scenarios: Vec<_> = suite.scenarios.iter().filter(|known| known.file == source.name).cloned().collect();
        reads_back(&scenarios);
    }
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let text = prop_oneof![any::<String>(), "[a-z .:#'-]{0,6}", Just("true".to_owned()), Just("1".to_owned())];
    let state = prop_oneof![Just(State::Pending), Just(State::InProgress), Just(State::Completed)];
    prop::collection::vec((text, state).prop_map(|(text, state)| Item::new(text, state)), 0..4)
}

fn step() -> impl Strategy<Value = Step> {
    let view = prop_oneof![Just(View::List), Just(View::Plan)];
    (items(), any::<String>(), view, prop::option::of(items()), any::<bool>()).prop_map(
        |(sent, told, view, seen, refused)| {
            let chat = Some("main".to_owned());
            let action = Action::Write { chat: chat.clone(), arguments: arguments(&sent) };
            let written = if refused { Written::Refused(told) } else { Written::Reply(told) };
            let look = Look { place: Place::default(), view, seen: seen.map(|items| vec![items]) };
            Step {
                place: Place::default(),
                parts: StepParts::default(),
                chat,
                action: Some(action),
                written: Some(written),
                looks: vec![look],
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_generated_scenario_reads_back(steps in prop::collection::vec(step(), 1..4), name in "[a-z]{1,8}", one_active: bool) {
        reads_back(&[Scenario {
            id: format!("made/{name}"),
            name,
            file: "made.yaml".to_owned(),
            line: 0,
            name_place: Place::default(),
            clauses: vec![Clause::WholeList, Clause::OneRecord],
            setup: Some(Setup { one_active }),
            probe: Some(Reading::TrimSet),
            steps,
        }]);
    }
}
