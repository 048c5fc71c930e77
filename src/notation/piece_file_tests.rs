use super::super::{MoveOptions, parse_moves, random_cube};
use super::*;
use proptest::prelude::*;

fn after(sequence: &str) -> Cubies {
    Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap())
}

fn solved() -> String {
    format_pieces(&Cubies::SOLVED)
}

fn error(text: &str) -> (&'static str, String) {
    let error = parse_pieces(text).unwrap_err();
    (error.code(), error.to_string())
}

#[test]
fn what_is_written() {
    let text = solved();
    assert!(text.starts_with("front: green\ntop: white\n# corners of the front\nUFL: white green orange\n"), "{text}");
    assert_eq!(text.lines().count(), 2 + 5 + 20);
    let text = format_pieces(&after("R"));
    for line in
        ["URF: green red yellow", "UR: green red", "FR: yellow red", "DRB: blue red white", "UFL: white green orange"]
    {
        assert!(text.lines().any(|l| l == line), "{line}: {text}");
    }
}

#[test]
fn forms_of_one_cube() {
    let cube = after("R U F2 L' B D");
    let text = format_pieces(&cube);
    let lines: Vec<&str> = text.lines().collect();
    let reversed: Vec<&str> = lines[..2].iter().copied().chain(lines[2..].iter().rev().copied()).collect();
    let letters = ["white", "red", "green", "yellow", "orange", "blue"]
        .iter()
        .fold(text.clone(), |text, name| text.replace(name, &name[..1]).replace("top: ", "").replace("front: ", ""));
    for text in [
        text.replace('\n', "\r\n\r\n"),
        reversed.join("\n"),
        letters.replace(": ", " "),
        letters.replace(": ", "=").replace(' ', ""),
        text.replace(": ", " = ").to_uppercase(),
        lines.iter().map(|line| format!("  {line}   # remark: UF white\n")).collect(),
    ] {
        assert_eq!(parse_pieces(&text), Ok(cube), "{text}");
    }
}

#[test]
fn the_letters_of_a_place_may_stand_in_any_order() {
    let text = solved()
        .replace("URF: white red green", "FUR: green white red")
        .replace("UL: white orange", "LU: orange white");
    assert_eq!(parse_pieces(&text), Ok(Cubies::SOLVED));
}

/// Renames the colours in all 720 ways, half of which are mirror images of the usual scheme.
#[test]
fn any_scheme_of_colours() {
    let cube = after("F R' U2 B L D'");
    let text = format_pieces(&cube);
    let names = ["white", "red", "green", "yellow", "orange", "blue"];
    let mut order = [0; 6];
    let mut schemes = 0;
    for code in 0..6usize.pow(6) {
        (0..6).fold(code, |rest, i| {
            order[i] = rest % 6;
            rest / 6
        });
        if (0..6).all(|i| order.contains(&i)) {
            let placed = names
                .iter()
                .zip("123456".chars())
                .fold(text.clone(), |text, (name, digit)| text.replace(name, &digit.to_string()));
            let recoloured =
                order.iter().zip("123456".chars()).fold(placed, |text, (&to, digit)| text.replace(digit, names[to]));
            assert_eq!(parse_pieces(&recoloured), Ok(cube), "{recoloured}");
            schemes += 1;
        }
    }
    assert_eq!(schemes, 720);
    assert_eq!(parse_pieces(&text.replace("white", "black").replace("orange", "pink")), Ok(cube));
}

#[test]
fn faults_of_lines() {
    let change = |from: &str, to: &str| error(&solved().replace(from, to));
    let (code, text) = change("URF: white red green", "URF: white red grene");
    assert_eq!(code, "unknown-colour");
    assert!(text.starts_with("`grene` is not") && text.ends_with("(line 5, column 16)"), "{text}");
    assert_eq!(change("URF:", "UDF:").0, "unknown-place");
    assert_eq!(
        change("URF:", "DRF:"),
        ("place-duplicate", "DFR is given twice (line 6, column 1, and before in line 5)".into())
    );
    assert_eq!(change("UF: white green\n", ""), ("place-missing", "nothing is said about UF".into()));
    assert_eq!(
        change("URF: white red green", "URF: white red"),
        ("sticker-count", "URF has 3 stickers, but 2 are given (line 5, column 1)".into())
    );
    assert_eq!(
        change("UF: white green", "UF: white green red"),
        ("sticker-count", "UF has 2 stickers, but 3 are given (line 9, column 17)".into())
    );
    let missing = "nothing is said about the front's colour (in the first line)";
    assert_eq!(error(""), ("place-missing", missing.into()));
    assert_eq!(change("front: green\ntop: white\n", ""), ("place-missing", format!("{missing} (line 2, column 1)")));
    assert_eq!(
        change("top: white\n", "").1,
        "nothing is said about the top's colour (in the second line) (line 3, column 1)"
    );
    assert_eq!(change("front: green\ntop: white\n", "top: white\nfront: green\n").0, "place-missing");
    assert_eq!(change("front: green", "front: green white").0, "sticker-count");
    assert_eq!(error(&format!("{}\n---\n{}", solved(), solved())).0, "second-cube");
}

#[test]
fn faults_of_the_scheme() {
    let change = |from: &str, to: &str| error(&solved().replacen(from, to, 1));
    assert_eq!(
        change("top: white", "top: green"),
        (
            "centre-duplicate",
            "the centres of the front and the top are both green (line 2, column 6, and before in line 1)".into()
        )
    );
    assert_eq!(change("top: white", "top: blue").0, "centre-opposite");
    assert_eq!(
        change("front: green", "front: pink"),
        ("colour-count", "pink is a seventh colour: a cube has six (line 1, column 8)".into())
    );
    assert_eq!(
        change("UF: white green", "UF: white purple").1,
        "purple is a seventh colour: a cube has six (line 9, column 1)"
    );
    assert_eq!(error(&solved().replace("orange", "red")).1, "a cube has six colours, but there are only 5");
    // Four corners of each sense of rotation.
    let mut mirrored = solved();
    for (from, to) in [
        ("URF: white red green", "URF: white green red"),
        ("UFL: white green orange", "UFL: white orange green"),
        ("DFR: yellow green red", "DFR: yellow red green"),
        ("DLF: yellow orange green", "DLF: yellow green orange"),
    ] {
        mirrored = mirrored.replace(from, to);
    }
    assert_eq!(error(&mirrored).0, "colour-scheme");
}

#[test]
fn faults_of_the_pieces() {
    let change = |from: &str, to: &str| error(&solved().replace(from, to));
    assert_eq!(
        change("URF: white red green", "URF: white green red"),
        (
            "corner-mirrored",
            "the corner in slot URF, coloured `white green red`, is the mirror image of a corner (line 5, column 1)"
                .into()
        )
    );
    assert_eq!(
        change("FL: green orange", "FL: green blue"),
        (
            "edge-impossible",
            "no edge is coloured `green blue`, as the one in slot FL: green and blue are opposite (line 12, column 1)"
                .into()
        )
    );
    assert_eq!(change("DFR: yellow green red", "DFR: yellow white red").0, "corner-impossible");
    assert_eq!(
        change("UL: white orange", "UL: green white"),
        (
            "edge-duplicate",
            "edge UF appears twice, in slots UF and UL, and edge UL is missing: UF is white green, UL is white orange (line \
             14, column 1, and before in line 9)"
                .into()
        )
    );
    let (code, text) = change("UL: white orange", "UL: orange white");
    assert_eq!(code, "flip-parity");
    assert!(text.ends_with("(in slot UL) (line 14, column 1)"), "{text}");
    let (code, text) = change("URF: white red green", "URF: red green white");
    assert_eq!(code, "twist-parity");
    assert!(text.ends_with("(line 5, column 1)"), "{text}");
    assert_eq!(
        error(&solved().replace("UL: white orange", "UL: white red").replace("UR: white red", "UR: white orange")).0,
        "permutation-parity"
    );
}

proptest! {
    #[test]
    fn round_trip(seed: u64) {
        let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
        prop_assert_eq!(parse_pieces(&format_pieces(&cube)), Ok(cube));
    }

    #[test]
    fn no_text_panics(lines in prop::collection::vec("[URFDLB]{2,3}: [WRGYOB]{2,3}", 0..30)) {
        let _ = parse_pieces(&format!("green\nwhite\n{}", lines.join("\n")));
    }

    /// Pieces drawn at random for their places never cause a panic.
    #[test]
    fn no_colours_panic(colours in prop::collection::vec(prop::sample::select(&["white", "red", "green", "yellow", "orange", "blue"]), 50)) {
        let mut next = colours.into_iter();
        let text: String = solved().lines().map(|line| match line.split_once(": ") {
            Some((label, sequences)) => {
                let sequences: Vec<&str> = sequences.split(' ').filter_map(|_| next.next()).collect();
                format!("{label}: {}\n", sequences.join(" "))
            }
            None => String::new(),
        }).collect();
        let _ = parse_pieces(&text);
    }
}
