//! Questions about puzzles as text: moves, costs, goals and starts.

use cubepdb::puzzles::{Asker, Origin, Powers, QuestionText};
use std::fmt::Display;

/// The puzzles that are asked about: with identical pieces, orientations of several orders, rules, and many powers.
const PUZZLES: [&str; 6] = ["2x2x2", "3x3x3", "pyraminx", "skewb", "square-1", "topspin"];

/// Reads the lines as the parts of a question: a number for the puzzle and the powers, then moves, costs, goals that
/// `|` separates, moves that count for nothing, another end, and a start. Nothing may panic, and what is read can be
/// asked.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let number: usize = lines.next().and_then(|line| line.parse().ok()).unwrap_or(0);
    let mut part = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
    let (moves, cost) = (part(), part());
    let goals = part().map(|goals| goals.split('|').map(str::to_owned).collect()).unwrap_or_default();
    let (up_to, to, start) = (part(), part(), part().unwrap_or_default());
    let puzzle = PUZZLES[number % PUZZLES.len()].to_owned();
    let powers = if number / PUZZLES.len() % 2 == 0 { Powers::All } else { Powers::Steps };
    let text = QuestionText { puzzle, goals, up_to, to, moves, powers, cost };
    let question = match text.read(Asker::Stranger) {
        Ok(question) => question,
        Err(error) => return check_message(&error),
    };
    assert!((1..=128).contains(&question.moves().len()) && !text.goal_text().is_empty());
    assert!(question.moves().moves().iter().all(|by| by.cost > 0 && !by.transformation.is_identity()));
    let targets = question.goal().targets();
    assert!((1..=Asker::MOST_TARGETS).contains(&targets.len()));
    // A goal is a set.
    assert!(targets.iter().enumerate().all(|(number, target)| !targets[..number.min(50)].contains(target)));
    match question.start(None, &start) {
        Ok(position) => {
            assert!(question.is_legal(&position));
            let before = Origin::read(Some(&start), question.definition(), Asker::Stranger);
            assert!(
                before.is_ok_and(|before| before.start(&question.clone().into(), "") == Ok(position.clone().into())),
                "{start:?}"
            );
        }
        Err(error) => check_message(&error),
    }
}

/// An error names what it found without giving the terminal anything to obey.
fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}
