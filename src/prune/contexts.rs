//! Validity of a stored failure for another path to the same state.
//!
//! A failed search from a state under an automaton state `q` proves: no word that `q` allows, of at most some number of
//! moves, leads to the goal. This covers a visit under `q'` if every word that `q'` allows is one that `q` allows. For
//! automata of few states the inclusion of these languages is computed once; for large ones a state covers only itself,
//! which is sound and, in a minimal automaton, leaves out only strict inclusions.

use super::automaton::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};

/// A class of automaton states that allow the same words, as tables store it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Context(u32);

impl Context {
    /// The context with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its index, below the number of contexts.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The contexts of one automaton, and the covering relation between them.
#[derive(Clone, Debug)]
pub struct Contexts {
    count: usize,
    /// By automaton state times the number of symmetries plus symmetry; empty if the state's index is the context's.
    of: Vec<Context>,
    symmetries: usize,
    /// By stored context times the count plus wanted context; empty if each covers only itself.
    covers: Vec<bool>,
}

impl Contexts {
    /// The largest automaton for which inclusions are computed: the work grows with the square of the states.
    const INCLUSION_LIMIT: usize = 1024;

    /// The contexts of an automaton, for exact states.
    pub fn new(automaton: &Automaton) -> Self {
        let count = automaton.states();
        let covers = if count > Self::INCLUSION_LIMIT { Vec::new() } else { inclusions(automaton) };
        Self { count, of: Vec::new(), symmetries: 1, covers }
    }

    /// The contexts of an automaton in which the moves allowed next decide which states can be reached, for states that
    /// are stored as one of their symmetric images. Each symmetry is given by the image of each letter.
    ///
    /// Canonical sequences are of this kind: the states reachable from a context are those to which some word leads
    /// whose turns of the first axis need none of the moves forbidden next; the order in which the faces of an axis
    /// turn does not matter for this. So the allowed moves, mapped like the state, mean the same in the frame of the
    /// image. In general this is wrong: an automaton may forbid a move only later.
    pub fn by_next_moves(automaton: &Automaton, symmetries: &[Vec<MoveIndex>]) -> Self {
        let mut sets: Vec<MoveIndexSet> = Vec::new();
        let mut of = Vec::with_capacity(automaton.states() * symmetries.len());
        for state in (0..automaton.states()).map(|number| AutomatonState::new(number as u32)) {
            for images in symmetries {
                let set = automaton.allowed(state).into_iter().map(|letter| images[letter.index()]).collect();
                let number = sets.iter().position(|&known| known == set).unwrap_or_else(|| {
                    sets.push(set);
                    sets.len() - 1
                });
                of.push(Context(number as u32));
            }
        }
        let covers = sets.iter().flat_map(|&stored| sets.iter().map(move |wanted| wanted.is_subset(stored)));
        Self { count: sets.len(), of, symmetries: symmetries.len(), covers: covers.collect() }
    }

    /// The same contexts, each of which covers all, for tests that this is detected as wrong.
    #[doc(hidden)]
    pub fn ignored(self) -> Self {
        Self { covers: vec![true; self.count * self.count], ..self }
    }

    /// Number of contexts.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The context of an automaton state, seen through a symmetry; 0 is the identity.
    #[inline(always)]
    pub fn of(&self, state: AutomatonState, symmetry: usize) -> Context {
        if self.of.is_empty() {
            Context(state.index() as u32)
        } else {
            self.of[state.index() * self.symmetries + symmetry]
        }
    }

    /// Returns whether a failure stored under one context covers a visit under another.
    #[inline(always)]
    pub fn covers(&self, stored: Context, wanted: Context) -> bool {
        stored == wanted || (!self.covers.is_empty() && self.covers[stored.index() * self.count + wanted.index()])
    }
}

/// Returns whether the words allowed from the second state are allowed from the first, for all pairs: the greatest
/// relation that requires inclusion of the next letters and of the words after them.
fn inclusions(automaton: &Automaton) -> Vec<bool> {
    let count = automaton.states();
    let state = |number: usize| AutomatonState::new(number as u32);
    let mut covers: Vec<bool> = (0..count * count)
        .map(|pair| automaton.allowed(state(pair % count)).is_subset(automaton.allowed(state(pair / count))))
        .collect();
    loop {
        let mut changed = false;
        for pair in 0..covers.len() {
            let (large, small) = (state(pair / count), state(pair % count));
            let holds = covers[pair]
                && automaton.allowed(small).into_iter().all(|letter| {
                    covers[automaton.next(large, letter).index() * count + automaton.next(small, letter).index()]
                });
            changed |= holds != covers[pair];
            covers[pair] = holds;
        }
        if !changed {
            return covers;
        }
    }
}
