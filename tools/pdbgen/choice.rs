//! `pdbgen build`: the tables of a puzzle that are worth most within a memory.

use crate::args::ChoiceArgs;
use crate::build::{make_directory, refuse_to_lose_a_checkpoint};
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_target, stdout};
use crate::common::puzzle::{ask, powers};
use crate::common::units::{self, counted, grouped, size};
use crate::pattern::{SavedBuild, remove_checkpoint};
use crate::session::Session;
use anyhow::anyhow;
use cubepdb::internals::{
    search::{Chosen, PatternChoice, Worth},
    storage::OutputLock,
};
use cubepdb::{
    Check, available_memory,
    puzzles::{DistanceFile, DistanceTable, PositionIndex, Question},
    table_files::WriteOptions,
};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Chooses the tables, builds them and writes them.
pub fn run(session: &Session, args: &ChoiceArgs) -> Result<Status, Failure> {
    let start = Instant::now();
    let question = Arc::new(ask(&args.puzzle, args.moves.moves.as_deref(), powers(args.moves.metric), "3x3x3")?);
    let name = question.definition().name.clone();
    let memory = session.max_memory.unwrap_or_else(|| available_memory() / 2);
    let mut choice = PatternChoice::new(&question, memory)
        .map_err(|reason| Failure::usage(format!("{name}: there are no tables to choose from: {reason}")))?;
    say(&format!("{name}: tables of several patterns are tried, and the best of them are written"));
    let directory = Directory::new(session, args, choice.candidates())?;
    let is_interrupted = session.pool.install(|| directory.build_all(&mut choice))?;
    let (chosen, worth) = choice.chosen();
    if chosen.is_empty() && !is_interrupted {
        let error = anyhow!("{name}: no table fits in {} of memory", size(memory));
        return Err(Failure::new(Status::Memory, error));
    }
    let headers = session.pool.install(|| directory.write(chosen))?;
    if is_interrupted {
        let error = anyhow!("interrupted: the same command with --resume goes on");
        return Err(Failure::new(session.interrupt.status(), error));
    }
    directory.clear(&headers);
    summarize(session, &name, &headers, worth, start)?;
    Ok(Status::Success)
}

/// A table that was written, for people.
struct Written {
    path: PathBuf,
    line: String,
    bytes: u64,
}

fn summarize(session: &Session, name: &str, written: &[Written], worth: Worth, start: Instant) -> Result<(), Failure> {
    let mut out = stdout();
    written.iter().try_for_each(|table| writeln!(out, "{}", table.line))?;
    let (tables, bytes) = (counted(written.len() as u64, "table"), written.iter().map(|table| table.bytes).sum());
    writeln!(
        out,
        "{name}: {tables}, {}; as good as a bound of {:.2} moves everywhere, and the mean bound of random positions is {:.2}",
        size(bytes),
        worth.moves,
        worth.mean,
    )?;
    writeln!(out, "built in {} {}", units::time(start.elapsed()), session.on_threads())?;
    Ok(())
}

/// The file of the table of a question.
fn file(args: &ChoiceArgs, question: &Question) -> PathBuf {
    args.output.join(DistanceFile::usual_name(question))
}

/// The directory of the tables.
struct Directory<'a> {
    session: &'a Session,
    args: &'a ChoiceArgs,
    /// The files of all candidates.
    files: HashSet<PathBuf>,
}

impl<'a> Directory<'a> {
    /// Makes the directory, if only that is missing, and refuses to replace what it holds unasked.
    fn new(session: &'a Session, args: &'a ChoiceArgs, candidates: Vec<Question>) -> Result<Self, Failure> {
        let files: HashSet<PathBuf> = candidates.iter().map(|question| file(args, question)).collect();
        make_directory(&args.output.join("t"))?;
        let is_asked = session.force || args.saving.resume;
        files.iter().try_for_each(|file| refuse_to_lose_a_checkpoint(file, is_asked))?;
        files.iter().try_for_each(|file| check_target(file, is_asked).map_err(Failure::of_output))?;
        Ok(Self { session, args, files })
    }

    /// Builds tables of one size after the other; returns whether that was interrupted.
    fn build_all(&self, choice: &mut PatternChoice) -> Result<bool, Failure> {
        let failed = RefCell::new(None);
        // A failure ends the choice like an interruption.
        let build = |question: &Question, index: PositionIndex| {
            let built = self.build(question, index);
            Ok(built.unwrap_or_else(|failure| {
                failed.replace(Some(failure));
                None
            }))
        };
        loop {
            let enlarged = choice.enlarge(&build, &|| self.session.interrupt.go_on());
            if let Some(failure) = failed.take() {
                return Err(failure);
            }
            match enlarged {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(_) => return Ok(true),
            }
        }
    }

    /// The table of a pattern: from its file, if that is to be gone on with and there is one.
    fn build(&self, question: &Question, index: PositionIndex) -> Result<Option<DistanceTable>, Failure> {
        let (output, resume) = (&file(self.args, question), self.args.saving.resume);
        if self.session.interrupt.is_raised() {
            return Ok(None);
        }
        if resume && output.exists() {
            return Ok(Some(DistanceFile::open(output)?.load(question, index, Check::Full)?));
        }
        let positions = grouped(index.len());
        say(&format!("{}: {positions} positions", output.file_name().unwrap_or_default().display()));
        SavedBuild { session: self.session, question, output, resume, every: self.args.saving.checkpoint_every }
            .build(index)
    }

    /// Writes the tables that are not there yet.
    fn write(&self, chosen: Vec<Chosen>) -> Result<Vec<Written>, Failure> {
        let mut written = Vec::new();
        for Chosen { question, mut table } in chosen {
            let path = file(self.args, &question);
            let is_there = self.args.saving.resume && path.exists();
            let header = if is_there {
                DistanceFile::open(&path)?.file().header().clone()
            } else {
                let _lock = OutputLock::acquire(&path).map_err(Failure::of_output)?;
                let options = WriteOptions { overwrite: self.session.force };
                table.save(&question, &path, &options).map_err(Failure::of_output)?
            };
            let (entries, bytes) = (grouped(header.entries()), header.data_length());
            let (shown, depth, mean) = (grouped(bytes), header.depth(), header.mean());
            let line = format!("{}: {entries} entries, {shown} bytes, depth {depth}, mean {mean:.4}", path.display());
            written.push(Written { path, line, bytes });
        }
        Ok(written)
    }

    /// Removes checkpoints, and tables of an interrupted build that are not among the best now.
    fn clear(&self, written: &[Written]) {
        for file in &self.files {
            remove_checkpoint(file);
            if self.args.saving.resume && file.exists() && written.iter().all(|table| table.path != *file) {
                self.remove(file);
            }
        }
    }

    fn remove(&self, file: &Path) {
        match fs::remove_file(file) {
            Ok(()) => say(&format!("removed {}: other tables are worth more", file.display())),
            Err(error) => say(&format!("note: {} is not removed: {error}", file.display())),
        }
    }
}
