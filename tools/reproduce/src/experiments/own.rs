//! Speed-up of a user's own cubes.

use super::{by_threads, over_threads, speedup_plot, speedups_in, thread_counts};
use crate::args::SpeedupArgs;
use crate::cases::Case;
use crate::common::exit::{Failure, Status};
use crate::common::nearest::did_you_mean;
use crate::common::units::time;
use crate::plot::Series;
use crate::report::{Section, Table};
use crate::runner::{Expected, Interruption, Query, Runner, preset};
use crate::runs::{Run, every, find};
use crate::text::{seconds, three_digits};
use anyhow::anyhow;
use cubepdb::{
    Cube,
    plan::{Plan, Preset, Scheduler},
};
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

pub const NAME: &str = "speedup";

/// Cubes of at most this number have a line each in the plot.
const MOST_LINES: usize = 8;

/// Cubes to solve, and how.
pub struct OwnCubes {
    /// Each with its text.
    cubes: Vec<(Case, String)>,
    methods: Vec<Method>,
    /// True if all shortest solutions are searched for.
    all: bool,
    timeout: Duration,
}

/// A search method to compare.
#[derive(Clone, Debug, PartialEq)]
struct Method {
    /// The name of a preset, or of a scheduler.
    name: String,
    plan: Plan,
    /// The scheduler, if it is named instead of a preset.
    scheduler: Option<Scheduler>,
}

impl OwnCubes {
    /// Reads the cubes and the methods of the command line.
    ///
    /// # Errors
    /// If a method is unknown, the file cannot be read, or a cube is invalid.
    pub fn read(args: &SpeedupArgs) -> Result<Self, Failure> {
        let methods = args.methods.iter().map(|name| method(name)).collect::<Result<_, _>>()?;
        let texts = texts(args.file.as_deref(), &args.cubes)?;
        if texts.is_empty() {
            return Err(Failure::usage("there is no cube in the file"));
        }
        let mut cubes = Vec::new();
        for (place, text) in texts {
            let cube =
                text.parse::<Cube>().map_err(|error| Failure::new(Status::InvalidCube, anyhow!("{place}: {error}")))?;
            // The length is found by the first search.
            cubes.push((Case { name: format!("cube {}", cubes.len() + 1), cube, length: 0 }, text));
        }
        Ok(Self { cubes, methods, all: args.all, timeout: args.timeout })
    }

    /// Searches each cube by each method on each number of threads. A cube that takes too long on one number of threads
    /// is not searched on larger ones.
    pub fn measure(&self, runner: &Runner) -> Result<(), Interruption> {
        for (case, _) in &self.cubes {
            for Method { name, plan, .. } in &self.methods {
                let mut expected = Expected::Solution;
                for &threads in &runner.threads {
                    let query = Query::new(case, name.clone(), plan.clone(), threads);
                    let run = runner.ask(&Query { expected, all: self.all, limit: Some(self.timeout), ..query })?;
                    let Some(length) = run.length else { break };
                    expected = Expected::Length(length);
                }
            }
        }
        Ok(())
    }

    pub fn present(&self, runs: &[Run], runner: &Runner, section: &mut Section) {
        let mut table = Table::new("The cubes:", ["cube", "as given", "moves of a shortest solution"]);
        for (Case { name, .. }, text) in &self.cubes {
            let length = runs.iter().find(|run| run.case == *name).and_then(|run| run.length);
            let length = length.map_or_else(|| "not found in time".to_owned(), |length| length.to_string());
            table.row([name.clone(), text.replace('|', "\\|"), length]);
        }
        section.table(table);
        let schedulers: Vec<&str> = self
            .methods
            .iter()
            .filter(|method| method.scheduler.is_some())
            .map(|method| method.name.as_str())
            .collect();
        if !schedulers.is_empty() {
            let names = schedulers.join("`, `");
            section.text(format!("`{names}`: as the preset {BASE}, with this scheduler of `solve`."));
        }
        let finished: Vec<Run> = runs.iter().filter(|run| run.is_finished()).cloned().collect();
        if finished.len() < runs.len() {
            section.text(format!(
                "Searches that took longer than {} were given up, and are left out below.",
                time(self.timeout)
            ));
        }
        if finished.is_empty() {
            return;
        }
        let base = |run: &Run| find(&finished, &run.case, &run.method, runner.threads[0]).cloned().unwrap_or_default();
        let least = match runner.threads[0] {
            1 => "one thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        section.table(by_threads(&format!("Speed-up, in times as fast as {least}:"), &finished, |run| {
            three_digits(base(run).seconds() / run.seconds())
        }));
        section.table(by_threads(&format!("Time to {}:", self.end()), &finished, |run| seconds(run.seconds())));
        section.table(by_threads(&format!("Nodes, as times those of {least}:"), &finished, |run| {
            three_digits(run.nodes as f64 / base(run).nodes as f64)
        }));
        section.table(by_threads(
            "Million nodes a second, in lengths that were searched completely:",
            &finished,
            |run| {
                if run.whole.0 == 0 { String::new() } else { three_digits(run.speed() / 1e6) }
            },
        ));
        section.text(format!("This machine runs {} threads at a time. {}", runner.cores, self.lengths()));
        let is_several = self.cubes.len() > 1;
        if is_several {
            section.text(
                "All cubes together: the sum of their times on the least number of threads, divided by the sum on more. A hard cube \
                 weighs more than an easy one.",
            );
        }
        let together = if is_several { "; all cubes together: sum of times" } else { "" };
        let title = format!("Speed-up to {}{together}", self.end());
        section.plot(speedup_plot(NAME, &title, runner.cores, self.lines(&finished, Run::seconds)));
        if !self.all {
            let title = format!("Speed-up in lengths that were searched completely{together}");
            section.plot(speedup_plot(
                &format!("{NAME}-whole"),
                &title,
                runner.cores,
                self.lines(&finished, |run| run.whole.1),
            ));
        }
    }

    /// The end of a search.
    fn end(&self) -> &'static str {
        if self.all { "all shortest solutions" } else { "the first solution" }
    }

    /// The meaning of the numbers of nodes.
    fn lengths(&self) -> &'static str {
        if self.all {
            "Every length is searched completely, with the same nodes on every number of threads: the speed-up shows how well the work \
             is divided."
        } else {
            "The last length ends where the solution is found: several threads look at several places at once, so that they may search \
             fewer nodes than one, and be faster than their number by luck, or more nodes, and be slower. Lengths that were searched \
             completely have the same nodes on every number of threads: their nodes a second show how well the work is divided."
        }
    }

    /// The lines of the plot, a colour for each method: each cube, unless there are many, and all of them together.
    fn lines(&self, runs: &[Run], time: fn(&Run) -> f64) -> Vec<Series> {
        let mut lines = Vec::new();
        let cases = every(runs, |run| run.case.clone());
        let is_one = self.methods.len() == 1;
        for Method { name: method, .. } in &self.methods {
            if cases.len() * self.methods.len() <= MOST_LINES {
                for case in &cases {
                    let name = if is_one { case.clone() } else { format!("{case}, {method}") };
                    let line = over_threads(&name, &speedups_in(time, runs, case, method));
                    lines.push(if is_one { line } else { line.of(method) });
                }
            }
            if cases.len() > 1 {
                lines.push(over_threads(if is_one { "all cubes" } else { method }, &together(time, runs, method)));
            }
        }
        lines
    }
}

/// The speed-up of the sum of the times of all cubes that were solved on each number of threads.
fn together(time: fn(&Run) -> f64, runs: &[Run], method: &str) -> Vec<(usize, f64)> {
    let threads = thread_counts(runs);
    let is_whole = |case: &String| threads.iter().all(|&threads| find(runs, case, method, threads).is_some());
    let cases: Vec<String> = every(runs, |run| run.case.clone()).into_iter().filter(is_whole).collect();
    let sum = |threads| cases.iter().filter_map(|case| find(runs, case, method, threads)).map(time).sum::<f64>();
    threads.iter().map(|&count| (count, sum(threads[0]) / sum(count))).collect()
}

/// The preset whose scheduler is replaced by one that is named.
const BASE: &str = "ida-iter-omp";

/// A preset that searches on one rank, or a scheduler.
fn method(name: &str) -> Result<Method, Failure> {
    let named = |plan, scheduler| Ok(Method { name: name.to_owned(), plan, scheduler });
    let is_method =
        |preset: &Preset| !preset.is_for_any_size() && preset.distribution().is_none() && !preset.runs_on_devices();
    let methods: Vec<&'static str> = Preset::ALL.iter().filter(|preset| is_method(preset)).map(|p| p.name).collect();
    if methods.contains(&name) {
        return named(preset(name), None);
    }
    if let Ok(scheduler) = name.parse::<Scheduler>() {
        return named(preset(BASE).with_scheduler(scheduler), Some(scheduler));
    }
    let schedulers = Scheduler::ALL.map(|scheduler| scheduler.to_string());
    let known = methods.iter().copied().chain(schedulers.iter().map(String::as_str));
    let (hint, all) = (did_you_mean(name, known), methods.join(", "));
    let schedulers = Scheduler::names();
    Err(Failure::usage(format!("there is no method `{name}`: there are {all}, and the schedulers {schedulers}{hint}")))
}

/// The cubes of the command line or, if there is a file, of its lines, with the place of each.
pub(super) fn texts(file: Option<&Path>, cubes: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let Some(path) = file else {
        return Ok(cubes.iter().map(|text| (format!("`{text}`"), text.clone())).collect());
    };
    let text = if path == Path::new("-") { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) };
    let cannot = |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()));
    let text = text.map_err(cannot)?;
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(|(at, line)| (format!("{}, line {}", path.display(), at + 1), line.to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cubes_together_are_compared_by_their_sums() {
        let run = |case: &str, threads, seconds| Run {
            case: case.to_owned(),
            threads,
            times: vec![seconds],
            ..Run::default()
        };
        let runs = [run("a", 1, 3.0), run("a", 2, 1.0), run("b", 1, 1.0), run("b", 2, 1.0), run("c", 1, 9.0)];
        assert_eq!(together(Run::seconds, &runs, ""), [(1, 1.0), (2, 2.0)]);
    }

    #[test]
    fn methods_are_presets_of_one_machine_and_schedulers() {
        assert_eq!(method("ida-iter-omp").unwrap().plan, preset("ida-iter-omp"));
        let stealing = method("stealing:2").unwrap();
        assert_eq!((stealing.name.as_str(), stealing.scheduler), ("stealing:2", "stealing:2".parse().ok()));
        assert_eq!(stealing.plan, preset(BASE).with_scheduler("stealing:2".parse().unwrap()));
        let message = |name: &str| method(name).unwrap_err().message();
        assert!(message("ida-iter-uneve").ends_with("; did you mean `ida-iter-uneven`?"));
        for other in ["ida-mpi", "gpu-manhattan", "ibis"] {
            assert!(message(other).starts_with(&format!("there is no method `{other}`")));
        }
    }
}
