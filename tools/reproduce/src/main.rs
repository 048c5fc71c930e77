//! `reproduce`: repeats the measurements that the reports of other solvers have published, on this machine, and makes
//! similar ones of a user's own cubes.

mod args;
mod cases;
mod experiments;
mod legend;
mod machine;
mod peer;
mod plot;
mod published;
mod report;
mod runner;
mod runs;
mod simulation;
mod soak;
mod table;
mod text;

use crate::common::output::stdout;
use anyhow::anyhow;
use args::{Cli, Command, PeersArgs, PlotArgs, SpeedupArgs};
use common::cli::{parse, refuse};
use common::exit::{Failure, Status, run, say};
use common::nearest::did_you_mean;
use common::signals::Interrupt;
use cubepdb_cli as common;
use experiments::own::{self, OwnCubes};
use experiments::peers::{self, Peers};
use experiments::{Experiment, chosen, distribution};
use legend::legend;
use plot::Plot;
use report::{Report, Section, draw};
use runner::{Interruption, Runner};
use runs::{Run, Spread};
use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use text::percent;

#[global_allocator]
static MEMORY: cubepdb_cli::memory::Remembering = cubepdb_cli::memory::Remembering;

fn main() -> ExitCode {
    let cli = parse::<Cli>(std::env::args_os()).unwrap_or_else(|error| refuse::<Cli>(&error));
    run(|| match &cli.command {
        Some(Command::Soak(args)) => soak::run(args),
        Some(Command::Speedup(args)) => speedup(args),
        Some(Command::Peers(args)) => compare(args),
        Some(Command::Plot(args)) => redraw(args),
        Some(Command::Manual(manual)) => manual.run::<Cli>(),
        None if cli.names.iter().any(|name| name == "list") => list(),
        None => measure(&cli),
    })
}

fn list() -> Result<Status, Failure> {
    let mut out = stdout();
    for Experiment { name, source, about, time, .. } in Experiment::ALL {
        writeln!(out, "{name:<24} {time:>6}  {source}: {about}")?;
    }
    Ok(Status::Success)
}

/// The beginning of the report on the published experiments.
const REPRODUCTION: &str = "# Reproduction\n\nWhat the reports of other solvers have published, measured again. Compare \
                            ratios, not times: the machines are others.";

/// The beginning of the report on a user's cubes.
const SPEEDUP: &str = "# Speed-up\n\nHow much faster cubes are solved by more threads.";

/// The beginning of the report on optimal solvers.
const PEERS: &str = "# Optimal solvers side by side\n\nThe same cubes, solved by each program in turn.";

/// Runs the experiments one after the other. The report is written after each, so that no measurement is lost.
fn measure(cli: &Cli) -> Result<Status, Failure> {
    let simulation = [distribution::NAME.to_owned()];
    let experiments = chosen(if cli.simulate { &simulation } else { &cli.names })?;
    let runner = Runner::of_experiments(cli, Interrupt::listen()?);
    let report = Report::create(&cli.out, REPRODUCTION, runner.described(), cli.measuring.axes)?;
    let mut session = Session { runner, report, started: Instant::now() };
    for (number, experiment) in experiments.iter().enumerate() {
        say(&format!("{} ({} of {}, {})", experiment.name, number + 1, experiments.len(), experiment.time));
        let about = format!("{}: {}", experiment.source, experiment.about);
        if let Some(status) = session.add(experiment.name, &about, experiment.measure, experiment.present)? {
            return Ok(status);
        }
    }
    Ok(session.end())
}

/// Measures a user's cubes.
fn speedup(args: &SpeedupArgs) -> Result<Status, Failure> {
    let own = OwnCubes::read(args)?;
    let runner = Runner::new(&args.measuring, &Runner::USUAL_THREADS, Interrupt::listen()?);
    let report = Report::create(&args.out, SPEEDUP, runner.described(), args.measuring.axes)?;
    let mut session = Session { runner, report, started: Instant::now() };
    let measure = |runner: &Runner, _: &mut Section| own.measure(runner);
    let present = |runs: &[Run], runner: &Runner, section: &mut Section| own.present(runs, runner, section);
    let stopped = session.add(own::NAME, "Your cubes, on each number of threads", measure, present)?;
    Ok(stopped.unwrap_or_else(|| session.end()))
}

/// Compares optimal solvers. What was measured is reported even if one of them fails.
fn compare(args: &PeersArgs) -> Result<Status, Failure> {
    let started = Instant::now();
    let interrupt = Interrupt::listen()?;
    let mut peers = Peers::read(args)?;
    let mut report = Report::create(&args.out, PEERS, machine::described(), None)?;
    let ended = peers.measure(&interrupt);
    let mut section = Section::default();
    peers.present(&mut section);
    report.add(peers::NAME, "Each cube solved by all programs, in turn", section, &[])?;
    match ended {
        Ok(()) => Ok(finished(&report, started)),
        Err(Interruption::Interrupted) => Ok(broken_off(&report, &interrupt)),
        Err(Interruption::Failed(failure)) => Err(failure),
    }
}

/// Says where the report is.
fn finished(report: &Report, started: Instant) -> Status {
    say(&format!("{} after {}", report.path().display(), common::units::time(started.elapsed())));
    Status::Success
}

/// Says where the report on a part is.
fn broken_off(report: &Report, interrupt: &Interrupt) -> Status {
    say(&format!("interrupted; what was measured is in {}", report.path().display()));
    interrupt.status()
}

/// Measurements, and the report on them.
struct Session {
    runner: Runner,
    report: Report,
    started: Instant,
}

impl Session {
    /// Measures what belongs to one section, and adds it to the report; returns a status if it was interrupted.
    fn add(
        &mut self,
        name: &str,
        about: &str,
        measure: impl FnOnce(&Runner, &mut Section) -> Result<(), Interruption>,
        present: impl FnOnce(&[Run], &Runner, &mut Section),
    ) -> Result<Option<Status>, Failure> {
        let runner = &self.runner;
        let mut section = Section::default();
        let ended = measure(runner, &mut section);
        let runs = runner.take_runs();
        present(&runs, runner, &mut section);
        section.begin_with(legend(&runs));
        section.text(disturbance(&runs, runner.cores));
        if ended.is_err() {
            section.text("Broken off: what follows from the searches that were finished.");
        }
        self.report.add(name, about, section, &runs)?;
        match ended {
            Ok(()) => Ok(None),
            Err(Interruption::Interrupted) => Ok(Some(broken_off(&self.report, runner.interrupt()))),
            Err(Interruption::Failed(failure)) => Err(failure),
        }
    }

    fn end(&self) -> Status {
        finished(&self.report, self.started)
    }
}

/// Draws plots from the values of a report.
fn redraw(args: &PlotArgs) -> Result<Status, Failure> {
    let path = args.dir.join(plot::FILE);
    let cannot = |error: String| Failure::new(Status::Io, anyhow!("cannot read {}: {error}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| cannot(error.to_string()))?;
    let plots = plot::read(&text).map_err(|error| cannot(error.to_string()))?;
    let names = || plots.iter().map(|plot| plot.name.as_str());
    if let Some(unknown) = args.names.iter().find(|name| names().all(|known| known != **name)) {
        let hint = did_you_mean(unknown, names());
        let all = names().collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!(
            "there is no plot `{unknown}` in {}: there are {all}{hint}",
            path.display()
        )));
    }
    let is_wanted = |plot: &&Plot| args.names.is_empty() || args.names.contains(&plot.name);
    for plot in plots.iter().filter(is_wanted) {
        if let Some(name) = draw(plot, args.axes, &args.dir)? {
            writeln!(stdout(), "{}", args.dir.join(name).display())?;
        }
    }
    Ok(Status::Success)
}

/// The part of the cores that the program had, as far as its longer searches show.
fn disturbance(runs: &[Run], cores: usize) -> String {
    Spread::of(runs.iter().filter_map(|run| run.share_of_cores(cores))).map_or(String::new(), |shares| {
        format!(
            "Of the processor time that its threads could use, the program had {} (median) and at least {}: where this is \
             well below 100 %, threads waited for work or other programs disturbed the times.",
            percent(shares.median),
            percent(shares.least)
        )
    })
}
