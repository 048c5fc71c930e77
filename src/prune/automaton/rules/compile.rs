//! Compilation of patterns to an automaton: every choice of the variables becomes a pattern of its own, all of them
//! together a nondeterministic automaton for "a word that ends with a pattern", whose subsets are the states (M. O.
//! Rabin and D. Scott, "Finite automata and their decision problems", 1959). A subset in which a pattern ends is never
//! entered.

use super::positions::Positions;
use super::syntax::{Class, Condition, Moves, Pattern, Which};
use super::{RulesError, RulesFault};
use crate::cube::CubeAlphabet;
use crate::cube::geometry::{FACE_LETTERS, opposite};
use crate::prune::automaton::Automaton;
use crate::prune::automaton::operations::Numbers;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use std::collections::HashSet;

/// The largest number of variables. All moves are tried for each: with three of them that is 5832 choices in the
/// half-turn metric.
pub(super) const MOST_VARIABLES: usize = 3;
/// The largest number of subsets.
pub(super) const MOST_STATES: usize = 1 << 16;
/// The largest number of moves in one pattern: each may be followed by all others.
pub(super) const LONGEST_PATTERN: usize = 1000;
/// The largest number of positions of all choices together, and of pairs that follow each other: some dozen megabytes.
const MOST_LINKS: usize = 1 << 22;
/// The largest number of visits to the followers of a position, for each position of each subset, once a letter: about
/// a tenth of a second.
const MOST_LOOKS: usize = 3 << 19;

/// The minimal automaton that accepts the words in which no pattern occurs.
pub(super) fn compile(patterns: &[Pattern], alphabet: &CubeAlphabet) -> Result<Automaton, RulesError> {
    if alphabet.moves().is_empty() {
        return Ok(Automaton::free(0));
    }
    let (mut positions, names) = (Positions::default(), Names::new(alphabet));
    for pattern in patterns {
        instantiate(pattern, &names, &mut positions)?;
    }
    let last = patterns.last().map(|pattern| pattern.place);
    match subsets(&positions, alphabet.moves().len()) {
        Ok(automaton) => Ok(automaton.minimized()),
        Err(fault) => Err(fault.at(last.expect("no states without patterns"))),
    }
}

/// Adds a pattern for every choice of its variables that meets the conditions.
fn instantiate(pattern: &Pattern, names: &Names<'_>, positions: &mut Positions) -> Result<(), RulesError> {
    let variables = names.variables(pattern)?;
    let mut length = 0;
    pattern.expression.for_each(&mut |_| length += 1);
    if length > LONGEST_PATTERN {
        return Err(RulesFault::TooComplex.at(pattern.place));
    }
    let mut choice = vec![0; variables.len()];
    let mut known = HashSet::new();
    loop {
        let chosen = |name: char| {
            let place = variables.iter().position(|&variable| variable == name)?;
            Some(MoveIndex::new(choice[place]))
        };
        let holds = |condition: &Condition| {
            let letter = chosen(condition.variable).expect("a condition on a variable");
            names.letters(&condition.within, &chosen).contains(letter)
        };
        if pattern.conditions.iter().all(holds) {
            let mut meaning = Vec::new();
            pattern.expression.for_each(&mut |moves| meaning.push(names.letters(moves, &chosen)));
            // Classes alone are the same for all moves of a face.
            if known.insert(meaning) && positions.add(&pattern.expression, &mut |moves| names.letters(moves, &chosen)) {
                return Err(RulesFault::Empty.at(pattern.place));
            }
            if positions.links() > MOST_LINKS {
                return Err(RulesFault::TooComplex.at(pattern.place));
            }
        }
        let Some(place) = choice.iter().rposition(|&letter| letter + 1 < names.of_letters.len()) else { return Ok(()) };
        choice[place] += 1;
        choice[place + 1..].fill(0);
    }
}

/// The meaning of names in an alphabet.
struct Names<'a> {
    alphabet: &'a CubeAlphabet,
    /// The name of every letter, needed again with every choice of the variables.
    of_letters: Vec<String>,
}

impl<'a> Names<'a> {
    fn new(alphabet: &'a CubeAlphabet) -> Self {
        let of_letters = alphabet.moves().iter().map(ToString::to_string).collect();
        Self { alphabet, of_letters }
    }

    /// The variables of a pattern, after checking that all its names are valid.
    fn variables(&self, pattern: &Pattern) -> Result<Vec<char>, RulesError> {
        let mut variables = Vec::new();
        let mut fault = None;
        pattern.expression.for_each(&mut |moves| match self.check(moves) {
            Ok(true) if !variables.contains(&moves.name) => variables.push(moves.name),
            Ok(_) => (),
            Err(error) => fault = fault.take().or(Some(error)),
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        for condition in &pattern.conditions {
            if self.face(condition.variable).is_some() {
                return Err(RulesFault::NotAVariable(condition.variable).at(condition.place));
            }
            for (name, place) in
                [(condition.variable, condition.place), (condition.within.name, condition.within.place)]
            {
                if self.face(name).is_none() && !variables.contains(&name) {
                    return Err(RulesFault::UnknownVariable(name).at(place));
                }
            }
        }
        match variables.len() {
            n if n > MOST_VARIABLES => Err(RulesFault::TooManyVariables(n).at(pattern.place)),
            _ => Ok(variables),
        }
    }

    /// Returns whether the name is a variable's.
    fn check(&self, moves: &Moves) -> Result<bool, RulesError> {
        let variable = self.face(moves.name).is_none();
        match &moves.which {
            Which::One(suffix) => {
                let known =
                    if variable { matches!(&suffix[..], "" | "'") } else { self.letter(moves.name, suffix).is_some() };
                let unknown = || RulesFault::UnknownMove(format!("{}{suffix}", moves.name)).at(moves.place);
                if known { Ok(variable) } else { Err(unknown()) }
            }
            Which::Class(_) => Ok(variable),
        }
    }

    /// The letters that `moves` stands for, given the letters chosen for the variables.
    fn letters(&self, moves: &Moves, chosen: &dyn Fn(char) -> Option<MoveIndex>) -> MoveIndexSet {
        let variable = chosen(moves.name);
        match &moves.which {
            Which::One(suffix) => {
                let letter = match variable {
                    Some(letter) if suffix.is_empty() => letter,
                    Some(letter) => self.alphabet.inverse(letter),
                    None => self.letter(moves.name, suffix).expect("a move of the alphabet"),
                };
                MoveIndexSet::EMPTY.with(letter)
            }
            Which::Class(class) => {
                let face = variable.map(|letter| self.face_of(letter)).or_else(|| self.face(moves.name));
                let face = face.expect("a face or a variable");
                let face = if *class == Class::Face { face } else { opposite(face) };
                self.all().filter(|&letter| self.face_of(letter) == face).collect()
            }
        }
    }

    fn letter(&self, name: char, suffix: &str) -> Option<MoveIndex> {
        self.of_letters.iter().position(|own| own.strip_prefix(name) == Some(suffix)).map(MoveIndex::new)
    }

    fn face(&self, name: char) -> Option<u8> {
        self.all().map(|letter| self.face_of(letter)).find(|&face| FACE_LETTERS[usize::from(face)] == name)
    }

    fn all(&self) -> impl Iterator<Item = MoveIndex> {
        (0..self.of_letters.len()).map(MoveIndex::new)
    }

    fn face_of(&self, letter: MoveIndex) -> u8 {
        self.alphabet.turn(letter).face()
    }
}

/// The automaton whose states are the sets of positions that a word can end at, without those where a pattern ends.
fn subsets(positions: &Positions, letters: usize) -> Result<Automaton, RulesFault> {
    let starting: Vec<Vec<u32>> =
        (0..letters).map(|i| of_letter(positions, &positions.first, MoveIndex::new(i)).collect()).collect();
    let mut known: Numbers<Vec<u32>> = Numbers::new(Vec::new());
    let mut rows = Vec::new();
    let mut looks = 0;
    while let Some((own, subset)) = known.pending(rows.len()) {
        looks += subset.iter().map(|&place| 1 + positions.follow[place as usize].len()).sum::<usize>();
        if looks > MOST_LOOKS {
            return Err(RulesFault::TooComplex);
        }
        let mut allowed = MoveIndexSet::first(letters);
        let mut next = vec![own; letters];
        for letter in allowed {
            let going_on =
                subset.iter().flat_map(|&place| of_letter(positions, &positions.follow[place as usize], letter));
            let mut after: Vec<u32> = going_on.chain(starting[letter.index()].iter().copied()).collect();
            after.sort_unstable();
            after.dedup();
            if after.iter().any(|&place| positions.last[place as usize]) {
                allowed = allowed.without(letter);
            } else {
                next[letter.index()] = known.number(after);
            }
        }
        rows.push((allowed, next));
        if rows.len() > MOST_STATES {
            return Err(RulesFault::TooManyStates);
        }
    }
    Ok(Automaton::new(letters, rows))
}

/// The positions among these that stand for a letter.
fn of_letter<'a>(positions: &'a Positions, places: &'a [u32], letter: MoveIndex) -> impl Iterator<Item = u32> + 'a {
    places.iter().copied().filter(move |&place| positions.letters[place as usize].contains(letter))
}
