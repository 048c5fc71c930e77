//! The moves of a search: some of a definition's or new ones made of sequences, each with a cost.

use super::draft::is_name;
use super::{Definition, MoveIndex, SequenceFault, Step, Transformation};
use crate::brackets::outside_brackets;
use crate::text::is_prime;
use crate::units::shown;
use std::ops::Range;
use thiserror::Error;

/// A move that a search makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchMove {
    /// The name with its amount, `R2'` for example.
    pub name: String,
    /// Its effect.
    pub transformation: Transformation,
    /// The number of the generator of which it is a power.
    pub generator: usize,
    /// The power, from 1 to the order of the generator less one.
    pub exponent: u64,
    /// The cost, at least 1.
    pub cost: u8,
}

/// Which powers of a generator are moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Powers {
    /// All of them: the half-turn metric of a cube.
    #[default]
    All,
    /// One step in either direction: the quarter-turn metric of a cube.
    Steps,
}

/// The moves of a search, generator by generator, in ascending order of the powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    moves: Vec<SearchMove>,
    generators: Vec<Generator>,
}

/// A move whose powers are moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The name.
    pub name: String,
    /// Its effect.
    pub transformation: Transformation,
    /// Its order: the number of repetitions after which nothing is changed.
    pub order: u64,
    /// Its moves, as indices.
    pub moves: Range<usize>,
}

/// An error in a set of moves, or in their costs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovesError {
    /// A sequence is wrong.
    #[error(transparent)]
    Sequence(#[from] SequenceFault),
    /// No moves at all.
    #[error("no moves are named")]
    Empty,
    /// All moves of a definition are rotations.
    #[error("there are no moves: by its name, {0} is a rotation of the whole puzzle, which costs nothing")]
    AllRotations(String),
    /// A move that does nothing.
    #[error("the move {0} changes nothing")]
    Identity(String),
    /// A move of an absurd order.
    #[error("the move {0} has to be repeated more than {most} times until nothing is changed", most = Moves::MOST_ORDER)]
    Order(String),
    /// A name twice.
    #[error("the move {0} is named twice")]
    Twice(String),
    /// Turns of a move with others between them.
    #[error("name the turns of {0} one after the other, with no other moves between them")]
    Apart(String),
    /// A new move without a name, or with one that looks like a move with an amount.
    #[error("`{}` cannot name a new move: take letters, no amount, and none of []():,=#", shown(.0))]
    Name(String),
    /// Too many of them.
    #[error(
        "the moves and their powers are {found} or more, and a search can have {most}: name some of them, or take single steps as in the metric qtm"
    )]
    TooMany {
        /// Their number.
        found: u64,
        /// The greatest number possible.
        most: usize,
    },
    /// Too many of them for moves with costs.
    #[error("the moves and their powers are {found}, more than the {most} that may have costs")]
    TooManyWithCosts {
        /// Their number.
        found: usize,
        /// The greatest number possible.
        most: usize,
    },
    /// A rotation of the whole puzzle.
    #[error("{0} is a rotation of the whole puzzle, which costs nothing: it is no move")]
    Rotation(String),
    /// A cost that cannot be read.
    #[error("`{}` is not a cost: write MOVE=COST, R2=2 for example, with a whole number from 1 to {most}", shown(.text))]
    Cost {
        /// The text that was read.
        text: String,
        /// The greatest cost possible.
        most: u8,
    },
    /// A cost of something that is not a move of the search.
    #[error("a cost is given for {}, which is none of the moves", shown(.0))]
    CostOfOther(String),
    /// More than one cost for a move.
    #[error("the move {} has two costs", shown(.0))]
    CostTwice(String),
}

impl Moves {
    /// The greatest cost of a move.
    pub const MOST_COST: u8 = 100;

    /// The greatest order of a move: exponents are 64-bit numbers.
    pub const MOST_ORDER: u64 = 1 << 62;

    /// All moves of a definition.
    ///
    /// # Errors
    /// If there are none, one changes nothing, or there are too many.
    pub fn of(definition: &Definition, powers: Powers) -> Result<Self, MovesError> {
        let mut moves = Self { moves: Vec::new(), generators: Vec::new() };
        if let (true, Some(rotation)) = (definition.moves.is_empty(), definition.rotations.first()) {
            return Err(MovesError::AllRotations(rotation.name.clone()));
        }
        for named in &definition.moves {
            moves.add(definition, &named.name, &named.transformation, powers)?;
        }
        moves.checked()
    }

    /// Reads a list of moves, separated by commas or blanks, perhaps in angle brackets: the name of a move stands for
    /// its powers, with an amount or an apostrophe it stands for itself, and `NAME=SEQUENCE` makes a new move of a
    /// sequence, with its powers. `R1` is the clockwise turn alone, and `RUF` are three moves where none has this name.
    ///
    /// # Errors
    /// At the first part that is wrong.
    pub fn read(definition: &Definition, list: &str, powers: Powers) -> Result<Self, MovesError> {
        let mut moves = Self { moves: Vec::new(), generators: Vec::new() };
        // As people write sets, `<R, U>`; blanks divide moves where no sequence has them.
        let list = list.trim().trim_start_matches(['<', '‹', '⟨']).trim_end_matches(['>', '›', '⟩']);
        let divides = |letter: char| letter == ',' || letter.is_whitespace() && !list.contains('=');
        for part in outside_brackets(list, divides).map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((name, sequence)) => moves.add_new(definition, name.trim(), sequence, powers)?,
                None => divided(definition, part)
                    .into_iter()
                    .try_for_each(|name| moves.add_named(definition, name, powers))?,
            }
        }
        moves.checked()
    }

    /// Some powers of each move of a definition, as exponents.
    ///
    /// # Errors
    /// If there are none, or too many, or one appears twice or changes nothing.
    pub fn of_powers(definition: &Definition, powers: &[Vec<u64>]) -> Result<Self, MovesError> {
        let mut moves = Self { moves: Vec::new(), generators: Vec::new() };
        for (named, exponents) in definition.moves.iter().zip(powers) {
            let order = named.transformation.order(&definition.shape);
            let number = moves.begin(&named.name, &named.transformation, order)?;
            for &exponent in exponents {
                if !(1..order).contains(&exponent) {
                    return Err(MovesError::Identity(named.name.clone()));
                }
                moves.push(definition, number, exponent)?;
            }
        }
        moves.checked()
    }

    fn add_new(
        &mut self,
        definition: &Definition,
        name: &str,
        sequence: &str,
        powers: Powers,
    ) -> Result<(), MovesError> {
        let has_amount = name.ends_with(|c: char| c.is_ascii_digit() || is_prime(c));
        if has_amount || !is_name(name) {
            return Err(MovesError::Name(name.to_owned()));
        }
        self.add(definition, name, &definition.transformation_of(sequence).map_err(|error| error.fault)?, powers)
    }

    fn add_named(&mut self, definition: &Definition, token: &str, powers: Powers) -> Result<(), MovesError> {
        let Step { name, base, exponent, is_rotation } = definition.read_move(token)?;
        if is_rotation {
            return Err(MovesError::Rotation(token.to_owned()));
        }
        if name == token {
            return self.add(definition, name, base, powers);
        }
        let order = base.order(&definition.shape);
        let exponent = exponent.rem_euclid(order.min(Self::MOST_ORDER) as i64) as u64;
        if exponent == 0 {
            return Err(MovesError::Identity(token.to_owned()));
        }
        let number = match self.generators.last() {
            Some(last) if last.name == name => self.generators.len() - 1,
            _ if self.generators.iter().any(|known| known.name == name) => {
                return Err(MovesError::Apart(name.to_owned()));
            }
            _ => self.begin(name, base, order)?,
        };
        self.push(definition, number, exponent)
    }

    /// Adds a generator and its powers.
    fn add(
        &mut self,
        definition: &Definition,
        name: &str,
        transformation: &Transformation,
        powers: Powers,
    ) -> Result<(), MovesError> {
        if transformation.is_identity() {
            return Err(MovesError::Identity(name.to_owned()));
        }
        let order = transformation.order(&definition.shape);
        let number = self.begin(name, transformation, order)?;
        match powers {
            Powers::Steps if order == 2 => self.push(definition, number, 1),
            Powers::Steps => {
                self.push(definition, number, 1)?;
                self.push(definition, number, order - 1)
            }
            Powers::All => {
                let found = (self.moves.len() as u64).saturating_add(order - 1);
                if found > MoveIndex::LIMIT as u64 {
                    return Err(MovesError::TooMany { found, most: MoveIndex::LIMIT });
                }
                (1..order).try_for_each(|exponent| self.push(definition, number, exponent))
            }
        }
    }

    fn begin(&mut self, name: &str, transformation: &Transformation, order: u64) -> Result<usize, MovesError> {
        if self.generators.iter().any(|known| known.name == name) {
            return Err(MovesError::Twice(name.to_owned()));
        }
        if order > Self::MOST_ORDER {
            return Err(MovesError::Order(name.to_owned()));
        }
        let moves = self.moves.len()..self.moves.len();
        let transformation = transformation.clone();
        self.generators.push(Generator { name: name.to_owned(), transformation, order, moves });
        Ok(self.generators.len() - 1)
    }

    fn push(&mut self, definition: &Definition, number: usize, exponent: u64) -> Result<(), MovesError> {
        let generator = &mut self.generators[number];
        let name = power_name(&generator.name, exponent, generator.order);
        if self.moves.iter().any(|known| known.name == name) {
            return Err(MovesError::Twice(name));
        }
        let exponent_of_power = i64::try_from(exponent).expect("orders are smaller");
        let transformation = generator.transformation.power(&definition.shape, exponent_of_power);
        self.moves.push(SearchMove { name, transformation, generator: number, exponent, cost: 1 });
        generator.moves.end = self.moves.len();
        Ok(())
    }

    /// The moves, unless there are none or too many.
    fn checked(self) -> Result<Self, MovesError> {
        match self.moves.len() {
            0 => Err(MovesError::Empty),
            found if found > MoveIndex::LIMIT => {
                Err(MovesError::TooMany { found: found as u64, most: MoveIndex::LIMIT })
            }
            _ => Ok(self),
        }
    }

    /// The same moves with costs, which are read from a list separated by commas or lines: `R2=2, U=3`. A name without
    /// an amount stands for all its powers that have no cost of their own, `R1` for one turn alone; a line that begins
    /// with `#` is skipped.
    ///
    /// # Errors
    /// If a cost is none, or is that of no move.
    pub fn with_costs(mut self, list: &str) -> Result<Self, MovesError> {
        let lines = list.lines().filter(|line| !line.trim_start().starts_with('#'));
        let parts = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|part| !part.is_empty());
        let mut given: Vec<(&str, u8)> = Vec::new();
        for part in parts {
            let wrong = || MovesError::Cost { text: part.to_owned(), most: Self::MOST_COST };
            let (name, cost) = part.split_once('=').ok_or_else(wrong)?;
            let cost: u8 =
                cost.trim().parse().ok().filter(|cost| (1..=Self::MOST_COST).contains(cost)).ok_or_else(wrong)?;
            let name = name.trim();
            if given.iter().any(|&(known, _)| known == name) {
                return Err(MovesError::CostTwice(name.to_owned()));
            }
            given.push((name, cost));
        }
        for &(name, cost) in &given {
            if let Some(generator) = self.generators.iter().find(|generator| generator.name == name) {
                self.moves[generator.moves.clone()].iter_mut().for_each(|power| power.cost = cost);
            }
        }
        for &(name, cost) in &given {
            let is_generator = self.generators.iter().any(|generator| generator.name == name);
            // `R1` is the clockwise turn alone.
            let single = name.strip_suffix('1').filter(|name| self.generators.iter().any(|known| known.name == **name));
            match self.moves.iter_mut().find(|known| known.name == single.unwrap_or(name)) {
                // A generator's own name stands for all its powers.
                Some(power) if !is_generator => power.cost = cost,
                None if !is_generator => return Err(MovesError::CostOfOther(name.to_owned())),
                _ => {}
            }
        }
        // One more letter than the moves stands for a unit of cost.
        let (found, most) = (self.moves.len(), MoveIndex::LIMIT - 1);
        match found > most && !self.is_unit() {
            true => Err(MovesError::TooManyWithCosts { found, most }),
            false => Ok(self),
        }
    }

    /// The moves, by their index.
    pub fn moves(&self) -> &[SearchMove] {
        &self.moves
    }

    /// The generators.
    pub fn generators(&self) -> &[Generator] {
        &self.generators
    }

    /// Returns whether one of them changes a place.
    pub fn change(&self, place: usize) -> bool {
        self.moves.iter().any(|by| by.transformation.changes(place))
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there are no moves; sets that were read have some.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns whether every move costs 1.
    pub fn is_unit(&self) -> bool {
        self.moves.iter().all(|by| by.cost == 1)
    }

    /// The power of its generator that a move makes of another one.
    pub(crate) fn power(&self, before: u64, by: usize) -> u64 {
        let by = &self.moves()[by];
        let order = self.generators()[by.generator].order;
        ((u128::from(before) + u128::from(by.exponent)) % u128::from(order)) as u64
    }

    /// The cost of a sequence of moves.
    pub fn cost(&self, sequence: &[MoveIndex]) -> u32 {
        sequence.iter().map(|by| u32::from(self.moves[by.index()].cost)).sum()
    }

    /// A sequence of moves as text.
    pub fn sequence(&self, sequence: impl IntoIterator<Item = MoveIndex>) -> String {
        let names: Vec<&str> = sequence.into_iter().map(|by| self.moves[by.index()].name.as_str()).collect();
        names.join(" ")
    }
}

/// The name of a power: the shorter way round, with an apostrophe where that is backwards.
fn power_name(name: &str, exponent: u64, order: u64) -> String {
    let (amount, sign) = if exponent <= order / 2 { (exponent, "") } else { (order - exponent, "'") };
    if amount == 1 { format!("{name}{sign}") } else { format!("{name}{amount}{sign}") }
}

/// The names of a word, if each letter of it with its amount is a move, and the word is none.
fn divided<'a>(definition: &Definition, word: &'a str) -> Vec<&'a str> {
    let is_letter = |&(_, letter): &(usize, char)| !(letter.is_ascii_digit() || is_prime(letter));
    let starts = word.char_indices().filter(is_letter).map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([word.len()]);
    let names: Vec<&str> = starts.zip(ends).map(|(start, end)| &word[start..end]).collect();
    let is_divided = definition.read_move(word).is_err() && names.iter().all(|name| definition.read_move(name).is_ok());
    if is_divided && names.concat() == word { names } else { vec![word] }
}

#[cfg(test)]
mod tests {
    use super::super::testing::definition;
    use super::*;

    /// One letter more than the moves stands for a unit of cost.
    #[test]
    fn most_moves_are_one_less_with_costs() {
        for (order, expected) in [(MoveIndex::LIMIT, true), (MoveIndex::LIMIT + 1, false)] {
            let sources: Vec<u16> = (0..order as u16).map(|place| (place + 1) % order as u16).collect();
            let ring = definition("ring", &[("A", order, 1)], &[("X", &sources, &vec![0; order])]);
            let moves = Moves::of(&ring, Powers::All).unwrap();
            assert_eq!(moves.len(), order - 1);
            assert!(moves.clone().with_costs("X=1").is_ok());
            assert_eq!(moves.with_costs("X2=2").is_ok(), expected);
        }
    }

    #[test]
    fn costs_of_single_turns_have_their_amount() {
        let cube = super::super::testing::cube("UR");
        let costs = |list: &str| -> Vec<u8> {
            let moves = Moves::of(&cube, Powers::All).unwrap().with_costs(list).unwrap();
            moves.moves().iter().map(|by| by.cost).collect()
        };
        assert_eq!(costs("R1=4"), [1, 1, 1, 4, 1, 1]);
        assert_eq!(costs("R=2,R1=4,U'=3"), [1, 1, 3, 4, 2, 2]);
    }
}
