//! `solve setup`: builds a default table ahead of time.

use super::{CacheArgs, nearest_directory};
use crate::common::cli::{self, named};
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::signals::Interrupt;
use crate::common::units::{self, parse_size};
use crate::flags::ProgressArgs;
use crate::tables::{Teller, failure};
use crate::thread_pools::{start, threads};
use anyhow::anyhow;
use clap::Args;
use cubepdb::{
    CheckPolicy, H48Level, Metric, TableSelection, TableSpec, Threads, available_memory, free_space, memory_needed,
    random_access::memory_speed,
    table_files::{build_time, choose_level, lookups_of_random_cube, table_path},
};
use std::io::{IsTerminal, Write, stdin};
use std::path::Path;
use std::time::Duration;

/// The speed of a search, as a part of that at which the memory could be read at random.
const PART_OF_LIMIT: f64 = 0.62;

/// Builds a default table ahead of time, chosen from a list.
///
/// `solve` builds tables when it needs them, a small one first. This builds one now and keeps it; searches use the
/// largest one there is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve setup                                lists what fits, and asks for one
  solve setup --yes                          builds the suggested one
  solve setup --level 8 --metric htm")]
pub struct SetupCommand {
    /// Level of the table, from 0 to 11: each is twice as large as the one before, and searches are about twice as
    /// fast.
    #[arg(long, value_name = "K")]
    level: Option<H48Level>,
    /// Build the suggested table without asking.
    #[arg(long, short)]
    yes: bool,
    /// Move metric: htm counts a half turn as one move, qtm as two.
    #[arg(long, short, default_value = "htm", value_parser = named(str::parse::<Metric>, ["htm", "qtm"]))]
    metric: Metric,
    /// Number of threads [default: one for each core].
    #[arg(long, short, value_name = "N", env = "CUBEPDB_THREADS", hide_env_values = true,
          value_parser = cli::threads)]
    threads: Option<u64>,
    /// Memory that the build may take: 512M, 8G [default: the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true)]
    max_memory: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Chooses a table and makes it.
pub fn run(args: &SetupCommand) -> Result<Status, Failure> {
    let threads = start(threads(args.threads, 1)?)?;
    let cache = args.cache.required()?;
    let level = match args.level {
        Some(level) => level,
        None => match threads.install(|| choose(args, &threads, &cache))? {
            Some(level) => level,
            None => {
                writeln!(stdout(), "nothing is built")?;
                return Ok(Status::Success);
            }
        },
    };
    // Not before the question: Ctrl-C there ends the program.
    let interrupt = Interrupt::listen()?;
    let spec = TableSpec::new(level, args.metric);
    let path = table_path(&spec, &cache);
    let is_there = path.exists();
    let selection = TableSelection {
        heuristic: spec.name().parse().expect("the name of a table"),
        cache: Some(cache),
        max_memory: args.max_memory,
        check: CheckPolicy::Full,
        ..TableSelection::new(args.metric)
    };
    let mut teller = Teller::of_setup(args.progress.mode());
    let loaded = threads.install(|| selection.load(interrupt.flag(), &mut |event| teller.tell(&event)));
    loaded.map_err(|error| failure(error, &interrupt))?;
    let done = if is_there { "was there already, and is undamaged" } else { "is ready" };
    writeln!(stdout(), "{}: {} {done}", path.display(), units::size(spec.bytes()))?;
    Ok(Status::Success)
}

/// A table that could be made.
struct Offer {
    spec: TableSpec,
    build: Duration,
    /// Time that a random cube takes on average, where it is known.
    cube: Option<Duration>,
    is_there: bool,
}

/// Shows the tables that fit, and asks for one; `None` if none is wanted.
fn choose(args: &SetupCommand, threads: &Threads, cache: &Path) -> Result<Option<H48Level>, Failure> {
    let (available, free) = (available_memory(), nearest_directory(cache).map_or(u64::MAX, free_space));
    let most = args.max_memory.map_or(available, |limit| limit.min(available));
    let suggested = choose_level(args.metric, available, args.max_memory).ok_or_else(|| {
        let needed = units::size(memory_needed(&TableSpec::new(H48Level::all().next().expect("a level"), args.metric)));
        let error =
            anyhow!("the smallest table takes {needed} of memory to build, and {} may be used", units::size(most));
        Failure::new(Status::Memory, error)
    })?;
    if args.yes {
        return Ok(Some(suggested));
    }
    say("measuring the memory ...");
    let speed = memory_speed(threads).map_err(|error| Failure::new(Status::Memory, error))?;
    let offers: Vec<Offer> = H48Level::all()
        .map(|level| TableSpec::new(level, args.metric))
        .filter(|spec| memory_needed(spec) <= most && spec.bytes() <= free)
        .map(|spec| Offer::new(spec, threads, speed, cache))
        .collect();
    writeln!(stdout(), "level      size  to build   a random cube")?;
    for offer in &offers {
        writeln!(stdout(), "{}", offer.line(suggested))?;
    }
    writeln!(stdout(), "Higher levels store more; from some levels on, the build has to search a move deeper.")?;
    writeln!(stdout(), "They are kept in {}.", cache.display())?;
    if !stdin().is_terminal() {
        return Err(Failure::usage("choose one with --level K, or take the suggested one with --yes"));
    }
    let usual = offers.iter().find(|offer| offer.level() == suggested && !offer.is_there).map(Offer::level);
    loop {
        write!(stdout(), "Level, or n for none [{}]: ", usual.map_or("n".to_owned(), |level| level.to_string()))?;
        stdout().flush()?;
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 {
            writeln!(stdout())?;
            return Ok(None);
        }
        match chosen(line.trim(), usual) {
            Ok(None) => return Ok(None),
            Ok(Some(level)) if offers.iter().any(|offer| offer.level() == level) => return Ok(Some(level)),
            Ok(Some(_)) | Err(()) => say("please choose one of the levels above"),
        }
    }
}

/// The level that an answer names, or `None` for an answer that wants no table.
fn chosen(answer: &str, usual: Option<H48Level>) -> Result<Option<H48Level>, ()> {
    match answer {
        "" => Ok(usual),
        "n" | "no" | "none" | "q" | "quit" => Ok(None),
        level => level.parse().map(Some).map_err(|_| ()),
    }
}

impl Offer {
    /// `speed`: nanoseconds of a core for a random line of memory.
    fn new(spec: TableSpec, threads: &Threads, speed: f64, cache: &Path) -> Self {
        use cubepdb::search::Executor;
        let cores = cubepdb::random_access::cores_for(threads.workers()) as f64;
        let time = |lookups: f64| Duration::from_secs_f64(lookups * speed / PART_OF_LIMIT / cores / 1e9);
        Self {
            spec,
            build: build_time(&spec, threads.workers()),
            cube: lookups_of_random_cube(&spec).map(time),
            is_there: table_path(&spec, cache).exists(),
        }
    }

    fn level(&self) -> H48Level {
        self.spec.h48().expect("an H48 table").level()
    }

    fn line(&self, suggested: H48Level) -> String {
        let cube = self.cube.map_or("-".to_owned(), units::about);
        let build = if self.is_there { "there".to_owned() } else { units::about(self.build) };
        let mark = match (self.level() == suggested, self.is_there) {
            (true, false) => "   suggested",
            (true, true) => "   suggested, and built already",
            (false, _) => "",
        };
        format!("{:>5}  {:>8}  {build:>8}  {cube:>14}{mark}", self.level(), units::size(self.spec.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_choose_a_level_or_none() {
        let six = H48Level::new(6);
        assert_eq!((chosen("", six), chosen("", None)), (Ok(six), Ok(None)), "none is suggested that is built already");
        assert_eq!((chosen("3", six), chosen("n", six), chosen("q", six)), (Ok(H48Level::new(3)), Ok(None), Ok(None)));
        assert!(chosen("12", six).is_err() && chosen("yes", six).is_err());
    }
}
