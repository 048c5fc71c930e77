//! Searches on the ranks of an MPI job, started by mpirun: their results, and the exit of the job when something fails.

use cubepdb::{
    Algorithm, Check, Cube, LoadMode,
    internals::pdb::file::write_table,
    table_files::{TableFile, WriteOptions},
};
use cubepdb_testing::cli::{CUBES, HARD, completed, corner_table, records};
use cubepdb_testing::{root, transcript};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PRESETS: [&str; 4] = ["ida-mpi", "ida-mpi2", "ida-mpi3", "ida-mpi4"];

/// Cubes that take four or five turns of single layers.
const SLICES: [&str; 4] = ["U R F 2U", "2R U 2F R'", "U R F 2U 2R", "R2 U F 2R"];

/// Settings for running as root, on fewer cores than ranks.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("OMPI_MCA_mpi_yield_when_idle", "1"),
    ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ("RUST_BACKTRACE", "0"),
];

/// The time after which a job counts as hanging.
const LIMIT: Duration = Duration::from_secs(100);

/// The time within which a job has to end after one of its ranks is lost.
const SOON: Duration = Duration::from_secs(10);

/// A running mpirun.
struct Job {
    child: Child,
    _place: tempfile::TempDir,
}

/// The exit status and output of a job.
struct End {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Job {
    fn start(args: &[&str], fault: &str, input: &str) -> Self {
        Self::launch("mpirun", args, fault, input)
    }

    fn launch(launcher: &str, args: &[&str], fault: &str, input: &str) -> Self {
        let mut command = Command::new(launcher);
        // Two that start at the same time on a new machine would both make the same directory, and one would fail.
        let place = tempfile::tempdir().unwrap();
        command.envs(ENVIRONMENT).env("OMPI_MCA_orte_tmpdir_base", place.path());
        // Nothing is read from a user's cache, or written there.
        command.env("CUBEPDB_CACHE", place.path().join("cache"));
        command.env("CUBEPDB_FAULT", fault).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("mpirun is installed: see tools/mpi/install-debian.sh");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Self { child, _place: place }
    }

    /// Waits for the end; a job that does not end in time fails the test.
    fn end_within(mut self, limit: Duration) -> End {
        let (mut out, mut err) = (self.child.stdout.take().unwrap(), self.child.stderr.take().unwrap());
        let started = Instant::now();
        thread::scope(|scope| {
            let text = |pipe: &mut dyn Read| {
                let mut text = String::new();
                pipe.read_to_string(&mut text).unwrap();
                text
            };
            let (out, err) = (scope.spawn(move || text(&mut out)), scope.spawn(move || text(&mut err)));
            let status = loop {
                if let Some(status) = self.child.try_wait().unwrap() {
                    break Some(status);
                }
                if started.elapsed() > limit {
                    self.terminate();
                    break None;
                }
                thread::sleep(Duration::from_millis(20));
            };
            let (out, err) = (out.join().unwrap(), err.join().unwrap());
            let status = status.unwrap_or_else(|| panic!("the job hangs: {out}{err}")).code();
            End { status, out, err }
        })
    }

    /// Processes of the ranks, in no order: children of mpirun.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1).map(str::to_owned));
            if parent.is_some_and(|parent| parent == self.child.id().to_string()) {
                ranks.extend(entry.file_name().to_string_lossy().parse::<u32>());
            }
        }
        ranks
    }

    /// The process of a rank.
    fn rank(&self, rank: usize) -> u32 {
        let variable = format!("OMPI_COMM_WORLD_RANK={rank}");
        let is_it = |process: &u32| {
            let variables = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            variables.split(|&byte| byte == 0).any(|text| text == variable.as_bytes())
        };
        self.ranks().into_iter().find(is_it).expect("the rank is running")
    }

    /// Waits until the first rank reports a search of at least `length` moves: quick ones are not reported.
    fn wait_for_length(&mut self, length: u64) {
        let started = Instant::now();
        let err = self.child.stderr.as_mut().unwrap();
        let mut text = String::new();
        while !(length..30).any(|length| text.contains(&format!("\"bound\":{length},"))) {
            let mut bytes = [0; 4096];
            let read = err.read(&mut bytes).unwrap();
            assert!(read > 0 && started.elapsed() < LIMIT, "{text}");
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }

    /// Makes mpirun end the ranks and itself: killed, it would leave them running.
    fn terminate(&mut self) {
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
            let _ = self.child.wait();
        }
    }
}

/// A failing test leaves no processes behind.
impl Drop for Job {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// Runs `solve` on `ranks` ranks.
fn solve_on(ranks: usize, args: &[&str], input: &str) -> End {
    let count = ranks.to_string();
    let command = ["-np", &count, env!("CARGO_BIN_EXE_solve"), "--backend", "mpi", "--threads", "1"];
    Job::start(&[&command, args].concat(), "", input).end_within(LIMIT)
}

/// A search on three ranks that takes hours.
fn long_search(fault: &str) -> Job {
    let table = corner_table();
    let solve =
        ["-np", "3", env!("CARGO_BIN_EXE_solve"), "--preset", "ida-mpi4", "--threads", "1", "--progress", "json"];
    Job::start(&[&solve[..], &["--pdb", table.to_str().unwrap(), HARD]].concat(), fault, "")
}

/// Two ranks with different flags.
fn unlike(first: &[&str], second: &[&str]) -> End {
    let solve = ["-np", "1", env!("CARGO_BIN_EXE_solve"), "--backend", "mpi", "--threads", "1"];
    let cube = ["R U F2"];
    Job::start(&[&solve, first, &cube, &[":"], &solve, second, &cube].concat(), "", "").end_within(LIMIT)
}

/// Checks jobs side by side: one that fails takes a second to end in which nothing happens.
fn each<T: Copy + Send>(jobs: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    let check = &check;
    thread::scope(|scope| jobs.into_iter().for_each(|job| drop(scope.spawn(move || check(job)))));
}

fn claims_nothing(end: &End) {
    assert_ne!(end.status, Some(0), "{}", end.err);
    for text in ["solved\"", "f)", "optimal\":true"] {
        assert!(!end.out.contains(text), "{}", end.out);
    }
}

/// On one rank, on as many as there are cores, and on many more than that.
#[test]
fn every_preset_finds_the_same_on_any_number_of_ranks() {
    let table = corner_table();
    for preset in PRESETS {
        the_same_on_any_number_of_ranks(&["--preset", preset, "--pdb", table.to_str().unwrap()], &CUBES);
    }
}

/// All solutions of cubes that are searched by their stickers.
#[test]
fn ibis_finds_the_same_on_any_number_of_ranks() {
    for record in the_same_on_any_number_of_ranks(&["--preset", "ibis-mpi"], &SLICES) {
        let (length, solutions) = (record["length"].as_u64().unwrap(), record["solutions"].as_array().unwrap());
        assert!(length >= 4 && !solutions.is_empty(), "{record}");
        assert_eq!(completed(&record).len(), length as usize, "{record}");
    }
}

/// Positions of puzzles by their definitions; a rank that was asked another question ends the job.
#[test]
fn questions_have_the_same_answers_on_any_number_of_ranks() {
    let question = ["--moves", "R,U,F", "--cost", "R2=2,U=3", "--all"];
    the_same_on_any_number_of_ranks(&question, &["R U F R'", "F U2", "R"]);
    the_same_on_any_number_of_ranks(&["--puzzle", "pyraminx", "--all"], &["U R' L b", "R U' B L R"]);
    let others = [
        (&["--moves", "R,U,L", "--cost", "R2=2,U=3", "--all"][..], "rank 1: the moves: "),
        (&["--moves", "R,U,F", "--cost", "R2=2,U=4", "--all"], "rank 1: the moves: "),
        (&[&question[..], &["--up-to", "U"]].concat(), "rank 1: the goal: "),
        (&[&question[..], &["--max-depth", "7"]].concat(), "rank 1: --max-depth: 7"),
    ];
    each(others, |(other, sentence)| {
        let end = unlike(&question, other);
        assert_eq!((end.status, end.err.matches(sentence).count()), (Some(2), 1), "{other:?}: {}", end.err);
        claims_nothing(&end);
    });
}

/// Compares with a search on threads, and returns its result.
fn the_same_on_any_number_of_ranks(search: &[&str], cubes: &[&str]) -> Vec<Value> {
    let input = cubes.join("\n");
    let flags = [search, &["--output", "jsonl", "--stats", "-"]].concat();
    let cache = tempfile::tempdir().unwrap();
    let mut alone = assert_cmd::Command::new(env!("CARGO_BIN_EXE_solve"));
    alone.env("CUBEPDB_CACHE", cache.path());
    let expected: Output = alone.args(&flags).args(["--backend", "threads"]).write_stdin(&*input).output().unwrap();
    let expected = records(&expected.stdout);
    assert_eq!(expected.len(), cubes.len());
    let number = |record: &Value| record["solutions"].as_array().unwrap().len();
    for ranks in [1, 2, 4, 17] {
        let end = solve_on(ranks, &flags, &input);
        assert_eq!(end.status, Some(0), "{search:?} on {ranks} ranks: {}", end.err);
        let found = records(end.out.as_bytes());
        assert_eq!(found.len(), cubes.len(), "{search:?} on {ranks} ranks");
        for (found, expected) in found.iter().zip(&expected) {
            let what = format!("{search:?} on {ranks} ranks: {found}");
            assert_eq!((&found["length"], &found["optimal"]), (&expected["length"], &true.into()), "{what}");
            assert_eq!(number(found), number(expected), "{what}");
            let (own, theirs) = (completed(found), completed(expected));
            let both = own.len().min(theirs.len());
            assert_eq!(own[..both], theirs[..both], "{what}");
            assert_eq!(found["threads"], ranks, "{what}");
        }
    }
    expected
}

/// The table is a copy of its own: the parts are those of all who have mapped a file, ranks of other tests too.
#[test]
fn ranks_of_one_machine_share_their_tables() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let table = directory.path().join("corners.pdb");
    fs::copy(corner_table(), &table).unwrap();
    let table = table.as_path();
    let end = solve_on(4, &["--pdb", table.to_str().unwrap(), "--stats", CUBES[0]], "");
    assert_eq!(end.status, Some(0), "{}", end.err);
    let parts: Vec<f64> = end.err.lines().filter_map(part).collect();
    let table = fs::metadata(table).unwrap().len() as f64;
    let sum: f64 = parts.iter().sum();
    assert!(parts.len() == 4 && (sum / table - 1.0).abs() < 0.1, "{parts:?} of {table}\n{}", end.err);
    assert_eq!(end.err.matches("mapped in").count(), 1, "only the first rank tells: {}", end.err);
}

/// The bytes that a rank shares, from a line of `--stats`.
fn part(line: &str) -> Option<f64> {
    let part = line.strip_prefix("rank ")?.split_once("its part of that")?.1;
    part.split_once('(')?.1.split_once(' ')?.0.parse().ok()
}

#[test]
fn what_ranks_of_one_machine_cannot_share_is_refused() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (table, packed) = (corner_table(), directory.path().join("corners.pdb.zst"));
    let pdbgen =
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_pdbgen")).arg("compress").arg(table).arg("-o").arg(&packed).ok();
    pdbgen.unwrap();
    let packed = packed.to_str().unwrap();
    let refused = [
        (&["--pdb", table.to_str().unwrap(), "--load", "copy"][..], 2, "share those that are mapped"),
        (&["--pdb", packed], 4, "pdbgen decompress"),
        (&["--preset", "bfs"], 2, "breadth-first search is done by one rank"),
        (&["--jobs", "2"], 2, "several ranks search one cube together"),
        (&["--checkpoint", "never.ckpt"], 2, "one rank"),
    ];
    each(refused, |(args, status, sentence)| {
        let table = if args[0] == "--pdb" { &[][..] } else { &["--pdb", table.to_str().unwrap()] };
        let end = solve_on(2, &[table, args, &["R U"]].concat(), "");
        assert_eq!(end.status, Some(status), "{args:?}: {}", end.err);
        assert_eq!(end.err.matches(sentence).count(), 1, "{args:?}: {}", end.err);
    });
    assert!(!Path::new("never.ckpt").exists());
}

#[test]
fn a_rank_that_is_killed_ends_the_job() {
    let mut job = long_search("");
    job.wait_for_length(11);
    for rank in [2, 0] {
        let process = job.rank(rank);
        assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
        let end = job.end_within(SOON);
        claims_nothing(&end);
        if rank == 0 {
            return;
        }
        job = long_search("");
        job.wait_for_length(11);
    }
}

#[test]
fn a_rank_that_panics_ends_the_job() {
    each(["panic-rank:0", "panic-rank:2", "panic-worker:1"], |fault| {
        let end = long_search(fault).end_within(SOON * 2);
        claims_nothing(&end);
        assert_eq!(end.status, Some(70), "{fault}: {}", end.err);
        assert!(end.err.contains("a fault on purpose") && end.err.contains("fault in the program"), "{}", end.err);
    });
}

/// As on one machine, a good solution is printed beside the bound.
#[test]
fn an_interrupt_ends_the_job() {
    let mut job = long_search("");
    job.wait_for_length(11);
    let process = job.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    let end = job.end_within(SOON);
    let (solution, reason) = end.out.split_once('\n').unwrap_or_else(|| panic!("no answer: {}", end.err));
    let (cube, solution): (Cube, Algorithm) = (HARD.parse().unwrap(), solution.parse().unwrap());
    assert!(end.status != Some(0) && cube.apply(&solution).unwrap().is_solved(), "{}", end.out);
    assert!(reason.starts_with("unproven: at least ") && reason.trim_end().ends_with("(interrupted)"), "{}", end.out);
}

/// The status tells which signal it was, whichever rank has received it.
#[test]
fn a_signal_to_any_rank_ends_the_job() {
    let mut job = long_search("");
    job.wait_for_length(11);
    let process = job.rank(2).to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    let end = job.end_within(SOON);
    assert!(end.out.contains("unproven: at least"), "{}{}", end.out, end.err);
    assert_eq!(end.status, Some(143), "{}", end.err);
}

#[test]
fn a_benchmark_is_that_of_all_ranks() {
    let table = corner_table().to_str().unwrap();
    let bench =
        ["-np", "3", env!("CARGO_BIN_EXE_solve"), "bench", "--backend", "mpi", "--threads", "2", "--pdb", table];
    let end = Job::start(&[&bench[..], &["-o", "jsonl"], &CUBES].concat(), "", "").end_within(LIMIT);
    let lines = records(end.out.as_bytes());
    let summary = lines.last().unwrap_or_else(|| panic!("{}", end.err));
    assert_eq!((end.status, &summary["threads"]), (Some(0), &6.into()), "{}", end.out);
    // They have the same cores, and the limit of one rank is none for the look-ups of all.
    let cores = thread::available_parallelism().unwrap().get().min(6);
    assert_eq!(summary["cores"], cores, "{summary}");
    assert!(summary["limit"].is_object() && summary["share_of_limit"].is_null(), "{summary}");
    assert_eq!(summary["searches"]["cubes"], CUBES.len(), "{summary}");
}

/// Without a backend, each process is alone.
#[test]
fn processes_that_do_the_same_are_noticed() {
    let solve = ["-np", "3", env!("CARGO_BIN_EXE_solve"), "--threads", "1", "--heuristic", "zero", "--max-depth", "5"];
    let end = Job::start(&[&solve[..], &["R U F"]].concat(), "", "").end_within(LIMIT);
    assert_eq!((end.status, end.out.matches("F' U' R'").count()), (Some(0), 3), "{}{}", end.out, end.err);
    assert_eq!(end.err.matches("mpirun has started 3 processes").count(), 1, "{}", end.err);
}

/// A table with one entry that is too low: valid as a lower bound, but a different table.
fn other_corner_table() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other-corners.pdb");
    let table = TableFile::open(corner_table()).unwrap();
    let mut entries = table.load(LoadMode::Copy, Check::Full).unwrap().to_vec();
    *entries.last_mut().unwrap() -= 1;
    write_table(&path, table.header(), &entries, &WriteOptions { overwrite: true }).unwrap();
    path
}

#[test]
fn ranks_that_are_not_alike_end_the_job() {
    let (table, other) = (corner_table(), other_corner_table());
    let [table, other] = [table, &other].map(|path| path.to_str().unwrap());
    let own = ["--pdb", table];
    let unlike_own = [
        (&["--pdb", other][..], 4, "rank 1: checksum of corners: "),
        (&["--pdb", "nowhere.pdb"], 4, "nowhere.pdb"),
        (&["--pdb", table, "--max-depth", "7"], 2, "rank 1: --max-depth: 7, and on rank 0: 20"),
        (&["--pdb", table, "--timeout", "50"], 2, "rank 1: --timeout: 50s, and on rank 0: none"),
        (&["--pdb", table, "--check", "full"], 2, "rank 1: --check: full, and on rank 0: auto"),
        (&["--pdb", table, "--distribution", "frontier"], 2, "rank 1: search: "),
        (&["--size", "4"], 2, "rank 1: search: "),
        (&["--pdb", table, "--heuristic", "manhattan", "--preset", "bfs"], 2, "rank 1: breadth-first"),
    ];
    each(unlike_own, |(theirs, status, sentence)| {
        let end = unlike(&own, theirs);
        assert_eq!(end.status, Some(status), "{theirs:?}: {}", end.err);
        assert_eq!(end.err.matches(sentence).count(), 1, "{theirs:?}: {}", end.err);
        claims_nothing(&end);
    });
    let end = unlike(&["--pdb", "nowhere.pdb"], &["--pdb", "nowhere.pdb"]);
    assert_eq!((end.status, end.err.matches("nowhere.pdb").count()), (Some(4), 1), "{}", end.err);
    // Another name for the same file is not a difference.
    let link = Path::new(env!("CARGO_TARGET_TMPDIR")).join("link.pdb");
    let _ = fs::remove_file(&link);
    fs::hard_link(table, &link).unwrap();
    let end = unlike(&own, &["--pdb", link.to_str().unwrap()]);
    assert_eq!(end.status, Some(0), "{}", end.err);
}

#[test]
fn the_status_is_that_of_the_first_rank() {
    let table = corner_table().to_str().unwrap();
    let jobs = [
        (2, &["--max-depth", "5", CUBES[0]][..], "", 1, 1, ""),
        (2, &["--max-nodes", "100000", HARD], "", 7, 2, ""),
        (3, &["-"], "R U\nno cube\nF\n", 3, 3, ""),
        (2, &[], "", 2, 0, "no cube given"),
        (2, &["--ranks", "2", "R"], "", 2, 0, ""),
    ];
    each(jobs, |(ranks, args, input, status, lines, sentence)| {
        let end = solve_on(ranks, &[&["--pdb", table], args].concat(), input);
        assert_eq!((end.status, end.out.lines().count()), (Some(status), lines), "{args:?}: {}{}", end.out, end.err);
        assert!(sentence.is_empty() || end.err.matches(sentence).count() == 1, "{args:?}: {}", end.err);
    });
}

/// Open MPI takes every status but 0 for a failure. The script for one machine tells answers from failures.
#[test]
fn answers_raise_no_alarm() {
    let table = corner_table().to_str().unwrap();
    let solve = ["-np", "2", env!("CARGO_BIN_EXE_solve"), "--backend", "mpi", "--threads", "1", "--pdb", table];
    let run =
        |launcher: &str, args: &[&str]| Job::launch(launcher, &[&solve[..], args].concat(), "", "").end_within(LIMIT);
    let calm = root().join("tools/mpi/run.sh");
    let calm = calm.to_str().unwrap();
    let answers = [(&["--max-depth", "5", CUBES[0]][..], 1), (&["--max-nodes", "100000", HARD], 7), (&["no cube"], 3)];
    each(answers, |(args, status)| {
        let end = run(calm, args);
        assert_eq!(end.status, Some(status), "{}", end.err);
        assert!(!end.err.contains("aborted") && !end.err.contains("mpirun"), "{}", end.err);
        // Without the script there is an alarm, about the first rank alone.
        let end = run("mpirun", args);
        assert_eq!((end.status, end.err.matches("Exit code:").count()), (Some(status), 1), "{}", end.err);
        assert!(end.err.contains(",1],0]"), "{}", end.err);
    });
    let end = run(calm, &["--max-depth", "9", CUBES[0]]);
    assert_eq!((end.status, end.err.as_str()), (Some(0), ""));
    let end = run(calm, &["--jobs", "2", "R"]);
    assert_eq!(end.status, Some(2));
    assert!(end.err.contains("several ranks search one cube together") && end.err.contains("aborted"), "{}", end.err);
}

/// The output that the tutorial shows for a cluster, after building the table that it needs.
#[test]
fn the_tutorial_runs_on_ranks() {
    let document = transcript::document("docs/tutorial.md");
    let mut steps = transcript::steps(&document, "```console");
    steps.truncate(1);
    assert!(steps[0].command.starts_with("pdbgen corners"), "{steps:?}");
    let ranks = transcript::steps(&document, "```console mpi");
    assert!(!ranks.is_empty());
    steps.extend(ranks);
    transcript::run(&steps, &ENVIRONMENT);
}
