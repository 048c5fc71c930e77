//! `solve bench`: the speed of the search with these tables, and the limit set by the memory.

mod args;
mod csv;
pub mod limit;
mod summary;
mod text;

pub use args::BenchArgs;

use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::flags::CubeArgs;
use crate::input::{Source, items};
use crate::jobs;
use crate::output::OutputFormat;
use crate::plan::of_pieces;
use crate::progress::{Progresses, watched};
use crate::ranks::{cubes, together};
use crate::run::{self, Start};
use crate::setup::{Loading, Setup};
use crate::thread_pools::ThreadPools;
use cubepdb::{
    Cube, Move,
    plan::Plan,
    record::{AnswerStatus, BenchRecord, SampleRecord},
    search::{Answer, Monitor},
};
use std::io::{self, Write};
use std::time::Instant;

/// One search, and the exit status for it.
struct Sample {
    record: SampleRecord,
    exit: Status,
}

impl Sample {
    /// Returns whether the user has broken it off: then its time says nothing of its cube.
    fn is_broken_off(&self) -> bool {
        self.exit >= Status::Interrupted
    }
}

/// Runs the benchmark of the command line.
pub fn bench(args: &BenchArgs) -> Result<Status, Failure> {
    let prepare = || {
        let has_cubes = args.cubes.file.is_some() || !args.cubes.cubes.is_empty();
        if has_cubes || !args.limit { read(&args.cubes) } else { Ok((Vec::new(), Status::Success)) }
    };
    let plan = || of_pieces(&args.setup);
    let start = Start::new(&args.setup)?;
    if let Some(ranks) = start.ranks() {
        let work = |setup: &Setup, (cubes, worst): (Vec<Numbered>, Status)| measure(args, setup, &cubes, worst);
        let prepare = |_: &Plan| prepare();
        let setup = cubes::setup(&args.setup, ranks, &start.interrupt);
        return together(ranks, plan, prepare, setup, work);
    }
    let plan = plan()?;
    let (cubes, worst) = prepare()?;
    let pools = ThreadPools::new(&args.setup, start.interrupt.clone(), None)?;
    measure(args, &Setup::new(&args.setup, plan, Loading::First, pools)?, &cubes, worst)
}

/// Runs the benchmark; `worst` is the status of cubes that could not be read.
fn measure(args: &BenchArgs, setup: &Setup, cubes: &[Numbered], mut worst: Status) -> Result<Status, Failure> {
    let mut out = stdout();
    if !args.summary && !cubes.is_empty() {
        match args.output {
            OutputFormat::Text => writeln!(out, "{}", text::HEADING)?,
            OutputFormat::Csv => write!(out, "{}", csv::heading(setup))?,
            OutputFormat::Jsonl => {}
        }
    }
    let (mut samples, mut passes) = (Vec::new(), Vec::new());
    for pass in 1..=args.repeat {
        let (result, taken) = setup.pools.timed(|| {
            run_pass(args, setup, pass, cubes, &mut |sample| {
                worst = worst.max(sample.exit).max(unexpected(args.expect, &sample.record));
                if !args.summary {
                    write_sample(&mut out, args.output, &sample.record, setup)?;
                }
                samples.push(sample);
                Ok(())
            })
        });
        result?;
        passes.push(taken);
        if setup.pools.interrupt.is_raised() {
            break;
        }
    }
    setup.refuse_if_changed("nothing is")?;
    let limit = limit::measure(setup, args.limit)?;
    if let Some(summary) = summary::of(setup, &samples, &passes, limit) {
        match args.output {
            OutputFormat::Text => {
                // An empty line after the cubes, if they are shown.
                let apart = if args.summary || cubes.is_empty() { "" } else { "\n" };
                writeln!(out, "{apart}{}", text::of_summary(&summary))?;
            }
            OutputFormat::Jsonl => writeln!(out, "{}", to_json(&BenchRecord::Summary(&summary)))?,
            OutputFormat::Csv if args.summary || cubes.is_empty() => write!(out, "{}", csv::of_summary(&summary))?,
            OutputFormat::Csv => {}
        }
    }
    Ok(if setup.pools.interrupt.is_raised() { setup.pools.interrupt.status() } else { worst })
}

/// A cube and its number.
type Numbered = (u64, Cube);

/// All cubes; invalid ones are reported and skipped.
fn read(args: &CubeArgs) -> Result<(Vec<Numbered>, Status), Failure> {
    let (mut cubes, mut status) = (Vec::new(), Status::Success);
    for item in items(&Source::from(args))? {
        let item = item?;
        match item.cube(&args.notation, false) {
            Ok(cube) => cubes.push((item.id, cube.clone())),
            Err(fault) => {
                say(&format!("{}: {}", item.name(), fault.described()));
                status = Status::InvalidCube;
            }
        }
    }
    Ok((cubes, status))
}

/// Solves every cube once.
fn run_pass(
    args: &BenchArgs,
    setup: &Setup,
    pass: u64,
    cubes: &[Numbered],
    deliver: jobs::Deliver<'_, Sample>,
) -> Result<(), Failure> {
    let progresses = Progresses::new(setup.pools.jobs.len());
    let cubes = cubes.to_vec();
    let items = Box::new(cubes.into_iter().map(Ok));
    let solve = |job: usize, (id, cube): Numbered| {
        progresses.counted(job, id, |monitor| search(setup, job, pass, (id, cube), monitor))
    };
    let all = || jobs::run(items, setup.pools.jobs.len(), &setup.pools.interrupt, &solve, deliver);
    watched(args.setup.tables.progress(), || false, |progress| progresses.update(progress), all)
}

fn search(setup: &Setup, job: usize, pass: u64, (id, cube): Numbered, monitor: &Monitor) -> Result<Sample, Failure> {
    let started = Instant::now();
    let outcome = run::solve(setup, job, &cube, monitor)?;
    let seconds = started.elapsed().as_secs_f64();
    let (status, length) = match &outcome.answer {
        Answer::Solved(words) => (AnswerStatus::Solved, words.first().map(|word| Move::count(word, setup.metric()))),
        Answer::NoSolution => (AnswerStatus::NoSolution, None),
        Answer::Stopped(_) => (AnswerStatus::Timeout, None),
    };
    let counters = outcome.counters();
    let (nodes, lookups) = (counters.nodes, counters.lookups);
    let lower_bound = outcome.lower_bound;
    let record = SampleRecord { pass, id, status, length, lower_bound, seconds, nodes, lookups };
    Ok(Sample { record, exit: setup.pools.ended(&outcome) })
}

/// The status for a solution of another length than expected.
fn unexpected(expected: Option<usize>, sample: &SampleRecord) -> Status {
    match (expected, sample.length) {
        (Some(expected), Some(length)) if length != expected => {
            say(&format!("cube {}: the shortest solution has {length} moves, not {expected}", sample.id));
            Status::NoSolution
        }
        _ => Status::Success,
    }
}

fn write_sample(out: &mut impl Write, form: OutputFormat, sample: &SampleRecord, setup: &Setup) -> io::Result<()> {
    match form {
        OutputFormat::Text => writeln!(out, "{}", text::of_sample(sample))?,
        OutputFormat::Jsonl => writeln!(out, "{}", to_json(&BenchRecord::Cube(sample)))?,
        OutputFormat::Csv => write!(out, "{}", csv::of_sample(sample, setup))?,
    }
    out.flush()
}
