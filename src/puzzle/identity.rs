//! The identity of questions and positions: texts by which saved searches and other processes recognise them.

use super::{Illegal, Position, Question, SearchMove, Shape};
use xxhash_rust::xxh3::Xxh3Default;

impl Question {
    /// A line for each part of the question: the puzzle, the moves with their costs, and the goal. Questions that
    /// differ in anything that a search can notice have different lines.
    pub fn identity(&self) -> String {
        let moves = self.moves().moves();
        let named = moves.iter().map(|by| match by.cost {
            1 => by.name.clone(),
            cost => format!("{}={cost}", by.name),
        });
        let (name, targets) = (self.definition().name.escape_debug(), self.goal().targets());
        let (mut of_moves, mut goal) = (Hash::default(), Hash::default());
        of_moves.put_moves(moves);
        targets.iter().for_each(|target| goal.put_position(target));
        format!(
            "puzzle {name} {}\nmoves {} {}\ngoal {} positions {}\n",
            self.of_puzzle(),
            named.collect::<Vec<_>>().join(" "),
            of_moves.text(),
            targets.len(),
            goal.text()
        )
    }

    fn of_puzzle(&self) -> String {
        let (definition, mut hash) = (self.definition(), Hash::default());
        hash.put_orbits(&definition.shape);
        hash.put_position(&definition.solved);
        for Illegal { place, pieces } in &definition.illegal {
            hash.put([*place as u64, pieces.len() as u64]);
            pieces.iter().for_each(|&piece| hash.put([piece.into()]));
        }
        hash.text()
    }
}

impl Position {
    /// A text that differs from those of other positions of the puzzle.
    pub fn identity(&self) -> String {
        let mut hash = Hash::default();
        hash.put_position(self);
        hash.text()
    }
}

/// A hash of numbers.
#[derive(Default)]
pub(crate) struct Hash(Xxh3Default);

impl Hash {
    /// Adds some numbers.
    pub fn put<const N: usize>(&mut self, numbers: [u64; N]) {
        numbers.iter().for_each(|number| self.0.update(&number.to_le_bytes()));
    }

    /// Adds the places and orientations of all orbits.
    pub fn put_orbits(&mut self, shape: &Shape) {
        shape.orbits().iter().for_each(|orbit| self.put([orbit.places as u64, orbit.orientations.into()]));
    }

    /// Adds all of some moves but their names.
    pub fn put_moves(&mut self, moves: &[SearchMove]) {
        for SearchMove { transformation, generator, exponent, cost, .. } in moves {
            self.put([*generator as u64, *exponent, (*cost).into()]);
            for place in 0..transformation.places() {
                self.put([transformation.source(place) as u64, transformation.twist(place).into()]);
            }
        }
    }

    /// The hash of all that was added.
    pub fn digest(&self) -> u128 {
        self.0.digest128()
    }

    fn put_position(&mut self, position: &Position) {
        for place in 0..position.places() {
            let (piece, orientation) = (position.piece(place), position.orientation(place));
            self.put([piece, orientation, position.period(place)].map(u64::from));
        }
    }

    fn text(&self) -> String {
        format!("{:032x}", self.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Asker, QuestionText};

    /// The numbers of the lines that differ from those of a question.
    fn different(one: &QuestionText, other: &QuestionText) -> Vec<usize> {
        let [one, other] = [one, other].map(|text| text.read(Asker::Stranger).unwrap().identity());
        let pairs = one.lines().zip(other.lines()).enumerate();
        pairs.filter(|(_, (one, other))| one != other).map(|(line, _)| line).collect()
    }

    #[test]
    fn each_part_has_its_line() {
        let text = |text: &str| Some(text.to_owned());
        let usual = || QuestionText { moves: text("R,U"), ..QuestionText::about("3x3x3") };
        for (other, lines) in [
            (usual(), &[][..]),
            (QuestionText { moves: text("U,R"), ..usual() }, &[1]),
            (QuestionText { cost: text("U2=2"), ..usual() }, &[1]),
            (QuestionText { moves: text("R,U=U'"), ..usual() }, &[1]),
            (QuestionText { up_to: text("U"), ..usual() }, &[2]),
            (QuestionText { to: text("F"), ..usual() }, &[2]),
            (QuestionText { goals: vec!["EDGES:all".to_owned()], ..usual() }, &[2]),
        ] {
            assert_eq!(different(&usual(), &other), lines, "{other:?}");
        }
        assert_eq!(different(&QuestionText::about("skewb"), &QuestionText::about("2x2x2")), [0, 1, 2]);
    }
}
