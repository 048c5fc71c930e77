//! Options for solving cubes of other sizes.

use crate::cube::MetricKind;
use crate::nxn::{MoveKind, MoveSet, Size};
use crate::prune::automaton::{Automaton, CanonicalMove};
use crate::search::query::SearchQuery;
use crate::search::{OneSidedKernel, Scheduler};
use std::fmt;

/// Pruning rules: the move sequences that are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StickerPruning {
    /// None: every move may follow every other, and every order of commuting moves is a solution of its own.
    None,
    /// All orders of commuting moves but one.
    #[default]
    Canonical,
}

impl StickerPruning {
    /// The automaton over the moves of a set, in their order.
    pub fn automaton(self, set: &MoveSet) -> Automaton {
        match self {
            Self::None => Automaton::free(set.moves().len()),
            Self::Canonical => {
                let generators = set.generators();
                let moves = generators.iter().enumerate().flat_map(|(generator, turn)| {
                    set.amounts().iter().map(move |&quarters| CanonicalMove {
                        class: (turn.face % 3).into(),
                        generator,
                        repeats: set.metric == MetricKind::QuarterTurn && quarters == 1,
                    })
                });
                Automaton::commuting(&moves.collect::<Vec<_>>())
            }
        }
    }
}

impl fmt::Display for StickerPruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Canonical => "canonical rules",
        })
    }
}

/// Options for solving cubes of other sizes.
#[derive(Clone, Debug)]
pub struct StickerOptions {
    /// The moves.
    pub set: MoveSet,
    /// The search query.
    pub query: SearchQuery,
    /// The move sequences that are left out.
    pub pruning: StickerPruning,
    /// The kernel that searches one subtree: a one-sided one.
    pub kernel: OneSidedKernel,
    /// The scheduler that distributes subtrees to workers.
    pub scheduler: Scheduler,
    /// True to use bounds from a table of all states, for the 2x2x2.
    pub table: bool,
}

impl StickerOptions {
    /// Default maximum length of solutions: more than can be searched without a table.
    pub const MAX_DEPTH: u8 = 30;

    /// The default options.
    pub fn new(size: Size, kind: MoveKind) -> Self {
        Self {
            set: MoveSet { size, kind, metric: kind.usual_metric() },
            query: SearchQuery { max_depth: Self::MAX_DEPTH, ..SearchQuery::default() },
            pruning: StickerPruning::default(),
            kernel: OneSidedKernel::default(),
            scheduler: Scheduler::default(),
            table: true,
        }
    }
}
