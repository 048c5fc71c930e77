//! The tables that `solve` makes, finds and uses by default.

use crate::effort::{is_full, or_full};
use crate::program;
use crate::schemas::Known;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

/// Memory in which two threads can build level 0 but no higher one.
const SCARCE: [&str; 4] = ["--max-memory", "520M", "--threads", "2"];

/// Ten moves: too many for a search without tables.
const HARD: &str = "R U F2 L D2 B R U2 L' F";

/// Runs in an empty or a prepared home.
fn run(home: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = program::solve();
    command.current_dir(home).env("HOME", home).env_remove("XDG_CACHE_HOME").timeout(Duration::from_secs(100));
    program::ended(command.args(args).output().unwrap())
}

fn with_cache(tables: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let cache = home.path().join(".cache/cubepdb");
    fs::create_dir_all(&cache).unwrap();
    for (table, name) in tables {
        fs::copy(TABLES.join(table), cache.join(name)).unwrap();
    }
    home
}

/// A directory with level 0 and the corners, made by the first runs with little memory.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("default-tables");
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).unwrap();
    let (status, out, err) = run(&home, &[&SCARCE[..], &[HARD]].concat());
    assert!(status == 0 && out.ends_with("(10f)\n"), "{err}");
    assert!(err.starts_with("building the table h48-0 (29.7 MB) once, in "), "{err}");
    assert!(err.contains("1/4 of the") && err.contains("takes at most 545.3 MB to build; about"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let (status, _, err) = run(&home, &["--heuristic", "corners", "R U F"]);
    assert!(status == 0 && err.contains("building the table corners (44.1 MB) once"), "{err}");
    home.join(".cache/cubepdb")
});

#[test]
fn the_second_run_finds_what_the_first_one_built() {
    let mut names: Vec<_> = fs::read_dir(&*TABLES).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["corners.pdb", "h48-0.pdb"]);
    let home = TABLES.parent().unwrap().parent().unwrap();
    let (status, out, err) = run(home, &[&SCARCE[..], &[HARD]].concat());
    assert!((status, err.as_str()) == (0, "") && out.ends_with("(10f)\n"), "{err}");
    let found = (0, "F' U' R' (3f)\n".to_owned(), String::new());
    assert_eq!(run(home, &["--heuristic", "corners", "R U F"]), found);
}

/// A command that needs no table creates nothing, and neither does a wrong one.
#[test]
fn easy_cubes_and_wrong_input_leave_no_trace() {
    let home = tempfile::tempdir().unwrap();
    let broken = home.path().join("broken.pdb");
    fs::write(&broken, "no table").unwrap();
    let broken = broken.to_str().unwrap();
    for (args, expected) in [
        (&["R U F2 L D2 B"] as &[&str], 0),
        (&["R $"], 3),
        (&["chek", "R"], 2),
        (&["--pdb", broken, "R $"], 3),
        (&["--pdb", broken, "R"], 4),
        (&["--heuristic", "h48-6", "R $"], 3),
        (&["--kernel", "batched", "R $"], 3),
        (&["--stats", "R $"], 3),
        (&["--size", "9", "R"], 2),
        (&["--file", "missing"], 5),
        (&["--kernel", "batched", "--tt", "packed", "R"], 2),
    ] {
        let (status, _, err) = run(home.path(), args);
        assert_eq!(status, expected, "{args:?}: {err}");
        assert!(!err.contains("building"), "{args:?}: {err}");
        let names: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["broken.pdb"], "{args:?}");
    }
}

/// In the long tier only: the edges take half a minute to build.
#[test]
fn without_room_for_an_h48_table_corners_and_edges_are_built() {
    if !is_full() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let args = ["--max-memory", "300M", "R U F"];
    let (status, out, err) = run(home.path(), &args);
    assert_eq!((status, out.as_str()), (0, "F' U' R' (3f)\n"), "{err}");
    assert!(err.contains("building the table corners") && err.contains("building the table edges7"), "{err}");
    assert!(err.contains("314.6 MB of memory are too little for an H48 table"), "{err}");
    assert_eq!(run(home.path(), &args), (0, out, String::new()));
}

#[test]
fn a_build_that_may_not_take_the_memory_is_not_begun() {
    // The corners alone, where there is no room for more.
    let home = tempfile::tempdir().unwrap();
    let (status, out, err) = run(home.path(), &["--max-memory", "200M", "--threads", "2", "R U F"]);
    assert_eq!((status, out.as_str()), (0, "F' U' R' (3f)\n"), "{err}");
    assert!(err.contains("building the table corners ") && !err.contains("edges"), "{err}");
    let home = tempfile::tempdir().unwrap();
    let (status, out, err) = run(home.path(), &["--max-memory", "10M", "--threads", "2", "R U F"]);
    assert_eq!((status, out.as_str()), (6, ""), "{err}");
    assert!(err.starts_with("error: --max-memory: building corners takes 135.5 MB, 10.5 MB are allowed"), "{err}");
}

/// The tables in the cache are used; a hint says that larger ones would fit.
#[test]
fn a_small_table_in_the_cache_is_used_and_a_larger_one_suggested() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb")]);
    let (status, out, err) =
        run(home.path(), &["--max-memory", "700M", "--threads", "2", "--max-nodes", "1000000", "R U F"]);
    assert_eq!((status, out.as_str()), (0, "F' U' R' (3f)\n"), "{err}");
    assert!(err.starts_with("note: using h48-0 from the cache; h48-") && err.contains("builds it"), "{err}");
    assert!(!err.contains("building"), "{err}");
}

/// A table in the cache directory is judged by its header, not by its name.
#[test]
fn a_wrong_table_in_the_cache_is_refused() {
    let home = with_cache(&[("corners.pdb", "h48-0.pdb")]);
    let (status, out, err) = run(home.path(), &[HARD]);
    assert_eq!((status, out.as_str()), (4, ""));
    assert!(err.contains("is the table corners, not h48-0; delete it"), "{err}");
}

#[test]
fn a_search_from_both_ends_loads_the_table_that_it_asks_and_says_so() {
    let pdb = ["--pdb", TABLES.to_str().unwrap(), "--stats", "--output", "jsonl", "R U F2 L' B D"];
    for (args, search, tables) in [
        (&[] as &[&str], "batched kernel, from both ends with h48-0", &["h48-0"] as &[&str]),
        (&["--kernel", "staged"], "staged kernel, from both ends with h48-0", &["h48-0"]),
        (&["--heuristic", "corners"], "iterative kernel, scheduler depth", &["corners"]),
        (&["--kernel", "recursive"], "recursive kernel, scheduler depth", &["corners", "h48-0"]),
        (&["--scheduler", "stealing:3"], "iterative kernel, scheduler stealing:3", &["corners", "h48-0"]),
        (&["--tt", "packed"], "iterative kernel, scheduler depth", &["corners", "h48-0"]),
        (&["--prune", "none"], "iterative kernel, scheduler depth", &["corners", "h48-0"]),
        (&["--checkpoint", "run.checkpoint"], "batched kernel, from both ends with h48-0", &["h48-0"]),
    ] {
        let home = tempfile::tempdir().unwrap();
        let (status, out, err) = run(home.path(), &[args, &pdb[..]].concat());
        let record: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?}: {err}"));
        assert_eq!((status, &record["length"]), (0, &6.into()), "{args:?}: {err}");
        assert_eq!(record["tables"].as_array().unwrap(), tables, "{args:?}");
        assert!(err.contains(&format!("search: htm, {search}")), "{args:?}: {err}");
        let leaves_some = search.contains("both ends");
        assert_eq!(err.contains("not needed, and not loaded: corners\n"), leaves_some, "{args:?}: {err}");
        assert!(err.contains("all blocks checked"), "{err}");
    }
}

/// User rules equivalent to the canonical sequences can be applied from both ends; `--stats` says why others cannot.
#[test]
fn own_rules_that_are_not_canonical_search_from_one_end() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb")]);
    for (order, is_canonical) in [("D.face U.face", true), ("U.face D.face", false)] {
        let rules = format!("M.face M.face\n{order}\nL.face R.face\nB.face F.face\n");
        fs::write(home.path().join("own.rules"), rules).unwrap();
        let (status, out, err) = run(home.path(), &["--rules", "own.rules", "--stats", "R U F"]);
        assert_eq!((status, out.as_str()), (0, "F' U' R' (3f)\n"), "{err}");
        let sentence = "because only canonical move sequences can be read from both ends";
        assert_eq!(
            (err.contains("from both ends with h48-0"), err.contains(sentence)),
            (is_canonical, !is_canonical),
            "{err}"
        );
        let (status, _, err) = run(home.path(), &["--rules", "own.rules", "--kernel", "batched", "R U F"]);
        assert_eq!(status, if is_canonical { 0 } else { 2 }, "{err}");
    }
}

#[test]
fn a_kernel_for_both_ends_is_refused_where_there_is_only_one() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb")]);
    let corners = TABLES.join("corners.pdb");
    let corners = corners.to_str().unwrap();
    for &kernel in or_full(&["batched"][..], &["batched", "staged"]) {
        for (args, status, sentence) in [
            (&["--tt", "packed"] as &[&str], 2, "cannot use a transposition table"),
            (&["--scheduler", "stealing:3"], 2, "cannot use stealing:3"),
            (&["--prune", "none"], 2, "only canonical move sequences"),
            (&["--prune", "automaton", "--automaton-depth", "4"], 2, "only canonical move sequences"),
            (&["--heuristic", "zero"], 2, "--heuristic zero uses none: choose --heuristic h48"),
            (&["--heuristic", "corners"], 2, "--heuristic corners uses none: choose --heuristic h48"),
            (&["--pdb", corners], 4, "asks for an H48 table, and there is only corners; `pdbgen h48"),
        ] {
            let (found, out, err) = run(home.path(), &[args, &["--kernel", kernel, "R"]].concat());
            assert_eq!((found, out.as_str()), (status, ""), "{args:?}: {err}");
            assert!(err.contains(sentence) && err.contains(&format!("--kernel {kernel}")), "{args:?}: {err}");
        }
    }
}

#[test]
fn the_strongest_tables_at_hand_are_used() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb")]);
    let databases = home.path().join("databases");
    fs::create_dir(&databases).unwrap();
    fs::copy(TABLES.join("corners.pdb"), databases.join("corners.pdb")).unwrap();
    let cube = "R U F2 D L B2 R' D";
    let stronger =
        "using h48-0 from the cache, which is stronger than corners in ./databases (--pdb databases uses those)\n";
    for options in [&[][..], &["--deterministic"]] {
        let (status, out, err) = run(home.path(), &[options, &[cube]].concat());
        assert!(status == 0 && out.ends_with("(8f)\n"), "{out}{err}");
        assert_eq!(err.matches(stronger).count(), 1, "{err}");
    }
    let (status, out, err) = run(home.path(), &["doctor", "--json"]);
    assert_eq!(status, 0, "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    Known::new().check("doctor", &report);
    let used = report["tables"].as_array().unwrap().iter().map(|table| (&table["table"], &table["used"]));
    assert_eq!(used.collect::<Vec<_>>(), [(&"corners".into(), &false.into()), (&"h48-0".into(), &true.into())]);

    // What the user names is taken.
    for options in [["--heuristic", "corners"], ["--pdb", "databases"]] {
        let (status, _, err) = run(home.path(), &[&options, &[cube][..]].concat());
        assert!(status == 0 && !err.contains("h48-0 from the cache"), "{err}");
    }
    fs::remove_dir_all(home.path().join(".cache")).unwrap();
    let (status, _, err) = run(home.path(), &[cube]);
    assert_eq!(status, 0, "{err}");
    assert!(err.starts_with("using corners from ./databases instead of the default h48-"), "{err}");
    assert!(
        err.contains("with which hard cubes would be solved about") && err.contains("00,000 times as fast"),
        "{err}"
    );
    assert!(!home.path().join(".cache").exists());
}

#[test]
fn a_table_is_made_ahead_of_time() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb")]);
    let (status, out, err) = run(home.path(), &["setup", "--level", "0"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.ends_with("h48-0.pdb: 29.7 MB was there already, and is undamaged\n"), "{out}");
    let built = |flags: &[&str]| {
        fs::remove_file(home.path().join(".cache/cubepdb/h48-0.pdb")).unwrap();
        let (status, out, err) = run(home.path(), &[&["setup", "--level", "0"], flags].concat());
        assert!(status == 0 && out.ends_with("is ready\n"), "{err}");
        err
    };
    if is_full() {
        assert_eq!(built(&["-q"]), "");
    }
    let told = built(&[]);
    assert!(
        told.starts_with("building the table h48-0 (29.7 MB) once, in ") && told.contains("h48-0.pdb; about"),
        "{told}"
    );
    let (status, out, err) = run(home.path(), &["setup"]);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("choose one with --level K, or take the suggested one with --yes"), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("level      size  to build   a random cube"), "{out}");
    assert!(lines[1].starts_with("    0   29.7 MB     there") && out.contains("suggested"), "{out}");
    let (status, _, err) = run(home.path(), &["setup", "--yes", "--max-memory", "10M"]);
    assert!(status == 6 && err.contains("the smallest table takes"), "{err}");
    let (status, _, err) = run(home.path(), &["setup", "--level", "12"]);
    assert_eq!(status, 2, "{err}");
}

#[test]
fn tables_in_the_cache_are_listed_checked_and_removed() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb"), ("corners.pdb", "corners.pdb")]);
    let cache = home.path().join(".cache/cubepdb");
    fs::write(cache.join("h48-5.pdb.checkpoint"), "unfinished").unwrap();
    let (status, out, err) = run(home.path(), &["tables"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert!(
        lines[0].starts_with("corners ") && lines[1].starts_with("h48-0 ") && lines[2].contains("unfinished"),
        "{out}"
    );
    let (status, out, _) = run(home.path(), &["tables", "list", "--json"]);
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut known = Known::new();
    records.iter().for_each(|record| known.check("cache", record));
    assert_eq!((status, records[1]["name"].as_str(), records[1]["kind"].as_str()), (0, Some("h48-0"), Some("table")));
    let (status, out, _) = run(home.path(), &["tables", "verify", "--full", "corners"]);
    assert_eq!((status, out.as_str()), (0, "corners: every entry is proven\n"));

    let path = cache.join("h48-0.pdb");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let (status, out, err) = run(home.path(), &["tables", "verify"]);
    assert_eq!((status, out.as_str()), (4, "corners: its checksums are right\n"), "{err}");
    assert!(err.contains("h48-0.pdb"), "{err}");
    let (status, _, err) = run(home.path(), &["tables", "remove", "h48-1"]);
    assert!(
        status == 4 && err.contains("no `h48-1` in the cache, which holds corners, h48-0, h48-5.pdb.checkpoint"),
        "{err}"
    );
    let (status, out, err) = run(home.path(), &["tables", "remove", "h48-5"]);
    assert!(status == 0 && out.starts_with("removed 1 file,") && !cache.join("h48-5.pdb.checkpoint").exists(), "{err}");
    let (status, out, err) = run(home.path(), &["tables", "remove", "h48-0"]);
    assert!(status == 0 && out.starts_with("removed 1 file,") && !path.exists(), "{err}");
    // What a killed process was writing.
    fs::write(cache.join(".h48-6.pdb.partial"), "half").unwrap();
    let (status, _, err) = run(home.path(), &["tables", "remove", "--all"]);
    assert!(status == 0 && fs::read_dir(&cache).unwrap().next().is_none(), "{err}");
    let (status, out, err) = run(home.path(), &["tables"]);
    assert!((status, out.as_str()) == (0, "") && err.starts_with("no tables in "), "{err}");
}

#[test]
fn the_doctor_names_what_is_used_and_what_is_passed_over() {
    let home = with_cache(&[("h48-0.pdb", "h48-0.pdb"), ("corners.pdb", "corners.pdb"), ("corners.pdb", "x.pdb")]);
    fs::write(home.path().join(".cache/cubepdb/x.pdb"), "no table").unwrap();
    let (status, out, err) = run(home.path(), &["doctor", "--json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    Known::new().check("doctor", &report);
    let used: Vec<_> =
        report["tables"].as_array().unwrap().iter().map(|table| (table["table"].as_str(), &table["used"])).collect();
    assert_eq!(used, [(Some("corners"), &false.into()), (Some("h48-0"), &true.into()), (None, &false.into())]);
    assert!(report["cores"].as_u64().unwrap() > 0 && report["cache_writable"] == true);
    let (status, out, _) = run(home.path(), &["doctor"]);
    assert!(status == 0 && out.contains("random access") && out.contains("h48-0, 31.8 MB, used"), "{out}");
    let (_, out, _) = run(home.path(), &["doctor", "--json", "--max-memory", "10M"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let passed_over = &report["tables"][1];
    assert!(passed_over["table"] == "h48-0" && passed_over["used"] == false, "{report}");
    assert_eq!(passed_over["because"], "it takes 29.7 MB of memory, and 10.5 MB may be used");
    assert_eq!(
        report["advice"].as_array().unwrap().iter().filter(|advice| advice.as_str().unwrap().contains("h48")).count(),
        0
    );
    // What would stop a search, the doctor finds too.
    let table = home.path().join(".cache/cubepdb/h48-0.pdb");
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::remove_file(&table).unwrap();
    fs::write(&table, bytes).unwrap();
    let (_, out, _) = run(home.path(), &["doctor", "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report["tables"][1]["because"].as_str().unwrap().contains("damaged: block"), "{report}");
    assert!(report["advice"][0].as_str().unwrap().contains("h48-0.pdb stops searches"), "{report}");
}

/// It says of a file what helps: one that nobody reads is in nobody's way, and one that was named is not built again.
#[test]
fn the_advice_of_the_doctor_helps() {
    let home = with_cache(&[("corners.pdb", "h48-0.pdb"), ("corners.pdb", "h48-1.pdb")]);
    let cache = home.path().join(".cache/cubepdb");
    fs::write(cache.join("h48-1.pdb"), "no table").unwrap();
    fs::write(cache.join("mine.pdb"), "no table").unwrap();
    let advice = |out: &str| serde_json::from_str::<Value>(out).unwrap()["advice"].to_string();
    let (_, out, _) = run(home.path(), &["doctor", "--json"]);
    assert!(advice(&out).contains("h48-1.pdb stops searches that would use it: delete it"), "{out}");
    assert!(!advice(&out).contains("mine.pdb"), "{out}");
    // A table of corners under the name of another one.
    let (status, _, err) = run(home.path(), &["tables", "verify", "h48-0"]);
    assert!(status == 4 && err.contains("is the table corners, not h48-0: delete it"), "{err}");
    let mut command = program::solve();
    command.args(["doctor", "--json"]).env("HOME", home.path()).env("CUBEPDB_PDB", "nowhere.pdb");
    let (_, out, _) = program::output(&mut command);
    assert!(advice(&out).contains("nowhere.pdb stops searches: restore it"), "{out}");
}
