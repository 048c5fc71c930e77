use super::ladder_tests::{cache, damage};
use crate::backend::Threads;
use crate::search::{Answer, Control, Limits, Monitor};
use crate::tables::LoadedTables;
use crate::{Query, SolveError, Solver, SolverBuilder};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

/// Changes the time of the last change of a file.
fn touch(path: &Path) {
    let file = File::options().append(true).open(path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
}

/// A solver that may build level 0 in a directory, and counts what it is told.
fn gradual(cache: &Path) -> (SolverBuilder<'static>, Arc<AtomicUsize>) {
    let told = Arc::new(AtomicUsize::new(0));
    let count = told.clone();
    let observer = move |_: crate::TableEvent<'_>| {
        count.fetch_add(1, Ordering::Relaxed);
    };
    (Solver::builder().cache_directory(cache).max_memory(520 << 20).threads(2).gradual(observer), told)
}

fn names(solver: &Solver) -> Vec<String> {
    solver.tables().iter().map(|table| table.name()).collect()
}

#[test]
fn tables_come_when_they_are_needed_and_stay() {
    let cache = cache();
    let cache = cache.path();
    let (builder, told) = gradual(cache);
    let solver = builder.open().unwrap();
    assert_eq!(solver.solve(&"R U F2 L D2 B".parse().unwrap()).unwrap().length(), 6);
    assert!(told.load(Ordering::Relaxed) == 0 && names(&solver).is_empty());

    let hard = "R U F2 L D2 B R U2 L' F".parse().unwrap();
    assert_eq!(solver.solve(&hard).unwrap().length(), 10);
    assert_eq!(names(&solver), ["h48-0"]);
    // Another query takes the table over.
    let all = solver.run(&hard, &Query::new().all()).unwrap();
    assert!(all.is_optimal() && all.length() == 10 && names(&solver) == ["h48-0"]);

    // Queries whose counts are to be the same every time read the whole table from the beginning.
    let limited = Query::new().node_limit(1_000_000_000);
    let counts = [0; 2].map(|_| solver.run(&hard, &limited.clone().deterministic()).unwrap().statistics().work.nodes);
    let (again, _) = gradual(cache);
    let exact = again.open().unwrap().run(&hard, &limited.deterministic()).unwrap();
    assert_eq!(exact.length(), 10);
    assert!(counts.iter().all(|&nodes| nodes > 0) && names(&solver) == ["h48-0"]);

    // A damaged table is an error.
    damage(cache);
    let (damaged, _) = gradual(cache);
    let error = damaged.open().unwrap().solve(&hard).unwrap_err();
    assert!(matches!(error, SolveError::Table(_)), "{error}");
}

/// It is the first in the order of moves, whatever tables are there or come meanwhile.
#[test]
fn a_deterministic_solution_does_not_depend_on_tables() {
    let cubes = ["R2 L2 U2 D2 F2 B2", "F2 L' R' B2 U2 L R D2", "U D' R L' F B' U D'", "R U F2 L D2 B R U2 L' F"];
    let cubes = cubes.map(|text| text.parse().unwrap());
    let answers = |solver: &Solver, query: &Query<'_>| {
        cubes.each_ref().map(|cube| solver.run(cube, query).unwrap().all().to_vec())
    };
    let first = Query::new().deterministic();
    let cache = cache();
    let (begins_without, _) = gradual(cache.path());
    let begins_without = begins_without.open().unwrap();
    let found = answers(&begins_without, &first);
    assert_eq!(names(&begins_without), ["h48-0"], "it has come meanwhile");
    let all = answers(&begins_without, &Query::new().all());
    assert!(all.iter().any(|all| all.len() > 4));
    assert_eq!(found, all.map(|all| all.into_iter().take(1).collect::<Vec<_>>()), "they are listed in that order");

    let (begins_with, _) = gradual(cache.path());
    assert_eq!(answers(&begins_with.open().unwrap(), &first), found);
    let at_once = Solver::builder().table_path(cache.path().join("h48-0.pdb")).threads(2);
    assert_eq!(answers(&at_once.open().unwrap(), &first), found);
    let corners = Solver::builder().cache_directory(cache.path()).bounds("corners".parse().unwrap()).threads(2);
    assert_eq!(answers(&corners.open().unwrap(), &first), found);
}

#[test]
fn named_tables_are_loaded_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let (builder, _) = gradual(directory.path());
    assert!(builder.no_tables().open().unwrap().solve(&"R U".parse().unwrap()).is_ok());
    let (builder, _) = gradual(directory.path());
    assert!(builder.table_path(directory.path()).open().is_err(), "there is none");
}

/// A change between two searches says nothing against either of them; a file with other contents is refused.
#[test]
fn a_table_that_was_changed_is_loaded_anew() {
    let cache = cache();
    let path = cache.path().join("h48-0.pdb");
    let hard = "R U F2 L D2 B R U2 L' F".parse().unwrap();
    for query in [Query::new(), Query::new().deterministic()] {
        let (builder, _) = gradual(cache.path());
        let solver = builder.open().unwrap();
        let length = || solver.run(&hard, &query).map(|solution| solution.length());
        assert_eq!((length().unwrap(), names(&solver)), (10, vec!["h48-0".to_owned()]));
        touch(&path);
        assert_eq!(length().unwrap(), 10);
    }
    let (builder, _) = gradual(cache.path());
    let solver = builder.open().unwrap();
    assert_eq!(solver.solve(&hard).unwrap().length(), 10);
    damage(cache.path());
    let error = solver.solve(&hard).unwrap_err();
    assert!(matches!(error, SolveError::Table(_)), "{error}");
}

/// Also where another search has begun with the table as it is now.
#[test]
fn what_a_changed_table_has_proven_is_refused() {
    let cache = cache();
    let (builder, _) = gradual(cache.path());
    let (solver, threads, stop) = (builder.open().unwrap(), Threads::new(1).unwrap(), AtomicBool::new(false));
    let search = |text: &str| {
        let monitor = Monitor::default();
        let control = Control::new(Limits::default(), &monitor, &stop);
        solver.search(&text.parse().unwrap(), solver.plan().query, 0, control, &threads)
    };
    thread::scope(|scope| {
        let hard = scope.spawn(|| search("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"));
        while names(&solver).is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        touch(&cache.path().join("h48-0.pdb"));
        assert!(matches!(search("R U F2 L D2 B").unwrap().answer, Answer::Solved(_)));
        stop.store(true, Ordering::Relaxed);
        let refused = hard.join().unwrap();
        assert!(matches!(refused, Err(SolveError::TableChanged { .. })), "{refused:?}");
    });
}

/// A search is kept for the next query, but not if that has other tables in memory.
#[test]
fn a_search_has_the_tables_that_were_loaded_anew() {
    let cache = cache();
    let solvers = [(); 2].map(|()| gradual(cache.path()).0.open().unwrap());
    let (threads, never) = (Threads::new(1).unwrap(), AtomicBool::new(false));
    let query = solvers[0].plan().query;
    let [(first, tables), (_, anew)] = solvers.each_ref().map(|solver| solver.exact(query, &never, &threads).unwrap());
    let search = |tables: &LoadedTables| solvers[0].cube_solver(query, tables).unwrap();
    assert!(Arc::ptr_eq(&first, &search(&tables)));
    let second = search(&anew);
    assert!(!Arc::ptr_eq(&first, &second) && Arc::ptr_eq(&second, &search(&anew)));
}
