use std::fs;
use std::path::PathBuf;

use super::{Exit, output};
use crate::suite::embedded_files;

/// Copies the suite's files, to read or to start from.
#[derive(clap::Args)]
pub struct Cases {
    /// The folder to copy them to; it is made if it is not there, and files in it are never overwritten.
    #[arg(long, value_name = "DIR")]
    copy: PathBuf,
}

impl Cases {
    pub fn run(self) -> Exit {
        let mut copied = 0_usize;
        for source in embedded_files() {
            let name = source.name.trim_start_matches("spec-cases/");
            let path = self.copy.join(name);
            if path.exists() {
                output::error(&format!("`{}` is there already", path.display()));
                output::help("name a folder that is empty or not there yet");
                return Exit::Usage;
            }
            let written =
                path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, &source.text));
            if let Err(cause) = written {
                output::error(&format!("cannot write `{}`: {cause}", path.display()));
                return Exit::Usage;
            }
            copied += 1;
        }
        output::print_and(&format!("{copied} files copied to {}\n", self.copy.display()), Exit::Success)
    }
}
