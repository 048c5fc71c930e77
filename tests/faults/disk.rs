//! Disks that become full: existing files stay, no partial files are left, and a search does not end for want of a
//! checkpoint.

use crate::Test;
use crate::cli::corner_table;
use crate::program::Place;
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::Metric;
use serde_json::Value;
use std::fs;
use std::process::Command;

pub const TESTS: &[Test] = &[
    (13, "by_a_limit_of_file_sizes", file_sizes),
    (13, "on_a_small_file_system", small_file_systems),
    (13, "on_standard_output", standard_output),
    (13, "under_a_running_search", saved_search),
];

/// Builds of a file of a little more than two megabytes, replacing an old one or none.
fn file_sizes(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    fixture.compressed();
    let place = &fixture.place;
    let (sound, packed) = (fixture.read("t.pdb"), fixture.read("t.pdb.zst"));
    // Blocks of 512 bytes. A compressed table has 5 kilobytes.
    for (command, target, blocks) in [
        ("edges --pieces UR,UF,UL --threads 2 -o x", "x", [0, 1, 4, 4000, 4096]),
        ("edges --pieces UR,UF,UL --threads 2 --checkpoint-every 0 -o x", "x", [0, 1, 4, 4000, 4096]),
        ("decompress t.pdb.zst -o x", "x", [0, 1, 4, 4000, 4096]),
        ("compress t.pdb -o x", "x", [0, 1, 2, 3, 4]),
        ("dist t.pdb --svg x", "x", [0, 1, 2, 3, 4]),
    ] {
        for old in [None, Some("old")] {
            for blocks in blocks {
                if let Some(old) = old {
                    place.write(target, old);
                }
                let force: &[&str] = if old.is_some() { &["--force"] } else { &[] };
                faults.try_one(format!("{command} within {blocks} blocks"), || {
                    let ran = place.pdbgen(command).args(force).after(format!("ulimit -f {blocks}")).run();
                    ran.refuses(5, &["cannot "]);
                    let left = fs::read_to_string(place.path(target)).ok();
                    assert_eq!(left.as_deref(), old);
                    assert!(place.names().iter().all(|name| ["t.pdb", "t.pdb.zst", target].contains(&name.as_str())));
                });
            }
            if old.is_some() {
                place.remove(target);
            }
        }
    }
    assert!(fixture.read("t.pdb") == sound && fixture.read("t.pdb.zst") == packed);
}

/// Returns whether a file system can be mounted here, in a separate namespace.
fn can_mount() -> bool {
    let mut unshare = Command::new("unshare");
    let mounted = unshare.args(["-m", "sh", "-c", "mount -t tmpfs -o size=1m none /mnt"]).output();
    mounted.is_ok_and(|output| output.status.success())
}

fn small_file_systems(faults: &Faults) {
    if !can_mount() {
        return faults.skip("small file systems: `unshare -m` and `mount -t tmpfs` are not possible here");
    }
    let place = Place::new();
    let disk = place.path("disk");
    fs::create_dir(&disk).unwrap();
    for (size, command) in [
        ("1m", "edges --pieces UR,UF,UL -o disk/t.pdb"),
        ("2m", "edges --pieces UR,UF,UL -o disk/t.pdb"),
        ("3m", "edges --pieces UR,UF,UL --checkpoint-every 0 -o disk/t.pdb"),
        ("40m", "corners -o disk/t.pdb"),
    ] {
        faults.try_one(format!("{command} on {size}"), || {
            // The namespace ends with the process that was started in it; the remaining files are listed before.
            let script = format!(
                "mount -t tmpfs -o size={size} none disk && echo old > disk/old && {{ \"$0\" {command} --threads 2; code=$?; \
                 ls -A disk; cat disk/old; exit $code; }}"
            );
            let program = env!("CARGO_BIN_EXE_pdbgen");
            let output =
                Command::new("unshare").args(["-m", "sh", "-c", &script, program]).current_dir(place.dir()).output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(5), "{err}");
            assert_eq!(err.matches("error: ").count(), 1, "{err}");
            assert!(err.contains("disk/t.pdb: cannot ") && !err.contains("panicked"), "{err}");
            // Refused within the first second.
            assert!(err.contains(" are free") || err.contains("No space left"), "{err}");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), "old\nold\n");
        });
    }
}

fn standard_output(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    let redirected = |program: crate::program::Program| program.after("exec > /dev/full");
    for command in
        ["list", "list --json", "info t.pdb", "dist t.pdb", "dist t.pdb --svg -", "verify t.pdb", "compress t.pdb"]
    {
        faults.try_one(command, || redirected(fixture.pdbgen(command)).run().refuses(5, &["standard output: "]));
    }
    for args in [&["R U"] as &[&str], &["--output", "jsonl", "R U"], &["--output", "csv", "R U"], &["--all", "R U"]] {
        faults.try_one(format!("{args:?}"), || {
            redirected(fixture.solve_with(args)).run().refuses(5, &["standard output: "])
        });
    }
    for args in [
        &["scramble", "--count", "3"] as &[&str],
        &["check", "R U"],
        &["convert", "--to", "reid", "R U"],
        &["presets"],
        &["--version"],
        &["--help"],
    ] {
        faults.try_one(format!("{args:?}"), || {
            let ran = redirected(fixture.solve(args)).run();
            ran.ends_with(5);
        });
    }
    // The counts are there, and the state to go on from is not.
    faults.try_one("a checkpoint of distances", || {
        let place = Place::new();
        let command = place.pdbgen("distances --puzzle pyraminx --max-depth 3 --csv --checkpoint ck");
        let ran = command.after("ulimit -f 100").run();
        ran.ends_with(5);
        ran.says(&["the search is not saved"]);
        assert!(ran.out.contains("\n3,"), "{}", ran.out);
        assert_eq!(place.names(), [""; 0]);
    });
    // Counts that nobody got are not lost.
    faults.try_one("distances", || {
        let place = Place::new();
        let command = "distances --puzzle pyraminx --checkpoint ck";
        let ran = redirected(place.pdbgen(command)).run();
        ran.ends_with(5);
        ran.says(&["standard output: ", "ck holds the search"]);
        assert_eq!(place.names(), ["ck"]);
        place.pdbgen(&format!("{command} --resume")).ok();
        assert_eq!(place.names(), [""; 0]);
    });
}

/// When the disk is full or the file too large, the search continues: its result is worth more than its checkpoint.
fn saved_search(faults: &Faults) {
    let _alone = crate::program::alone();
    let place = Place::new();
    let args = ["--all", "--output", "jsonl", "--checkpoint", "run", "--checkpoint-every", "0.05"];
    let cube = "R U2 F' L D2 B R' U F2 L' D B2";
    let solve = || place.solve(&["--pdb", corner_table().to_str().unwrap()]).args(args).args([cube]);
    let fields = |text: &str| {
        let record: Value = serde_json::from_str(text).unwrap();
        (record["status"].clone(), record["solutions"].clone())
    };
    let right = fields(&solve().ok());
    assert_eq!(right.0, "solved");
    // A kilobyte is enough for the beginning, but not for the map of a tree.
    for blocks in [1, 2] {
        faults.try_one(format!("{blocks} blocks"), || {
            let ran = solve().after(format!("ulimit -f {blocks}")).run();
            ran.ends_with(0);
            assert_eq!(fields(&ran.out), right);
            // Reported each time that a state cannot be saved although the last one could be.
            ran.says(&["the search is not saved"]);
            assert_eq!(place.names(), [""; 0]);
        });
    }
}
