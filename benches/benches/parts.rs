//! The parts of a judged step, each for itself.

use std::sync::Arc;

use divan::{Bencher, black_box};
use todospec::implementation::{Implementation, Reference};
use todospec::model::{Counts, Item, Setup, State, World};
use todospec::oracle::Oracle;
use todospec::run::{Judged, check};
use todospec::suite::{Source, Suite, parse};
use todospec::trace::{Action, Answer, Capability, Reply, arguments, params, read_answer};

fn main() {
    divan::main();
}

fn items(count: usize) -> Vec<Item> {
    (0..count).map(|at| Item::new(format!("Draft part {at} of the report"), State::ALL[at % 3])).collect()
}

fn update(count: usize) -> Action {
    Action::Write { chat: Some("main".to_owned()), arguments: arguments(&items(count)) }
}

#[divan::bench(args = [0, 1, 10, 1_000])]
fn encode(bencher: Bencher<'_, '_>, count: usize) {
    let action = update(count);
    let mut line = Vec::new();
    bencher.bench_local(|| {
        line.clear();
        serde_json::to_writer(&mut line, &params(black_box(&action))).expect("plain data");
        line.len()
    });
}

#[divan::bench]
fn decode_a_reply(bencher: Bencher<'_, '_>) {
    let (action, counts) = (update(1), Counts::of(&items(1)));
    let result = format!("{{\"text\":\"{counts}\",\"is_error\":false}}");
    bencher.bench(|| read_answer(&action, black_box(&result)));
}

#[divan::bench(args = [1, 10, 1_000])]
fn decode_a_look(bencher: Bencher<'_, '_>, count: usize) {
    let items: Vec<_> =
        items(count).iter().map(|item| format!("{{\"content\":\"{}\",\"status\":\"pending\"}}", item.text)).collect();
    let result = format!("{{\"list\":[{}]}}", items.join(","));
    let action = Action::Observe { chat: "main".to_owned() };
    bencher.bench(|| read_answer(&action, black_box(&result)));
}

#[divan::bench(args = [0, 1, 10, 1_000])]
fn judge_an_update(bencher: Bencher<'_, '_>, count: usize) {
    let answer = Answer::Reply(Reply { text: Counts::of(&items(count)).to_string(), is_error: Some(false) });
    let (begin, open) = (Action::Begin(Setup::default()), Action::Open { chat: "main".to_owned(), helper_of: None });
    let action = update(count);
    let started = || {
        let mut oracle = Oracle::new(Default::default());
        oracle.judge(&begin, &Answer::Done).expect("it is right");
        oracle.judge(&open, &Answer::Done).expect("it is right");
        oracle
    };
    bencher.with_inputs(started).bench_local_refs(|oracle| oracle.judge(black_box(&action), black_box(&answer)));
}

#[divan::bench(args = [1, 10, 1_000])]
fn look_at_the_reference(bencher: Bencher<'_, '_>, count: usize) {
    let started = || {
        let (mut judged, mut reference) = (Judged::new(Capability::ALL.into_iter().collect()), Reference::default());
        let start = [Action::Begin(Setup::default()), Action::Open { chat: "main".to_owned(), helper_of: None }];
        for action in start.iter().chain([&update(count)]) {
            judged.act(action, &mut reference, true).expect("it is right");
        }
        (judged, reference)
    };
    bencher.with_inputs(started).bench_local_refs(|(judged, reference)| judged.look(reference));
}

#[divan::bench(args = [10, 1_000, 100_000])]
fn update_the_model(bencher: Bencher<'_, '_>, count: usize) {
    let items = items(count);
    let started = || {
        let mut world = World::new(Setup::default());
        world.open("main");
        world
    };
    bencher.with_inputs(started).bench_local_refs(|world| world.update(Some("main"), black_box(&items)));
}

fn file() -> Arc<Source> {
    let suite = Suite::embedded().expect("the embedded suite is right");
    Arc::clone(suite.source("spec-cases/recording/whole-list.yaml").expect("the file is there"))
}

#[divan::bench]
fn read_a_file(bencher: Bencher<'_, '_>) {
    let source = file();
    bencher.bench(|| parse(black_box(&source)));
}

#[divan::bench]
fn hold_a_file_to_the_letter(bencher: Bencher<'_, '_>) {
    let source = file();
    let scenarios = parse(&source).expect("the file is right");
    bencher
        .bench(|| scenarios.iter().map(|scenario| check(&source, black_box(scenario))).filter(Result::is_ok).count());
}

#[divan::bench]
fn say_hello(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| Reference::default().hello());
}
