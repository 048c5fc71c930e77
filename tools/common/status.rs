//! Exit statuses.

/// The exit status of a program. The numbers are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// Success.
    Success = 0,
    /// Proven: no solution within the maximum depth.
    NoSolution = 1,
    /// A usage error.
    Usage = 2,
    /// An invalid cube.
    InvalidCube = 3,
    /// A table is missing, damaged, unfit or proven wrong.
    Table = 4,
    /// Input or output failed.
    Io = 5,
    /// Not enough memory or threads, no graphics card, or one that fails.
    Memory = 6,
    /// A limit stopped the search.
    Limit = 7,
    /// A fault in the program.
    Internal = 70,
    /// Interrupted from the keyboard.
    Interrupted = 130,
    /// Asked to terminate.
    Terminated = 143,
}

impl Status {
    /// The status with this number; an unknown number is a fault.
    pub fn of_code(code: u8) -> Self {
        use Status::{InvalidCube, Io, Limit, Memory, NoSolution, Success, Table, Usage};
        let known =
            [Success, NoSolution, Usage, InvalidCube, Table, Io, Memory, Limit, Self::Interrupted, Self::Terminated];
        known.into_iter().find(|status| *status as u8 == code).unwrap_or(Self::Internal)
    }

    /// The meaning of the status.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::NoSolution => "proven: no solution within --max-depth",
            Self::Usage => "an invalid command line or environment variable",
            Self::InvalidCube => "an invalid cube; the others of a batch are solved",
            Self::Table => "a table or checkpoint is missing, damaged, unsuitable or proven wrong",
            Self::Io => "input or output failed, or a mapped table was cut short in use",
            Self::Memory => "not enough memory or threads, no graphics card, or one that fails",
            Self::Limit => "stopped by a limit, with the proven lower bound; or a table has changed",
            Self::Internal => "a fault in the program: do not trust what it printed",
            Self::Interrupted => "interrupted from the keyboard (SIGINT)",
            Self::Terminated => "asked to terminate (SIGTERM)",
        }
    }

    /// The section of a help text that lists exit statuses.
    pub fn section(statuses: &[Self]) -> String {
        let line = |status: &Self| format!("\n  {:<5}{}", *status as u8, status.meaning());
        format!("Exit status:{}", statuses.iter().map(line).collect::<String>())
    }
}
