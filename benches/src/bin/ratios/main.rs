//! Speed as ratios inside one run: the kit beside the barest loop that does the same, and beside its peers. Each line of
//! the table is one figure with its goal.

mod exchange;
mod explorer;
mod figure;
mod files;
mod program;
mod update;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Measures figures and prints their lines.
#[derive(Parser)]
struct Arguments {
    /// The program that is measured.
    #[arg(long)]
    todospec: PathBuf,
    /// A Python that has Hypothesis.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Whether this process runs on one processor alone.
    #[arg(long)]
    pinned: bool,
    /// What is measured; everything where left out.
    figures: Vec<Figures>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Figures {
    Exchange,
    Records,
    Explorer,
    Shrinking,
    Files,
    Cucumber,
    Update,
    Start,
    Options,
}

fn main() {
    let arguments = Arguments::parse();
    let wanted =
        if arguments.figures.is_empty() { Figures::value_variants().to_vec() } else { arguments.figures.clone() };
    for figures in wanted {
        match figures {
            Figures::Exchange => exchange::judged_writes(arguments.pinned),
            Figures::Records => exchange::records(arguments.pinned),
            Figures::Explorer => explorer::transitions(arguments.python.as_deref()),
            Figures::Shrinking => explorer::shrinking(),
            Figures::Files => files::loaded(),
            Figures::Cucumber => files::beside_cucumber(),
            Figures::Update => update::updates(),
            Figures::Start => program::version(&arguments.todospec),
            Figures::Options => program::options(&arguments.todospec),
        }
    }
}

/// The program of this name that was built beside this one.
fn beside(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().expect("the program knows its path");
    path.set_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    path
}
