//! `pdbgen pattern`: a table of distances of some pieces of any puzzle.

use crate::args::PatternArgs;
use crate::build::{make_directory, print_summary, refuse_to_lose_a_checkpoint, target};
use crate::common::checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::check_target;
use crate::common::puzzle::{definition, powers};
use crate::common::units::{grouped, size};
use crate::distances::{Within, tell};
use crate::session::Session;
use anyhow::anyhow;
use cubepdb::internals::{
    pdb::orbits::{IndexSearch, Watch, save_unfinished, unfinished},
    storage::{OutputLock, remove_saved},
};
use cubepdb::{
    Check, available_memory,
    puzzles::{Definition, DistanceFile, DistanceTable, Goal, Moves, PositionIndex, Question},
    table_files::{WriteOptions, checkpoint_path},
};
use std::path::Path;
use std::time::{Duration, Instant};

/// Builds the table and writes it.
pub fn run(session: &Session, args: &PatternArgs) -> Result<Status, Failure> {
    let question = question(args)?;
    let name = question.definition().name.clone();
    let output = target(&args.output, &DistanceFile::usual_name(&question));
    make_directory(&output)?;
    let is_there = args.saving.resume && !session.force && output.exists();
    if !is_there {
        check_target(&output, session.force).map_err(Failure::of_output)?;
    }
    refuse_to_lose_a_checkpoint(&output, args.saving.resume || session.force)?;
    let start = Instant::now();
    let index = session.pool.install(|| PositionIndex::new_while(&question, &|| session.interrupt.go_on()));
    session.end_if_interrupted();
    let index =
        index.map_err(|reason| Failure::usage(format!("{name}: no table numbers these positions: {reason}")))?;
    if is_there {
        let file = DistanceFile::open(&output)?;
        let header = file.file().header().clone();
        session.pool.install(|| file.load(&question, index, Check::Full))?;
        print_summary(session, &output, &header, None)?;
        return Ok(Status::Success);
    }
    let (needed, bytes) = (DistanceTable::memory_needed(&index), DistanceTable::bytes_of(&index));
    let (positions, stated, needed_size) = (grouped(index.len()), size(bytes), size(needed));
    say(&format!("{name}: {positions} positions in four bits each: {stated}; building takes {needed_size} of memory"));
    let limit = session.max_memory.unwrap_or_else(|| available_memory() / 10 * 9);
    if needed > limit {
        let error =
            anyhow!("the table takes {needed_size} of memory while it is built, and {} are allowed", size(limit));
        return Err(Failure::new(Status::Memory, error));
    }
    let _lock = OutputLock::acquire(&output).map_err(Failure::of_output)?;
    let saved = SavedBuild {
        session,
        question: &question,
        output: &output,
        resume: args.saving.resume,
        every: args.saving.checkpoint_every,
    };
    let Some(mut table) = session.pool.install(|| saved.build(index))? else {
        return Err(Failure::new(
            session.interrupt.status(),
            anyhow!("interrupted: the same command with --resume goes on"),
        ));
    };
    let options = WriteOptions { overwrite: session.force };
    let header = session.pool.install(|| table.save(&question, &output, &options)).map_err(Failure::of_output)?;
    remove_checkpoint(&output);
    print_summary(session, &output, &header, Some(start.elapsed()))?;
    Ok(Status::Success)
}

/// The build of a table whose state is saved beside its output.
pub struct SavedBuild<'a> {
    pub session: &'a Session,
    pub question: &'a Question,
    pub output: &'a Path,
    pub resume: bool,
    /// The least time between two checkpoints.
    pub every: Duration,
}

impl SavedBuild<'_> {
    /// Builds the table; `None` if it was interrupted. Its state is then saved, and now and then before.
    pub fn build(&self, index: PositionIndex) -> Result<Option<DistanceTable>, Failure> {
        let table = self.begin(index)?;
        let progress = self.session.progress(1);
        let within = Within::new(&progress);
        let mut report = |search: &IndexSearch<'_>| {
            tell(&progress, search.counts());
            within.begin(search.counts().len());
        };
        let work = |done: u64, all: u64| within.reached(done, all);
        let mut last = Instant::now();
        let mut save = |index: &PositionIndex, data: &[u8], counts: &[u64], is_end: bool| {
            if is_end || last.elapsed() >= self.every {
                if let Err(error) = save_unfinished(self.question, self.output, index, data, counts) {
                    say(&format!("warning: the build is not saved: {error}"));
                }
                last = Instant::now();
            }
        };
        let mut watch = Watch { report: &mut report, progress: &work, stop: self.session.interrupt.flag() };
        let table = table.completed(&mut watch, &mut save);
        progress.finish();
        table.map_err(|error| Failure::new(Status::Memory, error))
    }

    /// The table as it was saved, if that is asked for and there is one; else an empty one.
    fn begin(&self, index: PositionIndex) -> Result<DistanceTable, Failure> {
        let checkpoint = checkpoint_path(self.output);
        if !self.resume || !checkpoint.exists() {
            return DistanceTable::empty(index).map_err(|error| Failure::new(Status::Memory, error));
        }
        let table = unfinished(self.question, self.output, index)?;
        say(&format!("resuming from {} after distance {}", checkpoint.display(), table.counts().len() - 1));
        Ok(table)
    }
}

/// Removes the checkpoint of a finished table, if there is one, and what a killed process has left of another.
pub fn remove_checkpoint(path: &Path) {
    checkpoint::removed(remove_saved(&checkpoint_path(path)));
}

fn question(args: &PatternArgs) -> Result<Question, Failure> {
    let definition = definition(&args.puzzle)?;
    let powers = powers(args.moves.metric);
    let moves = match &args.moves.moves {
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
