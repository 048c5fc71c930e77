//! The normal order of the moves of any puzzle: one of all sequences that differ in the order of commuting moves, or in
//! the merging of powers of one generator.
//!
//! Of all orders of commuting moves, the one is taken whose generators are first in lexicographic order (A. V. Anisimov
//! and D. E. Knuth, "Inhomogeneous sorting", 1979): a move is rejected if it could be moved to the front of a move of a
//! higher generator, past moves that all commute with it. Within a run of one generator, the cheapest spelling of the
//! power is taken, the first of several. Commuting is no equivalence in general, so the state is the set of generators
//! that must wait for a move with which they do not commute.
//!
//! Where rules forbid positions, two sequences that do the same need not both be possible. Then two generators count as
//! commuting if they change no place in common: rules are about single places, so that each of them sees the same
//! pieces in either order. And of a run, only what a single move does at no higher cost is refused, or what does
//! nothing: that move makes no position that the run does not make.

use super::Automaton;
use crate::puzzle::{MoveIndex, MoveIndexSet, Moves, Question, Transformation};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// Runs of generators of a higher order than this are not merged, except for a move and its inverse.
const MOST_MERGED: u64 = 1 << 8;

/// The moves of a run that are known where rules forbid positions.
const MOST_REMEMBERED: usize = 2;

/// The most states before equal ones are merged: puzzles that people turn have some hundreds, or some thousands with
/// costs; moves that are made for it have exponentially many.
const MOST_STATES: usize = 1 << 14;

/// An error: the normal order of some moves has too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the order of moves that commute would take more than {MOST_STATES} states: take fewer moves")]
pub struct TooManyStates;

impl Automaton {
    /// The automaton of the sequences in normal order of a question's moves. Of the cheapest sequences of possible
    /// moves from one position to another, it accepts one.
    ///
    /// # Errors
    /// If it has too many states.
    pub(crate) fn in_normal_order(question: &Question) -> Result<Self, TooManyStates> {
        let order = NormalOrder::new(question);
        let letters = question.moves().len();
        let first = OrderState { waiting: MoveIndexSet::EMPTY, run: None };
        let mut are_few = true;
        let automaton = Self::explored(letters, MoveIndexSet::EMPTY, first, |own, context, letter| {
            are_few &= own.index() < MOST_STATES;
            order.after(context, letter).filter(|_| are_few)
        });
        if are_few { Ok(automaton.minimized()) } else { Err(TooManyStates) }
    }
}

/// Returns whether two moves of a question may be made in either order.
fn may_swap(question: &Question, one: &Transformation, other: &Transformation) -> bool {
    let shape = &question.definition().shape;
    if question.illegal().is_empty() {
        return one.commutes_with(shape, other);
    }
    (0..shape.places()).all(|place| !(one.changes(place) && other.changes(place)))
}

/// For each of some transformations, the numbers of those with which it may be made in either order.
fn swapping<'a>(
    question: &Question,
    all: impl ExactSizeIterator<Item = &'a Transformation> + Clone,
) -> Vec<MoveIndexSet> {
    let with = |one: &Transformation| {
        let others = all.clone().enumerate().filter(|(_, other)| may_swap(question, one, other));
        others.map(|(other, _)| MoveIndex::new(other)).collect()
    };
    all.clone().map(with).collect()
}

/// The normal forms of the sequences of a question's moves, found with the whole sequence in view: powers of moves may
/// commute where the moves do not, which no automaton knows.
pub(crate) struct NormalForms {
    question: Arc<Question>,
    runs: Runs,
    /// For each move those that may change places with it.
    swapping: Vec<MoveIndexSet>,
}

impl NormalForms {
    pub fn new(question: &Arc<Question>) -> Self {
        let swapping = swapping(question, question.moves().moves().iter().map(|by| &by.transformation));
        Self { question: question.clone(), runs: Runs::of(question), swapping }
    }

    fn may_swap(&self, one: MoveIndex, other: MoveIndex) -> bool {
        self.swapping[one.index()].contains(other)
    }

    /// The first of the sequences that differ from this one in the order of moves that commute, move by move: powers of
    /// moves may commute where the moves do not.
    fn first_in_order(&self, mut sequence: Vec<MoveIndex>) -> Vec<MoveIndex> {
        let mut first = Vec::with_capacity(sequence.len());
        while !sequence.is_empty() {
            let may_begin = |&at: &usize| sequence[..at].iter().all(|&before| self.may_swap(before, sequence[at]));
            let next = (0..sequence.len()).filter(may_begin).min_by_key(|&at| sequence[at]).expect("the first one may");
            first.push(sequence.remove(next));
        }
        first
    }

    /// Returns whether one of the sequences that differ from this one in the order of moves that commute `is_reached`
    /// before its end, by moves that cost `least` or more.
    pub fn goes_on(&self, sequence: &[MoveIndex], least: u32, is_reached: &dyn Fn(&[MoveIndex]) -> bool) -> bool {
        let may_end = |&at: &usize| sequence[at + 1..].iter().all(|&after| self.may_swap(sequence[at], after));
        (0..sequence.len()).rev().filter(may_end).any(|at| {
            let rest = [&sequence[..at], &sequence[at + 1..]].concat();
            self.question.moves().cost(&rest) >= least && (is_reached(&rest) || self.goes_on(&rest, least, is_reached))
        })
    }

    /// The first of the sequences that differ from this one in the order of moves that commute and in the spelling of
    /// powers of one generator that can follow each other. `None` if the best spelling costs less, or if they do
    /// nothing.
    pub fn of(&self, sequence: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        let mut sequence = self.first_in_order(sequence);
        while let Some(spelled) = (0..sequence.len()).find_map(|first| self.spelled_anew(&sequence, first)) {
            sequence = self.first_in_order(spelled?);
        }
        Some(sequence)
    }

    /// The sequence in which one of its moves and those of its generator that can follow it are spelled better, or
    /// `None` in its place if that costs less; `None` if they are spelled best.
    fn spelled_anew(&self, sequence: &[MoveIndex], first: usize) -> Option<Option<Vec<MoveIndex>>> {
        let moves = self.question.moves().moves();
        let by = |letter: &MoveIndex| &moves[letter.index()];
        let may_swap = |one: &MoveIndex, other: &MoveIndex| self.may_swap(*one, *other);
        let generator = by(&sequence[first]).generator;
        let (mut before, mut run, mut after) = (sequence[..first].to_vec(), vec![sequence[first]], Vec::new());
        for (at, letter) in (first + 1..).zip(&sequence[first + 1..]) {
            let waits = !after.iter().all(|other| may_swap(other, letter));
            if waits {
                after.push(*letter);
            } else if by(letter).generator == generator {
                run.push(*letter);
                if let Some(better) = self.better(&run) {
                    let rest = &sequence[at + 1..];
                    return Some(better.map(|better| [&before, &better, &after, rest].concat()));
                }
            } else if run.iter().all(|turn| may_swap(turn, letter)) {
                before.push(*letter);
            } else {
                after.push(*letter);
            }
        }
        None
    }

    /// A better spelling of a run of one generator, or `None` in its place if it costs less; `None` if there is none.
    fn better(&self, run: &[MoveIndex]) -> Option<Option<Vec<MoveIndex>>> {
        let moves = self.question.moves();
        let letters: Vec<usize> = run.iter().map(|letter| letter.index()).collect();
        let power = letters.iter().fold(0, |power, &by| moves.power(power, by));
        if power == 0 {
            return Some(None);
        }
        let own = Spelling { cost: moves.cost(run), moves: letters };
        let generator = moves.moves()[own.moves[0]].generator;
        let best = match &self.runs {
            Runs::Spelled(spellings) => spellings[generator].get(&power)?.clone(),
            Runs::Shortest => {
                let all = moves.generators()[generator].moves.clone();
                let single = all.filter(|&letter| moves.moves()[letter].exponent == power);
                single.map(|letter| Spelling { cost: moves.moves()[letter].cost.into(), moves: vec![letter] }).min()?
            }
        };
        let sorted = |spelling: &Spelling| {
            let mut letters = spelling.moves.clone();
            letters.sort_unstable();
            (spelling.cost, letters.len(), letters)
        };
        match sorted(&best).cmp(&sorted(&own)) {
            _ if best.cost < own.cost => Some(None),
            Ordering::Less => Some(Some(best.moves.into_iter().map(MoveIndex::new).collect())),
            _ => None,
        }
    }
}

/// All that decides about the next move.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OrderState {
    /// Generators that must not turn before one with which they do not commute.
    waiting: MoveIndexSet,
    /// The last generator, and what its run has come to.
    run: Option<(usize, Run)>,
}

/// The state of a run of one generator.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Run {
    /// The power.
    Power(u64),
    /// The last moves.
    Moves(Vec<usize>),
}

/// The generators of a puzzle.
struct NormalOrder<'a> {
    moves: &'a Moves,
    /// For each generator those with which it commutes.
    commuting: Vec<MoveIndexSet>,
    runs: Runs,
}

/// The runs of a generator that are kept.
enum Runs {
    /// Where each move is possible everywhere: for each generator the best spelling of each power.
    Spelled(Vec<BTreeMap<u64, Spelling>>),
    /// Where it is not: those that no single move makes shorter.
    Shortest,
}

impl Runs {
    fn of(question: &Question) -> Self {
        let moves = question.moves();
        match question.illegal().is_empty() {
            true => Self::Spelled((0..moves.generators().len()).map(|number| spellings(moves, number)).collect()),
            false => Self::Shortest,
        }
    }
}

/// The best spelling of a power: the cheapest, of these the shortest, of these the first in move order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Spelling {
    cost: u32,
    moves: Vec<usize>,
}

impl<'a> NormalOrder<'a> {
    fn new(question: &'a Question) -> Self {
        let moves = question.moves();
        let generators = moves.generators();
        let commuting = swapping(question, generators.iter().map(|generator| &generator.transformation));
        let commuting = (0..).zip(commuting).map(|(own, others)| others.without(MoveIndex::new(own))).collect();
        let runs = Runs::of(question);
        Self { commuting, runs, moves }
    }

    /// The context after a letter, if it is allowed.
    fn after(&self, context: &OrderState, letter: MoveIndex) -> Option<OrderState> {
        let OrderState { waiting, run } = context;
        let by = &self.moves.moves()[letter.index()];
        let generator = MoveIndex::new(by.generator);
        if waiting.contains(generator) {
            return None;
        }
        let before = run.as_ref().filter(|(last, _)| *last == by.generator).map(|(_, run)| run);
        let run = match &self.runs {
            Runs::Spelled(spellings) => {
                let reached = if let Some(&Run::Power(reached)) = before { reached } else { 0 };
                Run::Power(self.merged(&spellings[by.generator], reached, letter.index())?)
            }
            Runs::Shortest => {
                let before: &[usize] = if let Some(Run::Moves(moves)) = before { moves } else { &[] };
                Run::Moves(self.shortest(before, letter.index())?)
            }
        };
        let lower = MoveIndexSet::first(by.generator);
        let commuting = self.commuting[by.generator];
        let waiting = commuting.into_iter().filter(|&other| waiting.contains(other) || lower.contains(other)).collect();
        Some(OrderState { waiting, run: Some((by.generator, run)) })
    }

    /// The power that a run reaches with another move, if this is how it is spelled.
    fn merged(&self, spellings: &BTreeMap<u64, Spelling>, reached: u64, by: usize) -> Option<u64> {
        let power = self.moves.power(reached, by);
        if spellings.is_empty() {
            // Only the last move is known.
            return (power != 0).then_some(self.moves.moves()[by].exponent);
        }
        let spelling = spellings.get(&power)?;
        let (last, before) = spelling.moves.split_last()?;
        let is_reached = match spellings.get(&reached) {
            Some(reached) => reached.moves == before,
            None => before.is_empty() && reached == 0,
        };
        (*last == by && is_reached).then_some(power)
    }

    /// The last moves of a run with another one, unless a single move does at no higher cost what some of them do, or
    /// they do nothing.
    fn shortest(&self, before: &[usize], by: usize) -> Option<Vec<usize>> {
        let run: Vec<usize> = before.iter().copied().chain([by]).collect();
        let all = self.moves.moves();
        let (mut power, mut cost) = (0, 0);
        for (length, &last) in (1..).zip(run.iter().rev()) {
            (power, cost) = (self.moves.power(power, last), cost + u32::from(all[last].cost));
            let mut others = self.moves.generators()[all[by].generator].moves.clone();
            let is_better = |other: usize| {
                let own = u32::from(all[other].cost);
                all[other].exponent == power && (own < cost || own == cost && (length > 1 || other < by))
            };
            if power == 0 || others.any(is_better) {
                return None;
            }
        }
        let first = run.len().saturating_sub(MOST_REMEMBERED);
        Some(run[first..].to_vec())
    }
}

/// The best spelling of each power of a generator but the identity; empty if its order is high.
fn spellings(moves: &Moves, number: usize) -> BTreeMap<u64, Spelling> {
    let generator = &moves.generators()[number];
    let mut best: BTreeMap<u64, Spelling> = BTreeMap::new();
    if generator.order > MOST_MERGED {
        return best;
    }
    let letters = || generator.moves.clone().map(|letter| (letter, &moves.moves()[letter]));
    // A power is final when no cheaper one is left.
    let mut open: Vec<(Spelling, u64)> = vec![(Spelling { cost: 0, moves: Vec::new() }, 0)];
    let mut is_final = vec![false; generator.order as usize];
    while let Some(place) = (0..open.len()).min_by_key(|&place| {
        let spelling = &open[place].0;
        (spelling.cost, spelling.moves.len(), spelling.moves.clone())
    }) {
        let (spelling, power) = open.swap_remove(place);
        if std::mem::replace(&mut is_final[power as usize], true) {
            continue;
        }
        for (letter, by) in letters() {
            let next = (power + by.exponent) % generator.order;
            if !is_final[next as usize] {
                let moves = spelling.moves.iter().copied().chain([letter]).collect();
                open.push((Spelling { cost: spelling.cost + u32::from(by.cost), moves }, next));
            }
        }
        if power != 0 {
            best.insert(power, spelling);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Goal, Powers, builtin};

    /// Sequences that differ in the order of commuting moves, or in how a half turn is made, have one normal form,
    /// which does the same at the same cost; those with turns that take each other back have none.
    #[test]
    fn sequences_that_differ_in_order_and_spelling_have_one_normal_form() {
        let mut random = fastrand::Rng::with_seed(31);
        let cube = builtin("3x3x3").unwrap();
        let (mut found, mut none) = (0, 0);
        for (list, powers) in [("U,R,F,D,L,B,M,E,S", Powers::All), ("X=R L',Y=U D',R,L,U,D,F,B", Powers::Steps)] {
            let moves = Moves::read(&cube, list, powers).unwrap();
            let question = Arc::new(Question::new(cube.clone(), moves, Goal::solved(&cube)).unwrap());
            let (forms, moves) = (NormalForms::new(&question), question.moves());
            let does = |sequence: &[MoveIndex]| {
                let by = |letter: &MoveIndex| &moves.moves()[letter.index()].transformation;
                sequence.iter().fold(cube.solved.clone(), |position, letter| position.after(by(letter)))
            };
            for _ in 0..500 {
                let sequence: Vec<MoveIndex> = (0..8).map(|_| MoveIndex::new(random.usize(..moves.len()))).collect();
                let mut other = sequence.clone();
                for _ in 0..60 {
                    let at = random.usize(..other.len() - 1);
                    let [one, two] = [other[at], other[at + 1]].map(|letter| &moves.moves()[letter.index()]);
                    if forms.may_swap(other[at], other[at + 1]) {
                        other.swap(at, at + 1);
                    } else if one.name == two.name && one.cost == 1 && powers == Powers::Steps {
                        // Twice in the other direction.
                        let back = one.transformation.inverse(&cube.shape);
                        let back = moves.moves().iter().position(|by| by.transformation == back).unwrap();
                        other[at..at + 2].fill(MoveIndex::new(back));
                    }
                }
                assert_eq!(does(&other), does(&sequence));
                let normal = forms.of(sequence.clone());
                assert_eq!(forms.of(other), normal);
                if let Some(normal) = normal {
                    assert_eq!((does(&normal), moves.cost(&normal)), (does(&sequence), moves.cost(&sequence)));
                    found += 1;
                } else {
                    none += 1;
                }
            }
        }
        assert!(found > 200 && none > 100, "{found} {none}");
    }
}
