//! The `solve` program: inputs, outputs, tables and exit statuses.

use crate::fixtures::{self, CORNERS, CORNERS_QTM, EDGES, EDGES_QTM};
use crate::program::{self, bare, output, said};
use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

/// A directory with a corner table and a five-edge table for each metric.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solve-tables");
    let _ = fs::remove_dir_all(&directory);
    let tables = [
        (CORNERS, "corners.pdb"),
        (EDGES, "edges5.pdb"),
        (CORNERS_QTM, "corners-qtm.pdb"),
        (EDGES_QTM, "edges5-qtm.pdb"),
    ];
    fixtures::link(&directory, &tables);
    directory
});

pub fn solve(args: &[&str]) -> Command {
    let mut command = program::solve();
    command.arg("--pdb").arg(&*TABLES).args(args).timeout(Duration::from_secs(100));
    command
}

#[test]
fn one_cube_in_every_notation() {
    for cube in [
        "R U R' U'",
        "RUR'U'",
        "R1 U1 R3 U3",
        "(R U R' U')1",
        "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB",
        "UF FR UR UL DF DR DB DL UB FL BR BL FDR LUB URB ULF RUF DFL DLB DBR",
    ] {
        let (status, out, _) = output(&mut solve(&[cube]));
        assert_eq!((status, out.as_str()), (0, "U R U' R' (4f)\n"), "{cube}");
    }
}

/// The arguments that a shell makes of a cube without quotes around it.
#[test]
fn states_without_quotes_are_one_cube_and_moves_without_quotes_are_pointed_out() {
    let mut faces = vec!["UULUUFUUF", "RRUBRRURR", "FFDFFUFFF", "DDRDDDDDD", "BLLLLLLLL", "BRRBBBBBB"];
    assert_eq!(output(&mut solve(&faces)).1, "U R U' R' (4f)\n");
    faces.swap(0, 1);
    assert_eq!(output(&mut solve(&faces)).0, 3);
    let (status, out, err) = output(&mut solve(&["R", "U2"]));
    assert_eq!((status, out.as_str()), (0, "R' (1f)\nU2 (1f)\n"));
    assert!(err.contains("2 cubes, one for each argument; put quotes around a scramble: solve \"R U R' U'\""), "{err}");
    // The shell takes the apostrophes of `R U' F R' U` for quotes.
    let (status, _, err) = output(&mut solve(&["R", "U F R U"]));
    assert!(status == 0 && err.contains("2 cubes, one for each argument"), "{err}");
    let (status, _, err) = said(&["check", "R", "U", "R", "U2"]);
    assert!(status == 0 && err.contains("4 cubes, one for each argument"), "{err}");
    for cubes in [["R U", "F L"], ["R U", "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"]] {
        let (status, _, err) = output(&mut solve(&cubes));
        assert!(status == 0 && !err.contains("quotes"), "{cubes:?}: {err}");
    }
}

/// Stickers that are missing, too many or of another size are counted, and never solved as moves.
#[test]
fn facelets_of_a_wrong_number_are_counted() {
    let blocks = "UULUUFUUF RRUBRRURR FFDFFUFF DDRDDDDDD BLLLLLLLL BRRBBBBBB";
    for (cube, message, note) in [
        (blocks, "these are 53 facelets; a 3x3x3 has 54", "note: if these are moves, add --format moves"),
        ("UFUFRRRRFDFDDBDBLLLLUBUB", "these are 24 facelets, those of a 2x2x2", "note: --size 2 reads the facelets"),
        (&"URFDLB".repeat(16), "these are 96 facelets, those of a 4x4x4", "note: --size 4 reads the facelets"),
        (&"URFDLB".repeat(11), "these are 66 facelets; a 3x3x3 has 54", "--format moves"),
    ] {
        for args in [&[cube] as &[&str], &["check", cube]] {
            let (status, out, err) = said(args);
            assert_eq!((status, out.contains("f)") || out.contains("valid U")), (3, false), "{cube}: {out}");
            assert!(err.contains(message) && err.contains(note), "{cube}: {err}");
        }
    }
    assert_eq!(output(&mut solve(&["--format", "moves", &"UUUURRRR".repeat(2)])).1, "(0f)\n");
}

#[test]
fn lengths_are_tagged_by_metric_and_solved_cubes_are_empty() {
    assert_eq!(output(&mut solve(&["R2"])).1, "R2 (1f)\n");
    assert_eq!(output(&mut solve(&["--metric", "qtm", "R2"])).1, "R2 (2q)\n");
    for cube in ["R R' // nothing", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"] {
        let (status, out, err) = output(&mut solve(&[cube]));
        assert_eq!((status, out.as_str()), (0, "(0f)\n"), "{cube}");
        assert!(err.contains("note: this cube is already solved"), "{err}");
    }
}

/// Ways of writing moves that people bring with them.
#[test]
fn all_solutions_counts_and_slack() {
    let (status, out, _) = output(&mut solve(&["--all", "R2 L2 U D U2 D2"]));
    assert_eq!((status, out.as_str()), (0, "U D R2 L2 (4f)\n"));
    // R2 L2 and L2 R2 are one solution.
    assert_eq!(output(&mut solve(&["--all", "--count-only", "R2 L2"])).1, "1\n");
    assert_eq!(said(&["--slack", "1", "R"]).0, 2);
}

#[test]
fn records_have_the_fields_of_the_contract() {
    let (_, out, _) = output(&mut solve(&["--output", "jsonl", "--stats", "--threads", "3", "F2 U R'"]));
    let record: Value = serde_json::from_str(&out).unwrap();
    for field in [
        "id",
        "input",
        "metric",
        "status",
        "length",
        "optimal",
        "solutions",
        "lower_bound",
        "nodes",
        "lookups",
        "tt",
        "seconds",
        "threads",
        "tables",
        "error",
    ] {
        assert!(record.get(field).is_some(), "{field}");
    }
    assert_eq!(record["solutions"][0], "R U' F2");
    assert_eq!(record["threads"], 3);
    assert_eq!(record["tables"].as_array().unwrap().len(), 2);
    assert!(record["iterations"][0]["completed"].is_boolean());
    let (_, csv, _) = output(&mut solve(&["--output", "csv", "R U", "R$"]));
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("id,status,length"));
    assert!(lines[1].starts_with("1,solved,2,1,U' R',2,"));
    assert!(lines[2].starts_with("2,invalid,,0,,,0,0,"));
}

/// A form belongs to the flag only after an equals sign.
#[test]
fn statistics_do_not_take_the_cube_as_their_form() {
    for (args, status, out) in [
        (&["--stats", "R U"][..], 0, "U' R' (2f)\n"),
        (&["--stats=text", "R U"], 0, "U' R' (2f)\n"),
        (&["R U", "--stats"], 0, "U' R' (2f)\n"),
        (&["--stats=R U"], 2, ""),
    ] {
        let found = output(&mut solve(args));
        assert_eq!((found.0, found.1.as_str()), (status, out), "{args:?}: {}", found.2);
    }
    let (status, _, err) = output(&mut solve(&["--iterations", "-", "R U"]));
    assert!(status == 2 && err.contains("to a file"), "{err}");
}

#[test]
fn limits_end_with_their_status_and_a_proven_bound() {
    let hard = "U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2";
    let (status, out, _) = output(&mut solve(&["--max-depth", "10", hard]));
    assert_eq!((status, out.as_str()), (1, "no solution within 10 moves (proven)\n"));
    assert_eq!(output(&mut solve(&["--max-depth", "1", "R U"])).1, "no solution within 1 move (proven)\n");
    let (status, out, _) = output(&mut solve(&["--max-nodes", "1000000", hard]));
    assert_eq!(status, 7);
    assert!(out.contains("\nunproven: at least 1") && out.contains("node limit"), "{out}");
    let (status, out, _) = output(&mut solve(&["--timeout", "300ms", "--output", "jsonl", hard]));
    assert_eq!(status, 7);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(record["status"], "unproven");
    assert!((10..=15).contains(&record["lower_bound"].as_u64().unwrap()));
}

/// A good solution is `unproven`, without one the status is `timeout`; the code names the limit, even where some of the
/// solutions are known.
#[test]
fn the_code_tells_which_limit_it_was() {
    let hard = "U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2";
    for (args, status, code) in [
        (&["--timeout", "100ms", hard] as &[&str], "unproven", "time-limit"),
        (&["--max-nodes", "100000", hard], "unproven", "node-limit"),
        (&["--max-nodes", "100000", "--all", hard], "unproven", "node-limit"),
        (&["--max-nodes", "100000", "--all", "--slack", "8", "R U F2 L"], "timeout", "node-limit"),
        (&["--preset", "bfs", "--max-memory", "10M", hard], "unproven", "memory"),
    ] {
        let (_, out, _) = output(solve(args).args(["--output", "jsonl"]));
        let record: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&record["status"], &record["error"]["code"]), (&status.into(), &code.into()), "{out}");
    }
}

#[test]
fn misread_command_lines_are_refused_with_a_hint() {
    for (args, hint) in [
        (&["chek"] as &[&str], "`chek` is neither a cube nor a command\nhint: did you mean `solve check`?"),
        (&["chek", "R U"], "hint: did you mean `solve check`?"),
        (&["hlep"], "hint: did you mean `solve help`?"),
        (&["--size", "4", "scramble"], "hint: a command comes before all flags: `solve scramble ...`"),
        (&["--stats", "json", "R U"], "hint: did you mean `solve --stats=json \"R U\"`?"),
        (&["solve", "R U'"], "hint: did you mean `solve \"R U'\"`?"),
        (&["version"], "hint: did you mean `solve --version`?"),
        (&["verify", "a b.pdb"], "hint: did you mean `pdbgen verify \"a b.pdb\"`?"),
        (&["build"], "`build` is a command of another program"),
        (&["-all", "R U"], "hint: did you mean `--all`?"),
        (&["-threads", "4", "R U"], "hint: did you mean `--threads`?"),
        (&["--svg", "R U"], "no cube given: \"R U\" was taken as the file of --svg; write `--svg FILE \"R U\"`"),
        (&["--letters", "--png", "F2"], "no cube given: F2 was taken as the file of --png"),
    ] {
        let (status, out, err) = said(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(hint), "{args:?}: {err}");
    }
    // Each command of the other program.
    let (_, help, _) = output(program::pdbgen().arg("--help"));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 12, "{help}");
    for command in commands.iter().filter(|command| !["completions", "man", "help"].contains(command)) {
        let (status, _, err) = said(&[command, "x.pdb"]);
        assert!(status == 2 && err.contains(&format!("did you mean `pdbgen {command} x.pdb`?")), "{command}: {err}");
    }
    let (status, _, err) = said(&["scrambel", "--count", "5"]);
    assert!(status == 2 && err.ends_with("hint: did you mean `solve scramble`?\n"), "{err}");
    // Input that is a cube, or nothing like a command, gets no hint.
    for cube in ["R U", "R$", "no cube at all"] {
        let (_, _, err) = output(&mut solve(&[cube]));
        assert!(!err.contains("hint") && !err.contains("command"), "{cube}: {err}");
    }
    assert!(!said(&["convert", "--to", "nothing", "R"]).2.contains("hint: did you mean `solve"));
}

#[test]
fn usage_errors() {
    for args in [&[] as &[&str], &["--threads", "0", "R"], &["--threads", "1025", "R"], &["--timeout", "soon", "R"]] {
        assert_eq!(said(args).0, 2, "{args:?}");
    }
    let (status, _, err) = output(&mut solve(&["--file", "no-such-file"]));
    assert_eq!(status, 5);
    assert!(err.contains("no-such-file"), "{err}");
}

#[test]
fn unfit_tables_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let run = |path: &Path, metric: &str| said(&["--metric", metric, "--pdb", path.to_str().unwrap(), "R"]);
    assert_eq!(run(&at("missing.pdb"), "htm").0, 4);
    assert_eq!(run(directory.path(), "htm").0, 4, "an empty directory");

    fixtures::link(directory.path(), &[("edges --pieces UR,UF --metric qtm", "quarter.pdb")]);
    let (status, _, err) = run(&at("quarter.pdb"), "htm");
    assert_eq!(status, 4);
    assert!(err.contains("quarter.pdb is a table for qtm, the search is in htm"), "{err}");

    fixtures::link(directory.path(), &[("edges --pieces UR,UF", "half.pdb")]);
    let (status, out, err) = run(directory.path(), "htm");
    assert_eq!((status, out.as_str()), (0, "R' (1f)\n"));
    assert!(err.contains("skipping") && err.contains("quarter.pdb"), "{err}");
    fs::write(at("cut.pdb"), b"something else altogether").unwrap();
    assert_eq!(run(directory.path(), "htm").0, 4, "a damaged table in a directory is an error");
}

#[test]
fn compressed_tables_and_both_ways_of_loading_give_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let (plain, packed) = (directory.path().join("corners.pdb"), directory.path().join("c.pdb.zst"));
    fs::copy(TABLES.join("corners.pdb"), &plain).unwrap();
    let options = cubepdb::internals::pdb::file::CompressOptions { level: 1, overwrite: false };
    cubepdb::internals::pdb::file::compress(&plain, &packed, &options, &|_| ()).unwrap();
    let mut answers = Vec::new();
    for (path, mode) in [(&plain, "copy"), (&plain, "mmap"), (&packed, "auto")] {
        let args = ["--pdb", path.to_str().unwrap(), "--load", mode, "--deterministic", "U R2 F' L D B2 R' U2"];
        answers.push(said(&args));
    }
    assert_eq!(answers[0].0, 0);
    assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
}

#[test]
fn check_convert_and_scramble() {
    assert_eq!(said(&["check", "R U"]).0, 0);
    let (status, _, err) = said(&["check", "R U $"]);
    assert_eq!(status, 3);
    assert!(err.contains("bad-move") && err.ends_with("R U $\n    ^\n"), "{err}");
    let (_, reid, _) = said(&["convert", "--to", "reid", "R"]);
    assert_eq!(reid, "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR\n");
    let (_, facelets, _) = said(&["convert", "--to", "facelets", reid.trim()]);
    assert_eq!(facelets, "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB\n");
    let scramble = |seed: &str| said(&["scramble", "--count", "3", "--seed", seed]);
    assert_eq!(scramble("1"), scramble("1"));
    assert_ne!(scramble("1").1, scramble("2").1);
    assert_eq!(scramble("1").1.lines().count(), 3);
}

/// The flags that few people need are listed by another flag.
#[test]
fn help_has_two_levels() {
    let (help, all) = (said(&["--help"]).1, said(&["--help-all"]).1);
    let has = |text: &str, flag: &str| text.lines().any(|line| line.trim_start().starts_with(flag));
    assert!(!has(&help, "--preset <") && has(&help, "--help-all") && has(&help, "Examples:"));
    assert!(["--preset <", "--checkpoint <", "--ranks <"].iter().all(|flag| has(&all, flag)));
    assert!(help.lines().filter(|line| line.contains("  --")).all(|line| all.contains(line)), "{help}");
}

/// All commands read their arguments and standard input in the same way.
#[test]
fn commands_read_cubes_alike() {
    let valid = "valid UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB\n";
    for command in [&mut bare(&["check", "-"]), &mut bare(&["check", "--file", "-"])] {
        assert_eq!(output(command.write_stdin("R\n")), (0, valid.to_owned(), String::new()));
    }
    let (status, out, err) = said(&["check", "R", "R$"]);
    assert_eq!((status, out.as_str()), (3, valid));
    assert!(err.starts_with("cube 2: `$` is not a move"), "{err}");
}

#[test]
fn small_letters_and_moved_centres_are_explained() {
    let told = |args: &[&str]| output(bare(&["--heuristic", "zero"]).args(args)).2;
    let [wide, centres] = ["small letters are wide turns", "take the centres elsewhere"];
    let both = told(&["r", "r"]);
    assert!(both.matches(wide).count() == 1 && both.matches(centres).count() == 1, "{both}");
    let rotated = told(&["R x"]);
    assert!(!rotated.contains(wide) && rotated.contains(centres), "{rotated}");
    let elsewhere = told(&["--to", "x", "R"]);
    assert!(elsewhere.matches(centres).count() == 1, "{elsewhere}");
    for args in [&["R U"] as &[&str], &["--lowercase", "face", "r u"], &["U r r'", "--lowercase", "wide"]] {
        assert!(!told(args).contains("note"), "{args:?}");
    }
}

#[test]
fn checkpoints_are_for_one_cube_and_the_depth_scheduler() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run");
    let run = |more: &[&str], cubes: &[&str]| output(solve(more).arg("--checkpoint").arg(&file).args(cubes));
    for (more, cubes, message) in [
        (&["--scheduler", "ranges"][..], &["R"][..], "need the depth scheduler"),
        (&["--scheduler", "sequential"], &["R"], "need the depth scheduler"),
        (&["--preset", "bfs"], &["R"], "need the depth scheduler"),
        (&[], &["R", "R U F"], "for one cube"),
        (&["--checkpoint-every", "often"], &["R"], "not a time"),
    ] {
        let (code, _, errors) = run(more, cubes);
        assert!(code == 2 && errors.contains(message), "{more:?}: {code} {errors}");
    }
    assert_eq!(output(&mut solve(&["--resume", "R"])).0, 2);
    assert_eq!(run(&[], &["R U R$"]).0, 3);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Limits that were once silent, and successes that were none, are reported.
#[test]
fn nothing_is_lost_without_a_word() {
    // A transposition table that cannot be made is a mistake of the command line.
    let (code, out, errors) = said(&["--heuristic", "zero", "--tt", "packed", "--tt-memory", "4K", "R U"]);
    assert_eq!((code, &*out), (2, ""), "{errors}");
    assert!(
        errors.contains("--tt-memory: a transposition table of 4096 bytes is too small: at least 8192"),
        "{errors}"
    );
    // Layer numbers are not said to be others than they are.
    for number in ["99999999999", "4294967298"] {
        let (code, _, errors) = said(&["--size", "4", &format!("{number}Rw")]);
        assert_eq!(code, 3, "{errors}");
        assert!(errors.contains("no layer of so large a number (column 1)") && !errors.contains("1048"), "{errors}");
    }
    // Lines end in any of three ways.
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("cubes");
    for text in ["R U\rR2 F\r", "R U\r\nR2 F\r\n", "R U\nR2 F", "# two\r\rR U\rR2 F"] {
        std::fs::write(&file, text).unwrap();
        let (code, out, errors) = said(&["-f", file.to_str().unwrap()]);
        assert_eq!((code, &*out), (0, "U' R' (2f)\nF' R2 (2f)\n"), "{text:?}: {errors}");
    }
    // A solution is written once, however its half turns were found.
    let (code, out, errors) =
        said(&["--size", "3", "--moves", "slices", "--metric", "qtm", "--all", "--prune", "none", "U D2"]);
    let mut lines: Vec<&str> = out.lines().collect();
    lines.sort();
    let all = lines.len();
    lines.dedup();
    assert!(code == 0 && all > 1, "{out} {errors}");
    assert_eq!(lines.len(), all, "{out}");
}

/// The standard library opens `/dev/null` in the place of a closed stream, where an answer would be lost.
#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_output_is_no_success() {
    let mut shell = program::plain("sh");
    shell.args(["-c", "exec \"$0\" \"R U\" >&-"]).arg(env!("CARGO_BIN_EXE_solve"));
    let output = shell.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{errors}");
    assert!(errors.contains("standard output: it is closed"), "{errors}");
}

#[test]
#[cfg(unix)]
fn a_cache_that_others_may_write_to_is_warned_of() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    for (mode, is_warned_of) in [(0o700, false), (0o755, false), (0o777, true), (0o1777, true)] {
        std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(mode)).unwrap();
        let (status, _, errors) = output(bare(&["--cache"]).arg(place.path()).arg("R U"));
        assert_eq!(status, 0, "{errors}");
        assert_eq!(
            errors.matches("warning: others may write to the cache directory").count(),
            usize::from(is_warned_of)
        );
    }
}

/// Records say where they come from: the machine, the command line, and the tables by their checksums.
#[test]
fn records_tell_their_provenance() {
    let table = crate::cli::corner_table();
    let args = ["--pdb", table.to_str().unwrap(), "-o", "jsonl", "R U F"];
    let (_, out, _) = output(&mut solve(&args));
    let record: Value = serde_json::from_str(&out).unwrap();
    let (_, info, _) = output(program::pdbgen().args(["info", "--json", table.to_str().unwrap()]));
    let info: Value = serde_json::from_str(&info).unwrap();
    let provenance = &record["provenance"];
    assert_eq!(provenance["checksums"]["corners"], info["checksum"]);
    assert!(provenance["command"].as_array().unwrap().ends_with(&args.map(Value::from)));
    assert!(["AVX-512", "AVX2", "portable"].map(Value::from).contains(&provenance["lanes"]));
}
