use std::io;

use super::{Exit, output};
use crate::implementation::{self, Reference};

/// Serves the reference behind the adapter protocol, on standard input and output.
#[derive(clap::Args)]
pub struct Serve {}

impl Serve {
    pub fn run(self) -> Exit {
        let Self {} = self;
        match implementation::serve(&mut Reference::default(), io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => Exit::Success,
            Err(cause) => {
                output::error(&format!("cannot go on serving: {cause}"));
                Exit::Usage
            }
        }
    }
}
