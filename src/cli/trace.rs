//! The option that writes a run down.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::NamedTempFile;

use super::certificate::Wanted;
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
    path: Option<&'a Path>,
    place: PathBuf,
    header: Header,
    file: Shared,
}

/// A trace that is whole.
pub struct Written {
    header: Header,
    place: Place,
}

/// Where a trace is: where it was wanted, or in a file that goes with it unless it is bundled.
enum Place {
    Wanted(PathBuf),
    Passing(NamedTempFile),
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
    /// Begins the trace, where it or a certificate is wanted and the implementation said hello.
    pub fn begin(
        &self,
        suite: &Suite,
        command: &[String],
        run: RunPlan,
        certificate: Option<&Wanted<'_>>,
        crew: &mut Crew<'_>,
    ) -> Result<Option<Trace<'_>>, Exit> {
        let path = self.trace.as_deref();
        let Some(place) = path.map(Path::to_owned).or(certificate.map(Wanted::trace)) else { return Ok(None) };
        let Ok(hello) = crew.hello() else { return Ok(None) };
        let files = certificate.map(|wanted| wanted.files().to_vec()).unwrap_or_default();
        let header = Header::new((&suite.table.version, &suite.digest), &hello, command, run).with_files(files);
        let begun = output::beside(&place).and_then(|file| {
            let file = Shared(Arc::new(Mutex::new(Some(file))));
            crew.record(Recorder::new(Box::new(BufWriter::new(file.clone())), &header)?);
            Ok(file)
        });
        let file = begun.map_err(|cause| wrong(&place, &cause))?;
        Ok(Some(Trace { path, place, header, file }))
    }
}

impl Trace<'_> {
    /// Ends the trace and puts it in its place.
    pub fn end(self, crew: &mut Crew<'_>) -> Result<Written, Exit> {
        let Self { path, place, header, file } = self;
        let recorded = crew.recorded().map_or(Ok(()), Recorder::end);
        let ended = recorded.and_then(|()| {
            let file = file.0.lock().ok().and_then(|mut file| file.take());
            let file = file.ok_or_else(|| io::Error::other("the trace is closed"))?;
            let Some(path) = path else { return Ok(Place::Passing(file)) };
            file.persist(path).map_err(|error| error.error)?;
            Ok(Place::Wanted(path.to_owned()))
        });
        ended.map(|at| Written { header, place: at }).map_err(|cause| wrong(&place, &cause))
    }
}

impl Written {
    /// What its first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match &self.place {
            Place::Wanted(path) => path,
            Place::Passing(file) => file.path(),
        }
    }

    /// Puts it, or a copy where it was wanted elsewhere too, beside a certificate.
    pub fn bundle(self, beside: &Path) -> io::Result<()> {
        match self.place {
            Place::Passing(file) => file.persist(beside).map(drop).map_err(|error| error.error),
            Place::Wanted(path) if path == beside => Ok(()),
            Place::Wanted(path) => {
                let mut copy = output::beside(beside)?;
                io::copy(&mut File::open(path)?, &mut copy)?;
                copy.persist(beside).map(drop).map_err(|error| error.error)
            }
        }
    }
}

fn wrong(path: &Path, cause: &io::Error) -> Exit {
    output::error(&format!("cannot write the trace `{}`: {cause}", path.display()));
    Exit::Usage
}
