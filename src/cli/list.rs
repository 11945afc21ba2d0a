use std::fmt::Write;

use clap::{Subcommand, ValueEnum};

use super::{Exit, output};
use crate::implementation::faults;
use crate::suite::Reading;

/// Names what there is.
#[derive(clap::Args)]
pub struct List {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Copy, Subcommand, ValueEnum)]
enum What {
    /// The clauses, part by part.
    Clauses,
    /// The scenarios, by id.
    Scenarios,
    /// The open points and what is allowed.
    Readings,
    /// The deliberate mistakes that the suite is proved on.
    Faults,
}

impl List {
    pub fn run(self) -> Exit {
        let suite = match output::suite(&[]) {
            Ok(suite) => suite,
            Err(exit) => return exit,
        };
        let mut text = String::new();
        match self.what {
            What::Clauses => {
                for part in &suite.table.parts {
                    let _ = writeln!(text, "{} ({})", part.title, part.name);
                    for entry in &part.clauses {
                        line(&mut text, entry.clause.id(), &entry.says);
                    }
                }
            }
            What::Scenarios => {
                for scenario in &suite.scenarios {
                    let _ = writeln!(text, "{}", scenario.id);
                }
            }
            What::Faults => {
                for fault in faults() {
                    line(&mut text, fault.id, &format!("({}) {}", fault.clause, fault.says));
                }
            }
            What::Readings => {
                for reading in Reading::ALL {
                    line(&mut text, reading.id(), reading.allowed());
                }
            }
        }
        output::print_and(&text, Exit::Success)
    }
}

fn line(text: &mut String, id: &str, says: &str) {
    let first = format!("  {id:<25}  ");
    let options = textwrap::Options::new(output::stdout_style().width)
        .initial_indent(&first)
        .subsequent_indent("                             ");
    let _ = writeln!(text, "{}", textwrap::fill(says, options));
}
