//! Graphics cards that are missing, fail, or compute wrongly, and flags that do not go together with them.

use crate::Test;
use crate::program::{Place, Program};
use crate::tables::{Fixture, coset_table};
use crate::tally::Faults;
use cubepdb::{Metric, internals::device};
use std::fs;
use std::path::Path;

pub const TESTS: &[Test] = &[
    (34, "none", none),
    (34, "other_flags", other_flags),
    (34, "numbers", numbers),
    (34, "tables", tables),
    (34, "lost", lost),
    (34, "wrong", wrong),
];

/// Seven quarter turns from solved.
const CUBE: &str = "R U F' L D B R'";

/// Searches in quarter turns on the devices of this machine.
fn search(place: &Place, table: &str, args: &[&str]) -> Program {
    let flags = ["--backend", "gpu", "--metric", "qtm", "--pdb", table];
    compiled_once(place.solve(&flags).args(args).args([CUBE]))
}

/// The drivers of processors keep what they compile, for all tests.
fn compiled_once(program: Program) -> Program {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pocl");
    fs::create_dir_all(&cache).unwrap();
    program.env("POCL_CACHE_DIR", cache)
}

/// Returns whether there is a device, or else a record that there is none.
fn has_device(faults: &Faults) -> bool {
    let found = device::devices();
    if let Err(error) = &found {
        faults.skip(error);
    }
    found.is_ok()
}

fn none(faults: &Faults) {
    let place = Place::new();
    let table = coset_table().to_str().unwrap();
    for (variable, value, sentence) in [
        ("CUBEPDB_FAULT", "no-opencl", "no graphics card: libOpenCL.so.1 is not installed (Debian: "),
        ("CUBEPDB_FAULT", "no-device", "no graphics card: OpenCL is installed, but no driver"),
        // With a library this is no driver, without one it is no library, and there are builds without cards.
        ("OCL_ICD_VENDORS", "/nowhere", "graphics card"),
    ] {
        for args in [
            &["devices"] as &[&str],
            &["devices", "--json"],
            &["--backend", "gpu", "R"],
            &["--backend", "gpu+threads", "R"],
            &["--backend", "gpu", "--metric", "qtm", "--pdb", table, "--device", "0", "R"],
            &["bench", "--backend", "gpu", "R"],
        ] {
            faults.try_one(format!("{value} {args:?}"), || {
                place.solve(args).env(variable, value).run().refuses(6, &[sentence]);
            });
        }
    }
    faults.try_one("the doctor", || {
        let text = place.solve(&["doctor"]).env("CUBEPDB_FAULT", "no-device").ok();
        assert!(text.contains("graphics card   no graphics card: OpenCL is installed"), "{text}");
    });
}

fn other_flags(faults: &Faults) {
    let place = Place::new();
    for (args, sentence) in [
        (&["--device", "0"] as &[&str], "--device is for graphics cards: add --backend gpu"),
        (&["--gpu-memory", "1G"], "--gpu-memory is for graphics cards"),
        (&["--check-interval", "100"], "--check-interval is for graphics cards"),
        (&["--upper-bound", "12"], "--upper-bound is for graphics cards"),
        (&["--backend", "threads", "--device", "all"], "--device is for graphics cards"),
        (&["--backend", "gpu", "--device", "0,zero"], "use numbers of devices with commas between them, or all"),
        (&["--backend", "gpu", "--device", "0,0"], "device 0 is named twice"),
        (&["--backend", "gpu", "--gpu-memory", "much"], "much"),
        (&["--backend", "gpu", "--check-interval", "0"], "0 is not in 1..=1000000"),
        (&["--backend", "gpu", "--check-interval", "100"], "--check-interval is for --preset gpu-manhattan"),
        (&["--backend", "gpu", "--upper-bound", "12"], "--upper-bound is for --preset gpu-manhattan"),
        (&["--backend", "gpu", "--ranks", "2"], "graphics cards are not divided among ranks"),
        (&["--backend", "gpu", "--distribution", "stealing"], "there are some with --ranks"),
        (&["--backend", "gpu", "--kernel", "batched"], "--kernel is for searches on threads"),
        (&["--backend", "gpu", "--scheduler", "stealing:3"], "--scheduler is for searches on threads"),
        (&["--backend", "gpu+threads", "--tt", "packed"], "--tt is for searches on threads"),
        (&["--backend", "gpu", "--prune", "none"], "--prune is for searches on threads"),
        (&["--backend", "gpu", "--jobs", "17"], "--jobs 17: graphics cards search 16 cubes at a time"),
        (&["--backend", "gpu", "--preset", "bfs"], "--preset bfs is for searches on threads"),
        (&["--backend", "gpu", "--size", "4"], "--backend gpu goes with the usual search of the 3x3x3"),
        (&["--backend", "gpu", "--heuristic", "corners"], "not with corners"),
        (&["--backend", "gpu+threads", "--heuristic", "manhattan-edges"], "the cards search alone"),
    ] {
        faults.try_one(format!("{args:?}"), || {
            let ran = place.solve(args).args(["R"]).run();
            ran.ends_with(2);
            assert_eq!(ran.out, "");
            ran.says(&[sentence]);
        });
    }
}

fn numbers(faults: &Faults) {
    if !has_device(faults) {
        return;
    }
    let (place, table) = (Place::new(), coset_table().to_str().unwrap());
    for list in ["98", "0,98"] {
        faults.try_one(list, || {
            let ran = search(&place, table, &["--device", list]).run();
            ran.refuses(2, &["--device: there is no device 98: "]);
        });
    }
    faults.try_one("too little memory", || {
        let ran = search(&place, table, &["--gpu-memory", "20M"]).run();
        ran.refuses(6, &["the table h48-0", "does not fit device 0", "of which 21.0 MB may be used"]);
    });
}

fn tables(faults: &Faults) {
    if !has_device(faults) {
        return;
    }
    let place = Place::new();
    let mut bytes = fs::read(coset_table()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    place.write("bad.pdb", &bytes);
    faults.try_one("a damaged table", || search(&place, "bad.pdb", &[]).run().refuses(4, &["bad.pdb"]));
    let fixture = Fixture::of_edges("UR,UF,UL,UB", Metric::QuarterTurn);
    faults.try_one("no table for devices", || {
        let path = fixture.path();
        let ran = search(&place, path.to_str().unwrap(), &[]).run();
        ran.refuses(4, &["--backend gpu needs an H48 table, and there is only edges4-UR-UF-UL-UB"]);
    });
}

/// A device that does not answer before the search is an error; later, what is proven is told.
fn lost(faults: &Faults) {
    if !has_device(faults) {
        return;
    }
    let (place, table) = (Place::new(), coset_table().to_str().unwrap());
    faults.try_one("at once", || {
        let ran = search(&place, table, &[]).env("CUBEPDB_FAULT", "lose-device:0").run();
        ran.refuses(6, &["device 0, ", "it stopped answering (a fault on purpose)"]);
    });
    let mut proven = 0;
    for launches in growing_numbers() {
        let ran = search(&place, table, &[]).env("CUBEPDB_FAULT", format!("lose-device:{launches}")).run();
        if ran.code == Some(0) {
            break;
        }
        faults.try_one(format!("after {launches} launches"), || {
            ran.ends_with(6);
            if ran.out.is_empty() {
                assert!(ran.err.contains("it stopped answering"), "{ran:?}");
            } else {
                proven += 1;
                assert!(
                    ran.out.starts_with("unsolved: at least ") && ran.out.contains(" stopped answering)"),
                    "{ran:?}"
                );
            }
        });
    }
    faults.try_one("after the checks at the beginning", || assert!(proven > 1, "{proven}"));
}

/// Numbers that grow by an eighth.
fn growing_numbers() -> impl Iterator<Item = u32> {
    std::iter::successors(Some(6), |n| Some(n + n / 8 + 1))
}

/// A device that computes wrongly from the beginning is refused; if it begins later, no solution is claimed that is
/// none.
fn wrong(faults: &Faults) {
    if !has_device(faults) {
        return;
    }
    let (place, table) = (Place::new(), coset_table().to_str().unwrap());
    let mut believed = 0;
    for reads in growing_numbers() {
        let ran = search(&place, table, &[]).env("CUBEPDB_FAULT", format!("wrong-device:{reads}")).run();
        if ran.code == Some(0) {
            break;
        }
        faults.try_one(format!("from read {reads} on"), || {
            assert!(matches!(ran.code, Some(6 | 70)), "{ran:?}");
            assert!(!ran.out.contains("q)"), "{}", ran.out);
            believed += u32::from(!ran.err.contains("it computes wrongly"));
        });
    }
    faults.try_one("after the checks at the beginning", || assert!(believed > 0));
}
