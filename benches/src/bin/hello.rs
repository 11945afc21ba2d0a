//! The least that clap does, to compare the program's `--version` with.

use clap::Parser;

/// Says hello.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Whom to greet.
    name: Option<String>,
}

#[expect(clippy::print_stdout, reason = "it greets")]
fn main() {
    println!("hello {}", Arguments::parse().name.unwrap_or_default());
}
