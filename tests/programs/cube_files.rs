//! `solve check` of files in which a cube takes several lines, and of cubes as people type them.

use crate::program;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const FACELETS: &str = "LUBUUFULDFRDDRLDFFBDRBFRUUBFFRLDDLURBRRBLRDBLLBUFBDULF";

/// The lines on standard output, and standard error, of `solve check` with `input` on standard input.
fn check(args: &[&str], input: &str) -> (Vec<String>, String) {
    let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
    command.arg("check").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let (_, out, error) = program::ended(child.wait_with_output().unwrap());
    (out.lines().map(str::to_owned).collect(), error)
}

fn grouped(size: usize, between: &str) -> String {
    FACELETS
        .as_bytes()
        .chunks(size)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect::<Vec<_>>()
        .join(between)
}

fn spaced(text: &str) -> String {
    text.chars().flat_map(|c| [c, ' ']).collect()
}

/// The picture that `solve check --picture` draws.
fn net() -> String {
    let (lines, _) = check(&["--picture", FACELETS], "");
    lines[..9].join("\n")
}

#[test]
fn rows_and_nets_are_one_cube() {
    let net = net();
    let recoloured: String =
        net.chars().map(|c| "WROYGB".chars().nth("URFDLB".find(c).unwrap_or(6)).unwrap_or(c)).collect();
    for text in [
        &grouped(9, "\n"),
        &grouped(3, "\n"),
        &spaced(&grouped(9, "\n")),
        &spaced(&grouped(3, "\r\n")),
        &net,
        &recoloured,
    ] {
        let commented = format!("# on my desk\n\n{text}\n# done\n");
        for input in [text, &commented] {
            let (lines, error) = check(&["-"], input);
            assert_eq!(lines, [format!("valid {FACELETS}")], "{input}\n{error}");
        }
        assert_eq!(check(&[text], "").0, [format!("valid {FACELETS}")], "{text}");
    }
}

#[test]
fn blank_lines_and_dashes_separate_cubes_in_rows() {
    let input =
        format!("{}\n\n{}\n---\n{}\n\n\nX{}", grouped(9, "\n"), net(), grouped(3, "\n"), &grouped(9, "\n")[1..]);
    let (lines, error) = check(&["-"], &input);
    assert_eq!(lines, [&*format!("valid {FACELETS}"); 3]);
    assert!(error.contains("cube 4: `X` is a seventh symbol") && error.contains("line 38"), "{error}");
}

/// Whoever writes rows and waits gets the answer of a cube that is complete.
#[test]
fn cubes_in_rows_end_with_their_last_sticker() {
    let (nine, three) = (grouped(9, "\n"), grouped(3, "\n"));
    for input in [format!("{}\n{}", net(), net()), format!("{three}\n{three}"), format!("{nine}\n\n{three}\n")] {
        let (lines, error) = check(&["-"], &input);
        assert_eq!(
            (&lines[..], &*error),
            (&[format!("valid {FACELETS}"), format!("valid {FACELETS}")][..], ""),
            "{input}"
        );
    }
    let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
    let mut child = command.args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{three}").unwrap();
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    drop(input);
    assert_eq!(answer, format!("valid {FACELETS}\n"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn long_comments_may_come_first() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{}\n{}\n", "# a note\n".repeat(3000), net())).unwrap();
    let (lines, error) = check(&["--file", file.path().to_str().unwrap()], "");
    assert_eq!((lines, &*error), (vec![format!("valid {FACELETS}")], ""));
}

#[test]
fn rows_that_are_read_as_moves_are_mentioned() {
    let (lines, error) = check(&["-"], &format!("R U F\n\n{}", grouped(3, "\n")));
    assert!(lines.len() == 19 && error.matches("each line is read as a cube of its own").count() == 1, "{error}");
    assert_eq!(check(&["-"], "R U F2\nR U\nL D B\nR2\n").1, "");
    let (_, error) = check(&["--size", "2", "-"], "R U F D\nL B R U\nF D L B\nR U F D\nL B R U\nF D L B");
    assert!(error.contains("add --format moves"), "{error}");
}

#[test]
fn lines_of_moves_stay_cubes_of_their_own() {
    let words = ["RUF", "LDB", "RLU", "FRU", "DDF", "BUR", "UUR", "RFD", "UFU"];
    for number in [6, 9, 18] {
        let lines: Vec<&str> = words.into_iter().cycle().take(number).collect();
        assert_eq!(check(&["-"], &lines.join("\n")).0.len(), number);
    }
    assert_eq!(check(&["-"], &[FACELETS; 6].join("\n")).0.len(), 6);
    assert_eq!(check(&["-"], &["R U F2 L' D B"; 9].join("\n")).0.len(), 9);
}

#[test]
fn a_missing_sticker_does_not_make_rows_moves() {
    for text in [grouped(3, "\n"), grouped(9, "\n"), net()] {
        let (lines, error) = check(&["-"], text.strip_suffix(|_| true).unwrap_or(&text));
        assert_eq!(lines, [""; 0]);
        assert!(error.contains("these are 53 facelets"), "{text}\n{error}");
    }
    let rows = grouped(3, "\n");
    assert!(check(&["-"], &rows[..rows.len() - 4]).1.contains("these are 51 facelets"));
}

#[test]
fn labels_may_stand_alone_and_before_any_symbols() {
    let faces: Vec<&str> = FACELETS.as_bytes().chunks(9).map(|face| str::from_utf8(face).unwrap()).collect();
    let labelled = |stickers: fn(char) -> char| -> String {
        let face =
            |(face, label): (&&str, char)| format!("{label}:\n{}\n", face.chars().map(stickers).collect::<String>());
        faces.iter().zip("URFDLB".chars()).map(face).collect()
    };
    let digit = |c| char::from_digit("URFDLB".find(c).unwrap() as u32, 10).unwrap();
    let square = |c| "⬜🟥🟩🟨🟧🟦".chars().nth("URFDLB".find(c).unwrap()).unwrap();
    for text in [labelled(|c| c), labelled(digit), labelled(square), labelled(square).replace('⬜', "⬜\u{fe0f}")] {
        assert_eq!(check(&["-"], &text), (vec![format!("valid {FACELETS}")], String::new()), "{text}");
    }
    let (lines, _) = check(&["--size", "2", "U=WWWW R=RRRR F=GGGG D=YYYY L=OOOO B=BBBB"], "");
    assert_eq!(lines, ["valid UUUURRRRFFFFDDDDLLLLBBBB"]);
}

#[test]
fn each_labelled_face_has_its_own_stickers() {
    let error = |args: &[&str]| check(args, "").1;
    let faces = "U: UUUUUUUUUR R: RRRRRRRR F: FFFFFFFFF D: DDDDDDDDD L: LLLLLLLLL B: BBBBBBBBB";
    assert!(error(&[faces]).contains("face U has 9 stickers, but 10 are given"));
    let faces = "U: WWWWW R: RRR F: GGGG D: YYYY L: OOOO B: BBBB";
    assert!(error(&["--size", "2", faces]).contains("face U has 4 stickers, but 5 are given"));
    let faces = "U: w W white W R: RRRR F: GGGG D: YYYY L: OOOO B: BBBB";
    assert_eq!(error(&["--size", "2", faces]), "note: this cube is solved\n");
    let faces = "U: pink p pink pink R: RRRR F: GGGG D: YYYY L: OOOO B: BBBB";
    assert!(error(&["--size", "2", faces]).contains("purple") || error(&["--size", "2", faces]).contains("symbol"));
    let (lines, error) = check(&["--size", "2", "-"], "U: UUUU\nR: RRRR\nF: FFFX\nD: DDDD\nL: LLLL\nB: BBBB\n");
    assert!(lines.is_empty() && error.contains("`X` is a seventh symbol (line 3, column 7)"), "{error}");
    let (_, error) = check(&["U: UUUUUUUUU R: RRRRRRRRR F: FFFFFFFFF D: DDDDDDDDD L: LLLLLLLLL B: BBBBBBBBX"], "");
    assert!(error.contains("`X` is a seventh symbol"), "{error}");
}

/// Two symbols of one colour make five colours for the picture.
#[test]
fn symbols_of_one_colour_are_no_panic() {
    for text in ["UUUURRRRFFFFDDDDLLLLuuuu", "⬜⬜⬜⬜RRRRGGGGYYYYOOOOWWWW"] {
        for command in [&["--size", "2"][..], &["--size", "2", "--picture"]] {
            let (_, error) = check(&[command, &[text]].concat(), "");
            assert!(!error.contains("panicked") && !error.contains("fault"), "{error}");
        }
    }
}

#[test]
fn quotes_of_word_processors_are_no_moves() {
    let valid = check(&["R U R'"], "").0;
    assert_eq!(check(&["“R U R’”"], "").0, valid);
    for text in ["‘R U R’", "“R", "“R U” “F”"] {
        let (lines, error) = check(&[text], "");
        assert!(lines.is_empty() && error.contains("typographic quotes"), "{text}\n{error}");
    }
}

#[test]
fn what_may_be_wrong_with_faces_is_said() {
    let (_, error) = check(&["orange yellow green white white white red red red"], "");
    assert!(error.contains("write each face with its letter"), "{error}");
    assert!(check(&["-"], "# nothing\n").1.contains("there is no cube in standard input"));
}
