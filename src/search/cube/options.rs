//! What is asked for of a search, and the strategy that follows.

use crate::cube::{CubeAlphabet, MetricKind};
use crate::device::Device;
use crate::pdb::h48::H48Level;
use crate::prune::Automaton;
use crate::prune::table::TranspositionKind;
use crate::search::cube::SearchConfig;
use crate::search::query::SearchQuery;
use crate::search::strategy::{
    Kernel, OneSidedKernel, OneSidedReason, Scheduler, SearchPlace, Strategy, StrategyError, TranspositionOptions,
    TwoSidedKernel,
};
use std::fmt;
use std::sync::Arc;

/// What is asked for of a search: [`PieceOptions::strategy`] says how it is done, or what contradicts itself.
#[derive(Clone, Debug)]
pub struct PieceOptions {
    /// The metric.
    pub metric: MetricKind,
    /// What to search for.
    pub query: SearchQuery,
    /// The moves in the order in which they are tried.
    pub alphabet: CubeAlphabet,
    /// Which move may follow which.
    pub automaton: Automaton,
    /// Whether the automaton accepts at least one of all sequences that differ only by the order of commuting moves, if
    /// no two moves can be merged. If it does not, the canonical sequences replace it where all solutions are asked for.
    pub automaton_keeps_all: bool,
    /// A transposition table.
    pub table: Option<TranspositionOptions>,
    /// The kernel that searches one subtree.
    pub kernel: Kernel,
    /// The scheduler that distributes subtrees to workers.
    pub scheduler: Scheduler,
    /// Breadth-first search within so many bytes instead of depth-first search; kernel, scheduler and tables are not
    /// used.
    pub breadth_first: Option<u64>,
    /// True to compare every entry that is read of a table of corners or edges with its neighbours, and to panic at a
    /// contradiction: then no single wrong entry can cut off a solution. A hundred times as slow.
    pub audit: bool,
    /// Devices to search on.
    pub devices: Option<DeviceOptions>,
}

/// Devices, and how they are used.
#[derive(Clone)]
pub struct DeviceOptions {
    /// The devices.
    pub devices: Vec<Arc<dyn Device>>,
    /// Whether threads search beside them.
    pub beside_threads: bool,
    /// Bytes that may be used of each device's memory; most of it, if nothing is said.
    pub memory: Option<u64>,
    /// With the Manhattan distance: nodes that a work item expands between two looks at the length of the best solution.
    pub check_interval: u32,
    /// With the Manhattan distance: the length of the longest solution that is looked for.
    pub upper_bound: Option<u8>,
}

impl DeviceOptions {
    /// Cubes that a device searches at a time; more searches wait for their turn.
    pub const SEARCHES: usize = 16;

    /// The usual interval between two looks at the best length: that of the report.
    pub const CHECK_INTERVAL: u32 = 1000;

    /// The usual options for some devices.
    pub fn new(devices: Vec<Arc<dyn Device>>) -> Self {
        let check_interval = Self::CHECK_INTERVAL;
        Self { devices, beside_threads: false, memory: None, check_interval, upper_bound: None }
    }
}

impl fmt::Debug for DeviceOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let devices: Vec<_> = self.devices.iter().map(|device| device.info()).collect();
        f.debug_struct("DeviceOptions").field("devices", &devices).finish_non_exhaustive()
    }
}

impl PieceOptions {
    /// The default: canonical sequences, no transposition table.
    pub fn new(metric: MetricKind) -> Self {
        let alphabet = CubeAlphabet::face_by_face(metric);
        Self {
            metric,
            query: SearchQuery { max_depth: metric.diameter(), ..SearchQuery::default() },
            automaton: Automaton::canonical(metric, &alphabet),
            automaton_keeps_all: true,
            alphabet,
            table: None,
            kernel: Kernel::default(),
            scheduler: Scheduler::default(),
            breadth_first: None,
            audit: false,
            devices: None,
        }
    }

    /// The options of a configuration, with its automaton and so many bytes for its transposition table or for
    /// breadth-first search.
    pub fn of_config(config: &SearchConfig, query: SearchQuery, automaton: Automaton, bytes: u64) -> Self {
        let table = (config.table != TranspositionKind::None).then_some(TranspositionOptions {
            kind: config.table,
            depth: config.table_depth,
            bytes,
            symmetry: false,
        });
        Self {
            metric: config.metric,
            query,
            alphabet: config.order.alphabet(config.metric),
            automaton,
            automaton_keeps_all: config.pruning.keeps_all(),
            table,
            kernel: config.kernel,
            scheduler: config.scheduler,
            breadth_first: config.breadth_first.then_some(bytes),
            audit: false,
            devices: None,
        }
    }

    /// The strategy where `table` is the level of the H48 table at hand, or the reason why none can be used.
    ///
    /// Compares two automata: some microseconds for that of the canonical sequences, more for learned ones.
    ///
    /// # Errors
    /// If the options contradict each other or the table.
    pub fn strategy(&self, table: Result<H48Level, OneSidedReason>) -> Result<Strategy, StrategyError> {
        if let Some(memory) = self.breadth_first {
            return if self.query.all {
                Err(StrategyError::BreadthFirstAll)
            } else {
                Ok(Strategy::BreadthFirst { memory })
            };
        }
        let reason = match self.two_sided(table) {
            Ok((kernel, level)) => return Ok(Strategy::TwoSided { kernel, level, place: self.place() }),
            Err(reason) => reason,
        };
        if self.devices.is_some() {
            return if !matches!(reason, OneSidedReason::NoTable | OneSidedReason::NotAsked) || !self.is_asynchronous() {
                Err(StrategyError::Devices(reason))
            } else if self.query.all {
                Err(StrategyError::AsynchronousAll)
            } else {
                Ok(Strategy::Asynchronous)
            };
        }
        let kernel = match self.kernel {
            Kernel::Auto => OneSidedKernel::default(),
            Kernel::OneSided(kernel) => kernel,
            Kernel::TwoSided(kernel) => return Err(StrategyError::OneSided { kernel, reason }),
        };
        if self.table.is_some_and(|table| table.symmetry) && !self.is_canonical() {
            return Err(StrategyError::Symmetry);
        }
        let Self { scheduler, table: transpositions, audit, .. } = *self;
        Ok(Strategy::OneSided { kernel, scheduler, transpositions, audit, reason })
    }

    fn two_sided(&self, table: Result<H48Level, OneSidedReason>) -> Result<(TwoSidedKernel, H48Level), OneSidedReason> {
        let kernel = match self.kernel {
            Kernel::Auto => TwoSidedKernel::Batched,
            Kernel::TwoSided(kernel) => kernel,
            Kernel::OneSided(kernel) => return Err(OneSidedReason::Kernel(kernel)),
        };
        // Without a table, nothing else is in the way.
        let level = table?;
        if self.audit {
            return Err(OneSidedReason::Audit);
        }
        if self.scheduler != Scheduler::default() {
            return Err(OneSidedReason::Scheduler(self.scheduler));
        }
        if self.table.is_some() {
            return Err(OneSidedReason::TranspositionTable);
        }
        if !self.is_canonical() {
            return Err(OneSidedReason::Pruning);
        }
        Ok((kernel, level))
    }

    /// Where a two-sided search runs.
    fn place(&self) -> SearchPlace {
        match &self.devices {
            None => SearchPlace::Threads,
            Some(devices) if devices.beside_threads => SearchPlace::DevicesAndThreads,
            Some(_) => SearchPlace::Devices,
        }
    }

    /// Whether nothing is asked for that a depth-first search on devices cannot do.
    fn is_asynchronous(&self) -> bool {
        self.table.is_none() && !self.audit
    }

    /// Whether the sequences that are searched are the canonical ones.
    fn is_canonical(&self) -> bool {
        self.is_automaton_replaced() || self.automaton.same_language(&Automaton::canonical(self.metric, &self.alphabet))
    }

    /// Whether the canonical sequences replace the automaton.
    pub(super) fn is_automaton_replaced(&self) -> bool {
        self.query.all && !self.automaton_keeps_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_TABLE: Result<H48Level, OneSidedReason> = Err(OneSidedReason::NoTable);

    #[test]
    fn strategies_follow_from_options() {
        let usual = || PieceOptions::new(MetricKind::HalfTurn);
        let level = H48Level::new(0).ok_or(OneSidedReason::NoTable);
        let table = TranspositionOptions { kind: TranspositionKind::Packed, depth: 5, bytes: 1 << 20, symmetry: false };
        let stealing: Scheduler = "stealing:3".parse().unwrap();
        assert_eq!(usual().two_sided(NO_TABLE), Err(OneSidedReason::NoTable));
        let scheduled = PieceOptions { scheduler: stealing, ..usual() };
        assert_eq!(scheduled.two_sided(NO_TABLE), Err(OneSidedReason::NoTable), "it takes nothing away");
        for (options, expected) in [
            (usual(), Ok(TwoSidedKernel::Batched)),
            (PieceOptions { kernel: Kernel::STAGED, ..usual() }, Ok(TwoSidedKernel::Staged)),
            (
                PieceOptions { kernel: Kernel::ITERATIVE, ..usual() },
                Err(OneSidedReason::Kernel(OneSidedKernel::Iterative)),
            ),
            (PieceOptions { scheduler: stealing, ..usual() }, Err(OneSidedReason::Scheduler(stealing))),
            (PieceOptions { table: Some(table), ..usual() }, Err(OneSidedReason::TranspositionTable)),
            (PieceOptions { audit: true, ..usual() }, Err(OneSidedReason::Audit)),
            (PieceOptions { automaton: Automaton::free(18), ..usual() }, Err(OneSidedReason::Pruning)),
        ] {
            assert_eq!(options.two_sided(level).map(|(kernel, _)| kernel), expected);
            let two_sided = PieceOptions { kernel: Kernel::BATCHED, ..options.clone() }.strategy(level);
            match (options.strategy(level).unwrap(), expected) {
                (Strategy::TwoSided { kernel, .. }, Ok(expected)) => assert_eq!(kernel, expected),
                (Strategy::OneSided { reason, .. }, Err(expected)) => assert_eq!(reason, expected),
                (strategy, _) => panic!("{strategy}"),
            }
            // The kernel is the one thing that another kernel mends.
            let is_refused = matches!(expected, Err(reason) if !matches!(reason, OneSidedReason::Kernel(_)));
            assert_eq!(two_sided.is_err(), is_refused, "{two_sided:?}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let usual = || PieceOptions::new(MetricKind::HalfTurn);
        let breadth_first = PieceOptions { breadth_first: Some(1), ..usual() };
        assert_eq!(
            breadth_first.strategy(H48Level::new(0).ok_or(OneSidedReason::NoTable)),
            Ok(Strategy::BreadthFirst { memory: 1 })
        );
        let all = SearchQuery { all: true, ..usual().query };
        let breadth_first_all = PieceOptions { query: all, ..breadth_first };
        assert_eq!(breadth_first_all.strategy(NO_TABLE), Err(StrategyError::BreadthFirstAll));
        let batched = PieceOptions { kernel: Kernel::BATCHED, ..usual() };
        let refused = StrategyError::OneSided { kernel: TwoSidedKernel::Batched, reason: OneSidedReason::NoTable };
        assert_eq!(batched.strategy(NO_TABLE), Err(refused));
        let table = TranspositionOptions { kind: TranspositionKind::Packed, depth: 5, bytes: 1 << 20, symmetry: true };
        let symmetric = PieceOptions { table: Some(table), ..usual() };
        assert!(symmetric.strategy(NO_TABLE).is_ok());
        let free = PieceOptions { automaton: Automaton::free(18), ..symmetric };
        assert_eq!(free.strategy(NO_TABLE), Err(StrategyError::Symmetry));
    }

    /// Where all solutions are asked for, the canonical sequences take the place of an automaton that leaves some out.
    #[test]
    fn an_automaton_that_leaves_some_out_is_in_the_way_unless_it_is_replaced() {
        let usual = PieceOptions::new(MetricKind::HalfTurn);
        for all in [false, true] {
            let automaton = Automaton::free(18);
            let query = SearchQuery { all, ..usual.query };
            let options = PieceOptions { query, automaton, automaton_keeps_all: false, ..usual.clone() };
            assert_eq!(options.two_sided(H48Level::new(0).ok_or(OneSidedReason::NoTable)).is_ok(), all);
        }
    }
}
