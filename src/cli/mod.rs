//! The command line. Only here is anything printed, read from the environment or ended.

mod audit;
mod book;
mod cases;
mod certificate;
mod certify;
mod completions;
mod diff;
mod explain;
mod explore;
mod files;
mod ids;
mod interrupt;
mod known;
mod lint;
mod list;
mod merge;
mod output;
mod reports;
mod schema;
mod selfcheck;
mod serve;
mod subject;
mod trace;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::report::RunVerdict;

/// What a run ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for is done; a run is conformant.
    Success,
    /// A run is nonconformant.
    Nonconformant,
    /// The command line or a scenario file is wrong, or nothing was selected.
    Usage,
    /// Something could not be tested.
    Inconclusive,
}

impl From<RunVerdict> for Exit {
    fn from(verdict: RunVerdict) -> Self {
        match verdict {
            RunVerdict::Conformant => Self::Success,
            RunVerdict::Nonconformant => Self::Nonconformant,
            RunVerdict::Inconclusive => Self::Inconclusive,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Nonconformant => 1,
            Exit::Usage => 2,
            Exit::Inconclusive => 3,
        })
    }
}

/// Certifies agent task lists against the documents: one page, its clauses, and a scenario for each fact.
#[derive(Parser)]
#[command(name = "todospec", version, max_term_width = 80, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Certify(certify::Certify),
    Explore(explore::Explore),
    Audit(audit::Audit),
    Lint(lint::Lint),
    List(list::List),
    Explain(explain::Explain),
    Merge(merge::Merge),
    Diff(diff::Diff),
    Verify(verify::Verify),
    Schema(schema::Schema),
    Selfcheck(selfcheck::Selfcheck),
    Cases(cases::Cases),
    Book(book::Book),
    Serve(serve::Serve),
    Completions(completions::Completions),
}

/// Runs the program with the process's arguments.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(wrong) => {
            let exit = u8::try_from(wrong.exit_code()).unwrap_or(2);
            let _ = wrong.print();
            if wrong.kind() == clap::error::ErrorKind::UnknownArgument && !std::env::args().any(|word| word == "--") {
                output::help(
                    "the command that starts an adapter comes after `--`: todospec certify -- python3 adapter.py",
                );
            }
            return ExitCode::from(exit);
        }
    };
    interrupt::watch();
    match std::panic::catch_unwind(|| dispatch(arguments)) {
        Ok(exit) => exit.into(),
        Err(_) => {
            output::error(
                "this is a bug of todospec, not of the implementation; please report it with the lines above",
            );
            ExitCode::from(101)
        }
    }
}

fn dispatch(arguments: Arguments) -> Exit {
    match arguments.command {
        Command::Certify(certify) => certify.run(),
        Command::Explore(explore) => explore.run(),
        Command::Audit(audit) => audit.run(),
        Command::Lint(lint) => lint.run(),
        Command::List(list) => list.run(),
        Command::Explain(explain) => explain.run(),
        Command::Merge(merge) => merge.run(),
        Command::Diff(diff) => diff.run(),
        Command::Verify(verify) => verify.run(),
        Command::Schema(schema) => schema.run(),
        Command::Selfcheck(selfcheck) => selfcheck.run(),
        Command::Cases(cases) => cases.run(),
        Command::Book(book) => book.run(),
        Command::Serve(serve) => serve.run(),
        Command::Completions(completions) => completions.run(),
    }
}

/// The whole command line, for completions.
fn command() -> clap::Command {
    use clap::CommandFactory;
    Arguments::command()
}
