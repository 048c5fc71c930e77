//! `solve check` of files in which a cube takes several lines, and of cubes as people type them.

use crate::program;
use std::io::Write;
use std::process::{Output, Stdio};

const FACELETS: &str = "LUBUUFULDFRDDRLDFFBDRBFRUUBFFRLDDLURBRRBLRDBLLBUFBDULF";

/// The lines on standard output, and standard error, of `solve check` with `input` on standard input.
fn check(args: &[&str], input: &str) -> (Vec<String>, String) {
    let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
    command.arg("check").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(stdout).lines().map(str::to_owned).collect(), text(stderr))
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
fn quotes_of_word_processors_are_no_moves() {
    let valid = check(&["R U R'"], "").0;
    assert_eq!(check(&["“R U R’”"], "").0, valid);
    for text in ["‘R U R’", "“R"] {
        let (lines, error) = check(&[text], "");
        assert!(lines.is_empty() && error.contains("typographic quotes"), "{text}\n{error}");
    }
}

#[test]
fn what_may_be_wrong_with_faces_is_said() {
    let mut turned = FACELETS.as_bytes().to_vec();
    turned[27..36].reverse();
    let turned = String::from_utf8(turned).unwrap();
    let (_, error) = check(&[&turned], "");
    assert!(error.contains("With D turned by 180° they make a cube"), "{error}");
    let (_, error) = check(&["orange yellow green white white white red red red"], "");
    assert!(error.contains("write each face with its letter"), "{error}");
    assert!(check(&["-"], "# nothing\n").1.contains("there is no cube in standard input"));
}
