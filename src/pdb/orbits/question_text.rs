//! The text of a question in a file: its moves alone, the positions that its goal shows, and nothing else of the
//! puzzle.

use crate::puzzle::{Definition, Goal, Hash, Moves, NamedMove, Position, Question};
use xxhash_rust::xxh3::xxh3_128;

/// Writes a question of which [`read`] makes one with the same fingerprint; a sentence if that is not possible.
///
/// A line is a word and what belongs to it: `puzzle` a definition as KPuzzle, whose moves are the generators; `powers`
/// the exponents that are moves, generator by generator; `base` and `target` patterns of KPuzzle.
pub fn write(question: &Question) -> Result<String, String> {
    let (definition, moves, goal) = (question.definition(), question.moves(), question.goal());
    if !question.illegal().is_empty() || !moves.is_unit() {
        return Err("the question has rules or costs".to_owned());
    }
    let generators = moves.generators();
    let named = |generator: &crate::puzzle::Generator| NamedMove {
        name: generator.name.clone(),
        transformation: generator.transformation.clone(),
    };
    let puzzle = Definition {
        name: definition.name.clone(),
        shape: definition.shape.clone(),
        solved: definition.solved.clone(),
        moves: generators.iter().map(named).collect(),
        rotations: Vec::new(),
        names: Vec::new(),
        illegal: Vec::new(),
    };
    let mut text = format!("puzzle {}\n", on_one_line(&puzzle.to_kpuzzle().map_err(|error| error.to_string())?));
    let powers = generators.iter().map(|generator| {
        let exponents = moves.moves()[generator.moves.clone()].iter().map(|by| by.exponent.to_string());
        exponents.collect::<Vec<_>>().join(",")
    });
    text.push_str(&format!("powers {}\n", powers.collect::<Vec<_>>().join(" ")));
    let mut put = |word: &str, position: &Position| {
        text.push_str(&format!("{word} {}\n", on_one_line(&definition.write_pattern(position))));
    };
    put("base", goal.base());
    goal.targets().iter().for_each(|target| put("target", target));
    Ok(text)
}

/// Reads the text of a question; a sentence if it is none.
pub fn read(text: &str) -> Result<Question, String> {
    let mut lines = text.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
    let mut next = |word: &str| match lines.next() {
        Some((found, rest)) if found == word => Ok(rest),
        _ => Err(format!("its line `{word}` is missing")),
    };
    let definition = Definition::read(next("puzzle")?).map_err(|error| error.to_string())?;
    let powers = next("powers")?.split(' ').map(|list| list.split(',').map(str::parse).collect());
    let powers: Vec<Vec<u64>> = powers.collect::<Result<_, _>>().map_err(|_| "a power is no number".to_owned())?;
    let moves = Moves::of_powers(&definition, &powers).map_err(|error| error.to_string())?;
    let pattern = |text: &str| definition.read_pattern(text).map_err(|error| error.to_string());
    let base = pattern(next("base")?)?;
    let targets = lines.map(|(word, rest)| match word {
        "target" => pattern(rest),
        _ => Err(format!("`{}` is no line of it", word.escape_default())),
    });
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let goal = Goal::with_targets(base, targets).ok_or("it has no target")?;
    Question::new(definition, moves, goal).map_err(|error| error.to_string())
}

/// A number that questions have in common only if they have the same positions, moves and targets, whatever their
/// names.
pub fn fingerprint(question: &Question) -> u128 {
    let (shape, moves, goal) = (&question.definition().shape, question.moves(), question.goal());
    let mut hash = Hash::default();
    hash.put([shape.orbits().len() as u64]);
    hash.put_orbits(shape);
    hash.put([moves.len() as u64]);
    hash.put_moves(moves.moves());
    let mut targets: Vec<u128> = goal.targets().iter().map(hash_of).collect();
    targets.sort_unstable();
    targets.dedup();
    for position in std::iter::once(hash_of(goal.base())).chain(targets) {
        hash.put([position as u64, (position >> 64) as u64]);
    }
    hash.digest()
}

fn hash_of(position: &Position) -> u128 {
    let places = 0..position.places();
    let bytes = places.flat_map(|at| [position.piece(at), position.orientation(at), position.period(at)]);
    xxh3_128(&bytes.collect::<Vec<u8>>())
}

/// JSON without line ends, which no text within it has.
fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::orbits::PositionIndex;
    use crate::puzzle::{Asker, QuestionText};

    fn question(puzzle: &str, goal: &str, moves: Option<&str>, up_to: Option<&str>) -> Question {
        let goals = if goal.is_empty() { Vec::new() } else { vec![goal.to_owned()] };
        let (moves, up_to) = (moves.map(str::to_owned), up_to.map(str::to_owned));
        QuestionText { goals, moves, up_to, ..QuestionText::about(puzzle) }.read(Asker::Stranger).unwrap()
    }

    #[test]
    fn questions_read_back() {
        for (puzzle, goal, moves, up_to) in [
            ("2x2x2", "", None, None),
            ("3x3x3", "CORNERS:0,1,2;EDGES:0-3/orientation", Some("R,U2,F',M=R' L x'"), None),
            ("3x3x3", "EDGES:4-7", None, Some("U")),
            ("pyraminx", "", Some("U1,R'"), None),
            ("2x2x2", "", Some("U,R,F"), Some("x,y")),
        ] {
            let question = question(puzzle, goal, moves, up_to);
            let text = write(&question).unwrap();
            let again = read(&text).unwrap();
            assert_eq!(fingerprint(&again), fingerprint(&question), "{text}");
            assert_eq!(write(&again).unwrap(), text);
            let index = |question| PositionIndex::new(question).unwrap().identity();
            assert_eq!(index(&again), index(&question));
        }
    }

    #[test]
    fn questions_that_differ_have_different_fingerprints() {
        let questions = [
            question("3x3x3", "CORNERS:0-3", None, None),
            question("3x3x3", "CORNERS:1-4", None, None),
            question("3x3x3", "CORNERS:0-3/permutation", None, None),
            question("3x3x3", "CORNERS:0-3", Some("U,R,F"), None),
            question("3x3x3", "CORNERS:0-3", Some("U,R,F2"), None),
            question("3x3x3", "CORNERS:0-3", None, Some("U")),
        ];
        let mut fingerprints: Vec<u128> = questions.iter().map(fingerprint).collect();
        fingerprints.sort_unstable();
        fingerprints.dedup();
        assert_eq!(fingerprints.len(), questions.len());
    }

    #[test]
    fn texts_that_are_no_questions_are_refused() {
        let text = write(&question("2x2x2", "CORNERS:0-3", Some("U,R"), None)).unwrap();
        for (from, to) in [
            ("puzzle ", "puzzles "),
            ("powers 1,2,3 1,2,3", "powers 1,2,3 1,2,4"),
            ("powers 1,2,3 1,2,3", "powers 1,2,3 1,1"),
            ("powers 1,2,3 1,2,3", "powers x"),
            ("target", "tarbet"),
            ("base {", "base "),
        ] {
            assert!(text.contains(from), "{text}");
            assert!(read(&text.replace(from, to)).is_err(), "{from}");
        }
        let end = text.find("target").unwrap();
        assert!(read(&text[..end]).is_err() && read("").is_err());
    }
}
