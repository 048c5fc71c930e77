//! Impossible cubes, unknown moves, and bytes that are not text: each gets its message, and the cubes around it are
//! solved.

use crate::Test;
use crate::program::{Place, Ran};
use crate::tally::Faults;
use cubepdb::internals::notation::{Format, MoveOptions, parse_line};
use serde_json::Value;

pub const TESTS: &[Test] = &[
    (22, "of_pieces", pieces),
    (22, "of_facelets", facelets),
    (22, "of_other_sizes", other_sizes),
    (23, "a_table_of_it", notation),
    (23, "at_random", random_words),
    (24, "in_a_batch", bytes),
    (24, "in_a_file_name", file_names),
];

/// Solves invalid cubes with valid ones between them; each invalid one must be refused with its code, each valid one
/// solved.
fn refused(faults: &Faults, args: &[&str], good: (&str, u8), cubes: &[(String, &str)]) {
    let place = Place::new();
    let (good, length) = good;
    let input: Vec<u8> = cubes.iter().flat_map(|(cube, _)| format!("{cube}\n{good}\n").into_bytes()).collect();
    let ran = place.solve(&["--heuristic", "zero", "--output", "jsonl", "-"]).args(args).input(input).run();
    assert_eq!((ran.code, ran.signal), (Some(3), None), "{}", ran.err);
    ran.says(&[]);
    let records: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 2 * cubes.len());
    let messages: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("cube ")).collect();
    for (i, (cube, code)) in cubes.iter().enumerate() {
        let (bad, good) = (&records[2 * i], &records[2 * i + 1]);
        faults.try_one(format!("`{cube}`"), || {
            assert_eq!((&bad["status"], &bad["solutions"]), (&"invalid".into(), &Value::Array(vec![])), "{bad}");
            assert_eq!(bad["error"]["code"], *code, "{bad}");
            let message = bad["error"]["message"].as_str().unwrap();
            assert!(message.len() > 10 && !message.contains(|c: char| c.is_control()), "{message:?}");
            assert!(messages[i].starts_with(&format!("cube {}: ", 2 * i + 1)), "{}", messages[i]);
            assert_eq!((&good["status"], &good["length"]), (&"solved".into(), &length.into()), "the cube behind it");
        });
    }
}

const SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

/// The solved cube with the pieces in some slots replaced.
fn with(changes: &[(usize, String)]) -> String {
    let mut words: Vec<String> = SOLVED.split(' ').map(str::to_owned).collect();
    changes.iter().for_each(|(slot, piece)| words[*slot] = piece.clone());
    words.join(" ")
}

/// Every twist, flip, mirror image, swap and double of the pieces of a solved cube.
fn pieces(faults: &Faults) {
    let words: Vec<&str> = SOLVED.split(' ').collect();
    let mut cubes = Vec::new();
    for (slot, word) in words.iter().enumerate() {
        let turned = |by: usize| word[by..].to_owned() + &word[..by];
        let one = |piece: String| with(&[(slot, piece)]);
        if slot < 12 {
            cubes.push((one(turned(1)), "flip-parity"));
            cubes.push((one(format!("{0}{0}", &word[..1])), "edge-impossible"));
            cubes.push((one("UX".into()), "unknown-piece"));
        } else {
            cubes.extend([1, 2].map(|by| (one(turned(by)), "twist-parity")));
            cubes.push((one(word.chars().rev().collect()), "corner-mirrored"));
            cubes.push((one("UDF".into()), "corner-impossible"));
        }
        let others = if slot < 12 { slot + 1..12 } else { slot + 1..20 };
        for other in others {
            let swap = [(slot, words[other].to_owned()), (other, (*word).to_owned())];
            cubes.push((with(&swap), "permutation-parity"));
            let code = if slot < 12 { "edge-duplicate" } else { "corner-duplicate" };
            cubes.push((with(&[(other, (*word).to_owned())]), code));
        }
    }
    refused(faults, &["--format", "reid"], (SOLVED, 0), &cubes);
}

fn facelets(faults: &Faults) {
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let changed = |changes: &[(usize, char)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        changes.iter().for_each(|&(at, letter)| letters[at] = letter);
        letters.into_iter().collect::<String>()
    };
    let mut cubes: Vec<(String, &str)> = vec![
        (changed(&[(8, 'F'), (9, 'U'), (20, 'R')]), "twist-parity"),
        (changed(&[(7, 'F'), (19, 'U')]), "flip-parity"),
        (changed(&[(10, 'F'), (19, 'R')]), "permutation-parity"),
        (changed(&[(4, 'R'), (13, 'U')]), "centre-arrangement"),
        (changed(&[(4, 'D'), (31, 'U')]), "centre-arrangement"),
    ];
    for at in 0..54 {
        let other = if solved.as_bytes()[at] == b'U' { 'D' } else { 'U' };
        cubes.push((changed(&[(at, other)]), "colour-count"));
    }
    for length in [53, 52, 48, 30, 20] {
        cubes.push((solved[..length].to_owned(), "facelet-count"));
    }
    cubes.push((solved.to_owned() + "U", "facelet-count"));
    refused(faults, &["--format", "facelets"], (solved, 0), &cubes);
}

fn other_sizes(faults: &Faults) {
    for (size, cells) in [("2", 4), ("4", 16), ("5", 25)] {
        let solved: String = "URFDLB".chars().flat_map(|face| std::iter::repeat_n(face, cells)).collect();
        let counts: Vec<(String, &str)> = (0..6 * cells)
            .step_by(3)
            .map(|at| {
                let mut letters: Vec<char> = solved.chars().collect();
                letters[at] = if letters[at] == 'U' { 'D' } else { 'U' };
                (letters.into_iter().collect(), "colour-count")
            })
            .collect();
        let place = Place::new();
        for (cube, _) in counts.iter().chain([&(solved[1..].to_owned(), ""), &("R 9Rw".to_owned(), "")]) {
            faults.try_one(format!("{size}: {cube}"), || {
                let ran = place.solve(&["--size", size, cube]).run();
                ran.ends_with(3);
                assert!(!ran.out.contains("f)") && !ran.err.is_empty(), "{ran:?}");
            });
        }
    }
}

fn notation(faults: &Faults) {
    let nested = "(".repeat(1000) + "R" + &")".repeat(1000);
    let doubling = "[".repeat(40) + "R" + &", F]".repeat(40);
    let cubes = [
        ("R$", "bad-move"),
        ("Q2", "bad-move"),
        ("R''", "bad-move"),
        ("R U x!", "bad-move"),
        ("R-1", "bad-move"),
        ("R U\u{e9}", "bad-move"),
        ("\u{663}R", "bad-move"),
        ("2M", "bad-move"),
        ("(R", "unbalanced-bracket"),
        ("R)", "unbalanced-bracket"),
        ("[R,U", "unbalanced-bracket"),
        ("4Rw", "layer-too-deep"),
        ("0R", "bad-move"),
        ("(R U)99999999", "too-many-moves"),
        ("(R)18446744073709551617", "too-many-moves"),
        ("((((R)99)99)99)99", "too-many-moves"),
        (&doubling, "too-many-moves"),
        (&nested, "nested-too-deep"),
    ]
    .map(|(text, code)| (text.to_owned(), code));
    refused(faults, &["--format", "moves"], ("R U", 2), &cubes);
    // The position is shown, in every notation.
    let place = Place::new();
    for args in
        [&["check", "R U $"] as &[&str], &["convert", "--to", "reid", "R U $"], &["--heuristic", "zero", "R U $"]]
    {
        faults.try_one(format!("{args:?}"), || {
            let ran = place.solve(args).run();
            ran.ends_with(3);
            ran.says(&["`$` is not a move (column 5)", "R U $\n    ^\n"]);
        });
    }
    for (size, word) in [("4", "R r"), ("4", "M"), ("2", "E"), ("5", "2M"), ("7", "8R")] {
        faults.try_one(format!("{size}: {word}"), || {
            let ran = place.solve(&["--size", size, word]).run();
            ran.ends_with(3);
            ran.says(&["column "]);
        });
    }
    for good in ["R\u{2019}", "R2'", "R5", "U3", "R R' // nothing"] {
        place.solve(&["check", good]).ok();
    }
}

/// Any letters are read as a cube, or refused with a message, and nothing worse.
fn random_words(faults: &Faults) {
    let place = Place::new();
    let mut random = fastrand::Rng::with_seed(23);
    let letters: Vec<char> =
        "URFDLBurfdlbMESxyzw0123456789'\u{2019}+-.,:()[]/# \t\\$%\u{1F9CA}\u{e9}".chars().collect();
    let lines: Vec<String> =
        (0..1000).map(|_| (0..random.usize(..40)).map(|_| letters[random.usize(..letters.len())]).collect()).collect();
    for (i, lines) in lines.chunks(100).enumerate() {
        place.write("cubes", lines.join("\n"));
        let ran = place.solve(&["check", "--file", "cubes"]).run();
        let valid = ran.out.lines().filter(|line| line.starts_with("valid ")).count();
        let refused = ran
            .err
            .lines()
            .filter(|line| (line.starts_with("cube ") || line.starts_with("line ")) && line.contains(" ["))
            .count();
        // Lines with nothing but a comment are skipped.
        let is_comment = |line: &str| line.is_empty() || line.starts_with('#') || line.starts_with("//");
        let is_cube = |line: &&String| !is_comment(line.trim_ascii());
        let cubes = lines.iter().filter(is_cube).count();
        let mut id = 0;
        for (j, line) in lines.iter().enumerate() {
            id += usize::from(is_cube(&line));
            faults.try_one(format!("`{line}`, line {} of {i}", j + 1), || {
                assert!([Some(0), Some(3)].contains(&ran.code) && ran.signal.is_none(), "{}", ran.err);
                let name = format!("cube {id}: ");
                let name = if j + 1 > id { format!("line {}: {name}", j + 1) } else { name };
                let told = ran.err.lines().filter(|error| error.starts_with(&name)).count();
                let is_bad = parse_line(line.as_bytes(), Format::Auto, &MoveOptions::default()).is_err();
                assert!(told == usize::from(is_bad), "{told} errors: {}", ran.err);
                assert!(valid + refused == cubes, "{valid} {refused} {cubes}: {}", ran.err);
            });
        }
    }
}

fn bytes(faults: &Faults) {
    let place = Place::new();
    // A byte that is not text in every position of a word, sequences that end early or are too long, control
    // characters, escapes.
    let bad: [(&[u8], &str); 15] = [
        (b"R \x80 U", "invalid-utf8"),
        (b"\xff", "invalid-utf8"),
        (b"R\xc3", "invalid-utf8"),
        (b"\xc0\xaf", "invalid-utf8"),
        (b"\xed\xa0\x80", "invalid-utf8"),
        (b"\xf4\x90\x80\x80", "invalid-utf8"),
        (b"R U\0", "control-character"),
        (b"\0", "control-character"),
        (b"\x1b[2J", "control-character"),
        (b"R \x1b[31mU", "control-character"),
        (b"R\x07", "control-character"),
        (b"R\x08", "control-character"),
        (b"R\x7f", "control-character"),
        (b"R \xc2\x9b31m", "control-character"),
        (b"R\x0c", "control-character"),
    ];
    for (format, output) in [("auto", "jsonl"), ("moves", "text"), ("facelets", "text"), ("reid", "csv")] {
        for (cube, code) in bad {
            faults.try_one(format!("{format}: {}", cube.escape_ascii()), || {
                let args = ["--heuristic", "zero", "--format", format, "--output", output, "-"];
                let ran = place.solve(&args).input([cube, b"\n"].concat()).run();
                ran.ends_with(3);
                ran.says(&["cube 1: "]);
                let control = |c: char| c.is_control() && c != '\n';
                assert!(!ran.out.contains(control), "no control character reaches the terminal: {:?}", ran.out);
                if output == "jsonl" {
                    let record: Value = serde_json::from_str(&ran.out).unwrap();
                    assert_eq!(record["error"]["code"], code, "{record}");
                }
            });
        }
    }
    // Input as editors of other systems write it is valid.
    for good in [&b"\xef\xbb\xbfR U\n"[..], b"R U\r\n", b"R\tU\n", b"R U"] {
        let ran = place.solve(&["--heuristic", "zero", "--deterministic", "-"]).input(good).run();
        ran.ends_with(0);
        assert_eq!(ran.out, "U' R' (2f)\n");
    }
}

/// Names that are not text, or that contain control sequences for a terminal.
fn file_names(faults: &Faults) {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    for name in [&b"t\xff.pdb"[..], b"t\n.pdb", b"t\x1b[2J.pdb", "t\u{9b}31m.pdb".as_bytes(), b"-t.pdb"] {
        let name = OsStr::from_bytes(name);
        let path = [OsStr::from_bytes(b"./"), name].join(OsStr::new(""));
        faults.try_one(format!("{name:?}"), || {
            place.pdbgen("edges --pieces UR,UF --threads 2 -o").args([&path]).run().ends_with(0);
            place.pdbgen("verify").args([&path]).run().ends_with(0);
            place.solve(&["--heuristic", "edges", "R U", "--pdb"]).args([&path]).run().ends_with(0);
            std::fs::write(place.dir().join(name), "damaged").unwrap();
            let refused: [Ran; 2] =
                [place.pdbgen("verify").args([&path]).run(), place.solve(&["R", "--pdb"]).args([&path]).run()];
            for ran in refused {
                ran.ends_with(4);
                let control = |c: char| c.is_control() && c != '\n';
                assert!(!ran.err.contains(control), "no control character reaches the terminal: {:?}", ran.err);
            }
            std::fs::remove_file(place.dir().join(name)).unwrap();
        });
    }
}
