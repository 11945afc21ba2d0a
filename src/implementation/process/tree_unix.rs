//! The processes that were started here and all that they started in turn, ended together.
//!
//! A child is the head of a process group, which is ended whole. On Linux a grandchild that left the group is found by a
//! mark in its environment; elsewhere it is not.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpgid};

/// The variable that marks what a child starts.
const MARK: &str = "TODOSPEC_ADAPTER";

/// The trees that are running, by the pid of their heads.
static RUNNING: Mutex<BTreeMap<u32, String>> = Mutex::new(BTreeMap::new());

/// A child and all that it starts.
pub struct Tree {
    head: u32,
    mark: String,
}

impl Tree {
    /// Starts a command as the head of a tree of its own. None is started once all have to end.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mark = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        // Held while it starts, so that no tree is missed that is half begun.
        let mut running = RUNNING.lock().map_err(|_| io::Error::other("the list of processes is lost"))?;
        let child = command.env(MARK, &mark).process_group(0).spawn()?;
        running.insert(child.id(), mark.clone());
        let head = child.id();
        Ok((child, Self { head, mark }))
    }

    /// Ends every process of the tree.
    pub fn end(&self) {
        end(self.head, &self.mark);
        if let Ok(mut running) = RUNNING.lock() {
            running.remove(&self.head);
        }
    }

    /// Waits, not for ever, for what the head left to this process when it died; the head itself was waited for.
    pub fn reap(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        let Some(group) = pid(self.head) else { return };
        loop {
            match waitpgid(group, WaitOptions::NOHANG) {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) | Err(_) => return,
            }
        }
    }
}

/// Ends every process that was started here, for a program that has to end at once: none can be started any more.
pub fn end_all() {
    if let Ok(running) = RUNNING.lock() {
        running.iter().for_each(|(head, mark)| end(*head, mark));
        std::mem::forget(running);
    }
}

fn end(head: u32, mark: &str) {
    if let Some(group) = pid(head) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    #[cfg(target_os = "linux")]
    strays::end(head, mark);
    #[cfg(not(target_os = "linux"))]
    let _ = mark;
}

fn pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}

/// Processes that left their group. Their parents are dead, so they are children of this one.
#[cfg(target_os = "linux")]
mod strays {
    use std::fs;

    use rustix::process::{Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, waitid, waitpid};

    use super::MARK;

    /// How often they are looked for: one may start another while it is ended.
    const ROUNDS: usize = 16;

    pub fn end(head: u32, mark: &str) {
        let sought = format!("{MARK}={mark}");
        for _ in 0..ROUNDS {
            // Without any child there is nothing to look for.
            let any = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            if waitid(WaitId::All, any).is_err() {
                return;
            }
            let found: Vec<u32> = processes().filter(|number| *number != head && is_marked(*number, &sought)).collect();
            if found.is_empty() {
                return;
            }
            for stray in found.into_iter().filter_map(super::pid) {
                if kill_process(stray, Signal::KILL).is_ok() {
                    let _ = waitpid(Some(stray), WaitOptions::empty());
                }
            }
        }
    }

    fn processes() -> impl Iterator<Item = u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    fn is_marked(number: u32, sought: &str) -> bool {
        let environment = fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == sought.as_bytes())
    }
}
