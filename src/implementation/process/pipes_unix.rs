//! A child process's pipes, polled with a deadline: no reader thread, no waiting without end.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use super::tree::Tree;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 32 << 20;
/// How much of standard error is kept, in bytes.
const LOG: usize = 8 << 10;
/// How many of its last lines are shown.
const LOG_LINES: usize = 8;
/// How long a child may take to end once its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// How long one may take that was late with an answer.
const LITTLE_GRACE: Duration = Duration::from_millis(50);

/// A running child process, the head of its own process group.
pub struct Pipes {
    child: Child,
    tree: Tree,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// Bytes of standard output that make no whole line yet; `scanned` of them hold no line feed.
    pending: Vec<u8>,
    scanned: usize,
    log: Vec<u8>,
    grace: Duration,
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
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, tree) = Tree::start(&mut command)?;
        let missing = || io::Error::other("a pipe of the child is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        let (pending, log) = (Vec::new(), Vec::new());
        Ok(Self {
            child,
            tree,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            pending,
            scanned: 0,
            log,
            grace: GRACE,
        })
    }

    /// Writes a whole message.
    pub fn send(&mut self, mut message: &[u8], deadline: Instant) -> Result<(), PipeError> {
        while !message.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(PipeError::Ended) };
            match stdin.write(message) {
                Ok(written) => message = &message[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(deadline, true)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(PipeError::Ended),
            }
        }
        Ok(())
    }

    /// Reads the next line, without its line feed.
    pub fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, PipeError> {
        loop {
            if let Some(at) = self.pending[self.scanned..].iter().position(|byte| *byte == b'\n') {
                let end = self.scanned + at;
                let line = self.pending[..end].to_vec();
                self.pending.drain(..=end);
                self.scanned = 0;
                return Ok(line);
            }
            self.scanned = self.pending.len();
            if self.scanned > LONGEST_LINE {
                return Err(PipeError::Endless { bytes: LONGEST_LINE });
            }
            self.wait(deadline, false)?;
            self.read()?;
        }
    }

    fn read(&mut self) -> Result<(), PipeError> {
        const CHUNK: usize = 16 << 10;
        self.pending.reserve(CHUNK);
        match rustix::io::read(&self.stdout, spare_capacity(&mut self.pending)) {
            Ok(0) => Err(PipeError::Ended),
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(_) => Err(PipeError::Ended),
        }
    }

    /// Waits until there is something to read or, when writing, room to write; standard error is drained meanwhile.
    fn wait(&mut self, deadline: Instant, writing: bool) -> Result<(), PipeError> {
        let waited = self.wait_until(deadline, writing);
        if matches!(waited, Err(PipeError::Late)) {
            self.grace = LITTLE_GRACE;
        }
        waited
    }

    fn wait_until(&mut self, deadline: Instant, writing: bool) -> Result<(), PipeError> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(PipeError::Late)?;
        let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(3);
        // What floods its output while it is written to is not read on and on: it will be late.
        let room = !writing || self.pending.len() <= LONGEST_LINE;
        polled
            .push(PollFd::from_borrowed_fd(self.stdout.as_fd(), if room { PollFlags::IN } else { PollFlags::empty() }));
        if let Some(stderr) = &self.stderr {
            polled.push(PollFd::from_borrowed_fd(stderr.as_fd(), PollFlags::IN));
        }
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writing) {
            polled.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT));
        }
        let timeout = Timespec::try_from(left).map_err(|_| PipeError::Late)?;
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) => return Err(PipeError::Late),
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return Err(PipeError::Ended),
        }
        let logged = self.stderr.is_some() && polled.get(1).is_some_and(|pipe| !pipe.revents().is_empty());
        let spoken = room && !polled[0].revents().is_empty();
        drop(polled);
        if logged {
            self.drain();
        }
        if writing && spoken { self.read() } else { Ok(()) }
    }

    /// Reads what stands on standard error and keeps its end.
    fn drain(&mut self) {
        let mut chunk = [0; 16 << 10];
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(read) => {
                self.log.extend_from_slice(&chunk[..read]);
                let surplus = self.log.len().saturating_sub(LOG);
                self.log.drain(..surplus);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// What came of a line that has no end yet.
    pub fn unfinished(&self) -> String {
        const MOST: usize = 1 << 10;
        String::from_utf8_lossy(&self.pending[..self.pending.len().min(MOST)]).into_owned()
    }

    /// The last lines of standard error.
    pub fn log(&mut self) -> String {
        self.drain();
        let text = String::from_utf8_lossy(&self.log);
        let lines: Vec<_> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(LOG_LINES)..].join("\n")
    }

    /// How a process ended that closed its end of the pipes.
    pub fn ended(&mut self) -> String {
        match self.wait_for_end(GRACE) {
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("with exit code {code}"),
                (None, Some(signal)) => format!("by signal {signal}"),
                (None, None) => "somehow".to_owned(),
            },
            None => "its output but not itself".to_owned(),
        }
    }

    fn wait_for_end(&mut self, limit: Duration) -> Option<ExitStatus> {
        const LONGEST_PAUSE: Duration = Duration::from_millis(2);
        // Most end at once, and a run with a process a scenario waits for each of them.
        let mut pause = Duration::from_micros(20);
        let deadline = Instant::now() + limit;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            self.drain();
            std::thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

impl Drop for Pipes {
    /// Closes the input, gives the child a moment, then ends its whole tree. What cannot be ended, another user's process for
    /// instance, is not waited for without end.
    fn drop(&mut self) {
        self.stdin = None;
        self.wait_for_end(self.grace);
        let _ = self.child.kill();
        self.tree.end();
        self.wait_for_end(GRACE);
        self.tree.reap(GRACE);
    }
}
