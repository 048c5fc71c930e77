use super::{Ladder, LadderOptions};
use crate::backend::Threads;
use crate::cube::Metric;
use crate::notation::Cube;
use crate::nxn::Move;
use crate::pdb::places::table_path;
use crate::pdb::{TableSpec, h48::H48Level};
use crate::plan::{Plan, SearchQuery};
use crate::search::{Answer, Control, Limits, Monitor, Outcome, PieceSolver, StopReason, TableSet, Workers};
use crate::tables::LoadedTables;
use crate::tables::{TableError, TableEvent, TableSelection};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

/// Memory in which two threads can build level 0 but no higher one.
const SCARCE: u64 = 520 << 20;

/// Too long to be solved without tables: ten moves.
const HARD: &str = "R U F2 L D2 B R U2 L' F";

/// The events that a ladder reported, by name.
type Told = Arc<Mutex<Vec<&'static str>>>;

fn ladder(cache: &Path, query: SearchQuery, max_memory: u64) -> (Ladder, Told) {
    let search = Plan { query, ..Plan::new(Metric::HalfTurn) };
    let (cache, max_memory) = (Some(cache.to_owned()), Some(max_memory));
    let tables = TableSelection { cache, max_memory, ..TableSelection::new(Metric::HalfTurn) };
    assert!(tables.is_gradual(&mut |_| ()));
    let told = Told::default();
    let teller = told.clone();
    let observer = move |event: TableEvent<'_>| {
        teller.lock().unwrap().push(match event {
            TableEvent::Building { .. } => "building",
            TableEvent::BuildEnded => "built",
            TableEvent::Loading { .. } => "loading",
            TableEvent::NotKept { .. } => "not kept",
            _ => return,
        });
    };
    let options = LadderOptions { search: search.into(), tables, threads: 2, cubes: 1 };
    (Ladder::new(options, Box::new(observer), LoadedTables::default()), told)
}

fn usual() -> SearchQuery {
    Plan::new(Metric::HalfTurn).query
}

fn search(ladder: &Ladder, cube: &str, limits: Limits, interrupt: &AtomicBool) -> Result<Outcome<Move>, TableError> {
    let (monitor, threads) = (Monitor::default(), Threads::new(2).unwrap());
    let control = Control::new(limits, &monitor, interrupt);
    ladder.search(&cube.parse().unwrap(), 0, control, &threads)
}

fn solve(ladder: &Ladder, cube: &str) -> Result<Outcome<Move>, TableError> {
    search(ladder, cube, Limits::default(), &AtomicBool::new(false))
}

fn wait_for(told: &Told, event: &str) {
    while !told.lock().unwrap().contains(&event) {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Checks that every length was searched to its end once, whatever the tables were.
fn check_lengths(outcome: &Outcome<Move>) {
    let completed: Vec<u8> =
        outcome.iterations.iter().filter(|iteration| iteration.completed).map(|iteration| iteration.bound).collect();
    assert!(completed.is_sorted_by(|a, b| a < b), "{completed:?}");
}

fn lengths(outcome: &Outcome<Move>) -> Vec<usize> {
    lengths_of(&outcome.answer)
}

fn lengths_of<M: std::fmt::Debug>(answer: &Answer<M>) -> Vec<usize> {
    match answer {
        Answer::Solved(words) => words.iter().map(Vec::len).collect(),
        answer => panic!("{answer:?}"),
    }
}

/// A cache directory in which several searches on one ladder have built level 0.
static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tmp/ladder");
    let _ = fs::remove_dir_all(&cache);
    let (ladder, told) = ladder(&cache, usual(), SCARCE);
    thread::scope(|scope| {
        for cube in [HARD, "R U F2 L D2 B R U2 L' F D", "R U F2 L D2 B R U2"] {
            let ladder = &ladder;
            scope.spawn(move || {
                let outcome = solve(ladder, cube).unwrap();
                check_lengths(&outcome);
                assert_eq!(lengths(&outcome), [cube.split(' ').count()], "{cube}");
                assert_eq!(usize::from(outcome.lower_bound), lengths(&outcome)[0], "{cube}");
            });
        }
    });
    assert_eq!(ladder.tables().names(), ["h48-0"]);
    drop(ladder);
    assert_eq!(*told.lock().unwrap(), ["building", "built"]);
    cache
});

/// A cache directory with level 0.
pub(super) fn cache() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let path = table_path(&TableSpec::new(H48Level::new(0).unwrap(), Metric::HalfTurn), &BUILT);
    fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
    directory
}

/// Turns over a bit in the middle of the one table of a cache directory.
pub(super) fn damage(cache: &Path) {
    let path = fs::read_dir(cache).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
}

#[test]
fn short_solutions_need_no_table() {
    let cache = Path::new("/proc/no-such-place");
    for (cube, query, lengths_found) in [
        ("", usual(), vec![0]),
        ("R U F2 L D2 B", usual(), vec![6]),
        ("R2 F2", SearchQuery { all: true, slack: 3, ..usual() }, vec![2]),
    ] {
        let (ladder, told) = ladder(cache, query, SCARCE);
        assert_eq!(lengths(&solve(&ladder, cube).unwrap()), lengths_found, "{cube}");
        assert!(told.lock().unwrap().is_empty() && ladder.tables().names().is_empty(), "{cube}");
    }
}

/// Solutions that are longer than the shortest, too, are all found.
#[test]
fn what_is_found_does_not_depend_on_the_tables() {
    let cache = cache();
    for (cube, slack, max_depth) in [
        ("R2 F2", 4, 20),
        ("R U F2 L D2", 2, 20),
        ("R2 F2 R2 F2 R2 F2", 1, 20),
        ("R U F2 L D2 B R", 0, 20),
        (HARD, 0, 7),
    ] {
        let query = SearchQuery { all: true, slack, max_depth, ..usual() };
        let (ladder, _) = ladder(cache.path(), query, SCARCE);
        let found = solve(&ladder, cube).unwrap();
        check_lengths(&found);
        let plain = PieceSolver::new(Plan { query, ..Plan::new(Metric::HalfTurn) }, TableSet::default());
        let (cubies, threads) = (cube.parse::<Cube>().unwrap(), Threads::new(2).unwrap());
        let plain = Control::unwatched(Limits::default(), |control| {
            plain.unwrap().solve(cubies.pieces().unwrap(), &Workers::new(control, &threads))
        });
        assert_eq!(found.answer, super::cube_solver::in_turns(plain.clone()).answer, "{cube}");
        assert_eq!(found.lower_bound, plain.lower_bound, "{cube}");
    }
}

#[test]
fn a_table_in_the_cache_is_used_and_none_is_built() {
    let cache = cache();
    let (ladder, told) = ladder(cache.path(), usual(), SCARCE);
    for _ in 0..3 {
        let outcome = solve(&ladder, HARD).unwrap();
        assert_eq!(lengths(&outcome), [10]);
        check_lengths(&outcome);
    }
    assert_eq!(ladder.tables().names(), ["h48-0"]);
    assert_eq!(ladder.changed(), None);
    let told = told.lock().unwrap();
    assert!(!told.is_empty() && told.iter().all(|&event| event == "loading"), "{told:?}");
}

/// Easy cubes are solved while a table is built, and hard ones wait.
#[test]
fn a_search_that_begins_in_a_build_begins_at_once() {
    let cache = cache();
    let (ladder, _) = ladder(cache.path(), usual(), SCARCE);
    solve(&ladder, HARD).unwrap();
    ladder.begin_no_build();
    let limits = Limits { time: Some(Duration::from_millis(600)), ..Limits::default() };
    let found = |cube: &str| search(&ladder, cube, limits, &AtomicBool::new(false)).unwrap();
    // A busy machine may need another try.
    assert!((0..50).any(|_| matches!(found("R U F D L B R' U").answer, Answer::Solved(_))));
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    assert_eq!(found(superflip).answer, Answer::Stopped(StopReason::Time));
}

#[test]
fn a_damaged_table_is_an_error_and_no_answer() {
    let cache = cache();
    damage(cache.path());
    let (ladder, _) = ladder(cache.path(), usual(), SCARCE);
    let error = solve(&ladder, HARD).unwrap_err();
    assert!(matches!(error, TableError::DefaultUnfit(_)), "{error}");
}

#[test]
fn small_tables_are_made_where_they_cannot_be_kept() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let (ladder, told) = ladder(&file.join("cache"), usual(), u64::MAX);
    for _ in 0..2 {
        let outcome = solve(&ladder, HARD).unwrap();
        assert_eq!(lengths(&outcome), [10]);
        check_lengths(&outcome);
    }
    assert_eq!(ladder.tables().names()[0], "corners");
    // The second search may end before the table is written.
    wait_for(&told, "not kept");
    assert_eq!(told.lock().unwrap().iter().filter(|&&event| event == "not kept").count(), 1);
}

#[test]
fn limits_hold_while_tables_change() {
    let cache = cache();
    let (stopped, _) = ladder(cache.path(), usual(), SCARCE);
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    let outcome = search(&stopped, HARD, nodes, &AtomicBool::new(false)).unwrap();
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Nodes));
    let at_once = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let outcome = search(&stopped, HARD, at_once, &AtomicBool::new(false)).unwrap();
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Time));
}

/// In quarter turns all solutions have one parity, and what is proven may end at a length of the other.
#[test]
fn quarter_turns_are_searched_at_lengths_of_their_parity() {
    let solver = PieceSolver::new(Plan::new(Metric::QuarterTurn), TableSet::default()).unwrap();
    let threads = Threads::new(2).unwrap();
    for text in ["R U F L", "R U F L B", "R U F L B D"] {
        let cube: Cube = text.parse().unwrap();
        let length = text.split(' ').count() as u8;
        for from in 0..=length {
            let outcome = Control::unwatched(Limits::default(), |control| {
                solver.solve(cube.pieces().unwrap(), &Workers::new(control, &threads).from_length(from))
            });
            assert_eq!(
                (lengths_of(&outcome.answer), outcome.lower_bound),
                (vec![usize::from(length)], length),
                "{text} {from}"
            );
        }
    }
}

/// One search is told of an error, and the others notice it too.
#[test]
fn all_searches_are_told_of_a_damaged_table() {
    let cache = cache();
    damage(cache.path());
    let (ladder, _) = ladder(cache.path(), usual(), SCARCE);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let solved = solve(&ladder, HARD);
                assert!(matches!(solved, Err(TableError::DefaultUnfit(_))), "{solved:?}");
            });
        }
    });
}

/// A search that has not the time for a build begins none. Then one search is interrupted while it waits for a table,
/// and another goes on, and gets its table.
#[test]
fn builds_are_for_those_who_have_the_time_and_interrupts_for_one_search() {
    let empty = tempfile::tempdir().unwrap();
    let (ladder, told) = ladder(&empty.path().join("cache"), usual(), SCARCE);
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let outcome = search(&ladder, HARD, limits, &AtomicBool::new(false)).unwrap();
    assert_eq!((outcome.answer, told.lock().unwrap().len()), (Answer::Stopped(StopReason::Time), 0));

    let interrupt = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_for(&told, "building");
            while ladder.waiting() < 2 {
                thread::sleep(Duration::from_millis(1));
            }
            interrupt.store(true, Ordering::Relaxed);
        });
        scope.spawn(|| assert_eq!(lengths(&solve(&ladder, HARD).unwrap()), [10]));
        let outcome = search(&ladder, HARD, Limits::default(), &interrupt).unwrap();
        assert_eq!(outcome.answer, Answer::Stopped(StopReason::Interrupt));
    });
    assert_eq!(ladder.tables().names(), ["h48-0"]);
    // The build went on for the other one.
    let builds = told.lock().unwrap().iter().filter(|event| **event == "building").count();
    assert_eq!(builds, 1);
}

/// A build that nobody waits for any more ends.
#[test]
fn searches_that_are_interrupted_together_end_the_build() {
    let empty = tempfile::tempdir().unwrap();
    let (ladder, told) = ladder(&empty.path().join("cache"), usual(), SCARCE);
    let interrupt = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let outcome = search(&ladder, HARD, Limits::default(), &interrupt).unwrap();
                assert_eq!(outcome.answer, Answer::Stopped(StopReason::Interrupt));
            });
        }
        wait_for(&told, "building");
        while ladder.waiting() < 3 {
            thread::sleep(Duration::from_millis(1));
        }
        interrupt.store(true, Ordering::Relaxed);
    });
    while ladder.is_building() {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(ladder.tables().names().is_empty());
}

/// Solutions that are known stay known if the search for longer ones is stopped.
#[test]
fn solutions_are_not_lost_when_the_search_is_stopped_while_tables_change() {
    let empty = tempfile::tempdir().unwrap();
    let query = SearchQuery { all: true, slack: 6, ..usual() };
    let (ladder, told) = ladder(&empty.path().join("cache"), query, SCARCE);
    let interrupt = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            wait_for(&told, "building");
            interrupt.store(true, Ordering::Relaxed);
        });
        search(&ladder, "R2 F2", Limits::default(), &interrupt).unwrap()
    });
    assert_eq!((lengths(&outcome)[0], outcome.lower_bound), (2, 2));
    assert_eq!(outcome.incomplete, Some(StopReason::Interrupt));
}
