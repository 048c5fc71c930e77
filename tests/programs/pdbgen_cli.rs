//! `pdbgen` as a user runs it: files, exit statuses, messages.

use crate::effort::is_full;
use crate::fixtures;
use crate::program::Place;
use crate::schemas::Known;
use cubepdb::{EdgeSet, Metric, Pattern, TableSpec};
use serde_json::Value;
use std::fs;

fn edges(pieces: &str, metric: Metric) -> TableSpec {
    TableSpec::new(Pattern::Edges(EdgeSet::parse(pieces).unwrap()), metric)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn small_tables_are_built_proven_and_described() {
    let place = Place::new();
    for (pieces, metric) in [("UR,UF", "htm"), ("UR,DL,BR", "qtm"), ("UF,UR,UB,UL", "htm"), ("UR,UF,UL,DB,FR", "qtm")] {
        let summary = place.ok(&format!("edges --pieces {pieces} --metric {metric} -o t.pdb --force --threads 2"));
        assert!(summary.starts_with("t.pdb: ") && summary.contains("built in"), "{summary}");
        let spec = edges(pieces, metric.parse().unwrap());
        let info = json(&place.ok("info --json t.pdb"));
        let keys: Vec<_> = info.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys.join(" "),
            "bits bytes checksum compressed distribution entries file max_depth mean metric pieces table version"
        );
        assert_eq!(info["entries"], spec.entries());
        assert_eq!((&info["metric"], &info["pieces"]), (&metric.into(), &spec.pieces().into()));
        let counts = info["distribution"].as_array().unwrap();
        assert_eq!(counts.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), spec.entries());
        assert_eq!(counts.len() as u64, info["max_depth"].as_u64().unwrap() + 1);
        assert!(place.ok("verify t.pdb").contains("every entry proven exact"));
        assert!(place.ok("verify --quick t.pdb").contains("entries not proven"));
    }
    assert_eq!(place.names(""), ["t.pdb"]);
}

#[test]
fn the_default_output_is_made_with_its_directory() {
    let place = Place::new();
    place.ok("edges --pieces FU,RU --metric qtm");
    assert!(place.path("databases/edges2-UR-UF-qtm.pdb").exists());
    place.fails("edges --pieces UR -o missing/deeper/t.pdb", 5, &["missing/deeper"]);
}

#[test]
fn in_a_directory_a_table_has_its_usual_name() {
    let place = Place::new();
    place.ok("edges --pieces UR -o new/");
    place.ok("edges --pieces UR -o .");
    assert!(place.path("new/edges1-UR.pdb").is_file() && place.path("edges1-UR.pdb").is_file());
    place.ok("pattern --puzzle pyraminx --pieces TIPS:0 -o new");
    let names = place.names("new");
    assert!(names.iter().any(|name| name.starts_with("pyraminx-") && name.ends_with(".pdb")), "{names:?}");
}

#[test]
fn a_command_line_without_sense_is_a_usage_error() {
    let place = Place::new();
    for args in [
        "",
        "frobnicate",
        "edges",
        "edges --pieces UR,UR",
        "edges --pieces UR,UD",
        "edges --pieces UR,UF,UL,UB,DR,DF,DL,DB,FR",
        "h48",
        "h48 --level 12",
        "h48 --level -1",
        "corners --metric stm",
        "corners --threads 0",
        "corners --threads 1025",
        "corners --threads 18446744073709551616",
        "corners --max-memory lots",
        "corners --checkpoint-every never",
        "verify",
        "verify --quick --full t.pdb",
        "dist t.pdb --json --csv",
        "decompress t.pdb",
    ] {
        place.fails(args, 2, &[]);
    }
    place.fails("export t.pdb -o x", 2, &["--npy x", "--raw x"]);
    assert!(place.names("").is_empty());
    let help = place.ok("--help");
    assert!(help.contains("Examples:") && help.contains("Exit status:"));
}

#[test]
fn memory_beyond_the_limit_is_refused_in_advance() {
    let place = Place::new();
    place.fails("corners --max-memory 100M -o c.pdb", 6, &["--max-memory", "104.9 MB"]);
    place.fails("h48 --level 11 --max-memory 20G -o h.pdb", 6, &["--max-memory", "21.5 GB"]);
    assert!(place.names("").is_empty());
    place.ok("edges --pieces UR,UF,UL -o t.pdb");
    place.ok("compress t.pdb");
    place.ok("verify t.pdb --max-memory 100");
    place.fails("verify t.pdb.zst --max-memory 100", 6, &["t.pdb.zst", "memory"]);
    // The proof of a table of cosets takes lists of them, whether the table is in memory or not.
    let cosets = fixtures::table(fixtures::COSETS);
    place.fails(&format!("verify {} --max-memory 20M", cosets.display()), 6, &["h48", "memory"]);
}

#[test]
fn compressed_tables_come_back_byte_by_byte() {
    let place = Place::new();
    place.ok("edges --pieces UR,UF,UL,UB,FR -o t.pdb");
    assert!(place.ok("compress t.pdb").starts_with("t.pdb.zst: "));
    place.ok("verify t.pdb.zst");
    let (plain, packed) = (json(&place.ok("info --json t.pdb")), json(&place.ok("info --json t.pdb.zst")));
    assert_eq!((&plain["compressed"], &packed["compressed"]), (&false.into(), &true.into()));
    assert_eq!(plain["checksum"], packed["checksum"]);
    place.ok("decompress t.pdb.zst -o again.pdb");
    assert!(fs::read(place.path("t.pdb")).unwrap() == fs::read(place.path("again.pdb")).unwrap());
    place.fails("compress t.pdb.zst", 4, &["plain"]);
    place.fails("decompress t.pdb -o x.pdb", 4, &["compressed"]);
    assert_eq!(place.names(""), ["again.pdb", "t.pdb", "t.pdb.zst"]);
}

#[test]
fn distributions_come_in_all_forms() {
    let place = Place::new();
    place.ok("edges --pieces UR,UF,UL,UB -o t.pdb");
    let published = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];
    let text = place.ok("dist t.pdb");
    assert!(text.contains("97,254") && text.contains("51.164773"), "{text}");
    let object = json(&place.ok("dist t.pdb --json"));
    assert_eq!(object["distribution"], json(&format!("{published:?}")));
    assert_eq!((&object["level"], &object["last_is_minimum"]), (&Value::Null, &false.into()));
    let csv = place.ok("dist t.pdb --csv");
    assert_eq!(csv.lines().count(), 1 + published.len());
    assert!(csv.contains("\n6,97254,51.16"), "{csv}");
    assert_eq!(place.ok("dist --csv t.pdb"), csv);
    assert_eq!(place.ok("dist t.pdb --csv -"), csv);
    assert_eq!(place.ok("dist t.pdb --csv t.csv"), "");
    assert_eq!(fs::read_to_string(place.path("t.csv")).unwrap(), csv);
    place.fails("dist t.pdb --csv t.csv", 5, &["t.csv", "--force"]);
    place.ok("dist --csv t.csv t.pdb --force");
    place.fails("dist --csv", 2, &["no table"]);
    place.fails("dist --csv -", 2, &["no table"]);
    for scale in ["log", "linear"] {
        place.ok(&format!("dist t.pdb --svg t.svg --force --scale {scale}"));
        let svg = fs::read_to_string(place.path("t.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<title>depth ").count(), published.len());
        assert!(svg.contains("<title>depth 6: 97,254 entries</title>"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    place.ok("dist t.pdb --png t.png");
    assert!(fs::read(place.path("t.png")).unwrap().starts_with(b"\x89PNG"));
    place.fails("dist t.pdb --png t.png", 5, &["t.png", "--force"]);
    place.fails("dist t.pdb --json --scale linear", 2, &["--scale"]);
    assert!(place.ok("dist t.pdb --svg -").starts_with("<svg "));
    assert_eq!(place.ok("dist t.pdb --svg a.svg --png a.png --csv - --scale linear"), csv);
    assert!(place.path("a.svg").exists() && place.path("a.png").exists());
    place.fails("dist t.pdb --svg b.svg --csv t.csv", 5, &["t.csv", "--force"]);
    assert!(!place.path("b.svg").exists(), "nothing is written if something cannot be");
    place.fails("dist t.pdb --svg - --png -", 2, &["`-` is named for two outputs"]);
    place.fails("dist t.pdb --json --csv -", 2, &["--json"]);
}

#[test]
fn entries_are_exported_to_files_and_to_standard_output() {
    let place = Place::new();
    place.ok("edges --pieces UR,UF -o t.pdb");
    let said = place.ok("export t.pdb --npy t.npy --raw t.bin");
    assert!(said.contains("t.npy: 528 entries") && said.contains("t.bin: 528 entries"), "{said}");
    let [npy, raw] = ["t.npy", "t.bin"].map(|name| fs::read(place.path(name)).unwrap());
    assert!(raw.len() == 528 && npy.starts_with(b"\x93NUMPY") && npy.ends_with(&raw));
    // Distances are characters of one byte each.
    let ran = place.run("export t.pdb --raw -");
    assert_eq!((ran.code, ran.out.as_bytes()), (0, &raw[..]));
    assert!(ran.err.contains("standard output: 528 entries"), "{}", ran.err);
    place.fails("export t.pdb --raw t.bin", 5, &["t.bin", "--force"]);
    place.fails("export t.pdb --raw - --npy -", 2, &["two outputs"]);
    assert_eq!(place.names(""), ["t.bin", "t.npy", "t.pdb"]);
}

#[test]
fn the_list_names_every_kind_of_table() {
    let place = Place::new();
    let kinds = json(&place.ok("list --json"));
    let kinds = kinds.as_array().unwrap();
    assert_eq!(kinds.len(), 22);
    assert_eq!((&kinds[0]["table"], &kinds[0]["entries"]), (&"corners".into(), &88_179_840.into()));
    assert_eq!((&kinds[7]["pieces"], &kinds[7]["bytes"]), (&7.into(), &255_467_520.into()));
    assert!(kinds.iter().all(|kind| kind["memory"].as_u64() >= kind["bytes"].as_u64()));
    assert_eq!((&kinds[10]["entries"], &kinds[21]["command"]), (&117_567_450.into(), &"pdbgen h48 --level 11".into()));
    assert_eq!(place.ok("list").lines().count(), 24);
}

#[test]
fn bounds_for_cosets_are_built_proven_and_described() {
    let place = Place::new();
    let built = place.run("h48 --level 0 -o h.pdb --progress json");
    assert_eq!(built.code, 0, "{}", built.err);
    assert!(built.out.contains("117,567,450 entries") && built.out.contains(">=11"), "{}{}", built.out, built.err);
    let (events, mut known): (Vec<Value>, _) = (built.err.lines().map(json).collect(), Known::new());
    events.iter().for_each(|event| known.check("build-progress", event));
    for name in ["listed", "blocks"] {
        assert!(events.iter().any(|event| event["event"] == name), "{name} was not seen: {events:?}");
    }
    let info = json(&place.ok("info --json h.pdb"));
    assert_eq!((&info["table"], &info["bits"], &info["version"]), (&"h48".into(), &2.into(), &"1.1".into()));
    assert_eq!((&info["bytes"], &info["max_depth"]), (&(3393 * 137 * 64).into(), &11.into()));
    let counts: Vec<u64> = serde_json::from_value(info["distribution"].clone()).unwrap();
    assert_eq!(counts.iter().sum::<u64>(), 117_567_450);
    assert!(place.ok("dist h.pdb --svg -").contains("&gt;=11"));
    let csv = place.ok("dist h.pdb --csv");
    assert!(
        csv.starts_with("depth,entries,percent,or_more\n") && csv.contains(&format!("\n11,{},", counts[11])),
        "{csv}"
    );
    let is_minimum: Vec<bool> = csv.lines().skip(1).map(|line| line.ends_with(",true")).collect();
    assert!(is_minimum.iter().enumerate().all(|(depth, &is)| is == (depth == 11)) && is_minimum.len() == 12, "{csv}");
    let dist = json(&place.ok("dist --json h.pdb"));
    assert_eq!((&dist["level"], &dist["last_is_minimum"]), (&0.into(), &true.into()));
    if is_full() {
        assert!(place.ok("verify h.pdb").contains("every bound proven"));
    }
    place.ok("compress h.pdb --level 1");
    place.ok("decompress h.pdb.zst -o again.pdb");
    assert!(fs::read(place.path("h.pdb")).unwrap() == fs::read(place.path("again.pdb")).unwrap());
}

#[test]
fn a_table_of_a_later_numbering_is_described_but_not_used() {
    let place = Place::new();
    place.ok("edges --pieces UR,UF -o t.pdb");
    fixtures::edit_header(&place.path("t.pdb"), |bytes| {
        let at = bytes.windows(7).position(|text| text == b"index=1").unwrap();
        bytes[at + 6] = b'9';
    });
    let info = json(&place.ok("info --json t.pdb"));
    assert_eq!((&info["table"], &info["pieces"]), (&"edges".into(), &"UR,UF".into()));
    assert!(place.ok("info t.pdb").contains("does not know"));
    place.ok("dist t.pdb");
    place.fails("verify t.pdb", 4, &["does not know"]);
}

#[test]
fn behind_a_faulty_file_the_others_are_still_checked() {
    let place = Place::new();
    place.ok("edges --pieces UR,UF,UL,UB -o good.pdb");
    fs::write(place.path("bad.pdb"), "damaged").unwrap();
    let ran = place.run("verify bad.pdb missing.pdb good.pdb");
    assert_eq!(ran.code, 4);
    assert!(ran.err.contains("bad.pdb") && ran.err.contains("missing.pdb"), "{}", ran.err);
    assert!(ran.out.starts_with("good.pdb: ") && ran.out.contains("proven exact"), "{}", ran.out);
}

#[test]
fn progress_comes_in_the_form_asked_for() {
    let place = Place::new();
    let build = |mode: &str| place.run(&format!("edges --pieces UR,UF,UL -o t.pdb --force --progress {mode}")).err;
    assert_eq!(build("none") + &build("auto"), "", "standard error is no terminal here");
    let plain = build("plain");
    let first = plain.lines().next().unwrap();
    assert!(first.contains("10,560 entries") && first.contains("memory"), "{first}");
    assert!(plain.contains("level  1:") && plain.contains("% seen"), "{plain}");
    let events: Vec<Value> = build("json").lines().map(json).collect();
    assert_eq!(events[0]["event"], "start");
    assert!(events[0]["memory"].is_u64());
    let last = events.iter().rfind(|event| event["event"] == "level").unwrap();
    assert_eq!((&last["seen"], &last["fraction"]), (&10_560.into(), &1.0.into()));
}
