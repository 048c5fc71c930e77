//! Searches and automata that were saved.
//!
//! The first byte chooses a sound file, the second one whether its checksum is made again after the damage; the rest is
//! damage. Or the whole file is given, byte by byte.

use super::edits::{Edit, edits, put};
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    notation::{MoveOptions, parse_moves},
    prune::automaton::LearnedSpec,
    search::{CheckpointFile, Control, Limits, PieceSolver, Saving, TableSet, Workers, checkpoint::Sink},
};
use cubepdb::{
    CheckpointError, Metric,
    plan::{MoveOrder, Plan, SearchQuery},
    search::{Answer, Outcome, Sequential},
};
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_128;

/// Bit of the second byte.
const CHECKSUM: u8 = 1;
/// Nodes that a resumed search may have.
const NODES: u64 = 3000;

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| Mutex::new(World::new()));

/// Everything that all inputs share.
struct World {
    directory: tempfile::TempDir,
    cube: Cubies,
    /// A search for one solution, and one for all.
    solvers: [PieceSolver; 2],
    spec: LearnedSpec,
    /// States of both searches, then the automaton.
    files: Vec<Vec<u8>>,
}

impl World {
    fn new() -> Self {
        let memory = std::path::Path::new("/dev/shm");
        let directory = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let directory = directory.expect("a directory");
        let cube = Cubies::after(&parse_moves("R U2 F'", &MoveOptions::default()).expect("moves"));
        let solvers = [false, true].map(solver);
        let mut files = Vec::new();
        for solver in &solvers {
            let states = Mutex::new(Vec::new());
            let keep = |state: &[u8]| {
                states.lock().expect("nothing panicked").push(state.to_vec());
                Ok(())
            };
            let _ = search(solver, &cube, &keep, None, NODES);
            let states = states.into_inner().expect("nothing panicked");
            files.extend([states.len() / 4, states.len() / 2, states.len() - 1].map(|i| states[i].clone()));
        }
        let spec = LearnedSpec::new(MoveOrder::FaceByFace.alphabet(Metric::QuarterTurn), 2);
        let automaton = spec.learn(&AtomicBool::new(false), |_| ()).expect("memory");
        let path = directory.path().join("automaton");
        spec.save(&automaton, &path).expect("room");
        files.push(fs::read(&path).expect("the file that was written"));
        Self { directory, cube, solvers, spec, files }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("saved")
    }
}

fn solver(all: bool) -> PieceSolver {
    let query = SearchQuery { all, slack: u8::from(all), max_depth: 4, deterministic: true };
    PieceSolver::new(Plan { query, ..Plan::new(Metric::HalfTurn) }, TableSet::new(&[], 1))
        .expect("no transposition table")
}

fn search(
    solver: &PieceSolver,
    cube: &Cubies,
    sink: &dyn Sink,
    resume: Option<&[u8]>,
    nodes: u64,
) -> Result<Outcome<FaceTurn>, CheckpointError> {
    let saving = Saving { sink, every: Duration::ZERO, resume, failed: &|error| panic!("{error}") };
    let search = |control: &Control<'_>| solver.solve_saved(cube, &Workers::new(control, &Sequential), &saving);
    Control::unwatched(Limits { nodes: Some(nodes), ..Limits::default() }, search)
}

/// Reads the file as a search and as an automaton: nothing may panic, and what is accepted is sound.
pub fn run(data: &[u8]) {
    let [base, flags, rest @ ..] = data else { return };
    let world = WORLD.lock().expect("no input has panicked");
    let file = match world.files.get(usize::from(*base) % (world.files.len() + 1)) {
        None => rest.to_vec(),
        Some(file) => {
            let mut file = file.clone();
            edits(rest).for_each(|edit| damage(&mut file, edit));
            if flags & CHECKSUM != 0 && file.len() >= 16 {
                let end = file.len() - 16;
                let hash = xxh3_128(&file[..end]).to_le_bytes();
                put(&mut file, end, &hash);
            }
            file
        }
    };
    fs::write(world.path(), &file).expect("room");
    resumed(&world, &file);
    automaton(&world, &file);
}

fn damage(file: &mut Vec<u8>, edit: Edit) {
    let length = file.len();
    match edit.kind % 4 {
        0 => edit.set(file),
        1 => edit.set_number(file, edit.at % (length + 1)),
        // Behind the identity, or behind the specification: there is more to be found.
        2 => edit.set(&mut file[length / 2..]),
        // Longer or shorter, with the length of the contents to match.
        _ => {
            let new = edit.at % 4096;
            if new >= 40 && length >= 24 {
                file.resize(new, edit.value);
                let own = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
                let contents = new.saturating_sub(24 + 16 + own) as u64;
                put(file, 16, &contents.to_le_bytes());
            }
        }
    }
}

/// Solutions are solutions, wherever they come from.
fn resumed(world: &World, file: &[u8]) {
    let opened = CheckpointFile::open(&world.path(), true);
    match &opened {
        Ok(opened) => assert_eq!(opened.found(), Some(file)),
        Err(error) => check_error(error),
    }
    for solver in &world.solvers {
        match search(solver, &world.cube, &|_: &[u8]| Ok(()), Some(file), NODES) {
            Ok(outcome) => {
                assert!(opened.is_ok(), "resumed from what is no file");
                let Answer::Solved(words) = &outcome.answer else { continue };
                let solves = |word: &Vec<FaceTurn>| world.cube.then(&Cubies::after(word)) == Cubies::SOLVED;
                assert!(!words.is_empty() && words.iter().all(solves));
                let _ = outcome.counters();
            }
            Err(error) => check_error(&error),
        }
    }
}

/// An automaton is read if its file is the one that would be written.
fn automaton(world: &World, file: &[u8]) {
    let path = world.path();
    match world.spec.load(&path) {
        Ok(automaton) => {
            assert!(automaton.states() > 0 && automaton.letters() == world.spec.alphabet().moves().len());
            let _ = automaton.words(3);
            world.spec.save(&automaton, &path).expect("room");
            assert!(fs::read(&path).expect("the file that was written") == file);
        }
        Err(error) => check_error(&error),
    }
}

fn check_error(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}
