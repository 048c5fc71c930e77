//! The equipment of a machine.

use super::DeviceRecord;
use serde::Serialize;
use std::path::PathBuf;

/// The object of `solve doctor --json`: what the machine has, which tables would be used, and what is in the way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DoctorRecord {
    /// The version of the program.
    pub version: &'static str,
    /// Optional parts of this build.
    pub features: Vec<&'static str>,
    /// The operating system and the architecture.
    pub system: String,
    /// The processor.
    pub processor: String,
    /// Cores that the program may use.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub cores: usize,
    /// The vector instructions that searches use.
    pub lanes: &'static str,
    /// Free memory in bytes; null if the system does not tell.
    pub memory_available: Option<u64>,
    /// The part of a test allocation that the system put into huge pages.
    #[cfg_attr(test, schemars(range(max = 1)))]
    pub huge_pages: f64,
    /// Nanoseconds of one core for a random line of memory while all cores read; null if there is too little memory.
    pub random_access_ns: Option<f64>,
    /// The directory of default tables; null if there is no home directory.
    #[serde(serialize_with = "super::path_if_any")]
    pub cache: Option<PathBuf>,
    /// True if tables can be written there.
    pub cache_writable: bool,
    /// Free bytes there; null if there is no cache, or the system does not tell.
    pub cache_free: Option<u64>,
    /// The tables that were found.
    pub tables: Vec<FoundRecord>,
    /// Support for searches by several processes.
    pub mpi: MpiRecord,
    /// The graphics cards that searches can use.
    pub graphics_cards: Vec<DeviceRecord>,
    /// Why there are none, if there are none.
    pub no_graphics_card: Option<String>,
    /// Variables of this program that are set, with their values.
    pub environment: Vec<(&'static str, String)>,
    /// Advice: things that a person could do.
    pub advice: Vec<String>,
}

/// A table that was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FoundRecord {
    /// The file.
    #[serde(serialize_with = "super::path_as_text")]
    pub path: PathBuf,
    /// Its name; null if it is damaged, or no table.
    pub table: Option<String>,
    /// Bytes of the file.
    pub bytes: u64,
    /// True if `solve` reads it when nothing else is asked for.
    pub used: bool,
    /// Why it is, or is not.
    pub because: String,
}

/// The parts of MPI that there are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MpiRecord {
    /// True if this build can use it.
    pub built_in: bool,
    /// The program that starts processes, if it is on the path.
    #[serde(serialize_with = "super::path_if_any")]
    pub mpirun: Option<PathBuf>,
}
