use super::*;
use crate::brackets::{MAX_MOVES, MAX_NESTING};
use crate::cube::{Cubies, Metric, MoveSequence};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Vec<FaceTurn>, MoveError> {
    parse_moves(text, &MoveOptions::default())
}

fn written(text: &str) -> String {
    MoveSequence(&parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))).to_string()
}

#[test]
fn amounts_and_signs() {
    for (text, sequence) in [
        ("R R1 R2 R3 R'", "R R R2 R' R'"),
        ("R2' R3' R1'", "R2 R R'"),
        ("R'2 U (F'2) D'2", "R2 U F2 D2"),
        ("R5 R6 R7 R4 R0 L8'", "R R2 R'"),
        ("R’ R` R- Ri R‘ R′ R´ R3", "R' R' R' R' R' R' R' R'"),
        ("R+ R2+", "R R2"),
        ("R99999999999999999999999999999999999999999999999999999999999999999", "R'"),
        ("", ""),
        ("  \t\r\n", ""),
    ] {
        assert_eq!(written(text), sequence, "{text}");
    }
}

#[test]
fn run_ons_and_blanks() {
    for (text, sequence) in [
        ("D3F3D3L1B3", "D' F' D' L B'"),
        ("DDDFFF", "D D D F F F"),
        ("RLUDBF", "R L U D B F"),
        ("U'R2", "U' R2"),
        ("U’R2D-L", "U' R2 D' L"),
        ("R_U-_R-", "R U' R'"),
        ("R.U . F...", "R U F"),
        ("L2 B  D- L- F-", "L2 B D' L' F'"),
        ("R3 B1 F2 L2 U3", "R' B F2 L2 U'"),
    ] {
        assert_eq!(written(text), sequence, "{text}");
    }
}

#[test]
fn comments_are_passed_over() {
    assert_eq!(written("# a scramble\nR U // sexy move (\n  # $\nF//\n"), "R U F");
    assert_eq!(written("// nothing"), "");
    assert_eq!(written("R # U"), "R");
    assert_eq!(parse("R# U").unwrap_err().code(), "bad-move");
}

#[test]
fn groups_commutators_and_conjugates() {
    for (text, sequence) in [
        ("(R U)3", "R U R U R U"),
        ("(R U)", "R U"),
        ("(R U)' F", "U' R' F"),
        ("(R U')2' F", "U R' U R' F"),
        ("((R)2 U)2", "R R U R R U"),
        ("()5", ""),
        ("()99999999999999999999", ""),
        ("[R, U]", "R U R' U'"),
        ("[R U: F2]", "R U F2 U' R'"),
        ("[R: [U, F]]", "R U F U' F' R'"),
        ("[R,U][R,U]", "R U R' U' R U R' U'"),
        ("[R, U]2", "R U R' U' R U R' U'"),
        ("[R, U]'", "U R U' R'"),
        ("(R U)2R", "R U R U R"),
        ("(R) 2R", "R R' L"),
        ("(2R)", "R' L"),
    ] {
        assert_eq!(written(text), sequence, "{text}");
    }
}

/// Three times, or a turn of the whole cube: nobody knows.
#[test]
fn an_x_with_a_number_at_a_bracket_is_refused() {
    let read = |text| parse_moves(text, &MoveOptions::default());
    for text in ["(R U R' U')x3 F2", "(R)X2", "[R, U]x6"] {
        assert_eq!(read(text).unwrap_err().code(), "bad-bracket", "{text}");
    }
    assert!(["(R U)x", "(R U) x3", "(R U)x'", "(R U)xR2"].iter().all(|text| read(text).is_ok()));
}

#[test]
fn niss_puts_parentheses_on_the_inverse() {
    let options = MoveOptions { parentheses: Parentheses::Niss, ..MoveOptions::default() };
    let niss = |text| parse_moves(text, &options).map(|sequence| MoveSequence(&sequence).to_string());
    assert_eq!(niss("R (U F2) D (L') B").as_deref(), Ok("L F2 U' R D B"));
    assert_eq!(niss("(R U)").as_deref(), Ok("U' R'"));
    assert_eq!(niss("[R, U] (F)2").as_deref(), Ok("F' F' R U R' U'"));
    assert_eq!(niss("((R))").unwrap_err().code(), "bad-bracket");
    assert_eq!(niss("[(R), U]").unwrap_err().code(), "bad-bracket");
}

#[test]
fn lower_case_is_read_as_asked() {
    let read = |text, lowercase| {
        let options = MoveOptions { lowercase: Some(lowercase), ..MoveOptions::default() };
        Cubies::after(&parse_moves(text, &options).unwrap())
    };
    assert_eq!(read("r U", Lowercase::Wide), read("Rw U", Lowercase::Wide));
    assert_eq!(read("r U", Lowercase::Slice), read("2R U", Lowercase::Wide));
    assert_eq!(read("r U", Lowercase::Face), read("R U", Lowercase::Wide));
    for lowercase in [Lowercase::Slice, Lowercase::Face] {
        assert_eq!(read("2r 2-3u rw", lowercase), read("2Rw 2-3Uw Rw", Lowercase::Wide));
    }
}

#[test]
fn errors_have_a_class_and_a_column() {
    for (text, code, column) in [
        ("R$", "bad-move", 2),
        ("Q2", "bad-move", 1),
        ("R''", "bad-move", 3),
        ("R’’", "bad-move", 3),
        ("R’ Q", "bad-move", 4),
        ("R U 'F", "bad-move", 5),
        ("R'3", "bad-move", 3),
        ("R'2F", "bad-move", 3),
        ("(R U) x6", "bad-bracket", 6),
        ("UR3+ DR2- DL0+", "bad-move", 1),
        ("y2 UL3+ ALL2-", "bad-move", 4),
        ("R2U'3F", "bad-move", 5),
        ("R 2", "bad-move", 3),
        ("2 R", "bad-move", 1),
        ("2M", "bad-move", 1),
        ("2x", "bad-move", 1),
        ("2$", "bad-move", 1),
        ("(2) R", "bad-move", 2),
        ("2-R", "bad-move", 1),
        ("3-2R", "bad-move", 1),
        ("0R", "bad-move", 1),
        ("Mw", "bad-move", 2),
        ("i", "bad-move", 1),
        ("R,U", "bad-bracket", 2),
        ("m", "bad-move", 1),
        ("R U 4R", "layer-too-deep", 5),
        ("2-4Rw", "layer-too-deep", 1),
        ("99999999999999999999Rw", "layer-too-deep", 1),
        ("R (U", "unbalanced-bracket", 3),
        ("R [U, F", "unbalanced-bracket", 3),
        ("R [U", "unbalanced-bracket", 3),
        ("R [", "unbalanced-bracket", 3),
        ("R U)", "unbalanced-bracket", 4),
        ("R]", "unbalanced-bracket", 2),
        ("(R]", "unbalanced-bracket", 3),
        ("[R, U)", "unbalanced-bracket", 6),
        ("[R]", "bad-bracket", 3),
        ("[R, ]", "bad-bracket", 5),
        ("[, R]", "bad-bracket", 2),
        ("[R, U, F]", "bad-bracket", 6),
        ("(R, U)", "bad-bracket", 3),
        ("(R)0", "bad-bracket", 4),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.code(), error.at()), (code, TextPosition { line: 1, column }), "{text}");
        assert!(error.to_string().contains(&format!("column {column}")), "{error}");
    }
}

#[test]
fn positions_count_lines() {
    let error = parse("R U // $\n\tF Q").unwrap_err();
    assert_eq!(error.to_string(), "`Q` is not a move (line 2, column 4)");
    assert_eq!(parse("\u{1b}").unwrap_err().to_string(), "`\\u{1b}` is not a move (column 1)");
}

#[test]
fn bombs_are_refused() {
    assert_eq!(parse("(R U)50000").unwrap().len(), MAX_MOVES);
    assert_eq!(parse("(M)100000").unwrap().len(), 2 * MAX_MOVES);
    for text in ["(R U)50001", "(R)4294967297", "(R)18446744073709551617", "(R U)50000 F", "((((R)99)99)99)99"] {
        assert_eq!(parse(text).unwrap_err().code(), "too-many-moves", "{text}");
    }
    let doubling = format!("{}R{}", "[".repeat(40), ", F]".repeat(40));
    assert_eq!(parse(&doubling).unwrap_err().code(), "too-many-moves");
    let at_limit = format!("{}R{}", "(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
    assert_eq!(parse(&at_limit).unwrap().len(), 1);
    for open in ["(", "["] {
        assert_eq!(parse(&open.repeat(MAX_NESTING + 1)).unwrap_err().code(), "nested-too-deep");
    }
}

/// One optimal sequence from each of a few published collections, in the spelling of the collection.
#[test]
fn published_spellings_parse() {
    let lengths: Vec<usize> = [
        "L2 B  D- L- F- B  R2 F  B  R- F- R2 B- L2 D2 L2 D2 L2 U2 L2 F- D  L- D2 L- F2 B2 L  U- D- L  B  D2",
        "R3 B1 F2 L2 U3 R2 D2 U1 R2 U3 F2 U1 R2 L1 F1 L2 D2 B1 U1 B3 F2",
        "R2 U2 R F L' B D' R' U' B2 R' U2 F2 B2 R2 L2 U2 D2 F' L",
        "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        "L R2F'UD2",
    ]
    .iter()
    .map(|text| Metric::HalfTurn.length(&parse(text).unwrap()))
    .collect();
    assert_eq!(lengths, [33, 21, 20, 20, 5]);
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", niss: bool) {
        let parentheses = if niss { Parentheses::Niss } else { Parentheses::Group };
        let _ = parse_moves(&text, &MoveOptions { parentheses, ..MoveOptions::default() });
    }

    #[test]
    fn no_text_of_notation_panics(text in "[URFDLBurxMw0-9'’+.,:()\\[\\]/# \n-]{0,80}") {
        if let Err(error) = parse(&text) {
            let at = error.at();
            prop_assert!(at.line <= text.split('\n').count());
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn sequences_survive_printing(indices in prop::collection::vec(0u8..18, 0..40)) {
        let sequence: Vec<FaceTurn> = indices.into_iter().filter_map(FaceTurn::new).collect();
        let spaced = MoveSequence(&sequence).to_string();
        prop_assert_eq!(&parse(&spaced).unwrap(), &sequence);
        prop_assert_eq!(&parse(&spaced.replace(' ', "")).unwrap(), &sequence);
        let fixed_width: String = sequence.iter().map(|m| format!("{}{}", "URFDLB".as_bytes()[usize::from(m.face())] as char, m.quarters())).collect();
        prop_assert_eq!(&parse(&fixed_width).unwrap(), &sequence);
    }
}

mod sizes {
    use super::*;
    use crate::nxn::{LayerSequence, MoveKind, MoveSet, Size};

    fn read(text: &str, layers: u8) -> Result<String, MoveError> {
        let turns = parse_turns(text, Size::new(layers).unwrap(), &MoveOptions::default())?;
        Ok(LayerSequence(&turns).to_string())
    }

    #[test]
    fn turns_of_any_layers() {
        for (text, layers, turns) in [
            ("R Rw' 3Rw2 2R 2-3Rw' 4L", 4, "R Rw' 3Rw2 2R 2-3Rw' 4L"),
            ("3r 2-3r' 1-2U", 4, "3Rw 2-3Rw' Uw"),
            ("M E' S2", 5, "3L 3D' 3F2"),
            ("M", 7, "4L"),
            ("x y' z2", 6, "6Rw 6Uw' 6Fw2"),
            ("(2R U)2 [Rw: 2F2]", 4, "2R U 2R U Rw 2F2 Rw'"),
            ("[Uw, 3R] // note", 5, "Uw 3R Uw' 3R'"),
            ("r u", 2, "Rw Uw"),
            ("2R", 2, "2R"),
        ] {
            assert_eq!(read(text, layers).as_deref(), Ok(turns), "{text}");
        }
    }

    #[test]
    fn what_a_cube_does_not_have() {
        let error = |text, layers| {
            let error = read(text, layers).unwrap_err();
            (error.code(), error.at(), error.to_string())
        };
        let column = |column| TextPosition { line: 1, column };
        assert_eq!(
            error("U 5Rw", 4),
            ("layer-too-deep", column(3), "a 4x4x4 cube has no layer 5 (column 3)".to_owned())
        );
        assert_eq!(error("R 2-8Rw", 7).0, "layer-too-deep");
        assert_eq!(error("3R", 2).0, "layer-too-deep");
        assert_eq!(
            error("R M", 4),
            (
                "no-middle-layer",
                column(3),
                "`M` turns the middle layer, and a 4x4x4 cube has none (column 3)".to_owned()
            )
        );
        assert_eq!(error("E", 2).0, "no-middle-layer");
        let (code, at, text) = error("R r", 4);
        assert_eq!((code, at), ("ambiguous-move", column(3)));
        assert!(text.contains("`Rw`") && text.contains("`2R`"), "{text}");
        assert_eq!(error("2M", 5).0, "bad-move");
    }

    #[test]
    fn readings_of_lower_case_on_bigger_cubes() {
        let read = |reading| {
            let options = MoveOptions { lowercase: Some(reading), ..MoveOptions::default() };
            LayerSequence(&parse_turns("r", Size::FOUR, &options).unwrap()).to_string()
        };
        assert_eq!([Lowercase::Wide, Lowercase::Slice, Lowercase::Face].map(read), ["Rw", "2R", "R"]);
    }

    #[test]
    fn moves_are_read_back() {
        for size in Size::all() {
            for kind in [MoveKind::Slices, MoveKind::Wca] {
                let moves = MoveSet { size, kind, metric: crate::cube::Metric::HalfTurn }.moves();
                let text = LayerSequence(&moves).to_string();
                assert_eq!(parse_turns(&text, size, &MoveOptions::default()), Ok(moves), "{text}");
            }
        }
    }
}
