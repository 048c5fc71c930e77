//! Which tables to use: the ones named, those in `databases`, or default ones that are built the first time.

mod build;
mod defaults;
mod places;

use crate::common::bus;
use crate::common::exit::{Failure, Status};
use crate::common::nearest::did_you_mean;
use crate::common::signals::Interrupt;
use crate::flags::{CheckArg, LoadArg, TableArgs};
use crate::ranks::Machine;
use anyhow::{Context, Error, anyhow};
use cubepdb::cube::MetricKind;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::choice::best_h48;
use cubepdb::pdb::file::{Check, LoadMode, TableFile};
use cubepdb::pdb::h48::H48Level;
use cubepdb::pdb::smoke::smoke_test;
use cubepdb::search::Recipe;
use cubepdb::storage::{TableMemory, available_memory};
use places::Places;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a table is, and its entries.
pub type Table = (TableSpec, Arc<TableMemory>);

/// Tables in memory, ready for use.
pub struct Loaded {
    /// All of them.
    pub tables: Vec<Table>,
    /// Where they came from, held open.
    pub files: Vec<TableFile>,
    /// How each was loaded.
    pub loads: Vec<Load>,
    /// Tables that the search would not ask, and that are not loaded therefore.
    pub not_asked: Vec<TableSpec>,
}

/// How a table was brought into memory.
pub struct Load {
    /// How long it took, with checks.
    pub time: Duration,
    /// Whether the checksums of all blocks were checked.
    pub checked: bool,
}

impl Loaded {
    /// A mapped table that was changed under the search: whatever was found with it proves nothing.
    pub fn changed(&self) -> Option<&Path> {
        let mapped = self.tables.iter().zip(&self.files).filter(|((_, memory), _)| memory.is_mapped());
        mapped.map(|(_, file)| file).find(|file| !file.is_unchanged().unwrap_or(false)).map(TableFile::path)
    }
}

/// Tables up to this size are checked block by block on loading: some tenths of a second.
const ALWAYS_CHECKED: u64 = 4 << 30;

/// Finds, builds if need be, loads and tests the tables; those that the search would not ask are left where they are. Runs
/// in the thread pool. Where processes share the machine they share the tables too, and the first one checks them.
pub fn load(
    args: &TableArgs,
    recipe: &Recipe,
    two_sided: bool,
    machine: Machine,
    interrupt: &Interrupt,
) -> Result<Loaded, Failure> {
    let mode = mode(args.load, machine)?;
    let mut loaded = Loaded { tables: Vec::new(), files: Vec::new(), loads: Vec::new(), not_asked: Vec::new() };
    if !recipe.heuristic.needs_tables() {
        return Ok(loaded);
    }
    let places = Places::of(&args.pdb);
    let files = find(args, &places, recipe, interrupt)?;
    let best = best_h48(files.iter().map(TableFile::spec), available_memory());
    for file in files {
        let spec = file.spec();
        if loaded.tables.iter().any(|(known, _)| *known == spec) || loaded.not_asked.contains(&spec) {
            continue;
        }
        // Of several H48 tables one is asked, and by a search from both ends no other table.
        if Some(spec) != best && (spec.h48().is_some() || two_sided && best.is_some()) {
            loaded.not_asked.push(spec);
            continue;
        }
        if machine.is_shared() {
            refuse_compressed(&file)?;
        }
        let started = Instant::now();
        let checked = machine.place == 0
            && match args.check {
                CheckArg::Auto => file.header().data_length() <= ALWAYS_CHECKED,
                CheckArg::Full => true,
                CheckArg::Header => false,
            };
        let check = if checked { Check::Full } else { Check::Header };
        let mapping = bus::announce(file.path());
        let memory = file.load(mode, check);
        mapping.settle(&memory);
        let memory = memory.map_err(|error| {
            let failure = Failure::from(error);
            if places.is_empty() { advise(failure) } else { failure }
        })?;
        smoke_test(&spec, &memory)
            .with_context(|| format!("{} is not what its header says", file.path().display()))
            .map_err(|error| Failure::new(Status::Table, error))?;
        loaded.tables.push((spec, Arc::new(memory)));
        loaded.files.push(file);
        loaded.loads.push(Load { time: started.elapsed(), checked });
    }
    Ok(loaded)
}

/// How tables come into memory: into that of all processes of the machine, by mapping them.
fn mode(asked: LoadArg, machine: Machine) -> Result<LoadMode, Failure> {
    match asked {
        LoadArg::Copy if machine.is_shared() => Err(Failure::usage(
            "--load copy would keep a copy of the tables for each rank of this machine; they share those that are mapped",
        )),
        LoadArg::Auto if machine.is_shared() => Ok(LoadMode::Mmap),
        mode => Ok(mode.into()),
    }
}

fn refuse_compressed(file: &TableFile) -> Result<(), Failure> {
    if !file.is_compressed() {
        return Ok(());
    }
    let path = file.path().display();
    let error = anyhow!(
        "{path} is compressed, and ranks of one machine share only tables that are not: `pdbgen decompress {path}` makes one"
    );
    Err(Failure::new(Status::Table, error))
}

/// The tables that the heuristic wants.
fn find(args: &TableArgs, places: &Places, recipe: &Recipe, interrupt: &Interrupt) -> Result<Vec<TableFile>, Failure> {
    let mut files = if places.is_empty() {
        defaults::default_files(args, recipe, interrupt)?
    } else {
        places.tables(recipe.metric)?
    };
    let specs: Vec<TableSpec> = files.iter().map(TableFile::spec).collect();
    if let Some(name) = recipe.heuristic.missing(&specs) {
        return Err(Failure::new(Status::Table, missing(name, &specs, recipe.metric)));
    }
    files.retain(|file| recipe.heuristic.wants(&file.spec()));
    check_audit(args, files.iter().map(TableFile::spec))?;
    Ok(files)
}

/// What is to be said of a name that none of these tables has.
fn missing(name: &str, there: &[TableSpec], metric: MetricKind) -> Error {
    let there: Vec<String> = there.iter().map(TableSpec::name).collect();
    let among = if there.is_empty() { String::new() } else { format!(" among {}", there.join(", ")) };
    let levels: Vec<String> = H48Level::all().map(|level| format!("h48-{level}")).collect();
    let kinds = ["corners", "edges", "h48"];
    if kinds.into_iter().chain(levels.iter().map(String::as_str)).any(|kind| kind == name) {
        return anyhow!("no table `{name}` for {metric}{among}; `pdbgen` builds it");
    }
    let own = ["auto", "zero", "manhattan", "manhattan-edges", "manhattan-corners"];
    let all = own.into_iter().chain(kinds).chain(there.iter().chain(&levels).map(String::as_str));
    let (own, kinds, last) = (own.join(", "), kinds.join(", "), H48Level::MAX);
    let hint = did_you_mean(name, all);
    anyhow!("no table `{name}` for {metric}{among}; known are {own}, {kinds}, h48-0 to h48-{last}{hint}")
}

/// An audit has nothing to say to an H48 table.
fn check_audit(args: &TableArgs, mut wanted: impl Iterator<Item = TableSpec>) -> Result<(), Failure> {
    if args.audit && wanted.any(|spec| spec.h48().is_some()) {
        return Err(Failure::usage(
            "--audit compares entries with their neighbours, of which those of an H48 table say nothing: name tables of corners \
             and edges with --pdb, or --heuristic corners+edges; `pdbgen verify` proves H48 tables",
        ));
    }
    Ok(())
}

/// Says what to do about a default table that is unfit.
fn advise(failure: Failure) -> Failure {
    match failure.status {
        Status::Table => Failure::new(Status::Table, anyhow!("{}; delete it, and it is built again", failure.error)),
        _ => failure,
    }
}
