//! A user's own rules, which are used only where they are proven to lose no shortest solution: `docs/rules.md` has the
//! two proofs.

use super::{Automaton, CommutingClasses, FaceTurns, LearnedSpec, Rules, RulesError, lost_position};
use crate::cube::{CubeAlphabet, Metric, MoveSequence};
use crate::puzzle::MoveIndex;
use crate::units::counted;
use thiserror::Error;

/// Most pairs of states that are compared: about 200 MB.
const MOST_PAIRS: usize = 1 << 22;

/// A user's own rules: patterns of face turns to leave out, in the language of `docs/rules.md`. They are refused unless
/// they are proven to keep a shortest solution of every cube.
///
/// ```
/// use cubepdb::plan::OwnRules;
/// use cubepdb::{Cube, Solver};
///
/// // No face twice in a row, and of two opposite faces always the same one first.
/// let rules = OwnRules::new("M.face M.face\nU.face D.face\nR.face L.face\nF.face B.face");
/// let solver = Solver::builder().no_tables().rules(rules).open()?;
/// assert_eq!(solver.solve(&"R U D'".parse::<Cube>()?)?.length(), 3);
///
/// let wrong = Solver::builder().no_tables().rules(OwnRules::new("U R")).open();
/// assert!(wrong.is_err_and(|error| error.to_string().starts_with("the rules lose shortest solutions")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRules {
    text: String,
    depth: Option<u8>,
}

/// The reason why rules are not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnsoundRules {
    /// They are no rules.
    #[error(transparent)]
    Faulty(#[from] RulesError),
    /// They lose shortest solutions.
    #[error("the rules lose shortest solutions: they allow no sequence of {} with the effect of {word}", counted(*.moves as u128, "move"))]
    LoseSolutions {
        /// A shortest sequence that they lose, with all others of the same effect.
        word: String,
        /// Its length.
        moves: usize,
        /// True if they are right for the other metric.
        fit_other_metric: bool,
    },
    /// It is not proven that they keep a shortest solution of every cube.
    #[error(
        "it is not proven that the rules keep a shortest solution of every cube: they refuse every order of {lost}. That would \
         be sound if they kept, of all sequences with the same effect, the first in the order {order}, but they refuse {refused}, \
         which is the first as far as sequences of up to {depth} moves tell"
    )]
    Unproven {
        /// A sequence of which they refuse every order of commuting moves.
        lost: String,
        /// The moves in the order in which sequences are compared.
        order: String,
        /// A first sequence that they refuse.
        refused: String,
        /// The length of the sequences that were compared.
        depth: u8,
    },
    /// Their automaton has too many states for a proof.
    #[error("the rules are too complex to prove that they keep a shortest solution of every cube")]
    TooComplex,
    /// All solutions are asked for, and the rules keep one of every cube at least, but not all.
    #[error("all solutions are asked for, and the rules refuse every order of {lost}")]
    LoseOrders {
        /// A sequence of which they refuse every order of commuting moves.
        lost: String,
    },
}

/// Rules that lose no shortest solution.
pub(crate) struct ProvenRules {
    pub automaton: Automaton,
    /// A sequence of moves that they accept in no order of commuting moves; `None` if they keep some order of every
    /// solution.
    pub lost: Option<String>,
}

impl OwnRules {
    /// Rules, one pattern a line.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), depth: None }
    }

    /// The same, proven by comparing sequences of up to so many moves: by default, as many as
    /// [`usual_depth`](Self::usual_depth) says. Memory and time grow twelvefold with each move.
    #[must_use]
    pub fn comparing(self, depth: u8) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The longest sequences that a learned automaton knows if nothing is said: it fits into a near cache, and takes a
    /// fraction of a second to learn.
    pub const fn usual_depth(metric: Metric) -> u8 {
        match metric {
            Metric::HalfTurn => 5,
            Metric::QuarterTurn => 6,
        }
    }

    /// Proves the rules, and compiles them for the moves in the order of `alphabet`. `learn` gives the automaton that
    /// decides which of several sequences of moves with the same effect may be left out; its order is the same for all
    /// searches, so that the soundness of rules does not depend on the preset.
    ///
    /// # Errors
    /// If a line has a fault, it is not proven that a shortest solution of every cube is left, or `learn` fails.
    pub(crate) fn proven<E: From<UnsoundRules>>(
        &self,
        metric: Metric,
        alphabet: &CubeAlphabet,
        learn: impl FnOnce(&LearnedSpec) -> Result<Automaton, E>,
    ) -> Result<ProvenRules, E> {
        let rules = Rules::parse(&self.text).map_err(UnsoundRules::from)?;
        let compile = |alphabet| rules.compile(alphabet).map_err(UnsoundRules::from);
        let sound = |lost| Ok(ProvenRules { automaton: compile(alphabet)?, lost });
        let alphabet = &CubeAlphabet::face_by_face(metric);
        let automaton = compile(alphabet)?;
        let shown = |word: &[MoveIndex]| MoveSequence(&alphabet.sequence(word)).to_string();
        let lost = match automaton.commuting_classes(alphabet) {
            CommutingClasses::AllKept => return sound(None),
            CommutingClasses::Lost(word) => shown(&word),
            CommutingClasses::Undecided => return Err(UnsoundRules::TooComplex.into()),
        };
        let depth = self.depth.unwrap_or_else(|| Self::usual_depth(metric));
        let learned = learn(&LearnedSpec::new(alphabet.clone(), depth))?;
        let is_small = learned.states() * automaton.states() <= MOST_PAIRS;
        let refused = is_small.then(|| learned.word_beyond(&automaton));
        if refused == Some(None) {
            return sound(Some(lost));
        }
        let tried = match metric {
            Metric::HalfTurn => 4,
            Metric::QuarterTurn => 5,
        };
        if let Some(word) = lost_position(&FaceTurns::new(alphabet), &automaton, tried) {
            let other = match metric {
                Metric::HalfTurn => Metric::QuarterTurn,
                Metric::QuarterTurn => Metric::HalfTurn,
            };
            let fit_other_metric = is_right_for(&rules, other);
            return Err(UnsoundRules::LoseSolutions { word: shown(&word), moves: word.len(), fit_other_metric }.into());
        }
        Err(match refused.flatten() {
            Some(refused) => {
                let (refused, order) = (shown(&refused), MoveSequence(alphabet.moves()).to_string());
                UnsoundRules::Unproven { lost, order, refused, depth }.into()
            }
            None => UnsoundRules::TooComplex.into(),
        })
    }
}

/// Returns whether rules keep every solution of a metric, up to the order of commuting moves.
fn is_right_for(rules: &Rules, metric: Metric) -> bool {
    let alphabet = CubeAlphabet::face_by_face(metric);
    let is_right = |automaton: Automaton| automaton.commuting_classes(&alphabet) == CommutingClasses::AllKept;
    rules.compile(&alphabet).is_ok_and(is_right)
}
