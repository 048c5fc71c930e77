//! Ctrl-C, termination and the end of a terminal: the first signal asks the program to stop in an orderly way, a second
//! one ends it at once.
#![allow(unsafe_code)]

use super::bus;
use super::status::Status;
use cubepdb::internals::pdb::orbits::unless_raised;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Milliseconds within which signals count as one: `timeout` sends its own to the process and to its group, and a key
/// that is held down repeats.
const AS_ONE: u64 = 300;

/// The interrupt flag, raised when the program should stop.
#[derive(Clone, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
}

impl Interrupt {
    /// Begins to listen. Also makes a process that has lost a mapped table report it.
    pub fn listen() -> io::Result<Self> {
        let Self { stop, terminated } = Self::default();
        let (start, first) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let hang_up = hang_up().map(|signal| (signal, Status::Terminated));
        for (signal, status) in
            [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated)].into_iter().chain(hang_up)
        {
            let first = Arc::clone(&first);
            let end_if_second = move || {
                // Never 0, which means no signal so far.
                let now = start.elapsed().as_millis() as u64 + 1;
                if let Err(before) = first.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed)
                    && now.saturating_sub(before) > AS_ONE
                {
                    low_level::exit(status as i32);
                }
            };
            // SAFETY: within a handler it reads the clock, exchanges a word and may call _exit; each of them may be
            // done there (POSIX lists clock_gettime, which `elapsed` calls, and _exit), and none of them panics.
            unsafe { low_level::register(signal, end_if_second)? };
            if status == Status::Terminated {
                flag::register(signal, terminated.clone())?;
            }
            flag::register(signal, stop.clone())?;
        }
        bus::listen()?;
        Ok(Self { stop, terminated })
    }

    /// The flag that is raised.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The answer to the question whether work goes on.
    pub fn go_on(&self) -> ControlFlow<()> {
        unless_raised(&self.stop)
    }

    /// Raises the flag, as a signal would: everything that checks it stops.
    pub fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Raises the flag, as the signal with this status does.
    pub fn raise_as(&self, status: Status) {
        self.terminated.fetch_or(status == Status::Terminated, Ordering::Relaxed);
        self.raise();
    }

    /// The exit status of a program that stopped because of the signal.
    pub fn status(&self) -> Status {
        if self.terminated.load(Ordering::Relaxed) { Status::Terminated } else { Status::Interrupted }
    }
}

/// The signal of a terminal that has ended, unless it is ignored, as under `nohup`.
#[cfg(unix)]
fn hang_up() -> Option<i32> {
    use libc::SIGHUP;
    // SAFETY: all zeros are a value of this structure of the C library, which the call fills in; no handler is given.
    let handler = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(SIGHUP, std::ptr::null(), &raw mut action) == 0).then_some(action.sa_sigaction)
    };
    handler.filter(|&handler| handler != libc::SIG_IGN).map(|_| SIGHUP)
}

#[cfg(not(unix))]
fn hang_up() -> Option<i32> {
    None
}

/// Makes writing past a limit of file sizes an error instead of the end of the process.
pub fn outlive_file_sizes() {
    // If this fails, only a message is lost.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
