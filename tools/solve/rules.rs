//! `--rules FILE`: a user's own pruning rules. They are used only if they are proven to lose no shortest solution, see
//! `docs/rules.md`.

use crate::common::exit::{Failure, Status};
use crate::common::text::printable;
use crate::common::units::counted;
use anyhow::anyhow;
use cubepdb::internals::{
    cube::{CubeAlphabet, MoveSequence},
    prune::automaton::{CommutingClasses, FaceTurns, LearnedSpec, Rules, RulesError, RulesFault, lost_position},
};
use cubepdb::{Metric, puzzles::MoveIndex, search::Automaton};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a rules file in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// Most pairs of states that are compared: about 200 MB.
const MOST_PAIRS: usize = 1 << 22;

/// Rules that lose no shortest solution.
pub struct SoundRules {
    pub automaton: Automaton,
    /// A sequence of moves that they accept in no order of commuting moves; `None` if they keep some order of every
    /// solution.
    pub lost: Option<String>,
}

/// Reads the rules in `path`, proves them, and compiles them for the moves in the order of `alphabet`. `learn` gives
/// the automaton that decides which of several sequences of moves with the same effect may be left out; its order is
/// the same for all searches, so that the soundness of a file does not depend on the preset.
///
/// # Errors
/// If the file cannot be read, a line has a fault, or it is not proven that a shortest solution of every cube is left.
pub fn read(
    path: &Path,
    metric: Metric,
    alphabet: &CubeAlphabet,
    depth: u8,
    learn: impl FnOnce(&LearnedSpec) -> Result<Automaton, Failure>,
) -> Result<SoundRules, Failure> {
    let text = text(path)?;
    let compile = |alphabet| compiled(&text, alphabet).map_err(|error| faulty(path, &text, metric, &error));
    let sound = |lost| Ok(SoundRules { automaton: compile(alphabet)?, lost });
    let alphabet = &CubeAlphabet::face_by_face(metric);
    let automaton = compile(alphabet)?;
    let shown = |word: &[MoveIndex]| MoveSequence(&alphabet.sequence(word)).to_string();
    let lost = match automaton.commuting_classes(alphabet) {
        CommutingClasses::AllKept => return sound(None),
        CommutingClasses::Lost(word) => shown(&word),
        CommutingClasses::Undecided => return Err(too_complex(path)),
    };
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
        let (word, moves) = (shown(&word), counted(word.len() as u128, "move"));
        let hint = hint_of_metric(&text, metric);
        let path = path.display();
        return Err(Failure::usage(format!(
            "the rules in {path} lose shortest solutions: they allow no sequence of {moves} with the effect of {word}{hint}"
        )));
    }
    let Some(refused) = refused.flatten() else { return Err(too_complex(path)) };
    let (refused, path, order) = (shown(&refused), path.display(), MoveSequence(alphabet.moves()));
    Err(Failure::usage(format!(
        "it is not proven that the rules in {path} keep a shortest solution of every cube: they refuse every order of {lost}. That \
         would be sound if they kept, of all sequences with the same effect, the first in the order {order}, but they refuse {refused}, \
         which is the first as far as sequences of up to {depth} moves tell (--automaton-depth compares longer ones)"
    )))
}

fn text(path: &Path) -> Result<String, Failure> {
    let cannot = |error: io::Error| Failure::new(Status::Io, anyhow!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::usage(format!("{} is longer than any file of rules may be", path.display())));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        Failure::usage(format!("{}: line {line}: this is not text in UTF-8", path.display()))
    })
}

fn compiled(text: &str, alphabet: &CubeAlphabet) -> Result<Automaton, RulesError> {
    Rules::parse(text)?.compile(alphabet)
}

/// The failure for a fault, with the line and a caret below it.
fn faulty(path: &Path, text: &str, metric: Metric, error: &RulesError) -> Failure {
    let RulesError { line, column, fault } = error;
    let sentence = match fault {
        RulesFault::UnknownMove(name) => format!("`{name}` is no move with --metric {metric}"),
        fault => fault.to_string(),
    };
    let code = text.lines().nth(line - 1).unwrap_or_default();
    let before: String = code.chars().take(column - 1).collect();
    let indent = printable(&before).to_string().chars().count();
    let shown = printable(code);
    Failure::usage(format!("{}: line {line}, column {column}: {sentence}\n{shown}\n{:indent$}^", path.display(), ""))
}

fn too_complex(path: &Path) -> Failure {
    let path = path.display();
    Failure::usage(format!(
        "the rules in {path} are too complex to prove that they keep a shortest solution of every cube"
    ))
}

/// A hint at the likely mistake, if the rules are right for the other metric.
fn hint_of_metric(text: &str, metric: Metric) -> String {
    let other = match metric {
        Metric::HalfTurn => Metric::QuarterTurn,
        Metric::QuarterTurn => Metric::HalfTurn,
    };
    let alphabet = CubeAlphabet::face_by_face(other);
    let is_right = |automaton: Automaton| automaton.commuting_classes(&alphabet) == CommutingClasses::AllKept;
    match compiled(text, &alphabet).is_ok_and(is_right) {
        true => format!("; they are right for --metric {other}"),
        false => String::new(),
    }
}
