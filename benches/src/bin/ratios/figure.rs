//! Interleaved pairs, and a line of the table for each figure.

use std::time::Instant;

/// What a ratio should be.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    AtMost(f64),
    AtLeast(f64),
    /// No goal: told for its own sake.
    Information,
}

/// How many pairs a figure is drawn from.
pub const PAIRS: usize = 9;

/// Runs both sides in turn, the first one first every other time. Each tells how much it took or got done in whatever unit
/// both share; what comes of it is one ratio a pair.
pub fn pairs(mut ours: impl FnMut() -> f64, mut theirs: impl FnMut() -> f64) -> Vec<f64> {
    (0..PAIRS)
        .map(|pair| {
            let (ours, theirs) = if pair % 2 == 0 {
                let ours = ours();
                (ours, theirs())
            } else {
                let theirs = theirs();
                (ours(), theirs)
            };
            ours / theirs
        })
        .collect()
}

/// The seconds that something takes.
pub fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    std::hint::black_box(run());
    started.elapsed().as_secs_f64()
}

/// Prints a line of the table: the figure, its median ratio with the quartiles, the goal, and whether it is met.
#[expect(clippy::print_stdout, reason = "the table is the program's answer")]
pub fn print(name: &str, mut ratios: Vec<f64>, goal: Goal) {
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| ratios[(ratios.len() - 1) * part / 4];
    let (low, median, high) = (at(1), at(2), at(3));
    let (goal, met) = match goal {
        Goal::AtMost(most) => (format!("≤ {most}"), if median <= most { "met" } else { "NOT MET" }),
        Goal::AtLeast(least) => (format!("≥ {least}"), if median >= least { "met" } else { "NOT MET" }),
        Goal::Information => (String::new(), ""),
    };
    println!("{name:<72} {median:>8.2}  {:<17} {goal:>7}  {met}", format!("({low:.2} to {high:.2})"));
}
