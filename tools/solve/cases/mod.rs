//! `solve cases`: optimal algorithms for all cases of a set, such as the 21 of a permuted last layer.

mod html;
mod results;
mod search;

use crate::cache::CacheArgs;
use crate::columns;
use crate::common::cli::written_file;
use crate::common::csv::line;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_distinct, check_target, stdout, write_file};
use crate::common::progress::{Progress, ProgressMode, without_bars};
use crate::common::puzzle::powers;
use crate::common::signals::Interrupt;
use crate::common::text::to_json;
use crate::common::units::{counted, parse_duration, parse_size};
use crate::output::OutputFormat;
use crate::progress::watched;
use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args, ValueEnum};
use cubepdb::{Metric, record::CaseRecord};
use results::Results;
use search::{Cases, Searched};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;

/// Finds optimal algorithms for all cases of a set: of the last layer, or of a file.
///
/// A case of the last layer stands for all its cubes up to turns of that layer before and after the algorithm, and up
/// to turns of the whole cube.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve cases --set pll                      21 cases, a shortest algorithm each
  solve cases --set oll --html oll.html      57 cases, with pictures on a page
  solve cases --set oll --all --sort
      those that are easy to turn first; docs/questions.md has the weights
  solve cases --set oll --results oll.jsonl -o csv
      goes on where it was interrupted
  solve scramble 5 --twists 4 --seed 1 > starts.txt
  solve cases --set starts.txt --goal f2l    each start of a file

Exit status:
  as that of `solve`; 1 also if a case cannot be solved with these moves")]
#[command(group = ArgGroup::new("every").args(["all", "sort"]).multiple(true))]
pub struct CasesCommand {
    /// The set: oll (57 cases), pll (21), zbll (493), ll (3,915), or a file of starts, which is read as `solve --file`
    /// reads cubes; `-` is standard input.
    #[arg(long, value_name = "SET|FILE")]
    set: Option<String>,
    /// The same.
    #[arg(value_name = "SET|FILE", conflicts_with = "set", hide = true)]
    named: Option<String>,
    /// The goal of the algorithms [default: oll for oll, and otherwise ll-auf, the solved cube up to a turn of U].
    ///
    /// With a goal, the starts of a file are solved as they are, and not up to turns before.
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
    /// The moves that may be made: R,U,F or M=R L' x',U [default: all face turns].
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The costs of moves, as in "R2=2,F=3", or a file of such lines.
    #[arg(long, value_name = "COSTS|FILE")]
    cost: Option<String>,
    /// Move metric: htm counts a half turn as one move, qtm as two [default: htm].
    #[arg(long, short, value_name = "METRIC", value_parser = str::parse::<Metric>)]
    metric: Option<Metric>,
    /// Find every cheapest algorithm, once each up to the order of commuting moves.
    #[arg(long, default_value_if("sort", ArgPredicate::IsPresent, "true"))]
    all: bool,
    /// With --all: also those that cost up to this much more.
    #[arg(long, value_name = "K", default_value_t = 0, requires = "every", value_parser = clap::value_parser!(u8).range(0..=10))]
    slack: u8,
    /// Find all, and list first what is easy to turn, by the weights of docs/questions.md.
    #[arg(long)]
    sort: bool,
    /// List one case for those whose algorithms are mirrored between left and right, or inverted (not of oll): Aa=Ab.
    #[arg(long, value_enum, value_name = "HOW", value_delimiter = ',')]
    fold: Vec<Fold>,
    /// Stop each case after this time (60s, 5m), and print the lower bound proven so far.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    timeout: Option<Duration>,
    /// Worker threads [default: one for each core].
    #[arg(long, short, value_name = "N", env = "CUBEPDB_THREADS", hide_env_values = true,
        value_parser = crate::common::cli::threads)]
    threads: Option<u64>,
    /// Most memory that tables may take: 512M, 8G [default: 3 GB, or half of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true)]
    max_memory: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
    /// The format of the results.
    #[arg(long, short, value_enum, value_name = "FORM", default_value = "text")]
    output: OutputFormat,
    /// Keep the cases that are done in a file, and do not search those again that are in it.
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    results: Option<PathBuf>,
    /// Write a page with a picture of each case and its algorithms.
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    html: Option<PathBuf>,
    /// Replace an existing page.
    #[arg(long)]
    force: bool,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Cases that are listed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fold {
    /// Those that are mirrored between left and right.
    Mirror,
    /// Those that are solved by the inverse algorithms.
    Inverse,
}

/// Solves all cases of a set.
pub fn cases(command: &CasesCommand) -> Result<Status, Failure> {
    let unnamed = || Failure::usage("name a set of cases: oll, pll, zbll, ll, or a file of starts");
    let set = command.set.as_deref().or(command.named.as_deref()).ok_or_else(unnamed)?;
    check_distinct([&command.results, &command.html].into_iter().flatten().map(PathBuf::as_path), [Path::new(set)])?;
    let interrupt = Interrupt::listen()?;
    let cases = Cases::open(command, set, powers(command.metric), &interrupt)?;
    let mut results = Results::open(command.results.as_deref(), cases.question())?;
    if let Some(html) = &command.html {
        check_target(html, command.force).map_err(Failure::of_output)?;
    }
    let (mut out, mut worst, mut done, mut unreachable) = (stdout(), Status::Success, Vec::new(), Vec::new());
    let (number, reached) = (AtomicUsize::new(0), AtomicU8::new(0));
    let shown = |progress: &Progress| {
        let (before, all) = (number.load(Ordering::Relaxed), cases.all());
        progress.set(before as u64, all.len() as u64);
        if let Some(case) = all.get(before) {
            let (name, length) = (&case.name, reached.load(Ordering::Relaxed));
            progress.message(&format!("{before} of {} cases; {name}: up to length {length}", all.len()));
        }
    };
    let work = || {
        for (before, case) in cases.all().iter().enumerate() {
            number.store(before, Ordering::Relaxed);
            reached.store(0, Ordering::Relaxed);
            let mut is_kept = Ok(());
            let record = match results.of(&cases, case)? {
                Some(known) => known.clone(),
                None => match cases.search(case, command.timeout, &interrupt, &reached)? {
                    Searched::Done(record) => {
                        is_kept = results.keep(&record);
                        record
                    }
                    Searched::Stopped(record, status) => {
                        worst = worst.max(status);
                        record
                    }
                    Searched::Refused(reason) => {
                        say(&format!("{}: {reason}", case.title()));
                        worst = worst.max(Status::InvalidCube);
                        continue;
                    }
                    Searched::Unreachable => {
                        worst = worst.max(Status::NoSolution);
                        unreachable.push(&*case.name);
                        continue;
                    }
                },
            };
            if interrupt.is_raised() {
                break;
            }
            without_bars(|| write(&mut out, command.output, (&cases, &record), done.is_empty()))?;
            // What was found is told, whether it can be kept or not.
            is_kept?;
            done.push((cases.cube_of(case, &record), record));
        }
        Ok::<_, Failure>(())
    };
    let mode = if command.quiet { ProgressMode::None } else { ProgressMode::Auto };
    watched(mode, || false, shown, work)?;
    let mut unsolved = String::new();
    if !unreachable.is_empty() {
        let (number, names) = (counted(unreachable.len() as u64, "case"), unreachable.join(", "));
        unsolved = format!("{number} cannot be solved with these moves, which is proven: {names}");
        say(&unsolved);
    }
    if let Some(html) = &command.html {
        let page = html::page(set, &cases, &unsolved, &done);
        write_file(html, page.as_bytes(), command.force).map_err(Failure::of_output)?;
    }
    if interrupt.is_raised() {
        let kept = command.results.as_ref().map_or("; --results FILE keeps them", |_| "; the same command goes on");
        say(&format!("interrupted after {} of {}{kept}", done.len(), counted(cases.all().len() as u64, "case")));
        return Ok(interrupt.status());
    }
    Ok(worst)
}

/// Writes the result of a case.
fn write(
    out: &mut impl Write,
    format: OutputFormat,
    (cases, record): (&Cases, &CaseRecord),
    is_first: bool,
) -> Result<(), Failure> {
    let width = cases.name_width();
    match format {
        OutputFormat::Jsonl => writeln!(out, "{}", to_json(record))?,
        OutputFormat::Csv => {
            let (names, cells): (Vec<String>, Vec<String>) = columns::fields(record).into_iter().unzip();
            let heading = if is_first { line(names) } else { String::new() };
            write!(out, "{heading}{}", line(cells))?;
        }
        OutputFormat::Text if record.solutions.is_empty() => {
            writeln!(out, "{:width$} {}", record.case, cases.needed(record.lower_bound))?;
        }
        OutputFormat::Text => {
            for solution in &record.solutions {
                writeln!(out, "{:width$} {solution} {}", record.case, cases.tag(solution))?;
            }
        }
    }
    Ok(out.flush()?)
}
