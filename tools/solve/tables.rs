//! The tables selected by flags and environment, the messages about them, and the exit statuses of their faults.

use crate::cache::CacheArgs;
use crate::common::building::Reporter;
use crate::common::bus::Announcer;
use crate::common::exit::{Failure, Status, say};
use crate::common::nearest::did_you_mean;
use crate::common::progress::{Progress, ProgressMode};
use crate::common::signals::Interrupt;
use crate::common::units::{self, grouped};
use crate::communicator::Machine;
use crate::flags::{CheckArg, LoadArg, TableArgs};
use anyhow::{Error, anyhow};
use cubepdb::internals::{pdb::orbits::GivenTable, tables::QuestionCache};
use cubepdb::{
    BuildError, BuildEvent, BuildReason, CheckPolicy, EdgeSet, H48Level, Metric, Pattern, SkipReason, TableError,
    TableEvent, TableSelection, TableSpec, plan::Plan, puzzles::Question,
};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The variable that names tables if `--pdb` does not.
const VARIABLE: &str = "CUBEPDB_PDB";

/// The places of tables, and how they are loaded, for any bounds in half turns. Processes of one machine share the
/// tables, and the first one checks them.
pub fn selection(args: &TableArgs, machine: Machine) -> Result<TableSelection, Failure> {
    let check = match args.check {
        _ if machine.place > 0 => CheckPolicy::Header,
        CheckArg::Auto => CheckPolicy::Auto,
        CheckArg::Full => CheckPolicy::Full,
        CheckArg::Header => CheckPolicy::Header,
    };
    Ok(TableSelection {
        load: load_mode(args.load, machine)?.into(),
        check,
        shared: machine.is_shared(),
        ..in_places(&args.pdb, &args.cache, args.max_memory)
    })
}

/// The tables in the places that a flag or the variable names, else the default ones, for any bounds in half turns.
pub fn in_places(flag: &[PathBuf], cache: &CacheArgs, max_memory: Option<u64>) -> TableSelection {
    let (paths, skip_unfit) = places(flag);
    let (local, cache) = (Some(PathBuf::from("databases")), cache.directory());
    TableSelection { paths, skip_unfit, local, cache, max_memory, ..TableSelection::new(Metric::HalfTurn) }
}

/// Returns whether there are tables that a search of cubes would read and not build.
pub fn has_tables(args: &TableArgs, metric: Metric) -> bool {
    selection(args, Machine::ALONE).is_ok_and(|selection| TableSelection { metric, ..selection }.has_tables())
}

/// The tables of a question that are named, and that it can use.
pub fn tables_for(
    args: &TableArgs,
    plan: &Plan,
    question: &Question,
    machine: Machine,
    interrupt: &Interrupt,
) -> Result<Vec<GivenTable>, Failure> {
    let selection = TableSelection { heuristic: plan.bounds.clone(), ..selection(args, machine)? };
    let by_variable = selection.skip_unfit;
    // The variable names tables for all searches: no word is lost about those for others.
    let mut teller = Teller::new(args.progress(), true);
    let mut tell = |event: TableEvent<'_>| {
        if !by_variable {
            teller.tell(&event);
        }
    };
    selection.load_for(question, &mut tell).map_err(|error| failure_of_load(error, by_variable, interrupt))
}

/// The tables of questions in the cache directory, if there is one.
pub fn question_cache(args: &TableArgs) -> Option<Arc<QuestionCache>> {
    let mut teller = Teller::new(args.progress(), true);
    let cache = QuestionCache::new(&args.cache.directory()?, move |event| teller.tell(&event));
    Some(Arc::new(cache))
}

/// The failure of a program that cannot load its tables; it names the variable if that is where they were looked for,
/// and they were not found.
pub fn failure_of_load(error: TableError, is_of_variable: bool, interrupt: &Interrupt) -> Failure {
    let is_of_search = matches!(error, TableError::NotThere { .. } | TableError::Ambiguous { .. });
    let failure = failure(error, interrupt);
    if is_of_variable && !is_of_search {
        let message = format!("the environment variable {VARIABLE}: {}", failure.message());
        return Failure::new(failure.status, Error::msg(message));
    }
    failure
}

/// The places named by the flag or, if it is missing, by the variable; and whether they come from the variable.
fn places(flag: &[PathBuf]) -> (Vec<PathBuf>, bool) {
    match env::var_os(VARIABLE).filter(|_| flag.is_empty()) {
        Some(list) => (env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()).collect(), true),
        None => (flag.to_vec(), false),
    }
}

/// The load mode: mapping, for memory that all processes of the machine share.
fn load_mode(asked: LoadArg, machine: Machine) -> Result<LoadArg, Failure> {
    match asked {
        LoadArg::Copy if machine.is_shared() => Err(Failure::usage(
            "--load copy would keep a copy of the tables for each rank of this machine; they share those that are mapped",
        )),
        LoadArg::Auto if machine.is_shared() => Ok(LoadArg::Mmap),
        mode => Ok(mode),
    }
}

/// Reports the events of tables to users.
pub struct Teller {
    mode: ProgressMode,
    /// True if tables are written while the search goes on, which has a display of its own.
    is_beside: bool,
    /// True if the user has asked for a table and nothing else.
    is_setup: bool,
    /// The reporter of the table that is being built.
    reporter: Option<Reporter>,
    announcer: Announcer,
    /// The bar shown meanwhile.
    loading: Option<Progress>,
    /// True if all tables were found, and are being loaded.
    has_found: bool,
}

impl Teller {
    pub fn new(mode: ProgressMode, is_beside: bool) -> Self {
        Self {
            mode,
            is_beside,
            is_setup: false,
            reporter: None,
            announcer: Announcer::default(),
            loading: None,
            has_found: false,
        }
    }

    /// For a command that builds a table.
    pub fn of_setup(mode: ProgressMode) -> Self {
        Self { is_setup: true, ..Self::new(mode, false) }
    }

    /// Returns whether all tables were found, and are being loaded.
    pub fn has_found(&self) -> bool {
        self.has_found
    }

    pub fn tell(&mut self, event: &TableEvent<'_>) {
        self.announcer.tell(event);
        match event {
            TableEvent::Skipped { path, reason } => say(&skipped(path, reason)),
            TableEvent::Stronger { used, passed_over } => {
                let names = names(passed_over);
                say(&format!(
                    "using {used} from the cache, which is stronger than {names} in ./databases (--pdb databases uses those)"
                ));
            }
            TableEvent::UsedInstead { used, missing, has_h48, times } => {
                let (used, missing) = (names(used), names(missing));
                let hint = if *has_h48 { " (--heuristic h48 builds it)" } else { "" };
                let than = match times.map(f64::round) {
                    Some(times) if times > 1.0 => {
                        format!("with which hard cubes would be solved about {} times as fast", one_digit(times))
                    }
                    _ => "which may be stronger".to_owned(),
                };
                say(&format!("using {used} from ./databases instead of the default {missing}, {than}{hint}"));
            }
            TableEvent::LargerFits { used, larger } => {
                let hint = format!("--heuristic {larger} builds it");
                say(&format!("note: using {used} from the cache; {larger} would fit too and be faster: {hint}"));
            }
            TableEvent::Building { spec, path, reason, estimate } => {
                let (bytes, shown) = (units::size(spec.bytes()), path.display());
                let (reason, about) = (because(spec, *reason), estimate.as_secs_f64().ceil());
                let why = if self.is_setup { "; " } else { &format!(": {reason}; ") };
                if self.mode != ProgressMode::None {
                    say(&format!("building the table {spec} ({bytes}) once, in {shown}{why}about {about} s"));
                }
                self.reporter = Some(Reporter::new(self.mode, spec, path, rayon::current_num_threads()));
            }
            // Most first runs have none, and the user has not requested one.
            TableEvent::Progress { event: BuildEvent::NoCheckpoint | BuildEvent::AlreadyComplete, .. } => {}
            TableEvent::Progress { event: BuildEvent::Writing, .. } if self.is_beside => self.end_report(),
            TableEvent::Progress { event, .. } => {
                if let Some(reporter) = &mut self.reporter {
                    reporter.tell(event);
                }
            }
            TableEvent::BuildEnded => self.end_report(),
            TableEvent::NotKept { spec, error } => {
                say(&format!("note: the table {spec} cannot be kept: {error}; the search goes on"));
            }
            TableEvent::MadeAnew { error } => say(&format!("note: {error}; this table is made anew")),
            TableEvent::NoneKept { error } => {
                say(&format!(
                    "note: there will be no tables of this question in the cache: {error}; the search goes on"
                ));
            }
            TableEvent::LearnedAnew { error } => {
                say(&format!("note: the automaton in the cache was made again: {error}"))
            }
            TableEvent::LearnedNotKept { error } => {
                say(&format!("note: the automaton was not kept for the next time: {error}"));
            }
            TableEvent::Loading { path } => {
                self.has_found = true;
                self.loading = (!self.is_beside).then(|| self.show_loading(path)).flatten();
            }
            TableEvent::LoadEnded { .. } => {
                if let Some(bar) = self.loading.take() {
                    bar.finish();
                }
            }
            _ => {}
        }
    }
}

impl Teller {
    /// A bar that says which file is being read, on a terminal.
    fn show_loading(&self, path: &Path) -> Option<Progress> {
        let bar = Some(Progress::new(self.mode, 1)).filter(Progress::is_bar)?;
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        bar.message(&format!("loading {name} ({})", units::size(bytes)));
        Some(bar)
    }

    fn end_report(&mut self) {
        if let Some(reporter) = self.reporter.take() {
            reporter.finish();
        }
    }
}

fn names(specs: &[TableSpec]) -> String {
    specs.iter().map(TableSpec::name).collect::<Vec<_>>().join(", ")
}

/// A number of at least 1 to one digit.
fn one_digit(number: f64) -> String {
    let power = 10_f64.powf(number.log10().floor());
    grouped(((number / power).round() * power) as u64)
}

fn skipped(path: &Path, reason: &SkipReason) -> String {
    match reason {
        SkipReason::OtherMetric { found, wanted } => {
            format!("skipping {}: a table for {found}, not {wanted}", path.display())
        }
        SkipReason::Cube => format!("skipping {}: a table of cubes", path.display()),
        SkipReason::OtherQuestion(misfit) => {
            format!("skipping {}: a table of another question: {misfit}", path.display())
        }
        SkipReason::Question => {
            format!("skipping {}: a table of `pdbgen pattern`, not one for cubes", path.display())
        }
        _ => format!("skipping {}: a table this program does not know", path.display()),
    }
}

fn because(spec: &TableSpec, reason: BuildReason) -> String {
    match reason {
        BuildReason::Cached => "it was in the cache".to_owned(),
        BuildReason::First if spec.h48().is_some() => "enough for most cubes".to_owned(),
        BuildReason::First => "enough for cubes that are not hard".to_owned(),
        BuildReason::Pays => "it pays from now on (--max-memory keeps tables smaller)".to_owned(),
        BuildReason::LittleMemory { available } => {
            format!("{} of memory are too little for an H48 table", units::size(available))
        }
        BuildReason::LargestThatFits { available, limit } => {
            let (level, part, free) = (BuildReason::LARGEST_LEVEL, BuildReason::PART, units::size(available));
            let built =
                limit.map(|limit| format!(" and takes at most {} to build", units::size(limit))).unwrap_or_default();
            format!(
                "the largest up to level {level} that fits into 1/{part} of the {free} of memory that is free{built}"
            )
        }
        _ => "the heuristic asks for it".to_owned(),
    }
}

/// The failure of a program that cannot use its tables.
pub fn failure(error: TableError, interrupt: &Interrupt) -> Failure {
    let table = |error: Error| Failure::new(Status::Table, error);
    match error {
        TableError::File(error) => error.into(),
        TableError::Directory { ref source, .. } | TableError::CreateDirectory { ref source, .. } => {
            Failure::from(std::io::Error::new(source.kind(), error.to_string()))
        }
        TableError::NoLevelFits { .. } => Failure::new(Status::Memory, error),
        TableError::NoneFound { metric, .. } => {
            table(anyhow!("{error}; `pdbgen h48 --level 3{}` builds one", metric_flag(metric)))
        }
        TableError::NotThere { name, metric, available } => table(missing(&name, &available, metric)),
        TableError::NoCacheDirectory => table(anyhow!(
            "no tables in ./databases, and no home directory to build default ones in; use --pdb or --cache"
        )),
        // The cause is printed before the advice.
        TableError::DefaultUnfit(cause) => {
            let cause = failure(*cause, interrupt);
            Failure::new(cause.status, anyhow!("{}; delete it, and it is built again", cause.error))
        }
        TableError::Compressed { path } => {
            let path = path.display();
            table(anyhow!(
                "{path} is compressed, and ranks of one machine share only tables that are not: `pdbgen decompress {path}` makes one"
            ))
        }
        TableError::MemoryLimit { spec, needed, limit } => {
            let [needed, limit] = [needed, limit].map(units::size);
            let error = anyhow!(
                "--max-memory: building {spec} takes {needed}, {limit} are allowed; --pdb names tables that are there"
            );
            Failure::new(Status::Memory, error)
        }
        TableError::Build { spec, source: BuildError::Interrupted { checkpoint, .. } } => {
            let next = if checkpoint { "goes on building" } else { "begins again to build" };
            Failure::new(interrupt.status(), anyhow!("interrupted; the next run {next} {spec}"))
        }
        TableError::Build { source, .. } => Failure::new(Status::Memory, source),
        TableError::Memory(error) => Failure::new(Status::Memory, error),
        error => table(error.into()),
    }
}

/// The flag of `pdbgen` for a metric that is not the default.
fn metric_flag(metric: Metric) -> &'static str {
    match metric {
        Metric::HalfTurn => "",
        Metric::QuarterTurn => " --metric qtm",
    }
}

/// The command of `pdbgen` that builds a table of this name.
fn build_command(name: &str) -> String {
    if let Some(level) = name.strip_prefix("h48-") {
        return format!("h48 --level {level}");
    }
    match name.strip_prefix("edges") {
        Some(number) => {
            let number = number.parse().unwrap_or(6);
            let edges: Vec<u8> = (0..number).collect();
            let pattern = Pattern::Edges(EdgeSet::new(&edges).expect("a number that a table may have"));
            format!("edges --pieces {}", TableSpec::new(pattern, Metric::HalfTurn).pieces())
        }
        None if name == "h48" => "h48 --level 3".to_owned(),
        None => name.to_owned(),
    }
}

/// The message about a name that none of these tables has.
fn missing(name: &str, there: &[TableSpec], metric: Metric) -> Error {
    let there: Vec<String> = there.iter().map(TableSpec::name).collect();
    let among = if there.is_empty() { String::new() } else { format!(" among {}", there.join(", ")) };
    let levels: Vec<String> = H48Level::all().map(|level| format!("h48-{level}")).collect();
    let kinds = ["corners", "edges", "h48"];
    let edges: Vec<String> = (1..=EdgeSet::MAX).map(|number| format!("edges{number}")).collect();
    if kinds.into_iter().chain(edges.iter().chain(&levels).map(String::as_str)).any(|kind| kind == name) {
        let command = build_command(name);
        let flag = metric_flag(metric);
        return anyhow!("no table `{name}` for {metric}{among}; `pdbgen {command}{flag}` builds it");
    }
    let own = ["auto", "zero", "manhattan", "manhattan-edges", "manhattan-corners"];
    let all = own.into_iter().chain(kinds).chain(there.iter().chain(&levels).map(String::as_str));
    let (own, last, most) = (own.join(", "), H48Level::MAX, EdgeSet::MAX);
    let hint = did_you_mean(name, all);
    anyhow!(
        "no table `{name}` for {metric}{among}; known names are {own}, corners, edges, edges1 to edges{most}, h48, h48-0 to h48-{last}{hint}"
    )
}
