//! Questions with tables of files: the lengths and the solutions are those without them. Tables of other questions are
//! refused.

use crate::effort::is_due;
use cubepdb::{
    FileError, Query, TableError,
    internals::pdb::file::DATA_OFFSET,
    puzzles::{
        Asker, DistanceTable, Misfit, PositionIndex, PuzzleError, PuzzleSolver, PuzzleSolverBuilder, Question,
        QuestionText,
    },
    table_files::WriteOptions,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn question(puzzle: &str, goal: &str, moves: &str, up_to: &str) -> Question {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let goals = given(goal).into_iter().collect();
    let text = QuestionText { goals, moves: given(moves), up_to: given(up_to), ..QuestionText::about(puzzle) };
    text.read(Asker::Stranger).unwrap()
}

/// Writes the table of a question.
fn write(question: &Question, path: &Path) {
    let index = PositionIndex::new(question).unwrap();
    let mut table = DistanceTable::build(index, &AtomicBool::new(false), &|_, _| ()).unwrap().unwrap();
    table.save(question, path, &WriteOptions::default()).unwrap();
}

fn builder(question: &Arc<Question>) -> PuzzleSolverBuilder {
    PuzzleSolver::builder(question.clone()).threads(2)
}

/// A start, by some of the moves.
fn scramble(question: &Question, length: usize, random: &mut fastrand::Rng) -> String {
    let moves = question.moves().moves();
    (0..length).map(|_| moves[random.usize(..moves.len())].name.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn answers_with_tables_are_those_without() {
    let mut random = fastrand::Rng::with_seed(41);
    let others = tempfile::tempdir().unwrap();
    let of_another = others.path().join("skewb.pdb");
    write(&question("skewb", "", "", ""), &of_another);
    // The parts of a question, and those of its tables.
    let corners = "CORNERS:0-2;EDGES:0,1";
    for ([puzzle, goal, moves, up_to], tables, length) in [
        (["3x3x3", "", "", ""], &[[corners, "", ""], ["EDGES:all/orientation", "", ""]][..], 7),
        (["3x3x3", "EDGES:4-7;CORNERS:4", "", ""], &[["EDGES:4-6;CORNERS:4/orientation", "", ""]], 9),
        // The same moves in another order, and by other names.
        (["3x3x3", "", "R,U", ""], &[["CORNERS:0-5", "U,R", ""], ["EDGES:0-4", "X=R,Y=U", ""]], 15),
        (["3x3x3", "CORNERS:all;EDGES:0-3", "R,U,F", "U"], &[["CORNERS:all", "R,U,F", "U"]], 8),
        // All of the question.
        (["2x2x2", "", "U,R,F", ""], &[["CORNERS:all", "R,F,U", ""]], 12),
        (["pyraminx", "", "", ""], &[], 9),
    ] {
        let asked = Arc::new(question(puzzle, goal, moves, up_to));
        let directory = tempfile::tempdir().unwrap();
        let mut tables: Vec<Question> =
            tables.iter().map(|[goal, moves, up]| question(puzzle, goal, moves, up)).collect();
        if tables.is_empty() {
            tables.push(Question::clone(&asked));
        }
        for (number, table) in tables.iter().enumerate() {
            write(table, &directory.path().join(format!("{number}.pdb")));
        }
        // This one is passed over.
        fs::copy(&of_another, directory.path().join("skewb.pdb")).unwrap();
        let plain = builder(&asked).open().unwrap();
        for number in (1..=4).filter(|&number| is_due(number, 2)) {
            let start = asked.start(None, &scramble(&asked, number * length / 4, &mut random)).unwrap();
            let with = builder(&asked).tables(directory.path()).open().unwrap();
            assert!(with.bytes() > 0, "tables are there at once");
            for query in [Query::new(), Query::new().all()] {
                let [found, known] = [&with, &plain].map(|solver| solver.run(&start, &query).unwrap());
                assert_eq!((found.cost(), found.all().len()), (known.cost(), known.all().len()), "{puzzle} {goal}");
            }
        }
    }
}

#[test]
fn tables_of_other_questions_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t.pdb");
    write(&question("2x2x2", "CORNERS:0-3", "U,R,F", ""), &path);
    let error = |asked: Question, path: &Path| builder(&Arc::new(asked)).tables(path).open().err().unwrap();
    for (asked, expected) in [
        (question("2x2x2", "", "U,R", ""), Misfit::Moves("U,R,F".to_owned())),
        (question("2x2x2", "", "U,R,F,L", ""), Misfit::Moves("U,R,F".to_owned())),
        (question("2x2x2", "", "U,R,F2", ""), Misfit::Moves("U,R,F".to_owned())),
        (question("2x2x2", "CORNERS:0-2", "U,R,F", ""), Misfit::Goal("CORNERS:0-3".to_owned())),
        (question("2x2x2", "CORNERS:all/orientation", "U,R,F", ""), Misfit::Goal("CORNERS:0-3".to_owned())),
        (question("2x2x2", "", "U,R,F", "U"), Misfit::Goal("CORNERS:0-3".to_owned())),
        (question("3x3x3", "", "U,R,F", ""), Misfit::Puzzle("2x2x2".to_owned())),
    ] {
        match error(asked.clone(), &path) {
            PuzzleError::Tables(TableError::OtherQuestion { misfit, .. }) => assert_eq!(misfit, expected),
            other => panic!("{other:?}"),
        }
        let none = error(asked, directory.path());
        assert!(matches!(none, PuzzleError::Tables(TableError::NoneOfQuestion { .. })), "{none:?}");
    }
    let (fit, mut bytes) = (question("2x2x2", "", "U,F,R", ""), fs::read(&path).unwrap());
    bytes[DATA_OFFSET as usize + 5] ^= 1;
    fs::write(&path, bytes).unwrap();
    for place in [&path, directory.path()] {
        let damaged = error(fit.clone(), place);
        assert!(
            matches!(damaged, PuzzleError::Tables(TableError::File(FileError::BlockDamaged { .. }))),
            "{damaged:?}"
        );
    }
}
