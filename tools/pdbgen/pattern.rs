//! `pdbgen pattern`: a table of distances of some pieces of any puzzle.

use crate::args::PatternArgs;
use crate::build::{make_directory, print_summary};
use crate::common::exit::{Failure, Status, say};
use crate::common::puzzle::{definition, powers};
use crate::common::units::{grouped, size};
use crate::distances::{Within, tell};
use crate::session::Session;
use anyhow::anyhow;
use cubepdb::internals::{
    pdb::{
        file::WriteOptions,
        orbits::{DistanceTable, IndexSearch, PositionIndex, Watch},
    },
    puzzle::{Definition, Goal, Moves, Question},
    storage::{available_memory, check_target},
};
use std::time::Instant;

/// Builds the table and writes it.
pub fn run(session: &Session, args: &PatternArgs) -> Result<Status, Failure> {
    let question = question(args)?;
    let name = question.definition().name.clone();
    make_directory(&args.output)?;
    check_target(&args.output, session.force).map_err(Failure::of_output)?;
    let start = Instant::now();
    let index = session.pool.install(|| PositionIndex::new(&question));
    let index =
        index.map_err(|reason| Failure::usage(format!("{name}: no table numbers these positions: {reason}")))?;
    let (needed, bytes) = (DistanceTable::memory_needed(&index), DistanceTable::bytes_of(&index));
    let (positions, stated, needed_size) = (grouped(index.len()), size(bytes), size(needed));
    say(&format!("{name}: {positions} positions in four bits each: {stated}; building takes {needed_size} of memory"));
    let limit = session.max_memory.unwrap_or_else(|| available_memory() / 10 * 9);
    if needed > limit {
        let error =
            anyhow!("the table takes {needed_size} of memory while it is built, and {} are allowed", size(limit));
        return Err(Failure::new(Status::Memory, error));
    }
    let progress = session.progress(1);
    let within = Within::new(&progress);
    let mut report = |search: &IndexSearch<'_>| {
        tell(&progress, search.counts());
        within.begin(search.counts().len());
    };
    let work = |done: u64, all: u64| within.reached(done, all);
    let mut watch = Watch { report: &mut report, progress: &work, stop: session.interrupt.flag() };
    let table = session.pool.install(|| DistanceTable::build_watched(index, &mut watch));
    progress.finish();
    let table = table.map_err(|error| Failure::new(Status::Memory, error))?;
    let Some(mut table) = table else {
        return Err(Failure::new(session.interrupt.status(), anyhow!("interrupted: nothing is written")));
    };
    let options = WriteOptions { overwrite: session.force };
    let header = session.pool.install(|| table.save(&question, &args.output, &options)).map_err(Failure::of_output)?;
    print_summary(session, &args.output, &header, Some(start.elapsed()))?;
    Ok(Status::Success)
}

fn question(args: &PatternArgs) -> Result<Question, Failure> {
    let definition = definition(&args.puzzle)?;
    let powers = powers(args.metric);
    let moves = match &args.moves {
        Some(list) => Moves::read(&definition, list, powers),
        None => Moves::of(&definition, powers),
    };
    let moves = moves.map_err(|error| Failure::usage(format!("--moves: {error}")))?;
    let goal = goal(&definition, args)?;
    Question::new(definition, moves, goal).map_err(|error| Failure::usage(format!("--pieces: {error}")))
}

fn goal(definition: &Definition, args: &PatternArgs) -> Result<Goal, Failure> {
    let mut pieces = args.pieces.clone();
    if pieces.trim() == "all" {
        let orbits = definition.shape.orbits().iter().map(|orbit| format!("{}:all", orbit.name));
        pieces = orbits.collect::<Vec<_>>().join(";");
    }
    if args.orientation_only {
        if pieces.contains('/') {
            return Err(Failure::usage("--orientation-only: --pieces says what matters already"));
        }
        let parts = pieces.split(';').map(str::trim).filter(|part| !part.is_empty());
        pieces = parts.map(|part| format!("{part}/orientation")).collect::<Vec<_>>().join(";");
    } else if args.pieces.trim() == "all" {
        return Ok(Goal::solved(definition));
    }
    Goal::of_pieces(definition, &pieces).map_err(|error| Failure::usage(format!("--pieces: {error}")))
}
