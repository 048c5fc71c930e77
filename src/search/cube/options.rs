//! How to solve cubes, and the strategy that follows.

use crate::cube::{CubeAlphabet, MetricKind};
use crate::pdb::h48::H48Level;
use crate::prune::Automaton;
use crate::prune::table::TranspositionKind;
use crate::search::cube::SearchConfig;
use crate::search::query::SearchQuery;
use crate::search::strategy::Scheduler;
use crate::search::strategy::{Kernel, OneSidedReason, Strategy, TwoSidedKernel};

/// A transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranspositionOptions {
    /// Which table.
    pub kind: TranspositionKind,
    /// States reached by more moves than this are not stored.
    pub depth: u8,
    /// Memory that it may take.
    pub bytes: u64,
    /// Whether symmetric states are taken as one. Pays for symmetric cubes; for others it only takes time.
    pub symmetry: bool,
}

/// How to solve cubes.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// The metric.
    pub metric: MetricKind,
    /// What to search for.
    pub query: SearchQuery,
    /// The moves in the order in which they are tried.
    pub alphabet: CubeAlphabet,
    /// Which move may follow which.
    pub automaton: Automaton,
    /// Whether the automaton accepts one word at least of every class of words that differ by the order of commuting moves
    /// and cannot be merged. If it does not, the canonical sequences take its place where all solutions are asked for.
    pub automaton_keeps_all: bool,
    /// A transposition table.
    pub table: Option<TranspositionOptions>,
    /// How one subtree is searched.
    pub kernel: Kernel,
    /// How subtrees are handed to workers.
    pub scheduler: Scheduler,
    /// Breadth-first search within so many bytes instead of iterative deepening: the plain reference.
    pub breadth_first: Option<u64>,
    /// Compare every entry that is read of a table of corners or edges with its neighbours, and panic at one that contradicts
    /// them: no lower bound is proven by it, but what is cut off is not cut off by a single wrong entry. A hundred times as slow.
    pub audit: bool,
}

impl SolverOptions {
    /// The usual way: canonical sequences, no table.
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
        }
    }

    /// The parts of a recipe, with the automaton that it asks for and so much memory for its transposition table, or for
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
        }
    }

    /// The way in which cubes are searched with these options where `table` is the level of the H48 table at hand, if there is one.
    ///
    /// Compares two automata: some microseconds for that of the canonical sequences, more for learned ones.
    pub fn strategy(&self, table: Option<H48Level>) -> Strategy {
        if let Some(memory) = self.breadth_first {
            return Strategy::BreadthFirst { memory };
        }
        match self.two_sided(table) {
            Ok((kernel, level)) => Strategy::TwoSided { kernel, level },
            Err(reason) => Strategy::OneSided { kernel: self.kernel.of_one_end(), reason },
        }
    }

    fn two_sided(&self, table: Option<H48Level>) -> Result<(TwoSidedKernel, H48Level), OneSidedReason> {
        let Self { kernel, scheduler, metric, automaton, alphabet, .. } = self;
        let kernel = match kernel {
            Kernel::Auto | Kernel::Batched => TwoSidedKernel::Pipelined,
            Kernel::Staged => TwoSidedKernel::Plain,
            Kernel::Recursive | Kernel::Iterative => return Err(OneSidedReason::Kernel(*kernel)),
        };
        if self.audit {
            return Err(OneSidedReason::Audit);
        }
        if *scheduler != Scheduler::default() {
            return Err(OneSidedReason::Scheduler(*scheduler));
        }
        if self.table.is_some() {
            return Err(OneSidedReason::TranspositionTable);
        }
        let is_replaced = self.query.all && !self.automaton_keeps_all;
        if !is_replaced && !automaton.same_language(&Automaton::canonical(*metric, alphabet)) {
            return Err(OneSidedReason::Pruning);
        }
        Ok((kernel, table.ok_or(OneSidedReason::NoTable)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_search_from_one_end_can_do() {
        let (usual, level) = (|| SolverOptions::new(MetricKind::HalfTurn), H48Level::new(0));
        assert_eq!(usual().two_sided(None), Err(OneSidedReason::NoTable));
        let breadth_first = SolverOptions { breadth_first: Some(1), ..usual() };
        assert_eq!(breadth_first.strategy(level), Strategy::BreadthFirst { memory: 1 });
        let table = TranspositionOptions { kind: TranspositionKind::Packed, depth: 5, bytes: 1 << 20, symmetry: false };
        let stealing: Scheduler = "stealing:3".parse().unwrap();
        for (options, expected) in [
            (usual(), Ok(TwoSidedKernel::Pipelined)),
            (SolverOptions { kernel: Kernel::Staged, ..usual() }, Ok(TwoSidedKernel::Plain)),
            (SolverOptions { kernel: Kernel::Iterative, ..usual() }, Err(OneSidedReason::Kernel(Kernel::Iterative))),
            (SolverOptions { scheduler: stealing, ..usual() }, Err(OneSidedReason::Scheduler(stealing))),
            (SolverOptions { table: Some(table), ..usual() }, Err(OneSidedReason::TranspositionTable)),
            (SolverOptions { audit: true, ..usual() }, Err(OneSidedReason::Audit)),
            (SolverOptions { automaton: Automaton::free(18), ..usual() }, Err(OneSidedReason::Pruning)),
        ] {
            assert_eq!(options.two_sided(level).map(|(kernel, _)| kernel), expected);
        }
    }

    /// Where all solutions are asked for, the canonical sequences take the place of an automaton that leaves some out.
    #[test]
    fn an_automaton_that_leaves_some_out_is_in_the_way_unless_it_is_replaced() {
        let usual = SolverOptions::new(MetricKind::HalfTurn);
        for all in [false, true] {
            let automaton = Automaton::free(18);
            let query = SearchQuery { all, ..usual.query };
            let options = SolverOptions { query, automaton, automaton_keeps_all: false, ..usual.clone() };
            assert_eq!(options.two_sided(H48Level::new(0)).is_ok(), all);
        }
    }
}
