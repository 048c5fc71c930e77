//! Presets: the systems that others have described, as configurations of this search.

use crate::cube::MetricKind;
use crate::nxn::{MoveKind, Size};
use crate::prune::table::TranspositionKind;
use crate::search::cube::config::{Bounds, MoveOrder, Pruning, SearchConfig};
use crate::search::nxn::{StickerOptions, StickerPruning};
use crate::search::query::SearchQuery;
use crate::search::ranks::Distribution;
use crate::search::strategy::Scheduler;
use crate::search::strategy::{Kernel, OneSidedKernel};
use std::fmt;

/// A named configuration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Who described it.
    pub source: Source,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How it is put together.
    pub parts: Parts,
}

/// Where a system was described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// T. Zhu and C. Huang, "Rubik's ParaCube", 2020.
    ParaCube,
    /// D. Garza Rodriguez and N. Pol, "Parallel Rubik's Cube Solver", 2017.
    ParallelSolver,
    /// S. Sandonà, "Rubik's Cube" on the Ibis platform.
    Ibis,
    /// Z. Xu and C. Shao, "Solve Rubik's Cube with Multi-GPU", 2020.
    MultiGpu,
}

impl Source {
    /// Authors and title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ParaCube => "ParaCube (Zhu and Huang 2020)",
            Self::ParallelSolver => "Parallel Rubik's Cube Solver (Garza Rodriguez and Pol 2017)",
            Self::Ibis => "Rubik's Cube on Ibis (Sandonà)",
            Self::MultiGpu => "Rubik's Cube with Multi-GPU (Xu and Shao 2020)",
        }
    }
}

/// How a preset is put together.
#[derive(Clone, Copy, Debug)]
pub enum Parts {
    /// From parts of this program.
    Pieces(PieceParts),
    /// From those parts that search cubes of any size.
    Stickers(StickerParts),
}

/// What distinguishes one system from the other.
#[derive(Clone, Copy, Debug)]
pub struct PieceParts {
    metric: MetricKind,
    order: MoveOrder,
    heuristic: &'static str,
    pruning: Pruning,
    table: TranspositionKind,
    kernel: OneSidedKernel,
    scheduler: Scheduler,
    breadth_first: bool,
    distribution: Option<Distribution>,
    /// Whether it runs on graphics cards: kernel and scheduler are not used.
    devices: bool,
}

/// What distinguishes a system for cubes of any size.
#[derive(Clone, Copy, Debug)]
pub struct StickerParts {
    kind: MoveKind,
    pruning: StickerPruning,
    scheduler: Scheduler,
    /// Whether all shortest solutions are counted.
    all: bool,
    distribution: Option<Distribution>,
}

impl StickerParts {
    /// The options for a size.
    pub fn options(&self, size: Size) -> StickerOptions {
        let Self { kind, pruning, scheduler, all, .. } = *self;
        let usual = StickerOptions::new(size, kind);
        StickerOptions { query: SearchQuery { all, ..usual.query }, pruning, scheduler, ..usual }
    }
}

impl fmt::Display for StickerParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, pruning, scheduler, all, distribution } = self;
        let (metric, kernel) = (kind.usual_metric(), OneSidedKernel::default());
        write!(f, "{metric}, moves {kind}, {kernel} kernel, scheduler {scheduler}, no bound, pruning {pruning}")?;
        f.write_str(if *all { ", all solutions" } else { "" })?;
        match distribution {
            Some(distribution) => write!(f, ", ranks share the tree by {distribution}"),
            None => Ok(()),
        }
    }
}

/// ParaCube's usual parts: half turns, the corner database, its own order of moves.
const PARACUBE: PieceParts = PieceParts {
    metric: MetricKind::HalfTurn,
    order: MoveOrder::AmountByAmount,
    heuristic: "corners",
    pruning: Pruning::FaceTurns,
    table: TranspositionKind::None,
    kernel: OneSidedKernel::Iterative,
    scheduler: Scheduler::Sequential,
    breadth_first: false,
    distribution: None,
    devices: false,
};

const PARACUBE_RECURSIVE: PieceParts = PieceParts { kernel: OneSidedKernel::Recursive, ..PARACUBE };

/// ParaCube on several ranks, each with its threads on what falls to it.
const fn distributed(distribution: Distribution) -> PieceParts {
    PieceParts { scheduler: Scheduler::Depth(None), distribution: Some(distribution), ..PARACUBE_RECURSIVE }
}

/// The usual parts of the parallel solver: quarter turns, no lower bound.
const QUARTER_TURNS: PieceParts = PieceParts {
    metric: MetricKind::QuarterTurn,
    order: MoveOrder::FaceByFace,
    heuristic: "zero",
    pruning: Pruning::None,
    table: TranspositionKind::None,
    kernel: OneSidedKernel::Iterative,
    scheduler: Scheduler::Siblings { grain: Scheduler::GRAIN },
    breadth_first: false,
    distribution: None,
    devices: false,
};

/// The solver for several graphics cards: half turns, no table.
const MANHATTAN: PieceParts = PieceParts {
    order: MoveOrder::FaceByFace,
    heuristic: "manhattan-edges",
    pruning: Pruning::Canonical,
    ..PARACUBE_RECURSIVE
};

/// The solver on the Ibis platform: slice turns, no rule of pruning, a weighted split.
const IBIS: StickerParts = StickerParts {
    kind: MoveKind::Slices,
    pruning: StickerPruning::None,
    scheduler: Scheduler::StaticPartition { workers: None },
    all: true,
    distribution: None,
};

const fn paracube(name: &'static str, parts: PieceParts, about: &'static str) -> Preset {
    Preset { name, source: Source::ParaCube, about, parts: Parts::Pieces(parts) }
}

const fn quarter(name: &'static str, parts: PieceParts, about: &'static str) -> Preset {
    Preset { name, source: Source::ParallelSolver, about, parts: Parts::Pieces(parts) }
}

const fn ibis(name: &'static str, parts: StickerParts, about: &'static str) -> Preset {
    Preset { name, source: Source::Ibis, about, parts: Parts::Stickers(parts) }
}

const fn multi_gpu(name: &'static str, devices: bool, about: &'static str) -> Preset {
    Preset { name, source: Source::MultiGpu, about, parts: Parts::Pieces(PieceParts { devices, ..MANHATTAN }) }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 22] = [
        paracube(
            "bfs",
            PieceParts { heuristic: "zero", breadth_first: true, ..PARACUBE },
            "breadth-first reference; refuses what does not fit into memory",
        ),
        paracube(
            "ida-no-db",
            PieceParts { heuristic: "zero", ..PARACUBE_RECURSIVE },
            "recursive iterative deepening without a database",
        ),
        paracube("ida-rec-seq", PARACUBE_RECURSIVE, "recursive IDA* with the corner database"),
        paracube(
            "ida-rec-first-level",
            PieceParts { scheduler: Scheduler::Depth(Some(1)), ..PARACUBE_RECURSIVE },
            "parallel at the first level only",
        ),
        paracube(
            "ida-rec-omp",
            PieceParts { scheduler: Scheduler::Depth(None), ..PARACUBE_RECURSIVE },
            "parallel at a depth that makes enough subtrees",
        ),
        paracube("ida-iter-seq", PARACUBE, "iterative, with an explicit stack"),
        paracube(
            "ida-iter-main-worker",
            PieceParts { scheduler: Scheduler::MainWorker { height: Scheduler::HEIGHT }, ..PARACUBE },
            "one worker makes all subtrees, then joins in",
        ),
        paracube(
            "ida-iter-omp",
            PieceParts { scheduler: Scheduler::SharedPath { height: Scheduler::HEIGHT }, ..PARACUBE },
            "workers take turns on a shared path through the top of the tree",
        ),
        paracube(
            "ida-iter-uneven",
            PieceParts {
                scheduler: Scheduler::Stealing {
                    limit: Scheduler::STEALING_LIMIT,
                    order: crate::search::strategy::StealingOrder::Ascending,
                },
                ..PARACUBE
            },
            "work stealing with a limit; --scheduler stealing:3:xor for the other order",
        ),
        paracube("ida-mpi", distributed(Distribution::FirstLevel), "first level over MPI ranks"),
        paracube("ida-mpi2", distributed(Distribution::Frontier), "as many frontier nodes as ranks"),
        paracube("ida-mpi3", distributed(Distribution::Stealing), "with job stealing between ranks"),
        paracube(
            "ida-mpi4",
            distributed(Distribution::BestFirst { nodes: Distribution::NODES }),
            "best-first frontier, given out on demand",
        ),
        quarter(
            "iddfs-serial",
            PieceParts { scheduler: Scheduler::Sequential, ..QUARTER_TURNS },
            "serial iterative deepening on a stack",
        ),
        quarter(
            "recompute",
            PieceParts { scheduler: Scheduler::Ranges, ..QUARTER_TURNS },
            "ranges of base-12 numbers, each number a word that is replayed",
        ),
        quarter("iddfs-memory-bound", QUARTER_TURNS, "each node queues its next sibling: few nodes are alive"),
        quarter(
            "iddfs-pruned",
            PieceParts { pruning: Pruning::QuarterTurns, ..QUARTER_TURNS },
            "the same with patterns of wasteful moves",
        ),
        quarter(
            "iddfs-hash",
            PieceParts { pruning: Pruning::QuarterTurns, table: TranspositionKind::Epoch, ..QUARTER_TURNS },
            "the same with a lock-free chained transposition table",
        ),
        ibis("ibis", IBIS, "cubes of any size: a weighted split that is fixed in advance; counts all solutions"),
        ibis(
            "ibis-mpi",
            StickerParts { distribution: Some(Distribution::StaticPartition), ..IBIS },
            "the same split over MPI ranks",
        ),
        multi_gpu("gpu-manhattan-serial", false, "IDA* with the Manhattan distance of the edges, the serial version"),
        multi_gpu("gpu-manhattan", true, "a subtree for each thread of one or more graphics cards"),
    ];

    /// The preset of a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name == name)
    }

    /// How ranks share a tree, if it is a system of several.
    pub fn distribution(&self) -> Option<Distribution> {
        match self.parts {
            Parts::Pieces(parts) => parts.distribution,
            Parts::Stickers(parts) => parts.distribution,
        }
    }

    /// Whether it runs on graphics cards: [`PieceOptions::devices`](super::PieceOptions::devices) has to name some.
    pub fn runs_on_devices(&self) -> bool {
        matches!(self.parts, Parts::Pieces(PieceParts { devices: true, .. }))
    }

    /// How it is put together, if it is a search of the 3x3x3 and this build has all parts.
    pub fn config(&self) -> Option<SearchConfig> {
        let Parts::Pieces(parts) = self.parts else { return None };
        Some(SearchConfig {
            metric: parts.metric,
            order: parts.order,
            heuristic: parts.heuristic.parse::<Bounds>().expect("the names are ours"),
            pruning: parts.pruning,
            table: parts.table,
            table_depth: SearchConfig::TABLE_DEPTH,
            kernel: if parts.devices { Kernel::Auto } else { Kernel::OneSided(parts.kernel) },
            scheduler: parts.scheduler,
            breadth_first: parts.breadth_first,
            distribution: parts.distribution,
            devices: parts.devices,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_preset_is_whole() {
        for (i, preset) in Preset::ALL.iter().enumerate() {
            assert!(Preset::ALL[..i].iter().all(|other| other.name != preset.name));
            assert_eq!(Preset::find(preset.name).unwrap().name, preset.name);
            if let Some(config) = preset.config() {
                assert!(config.pruning.fits(config.metric), "{}", preset.name);
                assert!(config.pruning.automaton(config.metric, &config.order.alphabet(config.metric)).is_ok());
            }
        }
    }
}
