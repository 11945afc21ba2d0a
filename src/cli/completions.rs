use clap_complete::Shell;

use super::{Exit, output};

/// Prints completions for a shell.
#[derive(clap::Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Exit {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "todospec", &mut text);
        output::print_and(&String::from_utf8_lossy(&text), Exit::Success)
    }
}
