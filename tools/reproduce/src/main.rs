//! `reproduce`: repeats the measurements that the reports of other solvers have published, on this machine.

mod args;
mod cases;
#[allow(dead_code, reason = "each program uses its part")]
mod common;
mod experiments;
mod machine;
mod plot;
mod published;
mod report;
mod runner;
mod runs;
mod simulation;
mod soak;
mod text;

use crate::common::output::stdout;
use anyhow::anyhow;
use args::{Cli, Command, PlotArgs};
use common::cli::{parse, refuse};
use common::exit::{Failure, Status, run, say};
use common::nearest::did_you_mean;
use common::signals::Interrupt;
use experiments::{Experiment, chosen, distribution};
use plot::Plot;
use report::{Report, draw};
use runner::{Interruption, Runner};
use runs::Run;
use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use text::percent;

fn main() -> ExitCode {
    let cli = parse::<Cli>().unwrap_or_else(|error| refuse::<Cli>(&error));
    run(|| match &cli.command {
        Some(Command::Soak(args)) => soak::run(args),
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

/// Runs the experiments one after the other. The report is written after each, so that no measurement is lost.
fn measure(cli: &Cli) -> Result<Status, Failure> {
    let simulation = [distribution::NAME.to_owned()];
    let experiments = chosen(if cli.simulate { &simulation } else { &cli.names })?;
    let runner = Runner::new(cli, Interrupt::listen()?);
    let mut report = Report::create(&cli.out, runner.described(), cli.axes)?;
    let started = Instant::now();
    for (number, experiment) in experiments.iter().enumerate() {
        say(&format!("{} ({} of {}, {})", experiment.name, number + 1, experiments.len(), experiment.time));
        let ended = (experiment.measure)(&runner);
        let runs = runner.take_runs();
        let mut section = (experiment.present)(&runs, &runner);
        section.text(disturbance(&runs, runner.cores));
        if ended.is_err() {
            section.text("Broken off: what follows from the searches that were finished.");
        }
        report.add(experiment.name, &format!("{}: {}", experiment.source, experiment.about), section, &runs)?;
        match ended {
            Ok(()) => {}
            Err(Interruption::Interrupted) => {
                say(&format!("interrupted; what was measured is in {}", report.path().display()));
                return Ok(runner.interrupt().status());
            }
            Err(Interruption::Failed(failure)) => return Err(failure),
        }
    }
    say(&format!("{} after {}", report.path().display(), common::units::time(started.elapsed())));
    Ok(Status::Success)
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
        for name in draw(plot, args.axes, &args.dir)? {
            writeln!(stdout(), "{}", args.dir.join(name).display())?;
        }
    }
    Ok(Status::Success)
}

/// The part of the cores that the program had, as far as its longer searches show.
fn disturbance(runs: &[Run], cores: usize) -> String {
    let mut shares: Vec<f64> = runs.iter().filter_map(|run| run.share_of_cores(cores)).collect();
    shares.sort_by(f64::total_cmp);
    match (shares.first(), shares.get(shares.len() / 2)) {
        (Some(&least), Some(&median)) => format!(
            "Of the processor time that its threads could use, the program had {} (median) and at least {}: where this is \
             well below 100 %, threads waited for work or other programs disturbed the times.",
            percent(median),
            percent(least)
        ),
        _ => String::new(),
    }
}
