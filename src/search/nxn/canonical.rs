//! The canonical order of turns of layers: those of one axis commute.

use crate::cube::MetricKind;
use crate::nxn::MoveSet;
use crate::prune::{Automaton, State};
use crate::puzzle::{Letter, LetterSet};

/// What the moves made so far forbid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing.
    Start,
    /// Layers of the same axis that come before this generator, and turns of it that are not allowed after it.
    Generator {
        number: usize,
        /// It was turned a quarter clockwise once, and may be turned so once more to make a half turn.
        may_repeat: bool,
    },
}

/// The automaton that accepts, of all words that differ by the order of commuting moves and by how turns of the same layers
/// are merged, exactly one: the moves of one axis in ascending order of their generators, each generator once. In the
/// quarter-turn metric a half turn is written as two clockwise quarter turns.
pub(super) fn canonical(set: &MoveSet) -> Automaton {
    let (moves, generators) = (set.moves().len(), set.generators());
    let per_generator = set.amounts().len();
    let is_repeatable = set.metric == MetricKind::QuarterTurn;
    let axis = |generator: usize| generators[generator].face % 3;
    // The start, then for each generator what follows its last turn and, in quarter turns, its first clockwise one.
    let number = |last: Last| match last {
        Last::Start => 0,
        Last::Generator { number, may_repeat } => 1 + 2 * number + usize::from(may_repeat),
    };
    let row = |last: Last| {
        let is_allowed = |&letter: &Letter| {
            let (generator, amount) = (letter.index() / per_generator, letter.index() % per_generator);
            match last {
                Last::Start => true,
                Last::Generator { number, may_repeat } if generator == number => may_repeat && amount == 0,
                Last::Generator { number, .. } => generator > number || axis(generator) != axis(number),
            }
        };
        let next = (0..moves).map(|letter| {
            let (generator, amount) = (letter / per_generator, letter % per_generator);
            let is_second = matches!(last, Last::Generator { number, .. } if number == generator);
            let may_repeat = is_repeatable && amount == 0 && !is_second;
            State::new(number(Last::Generator { number: generator, may_repeat }) as u32)
        });
        ((0..moves).map(Letter::new).filter(is_allowed).collect::<LetterSet>(), next.collect())
    };
    let lasts =
        (0..generators.len()).flat_map(|number| [false, true].map(|may_repeat| Last::Generator { number, may_repeat }));
    Automaton::new(moves, std::iter::once(Last::Start).chain(lasts).map(row)).minimized()
}
