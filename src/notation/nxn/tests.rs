use super::super::place::Place;
use super::super::{Format, InputError, MoveOptions, parse_stickers, parse_turns};
use super::*;
use crate::cube::Metric;
use crate::nxn::{MoveKind, MoveSet};
use fastrand::Rng;

fn after(sequence: &str, layers: u8) -> Stickers {
    let size = Size::new(layers).unwrap();
    Stickers::after(size, &parse_turns(sequence, size, &MoveOptions::default()).unwrap())
}

fn auto(text: &str, layers: u8) -> Result<Stickers, InputError> {
    parse_stickers(text.as_bytes(), Size::new(layers).unwrap(), Format::Auto, &MoveOptions::default())
}

/// Facelets with some symbols swapped.
fn swapped(cube: &Stickers, pairs: &[(usize, usize)]) -> String {
    let mut symbols: Vec<char> = format_stickers(cube).chars().collect();
    pairs.iter().for_each(|&(a, b)| symbols.swap(a, b));
    symbols.into_iter().collect()
}

fn error(text: &str, layers: u8) -> (&'static str, Option<Place>) {
    let error = parse_sticker_facelets(text, Size::new(layers).unwrap()).unwrap_err();
    (error.code(), error.place())
}

fn random_cubes(size: Size, seed: u64) -> impl Iterator<Item = Stickers> {
    let mut random = Rng::with_seed(seed);
    let kinds = [MoveKind::Slices, MoveKind::Wca];
    (0..40).map(move |i| {
        let set = MoveSet { size, kind: kinds[i % 2], metric: Metric::HalfTurn };
        Stickers::after(size, &set.random_sequence(30, &mut random))
    })
}

#[test]
fn known_strings() {
    assert_eq!(format_stickers(&after("R", 2)), "UFUFRRRRFDFDDBDBLLLLUBUB");
    assert_eq!(
        format_stickers(&after("2R", 4)),
        "UUFUUUFUUUFUUUFURRRRRRRRRRRRRRRRFFDFFFDFFFDFFFDFDDBDDDBDDDBDDDBDLLLLLLLLLLLLLLLLBUBBBUBBBUBBBUBB"
    );
    assert_eq!(after("R", 3), auto("UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB", 3).unwrap());
}

#[test]
fn facelets_are_read_back() {
    for size in Size::all() {
        for cube in random_cubes(size, 1) {
            let text = format_stickers(&cube);
            if size == Size::THREE {
                let normal = cube.in_normal_frame(true).unwrap();
                assert_eq!(parse_sticker_facelets(&format_stickers(&normal), size), Ok(normal));
                continue;
            }
            assert_eq!(parse_sticker_facelets(&text, size).as_ref(), Ok(&cube), "{text}");
            assert_eq!(auto(&text, size.layers()).as_ref(), Ok(&cube));
            assert_eq!(auto(&text.to_lowercase(), size.layers()).as_ref(), Ok(&cube));
        }
    }
}

/// With other symbols, the cube is the same in its normal frame.
#[test]
fn any_six_symbols() {
    for size in Size::all().filter(|&size| size != Size::THREE) {
        for cube in random_cubes(size, 2) {
            let symbols: Vec<char> = "WRGYOB".chars().collect();
            let text: String = cube.colours().iter().map(|&face| symbols[usize::from(face)]).collect();
            let read = auto(&text, size.layers()).unwrap();
            assert_eq!(Some(&read), cube.in_normal_frame(size.is_odd()).as_ref(), "{text}");
        }
    }
}

#[test]
fn lengths_and_colours() {
    let solved = format_stickers(&after("", 4));
    assert_eq!(error(&solved[1..], 4), ("facelet-count", None));
    assert_eq!(error(&solved.replacen("UU", "UR", 1), 4), ("colour-count", None));
    assert_eq!(error(&solved.replacen("UU", "UX", 1), 4).0, "unknown-symbol");
    let text = |text: &str, layers| parse_sticker_facelets(text, Size::new(layers).unwrap()).unwrap_err().to_string();
    assert_eq!(text(&solved, 3), "these are 96 facelets, those of a 4x4x4; a 3x3x3 has 54");
    assert_eq!(text("UUU", 2), "these are 3 facelets; a 2x2x2 has 24");
    assert_eq!(
        ["", "U"].map(|few| text(few, 3)),
        ["there are no facelets", "this is one facelet"].map(|few| format!("{few}; a 3x3x3 has 54"))
    );
    // The stickers of another size are never moves.
    for layers in [2, 4, 5] {
        let error = auto(&format_stickers(&after("R U F", layers)), 3).unwrap_err();
        assert_eq!(error.code(), "facelet-count", "{layers}");
    }
    assert_eq!(auto(&solved[1..], 4).unwrap_err().code(), "facelet-count", "a slip does not make moves of it");
    assert_eq!(auto("R U R' U'", 4), Ok(after("R U R' U'", 4)));
    let reid = parse_stickers(b"R", Size::FOUR, Format::Reid, &MoveOptions::default()).unwrap_err();
    assert_eq!(reid.code(), "not-for-size");
}

#[test]
fn corners_that_cannot_be() {
    for layers in [2, 4, 5, 7] {
        let (n, solved) = (usize::from(layers), after("", layers));
        let face = n * n;
        // The stickers of URF: last of U, first of R, last of the first row of F.
        let [u, r, f] = [face - 1, face, 2 * face + n - 1];
        assert_eq!(error(&swapped(&solved, &[(u, r), (r, f)]), layers), ("twist-parity", Some(Place::Slot("URF"))));
        assert_eq!(error(&swapped(&solved, &[(r, f)]), layers), ("corner-mirrored", Some(Place::Slot("URF"))));
        // Swaps R of URF with D of DFR.
        assert_eq!(error(&swapped(&solved, &[(r, 3 * face + n - 1)]), layers).0, "corner-impossible");
        // Swaps F of URF with B of UBR: URF becomes a second URB with the wrong sense of rotation.
        assert_eq!(error(&swapped(&solved, &[(f, 5 * face)]), layers).0, "corner-mirrored");
    }
}

/// Swapping two corners is possible on a 2x2x2 and on even cubes, and not on odd ones.
#[test]
fn corner_parity_is_for_odd_cubes() {
    for layers in [2, 4, 5, 6, 7] {
        let (n, solved) = (usize::from(layers), after("", layers));
        let face = n * n;
        // URF and UFL: U with U, R with F and F with L.
        let urf = [face - 1, face, 2 * face + n - 1];
        let ufl = [face - n, 2 * face, 4 * face + n - 1];
        let text = swapped(&solved, &[(urf[0], ufl[0]), (urf[1], ufl[1]), (urf[2], ufl[2])]);
        let result = parse_sticker_facelets(&text, Size::new(layers).unwrap());
        let code = result.as_ref().err().map(FaceletError::code);
        assert_eq!(code, (layers % 2 == 1).then_some("permutation-parity"), "{layers}");
    }
}

#[test]
fn edges_and_centres_that_cannot_be() {
    let four = after("", 4);
    // U14 and F2 are one edge piece of UF; R3 belongs to the other one of UR.
    let (u, f, r) = (13, 33, 18);
    assert_eq!(error(&swapped(&four, &[(u, f)]), 4), ("edge-duplicate", Some(Place::Slot("UF"))));
    assert_eq!(error(&swapped(&four, &[(f, r)]), 4).0, "edge-duplicate");
    assert_eq!(error(&swapped(&four, &[(f, 62)]), 4).0, "edge-impossible");
    let five = after("", 5);
    // Swaps a centre of the cross with one of a corner of the inner square.
    let (arm, corner) = (7, 25 + 6);
    assert_eq!(error(&swapped(&five, &[(arm, corner)]), 5).0, "centre-pieces");
    assert_eq!(error(&swapped(&five, &[(12, 37)]), 5).0, "centre-arrangement");
    assert_eq!(error(&swapped(&five, &[(12, 87)]), 5).0, "centre-arrangement");
    // Equal centres may be anywhere.
    assert!(parse_sticker_facelets(&swapped(&four, &[(5, 21)]), Size::FOUR).is_ok());
}

#[test]
fn colours_that_do_not_follow() {
    let text = swapped(&after("", 2), &[(3, 17)]);
    let renamed: String = text.chars().map(|c| char::from(b'0' + face_of(c).unwrap())).collect();
    assert_eq!(error(&renamed, 2).0, "colour-scheme");
}
