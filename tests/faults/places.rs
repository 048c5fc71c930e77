//! Destinations that cannot be written: detected before the work begins.

use crate::Test;
use crate::program::Place;
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::internals::storage::{FaultKind, StorageError, check_target};
use cubepdb::{FileError, Metric, table_files::TableFile};
use cubepdb_testing::names;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

pub const TESTS: &[Test] = &[
    (21, "targets_that_are_no_files", targets),
    (21, "as_the_programs_see_them", for_programs),
    (21, "read_only", read_only),
    (21, "existing_files", existing),
    (21, "tables_that_are_no_files", sources),
];

fn make_pipe(path: &PathBuf) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn targets(faults: &Faults) {
    let fixture = Fixture::small();
    let dir = fixture.dir();
    check_target(&fixture.place.path("new.pdb"), false).unwrap();
    check_target(&fixture.path(), true).unwrap();
    faults.try_one("there already", || {
        assert!(matches!(check_target(&fixture.path(), false), Err(StorageError::Exists { .. })));
    });
    symlink(fixture.path(), fixture.place.path("link")).unwrap();
    let pipe = fixture.place.path("pipe");
    make_pipe(&pipe);
    for no_file in [dir.to_owned(), dir.join(".."), PathBuf::from("/"), fixture.place.path("link"), pipe.clone()] {
        faults.try_one(no_file.display(), || {
            let error = check_target(&no_file, true).unwrap_err();
            assert!(matches!(error, StorageError::NotAFile { .. }), "{error}");
            assert_eq!(error.kind(), FaultKind::Io);
        });
    }
    for nowhere in ["/no/such/place/t.pdb", "/proc/t.pdb", "t.pdb/t.pdb"] {
        faults.try_one(nowhere, || {
            let error = check_target(&dir.join(nowhere), true).unwrap_err();
            assert!(matches!(error, StorageError::Io { .. }), "{error}");
        });
    }
    assert_eq!(fixture.names(), ["link", "pipe", "t.pdb"]);
    // Opening a named pipe must not wait for a writer either.
    faults.try_one("a pipe as a table", || {
        assert!(matches!(TableFile::open(&pipe), Err(FileError::Storage(StorageError::NotAFile { .. }))))
    });
}

fn for_programs(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    fixture.compressed();
    // Where a table would have its usual name, there is a directory, too.
    fs::create_dir_all(fixture.place.path("dir/edges2-UR-UF.pdb")).unwrap();
    symlink(fixture.path(), fixture.place.path("link")).unwrap();
    symlink("nowhere", fixture.place.path("dangling")).unwrap();
    make_pipe(&fixture.place.path("pipe"));
    let before = fixture.names();
    let sound = fixture.read("t.pdb");
    for (target, word) in [
        ("dir", "directory"),
        ("link", "symbolic link"),
        ("dangling", "symbolic link"),
        ("pipe", "named pipe"),
        ("/dev/null", "device"),
        ("missing/deeper/x", "missing/deeper"),
        ("t.pdb/x", "t.pdb"),
        ("/proc/x", "/proc/"),
    ] {
        for command in [
            "edges --pieces UR,UF --threads 1 --force -o",
            "compress t.pdb --force -o",
            "decompress t.pdb.zst --force -o",
            "dist t.pdb --force --svg",
        ] {
            faults.try_one(format!("{command} {target}"), || {
                fixture.pdbgen(command).args([target]).run().refuses(5, &[word]);
                assert_eq!(fixture.names(), before);
            });
        }
        faults.try_one(format!("a checkpoint in {target}"), || {
            let ran = fixture.solve_with(&["--resume", "--checkpoint", target, "R U"]).run();
            // The target of the link does not exist; a device holds no checkpoint.
            ran.refuses(5, &[]);
            assert!(fixture.names().iter().all(|name| before.contains(name)), "{:?}", fixture.names());
        });
    }
    assert!(fixture.read("t.pdb") == sound);
    faults.try_one("a cache that is a file", || {
        fixture.write(".cache", "");
        fixture.solve(&["--heuristic", "corners", "R"]).run().refuses(5, &["cannot create", ".cache"]);
        fixture.remove(".cache");
    });
}

/// A directory that cannot be written: for root, a read-only mount.
fn read_only(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    let (pdbgen, solve) = (env!("CARGO_BIN_EXE_pdbgen"), env!("CARGO_BIN_EXE_solve"));
    let closed = fixture.place.path("closed");
    fs::create_dir(&closed).unwrap();
    fs::copy(fixture.path(), closed.join("t.pdb")).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let by_mode = fs::write(closed.join("probe"), "").is_err();
    let shell = |script: &str| {
        if by_mode {
            Command::new("sh").args(["-c", script]).current_dir(fixture.dir()).output().unwrap()
        } else {
            let script = format!("mount --bind closed closed && mount -o remount,ro,bind closed && {{ {script}; }}");
            Command::new("unshare").args(["-m", "sh", "-c", &script]).current_dir(fixture.dir()).output().unwrap()
        }
    };
    let _ = fs::remove_file(closed.join("probe"));
    if !shell("! touch closed/probe").status.success() {
        return faults.skip("read-only directories: permissions do not hold, and `unshare -m` is not possible here");
    }
    let run = |script: String| {
        let ran = crate::program::Ran::of(shell(&script));
        ran.refuses(5, &["closed/", "cannot "]);
    };
    for command in [
        "edges --pieces UR,UF -o closed/x.pdb",
        "edges --pieces UR,UF,UL --force -o closed/t.pdb",
        "edges --pieces UR,UF,UL --resume -o closed/t.pdb",
        "compress t.pdb -o closed/x",
        "compress closed/t.pdb",
        "dist t.pdb --svg closed/x",
    ] {
        faults.try_one(command, || run(format!("{pdbgen} {command} --threads 1")));
    }
    for command in [
        "pattern --puzzle 2x2x2 --moves U,R,F --pieces all -o closed/x",
        "build --puzzle 2x2x2 --moves U,R,F --max-memory 10M -o closed/x",
        "distances --puzzle 2x2x2 --moves U,R,F --svg closed/x",
        "distances --puzzle 2x2x2 --moves U,R,F --checkpoint closed/x",
        "h48 --level 0 -o closed/x",
        "dist t.pdb --csv=closed/x",
        "dist t.pdb --png closed/x",
        "export t.pdb --npy closed/x",
        "export t.pdb --raw closed/x",
        "man --dir closed",
    ] {
        faults.try_one(command, || run(format!("{pdbgen} {command}")));
    }
    fixture.write("cubes.txt", "R U\n");
    for command in [
        "--pdb t.pdb --checkpoint closed/run 'R U'",
        "--heuristic zero --iterations closed/x 'R U'",
        "--heuristic zero --scheduler static --explain-svg closed/x 'R U'",
        "--svg closed/x 'R U'",
        "--png closed/x 'R U'",
        "check --svg closed/x 'R U'",
        "goals cross --svg closed/x",
        "cases --set cubes.txt --html closed/x",
        "cases --set cubes.txt --results closed/x",
        "man --dir closed",
    ] {
        faults.try_one(command, || run(format!("{solve} {command}")));
    }
    // Reading is possible.
    let output = shell(&format!("{solve} --pdb closed --heuristic edges --deterministic 'R U'"));
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"U' R' (2f)\n"[..]));
    assert_eq!(names(&closed), ["t.pdb"]);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

fn existing(faults: &Faults) {
    let place = Place::new();
    place.pdbgen("edges --pieces UR,UF -o t.pdb").ok();
    place.pdbgen("compress t.pdb").ok();
    for (file, command) in [
        ("x", "edges --pieces UR -o x"),
        ("x", "edges --pieces UR -o x --resume"),
        ("x", "compress t.pdb -o x"),
        ("x", "decompress t.pdb.zst -o x"),
        ("x", "dist t.pdb --svg x"),
        ("t.pdb.zst", "compress t.pdb"),
        ("t.pdb", "decompress t.pdb.zst"),
    ] {
        if file == "x" {
            place.write(file, "mine");
        }
        let before = place.read(file);
        faults.try_one(command, || {
            place.pdbgen(command).run().refuses(5, &[file, "exists already", "--force"]);
            assert!(place.read(file) == before);
        });
    }
    faults.try_one("with --force", || {
        place.pdbgen("edges --pieces UR,UF -o x --force").ok();
        place.pdbgen("verify x").ok();
    });
}

fn sources(faults: &Faults) {
    let fixture = Fixture::small();
    fs::create_dir(fixture.place.path("dir")).unwrap();
    make_pipe(&fixture.place.path("pipe"));
    for (source, word) in
        [("pipe", "named pipe"), ("/dev/zero", "device"), ("missing", "no such table"), ("dir", "directory")]
    {
        for command in ["verify", "info", "dist", "compress"] {
            faults.try_one(format!("{command} {source}"), || {
                let ran = fixture.pdbgen(command).args([source]).run();
                ran.refuses(if source == "missing" { 4 } else { 5 }, &[word]);
            });
        }
        if source == "dir" {
            faults.try_one("solve, an empty directory", || {
                fixture.solve(&["--pdb", "dir", "R"]).run().refuses(4, &["dir"])
            });
        } else {
            faults.try_one(format!("solve, {source}"), || {
                fixture.solve(&["--pdb", source, "R"]).run().refuses(if source == "missing" { 4 } else { 5 }, &[word]);
            });
        }
    }
    faults.try_one("cubes from nowhere", || {
        fixture.solve(&["--heuristic", "zero", "--file", "missing"]).run().refuses(5, &["missing"]);
    });
    faults.try_one("cubes from a directory", || {
        fixture.solve(&["--heuristic", "zero", "--file", "dir"]).run().refuses(5, &["dir"]);
    });
}
