//! Pictures and links of `solve`: on the terminal, in files, in records.

use crate::program::{self, output};
use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// `solve` in a separate directory and without a terminal, with short searches that need no tables.
fn solve(directory: &TempDir, args: &[&str]) -> Command {
    let mut command = program::bare(args);
    command.current_dir(directory.path());
    command
}

fn directory() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn files(directory: &TempDir) -> Vec<String> {
    cubepdb_testing::names(directory.path())
}

fn read(directory: &TempDir, name: &str) -> Vec<u8> {
    fs::read(directory.path().join(name)).unwrap()
}

const NET_OF_R: &str = "
       U U F
       U U F
       U U F
L L L  F F D  R R R  U B B
L L L  F F D  R R R  U B B
L L L  F F D  R R R  U B B
       D D B
       D D B
       D D B
";

#[test]
fn every_command_shows_the_unfolded_cube() {
    let here = directory();
    let net = NET_OF_R.trim_start_matches('\n');
    let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    let cases: [(&[&str], String); 3] = [
        (&["--heuristic", "zero", "--picture", "R"], format!("{net}R' (1f)\n")),
        (&["check", "--picture", facelets], format!("{net}valid {facelets}\n")),
        (&["convert", "--to", "facelets", "--picture", "R"], format!("{net}{facelets}\n")),
    ];
    for (args, expected) in cases {
        let (status, out, error) = output(&mut solve(&here, args));
        assert_eq!((status, out), (0, expected), "{args:?} {error}");
    }
    let scramble = ["scramble", "--seed", "1", "--size", "7", "--twists", "9"];
    let (_, word, _) = output(&mut solve(&here, &scramble));
    let (_, shown, _) = output(solve(&here, &scramble).arg("--picture"));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!((lines.len(), lines[21]), (22, word.trim_end()));
    let (_, checked, _) = output(&mut solve(&here, &["check", "--size", "7", "--picture", word.trim_end()]));
    assert_eq!(checked.lines().take(21).collect::<Vec<_>>(), &lines[..21]);
}

#[test]
fn colours_are_for_those_who_want_them() {
    let here = directory();
    let shown = |variables: &[(&str, &str)]| {
        let mut command = solve(&here, &["check", "--picture", "R"]);
        output(command.envs(variables.iter().copied())).1
    };
    let plain = shown(&[]);
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(shown(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);
    assert_eq!(shown(&[("COLORTERM", "truecolor")]), plain);
    let indexed = shown(&[("CLICOLOR_FORCE", "1")]);
    assert!(indexed.contains("\u{1b}[48;5;231;38;5;16mU U \u{1b}[0m"), "{indexed}");
    let exact = shown(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "24bit")]);
    assert!(exact.contains("\u{1b}[48;2;252;252;252;38;2;0;0;0mU U \u{1b}[0m"), "{exact}");
}

/// The committed picture is what the program draws: after an intended change, review the new one and commit it.
#[test]
fn a_solution_is_drawn_as_it_was() {
    let here = directory();
    let args = ["--size", "2", "--metric", "qtm", "--view", "net", "--svg", "cube.svg", "R U2"];
    assert_eq!(output(&mut solve(&here, &args)).0, 0);
    let golden = cubepdb_testing::root().join("tests/data/pictures/pocket.svg");
    assert_eq!(String::from_utf8(read(&here, "cube.svg")).unwrap(), fs::read_to_string(golden).unwrap());
}

#[test]
fn files_are_replaced_only_if_asked_for() {
    let here = directory();
    let args = ["--heuristic", "zero", "--svg", "a.svg", "--png", "a.png", "R U"];
    assert_eq!(output(&mut solve(&here, &args)).0, 0);
    assert_eq!(files(&here), ["a.png", "a.svg"]);
    let (svg, png) = (read(&here, "a.svg"), read(&here, "a.png"));
    assert!(svg.starts_with(b"<svg") && png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let other = ["--heuristic", "zero", "--svg", "a.svg", "--png", "a.png", "F D"];
    let (status, out, error) = output(&mut solve(&here, &other));
    assert_eq!((status, out.as_str()), (5, ""), "nothing is searched for a picture that cannot be written");
    assert_eq!(error, "error: a.svg: exists already and is not overwritten (--force replaces it)\n");
    assert_eq!((read(&here, "a.svg"), read(&here, "a.png")), (svg.clone(), png.clone()));
    assert_eq!(output(solve(&here, &other).arg("--force")).0, 0);
    assert!(read(&here, "a.svg") != svg && read(&here, "a.png") != png);
    assert_eq!(files(&here), ["a.png", "a.svg"], "no file is left over");
}

#[test]
fn files_of_several_cubes_are_numbered() {
    let here = directory();
    let args = ["--heuristic", "zero", "--output", "jsonl", "--svg", "c.svg", "R U", "X", "F2"];
    assert_eq!(output(&mut solve(&here, &args)).0, 3);
    assert_eq!(files(&here), ["c-1.svg", "c-3.svg"]);
    let command = ["--heuristic", "zero", "--svg", "one.svg", "--file", "-"];
    assert_eq!(output(solve(&here, &command).write_stdin("R U\n")).0, 0);
    assert_eq!(output(solve(&here, &["scramble", "--count", "2", "--seed", "1", "--svg", "s"]).arg("--letters")).0, 0);
    assert_eq!(files(&here), ["c-1.svg", "c-3.svg", "one-1.svg", "s-1", "s-2"], "from standard input, more may follow");
}

/// A cube that is typed with yellow on top is drawn so, in letters of colours, before and after each move.
#[test]
fn typed_colours_are_drawn() {
    let here = directory();
    let typed = "YYBYYBYYBRRRRRRRRRBBWBBWBBWWWGWWGWWGOOOOOOOOOYGGYGGYGG";
    let (_, shown, _) = output(&mut solve(&here, &["--heuristic", "zero", "--picture", "--svg", "c.svg", typed]));
    assert!(shown.starts_with("       Y Y B\n") && shown.ends_with("       W W G\nR' (1f)\n"), "{shown}");
    let svg = String::from_utf8(read(&here, "c.svg")).unwrap();
    // Of the solved cube, the last in the file, the first face is yellow; the arrow with its edge is on it, and the
    // note below.
    let fills: Vec<&str> = svg.split("<path fill=\"").skip(1).map(|path| &path[..7]).collect();
    assert_eq!(fills[fills.len() - 8..][..1], ["#ffd500"], "{fills:?}");
    assert_eq!(fills[fills.len() - 2..], ["#ffffff", "#1c1e22"]);
    assert!(svg.contains("turned over: D on top"));
}

/// Colours are also written and linked as they were typed.
#[test]
fn typed_colours_are_converted_and_linked() {
    let here = directory();
    let typed = "YYBYYBYYBRRRRRRRRRBBWBBWBBWWWGWWGWWGOOOOOOOOOYGGYGGYGG";
    let (_, colours, _) = output(&mut solve(&here, &["convert", "--to", "colours", typed]));
    assert!(colours.starts_with("U: Y Y B / Y Y B / Y Y B\nR: R R R"), "{colours}");
    let (_, pieces, _) = output(&mut solve(&here, &["convert", "--to", "pieces", &colours]));
    assert!(pieces.starts_with("front: blue\ntop: yellow\n"), "{pieces}");
    for text in [&colours, &pieces] {
        let (_, moves, _) = output(&mut solve(&here, &["convert", "--to", "moves", text]));
        assert_eq!(moves, "R\n", "{text}");
    }
    let (_, out, _) = output(&mut solve(&here, &["--heuristic", "zero", "--link", typed]));
    assert!(out.contains("&setup-alg=x2+R&alg=R%27\n"), "{out}");
}

/// `check` draws what was typed with the wrong stickers marked, and says once what is wrong.
#[test]
fn an_invalid_cube_is_drawn_and_reported_once() {
    let here = directory();
    let typed = "YYYYYYYYRRRRRRRRRRBBBBBBBBBWWWWWWWWWOOOOOOOOOGGGGGGGGG";
    let args = ["check", "--picture", "--png", "c.png", "--svg", "c.svg", typed];
    let (status, out, error) = output(&mut solve(&here, &args));
    assert!(status == 3 && out.contains("       Y Y R!\nO O O  B B B! R!R R  G G G\n"), "{out}");
    assert_eq!(error.matches("red occurs 10 times").count(), 1, "{error}");
    assert_eq!(files(&here), ["c.png", "c.svg"]);
    let (status, out, _) = output(&mut solve(&here, &["check", "--picture", "R$"]));
    assert_eq!((status, out.as_str()), (3, ""), "moves are no stickers");
}

/// A user who writes one cube and waits for the answer gets it, and the picture.
#[test]
fn a_cube_from_standard_input_does_not_wait_for_the_next_one() {
    let here = directory();
    let mut child = program::plain(env!("CARGO_BIN_EXE_solve"))
        .args(["--heuristic", "zero", "--svg", "c.svg", "-"])
        .current_dir(here.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut cubes, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, receive) = channel();
    thread::spawn(move || BufReader::new(answers).lines().map(Result::unwrap).try_for_each(|line| send.send(line)));
    for (cube, answer) in [("R U", "U' R' (2f)"), ("F2", "F2 (1f)")] {
        writeln!(cubes, "{cube}").unwrap();
        assert_eq!(receive.recv_timeout(Duration::from_secs(100)).as_deref(), Ok(answer));
    }
    drop(cubes);
    assert!(child.wait().unwrap().success());
    assert_eq!(files(&here), ["c-1.svg", "c-2.svg"]);
}

/// Its status is kept, and all other cubes are solved and drawn.
#[test]
fn a_picture_that_cannot_be_written_is_in_nobody_elses_way() {
    let cubes = "R U\nF2\nL D\n";
    let solved = "U' R' (2f)\nF2 (1f)\nD' L' (2f)\n";
    let cases: [(&[&str], Option<&str>); 7] = [
        (&["--heuristic", "zero", "--file", "cubes.txt"], Some(solved)),
        (&["--heuristic", "zero", "--jobs", "2", "--file", "cubes.txt"], Some(solved)),
        (&["--size", "2", "--file", "cubes.txt"], None),
        (&["check", "--file", "cubes.txt"], None),
        (&["convert", "--to", "reid", "--file", "cubes.txt"], None),
        (&["scramble", "--count", "3", "--seed", "1"], None),
        (&["scramble", "--count", "3", "--seed", "1", "--twists", "9"], None),
    ];
    for ((args, expected), taken) in cases.iter().flat_map(|case| [(case, "c-1.svg"), (case, "c-2.svg")]) {
        let here = directory();
        fs::write(here.path().join("cubes.txt"), cubes).unwrap();
        fs::write(here.path().join(taken), "").unwrap();
        let (status, out, error) = output(solve(&here, args).args(["--svg", "c.svg"]));
        assert_eq!((status, out.lines().count()), (5, 3), "{args:?}");
        assert_eq!(error, format!("error: {taken}: exists already and is not overwritten (--force replaces it)\n"));
        assert!(expected.is_none_or(|expected| expected == out), "{args:?}: {out}");
        assert_eq!(files(&here), ["c-1.svg", "c-2.svg", "c-3.svg", "cubes.txt"], "{args:?}");
        assert!(read(&here, taken).is_empty(), "{args:?}");
    }
}

#[test]
fn what_was_not_solved_is_drawn_as_it_is() {
    let here = directory();
    let args = ["--heuristic", "zero", "--max-depth", "1", "--svg", "cube.svg", "R U"];
    assert_eq!(output(&mut solve(&here, &args)).0, 1);
    let svg = String::from_utf8(read(&here, "cube.svg")).unwrap();
    assert!(svg.contains(">no solution within 1 move (proven)</text>") && !svg.contains(">start</text>"), "{svg}");
}

#[test]
fn pictures_that_cannot_be_written() {
    let here = directory();
    for (args, status) in [
        (["check", "--svg", "missing/a.svg", "R"], 5),
        (["check", "--png", "/dev/null", "R"], 5),
        (["check", "--png", "-", "R"], 2),
        (["--output", "csv", "--picture", "R"], 2),
        (["--svg=a", "--png=a", "--size=2", "R"], 2),
    ] {
        let (found, out, _) = output(&mut solve(&here, &args));
        assert_eq!((found, out.as_str()), (status, ""), "{args:?}");
    }
    assert!(files(&here).is_empty());
}

#[test]
fn a_link_plays_the_solution() {
    let here = directory();
    let link = "https://alpha.twizzle.net/edit/?puzzle=3x3x3&setup-alg=R+U2&alg=U2+R%27";
    let with = |more: &[&str]| {
        let mut args = vec!["--heuristic", "zero", "--link"];
        args.extend(more);
        output(&mut solve(&here, &args)).1
    };
    assert_eq!(with(&["R U2"]), format!("U2 R' (2f)\n{link}\n"));
    assert_eq!(with(&["--metric", "qtm", "R U2"]), format!("U2 R' (3q)\n{link}\n"));
    let csv = with(&["--output", "csv", "R U2", "X"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",error,link") && lines[1].ends_with(link) && lines[2].ends_with(','), "{csv}");
    let record: Value = serde_json::from_str(&with(&["--output", "jsonl", "R U2"])).unwrap();
    assert_eq!(record["link"], link);
    let (_, none, _) = output(&mut solve(&here, &["--heuristic", "zero", "--output", "jsonl", "R U2"]));
    assert!(!none.contains("link"), "{none}");
}

/// Two outputs, or an output and an input, are different files, by whatever paths they are named.
#[test]
fn no_output_takes_the_place_of_another_file() {
    let here = directory();
    fs::write(here.path().join("cubes"), "R U\n").unwrap();
    fs::write(here.path().join("Cargo.lock"), "version = 4\n").unwrap();
    let before = files(&here);
    for (args, status, sentence) in [
        (&["--checkpoint", "x", "--iterations", "x", "R U"][..], 2, "`x` is named for two outputs"),
        (&["--svg", "x.svg", "--png", "./x.svg", "R U"], 2, "`./x.svg` is named for two outputs"),
        (&["--iterations", "cubes", "--force", "--file", "cubes"], 2, "`cubes` is an input"),
        (&["--svg", "../cubes", "--force", "--pdb", "../cubes", "R"], 2, "`../cubes` is an input"),
        (&["cases", "--set", "cubes", "--html", "cubes", "--force"], 2, "`cubes` is an input"),
        (&["--checkpoint", "Cargo", "--heuristic", "zero", "R U"], 5, "Cargo.lock: exists already"),
        (&["cases", "--set", "cubes", "--results", "/dev/null"], 5, "/dev/null"),
    ] {
        let (found, _, told) = output(&mut solve(&here, args));
        assert!(found == status && told.contains(sentence), "{args:?}: {found} {told}");
        assert_eq!(files(&here), before, "{args:?}");
    }
    assert_eq!(read(&here, "Cargo.lock"), b"version = 4\n");
    assert_eq!(read(&here, "cubes"), b"R U\n");
}
