//! The flags of `solve` that select the parts of the search.

use crate::effort::or_full;
use crate::{fixtures, program};
use cubepdb::plan::{Preset, Scheduler};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use std::time::Duration;

/// A cache directory that holds the corners and a small H48 table.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine-cache");
    let _ = fs::remove_dir_all(&directory);
    let tables = [(fixtures::CORNERS, "corners.pdb"), (fixtures::COSETS, "h48-0.pdb")];
    fixtures::link(&directory.join("cubepdb"), &tables);
    directory
});

fn run_in(cache: &Path, args: &[&str]) -> Output {
    let mut command = program::solve();
    command.env("XDG_CACHE_HOME", cache).current_dir(cache).args(["--progress", "none"]).args(args);
    command.timeout(Duration::from_secs(100)).output().unwrap()
}

fn solve(args: &[&str]) -> Output {
    run_in(&CACHE, args)
}

/// Exit status and messages of a run that should fail.
fn refused(args: &[&str]) -> (i32, String) {
    let output = solve(args);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn record(args: &[&str]) -> Value {
    let output = solve(&[&["--output", "jsonl", "--stats"], args].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn presets_are_listed_with_source_and_parts() {
    let output = program::solve().args(["presets", "--json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let presets: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let here = presets.iter().filter(|preset| preset["needs"].is_null());
    let without_devices = Preset::ALL.iter().filter(|preset| !preset.runs_on_devices());
    assert_eq!((presets.len(), here.count()), (Preset::ALL.len(), without_devices.count()));
    assert!(presets.iter().all(|preset| preset["parts"].is_string()));
    let plain = program::solve().arg("presets").output().unwrap();
    let plain = String::from_utf8(plain.stdout).unwrap();
    for Preset { name, .. } in &Preset::ALL {
        assert!(plain.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}");
    }
}

#[test]
fn records_say_what_was_run() {
    let search = |args: &[&str]| record(args)["search"].clone();
    let version = env!("CARGO_PKG_VERSION");
    let preset = ["--preset", "iddfs-hash", "--kernel", "recursive", "--tt-memory", "1M", "--tt-depth", "4", "R U F"];
    assert_eq!(
        search(&preset),
        serde_json::json!({
            "version": version, "preset": "iddfs-hash", "strategy": "one-sided", "heuristic": "zero",
            "lookups_per_table": null,
            "kernel": "recursive", "scheduler": "siblings:3", "pruning": "quarter-turn rules",
            "tt": "epoch", "tt_depth": 4, "tt_memory": 1 << 20, "tt_symmetry": false,
            "ranks": 1, "distribution": null, "devices": null,
        })
    );
    let two_sided = search(&["R U F2"]);
    assert_eq!((&two_sided["strategy"], &two_sided["kernel"]), (&"two-sided".into(), &"batched".into()));
    assert_eq!((&two_sided["heuristic"], &two_sided["scheduler"]), (&"auto".into(), &Value::Null));
    let ranks = search(&["--ranks", "2", "--heuristic", "zero", "R U F2"]);
    assert_eq!((&ranks["ranks"], &ranks["distribution"]), (&2.into(), &"stealing".into()));
    let breadth_first = search(&["--preset", "bfs", "R U"]);
    assert_eq!((&breadth_first["strategy"], &breadth_first["kernel"]), (&"breadth-first".into(), &Value::Null));
    let pocket = search(&["--size", "2", "R U"]);
    assert_eq!((&pocket["heuristic"], &pocket["tt"]), (&"perimeter".into(), &"none".into()));
    // The rules that were used in the end.
    assert_eq!(search(&["--all", "--prune", "automaton", "R U"])["pruning"], "canonical rules");
    // Tables are brought in while the search lasts.
    let output = solve(&["--output", "jsonl", "R U"]);
    let gradual: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&gradual["search"]["strategy"], &gradual["search"]["kernel"]), (&"auto".into(), &"auto".into()));
}

/// `--stats` says what makes a search one-sided.
#[test]
fn the_strategy_names_what_asked_for_it() {
    for (args, strategy) in [
        (&["--kernel", "recursive"][..], "one-sided, recursive kernel, as asked for by --kernel recursive\n"),
        (&["--preset", "ida-iter-seq"], "one-sided, iterative kernel, as asked for by the preset ida-iter-seq\n"),
        (
            &["--scheduler", "static", "--heuristic", "zero"],
            "one-sided, iterative kernel, because the heuristic asks for no H48 table\n",
        ),
        (&["--pdb", "cubepdb", "--heuristic", "corners"], "because the heuristic asks for no H48 table\n"),
        (&["--pdb", "cubepdb/corners.pdb"], "one-sided, iterative kernel, because there is no H48 table\n"),
        (&["--scheduler", "static", "--heuristic", "h48-0"], "scheduler of its own, and cannot use static\n"),
    ] {
        let (status, message) = refused(&[args, &["--stats", "R U F"]].concat());
        assert_eq!(status, 0, "{message}");
        let line = message.lines().find(|line| line.starts_with("strategy: ")).unwrap_or_else(|| panic!("{message}"));
        assert!(format!("{line}\n").ends_with(strategy), "{args:?}: {line}");
    }
}

/// Records tell searches apart that differ only by the look-ups in each edge table.
#[test]
fn records_have_the_lookups_of_each_edge_table() {
    let edges = fixtures::table(fixtures::EDGES);
    let edges = ["--pdb", edges.to_str().unwrap(), "--heuristic", "edges"];
    let search = |lookups: &str| record(&[&edges[..], &["--lookups", lookups, "--all", "R U F2 L' B D2 R"]].concat());
    let [one, three] = [1, 3].map(|lookups| (lookups, search(&lookups.to_string())));
    for (lookups, record) in [&one, &three] {
        assert_eq!(record["search"]["lookups_per_table"], *lookups);
    }
    assert!(one.1["nodes"].as_u64() > three.1["nodes"].as_u64(), "{one:?} {three:?}");
    assert_eq!(record(&[&edges[..], &["R U F2"]].concat())["search"]["lookups_per_table"], 4);
    let (_, message) = refused(&[&edges[..], &["--stats", "--lookups", "2", "R U"]].concat());
    assert!(message.starts_with("search: ") && message.contains(", 2 look-ups per edge table\n"), "{message}");
    // Other tables have one way to read them.
    let corners = ["--heuristic", "corners", "--lookups", "2", "R U"];
    let output = refused(&[&["--stats"], &corners[..]].concat()).1;
    assert!(output.contains("note: --lookups 2 has no effect: ") && !output.contains("per edge table"), "{output}");
    assert!(record(&corners)["search"]["lookups_per_table"].is_null());
    let (status, message) = refused(&["--heuristic", "h48", "--lookups", "2", "R U"]);
    assert!(status == 0 && message.contains("the search reads h48-0"), "{message}");
    for wrong in ["0", "97"] {
        let (status, message) = refused(&["--lookups", wrong, "R"]);
        assert!(status == 2 && message.contains("1..=96"), "{message}");
    }
}

/// None of these tables has level 2, which could be built, unlike level 12.
#[test]
fn tables_that_are_missing_are_told_from_those_that_cannot_be() {
    let refused_with = |name: &str| refused(&["--pdb", "cubepdb", "--heuristic", name, "R"]);
    let (status, message) = refused_with("h48-2");
    assert!(status == 4 && message.ends_with("; `pdbgen h48 --level 2` builds it\n"), "{message}");
    let (_, message) = refused_with("edges");
    assert!(message.ends_with("; `pdbgen edges --pieces UR,UF,UL,UB,DR,DF` builds it\n"), "{message}");
    let (_, message) = refused(&["--pdb", "cubepdb/h48-0.pdb", "--heuristic", "edges2", "R"]);
    assert!(message.ends_with("; `pdbgen edges --pieces UR,UF` builds it\n"), "{message}");
    let (status, message) = refused_with("h48-12");
    assert!(status == 4 && message.contains("h48-0 to h48-11"), "{message}");
}

/// The number of edges names a table if there is one with so many.
#[test]
fn a_table_of_edges_is_found_by_their_number() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fixtures::link(directory.path(), &[(fixtures::CORNERS, "corners.pdb"), (fixtures::EDGES, "edges.pdb")]);
    let solve = |heuristic: &str| {
        let pdb = directory.path().to_str().unwrap();
        run_in(directory.path(), &["--pdb", pdb, "--heuristic", heuristic, "--output", "jsonl", "R U F2"])
    };
    let tables = |heuristic: &str| {
        let output = solve(heuristic);
        let record: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        record["tables"].clone()
    };
    let five = "edges5-UR-UF-DL-FR-BL";
    assert_eq!(tables("corners+edges5"), serde_json::json!(["corners", five]));
    fs::copy(at("edges.pdb"), at("again.pdb")).unwrap();
    assert_eq!(tables("edges5"), serde_json::json!([five]), "the same table twice");
    let mut pdbgen = program::pdbgen();
    pdbgen
        .args(["edges", "--pieces", "UR,UF,UL,UB,FR", "--progress", "none"])
        .arg("-o")
        .arg(at("others.pdb"))
        .ok()
        .unwrap();
    let message = |heuristic: &str| {
        let output = solve(heuristic);
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, several) = message("corners+edges5");
    assert_eq!(status, 4);
    assert!(
        several.contains("several tables are `edges5`: ") && several.contains("edges5-UR-UF-UL-UB-FR"),
        "{several}"
    );
    assert_eq!(tables(five), serde_json::json!([five]));
    assert_eq!(tables("edges").as_array().unwrap().len(), 2);
    let (status, none) = message("edges6");
    assert!(status == 4 && none.contains("no table `edges6`") && none.contains("; `pdbgen edges --pieces "), "{none}");
}

#[test]
fn near_misses_of_names_are_pointed_out() {
    for (flag, wrong, meant) in [
        ("--preset", "ida-rec-sq", "ida-rec-seq"),
        ("--heuristic", "coners", "corners"),
        ("--heuristic", "corners+manhatan", "manhattan"),
        ("--kernel", "recursiv", "recursive"),
        ("--kernel", "atuo", "auto"),
        ("--scheduler", "staeling:3", "stealing"),
        ("--tt", "pakced", "packed"),
        ("--distribution", "stealng", "stealing"),
    ] {
        let (status, message) = refused(&[flag, wrong, "R"]);
        assert!(message.contains(&format!("did you mean `{meant}`?")), "{status}: {message}");
    }
    for (flag, wrong) in [("--kernel", "quick"), ("--scheduler", "depth:99"), ("--tt", "aut"), ("--preset", "mine")] {
        let (status, message) = refused(&[flag, wrong, "R"]);
        assert_eq!((status, message.contains("did you mean")), (2, false), "{message}");
    }
}

#[test]
fn all_parts_give_the_same_length() {
    let schedulers = Scheduler::ALL.map(|scheduler| scheduler.with_moves(4).to_string());
    let schedulers = schedulers.each_ref().map(|scheduler| ["--heuristic", "corners", "--scheduler", scheduler]);
    let others: [&[&str]; 14] = [
        &[],
        &["--kernel", "recursive"],
        &["--kernel", "iterative", "--scheduler", "stealing:2:xor"],
        &["--scheduler", "siblings", "--threads", "5"],
        &["--scheduler", "static", "--workers", "7", "--threads", "2"],
        &["--heuristic", "corners+manhattan"],
        &["--heuristic", "manhattan"],
        &["--heuristic", "zero"],
        &["--prune", "none"],
        &["--prune", "automaton", "--automaton-depth", "4"],
        &["--tt", "packed", "--tt-symmetry"],
        &["--tt", "epoch", "--tt-depth", "3", "--prune", "automaton"],
        &["--tt", "dashmap", "--tt-memory", "1M"],
        &["--preset", "ida-iter-omp"],
    ];
    for flags in schedulers.iter().map(|flags| &flags[..]).chain(others) {
        let record = record(&[flags, &["R U F2 L' B D"]].concat());
        assert_eq!((&record["status"], &record["length"]), (&"solved".into(), &6.into()), "{flags:?}");
    }
}

#[test]
fn a_table_of_states_reports_what_it_did() {
    let cube = "R U F L' B D R";
    let metric = ["--metric", "qtm", "--heuristic", "zero", "--prune", "none", "--threads", "2"];
    let without = record(&[&metric[..], &[cube]].concat());
    assert!(without["tt"].is_null());
    for &table in or_full(&["packed"][..], &["packed", "epoch", "dashmap"]) {
        let with = record(&[&metric[..], &["--tt", table, "--tt-depth", "5", cube]].concat());
        let tt = &with["tt"];
        for field in ["hits", "inserts", "entries", "bytes"] {
            assert!(tt[field].as_u64().unwrap() > 0, "{table} {field}: {tt}");
        }
        for field in ["cas_retries", "chained", "stale", "raised", "refused", "replaced"] {
            assert!(tt[field].is_u64(), "{table} {field}: {tt}");
        }
        // Both completed the iteration before the last.
        let nodes = |record: &Value| record["iterations"][2]["nodes"].as_u64().unwrap();
        assert!(nodes(&with) < nodes(&without), "{table}");
    }
}

/// Each cube has an empty table: its counts are those that it has alone.
#[test]
fn a_table_of_states_starts_empty_for_each_cube() {
    let parts = ["--metric", "qtm", "--heuristic", "zero", "--prune", "none", "--threads", "1", "--tt-memory", "64K"];
    let (easy, hard) = ("R U F", "R U F L' B D");
    for &table in or_full(&["packed"][..], &["packed", "epoch", "dashmap"]) {
        let common = [&["--output", "jsonl", "--stats", "--tt", table], &parts[..]].concat();
        let records = |cubes: &[&str], jobs: &str| -> Vec<(Value, Vec<Value>)> {
            let output = solve(&[&common[..], &["--jobs", jobs], cubes].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let nodes = |record: &Value| {
                let iterations = record["iterations"].as_array().unwrap();
                iterations.iter().map(|iteration| iteration["nodes"].clone()).collect()
            };
            records.map(|record| (record["tt"].clone(), nodes(&record))).collect()
        };
        let [alone, other] = [easy, hard].map(|cube| records(&[cube], "1").remove(0));
        assert!(alone.0["inserts"].as_u64() > Some(0) && other.0["replaced"].is_u64(), "{alone:?} {other:?}");
        let expected = [alone.clone(), other.clone(), other, alone];
        assert_eq!(records(&[easy, hard, hard, easy], "1"), expected, "{table}");
    }
    // Two jobs have a table each, of half the memory.
    let output = solve(&[
        "--tt",
        "packed",
        "--tt-memory",
        "2M",
        "--heuristic",
        "zero",
        "--jobs",
        "2",
        "-o",
        "jsonl",
        "R U",
        "F L",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    let bytes: Vec<u64> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["tt"]["bytes"].as_u64().unwrap())
        .collect();
    assert!(bytes.len() == 2 && bytes.iter().all(|bytes| (1 << 20..1 << 21).contains(bytes)), "{bytes:?}");
}

#[test]
fn a_table_of_states_that_is_too_small_to_be_of_use_is_told() {
    let parts = ["--heuristic", "zero", "R U F", "--tt"];
    let warned = |args: &[&str]| refused(&[&parts[..], args].concat());
    let (status, message) = warned(&["packed", "--tt-memory", "10k"]);
    assert!(
        status == 0 && message.starts_with("warning: --tt-memory 10.2 kB has room for 1,280 states at most"),
        "{message}"
    );
    assert_eq!(warned(&["packed", "--tt-memory", "64K"]), (0, String::new()));
    assert_eq!(warned(&["none", "--tt-memory", "10k"]), (0, String::new()), "no table");
}

#[test]
fn no_table_of_states_has_no_depth_to_refuse() {
    let count = |flags: &[&str]| {
        record(&[flags, &["--heuristic", "zero", "--threads", "1", "R U F"]].concat())["nodes"].clone()
    };
    assert_eq!(count(&["--tt", "none", "--tt-depth", "8"]), count(&[]));
    let (status, message) = refused(&["--tt-depth", "8", "R"]);
    assert!(status == 2 && message.contains("needs a table"), "{message}");
}

#[test]
fn breadth_first_search_refuses_with_an_estimate() {
    let args = ["--preset", "bfs", "--max-memory", "20M", "--output", "jsonl", "R U F2 L' B D"];
    let output = solve(&args);
    assert_eq!(output.status.code(), Some(6));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    let message = record["error"]["message"].as_str().unwrap();
    assert!(message.contains("the search needs") && message.contains("allowed"), "{message}");
    assert!(record["lower_bound"].as_u64().unwrap() >= 4);
}

#[test]
fn a_learned_automaton_is_kept_and_made_again_if_it_is_damaged() {
    let cache = tempfile::tempdir().unwrap();
    let args = ["--heuristic", "zero", "--prune", "automaton", "--automaton-depth", "4", "--metric", "qtm", "R U F"];
    assert!(run_in(cache.path(), &args).status.success());
    let directory = cache.path().join("cubepdb");
    let kept: Vec<PathBuf> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let automaton =
        kept.iter().find(|path| path.to_string_lossy().contains("qtm")).unwrap_or_else(|| panic!("{kept:?}"));
    let mut bytes = fs::read(automaton).unwrap();
    let again = run_in(cache.path(), &args);
    assert!(again.status.success() && again.stderr.is_empty(), "{}", String::from_utf8_lossy(&again.stderr));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(automaton, &bytes).unwrap();
    let output = run_in(cache.path(), &args);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("made again"));
    bytes[middle] ^= 1;
    assert_eq!(fs::read(automaton).unwrap(), bytes);
}

const QUARTER_TURNS: [&str; 8] = ["--scheduler", "static", "--metric", "qtm", "--heuristic", "zero", "--prune", "none"];

/// Tables 1 and 4 of the report that describes static partitions, the latter for a lower bound.
#[test]
fn shares_are_explained() {
    let far = "R U F L B' D R U' F D' L' B R";
    let output = solve(&[&QUARTER_TURNS[..], &["--workers", "11", "--explain", "--max-depth", "5", far]].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |first: &str, rest: &str| {
        let wanted: Vec<&str> = first.split(' ').chain(rest.split(' ')).collect();
        assert!(words.contains(&wanted), "{first} {rest}\n{text}");
    };
    row("worker", "0 1 2 3 4 5 6 7 8 9 10 total");
    row("cubes of level 2", "13 13 13 13 13 13 13 13 13 13 13 143");
    row("cubes of level 3", "2 1 1 1 1 1 1 1 1 1 1 12");
    row("expanded before:", "14");
    row("5", "11 24662 (10), 24819 (1) 14 0 271453 0.63%");
    assert!(text.contains("  imbalance        how much more the busiest worker evaluated"), "{text}");
}

#[test]
fn shares_are_in_the_records_of_iterations() {
    let shared = record(&[&QUARTER_TURNS[..], &["--workers", "5", "--all", "R U F"]].concat());
    let last = &shared["iterations"][1]["shares"];
    assert_eq!((last["workers"].as_array().unwrap().len(), &last["expanded"]), (5, &Value::from(17)));
    assert_eq!(last["workers"][0]["assigned"][2], 28);
    let plain = record(&["--scheduler", "depth", "--heuristic", "zero", "R U F"]);
    assert!(plain["iterations"][0].get("shares").is_none());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let usage: [(&[&str], &str); 21] = [
        (&["--preset", "nonsense"], "unknown preset"),
        (&["--preset", "gpu-manhattan", "--backend", "threads"], "gpu-manhattan-serial is the same search on one core"),
        (&["--scheduler", "sideways"], "unknown scheduler"),
        (&["--scheduler", "stealing:99"], "from 0 to 30"),
        (&["--scheduler", "static:0"], "from 1 to 10000"),
        (&["--workers", "3"], "--workers needs --scheduler static, not depth"),
        (&["--scheduler", "static:4", "--workers", "3"], "different things"),
        (&["--scheduler", "static", "--workers", "0"], "0"),
        (&["--explain"], "it needs --scheduler static, not depth"),
        (&["--explain", "--preset", "bfs"], "breadth-first"),
        (&["--explain-svg", "-", "--scheduler", "static"], "to a file, not to `-`"),
        (&["--scheduler", "static", "--checkpoint", "never"], "depth scheduler"),
        (&["--kernel", "batch"], "unknown kernel"),
        (&["--kernel", "batched", "--heuristic", "corners"], "--heuristic corners uses none: choose --heuristic h48"),
        (&["--tt", "huge"], "unknown table"),
        (&["--automaton-depth", "3"], "needs --prune automaton"),
        (&["--prune", "automaton", "--automaton-depth", "9"], "9"),
        (&["--tt-symmetry"], "needs a table"),
        (&["--tt", "packed", "--tt-symmetry", "--prune", "none"], "canonical"),
        (&["--preset", "bfs", "--kernel", "iterative"], "breadth-first"),
        (&["--preset", "bfs", "--all"], "one solution"),
    ];
    for (flags, sentence) in usage {
        let (status, message) = refused(&[flags, &["R"]].concat());
        assert_eq!(status, 2, "{flags:?}: {message}");
        assert!(message.contains(sentence), "{flags:?}: {message}");
    }
    let (status, message) = refused(&["--heuristic", "corners+edges12", "R"]);
    assert_eq!(status, 4, "{message}");
    assert!(message.contains("edges12"), "{message}");
    let (status, message) = refused(&["--heuristic", "zero", "--tt", "packed", "--tt-memory", "1K", "R"]);
    assert_eq!(status, 2, "{message}");
    let (status, message) = refused(&["--heuristic", "zero", "--tt", "packed", "--tt-memory", "100T", "R"]);
    assert_eq!(status, 6, "{message}");
}

#[test]
fn all_solutions_with_a_learned_automaton_use_the_canonical_rules_and_say_so() {
    let args = ["--all", "--prune", "automaton", "--count-only", "R2 L2 U2 D2"];
    let output = solve(&args);
    assert!(String::from_utf8_lossy(&output.stderr).contains("canonical rules"));
    let plain = solve(&["--all", "--count-only", "R2 L2 U2 D2"]);
    assert_eq!(output.stdout, plain.stdout);
}
