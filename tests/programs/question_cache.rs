//! Tables of questions in the cache directory: made by one run of `solve`, and read by the next.

use crate::program::{self, Place};
use std::fs;

/// A position for which tables of some million positions are worth their time, in 17 moves.
const START: &str = "R U F R' U2 F' R2 U F2 R U' F R U2 F' R U";

impl Place {
    /// The exit status of `solve` with the cache directory `cache`, what it wrote, and what it told.
    fn kept(&self, args: &[&str]) -> (i32, String, String) {
        let mut run = program::solve();
        run.current_dir(&self.0).env("CUBEPDB_CACHE", self.path("cache")).args(args);
        program::ended(run.output().unwrap())
    }

    /// The messages of a search of the start, and how it ended.
    #[track_caller]
    fn search(&self, more: &[&str]) -> String {
        let args = [&["--puzzle", "3x3x3", "--moves", "R,U,F", "--stats", "--progress", "none", START], more].concat();
        let (status, out, told) = self.kept(&args);
        assert!(status == 0 && out.trim().ends_with("(17)"), "{more:?}: {out} {told}");
        told
    }
}

/// The nodes of the lengths that were searched to their ends.
fn complete(told: &str) -> Vec<String> {
    let is_row = |line: &&str| line.split_whitespace().next().is_some_and(|first| first.parse::<u8>().is_ok());
    let rows = told.lines().filter(is_row).filter(|line| !line.contains("left early"));
    rows.map(|row| row.split_whitespace().take(4).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn one_run_makes_them_and_the_next_reads_them() {
    let place = Place::new();
    let first = place.search(&[]);
    assert!(first.contains("pattern tables read from the cache: 0, written there: 3"), "{first}");
    let second = place.search(&[]);
    assert!(second.contains("pattern tables read from the cache: 3, written there: 0"), "{second}");
    let names = place.names("cache/questions");
    assert!(names.len() == 3 && names.iter().all(|name| name.starts_with("3x3x3-") && name.ends_with(".pdb")));

    // A file that was damaged, one that is cut, and one of another name.
    let path = |number: usize| place.path("cache/questions").join(&names[number]);
    let mut bytes = fs::read(path(0)).unwrap();
    let inside = bytes.len() * 3 / 4;
    bytes[inside] ^= 4;
    fs::write(path(0), &bytes).unwrap();
    fs::write(path(1), &bytes[..5000]).unwrap();
    let (_, listed, _) = place.kept(&["tables"]);
    assert_eq!(listed.matches("MB  3x3x3, EDGES:3-5,8-9,11 by R,U,F").count(), 1, "{listed}");
    assert_eq!(listed.matches("damaged: ").count(), 1, "{listed}");
    let (status, _, told) = place.kept(&["tables", "verify"]);
    assert_eq!((status, told.matches("error").count()), (4, 2), "{told}");
    let third = place.search(&[]);
    assert_eq!(third.matches("; this table is made anew").count(), 2, "{third}");
    assert!(third.contains("pattern tables read from the cache: 1, written there: 2"), "{third}");
    let (status, out, told) = place.kept(&["tables", "verify", "--full"]);
    assert_eq!((status, out.matches("every entry is proven").count()), (0, 3), "{out} {told}");

    let (status, out, _) = place.kept(&["tables", "remove", "--all"]);
    assert!(status == 0 && out.starts_with("removed 3 files"), "{out}");
    assert!(place.names("cache/questions").is_empty());
}

#[test]
fn counts_do_not_depend_on_them() {
    let place = Place::new();
    let [first, second] = [(); 2].map(|()| place.search(&["--deterministic"]));
    assert!(first.contains("read from the cache: 0") && second.contains("written there: 0"), "{second}");
    assert!(!complete(&first).is_empty());
    assert_eq!(complete(&first), complete(&second));
}

#[test]
fn a_search_goes_on_where_nothing_can_be_written() {
    let place = Place::new();
    fs::create_dir(place.path("cache")).unwrap();
    fs::write(place.path("cache/questions"), "no directory").unwrap();
    let told = place.search(&[]);
    assert_eq!(told.matches("there will be no tables of this question in the cache").count(), 1, "{told}");
    // Without a home, there is no cache, and nothing to tell.
    let mut run = program::solve();
    run.current_dir(&place.0).env_remove("HOME").args([
        "--puzzle",
        "3x3x3",
        "--moves",
        "R,U,F",
        "--progress",
        "none",
        START,
    ]);
    let (status, out, told) = program::ended(run.output().unwrap());
    assert_eq!((status, out.trim().ends_with("(17)"), told.as_str()), (0, true, ""));
}
