use std::io;

use super::{Exit, ids, output};
use crate::implementation::{self, Faulty, Implementation, Reference};

/// Serves the reference behind the adapter protocol, on standard input and output.
#[derive(clap::Args)]
pub struct Serve {
    /// Serves an implementation with this one deliberate mistake instead, as `list faults` names them: to see what a
    /// report says of it.
    #[arg(long, value_name = "ID")]
    fault: Option<String>,
}

impl Serve {
    pub fn run(self) -> Exit {
        let mut implementation: Box<dyn Implementation> = match self.fault {
            None => Box::new(Reference::default()),
            Some(id) => match Faulty::new(&id) {
                Some(faulty) => Box::new(faulty),
                None => {
                    output::error(&format!("no fault has the id `{id}`"));
                    let faults = implementation::faults().map(|fault| fault.id);
                    output::help(&crate::trace::offer(&id, faults).unwrap_or_else(|| ids::FAULTS.to_owned()));
                    return Exit::Usage;
                }
            },
        };
        match implementation::serve(implementation.as_mut(), io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => Exit::Success,
            Err(cause) => {
                output::error(&format!("cannot go on serving: {cause}"));
                Exit::Usage
            }
        }
    }
}
