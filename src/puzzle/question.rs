//! Questions: a puzzle, the moves that may be made, and the goal.

use super::sequence::{read_sequence, readings};
use super::{
    Definition, DefinitionError, Generator, Glasses, Goal, GoalError, Illegal, MoveIndex, Moves, MovesError, Position,
    Powers, SequenceError, Step,
};
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
    /// The `moves`, the `goal` or the `start` of another puzzle.
    #[error("the {0} of another puzzle")]
    OtherPuzzle(&'static str),
    /// The goal hides a piece that a rule is about.
    #[error(
        "the goal hides pieces of {orbit} that a rule of the puzzle is about: moves that are not possible could not be seen"
    )]
    HidesRule {
        /// The orbit's name.
        orbit: String,
    },
    /// The goal breaks a rule of the puzzle.
    #[error("the goal has a piece of {orbit} where a rule of the puzzle forbids it")]
    IllegalGoal {
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
    /// A position whose pieces cannot be named anew.
    #[error("the position is of a puzzle that is held in another way, and does not show all of its pieces")]
    HeldOtherwise,
    /// Stickers that moves may have left in several holds.
    #[error(
        "the moves can turn the whole puzzle over, and stickers do not show how it was held before: the goal may be one up to rotations, \
         such as `--up-to x,y`"
    )]
    ManyHolds,
    /// A sequence cannot be read.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// The moves before those of a start cannot be read.
    #[error("from: {0}")]
    Origin(SequenceError),
    /// A pattern cannot be read.
    #[error(transparent)]
    Pattern(#[from] DefinitionError),
}

impl Question {
    /// A question of these parts. Positions of the goal that a rule of the puzzle forbids are left out: no moves lead
    /// there.
    ///
    /// # Errors
    /// If the moves or the goal are of another puzzle; and if the goal tells identical pieces apart, hides what a rule
    /// is about, or has no other positions.
    pub fn new(definition: Definition, moves: Moves, goal: Goal) -> Result<Self, QuestionError> {
        let places = definition.shape.places();
        if moves.moves().iter().any(|by| by.transformation.places() != places) {
            return Err(QuestionError::OtherPuzzle("moves"));
        }
        if goal.base().places() != places {
            return Err(QuestionError::OtherPuzzle("goal"));
        }
        goal.check(&definition)?;
        let illegal = seen_rules(&definition, &goal)?;
        let mut question = Self { definition, moves, goal, illegal };
        let targets = question.goal.targets();
        let legal: Vec<Position> = targets.iter().filter(|target| question.is_legal(target)).cloned().collect();
        if legal.len() < targets.len() {
            let orbit = targets.iter().find_map(|target| question.broken_orbit(target)).unwrap_or_default();
            let base = question.goal.base().clone();
            question.goal = Goal::with_targets(base, legal).ok_or(QuestionError::IllegalGoal { orbit })?;
        }
        Ok(question)
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
        self.broken_orbit(seen).is_none()
    }

    /// The name of the orbit of a rule that forbids a position.
    fn broken_orbit(&self, seen: &Position) -> Option<String> {
        let rule = self.illegal.iter().find(|rule| rule.pieces.contains(&seen.piece(rule.place)))?;
        let shape = &self.definition.shape;
        Some(shape.orbits()[shape.orbit_of(rule.place)].name.clone())
    }

    /// The position that a sequence of moves and rotations leads to from the solved position or from another one, as
    /// the goal sees it. New moves of the question are known by their names; brackets may be in brackets, and comments
    /// and lengths at the ends of lines are skipped.
    ///
    /// # Errors
    /// If the sequence cannot be read, makes a move that is not possible, or the position is none of the puzzle.
    pub fn start(&self, from: Option<&Position>, sequence: &str) -> Result<Position, QuestionError> {
        self.start_after(from, &self.read_steps(sequence)?)
    }

    /// The same for a sequence that has been read.
    pub(super) fn start_after(&self, from: Option<&Position>, steps: &[Step<'_>]) -> Result<Position, QuestionError> {
        let Self { definition, goal, .. } = self;
        if from.is_some_and(|position| position.places() != definition.shape.places()) {
            return Err(QuestionError::OtherPuzzle("start"));
        }
        let mut position = match from {
            Some(position) => goal.seen(definition, position)?,
            None => goal.base().clone(),
        };
        if let Some(orbit) = self.broken_orbit(&position) {
            return Err(QuestionError::IllegalStart { orbit });
        }
        for (number, step) in steps.iter().enumerate() {
            position = position.after(&step.transformation(&definition.shape));
            if !self.is_legal(&position) {
                return Err(QuestionError::Impossible { token: step.to_string(), number: number + 1 });
            }
        }
        Ok(position)
    }

    /// The moves and rotations of a sequence: new moves of the question come first, as answers name them.
    ///
    /// # Errors
    /// If the sequence cannot be read.
    pub(super) fn read_steps(&self, sequence: &str) -> Result<Vec<Step<'_>>, SequenceError> {
        let own = |name: &str| self.moves.generators().iter().find(|generator| generator.name == name);
        let read_own = |(name, exponent): (&str, Option<i64>)| {
            let Generator { name, transformation: base, .. } = own(name)?;
            Some(Step { name, base, exponent: exponent?, is_rotation: false })
        };
        let read_move = |token: &str| match readings(token).into_iter().find_map(read_own) {
            Some(step) => Ok(step),
            None => self.definition.read_move(token),
        };
        Ok(read_sequence(sequence, &read_move)?.steps())
    }

    /// Replays a solution from a start that the goal sees; returns the reason why it is none.
    pub fn refute(&self, start: &Position, solution: &[MoveIndex]) -> Option<&'static str> {
        let mut position = start.clone();
        for by in solution {
            position = position.after(&self.moves.moves()[by.index()].transformation);
            if !self.is_legal(&position) {
                return Some("makes a move that is not possible");
            }
        }
        (!self.goal.targets().contains(&position)).then_some("does not lead to the goal")
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
