//! Sequences that are longer than the numbers by which [`Scheduler::Ranges`] splits the tree.

use super::space::WholeTable;
use cubepdb::internals::{
    prune::Contexts,
    search::{Control, Limits, Method, TranspositionPruning, Workers, solve},
};
use cubepdb::{
    plan::{OneSidedKernel, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Answer, Automaton, Key, Sequential, Space},
};
use std::sync::Arc;

/// Enough moves for sequences of 21 of them to fill a 128-bit number.
const LETTERS: usize = 64;

/// Length of the path to the goal.
const LENGTH: u8 = 25;

/// A path of states numbered by their distance. Each has one good move, the last; at the end of the numbers, the first
/// move leads to a state that looks as good, but is not.
struct Way;

impl Way {
    const DECOY: u8 = 99;
    const ASTRAY: u8 = 100;
    /// The last state but one that the numbers cover.
    const FORK: u8 = LENGTH - 20;
}

impl Space for Way {
    type Node = u8;

    fn child(&self, &node: &u8, by: MoveIndex) -> Option<u8> {
        Some(match by.index() {
            last if last + 1 == LETTERS && node < Self::DECOY => node.saturating_sub(1),
            0 if node == Self::FORK => Self::DECOY,
            _ => Self::ASTRAY,
        })
    }

    fn bound(&self, &node: &u8) -> u8 {
        match node {
            Self::DECOY => 1,
            Self::ASTRAY => 60,
            _ => node,
        }
    }

    fn is_goal(&self, &node: &u8, _: &[MoveIndex]) -> bool {
        node == 0
    }

    fn key(&self, &node: &u8, _: &[MoveIndex]) -> Key {
        node.into()
    }
}

/// A limit is reached between the two subtrees under the fork: nothing may be concluded about the fork, and a second
/// search with the same table finds the solution.
#[test]
fn a_subtree_that_was_left_is_no_failure() {
    let automaton = Automaton::free(LETTERS);
    let contexts = Arc::new(Contexts::new(&automaton));
    for scheduler in Scheduler::ALL {
        let table = WholeTable::new(contexts.clone());
        let duplicates = Some(TranspositionPruning { table: &table, contexts: &contexts, depth: LENGTH });
        let method = Method {
            automaton: &automaton,
            duplicates,
            kernel: OneSidedKernel::Iterative,
            scheduler,
            lengths: (LENGTH, 1),
        };
        let query = SearchQuery { max_depth: LENGTH, ..SearchQuery::default() };
        let search = |nodes| {
            Control::unwatched(Limits { nodes, ..Limits::default() }, |control| {
                solve(&Way, LENGTH, &method, &query, &Workers::new(control, &Sequential)).answer
            })
        };
        search(Some(1));
        assert_eq!(search(None), Answer::Solved(vec![vec![MoveIndex::new(LETTERS - 1); LENGTH.into()]]), "{scheduler}");
    }
}
