//! Solving cubes of any size, given by their stickers, and checking every answer on these.

use super::pieces::StickerPieces;
use crate::nxn::{Move, MoveKind, MoveSet, Size, Stickers};
use crate::plan::{Plan, Puzzle};
use crate::prune::Automaton;
use crate::puzzle::{Goal, Moves, Position, Powers, Question, builtin};
use crate::search::deepening::Workers;
use crate::search::orbit::OrbitSolver;
use crate::search::outcome::{Answer, Outcome};
use crate::search::solver_error::SolverError;
use std::collections::HashSet;
use std::sync::Arc;

/// Solves cubes of one size, one after the other.
pub struct StickerSolver {
    set: MoveSet,
    moves: Vec<Move>,
    pieces: StickerPieces,
    solver: OrbitSolver,
}

impl StickerSolver {
    /// Makes the definition of the cube and the automaton. Tables are made while cubes are searched.
    ///
    /// # Errors
    /// As [`OrbitSolver::new`].
    ///
    /// # Panics
    /// If the plan is not for a cube by its stickers.
    pub fn new(plan: Plan) -> Result<Self, SolverError> {
        let Puzzle::Stickers(set) = plan.puzzle else { panic!("a plan for pieces, not for stickers") };
        let pieces = StickerPieces::new(builtin(&set.size.to_string()).expect("cubes are built in"), set.size);
        let question = Arc::new(question(&set, &pieces));
        let solver = OrbitSolver::new(plan, question)?;
        Ok(Self { moves: set.moves(), set, pieces, solver })
    }

    /// The rules about successive moves.
    pub fn automaton(&self) -> &Automaton {
        self.solver.automaton(&self.solver.plan().query)
    }

    /// Finds the shortest solutions of a cube, or proves that there is none within the query's maximum depth. A cube is
    /// solved when every face shows one colour, in any orientation. Without pruning, every order of commuting moves is
    /// a separate solution.
    ///
    /// # Panics
    /// If the cube is of another size, has pieces that no cube has, or a solution does not solve it: a fault of this
    /// program, never an answer.
    pub fn solve(&self, cube: &Stickers, workers: &Workers<'_>) -> Outcome<Move> {
        assert_eq!(cube.size(), self.set.size, "a solver for another size");
        let found = self.solver.solve(&self.position(cube), &self.solver.plan().query, workers);
        let mut outcome =
            found.map(|sequence| half_turns_clockwise(sequence.iter().map(|by| self.moves[by.index()]).collect()));
        if let Answer::Solved(words) = &mut outcome.answer {
            let mut known = HashSet::new();
            words.retain(|word| known.insert(word.clone()));
        }
        if let Answer::Solved(solutions) = &outcome.answer {
            for sequence in solutions {
                assert!(cube.then(sequence).is_solved(), "a solution does not solve the cube");
            }
        }
        outcome
    }

    /// The pieces of a cube, with its colours renamed so that what no move turns looks solved.
    fn position(&self, cube: &Stickers) -> Position {
        let by_centres = self.set.kind == MoveKind::Wca;
        let normal = cube.in_normal_frame(by_centres).expect("centres and corners are those of a cube");
        self.pieces.position(&normal).expect("the pieces are those of a cube")
    }
}

/// The question that cubes in their normal frame ask.
fn question(set: &MoveSet, pieces: &StickerPieces) -> Question {
    let definition = pieces.definition();
    let names: Vec<String> = set.generators().iter().map(Move::to_string).collect();
    let powers = if set.amounts().contains(&2) { Powers::All } else { Powers::Steps };
    let moves = Moves::read(definition, &names.join(","), powers).expect("a cube has the layers of its moves");
    let solved = Goal::solved(definition);
    // Where every part of a cube can move, it can be solved in any orientation.
    let is_free = set.kind == MoveKind::Wca && !set.size.is_odd() && set.size != Size::TWO;
    let goal = if is_free {
        let rotations = ["x", "y"].map(|name| definition.transformation_of(name).expect("a rotation of a cube"));
        solved.up_to(&rotations).expect("24 positions")
    } else {
        solved
    };
    Question::new(definition.clone(), moves, goal).expect("cubes have no rules")
}

/// The same moves, with a half turn that is made as two counterclockwise quarter turns made clockwise: without rules
/// both are found, and they are one solution, written as one turn.
fn half_turns_clockwise(mut word: Vec<Move>) -> Vec<Move> {
    let mut at = 0;
    while at + 1 < word.len() {
        if word[at] == word[at + 1] && word[at].quarters == 3 {
            word[at..at + 2].iter_mut().for_each(|turn| turn.quarters = 1);
            at += 1;
        }
        at += 1;
    }
    word
}
