//! A small language for redundant move sequences.
//!
//! A rules file has one pattern a line; `#` begins a comment. A pattern describes moves that follow each other, and an
//! automaton compiled from rules accepts exactly the words in which no pattern occurs anywhere:
//!
//! ```text
//! M M M                              # the same move three times
//! M N N* M'  where N in M.opposite   # a move and its inverse, with turns of the opposite face between them
//! F.face B.face                      # of the two orders of F and B, one
//! R2 (U | D') R2                     # just these
//! ```
//!
//! | written | means |
//! |---|---|
//! | `R` `R2` `R'` | this move, if the capital names a face of the puzzle |
//! | `M` `N` … | any other capital is a variable: some move, the same wherever the line has it |
//! | `M'` | the inverse of that move |
//! | `F.face` `M.face` | any turn of face F, or of the face that M turns; not necessarily the same each time |
//! | `F.opposite` `M.opposite` | any turn of the face opposite to it |
//! | `a b` | `a`, then `b` |
//! | `a \| b` | `a` or `b` |
//! | `a*` `a+` | `a` any number of times, or at least once |
//! | `( )` | grouping |
//! | `where N in M.opposite and P in F.face` | only for moves that satisfy this |
//!
//! A pattern occurs if it occurs for some choice of its variables. Rules state which words are rejected, not whether
//! that is sound: [`Automaton::commuting_classes`] proves that they keep all solutions up to the order of commuting
//! moves, [`Automaton::word_beyond`] that they reject no more than another automaton, and
//! [`lost_position`](super::lost_position) searches for a position that they lose. `docs/rules.md` explains the
//! language and the proofs to users of `solve --rules`.

mod compile;
mod parse;
mod positions;
mod syntax;

#[cfg(test)]
mod compile_tests;
#[cfg(test)]
mod parse_tests;

use super::Automaton;
use crate::cube::CubeAlphabet;
use crate::cube::Metric;
use syntax::Pattern;
use thiserror::Error;

/// Patterns of redundant move sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    patterns: Vec<Pattern>,
}

impl Rules {
    /// Reads rules. The meaning of capitals and moves depends on an alphabet, given to [`Rules::compile`].
    ///
    /// # Errors
    /// If a line does not follow the syntax.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        Ok(Self { patterns: parse::patterns(text)? })
    }

    /// The minimal automaton that accepts the words in which no pattern occurs.
    ///
    /// # Errors
    /// If a pattern names moves that the alphabet does not have, has more than three variables, matches the empty word,
    /// or the patterns together need too many states.
    pub fn compile(&self, alphabet: &CubeAlphabet) -> Result<Automaton, RulesError> {
        compile::compile(&self.patterns, alphabet)
    }

    /// Rules for half turns that compare each move with the one before: no face twice in a row, and one order of two
    /// opposite faces.
    pub fn face_turns() -> Self {
        Self::built_in(include_str!("../../rules/face_turns.rules"))
    }

    /// Rules for quarter turns: none undone or made three times, also across turns of the opposite face.
    pub fn quarter_turns() -> Self {
        Self::built_in(include_str!("../../rules/quarter_turns.rules"))
    }

    /// The canonical order of [`CanonicalOrder`](crate::cube::CanonicalOrder).
    pub fn canonical(metric: Metric) -> Self {
        Self::built_in(match metric {
            Metric::HalfTurn => include_str!("../../rules/canonical_htm.rules"),
            Metric::QuarterTurn => include_str!("../../rules/canonical_qtm.rules"),
        })
    }

    fn built_in(text: &str) -> Self {
        Self::parse(text).expect("the rules that come with the library follow the syntax")
    }
}

/// An error in rules, with its position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {fault}")]
pub struct RulesError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: RulesFault,
}

/// A fault in rules.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesFault {
    /// A character that begins no token.
    #[error("`{}` has no meaning here", .0.escape_debug())]
    Character(char),
    /// An unexpected token.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The tokens that are valid here.
        expected: &'static str,
        /// The token found.
        found: String,
    },
    /// An opening parenthesis without the closing one.
    #[error("this parenthesis is never closed")]
    Unclosed,
    /// Parentheses nested too deeply.
    #[error("parentheses are nested too deeply")]
    TooDeep,
    /// An identifier after the dot that is not a class.
    #[error("`.{0}` is not a class of moves: `.face` and `.opposite` are")]
    UnknownClass(String),
    /// A condition on a variable that the pattern does not have.
    #[error("`{0}` does not occur in the pattern")]
    UnknownVariable(char),
    /// A condition on a face.
    #[error("`{0}` is a face of this puzzle and cannot be chosen")]
    NotAVariable(char),
    /// A move that the alphabet does not have.
    #[error("`{0}` is not a move of this alphabet")]
    UnknownMove(String),
    /// The pattern matches, among others, the empty word.
    #[error("the pattern matches the empty word, so it would forbid everything")]
    Empty,
    /// Too many variables to try all moves for them.
    #[error("the pattern has {0} variables; at most {limit} are possible", limit = compile::MOST_VARIABLES)]
    TooManyVariables(usize),
    /// The patterns are too complex.
    #[error("the rules need more than {limit} states", limit = compile::MOST_STATES)]
    TooManyStates,
    /// A pattern of a thousand moves, or patterns with too many continuations.
    #[error("the rules are too complex")]
    TooComplex,
}

impl RulesFault {
    fn at(self, place: syntax::SourcePosition) -> RulesError {
        RulesError { line: place.line, column: place.column, fault: self }
    }
}
