//! Without `--pdb`: the tables of the directory `databases`, else those of the cache directory, made the first time.

use super::places::fitting_in;
use super::{advise, build, check_audit};
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::common::units;
use crate::flags::TableArgs;
use anyhow::anyhow;
use cubepdb::cube::MetricKind;
use cubepdb::pdb::build::memory_needed;
use cubepdb::pdb::choice::{LARGEST, PART, build_time, choose_level, kept_h48};
use cubepdb::pdb::file::TableFile;
use cubepdb::pdb::h48::H48Level;
use cubepdb::pdb::places::table_path;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use cubepdb::search::Recipe;
use cubepdb::storage::available_memory;
use std::fs;
use std::path::Path;

/// The tables for a heuristic that names them, and for memory that holds no H48 table: three seconds on two cores, 0.3 GB.
fn small_tables(metric: MetricKind) -> [TableSpec; 2] {
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR,FL,BL").expect("seven different edges");
    [Pattern::Corners, Pattern::Edges(edges)].map(|pattern| TableSpec::new(pattern, metric))
}

/// A default table, and why it is this one.
struct Choice {
    spec: TableSpec,
    reason: String,
    /// A table in the cache that is not as large as the one that would be made.
    larger: Option<TableSpec>,
}

impl Choice {
    fn new(spec: TableSpec, reason: impl Into<String>) -> Self {
        Self { spec, reason: reason.into(), larger: None }
    }
}

/// `databases` if it holds a fitting table, else the cache directory, completed by default tables.
pub fn default_files(args: &TableArgs, recipe: &Recipe, interrupt: &Interrupt) -> Result<Vec<TableFile>, Failure> {
    let available = available_memory();
    let cache = args.cache_directory();
    let choices = choices(recipe, cache.as_deref(), available, args.max_memory);
    let local = Path::new("databases");
    if local.is_dir() {
        let fitting = fitting_in(local, recipe.metric)?;
        if fitting.iter().any(|file| recipe.heuristic.wants(&file.spec())) {
            note_weaker(&fitting, &choices);
            return Ok(fitting);
        }
    }
    // Before anything is built that would be refused.
    check_audit(args, choices.iter().map(|choice| choice.spec))?;
    let no_home =
        || anyhow!("no tables in ./databases, and no home directory to build default ones in; use --pdb or --cache");
    let cache = cache.ok_or_else(|| Failure::new(Status::Table, no_home()))?;
    fs::create_dir_all(&cache)
        .map_err(|error| std::io::Error::new(error.kind(), format!("cannot create {}: {error}", cache.display())))?;
    for Choice { spec, larger, .. } in &choices {
        if let Some(larger) = larger {
            let hint = format!("--heuristic {larger} builds it");
            say(&format!("note: using {spec} from the cache; {larger} would fit too and be faster: {hint}"));
        }
    }
    choices.iter().map(|choice| open_or_build(choice, &cache, args, interrupt)).collect()
}

fn open_or_build(
    Choice { spec, reason, .. }: &Choice,
    cache: &Path,
    args: &TableArgs,
    interrupt: &Interrupt,
) -> Result<TableFile, Failure> {
    let path = table_path(spec, cache);
    if !path.exists() {
        let (bytes, time) = (units::size(spec.bytes()), build_time(spec, rayon::current_num_threads()));
        let (shown, about) = (path.display(), time.as_secs().max(1));
        refuse_if_too_large(spec, args.max_memory)?;
        say(&format!("building the table {spec} ({bytes}) once, in {shown}: {reason}; about {about} s"));
        build::build(spec, &path, args, interrupt)?;
    }
    let file = TableFile::open(&path).map_err(|error| advise(error.into()))?;
    if file.spec() != *spec {
        let error = anyhow!("{} is the table {}, not {spec}", path.display(), file.spec());
        return Err(advise(Failure::new(Status::Table, error)));
    }
    Ok(file)
}

/// Before the build is announced.
fn refuse_if_too_large(spec: &TableSpec, limit: Option<u64>) -> Result<(), Failure> {
    let needed = memory_needed(spec);
    let Some(limit) = limit.filter(|limit| *limit < needed) else { return Ok(()) };
    let [needed, limit] = [needed, limit].map(units::size);
    let error =
        anyhow!("--max-memory: building {spec} takes {needed}, {limit} are allowed; --pdb names tables that are there");
    Err(Failure::new(Status::Memory, error))
}

/// The default tables that a heuristic wants.
fn choices(recipe: &Recipe, cache: Option<&Path>, available: u64, limit: Option<u64>) -> Vec<Choice> {
    let (metric, heuristic) = (recipe.metric, &recipe.heuristic);
    let small = |reason: &str| {
        let wanted = small_tables(metric).into_iter().filter(|spec| heuristic.wants(spec));
        wanted.map(|spec| Choice::new(spec, reason)).collect::<Vec<_>>()
    };
    let levels = H48Level::all().map(|level| TableSpec::new(level, metric));
    let h48: Vec<TableSpec> = levels.filter(|spec| heuristic.wants(spec)).collect();
    let mut choices = if heuristic.is_auto() { Vec::new() } else { small("the heuristic asks for it") };
    if h48.len() < H48Level::all().count() {
        // The heuristic names the levels that it wants, if any.
        choices.extend(h48.into_iter().map(|spec| Choice::new(spec, "the heuristic asks for it")));
        return choices;
    }
    let most = limit.map_or(available, |limit| limit.min(available));
    let made = choose_level(metric, available, limit).map(|level| TableSpec::new(level, metric));
    if let Some(spec) = cache.and_then(|cache| kept_h48(metric, cache, most)) {
        let larger = made.filter(|made| made.bytes() > spec.bytes());
        choices.push(Choice { larger, ..Choice::new(spec, "it was in the cache") });
    } else if let Some(spec) = made {
        choices.push(Choice::new(spec, reason(available, limit)));
    } else if heuristic.is_auto() {
        choices = small(&format!("{} of memory are too little for an H48 table", units::size(most)));
    }
    choices
}

fn reason(available: u64, limit: Option<u64>) -> String {
    let free = units::size(available);
    let limit = limit.filter(|limit| *limit < available);
    let built = limit.map(|limit| format!(" and takes at most {} to build", units::size(limit))).unwrap_or_default();
    format!("the largest up to level {LARGEST} that fits into 1/{PART} of the {free} of memory that is free{built}")
}

/// Says so if the tables at hand may be weaker than the default ones.
fn note_weaker(fitting: &[TableFile], choices: &[Choice]) {
    let covers = |own: &TableSpec, default: &TableSpec| {
        own == default || own.h48().is_some() && default.h48().is_some() && own.bytes() >= default.bytes()
    };
    let is_there = |choice: &Choice| fitting.iter().any(|file| covers(&file.spec(), &choice.spec));
    let missing: Vec<String> = choices.iter().filter(|choice| !is_there(choice)).map(|c| c.spec.name()).collect();
    if !missing.is_empty() {
        let names: Vec<String> = fitting.iter().map(|file| file.spec().name()).collect();
        let (names, missing) = (names.join(", "), missing.join(", "));
        let is_h48 = choices.iter().any(|choice| choice.spec.h48().is_some());
        let hint = if is_h48 { " (--heuristic h48 asks for it)" } else { "" };
        say(&format!("using {names} from ./databases instead of the default {missing}, which may be stronger{hint}"));
    }
}
