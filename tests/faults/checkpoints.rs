//! Checkpoints of other work, or with other content than was written: refused, left unchanged, and never mixed in.

use crate::Test;
use crate::cli::corner_table;
use crate::fixtures::edit_header;
use crate::program::{Place, Program};
use crate::tables::edges;
use crate::tally::Faults;
use cubepdb::internals::{
    pdb::file::{Checkpoint, DATA_OFFSET},
    storage::write_file,
};
use cubepdb::{Metric, TableSpec};
use std::fs;
use xxhash_rust::xxh3::xxh3_128;

pub const TESTS: &[Test] = &[(17, "of_builds", of_builds), (17, "of_searches", of_searches)];

/// A checkpoint of `t.pdb` after its first level.
fn save(place: &Place, spec: &TableSpec) -> Vec<u8> {
    let data = vec![0xff; spec.bytes() as usize];
    let mut distribution = [0; 16];
    distribution[15] = spec.entries();
    Checkpoint::save(&place.path("t.pdb"), spec, 0, distribution, &data).unwrap();
    place.read("t.pdb.checkpoint")
}

/// The build refuses to resume from the file, and to lose it unasked; from scratch it completes.
fn assert_refused(place: &Place, words: &[&str]) {
    let before = place.read("t.pdb.checkpoint");
    let build = place.pdbgen("edges --pieces UR,UF -o t.pdb --threads 2");
    build.clone().args(["--resume"]).run().refuses(4, &[&["t.pdb.checkpoint", "--resume"], words].concat());
    build.run().refuses(5, &["t.pdb.checkpoint: an interrupted build", "--resume", "--force"]);
    assert!(place.read("t.pdb.checkpoint") == before, "what is refused is left alone");
    assert_eq!(place.names(), ["t.pdb.checkpoint"]);
    build.args(["--force"]).run().says(&["from scratch"]);
    place.pdbgen("verify t.pdb").ok();
    assert_eq!(place.names(), ["t.pdb"]);
    place.remove("t.pdb");
}

fn of_builds(faults: &Faults) {
    let place = Place::new();
    let own = edges("UR,UF", Metric::HalfTurn);
    for other in [edges("UR,DF", Metric::HalfTurn), edges("UR,UF", Metric::QuarterTurn)] {
        faults.try_one(format!("of {other}"), || {
            save(&place, &other);
            assert!(place.pdbgen("info t.pdb.checkpoint").ok().contains("interrupted after level 0"));
            place.pdbgen("verify t.pdb.checkpoint").run().refuses(4, &["incomplete"]);
            place.solve(&["--pdb", "t.pdb.checkpoint", "R"]).run().refuses(4, &["incomplete"]);
            assert_refused(&place, &["another table"]);
        });
    }
    let sound = save(&place, &own);
    let write = |bytes: &[u8]| place.write("t.pdb.checkpoint", bytes);
    for length in [1, 8, 100, 4095, 4096, DATA_OFFSET as usize, sound.len() - 17, sound.len() - 1] {
        faults.try_one(format!("{length} bytes of it"), || {
            write(&sound[..length]);
            assert_refused(&place, &["truncated"]);
        });
    }
    faults.try_one("longer", || {
        write(&[&sound[..], b"x"].concat());
        assert_refused(&place, &["trailing"]);
    });
    let mut random = fastrand::Rng::with_seed(17);
    for round in 0..60 {
        let at = match round % 3 {
            0 => random.usize(..4096),
            1 => random.usize(4096..DATA_OFFSET as usize),
            _ => random.usize(DATA_OFFSET as usize..sound.len()),
        };
        faults.try_one(format!("a bit at {at}"), || {
            let mut flipped = sound.clone();
            flipped[at] ^= 1 << random.u32(..8);
            write(&flipped);
            assert_refused(&place, &[]);
        });
    }
    for (what, at, value, word) in [
        ("later version", 8, 2, "newer version"),
        ("unknown flag", 24, 4, "newer version"),
        ("complete", 20, 1, "complete"),
    ] {
        faults.try_one(what, || {
            write(&sound);
            edit_header(&place.path("t.pdb.checkpoint"), |header| header[at] = value);
            // A checkpoint that claims to be complete contradicts its own counts as well.
            assert_refused(&place, &[if at == 20 { "t.pdb" } else { word }]);
        });
    }
    faults.try_one("no checkpoint at all", || {
        write(b"hello, you");
        assert_refused(&place, &["not a table"]);
    });
}

/// A search that takes long enough to be saved. All solutions have one order.
const CUBE: &str = "R U2 F' L D2 B R' U F2 L' D";

struct Search {
    place: Place,
    saved: Vec<u8>,
    right: String,
}

impl Search {
    fn new() -> Self {
        let place = Place::new();
        let stopped = Self::program(&place, &["--all", "--max-nodes", "200000"]).run();
        stopped.ends_with(7);
        let (saved, right) = (place.read("run"), {
            place.remove("run");
            Self::program(&place, &["--all"]).ok()
        });
        Self { place, saved, right }
    }

    fn program(place: &Place, more: &[&str]) -> Program {
        let table = corner_table().to_str().unwrap();
        let args = ["--pdb", table, "--threads", "2", "--checkpoint-every", "1000", "--checkpoint", "run"];
        place.solve(&args).args(more).args([CUBE])
    }

    fn resume(&self, more: &[&str]) -> Program {
        Self::program(&self.place, &[&["--resume"], more].concat())
    }

    /// A refused file is left unchanged, and no result is claimed.
    fn assert_refused(&self, bytes: &[u8], program: &Program, words: &[&str]) {
        self.place.write("run", bytes);
        let ran = program.run();
        ran.ends_with(4);
        assert_eq!(ran.out, "");
        ran.says(&[&["run"], words].concat());
        assert!(self.place.read("run") == bytes);
    }
}

fn of_searches(faults: &Faults) {
    let search = Search::new();
    let (place, saved) = (&search.place, &search.saved);
    let resume = search.resume(&["--all"]);
    for (what, other, words) in [
        ("of another kind of answer", search.resume(&[]), "this one has `answer one solution`"),
        ("of another length", search.resume(&["--all", "--max-depth", "12"]), "saved by another search: it has `"),
        ("of other pruning", search.resume(&["--all", "--prune", "none"]), "saved by another search: it has `"),
        (
            "of other bounds",
            search.resume(&["--all", "--heuristic", "corners+manhattan"]),
            "saved by another search: it has `bounds ",
        ),
    ] {
        faults.try_one(what, || search.assert_refused(saved, &other, &[words]));
    }
    let mut another = saved.clone();
    // Another cube with a hash that fits.
    let at = another.windows(5).position(|text| text == b"cube ").unwrap() + 5;
    another.truncate(another.len() - 16);
    another[at] ^= 1;
    another.extend(xxh3_128(&another).to_le_bytes());
    faults.try_one("of another cube", || {
        search.assert_refused(&another, &resume, &["saved by another search: it has `cube "])
    });
    for length in (0..saved.len()).step_by(saved.len() / 40) {
        faults.try_one(format!("{length} bytes of it"), || search.assert_refused(&saved[..length], &resume, &[]));
    }
    faults.try_one("longer", || search.assert_refused(&[&saved[..], b"x"].concat(), &resume, &["expected "]));
    let mut newer = saved.clone();
    newer[8] = 3;
    faults.try_one("a later version", || search.assert_refused(&newer, &resume, &["made by another version"]));
    faults.try_one("no checkpoint", || search.assert_refused(b"hello, you are no checkpoint", &resume, &["not a"]));
    for at in (0..saved.len()).step_by(saved.len() / 60) {
        faults.try_one(format!("a bit at {at}"), || {
            let mut flipped = saved.clone();
            flipped[at] ^= 1 << (at % 8);
            search.assert_refused(&flipped, &resume, &[]);
        });
    }
    faults.try_one("one that was not asked for", || {
        place.write("run", saved);
        Search::program(place, &["--all"]).run().refuses(5, &["run", "exists already", "--resume"]);
        assert!(place.read("run") == *saved);
    });
    faults.try_one("a directory", || {
        place.remove("run");
        fs::create_dir(place.path("run")).unwrap();
        resume.run().refuses(5, &["run"]);
        fs::remove_dir(place.path("run")).unwrap();
    });
    // The valid checkpoint leads to the answer.
    write_file(&place.path("run"), saved, false).unwrap();
    assert_eq!(resume.ok(), search.right);
    assert_eq!(place.names(), [""; 0]);
}
