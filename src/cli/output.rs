//! What is printed, and how wide and colourful it may be.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use tempfile::NamedTempFile;

use crate::report::{self, Style};
use crate::suite::{CasesError, Suite};

/// Prints to standard output. An output that is closed is no success.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Prints to standard output, and ends in `exit` where that works.
pub fn print_and(text: &str, exit: super::Exit) -> super::Exit {
    match print(text) {
        Ok(()) => exit,
        Err(cause) => {
            error(&format!("cannot write to standard output: {cause}"));
            super::Exit::Usage
        }
    }
}

/// Says on standard error what is wrong.
pub fn error(message: &str) {
    let _ = writeln!(anstream::stderr(), "error: {message}");
}

/// Says on standard error what to do about it.
pub fn help(message: &str) {
    let _ = writeln!(anstream::stderr(), "help: {message}");
}

/// Says on standard error why scenario files cannot be used.
pub fn cases_error(wrong: &CasesError) {
    if let CasesError::Wrong(diagnostics) = wrong {
        let shown = report::diagnostics(diagnostics, style(&io::stderr()));
        let _ = writeln!(anstream::stderr(), "{shown}\n");
    }
    error(&wrong.to_string());
}

/// The layout for a stream: coloured on a terminal, as wide as it is, at most 100 columns.
fn style(stream: &impl anstream::stream::RawStream) -> Style {
    const WIDEST: usize = 100;
    let terminal = stream.is_terminal();
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = match columns {
        Some(columns) => columns,
        None if terminal => usize::from(console::Term::stdout().size().1),
        None => Style::default().width,
    };
    let colour = terminal && anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never;
    Style { colour, width: width.clamp(40, WIDEST) }
}

/// A progress bar on a terminal, nothing elsewhere.
pub fn progress(length: usize, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX)).with_style(style)
}

/// The layout for standard output.
pub fn stdout_style() -> Style {
    style(&io::stdout())
}

/// The suite a command works on: the embedded one, or the files and folders given.
pub fn suite(paths: &[std::path::PathBuf]) -> Result<Suite, super::Exit> {
    let suite = if paths.is_empty() { Suite::embedded() } else { Suite::from_paths(paths) };
    suite.map_err(|wrong| {
        cases_error(&wrong);
        super::Exit::Usage
    })
}

/// Writes a file whole or not at all. What is no file, such as a pipe or a terminal, is written to and not replaced.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        return std::fs::OpenOptions::new().append(true).open(path)?.write_all(text.as_bytes());
    }
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file that can take the place of another once it is whole.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(io::Error::other(format!("the folder `{}` does not exist", folder.display())));
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
