//! Ctrl-C and termination: the first asks the program to stop in order, the second ends it at once.

use super::bus;
use super::exit::Status;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody wants the program to stop.
#[derive(Clone, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// Whether there was a signal: the next one ends the program at once.
    signalled: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
}

impl Interrupt {
    /// Begins to listen. Also lets a process that has lost a mapped table say so.
    pub fn listen() -> io::Result<Self> {
        let Self { stop, signalled, terminated } = Self::default();
        for (signal, status) in [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated)] {
            // The order matters: the first signal finds the flag unset, passes the shutdown by and sets it.
            flag::register_conditional_shutdown(signal, status as i32, signalled.clone())?;
            flag::register(signal, signalled.clone())?;
            if signal == SIGTERM {
                flag::register(signal, terminated.clone())?;
            }
            flag::register(signal, stop.clone())?;
        }
        bus::listen()?;
        Ok(Self { stop, signalled, terminated })
    }

    /// The flag that is raised.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Raises the flag, as a signal would: all that listens stops.
    pub fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The exit status of a program that stopped because of the signal.
    pub fn status(&self) -> Status {
        if self.terminated.load(Ordering::Relaxed) { Status::Terminated } else { Status::Interrupted }
    }
}

/// Makes writing past a limit of file sizes an error instead of the end of the process.
pub fn outlive_file_sizes() {
    // Without it, nothing but a sentence is lost.
    let _ = flag::register(SIGXFSZ, Arc::default());
}
