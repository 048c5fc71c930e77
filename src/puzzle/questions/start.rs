//! Starts of questions.

use crate::puzzle::Position;

/// A start as each of the goals sees it.
#[derive(Clone, Debug, Eq)]
pub struct Start {
    /// For each question, unless no moves lead to its goal.
    pub(super) seen: Vec<Option<Position>>,
    /// All of its pieces, if they are known.
    pub(super) whole: Option<Position>,
    pub(super) is_turned_over: bool,
}

impl Start {
    /// A start as each of the goals sees it; `None` for a goal that is left out.
    pub fn new(seen: Vec<Option<Position>>) -> Self {
        Self { seen, whole: None, is_turned_over: false }
    }

    /// The start with all of its pieces, as the puzzle is held for the goals, if they are known.
    pub const fn whole(&self) -> Option<&Position> {
        self.whole.as_ref()
    }

    /// Returns whether it turns the whole puzzle over, so that an answer is for the hold after it.
    pub const fn is_turned_over(&self) -> bool {
        self.is_turned_over
    }

    /// The start as each of the goals sees it; `None` for a goal that no moves lead to.
    pub fn seen(&self) -> &[Option<Position>] {
        &self.seen
    }

    /// The start as the goal of a single question sees it.
    ///
    /// # Panics
    /// If there are several questions.
    pub fn single(&self) -> &Position {
        match &self.seen[..] {
            [Some(position)] => position,
            _ => panic!("a start of one question"),
        }
    }
}

/// Starts are equal if the goals see the same, whichever hold they were given in.
impl PartialEq for Start {
    fn eq(&self, other: &Self) -> bool {
        self.seen == other.seen
    }
}

impl From<Position> for Start {
    fn from(position: Position) -> Self {
        Self::new(vec![Some(position)])
    }
}

impl From<&Position> for Start {
    fn from(position: &Position) -> Self {
        position.clone().into()
    }
}

impl From<&Self> for Start {
    fn from(start: &Self) -> Self {
        start.clone()
    }
}
