//! Exit of a program, and the one place where errors are printed.

pub use super::status::Status;

use super::lines::folded;
use super::memory;
use super::signals::outlive_file_sizes;
use anyhow::Error;
use cubepdb::{Disproof, FaultKind, FileError, StorageError};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// An error with its exit status.
#[derive(Debug)]
pub struct Failure {
    /// The status.
    pub status: Status,
    /// The error to print.
    pub error: Error,
}

impl Failure {
    /// A failure with a given status.
    pub fn new(status: Status, error: impl Into<Error>) -> Self {
        Self { status, error: error.into() }
    }

    /// A usage error.
    pub fn usage(message: impl std::fmt::Display) -> Self {
        Self::new(Status::Usage, Error::msg(message.to_string()))
    }
}

impl Failure {
    /// A failure to write a file; if a file already exists, the message names the flag that replaces it.
    pub fn of_output(error: impl Into<FileError>) -> Self {
        match error.into() {
            error @ FileError::Storage(StorageError::Exists { .. }) => {
                Self::new(Status::Io, Error::msg(format!("{error} (--force replaces it)")))
            }
            error => error.into(),
        }
    }

    /// A table that is not proven; `interrupted` is the status if the proof was stopped.
    pub fn of_disproof(path: &Path, disproof: &Disproof, interrupted: Status) -> Self {
        let (status, outcome) = match disproof {
            Disproof::Interrupted => (interrupted, "not finished"),
            // The certificate holds but the count is wrong: then the certificate is worthless.
            Disproof::Published { .. } => (Status::Internal, "not proven"),
            _ => (Status::Table, "proven wrong"),
        };
        Self::new(status, Error::msg(format!("{}: {outcome}: {disproof}", path.display())))
    }

    /// Returns whether whoever read the output has closed it.
    pub fn is_broken_pipe(&self) -> bool {
        is_broken_pipe(&self.error)
    }

    /// Prints the error.
    pub fn report(&self) {
        say(&format!("error: {}", self.message()));
    }

    /// The error with its causes.
    pub fn message(&self) -> String {
        causes(&self.error)
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        FileError::from(error).into()
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let status = match error.kind() {
            FaultKind::Table => Status::Table,
            FaultKind::Io => Status::Io,
            FaultKind::Memory => Status::Memory,
        };
        Self::new(status, error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(Status::Io, error)
    }
}

/// Runs a program: prints its failure, if any, and turns panics into status 70. A reader that closes our standard
/// output early is no failure.
pub fn run(program: impl FnOnce() -> Result<Status, Failure>) -> ExitCode {
    outlive_file_sizes();
    memory::listen();
    let status = match catch_unwind(AssertUnwindSafe(program)) {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) if is_broken_pipe(&failure.error) => Status::Success,
        Ok(Err(failure)) => {
            failure.report();
            failure.status
        }
        Err(_) => {
            say(&format!("error: {FAULT}"));
            Status::Internal
        }
    };
    ExitCode::from(status as u8)
}

/// The message after a panic.
pub const FAULT: &str = "this is a fault in the program; nothing that it printed for this input is to be trusted";

/// True if another process of the same job prints the messages.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences this process: another one of the same job prints the messages.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether this process is silent.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a line to standard error, if it is open; on a terminal, several where it is too long. File names may contain
/// any bytes; control sequences for the terminal are removed.
pub fn say(text: &str) {
    let plain = |c: char| c == '\n' || !c.is_control();
    let escaped = text.chars().map(|c| if plain(c) { c.to_string() } else { c.escape_default().to_string() });
    let text: String = escaped.collect();
    match columns() {
        Some(width) => say_as_it_is(&folded(&text, width)),
        None => say_as_it_is(&text),
    }
}

/// Columns of the terminal, if standard error is one.
#[cfg(unix)]
fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stderr()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

#[cfg(not(unix))]
fn columns() -> Option<usize> {
    None
}

/// Clears the terminal for a message, and draws again what was there.
static AROUND: OnceLock<fn(&mut dyn FnMut())> = OnceLock::new();

/// From now on, messages are written within this function, for instance one that takes progress bars out of their way.
pub fn say_within(around: fn(&mut dyn FnMut())) {
    AROUND.get_or_init(|| around);
}

/// Writes a line that is known to be harmless, such as JSON, to standard error.
pub fn say_as_it_is(text: &str) {
    if !is_quiet() {
        let mut write = || {
            let _ = writeln!(io::stderr(), "{text}");
        };
        match AROUND.get() {
            Some(around) => around(&mut write),
            None => write(),
        }
    }
}

/// An error with its causes, leaving out those that earlier messages already contain.
fn causes(error: &Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| {
        if text.is_empty() {
            cause
        } else if text.contains(&cause) {
            text
        } else {
            format!("{text}: {cause}")
        }
    })
}

fn is_broken_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
