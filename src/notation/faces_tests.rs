use super::super::{MoveOptions, parse_moves, random_cube};
use super::*;
use proptest::prelude::*;

const SOLVED: &str = "\
U: W W W / W W W / W W W
R: R R R / R R R / R R R
F: G G G / G G G / G G G
D: Y Y Y / Y Y Y / Y Y Y
L: O O O / O O O / O O O
B: B B B / B B B / B B B";

fn after(sequence: &str) -> Cubies {
    Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap())
}

fn error(text: &str) -> (&'static str, String) {
    let error = parse_colours(text).unwrap_err();
    (error.code(), error.to_string())
}

#[test]
fn forms_of_one_cube() {
    assert_eq!(format_colours(&Cubies::SOLVED), SOLVED);
    assert_eq!(
        format_colours(&after("R")),
        "U: W W G / W W G / W W G\nR: R R R / R R R / R R R\nF: G G Y / G G Y / G G Y\nD: Y Y B / Y Y B / Y Y B\n\
         L: O O O / O O O / O O O\nB: W B B / W B B / W B B"
    );
    let text = format_colours(&after("R U F2"));
    let mut lines: Vec<&str> = text.lines().collect();
    lines.reverse();
    for text in [
        lines.join("\r\n"),
        text.replace(['/', ' '], "").replace(':', "="),
        text.replace('\n', " "),
        text.replace("U: ", "Top =\n\n").replace("D:", "down :").replace("/ ", "\n").to_lowercase(),
        text.replace('W', "white").replace('O', "Orange").replace('/', "|").replace('\n', " # a comment: U: W\n"),
    ] {
        assert_eq!(parse_colours(&text), Ok(after("R U F2")), "{text}");
    }
}

#[test]
fn any_scheme() {
    let text = format_colours(&after("F L U"));
    // Black for white, purple for orange; then held with another face up.
    let recoloured = text.replace('W', "K").replace('O', "P");
    assert_eq!(parse_colours(&recoloured), Ok(after("F L U")));
    let permuted: String = text
        .chars()
        .map(|c| {
            if c == 'W' {
                'O'
            } else if c == 'O' {
                'W'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(parse_colours(&permuted), Ok(after("F L U")));
}

#[test]
fn faults_of_the_text() {
    let (code, text) = error(&SOLVED.replace("F: G G G", "F: G X G"));
    assert_eq!(code, "unknown-colour");
    assert!(text.ends_with("(line 3, column 6)"), "{text}");
    assert_eq!(
        error(&SOLVED.replace("L:", "Q:")),
        ("unknown-place", "`Q` is not a face: use U, R, F, D, L or B (line 5, column 1)".into())
    );
    assert_eq!(
        error(&SOLVED.replace("L:", "R:")),
        ("place-duplicate", "face R is given twice (line 5, column 1, and before in line 2)".into())
    );
    assert_eq!(error("W W W\nU:"), ("no-face", ColourFault::NoFace.at(TextPosition::START).to_string()));
    assert_eq!(error(&SOLVED[..50]).0, "place-missing");
    assert_eq!(
        error(""),
        ("place-missing", "nothing is said about face U, face R, face F, face D, face L, face B".into())
    );
    assert_eq!(
        error(&SOLVED.replace("D: Y", "D: ")),
        ("sticker-count", "face D has 9 stickers, but 8 are given (line 4, column 1)".into())
    );
    assert_eq!(
        error(&SOLVED.replace("D: Y", "D: YYY")),
        ("sticker-count", "face D has 9 stickers, but 11 are given (line 4, column 24)".into())
    );
    assert_eq!(error(&format!("{SOLVED}\n---\n{SOLVED}")).0, "second-cube");
}

#[test]
fn faults_of_the_colours() {
    assert_eq!(
        error(&SOLVED.replace("F: G G", "F: G K")),
        ("colour-count", "black is a seventh colour: a cube has six (line 3, column 6)".into())
    );
    assert_eq!(
        error(&SOLVED.replace('W', "R")),
        ("colour-count", "a cube has six colours, but there are only 5".into())
    );
    assert_eq!(
        error(&SOLVED.replace("F: G G", "F: G R")),
        ("colour-count", "red occurs 10 times (1 too many) and green occurs 8 times (1 too few), but each colour has 9 stickers; edge UR \
             appears twice, in slots UR and UF, and edge UF is missing"
                .into())
    );
    let swapped = SOLVED.replace("W W W / W W", "W W W / W R").replace("R: R", "R: W");
    assert_eq!(
        error(&swapped.replace("R R R / R R R / R R R", "W R R / R R R / R R R")),
        ("centre-duplicate", "the centres of face U and face R are both red (line 2, column 14)".into())
    );
}

#[test]
fn faults_of_the_pieces() {
    // Swaps stickers so that an edge is flipped, a corner twisted, two edges swapped, and so on.
    let set = |changes: &[(usize, char)]| {
        let mut symbols: Vec<char> = SOLVED.chars().collect();
        for &(facelet, colour) in changes {
            let place = SOLVED.char_indices().filter(|(_, c)| "WRGYOB".contains(*c)).map(|(i, _)| i);
            let places: Vec<usize> = place.filter(|&i| i % 25 > 1).collect();
            symbols[places[facelet]] = colour;
        }
        error(&symbols.into_iter().collect::<String>())
    };
    let (code, text) = set(&[(7, 'G'), (19, 'W')]);
    assert_eq!(code, "flip-parity");
    assert!(text.ends_with("(in slot UF), at the stickers U8 F2 (line 1, column 22)"), "{text}");
    assert_eq!(set(&[(8, 'R'), (9, 'G'), (20, 'W')]).0, "twist-parity");
    assert_eq!(set(&[(10, 'G'), (19, 'R')]).0, "permutation-parity");
    assert_eq!(
        set(&[(8, 'R'), (9, 'W')]),
        (
            "corner-mirrored",
            "the corner in slot URF, coloured `red white green`, is the mirror image of a corner, at the stickers U9 R1 \
             F3 (line 1, column 24)"
                .into()
        )
    );
    assert_eq!(set(&[(1, 'G'), (19, 'W')]).0, "edge-impossible");
    let (code, text) = set(&[(19, 'O'), (43, 'G')]);
    assert_eq!(code, "edge-duplicate");
    assert!(text.contains("in slots UF and UL") && text.contains("before in line 1"), "{text}");
}

proptest! {
    #[test]
    fn round_trip(seed: u64) {
        let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
        prop_assert_eq!(parse_colours(&format_colours(&cube)), Ok(cube));
    }

    #[test]
    fn no_text_panics(text in "([URFDLB][:=]?|[WRGYOBK \n/#-]){0,90}") {
        let _ = parse_colours(&text);
    }
}
