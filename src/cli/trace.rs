//! The option that writes a run down.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::NamedTempFile;

use super::{Exit, output};
use crate::run::{Crew, Recorder};
use crate::suite::Suite;
use crate::trace::log::{Header, RunPlan};

/// Where a run is written down.
#[derive(clap::Args)]
pub struct TraceOption {
    /// Writes every message to this file; `audit` judges it again.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

/// A trace that is being written: it becomes a file when it is whole.
pub struct Trace<'a> {
    path: &'a Path,
    file: Shared,
}

/// A file that is written by one and kept by another.
#[derive(Clone)]
struct Shared(Arc<Mutex<Option<NamedTempFile>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file(|file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file(NamedTempFile::flush)
    }
}

impl Shared {
    fn file<R>(&self, with: impl FnOnce(&mut NamedTempFile) -> io::Result<R>) -> io::Result<R> {
        let mut file = self.0.lock().map_err(|_| io::Error::other("the trace was left half written"))?;
        with(file.as_mut().ok_or_else(|| io::Error::other("the trace is closed"))?)
    }
}

impl TraceOption {
    /// Begins the trace, where one is wanted and the implementation said hello.
    pub fn begin(
        &self,
        suite: &Suite,
        command: &[String],
        run: RunPlan,
        crew: &mut Crew<'_>,
    ) -> Result<Option<Trace<'_>>, Exit> {
        let Some(path) = self.trace.as_deref() else { return Ok(None) };
        let Ok(hello) = crew.hello() else { return Ok(None) };
        let header = Header::new((&suite.table.version, &suite.digest), &hello, command, run);
        let begun = output::beside(path).and_then(|file| {
            let file = Shared(Arc::new(Mutex::new(Some(file))));
            crew.record(Recorder::new(Box::new(BufWriter::new(file.clone())), &header)?);
            Ok(Trace { path, file })
        });
        begun.map(Some).map_err(|cause| wrong(path, &cause))
    }
}

impl Trace<'_> {
    /// Ends the trace and puts it in its place.
    pub fn end(self, crew: &mut Crew<'_>) -> Result<(), Exit> {
        let Self { path, file } = self;
        let recorded = crew.recorded().map_or(Ok(()), Recorder::end);
        let ended = recorded.and_then(|()| {
            let file = file.0.lock().ok().and_then(|mut file| file.take());
            let file = file.ok_or_else(|| io::Error::other("the trace is closed"))?;
            file.persist(path).map(drop).map_err(|error| error.error)
        });
        ended.map_err(|cause| wrong(path, &cause))
    }
}

fn wrong(path: &Path, cause: &io::Error) -> Exit {
    output::error(&format!("cannot write the trace `{}`: {cause}", path.display()));
    Exit::Usage
}
