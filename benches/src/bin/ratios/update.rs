//! An update in the model against the bare loop.

use std::collections::HashSet;
use std::hint::black_box;

use todospec::model::{Item, Setup, State, World};

use crate::figure::{Goal, pairs, print, seconds};

pub fn updates() {
    for (count, goal) in [(10, Goal::AtMost(2.0)), (1_000, Goal::AtMost(2.0)), (100_000, Goal::Information)] {
        let items = items(count);
        let ratios = pairs(|| model(&items, repeats(count)), || bare(&items, repeats(count)));
        print(&format!("an update of {count} items in the model : the bare loop"), ratios, goal);
    }
    let (few, many) = (items(1_000), items(100_000));
    let ratios = pairs(|| model(&many, repeats(100_000)), || model(&few, repeats(1_000)));
    print("an item of an update of 100,000 : one of 1,000", ratios, Goal::AtMost(2.0));
}

fn items(count: usize) -> Vec<Item> {
    (0..count).map(|at| Item::new(format!(" Draft part {at} of the report "), State::ALL[at % 3])).collect()
}

/// As many updates as make 400,000 items.
fn repeats(count: usize) -> usize {
    400_000 / count
}

fn model(items: &[Item], repeats: usize) -> f64 {
    seconds(|| {
        for _ in 0..repeats.div_ceil(100) {
            let mut world = World::new(Setup::default());
            world.open("main");
            for _ in 0..repeats.min(100) {
                black_box(world.update(Some("main"), black_box(items))).expect("the update is right");
            }
        }
    })
}

fn bare(items: &[Item], repeats: usize) -> f64 {
    seconds(|| {
        for _ in 0..repeats.div_ceil(100) {
            let mut log = Vec::new();
            for _ in 0..repeats.min(100) {
                let items = black_box(items);
                let mut seen = HashSet::with_capacity(items.len());
                let mut counts = [0_usize; 3];
                let mut list = Vec::with_capacity(items.len());
                for item in items {
                    let text = item.text.trim();
                    assert!(!text.is_empty() && seen.insert(text), "the update is right");
                    counts[item.state as usize] += 1;
                    list.push(Item { text: text.to_owned(), state: item.state });
                }
                black_box(counts);
                log.push(list);
            }
            black_box(log);
        }
    })
}
