//! Learned automata of the 3x3x3 cube.

use super::Automaton;
use super::learned::{LearnError, Level, learn, memory_for};
use super::walk::ImplicitGraph;
use crate::cube::{CubeAlphabet, Metric, PackedCube};
use crate::puzzle::MoveIndex;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// The specification of an automaton: all redundant words of face turns up to some length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedSpec {
    alphabet: CubeAlphabet,
    depth: u8,
}

impl LearnedSpec {
    /// The specification for words of at most `depth` letters. The order of the letters is part of it: it decides which
    /// of several words is kept.
    pub fn new(alphabet: CubeAlphabet, depth: u8) -> Self {
        Self { alphabet, depth }
    }

    /// The letters.
    pub fn alphabet(&self) -> &CubeAlphabet {
        &self.alphabet
    }

    /// Length of the longest words.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// The metric: without half turns it is that of quarter turns.
    pub fn metric(&self) -> Metric {
        let half = self.alphabet.moves().iter().any(|m| m.quarters() == 2);
        if half { Metric::HalfTurn } else { Metric::QuarterTurn }
    }

    /// Learns the automaton, see [`learn`].
    ///
    /// # Errors
    /// If the positions do not fit into memory, or `stop` is raised.
    pub fn learn(&self, stop: &AtomicBool, report: impl FnMut(Level)) -> Result<Automaton, LearnError> {
        learn(&FaceTurns(&self.alphabet), self.depth, stop, report)
    }

    /// Peak memory of learning in bytes, from the number of canonical sequences, which exceeds that of the positions by
    /// a few percent.
    pub fn memory(&self) -> u64 {
        // Far more than any memory holds; beyond that, the numbers would overflow.
        let depth = self.depth.min(30);
        let sequences = Automaton::canonical(self.metric(), &self.alphabet).words(usize::from(depth));
        memory_for(u64::try_from(sequences.into_iter().sum::<u128>()).unwrap_or(u64::MAX))
    }
}

/// The identity of the automaton: `learned 3x3x3 htm 6 U U2 U' R …`.
impl fmt::Display for LearnedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "learned 3x3x3 {} {}", self.metric(), self.depth)?;
        self.alphabet.moves().iter().try_for_each(|m| write!(f, " {m}"))
    }
}

/// The cube under the turns of an alphabet.
#[derive(Clone, Copy, Debug)]
pub struct FaceTurns<'a>(&'a CubeAlphabet);

impl<'a> FaceTurns<'a> {
    /// The turns of this alphabet.
    pub fn new(alphabet: &'a CubeAlphabet) -> Self {
        Self(alphabet)
    }
}

impl ImplicitGraph for FaceTurns<'_> {
    type Position = PackedCube;

    fn letters(&self) -> usize {
        self.0.moves().len()
    }

    fn start(&self) -> PackedCube {
        PackedCube::SOLVED
    }

    fn step(&self, cube: &PackedCube, letter: MoveIndex) -> PackedCube {
        cube.apply(self.0.turn(letter))
    }

    /// Piece and twist or flip of each slot, five bits each.
    fn key(&self, cube: &PackedCube) -> u128 {
        let corners = (0..8)
            .map(|slot| cube.corner(slot))
            .fold(0u64, |key, (piece, twist)| key << 5 | u64::from(piece << 2 | twist));
        let edges = (0..12)
            .map(|slot| cube.edge(slot))
            .fold(0u64, |key, (piece, flip)| key << 5 | u64::from(piece << 1 | flip));
        u128::from(corners) << 64 | u128::from(edges)
    }
}
