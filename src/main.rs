//! The `todospec` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    todospec::cli::run()
}
