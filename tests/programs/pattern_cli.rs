//! `pdbgen pattern`, and what the other commands make of its tables.

use crate::program::{self, Place};
use crate::schemas::Known;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// The number of positions of the corners of the 3x3x3 at each distance (OEIS A080629): those of the table that is
/// made for cubes.
const CORNERS: [u64; 12] =
    [1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64736];

impl Place {
    fn info(&self, file: &str) -> Value {
        serde_json::from_str(&self.ok(&format!("info --json {file}"))).unwrap()
    }
}

#[test]
fn whole_puzzles_and_patterns_have_their_known_counts() {
    let place = Place::new();
    let pocket = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    let pyraminx = [1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32];
    let skewb = [1, 8, 48, 288, 1728, 10248, 59304, 315_198, 1_225_483, 1_455_856, 81028, 90];
    let cross = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];
    for (args, counts) in [
        ("--puzzle 2x2x2 --moves U,R,F --pieces all", &pocket[..]),
        ("--puzzle pyraminx-tipless --pieces all", &pyraminx),
        ("--puzzle skewb --moves R,U,L,B --pieces all", &skewb),
        ("--pieces EDGES:4-7", &cross),
    ] {
        let summary = place.ok(&format!("pattern {args} -o t.pdb --force --threads 2"));
        assert!(summary.starts_with("t.pdb: ") && summary.contains("built in"), "{summary}");
        let info = place.info("t.pdb");
        assert_eq!(info["distribution"], Value::from(counts), "{args}");
        assert_eq!(info["entries"], counts.iter().sum::<u64>());
        assert_eq!(
            (&info["table"], &info["metric"], &info["version"]),
            (&"pattern".into(), &"htm".into(), &"1.2".into())
        );
        assert!(place.ok("verify t.pdb").contains("every entry proven exact"));
        assert!(place.ok("verify --quick t.pdb").contains("entries not proven"));
        let dist: Value = serde_json::from_str(&place.ok("dist --json t.pdb")).unwrap();
        assert_eq!(dist["distribution"], info["distribution"]);
    }
    assert_eq!(place.names(""), ["t.pdb"]);
}

#[test]
fn a_table_is_described_compressed_and_exported() {
    let place = Place::new();
    fs::write(place.path("mine.tws"), place_of_twists()).unwrap();
    let built = place.run("pattern --puzzle mine.tws --pieces A:all --moves X,Y -o t.pdb --progress json");
    // A sentence about the table comes first.
    let events: Vec<Value> = built.err.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut known = Known::new();
    events.iter().for_each(|event| known.check("build-progress", event));
    assert_eq!((built.code, &events[0]), (0, &json!({ "event": "distance", "distance": 0, "positions": 1 })));
    // The file is all that is needed.
    fs::remove_file(place.path("mine.tws")).unwrap();
    let text = place.ok("info t.pdb");
    for line in ["puzzle     mine", "moves      X,Y", "pieces     A:all", "metric     htm", "state      complete"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(place.ok("dist t.pdb").starts_with("mine A:all, moves X,Y: "));
    place.ok("dist t.pdb --svg t.svg");
    place.ok("compress t.pdb");
    assert!(place.ok("verify t.pdb.zst").contains("every entry proven exact"));
    assert_eq!(place.info("t.pdb.zst")["checksum"], place.info("t.pdb")["checksum"]);
    place.ok("decompress t.pdb.zst -o again.pdb");
    assert!(fs::read(place.path("again.pdb")).unwrap() == fs::read(place.path("t.pdb")).unwrap());
    place.ok("export t.pdb --raw t.bin");
    let raw = fs::read(place.path("t.bin")).unwrap();
    let info = place.info("t.pdb");
    let counts: Vec<u64> = (0..16)
        .map(|depth| raw.iter().filter(|&&entry| entry == depth).count() as u64)
        .take_while(|&n| n > 0)
        .collect();
    assert_eq!(info["distribution"], Value::from(counts));
}

/// Three pieces that are turned and exchanged.
fn place_of_twists() -> &'static str {
    "Name mine\nSet A 4 3\nSet B 3 1\nSolved\nA\n1 2 3 4\nB\n1 2 3\nEnd\nMove X\nA\n2 3 1 4\n1 1 1 0\nB\n2 3 1\nEnd\n\
     Move Y\nA\n1 3 4 2\n0 1 2 0\nEnd\nMove Z\nB\n2 1 3\nEnd\n"
}

#[test]
fn only_orientations_may_matter() {
    let place = Place::new();
    place.ok("pattern --pieces EDGES:all --orientation-only -o t.pdb");
    let info = place.info("t.pdb");
    assert_eq!((&info["entries"], &info["pieces"]), (&2048.into(), &"EDGES:all/orientation".into()));
    place.ok("pattern --pieces EDGES:all/orientation -o same.pdb");
    assert!(fs::read(place.path("same.pdb")).unwrap() == fs::read(place.path("t.pdb")).unwrap());
    place.ok("pattern --pieces EDGES:all/orientation --metric qtm -o quarters.pdb");
    assert_eq!(place.info("quarters.pdb")["metric"], "qtm");
    assert!(place.ok("verify quarters.pdb").contains("every entry proven exact"));
    place.fails("pattern --pieces EDGES:all/permutation --orientation-only -o x.pdb", 2, &["--orientation-only"]);
}

#[test]
fn what_cannot_be_built_has_a_reason_and_leaves_nothing() {
    let place = Place::new();
    for (args, code, words) in [
        ("--pieces FOO:1 -o t.pdb", 2, &["--pieces", "no orbit FOO"][..]),
        ("--pieces CORNERS:8 -o t.pdb", 2, &["--pieces", "no piece 8"]),
        ("--pieces CORNERS:0 --moves X -o t.pdb", 2, &["--moves", "`X` is not a move"]),
        ("--pieces CORNERS:0", 2, &["--output"]),
        ("-o t.pdb", 2, &["--pieces"]),
        ("--puzzle nothing --pieces A:0 -o t.pdb", 2, &["nothing"]),
        ("--puzzle square-1 --pieces all -o t.pdb", 2, &["rules that forbid moves"]),
        ("--pieces CORNERS:all --max-memory 10M -o t.pdb", 6, &["of memory", "allowed"]),
        ("--pieces CORNERS:0 -o missing/deeper/t.pdb", 5, &["missing/deeper"]),
    ] {
        place.fails(&format!("pattern {args}"), code, words);
        assert!(place.names("").is_empty(), "{args}: {:?}", place.names(""));
    }
    fs::write(place.path("t.pdb"), "old").unwrap();
    place.fails("pattern --pieces CORNERS:0 -o t.pdb", 5, &["exists"]);
    assert_eq!(fs::read(place.path("t.pdb")).unwrap(), b"old");
}

#[test]
fn damaged_and_foreign_tables_are_refused() {
    let place = Place::new();
    place.ok("pattern --puzzle pyraminx-tipless --pieces all -o t.pdb");
    let bytes = fs::read(place.path("t.pdb")).unwrap();
    for at in [20, 5000, 100_000, (2 << 20) + 77, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(place.path("damaged.pdb"), damaged).unwrap();
        place.fails("verify damaged.pdb", 4, &["damaged"]);
        place.fails("verify --quick damaged.pdb", 4, &["damaged"]);
    }
    fs::write(place.path("damaged.pdb"), &bytes[..bytes.len() - 1]).unwrap();
    place.fails("verify damaged.pdb", 4, &["truncated"]);
    // A search of a cube does not take it for a table of one.
    let solve = program::plain(env!("CARGO_BIN_EXE_solve"))
        .args(["--pdb", place.path("t.pdb").to_str().unwrap(), "R U"])
        .output()
        .unwrap();
    assert_eq!(solve.status.code(), Some(4), "{}", String::from_utf8_lossy(&solve.stderr));
}

/// An interrupted build leaves its state, and goes on to the same table.
#[cfg(unix)]
#[test]
fn an_interrupted_build_goes_on() {
    let place = Place::new();
    let args = ["pattern", "--pieces", "CORNERS:all", "-o", "t.pdb", "--progress", "none"];
    let mut run = program::plain(env!("CARGO_BIN_EXE_pdbgen"));
    let mut run = run.current_dir(&place.0).args(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(run.stderr.take().unwrap());
    // It says what it is about before it begins.
    told.read_line(&mut String::new()).unwrap();
    cubepdb_testing::signal(&run, "-INT");
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{rest}");
    assert!(rest.contains("--resume"), "{rest}");
    assert!(!place.path("t.pdb").exists() && place.path("t.pdb.checkpoint").exists());
    assert!(place.ok("info t.pdb.checkpoint").contains("incomplete"));
    place.fails("pattern --pieces CORNERS:all -o t.pdb", 5, &["--resume", "--force"]);
    place.fails("pattern --pieces CORNERS:0-6 -o t.pdb --resume", 4, &["another table"]);
    place.ok("pattern --pieces CORNERS:all -o t.pdb --resume");
    assert_eq!(place.info("t.pdb")["distribution"], Value::from(&CORNERS[..]));
    assert_eq!(place.names(""), ["t.pdb"]);
}
