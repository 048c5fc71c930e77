//! JSON that is no definition or no pattern, and what brackets in sequences mean.

use super::super::{Definition, DefinitionFault, SequenceFault, TextPlace};

/// A puzzle of three pieces with four orientations and two without, with these moves and names.
fn with(moves: &str, derived: &str) -> String {
    format!(
        r#"{{"name": "three", "orbits": [{{"orbitName": "A", "numPieces": 3, "numOrientations": 4}},
        {{"orbitName": "B", "numPieces": 2, "numOrientations": 1}}],
        "defaultPattern": {{"A": {{"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
        "B": {{"pieces": [0, 0], "orientation": [0, 0]}}}}, "moves": {{{moves}}}, "derivedMoves": {{{derived}}}}}"#
    )
}

const MOVES: &str = r#""R": {"A": {"permutation": [1, 2, 0], "orientationDelta": [1, 0, 3]}},
    "L": {"A": {"permutation": [1, 0, 2], "orientationDelta": [0, 0, 1]}}, "y": {}"#;

fn puzzle() -> Definition {
    Definition::read(&with(MOVES, "")).unwrap()
}

fn check(text: &str, expected: &str) {
    match Definition::read(text) {
        Ok(_) => panic!("{text:?} is read"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text:?}"),
    }
}

#[test]
fn errors_of_definitions_say_what_is_wrong() {
    let orbit = |orbit: &str| format!(r#"{{"orbits": [{orbit}]}}"#);
    for (text, expected) in [
        ("{}", "`orbits` is missing"),
        ("{", "line 1, column 1: EOF while parsing an object"),
        ("{} {}", "line 1, column 4: trailing characters"),
        (r#"{"name": 1}"#, "name: this is not text"),
        (r#"{"a": 1, "a": 2}"#, "line 1, column 12: `a` appears twice"),
        (r#"{"orbits": {}}"#, "orbits: this is not a list"),
        (r#"{"orbits": []}"#, "orbits: the puzzle has no pieces: define them first"),
        (&orbit("1"), "orbits[0]: this is not an object"),
        (&orbit(r#"{"orbitName": "A"}"#), "orbits[0]: `numPieces` is missing"),
        (
            &orbit(r#"{"orbitName": "A", "numPieces": 1e9, "numOrientations": 1}"#),
            "orbits[0]: `1000000000.0` is not a number of places: it is 1 to 255",
        ),
        (&orbit(r#"{"orbitName": "", "numPieces": 2, "numOrientations": 1}"#), "orbits[0]: `` cannot name pieces"),
        (&orbit(r#"{"orbitName": "A", "numPieces": 2, "numOrientations": 1}"#), "`defaultPattern` is missing"),
    ] {
        check(text, expected);
    }
}

#[test]
fn errors_of_moves_say_what_is_wrong() {
    for (moves, expected) in [
        (r#""R": 1"#, "moves.R: this is not an object"),
        (r#""R": {"C": {}}"#, "moves.R.C: the puzzle has no pieces `C`"),
        (r#""R": {"A": {}}"#, "moves.R.A: `permutation` is missing"),
        (r#""R": {"A": {"permutation": [1, 0, 2]}}"#, "moves.R.A: `orientationDelta` is missing"),
        (r#""R": {"A": {"permutation": [1, 0]}}"#, "moves.R.A.permutation: 2 numbers are given for the 3 places of A"),
        (
            r#""R": {"A": {"permutation": [1, 0, 1]}}"#,
            "moves.R.A.permutation: that is not a permutation of A: 1 appears twice",
        ),
        (
            r#""R": {"A": {"permutation": [1, 0, 3]}}"#,
            "moves.R.A.permutation[2]: `3` is not a place of A: it is 0 to 2",
        ),
        (
            r#""R": {"A": {"permutation": [1, 0, 2], "orientationDelta": [0, -1, 0]}}"#,
            "moves.R.A.orientationDelta[1]: `-1` is not an orientation of A: it is 0 to 3",
        ),
        (r#""": {}"#, "moves.: `` is not a name: take letters and digits, and no white space nor any of []():,=#"),
        (r#""R": {}, "R2'": {}"#, "the name R2' would also be R with an amount"),
    ] {
        check(&with(moves, ""), expected);
    }
}

#[test]
fn errors_of_derived_moves_say_what_is_wrong() {
    let deep = format!(r#""M": "{}""#, "(".repeat(1000));
    for (derived, expected) in [
        (r#""R": "R""#, "derivedMoves.R: R is made of itself"),
        (r#""L": "R""#, "derivedMoves.L: L is given twice"),
        (r#""M": 1"#, "derivedMoves.M: this is not text"),
        (r#""M": "Q""#, "derivedMoves.M: `Q` is not a move of three: its moves are R L y"),
        (r#""M": "[R: L""#, "derivedMoves.M: `[` has no partner"),
        (r#""M": "[R L]""#, "derivedMoves.M: a bracket is `[A, B]` or `[A: B]`"),
        (r#""M": "R)""#, "derivedMoves.M: `)` has no partner"),
        (r#""M": "N2", "N": "M'""#, "derivedMoves.M: M is made of itself"),
        (&deep, "derivedMoves.M: brackets are nested deeper than 64"),
    ] {
        check(&with(MOVES, derived), expected);
    }
}

#[test]
fn errors_of_patterns_say_what_is_wrong() {
    let puzzle = puzzle();
    let rest = r#""B": {"pieces": [1, 1], "orientation": [0, 0]}"#;
    let pattern = |a: &str| format!(r#"{{"A": {a}, {rest}}}"#);
    for (text, expected) in [
        ("[]", "this is not an object"),
        ("", "line 1, column 0: EOF while parsing a value"),
        ("{}", "`A` is missing"),
        (r#"{"C": {}}"#, "C: the puzzle has no pieces `C`"),
        (&pattern("{}"), "A: `pieces` is missing"),
        (&pattern(r#"{"pieces": [0, 1, 256]}"#), "A.pieces[2]: `256` is not a piece of A: it is 0 to 255"),
        (
            &pattern(r#"{"pieces": [0, 1, 2], "orientation": [0, 1, 2], "orientationMod": [0, 1, 3]}"#),
            "A.orientationMod[2]: the modulus 3 of an orientation does not divide 4, the orientations of A",
        ),
    ] {
        let error = puzzle.read_pattern(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let text = pattern(r#"{"pieces": [9, 1, 2], "orientation": [3, 3, 3], "orientationMod": [0, 1, 2]}"#);
    let position = puzzle.read_pattern(&text).unwrap();
    let found: Vec<_> = (0..3).map(|place| (position.orientation(place), position.period(place))).collect();
    assert_eq!(found, [(3, 4), (0, 1), (1, 2)]);
    assert_eq!(puzzle.read_pattern(&puzzle.write_pattern(&position)), Ok(position));
}

#[test]
fn brackets_are_conjugates_commutators_and_groups() {
    for (brackets, plain) in [
        ("[R: L]", "R L R'"),
        ("[R, L]2'", "L R L' R' L R L' R'"),
        ("(R L2)3'", "L2' R' L2' R' L2' R'"),
        ("[[R: L]: y] R", "R"),
        ("[R L: L,]", "-"),
        ("", ""),
    ] {
        let read = Definition::read(&with(MOVES, &format!(r#""M": "N", "N": "{brackets}""#)));
        let Ok(expected) = puzzle().transformation_of(plain) else {
            assert!(matches!(read.unwrap_err().fault, DefinitionFault::Sequence(SequenceFault::Brackets(_))));
            continue;
        };
        let definition = read.unwrap();
        let names: Vec<_> = definition.names.iter().map(|named| (&*named.name, &named.transformation)).collect();
        assert_eq!(names, [("M", &expected), ("N", &expected)], "{brackets}");
    }
}

#[test]
fn what_a_format_cannot_say_is_an_error() {
    let mut puzzle = puzzle();
    assert_eq!(puzzle.to_kpuzzle().map(|text| Definition::read(&text)), Ok(Ok(puzzle.clone())));
    puzzle.moves[0].name = "Rv".to_owned();
    let error = puzzle.to_tws().unwrap_err();
    assert_eq!(error.place, TextPlace::Whole);
    let expected = "this cannot be written as .tws: the move Rv would be read as a rotation of the whole puzzle";
    assert_eq!(error.to_string(), expected);
    puzzle.moves[0].name = "R".to_owned();
    puzzle.illegal.push(super::super::Illegal { place: 0, pieces: vec![1] });
    let expected = "this cannot be written as KPuzzle: it has no rules that forbid pieces at places";
    assert_eq!(puzzle.to_kpuzzle().unwrap_err().to_string(), expected);
    assert_eq!(puzzle.to_tws().map(|text| Definition::read(&text)), Ok(Ok(puzzle)));
}
