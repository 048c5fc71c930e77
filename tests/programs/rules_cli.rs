//! `solve --rules FILE`: pruning rules of users.

use crate::program;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;
use tempfile::TempDir;

/// A directory with a file of rules, and the cache.
fn with_rules(text: impl AsRef<[u8]>) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("own.rules"), text).unwrap();
    directory
}

fn run(directory: &Path, args: &[&str]) -> Output {
    let mut command = program::solve();
    command.current_dir(directory).env("XDG_CACHE_HOME", directory).timeout(Duration::from_secs(100));
    command.args(["--progress", "none", "--threads", "2"]).args(args).output().unwrap()
}

/// Exit status and messages of a search with these rules and no tables.
fn ended(text: &str, args: &[&str]) -> (i32, String) {
    let directory = with_rules(text);
    let output = run(directory.path(), &[&["--rules", "own.rules", "--heuristic", "zero"], args].concat());
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[track_caller]
fn refused(text: &str, args: &[&str], sentences: &[&str]) {
    let (status, message) = ended(text, &[args, &["R U"]].concat());
    assert_eq!(status, 2, "{text}: {message}");
    for sentence in sentences {
        assert!(message.contains(sentence), "{text}\n{message}\nlacks: {sentence}");
    }
}

fn record(text: &str, args: &[&str]) -> Value {
    let directory = with_rules(text);
    let common = ["--rules", "own.rules", "--heuristic", "zero", "--output", "jsonl", "--stats"];
    let output = run(directory.path(), &[&common, args].concat());
    assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn nodes(record: &Value) -> Vec<u64> {
    record["iterations"].as_array().unwrap().iter().map(|iteration| iteration["nodes"].as_u64().unwrap()).collect()
}

/// Of two opposite faces, the order that the canonical sequences leave out.
const OTHER_ORDER: &str = "M.face M.face\nU.face D.face  # first D\nR.face L.face\nF.face B.face\n";
/// The canonical rules, and of the two forms R2 U2 D2 R2 and L2 U2 D2 L2 of the same turn the second one.
const LONGER: &str = "M.face M.face\nD.face U.face\nL.face R.face\nB.face F.face\nL2 U2 D2 L2\n";
/// The canonical rules of quarter turns, written in another way.
const CANONICAL_QTM: &str =
    "M M'\nM M M\nU' U'\n\nR' R' | F' F' | D' D' | L' L' | B' B'\nD.face U.face\nL.face R.face\nB.face F.face";

#[test]
fn sound_rules_are_used() {
    let cube = "R U F2 L B";
    let plain = record("", &[cube]);
    let other = record(OTHER_ORDER, &[cube]);
    let longer = record(LONGER, &[cube]);
    for record in [&plain, &other, &longer] {
        assert_eq!((&record["status"], &record["length"]), (&"solved".into(), &5.into()));
        assert_eq!(record["optimal"], true);
    }
    // All sequences of up to three moves, and those that are canonical in one order or another.
    assert_eq!(nodes(&plain)[..3], [18, 342, 6174]);
    assert_eq!(nodes(&other)[..4], [18, 261, 3501, 46_755]);
    assert_eq!(nodes(&longer)[..4], [18, 261, 3501, 46_754]);
    let quarter = record(CANONICAL_QTM, &["--metric", "qtm", "R U F2 L B"]);
    assert_eq!(nodes(&quarter)[..2], [126, 11_205]);
}

#[test]
fn statistics_say_what_is_proven() {
    for (rules, sentence) in [
        (OTHER_ORDER, "rules: proven to keep every shortest solution, up to the order of commuting moves\n"),
        (LONGER, "rules: proven to keep one shortest solution at least of every cube\n"),
    ] {
        let (status, told) = ended(rules, &["--stats", "R U"]);
        assert!(status == 0 && told.contains(sentence) && told.contains("pruning rules of a file"), "{told}");
    }
}

#[test]
fn all_solutions_are_found_with_rules_that_keep_them() {
    let cube = "R2 L2 U2 D2";
    let sorted = |record: &Value| {
        let mut count = record["solutions"].as_array().unwrap().len();
        count += 1000 * record["length"].as_u64().unwrap() as usize;
        count
    };
    let found = ["", OTHER_ORDER].map(|rules| sorted(&record(rules, &["--all", cube])));
    let directory = with_rules("");
    let usual = run(directory.path(), &["--heuristic", "zero", "--all", "--output", "jsonl", cube]);
    assert_eq!(found, [sorted(&serde_json::from_slice(&usual.stdout).unwrap()); 2]);
}

#[test]
fn presets_ranks_and_tables_of_states_take_rules() {
    for flags in [
        &["--preset", "ida-no-db"][..],
        &["--preset", "iddfs-hash", "--metric", "htm"],
        &["--ranks", "2"],
        &["--kernel", "recursive", "--scheduler", "stealing:2"],
        &["--tt", "packed", "--tt-depth", "3"],
    ] {
        let record = record(LONGER, &[flags, &["R U F2 L B"]].concat());
        assert_eq!(record["length"], 5, "{flags:?}");
    }
}

/// A checkpoint belongs to the rules with which it was made.
#[test]
fn other_rules_cannot_go_on_with_a_checkpoint() {
    let directory = with_rules(LONGER);
    fs::write(directory.path().join("other.rules"), OTHER_ORDER).unwrap();
    let search = |rules: &str, more: &[&str]| {
        let saved = ["--heuristic", "zero", "--checkpoint", "saved", "--checkpoint-every", "0.01s", "--rules", rules];
        run(directory.path(), &[&saved[..], more, &["R U F2 L B D' R2 U' F L2 D"]].concat())
    };
    assert_eq!(search("own.rules", &["--timeout", "0.5"]).status.code(), Some(7));
    let other = search("other.rules", &["--resume"]);
    assert_eq!(other.status.code(), Some(4), "{}", String::from_utf8_lossy(&other.stderr));
    assert_eq!(search("own.rules", &["--resume", "--timeout", "0.2"]).status.code(), Some(7));
}

#[test]
fn faults_are_told_with_line_column_and_caret() {
    for (text, metric, sentences) in [
        ("M M\nR.fase R\n", "htm", &["own.rules: line 2, column 2: `.fase` is not a class", "\nR.fase R\n ^"][..]),
        ("# turns\n\nR (U", "htm", &["line 3, column 3: this parenthesis is never closed", "\nR (U\n  ^"]),
        ("M N where P in M.opposite", "htm", &["line 1, column 11: `P` does not occur in the pattern"]),
        ("M N where F in M.opposite", "htm", &["line 1, column 11: `F` is a face"]),
        ("R ? U", "htm", &["line 1, column 3: `?` has no meaning here", "\nR ? U\n  ^"]),
        ("R )", "htm", &["line 1, column 3: expected", "found `)`"]),
        ("M*", "htm", &["line 1, column 1: the pattern matches the empty word"]),
        ("M N O P", "htm", &["line 1, column 1: the pattern has 4 variables; at most 3"]),
        ("M M\nR2 R2", "qtm", &["line 2, column 1: `R2` is not a move with --metric qtm"]),
        ("M M\nR U R3", "htm", &["line 2, column 5: `R3` is not a move with --metric htm"]),
        ("M2 M", "htm", &["line 1, column 1: `M2` is not a move"]),
        ("\u{1b}[2J R", "htm", &["line 1, column 1", "\\u{1b}[2J R\n^"]),
    ] {
        refused(text, &["--metric", metric], sentences);
    }
    let directory = with_rules(b"M M M\nR \xff\n");
    let output = run(directory.path(), &["--rules", "own.rules", "R"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("own.rules: line 2: this is not text"), "{message}");
    let directory = with_rules("# much\n".repeat(200_000));
    let output = run(directory.path(), &["--rules", "own.rules", "R"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn files_that_cannot_be_read_have_a_status_of_their_own() {
    let directory = with_rules("");
    for path in ["none.rules", "."] {
        let output = run(directory.path(), &["--rules", path, "R"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{message}");
        assert!(message.contains(&format!("cannot read {path}: ")), "{message}");
    }
}

/// The worst that these rules could do is to report a wrong length as optimal: rules that may lose a shortest solution
/// are refused.
#[test]
fn unsound_rules_are_refused() {
    refused("U", &[], &["lose shortest solutions", "no sequence of 1 move with the effect of U"]);
    refused("M N M' N'", &[], &["with the effect of U R U' R'"]);
    refused("U.face D.face\nD.face U.face", &[], &["they allow no sequence of 2 moves with the effect of U D"]);
    // Correct in the other metric.
    refused("M.face M.face", &["--metric", "qtm"], &["with the effect of U U", "; they are right for --metric htm"]);
    refused("M M M\nM M'", &["--metric", "htm", "--prune", "rules"], &["cannot be used with"]);
    // Each line is sound, both together are not.
    refused("R U D\nD U F", &[], &["with the effect of R U D F"]);
    // Sound, but it leaves out the first of the two forms, which the proof does not know.
    let first = LONGER.replace("L2 U2 D2 L2", "R2 U2 D2 R2");
    refused(
        &first,
        &[],
        &[
            "not proven",
            "every order of R2 U2 D2 R2",
            "in the order U U2 U' R R2 R' F",
            "but they refuse R2 U2 D2 R2, which",
        ],
    );
    let both = format!("{OTHER_ORDER}R2 U2 D2 R2 | R2 D2 U2 R2");
    refused(&both, &[], &["not proven", "every order of R2 U2 D2 R2", "but they refuse U D, which"]);
    // Too long for the counterexample to be found by trying.
    let long = "M.face M.face\nD.face U.face\nL.face R.face\nB.face F.face\nR U2 F' L D2 B\n";
    refused(long, &[], &["not proven", "R U2 F' L D2 B", "up to 5 moves"]);
}

#[test]
fn rules_do_not_go_with_everything() {
    refused("", &["--prune", "none"], &["cannot be used with"]);
    refused("", &["--preset", "bfs"], &["breadth-first"]);
    refused("", &["--size", "4"], &["--rules goes with the usual search of the 3x3x3"]);
    refused("", &["--tt", "packed", "--tt-symmetry"], &["canonical"]);
    refused(LONGER, &["--all"], &["--all needs rules that keep every solution", "every order of L2 U2 D2 L2"]);
}
