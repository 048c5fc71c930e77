//! The automata used to search the puzzles.

use super::puzzle::{Puzzle, Turns};
use cubepdb::internals::{
    prune::{Contexts, automaton::learn},
    puzzle::MoveIndexSet,
};
use cubepdb::{
    puzzles::MoveIndex,
    search::{Automaton, AutomatonState},
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The rules that identify redundant sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// None.
    Free,
    /// One form of each turn of a face, and one order of faces that commute.
    Faces,
    /// The redundant sequences that a breadth-first search finds up to a number of moves.
    Learned(u8),
}

/// An automaton with its contexts.
pub struct Rules {
    pub kind: Kind,
    pub automaton: Automaton,
    pub contexts: Arc<Contexts>,
    /// Contexts for states that are stored as one of their symmetric images, where that is sound.
    pub symmetric: Option<Arc<Contexts>>,
}

impl Rules {
    pub fn new(puzzle: &Puzzle, kind: Kind) -> Self {
        let automaton = match kind {
            Kind::Free => Automaton::free(puzzle.letters()),
            Kind::Faces => faces(puzzle, &|a, b| a < b),
            Kind::Learned(depth) => learn(puzzle, depth, &AtomicBool::new(false), |_| ()).expect("memory for it"),
        };
        let canonical = match kind {
            Kind::Free => true,
            Kind::Faces => puzzle.axes.is_some() && next_moves_tell_turns(puzzle),
            Kind::Learned(_) => false,
        };
        let contexts = Arc::new(Contexts::new(&automaton));
        let symmetric = canonical.then(|| Arc::new(by_next_moves(puzzle, &automaton)));
        Self { kind, automaton, contexts, symmetric }
    }
}

/// The contexts for symmetric states.
pub fn by_next_moves(puzzle: &Puzzle, automaton: &Automaton) -> Contexts {
    let images: Vec<_> = puzzle.symmetries.iter().map(|symmetry| symmetry.letters.clone()).collect();
    Contexts::by_next_moves(automaton, &images)
}

/// Returns whether the moves of a face that are allowed next determine the turns already made. A face that may turn
/// three times in the same direction allows the same after one turn and after two; one without inverse even before the
/// first.
fn next_moves_tell_turns(puzzle: &Puzzle) -> bool {
    let most_of_all = puzzle.faces.iter().map(|face| most(puzzle, face.order)[0]).max();
    match puzzle.turns {
        Turns::Powers => true,
        Turns::Quarters => most_of_all <= Some(2),
        Turns::OneWay => most_of_all <= Some(1),
    }
}

/// The number of times in a row that the generator of a face, and its inverse, may be made.
fn most(puzzle: &Puzzle, order: usize) -> [usize; 2] {
    match puzzle.turns {
        Turns::Powers => [1, 1],
        Turns::Quarters => [order / 2, (order - 1) / 2],
        Turns::OneWay => [order - 1, 0],
    }
}

/// Sequences that write a turn of one face in more than one way.
fn within_faces(puzzle: &Puzzle) -> Vec<Vec<MoveIndex>> {
    let mut forbidden = Vec::new();
    for face in &puzzle.faces {
        let most = most(puzzle, face.order);
        for (i, &letter) in face.letters.iter().enumerate() {
            let repeated = if puzzle.turns == Turns::Powers { 1 } else { most[i] };
            forbidden.push(vec![letter; repeated + 1]);
            let others = face.letters.iter().filter(|&&other| other != letter);
            forbidden.extend(others.map(|&other| vec![letter, other]));
        }
    }
    forbidden
}

/// Canonical sequences: of two commuting faces, the one that comes before the other in the order turns first.
pub fn faces(puzzle: &Puzzle, before: &dyn Fn(usize, usize) -> bool) -> Automaton {
    let mut forbidden = within_faces(puzzle);
    for (a, first) in puzzle.faces.iter().enumerate() {
        for (b, second) in puzzle.faces.iter().enumerate() {
            if a != b && puzzle.commute(a, b) && !before(a, b) {
                let pairs = first.letters.iter().flat_map(|&x| second.letters.iter().map(move |&y| vec![x, y]));
                forbidden.extend(pairs);
            }
        }
    }
    Automaton::avoiding(puzzle.letters(), forbidden.iter().map(|word| &word[..]))
}

/// The patterns of `quarter_turns.rules`: both orders of commuting faces stay, but no move is repeated, or undone,
/// across moves of a commuting face.
pub fn across_commuting_faces(puzzle: &Puzzle) -> Automaton {
    let mut forbidden = within_faces(puzzle);
    // `quarter_turns.rules` keeps both ways of writing a half turn.
    forbidden.retain(|word| word[0] != word[1]);
    for face in &puzzle.faces {
        let repeated = (face.order / 2 + 1).max(2);
        forbidden.extend(face.letters.iter().map(|&letter| vec![letter; repeated]));
    }
    for (a, outer) in puzzle.faces.iter().enumerate() {
        for (b, inner) in puzzle.faces.iter().enumerate().filter(|&(b, _)| a != b && puzzle.commute(a, b)) {
            let between = puzzle.faces[b].order / 2;
            for &x in &outer.letters {
                for &y in &outer.letters {
                    for &n in &inner.letters {
                        forbidden.extend((1..=between).map(|count| [&[x][..], &vec![n; count], &[y]].concat()));
                    }
                }
            }
        }
    }
    Automaton::avoiding(puzzle.letters(), forbidden.iter().map(|word| &word[..]))
}

/// Canonical sequences with a face order that depends on the first move: the tree that workers with different orders
/// would search together.
pub fn order_by_first_move(puzzle: &Puzzle) -> Automaton {
    let parts = [faces(puzzle, &|a, b| a < b), faces(puzzle, &|a, b| a > b)];
    let letters = puzzle.letters();
    let shift =
        |part: usize, state: AutomatonState| AutomatonState::new((1 + part * parts[0].states() + state.index()) as u32);
    let start =
        (0..letters).map(|i| shift(i % 2, parts[i % 2].next(AutomatonState::START, MoveIndex::new(i)))).collect();
    let mut rows = vec![(MoveIndexSet::first(letters), start)];
    for (number, part) in parts.iter().enumerate() {
        rows.extend((0..part.states()).map(|state| {
            let state = AutomatonState::new(state as u32);
            let next = (0..letters).map(|i| shift(number, part.next(state, MoveIndex::new(i)))).collect();
            (part.allowed(state), next)
        }));
    }
    Automaton::new(letters, rows)
}
