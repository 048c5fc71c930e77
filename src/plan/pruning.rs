//! The order of moves, and the move sequences that are left out.

use crate::cube::{CubeAlphabet, Metric};
use crate::prune::Automaton;
use crate::prune::automaton::{LearnedSpec, Rules};
use std::fmt;

/// The order in which moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// Face by face, in the order `U R F D L B`.
    #[default]
    FaceByFace,
    /// All clockwise quarter turns, then all half turns, then all counterclockwise ones, each in the order `F B L R U
    /// D`: the order of ParaCube.
    AmountByAmount,
}

impl MoveOrder {
    /// The moves in this order.
    #[doc(hidden)]
    pub fn alphabet(self, metric: Metric) -> CubeAlphabet {
        match self {
            Self::FaceByFace => CubeAlphabet::face_by_face(metric),
            Self::AmountByAmount => CubeAlphabet::amount_by_amount(metric, [2, 5, 4, 1, 0, 3]),
        }
    }
}

/// Move sequences that are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// None: every move may follow every other.
    None,
    /// All but the canonical ones.
    #[default]
    Canonical,
    /// The rules of ParaCube, for half turns.
    FaceTurns,
    /// The patterns of Garza Rodriguez and Pol, for quarter turns.
    QuarterTurns,
    /// Sequences of at most so many moves that are not the first shortest one of their state.
    Learned {
        /// The longest sequences.
        depth: u8,
    },
    /// A user's own rules, from a file. The program that reads them proves that they lose no shortest solution.
    OwnRules,
}

impl Pruning {
    /// The automaton, unless it has to be learned first: then what to learn.
    ///
    /// # Errors
    /// [`LearnedSpec`], to be given to [`learned_cached`](crate::prune::automaton::learned_cached).
    ///
    /// # Panics
    /// If the rules are for another metric: they would lose solutions. For a user's own rules: the caller has them.
    #[doc(hidden)]
    pub fn automaton(self, metric: Metric, alphabet: &CubeAlphabet) -> Result<Automaton, LearnedSpec> {
        assert!(self.fits(metric), "rules for the other metric lose solutions");
        let compiled = |rules: Rules| rules.compile(alphabet).expect("the rules were written for these moves");
        match self {
            Self::None => Ok(Automaton::free(alphabet.moves().len())),
            Self::Canonical => Ok(Automaton::canonical(metric, alphabet)),
            Self::FaceTurns => Ok(compiled(Rules::face_turns())),
            Self::QuarterTurns => Ok(compiled(Rules::quarter_turns())),
            Self::Learned { depth } => Err(LearnedSpec::new(alphabet.clone(), depth)),
            Self::OwnRules => panic!("the rules of a user are compiled where they are read"),
        }
    }

    /// Returns whether the rules are right for a metric.
    pub fn fits(self, metric: Metric) -> bool {
        match self {
            Self::FaceTurns => metric == Metric::HalfTurn,
            Self::QuarterTurns => metric == Metric::QuarterTurn,
            Self::None | Self::Canonical | Self::Learned { .. } | Self::OwnRules => true,
        }
    }

    /// Returns whether at least one move sequence is left of all those that differ by the order of commuting moves,
    /// whatever the rules of a user are.
    pub fn keeps_all(self) -> bool {
        !matches!(self, Self::Learned { .. } | Self::OwnRules)
    }
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Canonical => f.write_str("canonical rules"),
            Self::FaceTurns => f.write_str("face-turn rules"),
            Self::QuarterTurns => f.write_str("quarter-turn rules"),
            Self::Learned { depth } => write!(f, "automaton of depth {depth}"),
            Self::OwnRules => f.write_str("rules of a file"),
        }
    }
}
