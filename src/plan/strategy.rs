//! The strategy of a search: the engine that runs, with which kernel, and the reason.

use super::{
    DepthFirst, Engine, Kernel, OneSidedKernel, Plan, QueueSize, Scheduler, TranspositionOptions, TwoSidedKernel,
};
use crate::heuristic::ManhattanPieces;
use crate::pdb::TableSpec;
use crate::pdb::h48::H48Level;
use crate::storage::available_memory;
use std::fmt;
use thiserror::Error;

/// The way in which a 3x3x3 is searched, decided by [`Plan::strategy`] from what is asked for and from the tables at
/// hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Depth-first from the position towards the goal, with any tables or none.
    OneSided {
        /// The kernel that searches one subtree.
        kernel: OneSidedKernel,
        /// The scheduler that distributes subtrees to workers.
        scheduler: Scheduler,
        /// The transposition table.
        transpositions: Option<TranspositionOptions>,
        /// Why the search is not two-sided.
        reason: OneSidedReason,
    },
    /// On the cube and its inverse, with an H48 table; no other table is read.
    TwoSided {
        /// The kernel that searches one subtree.
        kernel: TwoSidedKernel,
        /// The level of the table.
        level: H48Level,
        /// Where it runs.
        place: SearchPlace,
    },
    /// Depth-first with the Manhattan distance on devices, where every work item deepens a subtree of its own.
    Asynchronous,
    /// All states in the order of their distance from the position, as far as they fit into so many bytes: the plain
    /// reference.
    BreadthFirst {
        /// Bytes of memory.
        memory: u64,
    },
}

/// The place where a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchPlace {
    /// On threads.
    #[default]
    Threads,
    /// On devices; a thread drives each of them.
    Devices,
    /// On devices and on threads.
    DevicesAndThreads,
}

/// The reason why a search is one-sided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OneSidedReason {
    /// There is no H48 table.
    #[error("there is no H48 table")]
    NoTable,
    /// The heuristic names other tables.
    #[error("the heuristic asks for no H48 table")]
    NotAsked,
    /// Users' own heuristics know the cube, and a two-sided search has only cosets.
    #[error("a search from both ends cannot use own heuristics")]
    OwnHeuristics,
    /// The kernel is one-sided.
    #[error("the {0} kernel searches from one end")]
    Kernel(OneSidedKernel),
    /// Root tasks of a two-sided search have an order of their own.
    #[error("a search from both ends has a scheduler of its own, and cannot use {0}")]
    Scheduler(Scheduler),
    /// Nothing is known of a state but lengths.
    #[error("a search from both ends cannot use a transposition table")]
    TranspositionTable,
    /// Other sequences cannot be read from both ends.
    #[error("only canonical move sequences can be read from both ends, and other ones are asked for")]
    Pruning,
}

/// The reason why there is no strategy that does all that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// Breadth-first search stops at the first solution.
    #[error("breadth-first search finds one solution, not all of them")]
    BreadthFirstAll,
    /// Something else that is asked for cannot be done on devices.
    #[error("a search on devices needs an H48 table or the Manhattan distance of the edges alone, but {0}")]
    Devices(OneSidedReason),
    /// Work items leave when they are beaten.
    #[error("a search with the Manhattan distance on devices finds one solution, not all of them")]
    AsynchronousAll,
    /// A two-sided kernel is asked for, but the search has to be one-sided.
    #[error("the {} kernel searches from both ends, but {reason}", Kernel::TwoSided(*.kernel))]
    OneSided {
        /// The kernel that was asked for.
        kernel: TwoSidedKernel,
        /// Why the search is one-sided.
        reason: OneSidedReason,
    },
    /// Symmetric states are to be taken as one, but symmetric states may have different next moves.
    #[error("symmetric states are one for canonical move sequences only")]
    Symmetry,
}

impl Plan {
    /// Returns the level of the H48 table that the plan would use, or the reason why it would use none.
    ///
    /// # Errors
    /// If the bounds name other tables.
    pub fn wanted_level(&self) -> Result<H48Level, OneSidedReason> {
        let is_wanted = |level: &H48Level| self.bounds.wants(&TableSpec::new(*level, self.metric()));
        H48Level::all().find(is_wanted).ok_or(OneSidedReason::NotAsked)
    }

    /// Decides the strategy where `table` is the level of the H48 table at hand, or the reason why none can be used.
    /// `is_canonical` tells whether the sequences that are searched are the canonical ones: comparing two automata
    /// takes some microseconds.
    ///
    /// # Errors
    /// If the parts of the plan contradict each other or the table.
    pub fn strategy(
        &self,
        table: Result<H48Level, OneSidedReason>,
        is_canonical: impl Fn() -> bool,
    ) -> Result<Strategy, StrategyError> {
        let parts = match self.engine {
            Engine::BreadthFirst { .. } if self.query.all => return Err(StrategyError::BreadthFirstAll),
            Engine::BreadthFirst { memory } => {
                let memory = memory.unwrap_or_else(|| available_memory() / 10 * 9);
                return Ok(Strategy::BreadthFirst { memory });
            }
            Engine::DepthFirst(parts) => parts,
        };
        let DepthFirst { scheduler, transpositions, place, .. } = parts;
        let reason = match parts.two_sided(table, &is_canonical) {
            Ok((kernel, level)) => return Ok(Strategy::TwoSided { kernel, level, place }),
            Err(reason) => reason,
        };
        if place != SearchPlace::Threads {
            let has_no_table = matches!(reason, OneSidedReason::NoTable | OneSidedReason::NotAsked);
            return if !has_no_table || transpositions.is_some() {
                Err(StrategyError::Devices(reason))
            } else if self.query.all {
                Err(StrategyError::AsynchronousAll)
            } else {
                Ok(Strategy::Asynchronous)
            };
        }
        let kernel = match parts.kernel {
            Kernel::Auto => OneSidedKernel::default(),
            Kernel::OneSided(kernel) => kernel,
            Kernel::TwoSided(kernel) => return Err(StrategyError::OneSided { kernel, reason }),
        };
        if transpositions.is_some_and(|table| table.symmetry) && !is_canonical() {
            return Err(StrategyError::Symmetry);
        }
        Ok(Strategy::OneSided { kernel, scheduler, transpositions, reason })
    }

    /// Returns whether the plan can be searched on devices: with an H48 table, or with the Manhattan distance of the
    /// edges alone.
    pub fn is_for_devices(&self) -> bool {
        self.is_by_manhattan() || self.wanted_level().is_ok()
    }

    /// Returns whether the Manhattan distance of the edges is the only bound.
    pub fn is_by_manhattan(&self) -> bool {
        self.bounds.is_manhattan_of(ManhattanPieces::Edges)
    }
}

impl DepthFirst {
    /// The two-sided kernel and the level of its table, or the reason why the search is one-sided.
    fn two_sided(
        &self,
        table: Result<H48Level, OneSidedReason>,
        is_canonical: &dyn Fn() -> bool,
    ) -> Result<(TwoSidedKernel, H48Level), OneSidedReason> {
        let kernel = match self.kernel {
            Kernel::Auto => TwoSidedKernel::Batched,
            Kernel::TwoSided(kernel) => kernel,
            Kernel::OneSided(kernel) => return Err(OneSidedReason::Kernel(kernel)),
        };
        // Without a table, nothing else is in the way.
        let level = table?;
        if self.scheduler != Scheduler::default() {
            return Err(OneSidedReason::Scheduler(self.scheduler));
        }
        if self.transpositions.is_some() {
            return Err(OneSidedReason::TranspositionTable);
        }
        if !is_canonical() {
            return Err(OneSidedReason::Pruning);
        }
        Ok((kernel, level))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneSided { kernel, reason: OneSidedReason::Kernel(_), .. } => {
                write!(f, "one-sided, {kernel} kernel, as asked for")
            }
            Self::OneSided { kernel, reason, .. } => write!(f, "one-sided, {kernel} kernel, because {reason}"),
            Self::TwoSided { level, place: SearchPlace::Devices, .. } => {
                write!(f, "two-sided, wavefronts of look-ups of h48-{level} on devices")
            }
            Self::TwoSided { kernel, level, place } => {
                match kernel {
                    TwoSidedKernel::Batched => {
                        let QueueSize { in_flight, read } = QueueSize::here();
                        write!(f, "two-sided, {in_flight} look-ups of h48-{level} in flight, {read} read at a time")?;
                    }
                    TwoSidedKernel::Staged => write!(f, "two-sided, one look-up of h48-{level} after the other")?,
                }
                f.write_str(if *place == SearchPlace::Threads { "" } else { ", and wavefronts of them on devices" })
            }
            Self::Asynchronous => f.write_str("one-sided on devices, every work item deepens a subtree of its own"),
            Self::BreadthFirst { memory } => write!(f, "breadth-first, within {memory} bytes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::prune::table::TranspositionKind;

    const NO_TABLE: Result<H48Level, OneSidedReason> = Err(OneSidedReason::NoTable);

    fn usual() -> Plan {
        Plan::new(Metric::HalfTurn)
    }

    fn level() -> Result<H48Level, OneSidedReason> {
        H48Level::new(0).ok_or(OneSidedReason::NoTable)
    }

    fn two_sided(plan: &Plan, table: Result<H48Level, OneSidedReason>) -> Result<TwoSidedKernel, OneSidedReason> {
        let is_canonical = || plan.pruning == crate::plan::Pruning::Canonical;
        plan.depth_first().two_sided(table, &is_canonical).map(|(kernel, _)| kernel)
    }

    #[test]
    fn strategies_follow_from_plans() {
        let table = TranspositionOptions::new(TranspositionKind::Packed);
        let stealing: Scheduler = "stealing:3".parse().unwrap();
        assert_eq!(two_sided(&usual(), NO_TABLE), Err(OneSidedReason::NoTable));
        let scheduled = usual().with_scheduler(stealing);
        assert_eq!(two_sided(&scheduled, NO_TABLE), Err(OneSidedReason::NoTable), "it takes nothing away");
        for (plan, expected) in [
            (usual(), Ok(TwoSidedKernel::Batched)),
            (usual().with_kernel(Kernel::STAGED), Ok(TwoSidedKernel::Staged)),
            (usual().with_kernel(Kernel::ITERATIVE), Err(OneSidedReason::Kernel(OneSidedKernel::Iterative))),
            (usual().with_scheduler(stealing), Err(OneSidedReason::Scheduler(stealing))),
            (usual().with_transpositions(table), Err(OneSidedReason::TranspositionTable)),
            (Plan { pruning: crate::plan::Pruning::None, ..usual() }, Err(OneSidedReason::Pruning)),
        ] {
            assert_eq!(two_sided(&plan, level()), expected);
            let decide = |plan: &Plan| plan.strategy(level(), || plan.pruning == crate::plan::Pruning::Canonical);
            let forced = decide(&plan.clone().with_kernel(Kernel::BATCHED));
            match (decide(&plan).unwrap(), expected) {
                (Strategy::TwoSided { kernel, .. }, Ok(expected)) => assert_eq!(kernel, expected),
                (Strategy::OneSided { reason, .. }, Err(expected)) => assert_eq!(reason, expected),
                (strategy, _) => panic!("{strategy}"),
            }
            // The kernel is the one thing that another kernel mends.
            let is_refused = matches!(expected, Err(reason) if !matches!(reason, OneSidedReason::Kernel(_)));
            assert_eq!(forced.is_err(), is_refused, "{forced:?}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let decide = |plan: &Plan, table, is_canonical: bool| plan.strategy(table, || is_canonical);
        let breadth_first = Plan { engine: Engine::BreadthFirst { memory: Some(1) }, ..usual() };
        assert_eq!(decide(&breadth_first, level(), true), Ok(Strategy::BreadthFirst { memory: 1 }));
        let mut all = breadth_first.clone();
        all.query.all = true;
        assert_eq!(decide(&all, NO_TABLE, true), Err(StrategyError::BreadthFirstAll));
        let refused = StrategyError::OneSided { kernel: TwoSidedKernel::Batched, reason: OneSidedReason::NoTable };
        assert_eq!(decide(&usual().with_kernel(Kernel::BATCHED), NO_TABLE, true), Err(refused));
        let symmetry = TranspositionOptions::new(TranspositionKind::Packed)
            .map(|table| TranspositionOptions { symmetry: true, ..table });
        let symmetric = usual().with_transpositions(symmetry);
        assert!(decide(&symmetric, NO_TABLE, true).is_ok());
        assert_eq!(decide(&symmetric, NO_TABLE, false), Err(StrategyError::Symmetry));
    }
}
