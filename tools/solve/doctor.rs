//! `solve doctor`: what this machine has, which tables would be used, and what is in the way of speed.

use crate::cache::{CacheArgs, nearest_directory};
use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::provenance::{COMMIT, lanes, processor};
use crate::common::text::to_json;
use crate::common::units;
use crate::devices::Listed;
use crate::thread_pools::{start, threads};
use clap::Args;
use cubepdb::internals::storage::{TableBuffer, TableMemory};
use cubepdb::{
    Metric, TableSpec, Threads, available_memory, free_space,
    random_access::memory_speed,
    record::{DoctorRecord, FoundRecord, MpiRecord},
    table_files::{TableFile, best_h48, choose_level, is_stronger, kept_h48, table_files},
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
        let cache = args.cache.directory();
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
            cache_writable: existing.is_some_and(is_writable),
            cache_free: existing.map(free_space).and_then(told),
            tables: tables(cache.as_deref()),
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
        let advice = advise(&record);
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
            ("processor", format!("{}, {} cores, {}", found.processor, found.cores, found.lanes)),
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
fn advise(found: &DoctorRecord) -> Vec<String> {
    let mut advice = Vec::new();
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
    let suggested = choose_level(Metric::HalfTurn, available_memory(), None);
    let suggested = suggested.map(|level| TableSpec::new(level, Metric::HalfTurn));
    let has = |spec: &TableSpec, used: bool| {
        found.tables.iter().any(|table| table.used == used && table.table.is_some() && table.bytes >= spec.bytes())
    };
    match suggested.filter(|spec| !has(spec, true)) {
        Some(spec) if has(&spec, false) => advice.push(format!(
            "{spec} or a larger table is there, but passed over: hard cubes would be solved sooner with it"
        )),
        Some(spec) => {
            let size = units::size(spec.bytes());
            advice.push(format!("`solve setup --yes` builds {spec} ({size}); until then, hard cubes take longer"));
        }
        None => {}
    }
    if found.mpi.built_in && found.mpi.mpirun.is_none() {
        advice.push("this build can use MPI, but there is no mpirun on the path".to_owned());
    }
    advice
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

/// The tables in the places where `solve` looks, and which of them it reads for half turns.
fn tables(cache: Option<&Path>) -> Vec<FoundRecord> {
    let of_variable = env::var_os("CUBEPDB_PDB").filter(|list| !list.is_empty());
    let named: Vec<PathBuf> = of_variable.iter().flat_map(env::split_paths).collect();
    let local = Path::new("databases");
    let files = |directory: &Path| table_files(directory).unwrap_or_default();
    let of_metric = |spec: &TableSpec| spec.metric == Metric::HalfTurn;
    let in_local = files(local);
    let specs = in_local.iter().filter_map(|path| TableFile::open(path).ok()).map(|file| file.spec()).filter(of_metric);
    let kept = cache.and_then(|cache| kept_h48(Metric::HalfTurn, cache, available_memory()).pop());
    let is_default = named.is_empty() && (in_local.is_empty() || kept.is_some_and(|kept| is_stronger(&kept, specs)));
    // What is passed over, and the reason why.
    let (places, why, others): (Vec<PathBuf>, &str, &str) = if !named.is_empty() {
        let inside = named.iter().flat_map(|path| if path.is_dir() { files(path) } else { vec![path.clone()] });
        (inside.collect(), "the variable CUBEPDB_PDB names its place", "the variable CUBEPDB_PDB names other places")
    } else if !is_default {
        let why = "it is in ./databases, and there is no larger H48 table in the cache";
        (in_local, why, "tables in ./databases come first, and this is no larger H48 table")
    } else {
        let kept = cache.map_or_else(Vec::new, files);
        (in_local.into_iter().chain(kept).collect(), "it is the largest table that fits", "")
    };
    let opened: Vec<_> = places.iter().map(|path| TableFile::open(path)).collect();
    let specs = opened.iter().flatten().map(TableFile::spec).filter(of_metric);
    let best = best_h48(specs, available_memory());
    let mut found: Vec<FoundRecord> = places
        .into_iter()
        .zip(opened)
        .map(|(path, file)| {
            let (table, used, because) = match &file {
                Err(error) => (None, false, error.to_string()),
                Ok(file) if !of_metric(&file.spec()) => {
                    (Some(file.spec()), false, "it is for quarter turns".to_owned())
                }
                Ok(file) if best == Some(file.spec()) || best.is_none() && !is_default => {
                    (Some(file.spec()), true, why.to_owned())
                }
                Ok(file) if best.is_none() => {
                    let because = "`solve` builds an H48 table instead, if there is memory for one";
                    (Some(file.spec()), false, because.to_owned())
                }
                Ok(file) => (
                    Some(file.spec()),
                    false,
                    "a larger table, searched from both ends, makes it superfluous".to_owned(),
                ),
            };
            let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            FoundRecord { path, table: table.map(|spec| spec.name()), bytes, used, because }
        })
        .collect();
    if !is_default {
        for path in cache.map_or_else(Vec::new, files) {
            let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            let table = TableFile::open(&path).ok().map(|file| file.spec().name());
            found.push(FoundRecord { path, table, bytes, used: false, because: others.to_owned() });
        }
    }
    found
}

/// The path of a program.
fn on_path(program: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|directory| directory.join(program)).find(|path| path.is_file())
}
