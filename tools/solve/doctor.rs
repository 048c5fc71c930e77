//! `solve doctor`: what this machine has, which tables would be used, and what is in the way of speed.

use crate::cache::{CacheArgs, default_tables, nearest_directory};
use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::provenance::{COMMIT, lanes, processor};
use crate::common::text::to_json;
use crate::common::units::{self, parse_size};
use crate::devices::Listed;
use crate::tables::in_places;
use crate::thread_pools::{start, threads};
use clap::Args;
use cubepdb::internals::storage::{TableBuffer, TableMemory};
use cubepdb::{
    Check, H48Level, LoadMode, Metric, Pattern, TableSelection, TableSpec, Threads, available_memory, free_space,
    random_access::memory_speed,
    record::{DoctorRecord, FoundRecord, MpiRecord},
    table_files::{TableFile, choose_level, table_files, table_path},
};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Shows what this machine has, which tables would be used, and what is in the way.
#[derive(Debug, Args)]
pub struct DoctorCommand {
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Memory that building default tables may use: 512M, 8G [default: the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true)]
    max_memory: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
}

/// The findings.
struct Report {
    record: DoctorRecord,
    cards: Vec<Listed>,
}

/// Looks around and reports.
pub fn run(args: &DoctorCommand) -> Result<Status, Failure> {
    let report = Report::new(args)?;
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", to_json(&report.record))?;
    } else {
        report.write(&mut out)?;
    }
    Ok(Status::Success)
}

impl Report {
    fn new(args: &DoctorCommand) -> Result<Self, Failure> {
        let cores = threads(None, 1)?;
        let threads = start(cores)?;
        let selection = in_places(&[], &args.cache, args.max_memory);
        let cache = selection.cache.clone();
        let existing = cache.as_deref().and_then(nearest_directory);
        let (cards, no_graphics_card) = match Listed::all() {
            Ok(cards) => (cards, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let record = DoctorRecord {
            version: env!("CARGO_PKG_VERSION"),
            features: features(),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
            processor: processor().unwrap_or("unknown").to_owned(),
            cores,
            lanes: lanes(),
            memory_available: told(available_memory()),
            huge_pages: huge_pages(&threads),
            random_access_ns: memory_speed(&threads).ok(),
            cache_writable: existing.is_some_and(is_writable)
                && cache.as_deref().is_none_or(|path| path.is_dir() || !path.exists()),
            cache_free: existing.map(free_space).and_then(told),
            tables: threads.install(|| tables(&selection)),
            cache,
            mpi: MpiRecord { built_in: cfg!(feature = "mpi"), mpirun: on_path("mpirun") },
            graphics_cards: cards.iter().map(|card| card.record.clone()).collect(),
            no_graphics_card,
            environment: ["CUBEPDB_PDB", "CUBEPDB_CACHE", "CUBEPDB_THREADS", "CUBEPDB_MAX_MEMORY"]
                .into_iter()
                .filter_map(|name| env::var(name).ok().map(|value| (name, value)))
                .collect(),
            advice: Vec::new(),
        };
        let advice = advise(&record, args.max_memory);
        Ok(Self { record: DoctorRecord { advice, ..record }, cards })
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let found = &self.record;
        let features = if found.features.is_empty() { "none".to_owned() } else { found.features.join(", ") };
        let speed =
            found.random_access_ns.map_or("not measured".to_owned(), |ns| format!("{ns:.1} ns a line on each core"));
        let size = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), units::size);
        let cache = match &found.cache {
            Some(cache) => {
                let writable = if found.cache_writable { "" } else { ", NOT writable" };
                format!("{} ({} free{writable})", cache.display(), size(found.cache_free))
            }
            None => "none: there is no home directory".to_owned(),
        };
        let mpi = match (found.mpi.built_in, &found.mpi.mpirun) {
            (true, Some(mpirun)) => format!("built in, {}", mpirun.display()),
            (true, None) => "built in, no mpirun found".to_owned(),
            (false, _) => "not in this build (cargo build --release --features mpi)".to_owned(),
        };
        for (name, value) in [
            ("version", format!("{}, optional features: {features}", found.version)),
            ("system", found.system.clone()),
            (
                "processor",
                format!("{}, {}, {}", found.processor, units::counted(found.cores as u64, "core"), found.lanes),
            ),
            ("memory", format!("{} available", size(found.memory_available))),
            ("huge pages", format!("{:.0} % of a test allocation", found.huge_pages * 100.0)),
            ("random access", speed),
            ("cache", cache),
            ("MPI", mpi),
        ] {
            writeln!(out, "{name:<15} {}", wrapped(&value, 16, 16))?;
        }
        for card in &self.cards {
            let about = format!("{}: {}", card.record.number, card.described());
            writeln!(out, "{:<15} {}", "graphics card", wrapped(&about, 16, 16))?;
        }
        if let Some(sentence) = &found.no_graphics_card {
            writeln!(out, "{:<15} {}", "graphics card", wrapped(sentence, 16, 16))?;
        }
        for (name, value) in &found.environment {
            writeln!(out, "{:<15} {name}={value}", "environment")?;
        }
        if found.tables.is_empty() {
            writeln!(out, "{:<15} none yet", "tables")?;
        }
        for table in &found.tables {
            let mark = if table.used { "used" } else { "passed over" };
            let name = table.table.as_deref().unwrap_or("no table");
            let (path, bytes) = (table.path.display(), units::size(table.bytes));
            let about = format!("{name}, {bytes}, {mark}: {}", table.because);
            writeln!(out, "{:<15} {}\n{:<15} {path}", "table", wrapped(&about, 16, 16), "")?;
        }
        for advice in &found.advice {
            writeln!(out, "{:<15} {}", "advice", wrapped(advice, 16, 16))?;
        }
        Ok(())
    }
}

/// Advice: things that a person could do.
fn advise(found: &DoctorRecord, max_memory: Option<u64>) -> Vec<String> {
    let mut advice = Vec::new();
    for damaged in found.tables.iter().filter(|table| table.table.is_none()) {
        let path = damaged.path.display();
        advice.extend(match found.cache.as_deref().filter(|cache| damaged.path.parent() == Some(cache)) {
            Some(cache) if is_default(&damaged.path, cache) => Some(format!(
                "{path} stops searches that would use it: delete it, and it is built again if it is needed"
            )),
            // No search reads a file of another name there.
            Some(_) => None,
            None => Some(format!("{path} stops searches: restore it, or do not name it any more")),
        });
    }
    if found.lanes == "portable" && cfg!(target_arch = "x86_64") {
        advice.push("the processor has no AVX2: searches take two to three times as long".to_owned());
    }
    if cfg!(target_os = "linux") && found.huge_pages < 0.5 {
        advice.push(
            "memory is not in huge pages, which makes searches up to twice as slow; as root: \
             echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"
                .to_owned(),
        );
    }
    if !found.cache_writable {
        advice.push("tables cannot be kept: name a directory with --cache or CUBEPDB_CACHE".to_owned());
    }
    if let Some(level) = choose_level(Metric::HalfTurn, available_memory(), max_memory) {
        let spec = |level| TableSpec::new(level, Metric::HalfTurn);
        // Whether such a table or a larger one of at most so many bytes is there, and used or not.
        let has = |used: bool, most: u64| {
            let larger = H48Level::all().filter(|other| *other >= level).map(spec);
            let names: Vec<String> = larger.filter(|spec| spec.bytes() <= most).map(|spec| spec.name()).collect();
            let is_one = |found: &FoundRecord| found.table.as_ref().is_some_and(|name| names.contains(name));
            found.tables.iter().any(|found| found.used == used && is_one(found))
        };
        let (spec, size) = (spec(level), units::size(spec(level).bytes()));
        if !has(true, u64::MAX) && (found.cache_writable || has(false, most_memory(max_memory))) {
            advice.push(match has(false, most_memory(max_memory)) {
                true => format!(
                    "{spec} or a larger table is there, but passed over: hard cubes would be solved sooner with it"
                ),
                false => {
                    let is_named = found.environment.iter().any(|(name, _)| *name == "CUBEPDB_PDB");
                    let unset = if is_named { "without CUBEPDB_PDB, which names other places, " } else { "" };
                    format!("{unset}`solve setup --yes` builds {spec} ({size}); until then, hard cubes take longer")
                }
            });
        }
    }
    if found.mpi.built_in && found.mpi.mpirun.is_none() {
        advice.push("this build can use MPI, but there is no mpirun on the path".to_owned());
    }
    advice
}

/// Returns whether a file is where a default table of the cache directory is.
fn is_default(path: &Path, cache: &Path) -> bool {
    default_tables().any(|spec| table_path(&spec, cache) == path)
}

/// The version, and what distinguishes this build: features, vector instructions, commit.
pub fn version() -> String {
    let features = features();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let commit = COMMIT.unwrap_or("not recorded");
    format!(
        "solve {}\noptional features  {features}\nvector lanes       {}\ncommit             {commit}\nsystem             {} {}",
        env!("CARGO_PKG_VERSION"),
        lanes(),
        env::consts::OS,
        env::consts::ARCH
    )
}

fn features() -> Vec<&'static str> {
    let features = [(cfg!(feature = "gpu"), "gpu"), (cfg!(feature = "mpi"), "mpi")];
    features.into_iter().filter(|(is_built_in, _)| *is_built_in).map(|(_, name)| name).collect()
}

/// A number of bytes, if the system told it.
fn told(bytes: u64) -> Option<u64> {
    (bytes != u64::MAX).then_some(bytes)
}

/// The part of a test allocation that lies in huge pages.
fn huge_pages(threads: &Threads) -> f64 {
    const TEST: u64 = 64 << 20;
    let memory = threads.install(|| TableBuffer::filled(TEST, 1)).map(TableMemory::from);
    memory.map_or(0.0, |memory| memory.huge_page_bytes() as f64 / TEST as f64)
}

fn is_writable(directory: &Path) -> bool {
    let path = directory.join(format!(".cubepdb-doctor-{}", std::process::id()));
    let written = fs::OpenOptions::new().write(true).create_new(true).open(&path);
    written.is_ok() && fs::remove_file(&path).is_ok()
}

/// The memory that a table may take.
fn most_memory(limit: Option<u64>) -> u64 {
    limit.map_or(available_memory(), |limit| limit.min(available_memory()))
}

/// The tables in the places where `solve` looks, and which of them it reads for half turns.
fn tables(selection: &TableSelection) -> Vec<FoundRecord> {
    let files = |directory: &PathBuf| table_files(directory).unwrap_or_default();
    let named = |path: &PathBuf| if path.is_dir() { files(path) } else { vec![path.clone()] };
    let is_named = !selection.paths.is_empty();
    let first: Vec<PathBuf> = match is_named {
        true => selection.paths.iter().flat_map(named).collect(),
        false => selection.local.as_ref().map_or_else(Vec::new, files),
    };
    let mut kept = selection.cache.as_ref().map_or_else(Vec::new, files);
    kept.retain(|path| !first.contains(path));
    let read = selection.files_at_hand();
    let is_read = |path: &PathBuf| read.iter().flatten().any(|file| file.path() == path);
    let is_first_read = first.iter().any(is_read);
    let most = most_memory(selection.max_memory);
    let corners = TableSpec::new(Pattern::Corners, selection.metric);

    let because = |path: &PathBuf, spec: TableSpec, is_first: bool| match &read {
        _ if spec.metric != selection.metric => "it is for quarter turns".to_owned(),
        Err(error) => format!("no table can be used: {error}"),
        Ok(_) if is_read(path) && is_named => "the variable CUBEPDB_PDB names its place".to_owned(),
        Ok(_) if is_read(path) && is_first => {
            "it is in ./databases, and there is no larger H48 table in the cache".to_owned()
        }
        Ok(_) if is_read(path) => "it is the largest table that fits".to_owned(),
        Ok(_) if is_first_read && !is_first && is_named => "the variable CUBEPDB_PDB names other places".to_owned(),
        Ok(_) if is_first_read && !is_first => {
            "tables in ./databases come first, and this is no larger H48 table".to_owned()
        }
        Ok(_) if spec.h48().is_some() && spec.bytes() > most => {
            format!("it takes {} of memory, and {} may be used", units::size(spec.bytes()), units::size(most))
        }
        Ok(read) if read.is_empty() && spec == corners => {
            "it is used at first; for hard cubes, `solve` builds an H48 table, if there is memory for one".to_owned()
        }
        Ok(read) if read.is_empty() => "`solve` builds an H48 table instead, if there is memory for one".to_owned(),
        Ok(_) => "a larger table, searched from both ends, makes it superfluous".to_owned(),
    };
    let found = |path: PathBuf, is_first: bool| {
        let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        // A search that reads a table finds each damaged block.
        let read = |file: TableFile| match is_read(&path) {
            true => file.load(LoadMode::Mmap, Check::Full).map(|_| file),
            false => Ok(file),
        };
        let (table, because) = match TableFile::open(&path).and_then(read) {
            Ok(file) => (Some(file.spec().name()), because(&path, file.spec(), is_first)),
            Err(error) => (None, error.to_string()),
        };
        FoundRecord { used: table.is_some() && is_read(&path), path, table, bytes, because }
    };
    let first = first.into_iter().map(|path| found(path, true));
    let kept = kept.into_iter().map(|path| found(path, false));
    first.chain(kept).collect()
}

/// The path of a program.
fn on_path(program: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|directory| directory.join(program)).find(|path| path.is_file())
}
