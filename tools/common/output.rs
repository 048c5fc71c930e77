//! Standard output.

use std::fmt::Arguments;
use std::io::{self, IsTerminal, Stdout, Write};

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
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).map_err(named)
    }

    fn write_fmt(&mut self, text: Arguments<'_>) -> io::Result<()> {
        self.0.write_fmt(text).map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}
