//! Presets: the systems that others have described, as plans.

use super::{
    DepthFirst, Distribution, Engine, Kernel, MoveOrder, Plan, Pruning, Puzzle, Scheduler, SearchPlace, SearchQuery,
    StealingOrder, TranspositionOptions,
};
use crate::cube::Metric;
use crate::nxn::{MoveKind, Size};
use crate::prune::table::TranspositionKind;

/// A named plan.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The paper or program that described it.
    pub source: Publication,
    /// A description in a few words.
    pub about: &'static str,
    moves: Moves,
    bounds: &'static str,
    pruning: Pruning,
    engine: Engine,
    distribution: Option<Distribution>,
}

/// The moves of a preset.
#[derive(Clone, Copy, Debug)]
enum Moves {
    /// Turns of the faces of a 3x3x3.
    Faces { metric: Metric, order: MoveOrder },
    /// Turns of a cube of any size; all shortest solutions are wanted.
    Layers(MoveKind),
}

/// The publication that describes a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publication {
    /// T. Zhu and C. Huang, "Rubik's ParaCube", 2020.
    ParaCube,
    /// D. Garza Rodriguez and N. Pol, "Parallel Rubik's Cube Solver", 2017.
    ParallelSolver,
    /// S. Sandonà, "Rubik's Cube" on the Ibis platform.
    Ibis,
    /// Z. Xu and C. Shao, "Solve Rubik's Cube with Multi-GPU", 2020.
    MultiGpu,
}

impl Publication {
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

/// Iterative deepening on threads, with a kernel and a scheduler.
const fn deepening(kernel: Kernel, scheduler: Scheduler) -> Engine {
    Engine::DepthFirst(DepthFirst { kernel, scheduler, transpositions: None, place: SearchPlace::Threads })
}

const fn recursive(scheduler: Scheduler) -> Engine {
    deepening(Kernel::RECURSIVE, scheduler)
}

const fn iterative(scheduler: Scheduler) -> Engine {
    deepening(Kernel::ITERATIVE, scheduler)
}

/// ParaCube's usual parts: half turns, the corner database, its own order of moves.
const fn paracube(name: &'static str, engine: Engine, about: &'static str) -> Preset {
    Preset {
        name,
        source: Publication::ParaCube,
        about,
        moves: Moves::Faces { metric: Metric::HalfTurn, order: MoveOrder::AmountByAmount },
        bounds: "corners",
        pruning: Pruning::FaceTurns,
        engine,
        distribution: None,
    }
}

/// ParaCube without a database.
const fn without_bounds(name: &'static str, engine: Engine, about: &'static str) -> Preset {
    Preset { bounds: "zero", ..paracube(name, engine, about) }
}

/// ParaCube on several ranks, each with its threads on the tasks that it gets.
const fn distributed(name: &'static str, distribution: Distribution, about: &'static str) -> Preset {
    Preset { distribution: Some(distribution), ..paracube(name, recursive(Scheduler::Depth(None)), about) }
}

/// The usual parts of the parallel solver: quarter turns, no lower bound.
const fn quarter(name: &'static str, scheduler: Scheduler, about: &'static str) -> Preset {
    Preset {
        name,
        source: Publication::ParallelSolver,
        about,
        moves: Moves::Faces { metric: Metric::QuarterTurn, order: MoveOrder::FaceByFace },
        bounds: "zero",
        pruning: Pruning::None,
        engine: iterative(scheduler),
        distribution: None,
    }
}

/// The parallel solver with patterns of wasteful moves.
const fn quarter_pruned(name: &'static str, table: TranspositionKind, about: &'static str) -> Preset {
    let parts = DepthFirst {
        kernel: Kernel::ITERATIVE,
        scheduler: SIBLINGS,
        transpositions: TranspositionOptions::new(table),
        place: SearchPlace::Threads,
    };
    let (pruning, engine) = (Pruning::QuarterTurns, Engine::DepthFirst(parts));
    Preset { pruning, engine, ..quarter(name, SIBLINGS, about) }
}

/// The solver on the Ibis platform: slice turns, no rule of pruning, a weighted split.
const fn ibis(name: &'static str, distribution: Option<Distribution>, about: &'static str) -> Preset {
    Preset {
        name,
        source: Publication::Ibis,
        about,
        moves: Moves::Layers(MoveKind::Slices),
        bounds: "zero",
        pruning: Pruning::None,
        engine: iterative(Scheduler::StaticPartition { workers: None }),
        distribution,
    }
}

/// The solver for several graphics cards: half turns, no table.
const fn multi_gpu(name: &'static str, engine: Engine, about: &'static str) -> Preset {
    Preset {
        name,
        source: Publication::MultiGpu,
        about,
        moves: Moves::Faces { metric: Metric::HalfTurn, order: MoveOrder::FaceByFace },
        bounds: "manhattan-edges",
        pruning: Pruning::Canonical,
        engine,
        distribution: None,
    }
}

const SIBLINGS: Scheduler = Scheduler::Siblings { grain: Scheduler::GRAIN };

/// A subtree for each work item of a device, which has a kernel of its own.
const ON_DEVICES: Engine = Engine::DepthFirst(DepthFirst {
    kernel: Kernel::Auto,
    scheduler: Scheduler::Sequential,
    transpositions: None,
    place: SearchPlace::Devices,
});

impl Preset {
    /// All of them.
    pub const ALL: [Self; 22] = [
        without_bounds(
            "bfs",
            Engine::BreadthFirst { memory: None },
            "breadth-first reference; refuses what does not fit into memory",
        ),
        without_bounds(
            "ida-no-db",
            recursive(Scheduler::Sequential),
            "recursive iterative deepening without a database",
        ),
        paracube("ida-rec-seq", recursive(Scheduler::Sequential), "recursive IDA* with the corner database"),
        paracube("ida-rec-first-level", recursive(Scheduler::Depth(Some(1))), "parallel at the first level only"),
        paracube("ida-rec-omp", recursive(Scheduler::Depth(None)), "parallel at a depth that makes enough subtrees"),
        paracube("ida-iter-seq", iterative(Scheduler::Sequential), "iterative, with an explicit stack"),
        paracube(
            "ida-iter-main-worker",
            iterative(Scheduler::MainWorker { height: Scheduler::HEIGHT }),
            "one worker makes all subtrees, then joins in",
        ),
        paracube(
            "ida-iter-omp",
            iterative(Scheduler::SharedPath { height: Scheduler::HEIGHT }),
            "workers take turns on a shared path through the top of the tree",
        ),
        paracube(
            "ida-iter-uneven",
            iterative(Scheduler::Stealing { limit: Scheduler::STEALING_LIMIT, order: StealingOrder::Ascending }),
            "work stealing with a limit; --scheduler stealing:3:xor for the other order",
        ),
        distributed("ida-mpi", Distribution::FirstLevel, "first level over MPI ranks"),
        distributed("ida-mpi2", Distribution::Frontier, "as many frontier nodes as ranks"),
        distributed("ida-mpi3", Distribution::Stealing, "with job stealing between ranks"),
        distributed(
            "ida-mpi4",
            Distribution::BestFirst { nodes: Distribution::NODES },
            "best-first frontier, given out on demand",
        ),
        quarter("iddfs-serial", Scheduler::Sequential, "serial iterative deepening on a stack"),
        quarter("recompute", Scheduler::Ranges, "ranges of base-12 numbers, each number a word that is replayed"),
        quarter("iddfs-memory-bound", SIBLINGS, "each node queues its next sibling: few nodes are alive"),
        quarter_pruned("iddfs-pruned", TranspositionKind::None, "the same with patterns of wasteful moves"),
        quarter_pruned("iddfs-hash", TranspositionKind::Epoch, "the same with a lock-free chained transposition table"),
        ibis("ibis", None, "cubes of any size: a weighted split that is fixed in advance; counts all solutions"),
        ibis("ibis-mpi", Some(Distribution::StaticPartition), "the same split over MPI ranks"),
        multi_gpu(
            "gpu-manhattan-serial",
            recursive(Scheduler::Sequential),
            "IDA* with the Manhattan distance of the edges, the serial version",
        ),
        multi_gpu("gpu-manhattan", ON_DEVICES, "a subtree for each thread of one or more graphics cards"),
    ];

    /// Returns the preset of a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name == name)
    }

    /// Returns the way in which ranks share a tree, if it is a system of several.
    pub fn distribution(&self) -> Option<Distribution> {
        self.distribution
    }

    /// Returns whether it is a system for cubes of any size.
    pub fn is_for_any_size(&self) -> bool {
        matches!(self.moves, Moves::Layers(_))
    }

    /// Returns whether it runs on graphics cards.
    pub fn runs_on_devices(&self) -> bool {
        matches!(self.engine, Engine::DepthFirst(DepthFirst { place: SearchPlace::Devices, .. }))
    }

    /// The plan for a cube of a size; a system for the 3x3x3 alone has the same for every size.
    pub fn plan(&self, size: Size) -> Plan {
        let Self { bounds, pruning, engine, distribution, .. } = *self;
        let puzzle = match self.moves {
            Moves::Faces { metric, order } => Puzzle::Pieces { metric, order },
            Moves::Layers(kind) => Puzzle::stickers(size, kind),
        };
        let usual = Plan::of(puzzle);
        let query = SearchQuery { all: usual.is_by_stickers(), ..usual.query };
        let bounds = bounds.parse().expect("the names are ours");
        Plan { query, bounds, pruning, engine, distribution, ..usual }
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
            let plan = preset.plan(Size::THREE);
            if let Puzzle::Pieces { metric, order } = plan.puzzle {
                assert!(plan.pruning.fits(metric), "{}", preset.name);
                assert!(plan.pruning.automaton(metric, &order.alphabet(metric)).is_ok());
            }
        }
    }
}
