//! Tables of files as bounds of a question, of which they hold a pattern.

use super::coordinates::Coordinates;
use super::table::DistanceTable;
use super::table_file::DistanceFile;
use crate::pdb::file::{Check, FileError};
use crate::puzzle::{Glasses, Question, SearchMove};
use std::collections::HashSet;
use std::path::PathBuf;
use thiserror::Error;

/// The way in which a question sees what a table is about.
#[derive(Debug)]
struct View {
    glasses: Glasses,
    /// The number that each move of the question has in that of the table.
    order: Vec<usize>,
    is_exact: bool,
}

/// The reason why a table has no bounds for a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Other places or orientations.
    #[error("it is about another puzzle, {0}")]
    Puzzle(String),
    /// Other moves.
    #[error("it has other moves, {0}")]
    Moves(String),
    /// Moves of the same names that do something else, or other turns of them.
    #[error("its moves, {0}, have the names of the question's, but are other ones: build it again for this question")]
    NamedAlike(String),
    /// A goal that is not what glasses show of this one.
    #[error("its goal, {0}, is not part of the question's")]
    Goal(String),
    /// More parts than a search carries.
    #[error("its positions have {parts} coordinates, and a search carries {most} at most")]
    Parts {
        /// The number that it has.
        parts: usize,
        /// The most.
        most: usize,
    },
}

impl View {
    /// The view of a question that is exactly what some glasses show of another one: the same places, the same moves in
    /// any order, and a goal that these glasses make of the other's. Its distances are then never greater.
    ///
    /// # Errors
    /// If it is not.
    fn new(question: &Question, seen: &Question) -> Result<Self, Misfit> {
        let (shape, own) = (&question.definition().shape, &seen.definition().shape);
        let orbits = |question: &Question| -> Vec<(usize, u8)> {
            let orbits = question.definition().shape.orbits().iter();
            orbits.map(|orbit| (orbit.places, orbit.orientations)).collect()
        };
        if orbits(question) != orbits(seen) || shape.places() != own.places() {
            return Err(Misfit::Puzzle(super::label::printable(&seen.definition().name)));
        }
        let other_moves = || {
            let names = super::label::moves(seen);
            if names == super::label::moves(question) { Misfit::NamedAlike(names) } else { Misfit::Moves(names) }
        };
        let order = order(question, seen).ok_or_else(other_moves)?;
        let (base, targets) = (question.goal().base(), question.goal().targets());
        let other_goal = || Misfit::Goal(super::label::pieces(seen));
        let glasses = Glasses::between(shape, base, seen.goal().base()).ok_or_else(other_goal)?;
        let shown: HashSet<_> = targets.iter().map(|target| glasses.see(shape, target)).collect();
        if shown != seen.goal().targets().iter().cloned().collect() {
            return Err(other_goal());
        }
        let moved = (0..shape.places()).filter(|&place| question.moves().change(place));
        let is_exact = glasses.show_all(shape, base, moved);
        Ok(Self { glasses, order, is_exact })
    }
}

/// The number of each move among those of another question; `None` unless both have the same moves, each as often.
fn order(question: &Question, seen: &Question) -> Option<Vec<usize>> {
    let (moves, own) = (question.moves().moves(), seen.moves().moves());
    let mut order: Vec<usize> = Vec::new();
    for by in moves {
        let does_it = |other: &SearchMove| other.transformation == by.transformation && other.cost == by.cost;
        order.push((0..own.len()).find(|number| does_it(&own[*number]) && !order.contains(number))?);
    }
    (moves.len() == own.len()).then_some(order)
}

/// A table of a file, and how a question sees it.
pub struct GivenTable {
    path: PathBuf,
    name: String,
    checksum: u128,
    view: View,
    table: DistanceTable,
}

impl GivenTable {
    /// Loads the table of a file for a question, on all threads of the current rayon pool, if it is about what some
    /// glasses show of the question; else returns the reason why it is not.
    ///
    /// # Errors
    /// As [`DistanceFile::load_for_search`].
    pub fn load(file: &DistanceFile, question: &Question, check: Check) -> Result<Result<Self, Misfit>, FileError> {
        let view = match View::new(question, file.question()) {
            Ok(view) => view,
            Err(misfit) => return Ok(Err(misfit)),
        };
        let (question, path) = (file.question(), file.file().path());
        let index = file.index()?;
        let (parts, most) = (index.values(), Coordinates::MOST_VALUES);
        if parts > most {
            return Ok(Err(Misfit::Parts { parts, most }));
        }
        let table = file.load_for_search(question, index, check)?;
        let (name, checksum) = (super::label::pieces(question), file.file().header().content_hash());
        Ok(Ok(Self { path: path.to_owned(), name, checksum, view, table }))
    }

    /// The file.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// The pieces that it is about.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The checksum of its entries.
    pub fn checksum(&self) -> u128 {
        self.checksum
    }

    /// Returns whether its distances are those of the question itself.
    pub fn is_exact(&self) -> bool {
        self.view.is_exact
    }

    /// All that a search needs: the glasses through which the table sees the goal, the table, and the number that each
    /// move of the question has in that of the table.
    pub fn into_parts(self) -> (Glasses, DistanceTable, Vec<usize>) {
        (self.view.glasses, self.table, self.view.order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Asker, QuestionText};

    #[test]
    fn moves_that_do_the_same_are_told_apart_by_their_number() {
        let question = |moves: &str| {
            let moves = Some(moves.to_owned());
            QuestionText { moves, ..QuestionText::about("2x2x2") }.read(Asker::Stranger).unwrap()
        };
        let twice = question("R,Q=R,U");
        assert_eq!(order(&twice, &twice).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(order(&question("Q=R,U,R"), &twice).unwrap(), [0, 1, 2, 6, 7, 8, 3, 4, 5]);
        assert!(order(&twice, &question("R,U,F")).is_none() && order(&question("R,U"), &twice).is_none());
    }
}
