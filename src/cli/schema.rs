use super::{Exit, output};
use crate::suite;

/// Prints the JSON Schema of a scenario file, for editors.
#[derive(clap::Args)]
pub struct Schema {}

impl Schema {
    pub fn run(self) -> Exit {
        let Self {} = self;
        output::print_and(&format!("{:#}\n", suite::schema()), Exit::Success)
    }
}
