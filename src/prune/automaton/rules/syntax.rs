//! The syntax tree of a pattern, before the meaning of its capitals is known.

/// A position in the text, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SourcePosition {
    pub line: usize,
    pub column: usize,
}

/// A line of a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub place: SourcePosition,
    pub expression: Expression,
    pub conditions: Vec<Condition>,
}

/// A sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Moves(Moves),
    Sequence(Vec<Expression>),
    Choice(Vec<Expression>),
    /// Once or more.
    Repeated(Box<Expression>),
    /// At most once.
    Optional(Box<Expression>),
}

/// One move, or one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    pub place: SourcePosition,
    /// The face or variable.
    pub name: char,
    pub which: Which,
}

/// The moves that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// One move: the name with this after it, such as `2` or `'`.
    One(String),
    Class(Class),
}

/// Moves by the face they turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Face,
    Opposite,
}

/// `N in M.opposite`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub place: SourcePosition,
    pub variable: char,
    /// A class of moves.
    pub within: Moves,
}

impl Expression {
    /// Calls `visit` with every move in the expression, in the order of writing.
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(&'a Moves)) {
        match self {
            Self::Moves(moves) => visit(moves),
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().for_each(|part| part.for_each(visit)),
            Self::Repeated(inner) | Self::Optional(inner) => inner.for_each(visit),
        }
    }
}
