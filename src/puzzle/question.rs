//! Questions: a puzzle, the moves that may be made, and the goal.

use super::{Definition, Glasses, Goal, GoalError, Illegal, Moves, MovesError, Position, Powers, SequenceError};
use thiserror::Error;

/// A puzzle, its moves and a goal: all that a search or a table is about, but for the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    definition: Definition,
    moves: Moves,
    goal: Goal,
    /// The definition's rules for pieces as the goal sees them.
    illegal: Vec<Illegal>,
}

/// The reason why the parts of a question do not go together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The moves are wrong.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The goal or the start is wrong.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The goal hides a piece that a rule is about.
    #[error(
        "the goal hides pieces of {orbit} that a rule of the puzzle is about: moves that are not possible could not be seen"
    )]
    HidesRule {
        /// The orbit's name.
        orbit: String,
    },
    /// The start breaks a rule of the puzzle.
    #[error("the start has a piece of {orbit} where a rule of the puzzle forbids it")]
    IllegalStart {
        /// The orbit's name.
        orbit: String,
    },
    /// A sequence makes a move that is not possible.
    #[error("the move `{token}` is not possible there: it is move {number} of the sequence")]
    Impossible {
        /// The move.
        token: String,
        /// Its number, from 1.
        number: usize,
    },
    /// A sequence cannot be read.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
}

impl Question {
    /// A question of these parts.
    ///
    /// # Errors
    /// If the goal tells identical pieces apart, or hides what a rule is about.
    pub fn new(definition: Definition, moves: Moves, goal: Goal) -> Result<Self, QuestionError> {
        goal.check(&definition)?;
        let illegal = seen_rules(&definition, &goal)?;
        Ok(Self { definition, moves, goal, illegal })
    }

    /// The usual question: all moves of the puzzle, and its solved position.
    ///
    /// # Errors
    /// If the moves are too many.
    pub fn usual(definition: Definition) -> Result<Self, QuestionError> {
        let (moves, goal) = (Moves::of(&definition, Powers::All)?, Goal::solved(&definition));
        Self::new(definition, moves, goal)
    }

    /// The same question about less: what glasses show of the goal. A solution of the question is one of this, too.
    ///
    /// # Errors
    /// If the glasses hide what a rule is about.
    pub fn through(&self, glasses: &Glasses) -> Result<Self, QuestionError> {
        let goal = self.goal.through(&self.definition.shape, glasses);
        Self::new(self.definition.clone(), self.moves.clone(), goal)
    }

    /// The puzzle.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The moves.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The rules about pieces as the goal sees them.
    pub fn illegal(&self) -> &[Illegal] {
        &self.illegal
    }

    /// Returns whether no rule forbids a position as the goal sees it.
    pub fn is_legal(&self, seen: &Position) -> bool {
        self.broken(seen).is_none()
    }

    fn broken(&self, seen: &Position) -> Option<&Illegal> {
        self.illegal.iter().find(|rule| rule.pieces.contains(&seen.piece(rule.place)))
    }

    /// The position that a sequence of moves and rotations leads to from the solved position or from another one, as the
    /// goal sees it.
    ///
    /// # Errors
    /// If the sequence cannot be read, makes a move that is not possible, or the position is none of the puzzle.
    pub fn start(&self, from: Option<&Position>, sequence: &str) -> Result<Position, QuestionError> {
        let Self { definition, goal, .. } = self;
        let mut position = match from {
            Some(position) => goal.seen(definition, position)?,
            None => goal.base().clone(),
        };
        if let Some(rule) = self.broken(&position) {
            let orbit = definition.shape.orbit_of(rule.place);
            return Err(QuestionError::IllegalStart { orbit: definition.shape.orbits()[orbit].name.clone() });
        }
        let named = definition.read_sequence(sequence)?;
        for (number, (token, by)) in sequence.split_whitespace().zip(&named).enumerate() {
            position = position.after(&by.transformation(definition));
            if !self.is_legal(&position) {
                return Err(QuestionError::Impossible { token: token.to_owned(), number: number + 1 });
            }
        }
        Ok(position)
    }
}

/// The rules of a puzzle about pieces as the goal sees them.
fn seen_rules(definition: &Definition, goal: &Goal) -> Result<Vec<Illegal>, QuestionError> {
    let shape = &definition.shape;
    let see = |rule: &Illegal| {
        let orbit = shape.orbit_of(rule.place);
        let places = || shape.range(orbit);
        let class = |place: usize| goal.base().piece(place);
        let is_meant = |place: usize| rule.pieces.contains(&definition.solved.piece(place));
        let mut pieces: Vec<u8> = places().filter(|&place| is_meant(place)).map(class).collect();
        pieces.sort_unstable();
        pieces.dedup();
        if places().any(|place| !is_meant(place) && pieces.contains(&class(place))) {
            return Err(QuestionError::HidesRule { orbit: shape.orbits()[orbit].name.clone() });
        }
        Ok(Illegal { place: rule.place, pieces })
    };
    definition.illegal.iter().map(see).collect()
}
