//! One implementation, or several alike that share the work. What is asked of them comes back in the order of the tasks,
//! however many there are.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use crate::implementation::{Implementation, Trouble};
use crate::trace::Hello;

/// How many tasks are given out before the first of them is done, for each worker.
const AHEAD: usize = 16;

/// Who does the work.
pub enum Crew<'a> {
    /// One implementation, task after task.
    One(&'a mut dyn Implementation),
    /// Several of the same, each in a thread of its own.
    Many(&'a mut [Box<dyn Implementation + Send>]),
}

impl Crew<'_> {
    /// What they say of themselves, which has to be the same.
    pub fn hello(&mut self) -> Result<Hello, Trouble> {
        let many = match self {
            Self::One(implementation) => return implementation.hello(),
            Self::Many(many) => many,
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

    /// The first of them, for work that cannot be shared.
    pub fn first(&mut self) -> &mut dyn Implementation {
        match self {
            Self::One(implementation) => *implementation,
            Self::Many(many) => many[0].as_mut(),
        }
    }

    /// Does task after task until `take` says to stop. `take` hears of the results in the order of the tasks, each with
    /// what was kept of its task.
    pub fn each<K, T: Send, R: Send>(
        &mut self,
        tasks: impl Iterator<Item = (K, T)>,
        work: impl Fn(T, &mut dyn Implementation) -> R + Sync,
        mut take: impl FnMut(K, R) -> ControlFlow<()>,
    ) {
        match self {
            Self::One(implementation) => {
                for (kept, task) in tasks {
                    if take(kept, work(task, *implementation)).is_break() {
                        return;
                    }
                }
            }
            Self::Many(many) => shared(many, tasks, &work, take),
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
