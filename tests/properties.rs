//! What holds of the model for every history, and between the model and the oracle.

use proptest::prelude::*;
use todospec::Implementation;
use todospec::explore::{Effort, explore};
use todospec::implementation::Reference;
use todospec::model::{Chat, Counts, Event, Item, Phase, Setup, State, World, rules};

const CHAT: &str = "main";

/// One thing that happens in a history.
#[derive(Clone, Debug)]
enum Happening {
    Update(Vec<Item>),
    Turn,
    Reopen,
    PlanMode(bool),
    Setup(bool),
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-d]{1,2}",
        1 => Just(String::new()),
        1 => "[ \t\u{a0}]{1,3}",
        2 => "[ \n\u{3000}]{0,2}[a-d\"\\\\é]{1,3}[ \t]{0,2}",
        1 => any::<String>(),
    ]
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let state = prop_oneof![Just(State::Pending), Just(State::InProgress), Just(State::Completed)];
    prop::collection::vec((texts(), state).prop_map(|(text, state)| Item::new(text, state)), 0..6)
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let happening = prop_oneof![
        6 => items().prop_map(Happening::Update),
        2 => Just(Happening::Turn),
        1 => Just(Happening::Reopen),
        1 => any::<bool>().prop_map(Happening::PlanMode),
        1 => any::<bool>().prop_map(Happening::Setup),
    ];
    prop::collection::vec(happening, 0..12)
}

fn world(one_active: bool) -> World {
    let mut world = World::new(Setup { one_active });
    world.open(CHAT);
    world
}

fn happen(world: &mut World, happening: &Happening) {
    match happening {
        Happening::Update(items) => drop(world.update(Some(CHAT), items)),
        Happening::Turn => {
            world.turn(CHAT, Phase::End);
            world.turn(CHAT, Phase::Start);
        }
        Happening::Reopen => world.reopen(CHAT),
        Happening::PlanMode(on) => world.plan_mode(CHAT, *on),
        Happening::Setup(one_active) => world.set_setup(Setup { one_active: *one_active }),
    }
}

fn chat(world: &World) -> &Chat {
    world.chat(CHAT).expect("the chat is open")
}

/// List, plan, rows and log.
type Seen = (Vec<Item>, Vec<Item>, Vec<Vec<Item>>, Vec<Event>);

fn seen(world: &World) -> Seen {
    let chat = chat(world);
    (chat.list().to_vec(), chat.plan().to_vec(), chat.rows().map(<[Item]>::to_vec).collect(), chat.log().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_recorded_update_is_the_list_whatever_came_before(
        before in happenings(), update in items(), one_active: bool,
    ) {
        let mut world = world(one_active);
        before.iter().for_each(|happening| happen(&mut world, happening));
        let rows = chat(&world).rows().count();
        if let Ok(counts) = world.update(Some(CHAT), &update) {
            let recorded = rules::trimmed(&update);
            prop_assert_eq!(counts, Counts::of(&recorded));
            prop_assert_eq!(chat(&world).list(), &recorded[..]);
            prop_assert_eq!(chat(&world).plan(), &recorded[..]);
            prop_assert_eq!(chat(&world).rows().next_back(), Some(&recorded[..]));
            prop_assert_eq!(chat(&world).rows().count(), rows + 1);
        }
    }

    #[test]
    fn a_refusal_changes_nothing(before in happenings(), update in items(), no_chat: bool, one_active: bool) {
        let mut world = world(one_active);
        before.iter().for_each(|happening| happen(&mut world, happening));
        let unchanged = world.clone();
        if world.update(if no_chat { None } else { Some(CHAT) }, &update).is_err() {
            prop_assert_eq!(seen(&world), seen(&unchanged));
            prop_assert_eq!(world, unchanged);
        }
    }

    #[test]
    fn exactly_the_updates_that_break_a_rule_are_refused(update in items(), one_active: bool) {
        let texts: Vec<&str> = update.iter().map(|item| item.text.trim()).collect();
        let blank = texts.contains(&"");
        let repeat = (1..texts.len()).any(|at| texts[..at].contains(&texts[at]));
        let active = update.iter().filter(|item| item.state == State::InProgress).count();
        let wrong = blank || repeat || (one_active && active > 1);
        prop_assert_eq!(world(one_active).update(Some(CHAT), &update).is_err(), wrong);
    }

    #[test]
    fn a_change_of_setup_anywhere_rewrites_nothing(
        before in happenings(), after in happenings(), one_active: bool, other: bool,
    ) {
        let mut changed = world(one_active);
        let mut unchanged = world(one_active);
        for happening in &before {
            happen(&mut changed, happening);
            happen(&mut unchanged, happening);
        }
        changed.set_setup(Setup { one_active: other });
        prop_assert_eq!(seen(&changed), seen(&unchanged));
        for happening in after.iter().filter(|happening| !matches!(happening, Happening::Update(_) | Happening::Setup(_))) {
            happen(&mut changed, happening);
            happen(&mut unchanged, happening);
            prop_assert_eq!(seen(&changed), seen(&unchanged));
        }
    }

    #[test]
    fn trimming_twice_is_trimming_once(update in items()) {
        let once = rules::trimmed(&update);
        prop_assert_eq!(rules::trimmed(&once), once);
    }

    #[test]
    fn counts_add_up(update in items()) {
        let Counts { pending, in_progress, completed } = Counts::of(&update);
        prop_assert_eq!(pending + in_progress + completed, update.len());
    }

    #[test]
    fn folding_the_log_gives_what_was_kept_step_by_step(happenings in happenings(), one_active: bool) {
        let mut world = world(one_active);
        let (mut list, mut plan, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for happening in &happenings {
            if let Happening::Update(items) = happening
                && let Ok(_) = world.clone().update(Some(CHAT), items)
            {
                list = rules::trimmed(items);
                plan.clone_from(&list);
                rows.push(list.clone());
            }
            if let Happening::Turn = happening {
                plan.clear();
            }
            happen(&mut world, happening);
            let chat = chat(&world);
            prop_assert_eq!(chat.list(), &list[..]);
            prop_assert_eq!(chat.plan(), &plan[..]);
            prop_assert_eq!(chat.rows().map(<[Item]>::to_vec).collect::<Vec<_>>(), rows.clone());
            let again = Chat::from_log(chat.log().to_vec());
            prop_assert_eq!((again.list(), again.plan()), (chat.list(), chat.plan()));
        }
    }
}

#[test]
fn plan_mode_is_a_posture_of_the_chat_that_its_log_knows_nothing_of() {
    let mut world = world(false);
    world.plan_mode(CHAT, true);
    assert!(chat(&world).plan_mode());
    assert_eq!(chat(&world).log(), []);
    world.plan_mode(CHAT, false);
    assert!(!chat(&world).plan_mode());
}

#[test]
fn a_reopened_chat_is_made_from_its_log_and_nothing_else() {
    let mut world = world(false);
    world.update(Some(CHAT), &[Item::new("a", State::Pending)]).expect("it is right");
    world.plan_mode(CHAT, true);
    let log = chat(&world).log().to_vec();
    world.reopen(CHAT);
    assert_eq!(chat(&world), &Chat::from_log(log));
}

#[test]
fn a_hundred_thousand_items_are_recorded() {
    let items: Vec<_> = (0..100_000).map(|index| Item::new(format!("step {index}"), State::Pending)).collect();
    let mut world = world(true);
    assert_eq!(world.update(Some(CHAT), &items), Ok(Counts::of(&items)));
    assert_eq!(chat(&world).list().len(), items.len());
}

#[test]
fn the_explorer_finds_nothing_between_the_reference_and_the_oracle() {
    let mut reference = Reference::default();
    let hello = reference.hello().expect("the reference says hello");
    let effort = Effort { cases: 1_000, ..Effort::default() };
    let (exploration, readings) = explore(effort, &hello, &mut reference, || {});
    assert_eq!(exploration.findings, [], "{:?}", exploration.counterexample);
    assert_eq!(exploration.cases, effort.cases);
    for reading in todospec::suite::Reading::ALL {
        assert!(!readings.is_mixed(*reading), "{reading} is mixed: {:?}", readings.told(*reading));
    }
}
