//! `solve scramble`: as moves and in every notation, of every size, and with a goal that is kept.

use crate::program::{bare, output, said};

/// The cubes of a seed are the same in every notation, and as moves they can be turned.
#[test]
fn scrambles_are_moves() {
    let scramble = |args: &[&str]| output(bare(&["scramble", "20", "--seed", "1"]).args(args)).1;
    let (moves, facelets) = (scramble(&[]), scramble(&["--to", "facelets"]));
    assert!(facelets.starts_with("DLRRUUBLDBBDBRULUURFLUFDLRDBBFDDFRRLFDULLLUFUBBRRBDFFF\n"), "{facelets}");
    assert!(moves.lines().all(|word| (15..=23).contains(&word.split(' ').count())), "{moves}");
    let read = |to: &str, text: &str| output(bare(&["convert", "--to", to, "-"]).write_stdin(text));
    assert_eq!(read("facelets", &moves), (0, facelets.clone(), String::new()));
    assert_eq!(read("moves", &facelets), (0, moves, String::new()));
    assert_eq!(read("moves", "R U R' U'\nF2\n").1, "R U R' U'\nF2\n");
    for (args, sentence) in [
        (&["scramble", "3", "--count", "4"] as &[&str], "cannot be used with"),
        (&["scramble", "--keep", "f2l", "--size", "2"], "cannot be used with"),
        (&["scramble", "--keep", "cross:X"], "error: --keep: there is no cross:X"),
        (&["convert", "--size", "4", "--to", "moves", "R"], "a 4x4x4 can be written as facelets, and solved"),
    ] {
        let (status, _, err) = said(args);
        assert!(status == 2 && err.contains(sentence), "{args:?} {err}");
    }
    let reid = said(&["scramble", "--twists", "5", "--seed", "1", "--to", "reid"]).1;
    assert_eq!(reid.split(' ').count(), 20, "{reid}");
    // What is written is read: forms of several lines have a rule between them, and no moves are no blank line.
    for form in ["pieces", "colours", "facelets", "moves"] {
        for twists in ["5", "0"] {
            let text = said(&["scramble", "2", "--twists", twists, "--seed", "1", "--to", form]).1;
            let (status, read, err) = output(bare(&["convert", "--to", "facelets", "-"]).write_stdin(text));
            assert_eq!((status, read.lines().count(), err), (0, 2, String::new()), "{form} {twists}");
        }
    }
    // Larger cubes have as many moves as in competitions.
    for (size, moves) in [("4", 40), ("5", 60), ("6", 80), ("7", 100)] {
        let word = said(&["scramble", "--size", size, "--seed", "1"]).1;
        assert_eq!(word.split_whitespace().count(), moves, "{word}");
    }
}

/// Scrambles of other puzzles are random moves, which `solve` reads.
#[test]
fn scrambles_of_other_puzzles_are_moves() {
    let pyraminx = ["scramble", "3", "--puzzle", "pyraminx", "--seed", "1"];
    let (status, moves, err) = said(&pyraminx);
    assert_eq!((status, &*err), (0, ""));
    assert!(moves.lines().all(|line| (13..=20).contains(&line.split(' ').count())), "{moves}");
    assert_eq!(moves, said(&pyraminx).1);
    let few = said(&["scramble", "--puzzle", "skewb", "--seed", "1", "--twists", "4"]).1;
    let (status, answer, _) = said(&["--puzzle", "skewb", few.trim()]);
    assert!(status == 0 && few.split(' ').count() == 4 && answer.ends_with("(4)\n"), "{few} {answer}");
    let (_, quarters, _) = said(&["scramble", "--puzzle", "3x3x3", "--moves", "R,U", "--metric", "qtm", "--seed", "1"]);
    let mut faces = quarters.split_whitespace().map(|by| by.trim_end_matches('\''));
    assert!(faces.clone().all(|face| ["R", "U"].contains(&face)), "{quarters}");
    assert!(faces.next().is_some_and(|first| faces.next() != Some(first)), "{quarters}");
    // Two layers that do not disturb each other have no more than two moves in a row, however many are usual.
    let both = said(&["scramble", "--puzzle", "3x3x3", "--moves", "U,D", "--seed", "1"]).1;
    assert_eq!(both.split_whitespace().count(), 2, "{both}");
    let commuting = ["scramble", "--puzzle", "3x3x3", "--moves", "U,D", "--twists", "3", "--seed", "1"];
    for (args, sentence) in [
        (&commuting as &[&str], "error: --twists: no sequence of so many of these moves was found"),
        (&["scramble", "--puzzle", "skewb", "--twists", "0"], "error: --twists: no moves are a blank line"),
        (&["scramble", "--puzzle", "no-such"], "error: there is no puzzle and no file `no-such`"),
        (&["scramble", "--puzzle", "skewb", "--moves", "X"], "error: --moves: "),
        (&["scramble", "--puzzle", "skewb", "--to", "reid"], "cannot be used with"),
        (&["scramble", "--moves", "slices"], "error: --moves is for --twists and for --puzzle"),
    ] {
        let (status, _, err) = said(args);
        assert!(status == 2 && err.contains(sentence), "{args:?} {err}");
    }
}

/// Pieces that are kept are solved, and the rest is not.
#[test]
fn scrambles_keep_a_goal() {
    let (status, facelets, _) = said(&["scramble", "20", "--seed", "1", "--keep", "f2l", "--to", "facelets"]);
    assert_eq!(status, 0);
    let below = "RRRRRR FFFFFF DDDDDDDDD LLLLLL BBBBBB";
    for line in facelets.lines() {
        let faces: Vec<&str> = (0..6).map(|face| &line[9 * face..9 * face + 9]).collect();
        let kept = [&faces[1][3..], &faces[2][3..], faces[3], &faces[4][3..], &faces[5][3..]].join(" ");
        assert_eq!(kept, below);
    }
    let moves = said(&["scramble", "20", "--seed", "1", "--keep", "f2l"]).1;
    assert_eq!(output(bare(&["convert", "--to", "facelets", "-"]).write_stdin(moves)).1, facelets);
    assert!(facelets.lines().any(|line| !line.starts_with("UUUUUUUUU")), "{facelets}");
    let (status, moves, err) = said(&["scramble", "--seed", "1", "--keep", "pll"]);
    assert!((status, &*moves) == (0, "R R'\n") && err.contains("pll and ll are the whole cube"), "{err}");
}
