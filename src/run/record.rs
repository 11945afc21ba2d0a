use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::implementation::{Implementation, Recorded, Trouble};
use crate::trace::log::{Chapter, Header, LogWriter, Unanswered};
use crate::trace::{Action, Answer};

/// Writes a run down as a log.
pub struct Recorder {
    log: LogWriter<Box<dyn Write + Send>>,
    clock: Clock,
    wrong: Option<io::Error>,
}

/// The time since a run began.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

/// What was said, and when.
pub type Exchange = (Action, Result<Answer, Trouble>, [Duration; 2]);

impl Recorder {
    /// Begins a log.
    pub fn new(out: Box<dyn Write + Send>, header: &Header) -> io::Result<Self> {
        Ok(Self { log: LogWriter::new(out, header)?, clock: Clock(Instant::now()), wrong: None })
    }

    /// Begins a chapter.
    pub fn chapter(&mut self, chapter: &Chapter) {
        if self.wrong.is_none() {
            self.wrong = self.log.chapter(chapter).err();
        }
    }

    /// Notes what was said.
    pub fn note(&mut self, (action, answer, times): &Exchange) {
        if self.wrong.is_some() {
            return;
        }
        let unanswered = answer.as_ref().err().map(Unanswered::from);
        let answer = answer.as_ref().map_err(|_| unanswered.as_ref().expect("there is trouble"));
        self.wrong = self.log.exchange(action, answer, *times).err();
    }

    /// Works with an implementation, and notes what is said as it is said.
    pub fn watch<R>(
        &mut self,
        implementation: &mut dyn Implementation,
        work: impl FnOnce(&mut dyn Implementation) -> R,
    ) -> R {
        let clock = self.clock;
        clock.hear(implementation, |exchange| self.note(&exchange), work)
    }

    /// The clock of the run.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Ends the log.
    pub fn end(self) -> io::Result<()> {
        match self.wrong {
            Some(wrong) => Err(wrong),
            None => self.log.end().map(drop),
        }
    }
}

impl Clock {
    /// Works with an implementation, and passes on what is said.
    pub fn hear<R>(
        self,
        implementation: &mut dyn Implementation,
        mut hear: impl FnMut(Exchange),
        work: impl FnOnce(&mut dyn Implementation) -> R,
    ) -> R {
        let mut recorded = Recorded::new(implementation, |action, ask| {
            let sent = self.0.elapsed();
            let answer = ask();
            hear((action.clone(), answer.clone(), [sent, self.0.elapsed()]));
            answer
        });
        work(&mut recorded)
    }
}
