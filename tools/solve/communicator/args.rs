//! The flags that select the ranks.

use crate::common::exit::{Failure, say};
use crate::engine::{EngineArgs, parsed};
use clap::{Args, ValueEnum};
use cubepdb::plan::{Distribution, Preset, SearchPlace};

/// Most ranks within one process.
const MOST: u64 = 256;

/// The message of a build without MPI.
pub const NO_MPI: &str = "--backend mpi: not in this build; `cargo build --release --features mpi` makes one that has it, once MPI is installed \
     (on Debian by tools/mpi/install-debian.sh)";

/// Advice on running presets of ranks on several processes, in a build without MPI.
pub const HOW_TO_MPI: &str = "install MPI (on Debian: tools/mpi/install-debian.sh), \
                              `cargo build --release --features mpi`, `mpirun -np 4 solve --preset NAME`";

/// The backend of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BackendArg {
    /// This process: one rank, or the number given by --ranks.
    Threads,
    /// Processes that mpirun starts, on one machine or many.
    Mpi,
    /// Graphics cards, see `solve devices`.
    Gpu,
    /// Graphics cards, with threads beside them.
    #[value(name = "gpu+threads")]
    GpuAndThreads,
}

/// Ranks that search every cube together, and the distribution of its trees.
#[derive(Debug, Args)]
#[command(next_help_heading = "Threads and ranks")]
pub struct RanksArgs {
    /// The backend that searches a cube [default: threads].
    ///
    /// For presets of ranks the default is mpi, if the build has it, and for gpu-manhattan it is gpu.
    #[arg(long, value_enum, hide_short_help = true)]
    pub backend: Option<BackendArg>,
    /// Ranks within this process, for comparing distributions without MPI; the threads are divided among them, one
    /// each at least.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST), hide_short_help = true)]
    pub ranks: Option<u64>,
    #[arg(long, value_name = "NAME", value_parser = distribution, hide_short_help = true,
          help = format!("How ranks share the tree of a search from one end: {} [default: {}; for cubes of other sizes {}]",
                         Distribution::names(), Distribution::default(), Distribution::StaticPartition))]
    pub distribution: Option<Distribution>,
}

/// The place where the ranks of a search run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This number of ranks in this process.
    Here(usize),
    /// In an MPI job.
    Mpi,
}

impl RanksArgs {
    /// The place that the flags select. Nothing else is validated here: a rank that belongs to a job has to join it
    /// before it may fail.
    pub fn place(&self, engine: &EngineArgs) -> Result<Place, Failure> {
        let preset = || engine.preset.as_deref().and_then(Preset::find);
        let is_for_ranks = || preset().is_some_and(|preset| preset.distribution().is_some());
        match (self.backend, self.ranks) {
            _ if self.search_place(engine) != SearchPlace::Threads => self.beside_devices(),
            (Some(BackendArg::Mpi), _) if !cfg!(feature = "mpi") => Err(Failure::usage(NO_MPI)),
            (Some(BackendArg::Mpi), Some(_)) => Err(Failure::usage(
                "--ranks is for ranks within one process; those of --backend mpi are counted by mpirun: mpirun -np N",
            )),
            (Some(BackendArg::Mpi), None) => Ok(Place::Mpi),
            (None, None) if is_for_ranks() => Ok(without_flags()),
            (_, ranks) => Ok(Place::Here(ranks.unwrap_or(1) as usize)),
        }
    }

    /// The place of the search: threads, graphics cards, or both: given by the flag, otherwise by the preset.
    pub fn search_place(&self, engine: &EngineArgs) -> SearchPlace {
        let preset = || engine.preset.as_deref().and_then(Preset::find);
        match self.backend {
            Some(BackendArg::Gpu) => SearchPlace::Devices,
            Some(BackendArg::GpuAndThreads) => SearchPlace::DevicesAndThreads,
            None if preset().is_some_and(|preset| preset.runs_on_devices()) => SearchPlace::Devices,
            None | Some(BackendArg::Threads | BackendArg::Mpi) => SearchPlace::Threads,
        }
    }

    /// The only rank of a search on graphics cards.
    fn beside_devices(&self) -> Result<Place, Failure> {
        match self.ranks {
            Some(_) => Err(Failure::usage(
                "--ranks divides the threads of this process; graphics cards are not divided among ranks",
            )),
            None => Ok(Place::Here(1)),
        }
    }

    /// The distribution of a tree among the ranks: given by the flag, otherwise by the preset, otherwise the default;
    /// `None` without ranks.
    pub fn distribution(
        &self,
        of_preset: Option<Distribution>,
        usual: Distribution,
    ) -> Result<Option<Distribution>, Failure> {
        let asked = self.backend == Some(BackendArg::Mpi) || self.ranks.is_some() || of_preset.is_some();
        if self.distribution.is_some() && !asked {
            return Err(Failure::usage(
                "--distribution says how ranks share a tree: there are some with --ranks or --backend mpi",
            ));
        }
        Ok(asked.then(|| self.distribution.or(of_preset).unwrap_or(usual)))
    }
}

/// The place of a preset of ranks where no flag says another.
fn without_flags() -> Place {
    if cfg!(feature = "mpi") {
        return Place::Mpi;
    }
    say(&format!(
        "note: searched on one rank; --ranks 4 makes four within this process. Several processes: {HOW_TO_MPI}"
    ));
    Place::Here(1)
}

fn distribution(text: &str) -> Result<Distribution, String> {
    parsed(text, &Distribution::names())
}
