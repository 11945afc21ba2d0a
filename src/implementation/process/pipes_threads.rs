//! A child process's pipes where they cannot be polled: a thread reads each of them.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 32 << 20;
/// How much of standard error is kept, in bytes.
const LOG: usize = 8 << 10;
/// How many of its last lines are shown.
const LOG_LINES: usize = 8;
/// How long a child may take to end once its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// A running child process.
pub struct Pipes {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    log: Arc<Mutex<Vec<u8>>>,
}

/// Why no line came.
pub enum PipeError {
    /// The deadline passed.
    Late,
    /// The process closed its end.
    Ended,
    /// The line has no end.
    Endless {
        /// How many bytes of it were read.
        bytes: usize,
    },
}

impl Pipes {
    pub fn start(command: &[OsString]) -> io::Result<Self> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("a pipe of the child is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(1);
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let limit = u64::try_from(LONGEST_LINE).unwrap_or(u64::MAX);
                match reader.by_ref().take(limit).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {
                        if sender.send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        let log = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            let (mut stderr, mut chunk) = (stderr, [0; 16 << 10]);
            while let Ok(read @ 1..) = stderr.read(&mut chunk) {
                if let Ok(mut log) = kept.lock() {
                    log.extend_from_slice(&chunk[..read]);
                    let surplus = log.len().saturating_sub(LOG);
                    log.drain(..surplus);
                }
            }
        });
        Ok(Self { child, stdin: Some(stdin), lines, log })
    }

    /// Writes a whole message; a thread does it, so that a child that reads nothing cannot hold the harness.
    pub fn send(&mut self, message: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let mut stdin = self.stdin.take().ok_or(PipeError::Ended)?;
        let (sender, sent) = channel();
        let message = message.to_vec();
        thread::spawn(move || {
            let written = stdin.write_all(&message).and_then(|()| stdin.flush());
            let _ = sender.send((stdin, written));
        });
        let left = deadline.checked_duration_since(Instant::now()).ok_or(PipeError::Late)?;
        let (stdin, written) = sent.recv_timeout(left).map_err(|_| PipeError::Late)?;
        self.stdin = Some(stdin);
        written.map_err(|_| PipeError::Ended)
    }

    /// Reads the next line, without its line feed.
    pub fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, PipeError> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(PipeError::Late)?;
        let mut line = self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => PipeError::Late,
            RecvTimeoutError::Disconnected => PipeError::Ended,
        })?;
        match line.pop() {
            Some(b'\n') => Ok(line),
            _ if line.len() + 1 >= LONGEST_LINE => Err(PipeError::Endless { bytes: LONGEST_LINE }),
            _ => Err(PipeError::Ended),
        }
    }

    /// What came of a line that has no end yet: the thread that reads keeps it to itself.
    pub fn unfinished(&self) -> String {
        String::new()
    }

    /// The last lines of standard error.
    pub fn log(&mut self) -> String {
        let Ok(log) = self.log.lock() else { return String::new() };
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<_> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(LOG_LINES)..].join("\n")
    }

    /// How a process ended that closed its end of the pipes.
    pub fn ended(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => match status.code() {
                    Some(code) => return format!("with exit code {code}"),
                    None => return "by a signal".to_owned(),
                },
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return "its output but not itself".to_owned(),
            }
        }
    }
}

impl Drop for Pipes {
    /// Closes the input, gives the child a moment, then ends it.
    fn drop(&mut self) {
        self.stdin = None;
        let deadline = Instant::now() + GRACE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
