//! Which tables to use: the ones named, those in `databases`, or default ones that are built the first time.

use crate::args::SolveArgs;
use crate::common::exit::{Failure, Status};
use crate::common::progress::Progress;
use crate::common::signals::Interrupt;
use crate::common::units;
use anyhow::{Context, anyhow};
use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{Check, TableFile, read_header};
use cubepdb::pdb::generate::{Event, GenerateError, GenerateOptions, generate};
use cubepdb::pdb::memory::TableMemory;
use cubepdb::pdb::smoke::smoke_test;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

/// Tables in memory, ready for use.
pub struct Loaded {
    /// What they are, and their entries.
    pub tables: Vec<(TableSpec, Arc<TableMemory>)>,
    /// Where they came from.
    pub paths: Vec<PathBuf>,
}

/// The tables that are built when there are none: three seconds on two cores, 0.3 GB.
fn default_tables(metric: MetricKind) -> Vec<TableSpec> {
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR,FL,BL").expect("seven different edges");
    [Pattern::Corners, Pattern::Edges(edges)].map(|pattern| TableSpec { pattern, metric }).to_vec()
}

/// Finds, builds if need be, loads and smoke-tests the tables. Runs in the thread pool.
pub fn load(args: &SolveArgs, interrupt: &Interrupt) -> Result<Loaded, Failure> {
    let paths = if args.pdb.is_empty() { default_paths(args, interrupt)? } else { named_paths(args)? };
    let mut tables = Vec::new();
    for path in &paths {
        let file = TableFile::open(path)?;
        let check = if args.check { Check::Full } else { Check::Header };
        let memory = file.load(args.load.into(), check)?;
        let spec = file.spec();
        smoke_test(&spec, &memory)
            .with_context(|| format!("{} is not what its header says", path.display()))
            .map_err(|error| Failure::new(Status::Table, error))?;
        tables.push((spec, Arc::new(memory)));
    }
    Ok(Loaded { tables, paths })
}

/// The tables that `--pdb` names. A table that does not fit is skipped in a directory, but refused if named itself.
fn named_paths(args: &SolveArgs) -> Result<Vec<PathBuf>, Failure> {
    let mut fitting = Vec::new();
    for path in &args.pdb {
        if path.is_dir() {
            fitting.extend(fitting_in(path, args.metric)?);
        } else {
            let file = TableFile::open(path)?;
            if file.spec().metric != args.metric {
                let (is, wanted) = (file.spec().metric, args.metric);
                let error = anyhow!("{} is a table for {is}, the search is in {wanted}", path.display());
                return Err(Failure::new(Status::Table, error));
            }
            fitting.push(path.clone());
        }
    }
    if fitting.is_empty() {
        let named: Vec<String> = args.pdb.iter().map(|path| path.display().to_string()).collect();
        let error = anyhow!("no table for {} in {}; pdbgen builds one", args.metric, named.join(", "));
        return Err(Failure::new(Status::Table, error));
    }
    Ok(fitting)
}

/// The tables of a directory that fit. Others are named and skipped, damaged ones are an error.
fn fitting_in(directory: &Path, metric: MetricKind) -> Result<Vec<PathBuf>, Failure> {
    let mut fitting = Vec::new();
    for path in table_files(directory)? {
        let header = read_header(&path)?;
        match header.spec() {
            Some(spec) if spec.metric == metric => {
                // Opening checks the size too.
                TableFile::open(&path)?;
                fitting.push(path);
            }
            Some(spec) => eprintln!("skipping {}: a table for {}, not {metric}", path.display(), spec.metric),
            None => eprintln!("skipping {}: a table this program does not know", path.display()),
        }
    }
    Ok(fitting)
}

fn table_files(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| {
        std::io::Error::new(error.kind(), format!("cannot read the directory {}: {error}", directory.display()))
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with('.') && (name.ends_with(".pdb") || name.ends_with(".pdb.zst")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Without `--pdb`: `databases` if it holds a fitting table, else the cache directory, completed by default tables.
fn default_paths(args: &SolveArgs, interrupt: &Interrupt) -> Result<Vec<PathBuf>, Failure> {
    let local = Path::new("databases");
    if local.is_dir() {
        let fitting = fitting_in(local, args.metric)?;
        if !fitting.is_empty() {
            return Ok(fitting);
        }
    }
    let cache = cache_directory()?;
    fs::create_dir_all(&cache)
        .map_err(|error| std::io::Error::new(error.kind(), format!("cannot create {}: {error}", cache.display())))?;
    let mut paths = Vec::new();
    for spec in default_tables(args.metric) {
        let path = cache.join(format!("{}.pdb", spec.name()));
        if !path.exists() {
            build(&spec, &path, args, interrupt)?;
        }
        paths.push(path);
    }
    Ok(paths)
}

fn cache_directory() -> Result<PathBuf, Failure> {
    let base = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let message = "no tables in ./databases, and no home directory to build default ones in; use --pdb";
    base.map(|base| base.join("cubepdb")).ok_or_else(|| Failure::new(Status::Table, anyhow!(message)))
}

fn build(spec: &TableSpec, path: &Path, args: &SolveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    eprintln!("building the table {spec} ({}) once, in {}", units::size(spec.bytes()), path.display());
    let progress = Progress::new(args.progress, spec.entries());
    let options = GenerateOptions { resume: true, max_memory: args.max_memory, ..GenerateOptions::default() };
    let result = generate(spec, path, &options, interrupt.flag(), &mut |event| {
        if let Event::Level { depth, count, seen } = event {
            progress.set(seen, spec.entries());
            progress.event(&format!("level {depth}: {count} entries"), &json!({"level": depth, "entries": count}));
        }
    });
    progress.finish();
    match result {
        Ok(_) => Ok(()),
        Err(GenerateError::Interrupted { .. }) => {
            Err(Failure::new(interrupt.status(), anyhow!("interrupted; the next run goes on building {spec}")))
        }
        Err(GenerateError::File(error)) => Err(error.into()),
        Err(error) => Err(Failure::new(Status::Memory, error)),
    }
}
