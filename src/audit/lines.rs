//! The lines of a log, one at a time, in bounded memory.

use std::io::{self, BufRead, Read};

/// The most bytes of a line that are read; a longer one is passed over.
const LONGEST: u64 = 64 << 20;

/// Reads a log line by line.
pub struct Lines<'a> {
    log: &'a mut dyn BufRead,
    line: Vec<u8>,
}

impl<'a> Lines<'a> {
    /// The lines of this log.
    pub fn of(log: &'a mut dyn BufRead) -> Self {
        Self { log, line: Vec::new() }
    }

    /// The next line without its end; empty where it is too long to be read.
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        if (&mut *self.log).take(LONGEST).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        let whole = self.line.last() == Some(&b'\n');
        if !whole && self.line.len() as u64 == LONGEST {
            self.line.clear();
            self.log.skip_until(b'\n')?;
        }
        self.line.shrink_to(1 << 20);
        Ok(Some(self.line.trim_ascii()))
    }
}
