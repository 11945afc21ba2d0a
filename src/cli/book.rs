use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Exit, merge, output};
use crate::implementation::{Reference, faults};
use crate::report::{self, BookFault, RunVerdict};
use crate::run::{self, Selection};
use crate::suite::{CasesError, Suite};

/// What marks a folder as a book, which may be written anew.
const MARK: &str = "book.js";

/// Writes the book: the page's demands, clause by clause, with scenarios that are played as it is written.
#[derive(clap::Args)]
pub struct Book {
    /// The folder; a book that stands there is replaced.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// JSON reports to show side by side, a column each.
    #[arg(long, value_name = "REPORT", num_args = 1..)]
    results: Vec<PathBuf>,
}

impl Book {
    pub fn run(self) -> Exit {
        match self.written() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn written(&self) -> Result<Exit, Exit> {
        let suite = Arc::new(output::suite(&[])?);
        verified(&suite)?;
        let results = self.results.iter().map(|path| merge::read(path, &suite)).collect::<Result<Vec<_>, _>>()?;
        let scenes = suite.scenarios.iter().map(run::scenes).collect::<Result<Vec<_>, _>>();
        let scenes = scenes.map_err(|trouble| fail(&format!("the reference cannot be shown: {trouble}")))?;
        let conversation = run::conversation(&suite).map_err(|cause| fail(&cause.to_string()))?;
        let faults: Vec<_> =
            faults().map(|fault| BookFault { id: fault.id, clause: fault.clause, says: fault.says }).collect();
        let book = report::Book {
            suite: &suite,
            scenes: &scenes,
            conversation: &conversation,
            faults: &faults,
            results: &results,
        };
        let pages = report::pages(book);
        write(&self.out, &pages)
            .map_err(|cause| fail(&format!("cannot write the book to `{}`: {cause}", self.out.display())))?;
        let start = self.out.join("index.html");
        Ok(output::print_and(&format!("{} files; begin with {}\n", pages.len(), start.display()), Exit::Success))
    }
}

fn fail(message: &str) -> Exit {
    output::error(message);
    Exit::Usage
}

/// A book is written of nothing that the reference does not pass.
fn verified(suite: &Arc<Suite>) -> Result<(), Exit> {
    let wrong = run::check_all(suite);
    if !wrong.is_empty() {
        output::cases_error(&CasesError::Wrong(wrong));
        return Err(Exit::Usage);
    }
    let selection = Selection::default();
    let played = run::scenarios(suite, &selection, &mut Reference::default(), |_| {});
    match played.judged(suite, &selection, Vec::new(), None).verdict {
        RunVerdict::Conformant => Ok(()),
        RunVerdict::Nonconformant | RunVerdict::Inconclusive => {
            Err(fail("the reference does not pass this suite, and no book is written of it"))
        }
    }
}

/// Writes a folder whole or not at all. One that holds something else is left alone.
fn write(out: &Path, pages: &std::collections::BTreeMap<String, String>) -> io::Result<()> {
    let old = out.is_dir() && fs::read_dir(out)?.next().is_some();
    if old && !out.join(MARK).is_file() {
        return Err(io::Error::other("the folder is there and holds no book; name another, or empty it"));
    }
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let made = tempfile::Builder::new().prefix(".book").tempdir_in(parent)?;
    let new = made.path().join("book");
    for (path, text) in pages {
        let path = new.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    if old {
        fs::rename(out, made.path().join("old"))?;
    } else if out.is_dir() {
        fs::remove_dir(out)?;
    }
    fs::rename(&new, out)
}
