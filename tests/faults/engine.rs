//! Workers and ranks that fail, and missing machines.

use crate::Test;
use crate::program::{Place, Ran};
use crate::tables::{Fixture, coset_table};
use crate::tally::Faults;
use cubepdb::Metric;

pub const TESTS: &[Test] = &[
    (30, "before_and_after_their_work", around_their_work),
    (30, "of_other_sizes", of_other_sizes),
    (31, "backends", backends),
];

/// No result is claimed for the current cube, nor for the following ones.
#[track_caller]
fn assert_failed(ran: &Ran, solved: &str) {
    ran.ends_with(70);
    ran.says(&["fault in the program; nothing that it printed"]);
    for claim in [solved, "\"solved\"", "proven"] {
        assert!(!ran.out.contains(claim), "{}", ran.out);
    }
}

const CUBE: &str = "R U2 F' L D2 B R'";

fn around_their_work(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL,UB,FR", Metric::HalfTurn);
    let qtm = coset_table().to_str().unwrap();
    for fault in ["panic-before:0", "panic-after:0", "panic-before:1", "panic-after:1"] {
        for args in [
            &["--scheduler", "sequential"] as &[&str],
            &["--scheduler", "depth"],
            &["--tt", "packed"],
            &["--jobs", "2"],
            &["--checkpoint", "run", "--resume"],
            &["--output", "jsonl"],
            &["--all"],
        ] {
            faults.try_one(format!("{fault} {args:?}"), || {
                let program = fixture.solve_with(&["--threads", "2"]).args(args).args([CUBE]);
                assert_failed(&program.env("CUBEPDB_FAULT", fault).run(), "f)");
            });
        }
        for kernel in ["batched", "staged"] {
            faults.try_one(format!("{fault} {kernel}"), || {
                let args = ["--pdb", qtm, "--metric", "qtm", "--threads", "2", "--kernel", kernel, "R U F' L D B R'"];
                assert_failed(&fixture.solve(&args).env("CUBEPDB_FAULT", fault).run(), "q)");
            });
        }
    }
    faults.try_one("ranks", || {
        let program = fixture.solve_with(&["--threads", "2", "--ranks", "2", CUBE]);
        assert_failed(&program.env("CUBEPDB_FAULT", "panic-before:0").run(), "f)");
    });
}

fn of_other_sizes(faults: &Faults) {
    let place = Place::new();
    for fault in ["panic-before:0", "panic-after:1", "panic-after:2"] {
        faults.try_one(fault, || {
            let ran = place.solve(&["--size", "4", "--threads", "2", "R U F2"]).env("CUBEPDB_FAULT", fault).run();
            assert_failed(&ran, "f)");
        });
    }
}

fn backends(faults: &Faults) {
    let (place, no_mpi) = (Place::new(), cfg!(not(feature = "mpi")));
    for (args, word) in [
        (&["--backend", "abacus"] as &[&str], "invalid value"),
        (&["--preset", "gpu-manhattan", "--backend", "threads"], "the preset gpu-manhattan is for --backend gpu"),
        (
            &["--preset", "gpu-manhattan", "--backend", "mpi"],
            if no_mpi { "not in this build" } else { "for --backend gpu" },
        ),
    ] {
        faults.try_one(format!("{args:?}"), || place.solve(args).args(["R"]).run().refuses(2, &[word]));
    }
    if !cfg!(feature = "mpi") {
        faults.try_one("no MPI", || {
            place.solve(&["--backend", "mpi", "R"]).run().refuses(2, &["--backend mpi: not in this build"]);
        });
    }
}
