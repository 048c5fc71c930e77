//! How to solve cubes, and whether that is from both ends.

use crate::cube::{CubeAlphabet, MetricKind};
use crate::prune::Automaton;
use crate::prune::table::TranspositionKind;
use crate::search::cube::SearchConfig;
use crate::search::engine::one_sided::scheduler::Scheduler;
use crate::search::query::SearchQuery;
use crate::search::strategy::Kernel;
use thiserror::Error;

/// A transposition table that lead nowhere.
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
    /// A transposition table that lead nowhere.
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

    /// Whether a cube is searched from both ends if there is an H48 table, and by which kernel: [`Kernel::Batched`] or
    /// [`Kernel::Staged`]. The other tables are not asked then.
    ///
    /// Compares two automata: some microseconds for that of the canonical sequences, more for learned ones.
    ///
    /// # Errors
    /// What it is that only a search from one end can do.
    pub fn two_sided(&self) -> Result<Kernel, OneSided> {
        let Self { kernel, scheduler, metric, automaton, alphabet, .. } = self;
        let kernel = match kernel {
            Kernel::Auto | Kernel::Batched => Kernel::Batched,
            Kernel::Staged => Kernel::Staged,
            Kernel::Recursive | Kernel::Iterative => return Err(OneSided::Kernel(*kernel)),
        };
        if self.breadth_first.is_some() {
            return Err(OneSided::BreadthFirst);
        }
        if self.audit {
            return Err(OneSided::Audit);
        }
        if *scheduler != Scheduler::default() {
            return Err(OneSided::Scheduler(*scheduler));
        }
        if self.table.is_some() {
            return Err(OneSided::TableOfStates);
        }
        let is_replaced = self.query.all && !self.automaton_keeps_all;
        if !is_replaced && !automaton.same_language(&Automaton::canonical(*metric, alphabet)) {
            return Err(OneSided::Pruning);
        }
        Ok(kernel)
    }
}

/// Why cubes are searched from one end only, even with an H48 table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OneSided {
    /// The kernel knows no other way.
    #[error("the {0} kernel searches from one end")]
    Kernel(Kernel),
    /// It takes no subtrees.
    #[error("a search from both ends has a scheduler of its own, and cannot use {0}")]
    Scheduler(Scheduler),
    /// Nothing is known of a state but lengths.
    #[error("a search from both ends cannot use a transposition table")]
    TableOfStates,
    /// Other sequences cannot be read from both ends.
    #[error("only canonical move sequences can be read from both ends, and other ones are asked for")]
    Pruning,
    /// Entries of an H48 table say nothing about their neighbours.
    #[error("an audit is for searches from one end, with tables of corners and edges")]
    Audit,
    /// Nothing is deepened.
    #[error("breadth-first search goes from one end")]
    BreadthFirst,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_search_from_one_end_can_do() {
        let usual = || SolverOptions::new(MetricKind::HalfTurn);
        let table = TranspositionOptions { kind: TranspositionKind::Packed, depth: 5, bytes: 1 << 20, symmetry: false };
        let stealing: Scheduler = "stealing:3".parse().unwrap();
        for (options, expected) in [
            (usual(), Ok(Kernel::Batched)),
            (SolverOptions { kernel: Kernel::Staged, ..usual() }, Ok(Kernel::Staged)),
            (SolverOptions { kernel: Kernel::Iterative, ..usual() }, Err(OneSided::Kernel(Kernel::Iterative))),
            (SolverOptions { scheduler: stealing, ..usual() }, Err(OneSided::Scheduler(stealing))),
            (SolverOptions { table: Some(table), ..usual() }, Err(OneSided::TableOfStates)),
            (SolverOptions { breadth_first: Some(1), ..usual() }, Err(OneSided::BreadthFirst)),
            (SolverOptions { audit: true, ..usual() }, Err(OneSided::Audit)),
            (SolverOptions { automaton: Automaton::free(18), ..usual() }, Err(OneSided::Pruning)),
        ] {
            assert_eq!(options.two_sided(), expected);
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
            assert_eq!(options.two_sided().is_ok(), all);
        }
    }
}
