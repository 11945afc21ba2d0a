//! Finding the suite's files and reading them all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::{ClauseTable, Diagnostic, Scenario, Source, check, read};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/spec-cases");

/// The table of clauses, in every suite.
const CLAUSES: &str = "spec-cases/clauses.yaml";
/// The largest scenario file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The clauses and scenarios together.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What the clauses say.
    pub table: ClauseTable,
    /// The scenarios, in the order of their files.
    pub scenarios: Vec<Scenario>,
    /// The files, for the lines that reports show.
    pub sources: Vec<Arc<Source>>,
    /// SHA-256 over all files, in hexadecimal.
    pub digest: String,
    /// Whether it is the suite inside the binary.
    pub embedded: bool,
}

/// Why scenario files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CasesError {
    /// A path that is not there or cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable {
        /// The path as it was given.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder without scenario files.
    #[error("no scenario file (`.yaml`) in `{}`", path.display())]
    Empty {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Mistakes in files: the first of each file.
    #[error("{} in the scenario files", count(.0))]
    Wrong(Vec<Diagnostic>),
}

fn count(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.len() {
        1 => "a mistake".to_owned(),
        many => format!("{many} mistakes"),
    }
}

impl Suite {
    /// The suite inside the binary.
    pub fn embedded() -> Result<Self, CasesError> {
        let sources = embedded_files().filter(|source| source.name != CLAUSES).map(Ok).collect();
        Self::read(sources, true)
    }

    /// The scenarios of these files and folders, under the embedded clauses.
    pub fn from_paths(paths: &[PathBuf]) -> Result<Self, CasesError> {
        let mut files = Vec::new();
        for path in paths {
            let found = find(path)?;
            if found.is_empty() {
                return Err(CasesError::Empty { path: path.clone() });
            }
            files.extend(found);
        }
        let loaded: Vec<_> = files.par_iter().map(|path| load(path)).collect();
        Self::read(loaded.into_iter().collect::<Result<_, _>>()?, false)
    }

    fn read(sources: Vec<Result<Arc<Source>, Diagnostic>>, embedded: bool) -> Result<Self, CasesError> {
        let clauses = embedded_files().find(|source| source.name == CLAUSES).expect("the clauses are embedded");
        let table = ClauseTable::read(&clauses).map_err(|wrong| CasesError::Wrong(vec![wrong]))?;
        let checked = |source: Result<Arc<Source>, Diagnostic>| {
            let source = source?;
            let scenarios = parse(&source)?;
            scenarios.iter().try_for_each(|scenario| check::clauses(&source, scenario, &table))?;
            Ok((source, scenarios))
        };
        let files: Vec<Result<_, Diagnostic>> = sources.into_par_iter().map(checked).collect();
        let (mut read, mut wrong) = (Vec::new(), Vec::new());
        for file in files {
            match file {
                Ok(file) => read.push(file),
                Err(diagnostic) => wrong.push(diagnostic),
            }
        }
        wrong.extend(check::names(
            read.iter().flat_map(|(source, scenarios)| scenarios.iter().map(move |scenario| (source, scenario))),
        ));
        if !wrong.is_empty() {
            return Err(CasesError::Wrong(wrong));
        }
        let digest = digest(std::iter::once(&clauses).chain(read.iter().map(|(source, _)| source)));
        let (sources, scenarios): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        Ok(Self { table, scenarios: scenarios.into_iter().flatten().collect(), sources, digest, embedded })
    }

    /// The file of this name.
    pub fn source(&self, name: &str) -> Option<&Arc<Source>> {
        self.sources.iter().find(|source| source.name == name)
    }
}

/// The files inside the binary, by name, beginning with `spec-cases/`.
pub fn embedded_files() -> impl Iterator<Item = Arc<Source>> {
    let mut files = Vec::new();
    collect(&EMBEDDED, &mut files);
    files.sort_by(|a: &Arc<Source>, b| a.name.cmp(&b.name));
    files.into_iter()
}

/// The file of this name inside the binary.
pub fn embedded_file(name: &str) -> Option<Arc<Source>> {
    let file = EMBEDDED.get_file(name.strip_prefix("spec-cases/")?)?;
    Some(Source::new(name, file.contents_utf8()?))
}

fn collect(dir: &Dir<'_>, files: &mut Vec<Arc<Source>>) {
    for file in dir.files() {
        if let Some(text) = file.contents_utf8().filter(|_| is_scenario_file(file.path())) {
            files.push(Source::new(format!("spec-cases/{}", slashes(file.path())), text));
        }
    }
    dir.dirs().for_each(|dir| collect(dir, files));
}

/// Reads and checks the scenarios of one file; the first mistake ends it.
pub fn parse(source: &Arc<Source>) -> Result<Vec<Scenario>, Diagnostic> {
    let scenarios = read::scenarios(source)?;
    scenarios.iter().try_for_each(|scenario| check::scenario(source, scenario))?;
    Ok(scenarios)
}

fn digest<'a>(sources: impl Iterator<Item = &'a Arc<Source>>) -> String {
    let mut hash = Sha256::new();
    for source in sources {
        for part in [&source.name, &source.text] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part.as_bytes());
        }
    }
    let hex = |hex: String, byte: &u8| hex + &format!("{byte:02x}");
    hash.finalize().iter().fold(String::new(), hex)
}

fn find(path: &Path) -> Result<Vec<PathBuf>, CasesError> {
    let unreadable = |source| CasesError::Unreadable { path: path.to_owned(), source };
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        if entry.is_dir() {
            found.extend(find(&entry)?);
        } else if is_scenario_file(&entry) && entry.file_name().is_none_or(|name| name != "clauses.yaml") {
            found.push(entry);
        }
    }
    found.sort();
    Ok(found)
}

fn is_scenario_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}

fn load(path: &Path) -> Result<Result<Arc<Source>, Diagnostic>, CasesError> {
    let unreadable = |source| CasesError::Unreadable { path: path.to_owned(), source };
    let name = slashes(path);
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > LARGEST {
        let message = format!("the file has {size} bytes, more than the {LARGEST} that are read");
        return Ok(Err(
            Diagnostic::new(&Source::new(name, ""), None, message).help("split it into several files".to_owned())
        ));
    }
    Ok(Source::read(name, fs::read(path).map_err(unreadable)?))
}

fn slashes(path: &Path) -> String {
    let name = path.to_string_lossy().replace('\\', "/");
    name.strip_prefix("./").unwrap_or(&name).to_owned()
}
