//! Several questions of which one answer is wanted, such as a cross of any colour.

mod holds;
mod start;

pub use start::Start;

use super::{Definition, MoveIndex, Moves, Position, Question, QuestionError, Reachability, Step, Transformation};
use std::sync::Arc;

/// Questions about one puzzle with the same moves, whose goals may be of different pieces: the cheapest way to any of
/// the goals is wanted. Often there is one question alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    all: Vec<Arc<Question>>,
    /// The name of the goal of each, such as `cross:U`; empty for others.
    names: Vec<String>,
    held: Held,
}

/// All that decides about the names of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Held {
    /// The solved position: the goals are other positions, in a hold of their own, which is that of this one if it is
    /// known.
    Solved(Option<Position>),
    /// The hold in which the moves of a start leave the puzzle: one that is turned over is the same puzzle.
    Start,
    /// Any hold: that in which a goal can be reached.
    Any,
    /// The hold that the centres show after the moves of a start, though moves move them.
    Centres,
}

impl Questions {
    /// These questions. If a start turns the whole puzzle over, pieces are named as it is held then, unless a goal is
    /// another position than the solved one, or rules tell the pieces apart.
    ///
    /// # Panics
    /// If there are none, or they are about different puzzles or moves.
    pub fn new(all: Vec<Arc<Question>>) -> Self {
        let is_same =
            |other: &Arc<Question>| other.definition() == all[0].definition() && other.moves() == all[0].moves();
        assert!(all[1..].iter().all(is_same), "questions about one puzzle with the same moves");
        let is_solved = |question: &Arc<Question>| question.goal().targets()[0] == *question.goal().base();
        let held = match all[0].definition().illegal.is_empty() && all.iter().all(is_solved) {
            true => Held::Start,
            false => Held::Solved(None),
        };
        Self { names: vec![String::new(); all.len()], all, held }
    }

    /// The same questions with names of their goals, empty ones for goals without any.
    ///
    /// # Panics
    /// If these are more or fewer.
    #[must_use]
    pub fn named(self, names: Vec<String>) -> Self {
        assert_eq!(names.len(), self.all.len(), "a name for each goal");
        Self { names, ..self }
    }

    /// The same questions, whose goals are as in a position to end in, in the hold of that one.
    #[must_use]
    pub fn ending_at(self, end: Position) -> Self {
        Self { held: Held::Solved(Some(end)), ..self }
    }

    /// All of them, at least one.
    pub fn all(&self) -> &[Arc<Question>] {
        &self.all
    }

    /// The question, if there is one alone.
    pub fn single(&self) -> Option<&Arc<Question>> {
        match &self.all[..] {
            [single] => Some(single),
            _ => None,
        }
    }

    /// The puzzle.
    pub fn definition(&self) -> &Definition {
        self.all[0].definition()
    }

    /// The moves.
    pub fn moves(&self) -> &Moves {
        self.all[0].moves()
    }

    /// A text for each question, by which other processes recognise it.
    pub fn identities(&self) -> Vec<String> {
        self.all.iter().map(|question| question.identity()).collect()
    }

    /// The start that a sequence of moves and rotations leads to from the solved position or from another one, see
    /// [`Question::start`].
    ///
    /// # Errors
    /// As [`Question::start`].
    pub fn start(&self, from: Option<&Position>, sequence: &str) -> Result<Start, QuestionError> {
        self.start_after(from, &self.all[0].read_steps(sequence)?)
    }

    /// The start that one sequence leads to after another one.
    ///
    /// # Errors
    /// As [`Question::start`].
    pub(super) fn start_behind(&self, before: &str, sequence: &str) -> Result<Start, QuestionError> {
        let mut steps = self.all[0].read_steps(before).map_err(QuestionError::Origin)?;
        steps.extend(self.all[0].read_steps(sequence)?);
        self.start_after(None, &steps)
    }

    fn start_after(&self, from: Option<&Position>, steps: &[Step<'_>]) -> Result<Start, QuestionError> {
        let (position, is_turned_over) = match &self.held {
            Held::Solved(end) => (self.turned_back(from, steps, end.as_ref()), false),
            Held::Start | Held::Any => {
                let renamed = self.named_anew(from, steps)?;
                let is_turned_over = renamed.is_some();
                (renamed, is_turned_over)
            }
            Held::Centres => (self.named_anew(from, steps)?, false),
        };
        let start = |question: &Arc<Question>| match &position {
            Some(position) => question.start_after(Some(position), &[]).map(Some),
            None => question.start_after(from, steps).map(Some),
        };
        let seen = self.all.iter().map(start).collect::<Result<_, _>>()?;
        let whole = Some(position.unwrap_or_else(|| self.position(from, steps)));
        let start = Start { seen, whole, is_turned_over };
        // Holds to which moves bring the puzzle are equally far from the goal.
        let other = match self.held == Held::Any && self.reaching_as_held(&start).is_err() {
            true => self.otherwise_held(from, steps)?.into_iter().next(),
            false => None,
        };
        Ok(other.map_or(start, |other| Start { is_turned_over, ..other }))
    }

    /// The start at a position that stickers show, whose pieces are named by the centres beside them. Where moves move
    /// these, they do not tell how the puzzle is held: if no goal can be reached as it is named, the names are those
    /// with which one can.
    ///
    /// # Errors
    /// As [`Question::start`], and if there are several such names.
    pub fn start_shown(&self, position: &Position) -> Result<Start, QuestionError> {
        let start = self.start_after(Some(position), &[])?;
        if matches!(self.held, Held::Centres | Held::Any)
            || !self.moves_centres()
            || self.reaching_as_held(&start).is_ok()
        {
            return Ok(start);
        }
        let mut held: Vec<Start> = Vec::new();
        for renamed in self.otherwise_held(Some(position), &[])? {
            if !held.contains(&renamed) {
                held.push(renamed);
            }
        }
        match &held[..] {
            [] => Ok(start),
            [held] => Ok(held.clone()),
            _ => Err(QuestionError::ManyHolds),
        }
    }

    /// The start at a position of which some pieces are not known, given by their places in the solved position: for
    /// the goals that hide these. `None` if no goal does.
    pub fn start_of_known(&self, position: &Position, unknown: &[usize]) -> Option<Start> {
        let shape = &self.definition().shape;
        let hides = |question: &Question| {
            let base = question.goal().base();
            let is_alike = |&place: &usize, &other: &usize| {
                shape.orbit_of(place) != shape.orbit_of(other) || base.piece(place) == base.piece(other)
            };
            unknown.iter().all(|place| base.period(*place) == 1 && unknown.iter().all(|other| is_alike(place, other)))
        };
        let seen = self
            .all
            .iter()
            .map(|question| hides(question).then(|| question.start_after(Some(position), &[]).ok()).flatten());
        let seen: Vec<_> = seen.collect();
        seen.iter().any(Option::is_some).then(|| Start::new(seen))
    }

    /// Returns whether a sequence of moves leads from a start to one of the goals.
    pub fn leads_to_goal(&self, start: &Start, moves: &[MoveIndex]) -> bool {
        self.are_reached(start, moves).any(|is_reached| is_reached)
    }

    /// For each goal, whether a sequence of moves leads to it from a start.
    fn are_reached<'a>(&'a self, start: &'a Start, moves: &'a [MoveIndex]) -> impl Iterator<Item = bool> + 'a {
        let shape = &self.definition().shape;
        // Where each move is possible everywhere, they are one transformation for all goals.
        let is_free = self.definition().illegal.is_empty();
        let by = |letter: &MoveIndex| &self.moves().moves()[letter.index()].transformation;
        let all =
            is_free.then(|| moves.iter().map(by).fold(Transformation::identity(shape), |all, by| all.then(shape, by)));
        self.all.iter().zip(&start.seen).map(move |(question, seen)| match (seen, &all) {
            (Some(seen), Some(all)) => question.goal().targets().iter().any(|target| seen.is_after(all, target)),
            (Some(seen), None) => question.refute(seen, moves).is_none(),
            (None, _) => false,
        })
    }

    /// The names of the goals that a sequence of moves leads to from a start, where there are several.
    pub fn reached(&self, start: &Start, moves: &[MoveIndex]) -> Vec<String> {
        let mut reached: Vec<String> = Vec::new();
        if self.all.len() == 1 {
            return reached;
        }
        for (is_reached, name) in self.are_reached(start, moves).zip(&self.names) {
            if is_reached && !name.is_empty() && !reached.contains(name) {
                reached.push(name.clone());
            }
        }
        reached
    }

    /// Returns whether a start is one of this puzzle, as its goals see it, and one of them sees it.
    pub fn have(&self, start: &Start) -> bool {
        let places = self.definition().shape.places();
        let mut seen = start.seen.iter().flatten().peekable();
        start.seen.len() == self.all.len() && seen.peek().is_some() && seen.all(|seen| seen.places() == places)
    }

    /// A start without the goals that no moves lead to.
    ///
    /// # Errors
    /// If these are all of the goals: the reason for the first of them, and how to ask for the goal in any hold if that
    /// can be reached.
    pub fn reaching(&self, start: Start) -> Result<Start, String> {
        self.reaching_as_held(&start).map_err(|reason| match self.is_reached_in_other_holds(&start) {
            true => {
                let names: Vec<&str> = self.definition().rotations.iter().map(|rotation| &*rotation.name).collect();
                format!("{reason}; in another hold it can be: --up-to {} asks for any", names.join(","))
            }
            false => reason,
        })
    }

    /// The same, with the reason alone.
    fn reaching_as_held(&self, start: &Start) -> Result<Start, String> {
        let mut reason = None;
        let reachable = |(seen, question): (Option<Position>, &Arc<Question>)| {
            seen.filter(|position| match question.reachable(position) {
                Reachability::No(first) => {
                    reason.get_or_insert(first);
                    false
                }
                Reachability::Yes | Reachability::Unknown => true,
            })
        };
        let seen: Vec<_> = start.seen.iter().cloned().zip(&self.all).map(reachable).collect();
        match (seen.iter().all(Option::is_none), reason) {
            (true, Some(reason)) => Err(reason),
            _ => Ok(Start { seen, whole: start.whole.clone(), is_turned_over: start.is_turned_over }),
        }
    }
}

impl From<Question> for Questions {
    fn from(question: Question) -> Self {
        Arc::new(question).into()
    }
}

impl From<Arc<Question>> for Questions {
    fn from(question: Arc<Question>) -> Self {
        Self::new(vec![question])
    }
}
