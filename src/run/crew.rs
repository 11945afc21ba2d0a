//! One implementation, or several alike that share the work. What is asked of them comes back in the order of the tasks,
//! however many there are.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use super::record::Recorder;
use crate::implementation::{Implementation, Trouble};
use crate::trace::Hello;
use crate::trace::log::Chapter;

/// How many tasks are given out before the first of them is done, for each worker.
const AHEAD: usize = 16;

/// Who does the work, and who writes it down.
pub struct Crew<'a> {
    members: Members<'a>,
    recorder: Option<Recorder>,
}

enum Members<'a> {
    One(&'a mut dyn Implementation),
    Many(&'a mut [Box<dyn Implementation + Send>]),
}

/// A piece of work: where it stands in the log, what is kept for its result, and what is sent to whoever does it.
pub type Task<K, T> = (Chapter, K, T);

impl<'a> Crew<'a> {
    /// One implementation, task after task.
    pub fn one(implementation: &'a mut dyn Implementation) -> Self {
        Self { members: Members::One(implementation), recorder: None }
    }

    /// Several of the same, each in a thread of its own.
    pub fn many(implementations: &'a mut [Box<dyn Implementation + Send>]) -> Self {
        Self { members: Members::Many(implementations), recorder: None }
    }

    /// Writes down what is said from now on.
    pub fn record(&mut self, recorder: Recorder) {
        self.recorder = Some(recorder);
    }

    /// What was written down, to be ended.
    pub fn recorded(&mut self) -> Option<Recorder> {
        self.recorder.take()
    }

    /// What they say of themselves, which has to be the same.
    pub fn hello(&mut self) -> Result<Hello, Trouble> {
        let many = match &mut self.members {
            Members::One(implementation) => return implementation.hello(),
            Members::Many(many) => many,
        };
        let mut first: Option<Hello> = None;
        for implementation in many.iter_mut() {
            let hello = implementation.hello()?;
            match &first {
                Some(first) if *first != hello => return Err(Trouble::other_hello(first, &hello)),
                Some(_) => {}
                None => first = Some(hello),
            }
        }
        first.ok_or(Trouble::Missing { method: "hello" })
    }

    /// Does work that cannot be shared.
    pub fn alone<R>(&mut self, chapter: &Chapter, work: impl FnOnce(&mut dyn Implementation) -> R) -> R {
        let first = match &mut self.members {
            Members::One(implementation) => &mut **implementation,
            Members::Many(many) => many[0].as_mut(),
        };
        match &mut self.recorder {
            Some(recorder) => {
                recorder.chapter(chapter);
                recorder.watch(first, work)
            }
            None => work(first),
        }
    }

    /// Does task after task until `take` says to stop. `take` hears of the results in the order of the tasks, each with
    /// what was kept of its task.
    pub fn each<K, T: Send, R: Send>(
        &mut self,
        tasks: impl Iterator<Item = Task<K, T>>,
        work: impl Fn(T, &mut dyn Implementation) -> R + Sync,
        mut take: impl FnMut(K, R) -> ControlFlow<()>,
    ) {
        if let Members::One(_) = &self.members {
            for (chapter, kept, task) in tasks {
                let result = self.alone(&chapter, |implementation| work(task, implementation));
                if take(kept, result).is_break() {
                    return;
                }
            }
        } else if let Members::Many(many) = &mut self.members {
            let Some(recorder) = &mut self.recorder else {
                let tasks = tasks.map(|(_, kept, task)| (kept, task));
                return shared(many, tasks, &work, take);
            };
            let clock = recorder.clock();
            let tasks = tasks.map(|(chapter, kept, task)| ((chapter, kept), task));
            let heard = |task, implementation: &mut dyn Implementation| {
                let mut said = Vec::new();
                let result = clock.hear(implementation, |exchange| said.push(exchange), |heard| work(task, heard));
                (said, result)
            };
            shared(many, tasks, &heard, |(chapter, kept), (said, result)| {
                recorder.chapter(&chapter);
                said.iter().for_each(|exchange| recorder.note(exchange));
                take(kept, result)
            });
        }
    }
}

fn shared<K, T: Send, R: Send>(
    many: &mut [Box<dyn Implementation + Send>],
    mut tasks: impl Iterator<Item = (K, T)>,
    work: &(impl Fn(T, &mut dyn Implementation) -> R + Sync),
    mut take: impl FnMut(K, R) -> ControlFlow<()>,
) {
    let most = many.len() * AHEAD;
    let (give, given) = mpsc::channel::<(usize, T)>();
    let (done, results) = mpsc::channel();
    let (given, stopped) = (Mutex::new(given), AtomicBool::new(false));
    let next_task =
        || given.lock().ok().and_then(|given| given.recv().ok()).filter(|_| !stopped.load(Ordering::Relaxed));
    thread::scope(|scope| {
        for implementation in many {
            let (done, next_task) = (done.clone(), &next_task);
            scope.spawn(move || {
                while let Some((index, task)) = next_task() {
                    let result = catch_unwind(AssertUnwindSafe(|| work(task, implementation.as_mut())));
                    if done.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        let give = give;
        let (mut kept, mut early) = (VecDeque::new(), BTreeMap::new());
        let mut index = 0;
        loop {
            while kept.len() < most {
                let Some((keep, task)) = tasks.next() else { break };
                let sent = give.send((index + kept.len(), task));
                sent.expect("the workers wait for tasks");
                kept.push_back(keep);
            }
            let Some(keep) = kept.pop_front() else { break };
            let result = loop {
                if let Some(result) = early.remove(&index) {
                    break result;
                }
                let (index, result) = results.recv().expect("a worker tells what it did");
                early.insert(index, result);
            };
            index += 1;
            let result = result.unwrap_or_else(|panic| {
                stopped.store(true, Ordering::Relaxed);
                resume_unwind(panic)
            });
            if take(keep, result).is_break() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(give);
    });
}
