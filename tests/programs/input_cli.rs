//! Reading what people type to `solve`: spellings of moves, hints, and the order of facelets.

use crate::solve_cli::{bare, output, solve};
use std::fs;

#[test]
fn stars_hashes_and_list_numbers_are_read() {
    for (cube, answer) in [
        ("(R U)*2", "U' R' U' R' (4f)\n"),
        ("(R U)×2", "U' R' U' R' (4f)\n"),
        ("R U # comment", "U' R' (2f)\n"),
        ("1. D2", "D2 (1f)\n"),
    ] {
        assert_eq!(output(&mut solve(&["--deterministic", cube])).1, answer, "{cube}");
    }
    let (status, _, err) = output(&mut bare(&["(R U)*"]));
    assert!(status == 3 && err.contains("a repeat count follows `*` at once (column 6)"), "{err}");
}

#[test]
fn hints_name_the_flag_or_the_command() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("c.txt"), "R\n").unwrap();
    for (args, hint) in [
        (&["c.txt"] as &[&str], "note: c.txt is a file: --file c.txt reads it"),
        (&["check", "c.txt"], "note: c.txt is a file: --file c.txt reads it"),
        (&["--size", "4", "r U2 f' D"], "note: --lowercase wide reads `r` as `Rw`"),
    ] {
        let (status, out, err) = output(bare(args).current_dir(place.path()));
        assert!(status == 3 && err.contains(hint) && !out.contains("f)"), "{args:?}: {err}");
    }
    let (_, _, err) = output(&mut bare(&["check", "--size", "4", "--format", "pieces", "R"]));
    assert!(err.contains("a 4x4x4 cube is written as moves, as facelets of any six letters, or in colours"), "{err}");
    let (_, out, _) = output(&mut bare(&["convert", "--help"]));
    assert!(out.contains("if it is solved, also its state after each move"), "{out}");
}

/// The net in the help and in the document: three rows each of U, of L F R B and of D, numbered as facelets are
/// ordered.
#[test]
fn the_net_shows_the_order_of_facelets() {
    let document = fs::read_to_string(cubepdb_testing::root().join("docs/solving.md")).unwrap();
    for text in [output(&mut bare(&["check", "--help"])).1, document] {
        let numbers = |line: &str| {
            line.split(' ')
                .map_while(|word| if word.is_empty() { Some(0) } else { word.parse().ok() })
                .filter(|&n| n > 0)
                .collect::<Vec<usize>>()
        };
        let rows: Vec<Vec<usize>> = text.lines().map(numbers).filter(|row| !row.is_empty()).collect();
        let expected = |row: usize| -> Vec<usize> {
            let faces: &[usize] = match row / 3 {
                0 => &[0],
                1 => &[4, 2, 1, 5],
                _ => &[3],
            };
            faces.iter().flat_map(|face| (1..=3).map(move |column| face * 9 + row % 3 * 3 + column)).collect()
        };
        assert_eq!(rows, (0..9).map(expected).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn another_order_of_the_faces_is_pointed_out() {
    // R U R' U' in the order U L F R B D, in letters of faces and of colours.
    let letters = "UULUUFUUF BLLLLLLLL FFDFFUFFF RRUBRRURR BRRBBBBBB DDRDDDDDD";
    let colours: String = letters.chars().map(|c| "WRGYOB ".as_bytes()["URFDLB ".find(c).unwrap()] as char).collect();
    for cube in [letters, &colours] {
        let (status, _, err) = output(&mut bare(&["check", cube]));
        assert_eq!(status, 3, "{err}");
        assert!(
            err.contains("are the faces in the order U R F D L B? In the order U L F R B D they make a cube"),
            "{err}"
        );
    }
}

#[test]
fn empty_arguments_are_refused() {
    for args in [
        &[""] as &[&str],
        &["R", " \t"],
        &["// nothing"],
        &["check", ""],
        &["convert", "--to", "pieces", ""],
        &["bench", ""],
    ] {
        let (status, out, err) = output(&mut bare(args));
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("is an empty text, not a cube"), "{err}");
    }
}
