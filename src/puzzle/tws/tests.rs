//! Lines that are no definition, and dialects that mean the same.

use super::super::{Definition, builtin};

/// A puzzle of four pieces with two orientations.
const SETS: &str = "Name four\nSet A 4 2\nSet B 2 1\n";
const SOLVED: &str = "Solved\nA\n1 2 3 4\nEnd\n";
const MOVE: &str = "Move R\nA\n2 1 3 4\nEnd\n";

/// Lines after the sets, and their error.
const AFTER_SETS: [(&str, &str); 17] = [
    ("", "there is no solved position"),
    ("Solved\nA\n1 2 3 4\n", "line 4: Solved has no End"),
    ("Solved\nA\n", "line 4: Solved has no End"),
    ("Solved\nMove R\n", "line 4: Solved has no End"),
    ("Solved 3\n", "line 4: write `Solved`"),
    ("Solved\nC\n1 2\nEnd", "line 5: the puzzle has no pieces `C`"),
    ("Solved\nA\n1 2 3\nEnd", "line 6: 3 numbers are given for the 4 places of A"),
    ("Solved\nA\nEnd", "line 6: 0 numbers are given for the 4 places of A"),
    ("Solved\nA\n0 1 2 3\nEnd", "line 6: `0` is not a piece of A: it is 1 to 4"),
    ("StartState\nA\n1 2 3 4\nEnd", "line 6: `4` is not a piece of A: it is 0 to 3"),
    ("Solved\nA\n1 2 3 4\n0 0 2 0\nEnd", "line 7: `2` is not an orientation of A: it is 0 to 1"),
    ("Solved\nA\n1 2 3 4\n0 0 0\nEnd", "line 7: 3 numbers are given for the 4 places of A"),
    ("Solved\nA\n1 2 3 4\n-1 0 0 0\nEnd", "line 7: `-1` is not an orientation of A: it is 0 to 1"),
    ("Solved\nA\n1 2 3 4\nA\n1 2 3 4\nEnd", "line 7: A is given twice"),
    ("Solved\nEnd\nStartState\nEnd", "line 6: the solved position is given twice"),
    ("Solved\nEnd\nSet C 2 1", "line 6: all sets come before the solved position, the moves and the rules"),
    ("Solved\nEnd\nIllegal A 2 2", "line 4: the solved position has a piece where it must not be"),
];

/// Lines after the solved position, and their error.
const AFTER_SOLVED: [(&str, &str); 24] = [
    ("Move\nEnd", "line 8: write `Move NAME`"),
    ("Move R L\nEnd", "line 8: write `Move NAME`"),
    ("MoveTransformation\nEnd", "line 8: write `MoveTransformation NAME`"),
    ("Move R\nA\n2 1 3 4", "line 8: the move R has no End"),
    ("Move R\nA\n2 1 3 3\nEnd", "line 10: that is not a permutation of A: 3 appears twice"),
    ("Move R\nA\n2 1 3 5\nEnd", "line 10: `5` is not a place of A: it is 1 to 4"),
    ("Move R\nA\n2 1 3 x\nEnd", "line 10: `x` is not a place of A: it is 1 to 4"),
    ("MoveTransformation R\nA\n2 1 3 4\nEnd", "line 10: `4` is not a place of A: it is 0 to 3"),
    ("MoveTransformation R\nA\n2 1 0 0\nEnd", "line 10: that is not a permutation of A: 0 appears twice"),
    ("Move R\nA\n2 1 3 4\n0 0 0 ?\nEnd", "line 11: `?` is not an orientation of A: it is 0 to 1"),
    ("Move 2\nEnd", "line 8: `2` is not a name: take letters and digits, and no white space nor any of []():,=#"),
    ("Move a,b\nEnd", "line 8: `a,b` is not a name: take letters and digits, and no white space nor any of []():,=#"),
    ("Move R\nEnd\nMove R\nEnd", "line 10: R is given twice"),
    ("Move R\nEnd\nMove R2\nEnd", "the name R2 would also be R with an amount"),
    ("Move R'\nEnd\nMove R\nEnd", "the name R' would also be R with an amount"),
    ("MoveAlias L", "line 8: write `MoveAlias NEW OLD`"),
    ("Move L\nEnd\nMoveAlias M R", "line 10: `R` is not a move of four: its moves are L"),
    ("MoveSequence", "line 8: write `MoveSequence NEW MOVE MOVE …`"),
    ("Move R\nEnd\nMoveSequence L R U2", "line 10: `U2` is not a move of four: its moves are R"),
    ("Move R\nEnd\nMoveAlias L R1000", "line 10: `R1000` turns too often"),
    ("Illegal A 2", "line 8: write `Illegal SET PLACE PIECE PIECE …`"),
    ("Illegal C 2 1", "line 8: the puzzle has no pieces `C`"),
    ("Illegal A 5 1", "line 8: `5` is not a place of A: it is 1 to 4"),
    ("Illegal A 1 5", "line 8: `5` is not a piece of A: it is 1 to 4"),
];

/// Whole texts, and their errors.
const WHOLE: [(&str, &str); 14] = [
    ("", "there is nothing to read"),
    ("\n \n", "there is nothing to read"),
    ("# nothing", "the puzzle has no pieces: define them first"),
    ("Solved\nEnd", "line 1: the puzzle has no pieces: define them first"),
    (
        "Block A",
        "line 1: `Block` is not a keyword of a definition, which has Name, Set, Solved, StartState, Move, \
         MoveTransformation, MoveAlias, MoveSequence and Illegal",
    ),
    ("Name", "line 1: write `Name NAME`"),
    ("Name a\n\nName b", "line 3: Name is given twice"),
    ("Set A 4", "line 1: write `Set NAME PLACES ORIENTATIONS`"),
    ("Set A 1000000000 1", "line 1: `1000000000` is not a number of places: it is 1 to 255"),
    ("Set A 0 1", "line 1: `0` is not a number of places: it is 1 to 255"),
    ("Set A 4 128", "line 1: `128` is not a number of orientations: it is 1 to 127"),
    ("Set A 4 0", "line 1: `0` is not a number of orientations: it is 1 to 127"),
    ("Set A 4 1\nSet A 4 1", "line 2: A is given twice"),
    ("Set 12 4 1", "line 1: `12` cannot name pieces"),
];

fn check(text: &str, expected: &str) {
    match Definition::read(text) {
        Ok(_) => panic!("{text:?} is read"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text:?}"),
    }
}

#[test]
fn errors_say_what_is_wrong() {
    WHOLE.iter().for_each(|(text, expected)| check(text, expected));
    AFTER_SETS.iter().for_each(|(text, expected)| check(&format!("{SETS}{text}"), expected));
    AFTER_SOLVED.iter().for_each(|(text, expected)| check(&format!("{SETS}{SOLVED}{text}"), expected));
}

#[test]
fn too_much_is_refused() {
    let sets: String = (0..17).map(|number| format!("Set A{number}x 255 1\n")).collect();
    check(&sets, "line 17: the puzzle has more than 4096 places");
    let moves: String = (0..129).map(|number| format!("Move {number}R\nEnd\n")).collect();
    check(&format!("{SETS}{SOLVED}{moves}"), "line 264: there are more than 128 moves");
    let names: String = (0..1001).map(|number| format!("MoveAlias {number}L R\n")).collect();
    check(&format!("{SETS}{SOLVED}{MOVE}{names}"), "line 1012: there are more than 1000 other names");
}

#[test]
fn dialects_mean_the_same() {
    let ksolve = "  # a comment\nName four\n\nSet A 3 3\nSolved\nA\n1 2 2\n0 ? 0\nEnd\nMove R\nA\n2 3 1\n1 2 0\nEnd\n";
    let twsearch = "Name four\r\nSet A 3 3\r\nStartState\r\nA\r\n0 1 1\r\n0 ? 0\r\nEnd\r\n\
         MoveTransformation R\r\nA\r\n1 2 0\r\n2 0 1\r\nEnd";
    let definition = Definition::read(ksolve).unwrap();
    assert_eq!(Definition::read(twsearch).as_ref(), Ok(&definition));
    let solved = &definition.solved;
    assert_eq!((solved.piece(2), solved.period(0), solved.period(1)), (1, 3, 1));
    let after = solved.after(&definition.moves[0].transformation);
    // The piece at the first place was turned by 1, and is at the last place.
    assert_eq!((after.piece(2), after.orientation(2)), (0, 1));
}

#[test]
fn names_and_rotations() {
    let text = format!(
        "{SETS}{SOLVED}{MOVE}Move Rv\nEnd\nMove x2\nEnd\nMove v\nEnd\nMove inv\nEnd\nMoveAlias L R'\nMoveSequence M R L x2"
    );
    let definition = Definition::read(&text).unwrap();
    let names = |list: &[super::super::NamedMove]| list.iter().map(|named| named.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&definition.moves), ["R", "v", "inv"]);
    assert_eq!(names(&definition.rotations), ["Rv", "x2"]);
    assert_eq!(names(&definition.names), ["L", "M"]);
    assert!(definition.names[1].transformation.is_identity());
    assert_eq!(definition.odd_rotation().map(|odd| &*odd.name), Some("Rv"), "it leads each move to itself");
    let unlucky = "Set A 4 1\nSolved\nA\n1 2 3 4\nEnd\nMove a\nA\n2 1 3 4\nEnd\nMove x\nA\n1 3 2 4\nEnd";
    let odd = Definition::read(unlucky).unwrap().odd_rotation().map(|odd| odd.name.clone());
    assert_eq!(odd.as_deref(), Some("x"));
    assert!(["3x3x3", "megaminx"].iter().all(|name| builtin(name).unwrap().odd_rotation().is_none()));
}
