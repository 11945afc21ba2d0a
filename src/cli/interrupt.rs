//! What happens when the program is told to end: no process that it started outlives it. Unix only; elsewhere a child
//! notices that its input closes.

/// Ends every process that was started, and then the program, when a signal asks for it. The exit code is 128 and the
/// signal's number, as shells have it.
#[cfg(unix)]
pub fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            crate::implementation::end_all();
            std::process::exit(128 + signal);
        }
    });
}

/// Nothing to do here.
#[cfg(not(unix))]
pub fn watch() {}
