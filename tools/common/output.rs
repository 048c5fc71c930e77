//! Standard output, and files that are written whole or not at all.

pub use cubepdb::internals::storage::{check_target, write_file};

use super::exit::Failure;
use std::fmt::Arguments;
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

/// The name that stands for standard output where a file is to be named.
pub const STANDARD_OUTPUT: &str = "-";

/// Returns whether a file that is to be written is standard output.
pub fn is_standard_output(out: &Path) -> bool {
    out == Path::new(STANDARD_OUTPUT)
}

/// Checks that no output would take the place of another one or of an input, by whatever paths they are named.
pub fn check_distinct<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let of_input = |path: &Path| [Some(place_of(path)), path.canonicalize().ok()];
    let inputs: Vec<PathBuf> = inputs.into_iter().flat_map(of_input).flatten().collect();
    let mut known = Vec::new();
    for output in outputs {
        let (shown, place) = (output.display(), place_of(output));
        if inputs.contains(&place) && !is_standard_output(output) {
            return Err(Failure::usage(format!("`{shown}` is an input, and an output would take its place")));
        }
        if known.contains(&place) {
            return Err(Failure::usage(format!("`{shown}` is named for two outputs")));
        }
        known.push(place);
    }
    Ok(())
}

/// The place of a file that need not exist, the same for all paths to it. A symbolic link has a place of its own.
fn place_of(path: &Path) -> PathBuf {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let below = |name| Some(directory.canonicalize().ok()?.join(name));
    path.file_name().and_then(below).unwrap_or_else(|| path.to_owned())
}

/// Checks that all these files can be written, and that they are different ones, and others than the inputs.
pub fn check_targets<'a>(
    targets: impl IntoIterator<Item = &'a Path> + Clone,
    inputs: impl IntoIterator<Item = &'a Path>,
    force: bool,
) -> Result<(), Failure> {
    check_distinct(targets.clone(), inputs)?;
    let mut files = targets.into_iter().filter(|target| !is_standard_output(target));
    files.try_for_each(|target| check_target(target, force).map_err(Failure::of_output))
}

/// Writes a file whole or not at all, or to standard output.
pub fn write_target(target: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    match is_standard_output(target) {
        true => Ok(stdout().write_all(bytes)?),
        false => write_file(target, bytes, force).map_err(Failure::of_output),
    }
}

/// Standard output, named in errors.
pub struct Output(Stdout);

/// Standard output. A single write is not interleaved with others.
pub fn stdout() -> Output {
    Output(io::stdout())
}

impl Output {
    /// Returns whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        closed::check()?;
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        closed::check()?;
        self.0.write_all(bytes).map_err(named)
    }

    fn write_fmt(&mut self, text: Arguments<'_>) -> io::Result<()> {
        closed::check()?;
        self.0.write_fmt(text).map_err(named)
    }
}

/// Records whether standard output was open when the process began. Before `main`, the standard library puts
/// `/dev/null` in the place of a stream that is closed, and what is written there would be lost without a word.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod closed {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    // SAFETY: the section holds functions without results that the loader calls once, before `main`; this one needs
    // nothing that is set up later.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: reads the flags of a descriptor, which may be closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    /// An error if standard output is closed.
    pub fn check() -> io::Result<()> {
        match IS_CLOSED.load(Ordering::Relaxed) {
            true => Err(io::Error::other("standard output: it is closed")),
            false => Ok(()),
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod closed {
    /// Other systems do not tell.
    pub fn check() -> std::io::Result<()> {
        Ok(())
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}
