//! Piece files and coloured faces in the formats of the solvers that this project follows, read by the `solve` program.

use crate::fixtures;
use crate::program::{bare, output, said};
use cubepdb::internals::cube::Cubies;
use cubepdb::internals::notation::{Format, MoveOptions, format_cube, parse_line, parse_moves};
use serde_json::Value;
use std::fs;

fn data(path: &str) -> String {
    cubepdb_testing::root().join("tests/data").join(path).display().to_string()
}

fn solve(args: &[&str]) -> (i32, String, String) {
    output(bare(&["--metric", "qtm", "--pdb"]).arg(fixtures::table(fixtures::CORNERS_QTM)).args(args))
}

fn facelets(word: &str) -> String {
    let cube = Cubies::after(&parse_moves(word, &MoveOptions::default()).unwrap());
    format_cube(&cube, Format::Facelets).unwrap() + "\n"
}

/// The lengths are those of the quarter-turn metric: prefixes of optimal sequences are optimal.
#[test]
fn examples_are_solved_in_the_moves_that_they_say() {
    for (format, name, length) in [
        ("pieces", "template", 0),
        ("pieces", "solved", 0),
        ("pieces", "depth1", 1),
        ("pieces", "depth5", 5),
        ("pieces", "depth8", 8),
        ("pieces", "depth9", 9),
        ("colours", "solved", 0),
        ("colours", "depth8", 8),
        ("colours", "depth9", 9),
    ] {
        let (status, out, err) = solve(&["--format", format, "--file", &data(&format!("{format}/{name}.txt"))]);
        assert_eq!(status, 0, "{name}: {err}");
        assert!(out.ends_with(&format!("({length}q)\n")) && out.lines().count() == 1, "{name}: {out}");
    }
}

#[test]
fn examples_are_the_cubes_that_they_say() {
    for (word, name) in
        [("F", "depth1"), ("L2 F L F", "depth5"), ("L2 F L F U R2", "depth8"), ("F R' F2 L R2 U2", "depth9")]
    {
        let args = ["convert", "--to", "facelets", "--format", "pieces", "--file"];
        let path = data(&format!("pieces/{name}.txt"));
        assert_eq!(said(&[&args[..], &[&path]].concat()), (0, facelets(word), String::new()), "{name}");
    }
}

/// Each faulty file says in its first line what is wrong with it, and in which line.
#[test]
fn faulty_files_are_refused_with_class_and_line() {
    for (format, files) in [(Format::Pieces, 21), (Format::Colours, 12)] {
        let directory = data(&format!("{format}/faulty"));
        let mut seen = 0;
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let text = String::from_utf8(bytes.clone()).unwrap();
            let expected = text.lines().next().unwrap().strip_prefix("# expect: ").unwrap();
            let error = parse_line(&bytes, format, &MoveOptions::default()).unwrap_err();
            let place = error.place().map(|place| place.to_string()).unwrap_or_default();
            let line = place.split_once(',').map_or(String::new(), |(line, _)| format!(" {line}"));
            assert_eq!(format!("{}{line}", error.code()), expected, "{}: {error}", path.display());
            assert!(line.is_empty() || error.to_string().contains(&place), "{error}");
            seen += 1;
        }
        assert_eq!(seen, files, "{format}");
    }
}

#[test]
fn errors_go_to_the_record_and_to_people() {
    let path = data("pieces/faulty/twisted-corner.txt");
    let (status, out, err) = solve(&["--format", "pieces", "--output", "jsonl", "--file", &path]);
    assert_eq!(status, 3);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&record["id"], &record["status"]), (&1.into(), &"invalid".into()));
    let error = &record["error"];
    assert_eq!((&error["code"], &error["place"]), (&"twist-parity".into(), &"line 7, column 1".into()));
    assert!(error["message"].as_str().unwrap().contains("one corner is twisted in its place (in slot URF)"), "{error}");
    assert!(err.starts_with("cube 1: the corner twists") && err.ends_with("\nURF: red green white\n^\n"), "{err}");

    let (status, out, err) =
        said(&["check", "--format", "pieces", "--file", &data("pieces/faulty/unknown-colour.txt")]);
    assert_eq!((status, out.as_str()), (3, ""));
    assert!(err.contains("[unknown-colour]") && err.contains("(line 7, column 16)"), "{err}");
    let (status, _, err) = said(&["check", "--format", "pieces", "--file", &data("pieces/none.txt")]);
    assert_eq!(status, 5, "{err}");
}

/// Lines of dashes separate cubes; the error of the second cube has the line of the file, the third is solved.
#[test]
fn several_cubes_in_a_file() {
    let path = data("pieces/several.txt");
    let (status, out, err) = solve(&["--format", "pieces", "--file", &path]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len(), lines[0], lines[2]), (3, 3, "R' (1q)", "R F' (2q)"), "{out}{err}");
    assert!(lines[1].starts_with("invalid: the corner twists") && lines[1].ends_with("(line 34, column 1)"), "{out}");
    assert!(err.starts_with("cube 2: "), "{err}");

    let args = ["convert", "--to", "colours", "--format", "pieces", "--file", &path];
    let (status, out, err) = said(&args);
    assert_eq!((status, out.lines().filter(|line| *line == "---").count()), (3, 1), "{err}");
    let mut again = bare(&["convert", "--to", "facelets", "--format", "colors", "--file", "-"]);
    again.write_stdin(out);
    assert_eq!(output(&mut again), (0, facelets("R") + &facelets("F R'"), String::new()));
    let mut empty = bare(&["check", "--format", "pieces", "--file", "-"]);
    empty.write_stdin("# nothing\n---\n\n");
    let (status, _, err) = output(&mut empty);
    assert!(status == 3 && err.contains("[place-missing]"), "{err}");
}

/// Cubes that are written can be read back, as a quoted argument of many lines, with and without a format.
#[test]
fn written_cubes_are_read_back() {
    let word = "R U2 F' L D B2 R' F";
    for format in ["pieces", "colours"] {
        let (status, text, _) = said(&["convert", "--to", format, word]);
        assert_eq!(status, 0);
        for reading in [format, "auto"] {
            let valid = format!("valid {}", facelets(word));
            assert_eq!(said(&["check", "--format", reading, text.trim()]), (0, valid, String::new()), "{format}");
        }
        let (_, scrambles, _) = said(&["scramble", "--seed", "1", "--count", "3", "--to", format]);
        assert_eq!(scrambles.matches("---").count(), 2, "{scrambles}");
    }
    assert_eq!(solve(&[&said(&["convert", "--to", "pieces", "R U"]).1]).1, "U' R' (2q)\n");
    assert_eq!(solve(&["--format", "pieces", &said(&["convert", "--to", "pieces", "R U"]).1]).1, "U' R' (2q)\n");
}

/// Six faces without quotes, as a shell passes them on, and one cube in a line of a file of one cube per line.
#[test]
fn faces_in_one_line() {
    let text = fs::read_to_string(data("colours/depth9.txt")).unwrap();
    let faces = text.lines().last().unwrap();
    let separate: Vec<&str> = faces.split(' ').collect();
    assert!(solve(&separate).1.ends_with("(9q)\n"));
    assert!(solve(&[&["--format", "colours"], &separate[..]].concat()).1.ends_with("(9q)\n"));
    let mut mixed = bare(&["convert", "--to", "facelets", "--file", "-"]);
    mixed.write_stdin(format!("R\n{faces}\n{faces} X\n"));
    let (status, out, err) = output(&mut mixed);
    assert_eq!((status, out), (3, facelets("R") + &facelets("F R' F2 L R2 U2")));
    assert!(err.contains("(line 3, column 73)"), "{err}");
}

/// The first line tells that cubes take several lines: for files, for standard input, and with a fault in the second
/// cube.
#[test]
fn a_file_of_many_lines_needs_no_format() {
    for format in ["pieces", "colours"] {
        let valid = format!("valid {}", facelets(""));
        let path = data(&format!("{format}/solved.txt"));
        assert_eq!(said(&["check", "--file", &path]), (0, valid.clone(), String::new()), "{format}");
        let (_, text, _) = said(&["scramble", "2", "--seed", "1", "--to", format]);
        let mut again = bare(&["convert", "--to", format, "-"]);
        again.write_stdin(text.clone());
        assert_eq!(output(&mut again), (0, text, String::new()), "{format}");
        let (_, solved, _) = said(&["convert", "--to", format, "R R'"]);
        let mut cut = bare(&["check", "-"]);
        cut.write_stdin(format!("# a note\n\n{solved}---\n{}", &solved[..40]));
        let (status, out, err) = output(&mut cut);
        assert_eq!((status, out), (3, valid), "{format}");
        assert!(err.starts_with("cube 2: ") && err.contains("[place-missing]"), "{format}: {err}");
    }
}

/// The message names the colours, what is too many and too few, and pieces that do not exist.
#[test]
fn wrong_stickers_are_named() {
    let typed = |second: &str| format!("Y{second}YYYYYYYRRRRRRRRRBBBBBBBBBWWWWWWWWWOOOOOOOOOGGGGGGGGG");
    let (status, _, err) = said(&["check", &typed("O")]);
    let sentence = "orange occurs 10 times (1 too many) and yellow occurs 8 times (1 too few), but each colour has 9 stickers; \
                    edge BL appears twice, in slots UB and BL, and edge UB is missing [colour-count]";
    assert!(status == 3 && err.contains(sentence), "{err}");
    let (_, _, err) = said(&["check", &typed("G")]);
    assert!(err.contains("no edge is coloured `green green`, as the one in slot UB: green occurs twice"), "{err}");
}

/// Moves with the number of clockwise quarter turns: F1, F2, F3.
#[test]
fn moves_with_numbers() {
    for (numbers, primes) in [("F1 F2 F3", "F2"), ("R3 U2 L1 D3 B1", "R' U2 L D' B")] {
        assert_eq!(said(&["convert", "--to", "facelets", numbers]), (0, facelets(primes), String::new()));
    }
}
