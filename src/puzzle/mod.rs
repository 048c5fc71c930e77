//! Puzzles: definitions, positions, moves and goals; and moves as indices, which is all that a search knows of them.

mod builtin;
mod classes;
mod definition;
mod definition_error;
mod draft;
mod glasses;
mod goal;
mod group;
mod identity;
mod kpuzzle;
mod move_index;
mod moves;
mod named_goal;
mod position;
mod question;
mod question_text;
mod question_text_error;
mod questions;
mod random;
mod read;
#[cfg(test)]
mod read_tests;
mod sequence;
mod shape;
mod spelling;
mod symmetry;
#[cfg(test)]
pub mod testing;
mod transformation;
mod tws;

pub use builtin::{BUILTINS, Builtin, builtin};
pub use definition::{Definition, Illegal, NamedMove};
pub use definition_error::{DefinitionError, DefinitionFault, TextPlace};
pub use glasses::{Detail, Glasses};
pub use goal::{Goal, GoalError};
pub use group::{Group, Order, Reachability};
pub(crate) use identity::Hash;
pub use move_index::{Letters, MoveIndex, MoveIndexSet};
pub use moves::{Generator, Moves, MovesError, Powers, SearchMove};
pub use named_goal::{NAMED_GOALS, NamedGoal, PlacedGoal};
pub use position::{Look, Position};
pub use question::{Question, QuestionError};
pub use question_text::{Asker, Origin, QuestionText, is_json};
pub use question_text_error::{QuestionFault, QuestionPart, QuestionTextError};
pub use questions::{Questions, Start};
pub use random::{RandomMoves, below};
pub use sequence::{SequenceError, SequenceFault, Step};
pub use shape::{Orbit, Shape};
pub use symmetry::{Symmetries, SymmetryClasses};
pub use transformation::Transformation;
pub(crate) use transformation::gcd;
