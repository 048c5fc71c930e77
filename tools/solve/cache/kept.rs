//! `solve tables`: what is in the cache directory.

use super::{CacheArgs, default_tables};
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::proof::LoadedTable;
use crate::common::signals::Interrupt;
use crate::common::text::to_json;
use crate::common::units;
use anyhow::anyhow;
use clap::{Args, Subcommand};
use cubepdb::{
    Metric,
    internals::storage::remove_abandoned,
    puzzles::DistanceFile,
    record::{CachedKind, CachedRecord},
    table_files::{QUESTIONS, TableFile, checkpoint_path, table_files},
};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Lists, verifies and removes the tables that `solve` has built for itself.
///
/// Default tables of cubes are there and, in the directory `questions`, those of other questions: of these, the oldest
/// ones go as soon as all take more than 4 GiB.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  solve tables                               what there is, and how large it is
  solve tables verify                        checks every byte of all of them
  solve tables verify --full h48-3           proves every entry
  solve tables remove h48-3                  it is built again if it is needed"
)]
pub struct TablesCommand {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Lists the tables: the default.
    List(ListArgs),
    /// Checks tables, byte by byte or entry by entry.
    Verify {
        /// Names, as `solve tables` lists them [default: all].
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Prove every entry, as `pdbgen verify` does: minutes for large tables.
        #[arg(long)]
        full: bool,
        #[command(flatten)]
        cache: CacheArgs,
    },
    /// Removes tables from the cache directory.
    Remove {
        /// Names, as `solve tables` lists them; that of a table also stands for its unfinished build.
        #[arg(value_name = "NAME", required_unless_present = "all")]
        names: Vec<String>,
        /// Remove all tables, learned automata, unfinished builds, and what killed processes have left.
        #[arg(long, conflicts_with = "names")]
        all: bool,
        #[command(flatten)]
        cache: CacheArgs,
    },
}

#[derive(Debug, Args)]
struct ListArgs {
    /// One JSON object per file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cache: CacheArgs,
}

/// Runs the command.
pub fn run(command: &TablesCommand) -> Result<Status, Failure> {
    match &command.action {
        None => list(&command.list),
        Some(Action::List(args)) => list(args),
        Some(Action::Verify { names, full, cache }) => {
            let interrupt = Interrupt::listen()?;
            let kept = kept(&cache.required()?)?;
            let mut worst = Status::Success;
            for table in named(&kept, names)? {
                if !matches!(table.kind, CachedKind::Table | CachedKind::Question) {
                    if !names.is_empty() {
                        say(&format!("{} is not a table, and is not checked", table.name));
                    }
                    continue;
                }
                match check(table, *full, &interrupt) {
                    Ok(outcome) => writeln!(stdout(), "{}: {outcome}", table.name)?,
                    Err(failure) => {
                        failure.report();
                        worst = worst.max(failure.status);
                    }
                }
            }
            Ok(worst)
        }
        Some(Action::Remove { names, all, cache }) => {
            let directory = cache.required()?;
            let kept = kept(&directory)?;
            let chosen = if *all { kept.iter().collect() } else { named(&kept, names)? };
            if *all {
                [&directory, &directory.join(QUESTIONS)].into_iter().for_each(|directory| remove_abandoned(directory));
            }
            let (mut removed, mut bytes, mut status) = (0, 0, Status::Success);
            for file in &chosen {
                match fs::remove_file(&file.path) {
                    Ok(()) => (removed, bytes) = (removed + 1, bytes + file.bytes),
                    Err(error) => {
                        say(&format!("error: cannot remove {}: {error}", file.path.display()));
                        status = Status::Io;
                    }
                }
            }
            writeln!(stdout(), "removed {}, {}", units::counted(removed as u128, "file"), units::size(bytes))?;
            Ok(status)
        }
    }
}

fn list(ListArgs { json, cache }: &ListArgs) -> Result<Status, Failure> {
    let directory = cache.required()?;
    let kept = kept(&directory)?;
    let mut out = stdout();
    if *json {
        for file in &kept {
            writeln!(out, "{}", to_json(file))?;
        }
        return Ok(Status::Success);
    }
    if kept.is_empty() {
        say(&format!(
            "no tables in {}: `solve` builds them when they are needed, `solve setup` at once",
            directory.display()
        ));
        return Ok(Status::Success);
    }
    let width = kept.iter().map(|kept| kept.name.len()).max().unwrap_or(0);
    for CachedRecord { name, kind, bytes, metric, question, error, .. } in &kept {
        let what = match kind {
            CachedKind::Table => metric.map_or("damaged", Metric::name),
            CachedKind::Question => question.as_deref().unwrap_or("damaged"),
            CachedKind::Unfinished => "unfinished: the next build goes on from here",
            CachedKind::Automaton => "learned automaton",
        };
        let error = error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        writeln!(out, "{name:width$}  {:>8}  {what}{error}", units::size(*bytes))?;
    }
    let bytes = kept.iter().map(|kept| kept.bytes).sum();
    writeln!(out, "{} in {}", units::size(bytes), directory.display())?;
    Ok(Status::Success)
}

/// The files of the cache directory; none if there is no such directory.
fn kept(directory: &Path) -> Result<Vec<CachedRecord>, Failure> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", directory.display()));
    if !directory.exists() {
        return Ok(Vec::new());
    }
    let mut kept = Vec::new();
    for path in table_files(directory).map_err(named)? {
        let file = TableFile::open(&path);
        let metric = file.as_ref().ok().map(|file| file.spec().metric);
        kept.push(record(path, CachedKind::Table, metric, file.err().map(|error| error.to_string()))?);
    }
    let of_questions = directory.join(QUESTIONS);
    if of_questions.is_dir() {
        for path in table_files(&of_questions).map_err(named)? {
            let file = DistanceFile::open(&path);
            let question = file.as_ref().ok().map(DistanceFile::title);
            let record = record(path, CachedKind::Question, None, file.err().map(|error| error.to_string()))?;
            kept.push(CachedRecord { name: format!("{QUESTIONS}/{}", record.name), question, ..record });
        }
    }
    for entry in fs::read_dir(directory).map_err(named)? {
        let path = entry?.path();
        let is = |suffix: &str| path.to_string_lossy().ends_with(suffix);
        if is(&unfinished_name("")) {
            kept.push(record(path, CachedKind::Unfinished, None, None)?);
        } else if is(".automaton") {
            kept.push(record(path, CachedKind::Automaton, None, None)?);
        }
    }
    Ok(kept)
}

fn record(path: PathBuf, kind: CachedKind, metric: Option<Metric>, error: Option<String>) -> io::Result<CachedRecord> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.strip_suffix(".pdb").map_or(name.clone(), str::to_owned);
    let question = None;
    Ok(CachedRecord { name, kind, bytes: fs::metadata(&path)?.len(), path, metric, question, error })
}

/// The files of these names; all, if none is given. The name of a table also stands for its unfinished build.
fn named<'a>(kept: &'a [CachedRecord], names: &[String]) -> Result<Vec<&'a CachedRecord>, Failure> {
    if names.is_empty() {
        return Ok(kept.iter().collect());
    }
    let find = |name: &String| {
        let unfinished = unfinished_name(name);
        let is = |wanted: &str| kept.iter().find(|kept| kept.name == wanted);
        is(name).or_else(|| is(&unfinished)).ok_or_else(|| {
            // Another level is no near miss: it would be removed.
            let there: Vec<&str> = kept.iter().map(|kept| kept.name.as_str()).collect();
            let there = if there.is_empty() { "is empty".to_owned() } else { format!("holds {}", there.join(", ")) };
            Failure::new(Status::Table, anyhow!("there is no `{}` in the cache, which {there}", name.escape_default()))
        })
    };
    names.iter().map(find).collect()
}

/// The name of the unfinished build of a table.
fn unfinished_name(table: &str) -> String {
    checkpoint_path(Path::new(&format!("{table}.pdb"))).to_string_lossy().into_owned()
}

/// Checks a table, and says what was found.
fn check(table: &CachedRecord, full: bool, interrupt: &Interrupt) -> Result<&'static str, Failure> {
    expect_named(table)?;
    if full {
        LoadedTable::load(&table.path, None)?.prove(interrupt, &|_| ())?;
        return Ok("every entry is proven");
    }
    TableFile::open_of_any_kind(&table.path)?.check_blocks(&|_| {
        if interrupt.is_raised() {
            std::process::exit(interrupt.status() as i32);
        }
    })?;
    Ok("its checksums are right")
}

/// Refuses a table of cubes under the name of another one, which searches refuse.
fn expect_named(table: &CachedRecord) -> Result<(), Failure> {
    if table.kind != CachedKind::Table {
        return Ok(());
    }
    let found = TableFile::open(&table.path)?.spec().name();
    if table.name == found || default_tables().all(|spec| spec.name() != table.name) {
        return Ok(());
    }
    let error = anyhow!("{} is the table {found}, not {}: delete it", table.path.display(), table.name);
    Err(Failure::new(Status::Table, error))
}
