//! Which tables to use: the ones named, those in `databases`, or default ones that are built the first time.

use crate::common::exit::{Failure, Status, say};
use crate::common::nearest::did_you_mean;
use crate::common::progress::Progress;
use crate::common::signals::Interrupt;
use crate::common::units;
use crate::flags::{CheckArg, TableArgs};
use anyhow::{Context, anyhow};
use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{Check, FileError, OutputLock, TableFile, read_header};
use cubepdb::pdb::generate::{Event, GenerateError, GenerateOptions, generate};
use cubepdb::pdb::memory::TableMemory;
use cubepdb::pdb::smoke::smoke_test;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use cubepdb::search::Recipe;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{env, fs};

/// What a table is, and its entries.
pub type Table = (TableSpec, Arc<TableMemory>);

/// Tables in memory, ready for use.
pub struct Loaded {
    /// All of them.
    pub tables: Vec<Table>,
    /// Where they came from, held open.
    pub files: Vec<TableFile>,
}

impl Loaded {
    /// A mapped table that was changed under the search: whatever was found with it proves nothing.
    pub fn changed(&self) -> Option<&Path> {
        let mapped = self.tables.iter().zip(&self.files).filter(|((_, memory), _)| memory.is_mapped());
        mapped.map(|(_, file)| file).find(|file| !file.is_unchanged().unwrap_or(false)).map(TableFile::path)
    }
}

/// Tables up to this size are checked block by block on loading: some tens of milliseconds.
const ALWAYS_CHECKED: u64 = 1 << 30;

/// The tables that are built when there are none: three seconds on two cores, 0.3 GB.
fn default_tables(metric: MetricKind) -> Vec<TableSpec> {
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR,FL,BL").expect("seven different edges");
    [Pattern::Corners, Pattern::Edges(edges)].map(|pattern| TableSpec::new(pattern, metric)).to_vec()
}

/// Finds, builds if need be, loads and tests the tables. Runs in the thread pool.
pub fn load(args: &TableArgs, recipe: &Recipe, interrupt: &Interrupt) -> Result<Loaded, Failure> {
    if !recipe.heuristic.needs_tables() {
        return Ok(Loaded { tables: Vec::new(), files: Vec::new() });
    }
    let files =
        if args.pdb.is_empty() { default_files(args, recipe, interrupt)? } else { named_files(args, recipe.metric)? };
    let specs: Vec<TableSpec> = files.iter().map(TableFile::spec).collect();
    if let Some(name) = recipe.heuristic.missing(&specs) {
        let mut names: Vec<String> = specs.iter().map(TableSpec::name).collect();
        names.extend(["corners", "edges", "h48", "zero", "manhattan"].map(str::to_owned));
        names.dedup();
        let known = names.join(", ");
        names.extend(["auto", "manhattan-edges", "manhattan-corners"].map(str::to_owned));
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        let error = anyhow!("no table `{name}` for {}: known are {known}{hint}", recipe.metric);
        return Err(Failure::new(Status::Table, error));
    }
    let files = files.into_iter().filter(|file| recipe.heuristic.wants(&file.spec()));
    let mut loaded = Loaded { tables: Vec::new(), files: Vec::new() };
    for file in files {
        let spec = file.spec();
        if loaded.tables.iter().any(|(known, _)| *known == spec) {
            continue;
        }
        let full = match args.check {
            CheckArg::Auto => file.header().data_length() <= ALWAYS_CHECKED,
            CheckArg::Full => true,
            CheckArg::Header => false,
        };
        let check = if full { Check::Full } else { Check::Header };
        let memory = file.load(args.load.into(), check).map_err(|error| {
            let failure = Failure::from(error);
            if args.pdb.is_empty() { advise(failure) } else { failure }
        })?;
        smoke_test(&spec, &memory)
            .with_context(|| format!("{} is not what its header says", file.path().display()))
            .map_err(|error| Failure::new(Status::Table, error))?;
        loaded.tables.push((spec, Arc::new(memory)));
        loaded.files.push(file);
    }
    Ok(loaded)
}

/// The tables that `--pdb` names. A table that does not fit is skipped in a directory, but refused if named itself.
fn named_files(args: &TableArgs, metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
    let mut fitting = Vec::new();
    for path in &args.pdb {
        if path.is_dir() {
            fitting.extend(fitting_in(path, metric)?);
        } else {
            fitting.push(of_metric(TableFile::open(path)?, metric)?);
        }
    }
    if fitting.is_empty() {
        let named: Vec<String> = args.pdb.iter().map(|path| path.display().to_string()).collect();
        let error = anyhow!("no table for {metric} in {}; pdbgen builds one", named.join(", "));
        return Err(Failure::new(Status::Table, error));
    }
    Ok(fitting)
}

fn of_metric(file: TableFile, wanted: MetricKind) -> Result<TableFile, Failure> {
    let is = file.spec().metric;
    if is == wanted {
        return Ok(file);
    }
    let error = anyhow!("{} is a table for {is}, the search is in {wanted}", file.path().display());
    Err(Failure::new(Status::Table, error))
}

/// The tables of a directory that fit. Others are named and skipped, damaged ones are an error.
fn fitting_in(directory: &Path, metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
    let mut fitting = Vec::new();
    for path in table_files(directory)? {
        let header = read_header(&path)?;
        match header.spec() {
            Some(spec) if spec.metric == metric => fitting.push(of_metric(TableFile::open(&path)?, metric)?),
            Some(spec) => say(&format!("skipping {}: a table for {}, not {metric}", path.display(), spec.metric)),
            None => say(&format!("skipping {}: a table this program does not know", path.display())),
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
fn default_files(args: &TableArgs, recipe: &Recipe, interrupt: &Interrupt) -> Result<Vec<TableFile>, Failure> {
    let local = Path::new("databases");
    if local.is_dir() {
        let fitting = fitting_in(local, recipe.metric)?;
        if fitting.iter().any(|file| recipe.heuristic.wants(&file.spec())) {
            let mut usual = default_tables(recipe.metric).into_iter().filter(|spec| recipe.heuristic.wants(spec));
            if !usual.all(|spec| fitting.iter().any(|file| file.spec() == spec)) {
                let names: Vec<String> = fitting.iter().map(|file| file.spec().name()).collect();
                let names = names.join(", ");
                say(&format!("using {names} from ./databases instead of the default tables, which may be stronger"));
            }
            return Ok(fitting);
        }
    }
    let cache = cache_directory()?;
    fs::create_dir_all(&cache)
        .map_err(|error| std::io::Error::new(error.kind(), format!("cannot create {}: {error}", cache.display())))?;
    let mut files = Vec::new();
    let wanted = |spec: &TableSpec| recipe.heuristic.wants(spec);
    for spec in default_tables(recipe.metric).into_iter().filter(wanted) {
        let path = cache.join(format!("{}.pdb", spec.name()));
        if !path.exists() {
            build(&spec, &path, args, interrupt)?;
        }
        let file = TableFile::open(&path).map_err(|error| advise(error.into()))?;
        if file.spec() != spec {
            let error = anyhow!("{} is the table {}, not {spec}", path.display(), file.spec());
            return Err(advise(Failure::new(Status::Table, error)));
        }
        files.push(file);
    }
    Ok(files)
}

/// Says what to do about a default table that is unfit.
fn advise(failure: Failure) -> Failure {
    match failure.status {
        Status::Table => Failure::new(Status::Table, anyhow!("{}; delete it, and it is built again", failure.error)),
        _ => failure,
    }
}

/// Where default tables and learned automata are kept.
pub fn cache_directory() -> Result<PathBuf, Failure> {
    let base = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let message = "no tables in ./databases, and no home directory to build default ones in; use --pdb";
    base.map(|base| base.join("cubepdb")).ok_or_else(|| Failure::new(Status::Table, anyhow!(message)))
}

/// Another run may be building the same table at this moment: its lock shows.
fn wait_for_other_builder(path: &Path, interrupt: &Interrupt) {
    let mut said = false;
    while !interrupt.flag().load(Ordering::Relaxed) {
        match OutputLock::acquire(path) {
            Err(FileError::Locked { .. }) => {
                if !std::mem::replace(&mut said, true) {
                    say("another run is building it; waiting");
                }
                std::thread::sleep(Duration::from_millis(100));
            }
            _ => return,
        }
    }
}

fn build(spec: &TableSpec, path: &Path, args: &TableArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    say(&format!("building the table {spec} ({}) once, in {}", units::size(spec.bytes()), path.display()));
    let progress = Progress::new(args.progress, spec.entries());
    wait_for_other_builder(path, interrupt);
    if path.exists() {
        return Ok(());
    }
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
