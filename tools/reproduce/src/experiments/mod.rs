//! The experiments. An experiment first makes its searches, then draws conclusions from them: the second part also
//! works on searches that were interrupted.

mod automata;
mod clockwise;
mod devices;
pub mod distribution;
mod korf;
mod manhattan;
pub mod own;
mod paracube;
pub mod peers;
mod quarter;
mod quarter_table;
mod scheduling;
mod table_size;

use crate::args::Cli;
use crate::common::exit::Failure;
use crate::common::nearest::did_you_mean;
use crate::plot::{Plot, Series};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::runs::{Run, every, find};
use crate::text::three_digits;
use clap::{Command, CommandFactory};

/// An experiment.
pub struct Experiment {
    pub name: &'static str,
    /// The table or figure of a report.
    pub source: &'static str,
    pub about: &'static str,
    /// Time on two cores, roughly.
    pub time: &'static str,
    pub measure: fn(&Runner, &mut Section) -> Result<(), Interruption>,
    pub present: fn(&[Run], &Runner, &mut Section),
}

impl Experiment {
    pub const ALL: [Self; 15] = [
        Self {
            name: "paracube-times",
            source: "ParaCube, tables 1 and 2",
            about: "time of each method on each number of threads, for the same cubes",
            time: "40 s",
            measure: |runner, _| paracube::times(runner),
            present: paracube::present_times,
        },
        Self {
            name: "paracube-speedup",
            source: "ParaCube, table 3",
            about: "how many times as fast as one thread the search for the first solution is",
            time: "60 s",
            measure: |runner, _| paracube::speedup(runner),
            present: paracube::present_speedup,
        },
        Self {
            name: "paracube-scaling",
            source: "ParaCube, section 8.2",
            about: "the same for proofs that there is no shorter solution, where every number of threads searches the same nodes",
            time: "20 s",
            measure: |runner, _| paracube::scaling(runner),
            present: paracube::present_scaling,
        },
        Self {
            name: "paracube-clockwise",
            source: "ParaCube, table 5",
            about: "what it matters where the solution lies in the tree: t13 with all, the last or an early turn clockwise",
            time: "70 s",
            measure: |runner, _| clockwise::measure(runner),
            present: clockwise::present,
        },
        Self {
            name: "paracube-height",
            source: "ParaCube, section 5.3",
            about: "height of the subtrees taken from the shared path, and the time spent waiting for it",
            time: "40 s",
            measure: |runner, _| scheduling::heights(runner),
            present: scheduling::present_heights,
        },
        Self {
            name: "paracube-stealing-limit",
            source: "ParaCube, section 5.4",
            about: "stealing limit and stealing order",
            time: "30 s",
            measure: |runner, _| scheduling::limits(runner),
            present: scheduling::present_limits,
        },
        Self {
            name: "quarter-times",
            source: "Parallel Rubik's Cube Solver, tables 1 and 2, graphs 1 to 5",
            about: "time of each algorithm by depth and number of threads, and the nodes alive at one time",
            time: "90 s",
            measure: |runner, _| quarter::times(runner),
            present: quarter::present_times,
        },
        Self {
            name: "quarter-nodes",
            source: "Parallel Rubik's Cube Solver, results",
            about: "nodes with and without patterns, with and without a transposition table",
            time: "20 s",
            measure: |runner, _| quarter_table::nodes(runner),
            present: quarter_table::present_nodes,
        },
        Self {
            name: "quarter-table-depth",
            source: "Parallel Rubik's Cube Solver, graphs 6 to 8",
            about: "depth of the transposition table against time, memory, time to free it, and what happens in it",
            time: "60 s",
            measure: |runner, _| quarter_table::depths(runner),
            present: quarter_table::present_depths,
        },
        Self {
            name: "manhattan",
            source: "Multi-GPU, table of section 7",
            about: "time of the serial version with the Manhattan distance of the edges by depth",
            time: "20 s",
            measure: |runner, _| manhattan::measure(runner),
            present: manhattan::present,
        },
        Self {
            name: "gpu-manhattan",
            source: "Multi-GPU, section 7",
            about: "the same on graphics cards: time by depth and number of cards, first upper bound, nodes between two looks",
            time: "60 s",
            measure: devices::measure,
            present: devices::present,
        },
        Self {
            name: "automata",
            source: "rules of both reports",
            about: "move sequences left by each set of rules and by learned automata, against positions",
            time: "5 s",
            measure: |runner, _| automata::measure(runner),
            present: automata::present,
        },
        Self {
            name: "korf",
            source: "Korf 1997, ten cubes",
            about: "nodes of the iterations of each cube, beside those that the distributions of the tables predict",
            time: "30 s",
            measure: korf::measure,
            present: |_, _, _| (),
        },
        Self {
            name: "table-size",
            source: "Korf 1997, discussion",
            about: "time and nodes of the same proofs against the size of the tables",
            time: "60 s",
            measure: table_size::measure,
            present: |_, _, _| (),
        },
        Self {
            name: distribution::NAME,
            source: "ParaCube, section 6, and Ibis, section 3.2",
            about: "ways of distributing a tree among ranks, in simulated time, and against real ranks",
            time: "6 min",
            measure: distribution::measure,
            present: |_, _, _| (),
        },
    ];
}

/// The experiments of these names, each once, in the order of the list.
///
/// # Errors
/// If a name is unknown.
pub fn chosen(names: &[String]) -> Result<Vec<&'static Experiment>, Failure> {
    if let Some(unknown) = names.iter().find(|name| *name != "all" && Experiment::ALL.iter().all(|e| e.name != **name))
    {
        let program = Cli::command();
        let commands = program.get_subcommands().map(Command::get_name);
        let words = Experiment::ALL.iter().map(|e| e.name).chain(["all", "list"]).chain(commands);
        let hint = did_you_mean(unknown, words);
        return Err(Failure::usage(format!("there is no experiment `{unknown}`: see `reproduce list`{hint}")));
    }
    let all = names.is_empty() || names.iter().any(|name| name == "all");
    Ok(Experiment::ALL.iter().filter(|e| all || names.iter().any(|name| name == e.name)).collect())
}

/// "1 thread", "2 threads", …
fn threads_heading(first: &[&str], threads: &[usize]) -> Vec<String> {
    let columns = threads.iter().map(|n| if *n == 1 { "1 thread".to_owned() } else { n.to_string() });
    first.iter().map(|&text| text.to_owned()).chain(columns).collect()
}

/// A row for each case and method, a column for each number of threads.
fn by_threads(caption: &str, runs: &[Run], cell: impl Fn(&Run) -> String) -> Table {
    let threads = thread_counts(runs);
    let mut table = Table::new(caption, threads_heading(&["cube", "method"], &threads));
    for (case, method) in every(runs, |run| (run.case.clone(), run.method.clone())) {
        let of = |&threads: &usize| find(runs, &case, &method, threads).map_or(String::new(), &cell);
        table.row([case.clone(), method.clone()].into_iter().chain(threads.iter().map(of)));
    }
    table
}

fn thread_counts(runs: &[Run]) -> Vec<usize> {
    let mut threads = every(runs, |run| run.threads);
    threads.sort_unstable();
    threads
}

/// The speed-up of a case and method over the least number of threads, by number of threads.
fn speedups(runs: &[Run], case: &str, method: &str) -> Vec<(usize, f64)> {
    speedups_in(Run::seconds, runs, case, method)
}

/// The same in a part of the time.
fn speedups_in(time: fn(&Run) -> f64, runs: &[Run], case: &str, method: &str) -> Vec<(usize, f64)> {
    let mut of_both: Vec<&Run> = runs.iter().filter(|run| run.case == case && run.method == method).collect();
    of_both.sort_by_key(|run| run.threads);
    let Some(base) = of_both.first() else { return Vec::new() };
    of_both.iter().map(|run| (run.threads, time(base) / time(run))).collect()
}

/// Published speed-ups and ours, in alternating rows.
fn against_published(caption: &str, runs: &[Run], published: &[(&str, [f64; 8])], columns: &[usize; 8]) -> Table {
    let mut threads = thread_counts(runs);
    threads.extend(columns);
    threads.sort_unstable();
    threads.dedup();
    let mut table = Table::new(caption, threads_heading(&["cube", "by"], &threads));
    for case in every(runs, |run| run.case.clone()) {
        let known = published.iter().find(|(name, _)| *name == case);
        if let Some((_, values)) = known {
            let of = |threads: &usize| columns.iter().position(|column| column == threads).map(|i| values[i]);
            table.row([case.clone(), "the report".to_owned()].into_iter().chain(cells(&threads, of)));
        }
        for method in every(runs, |run| run.method.clone()) {
            let ours = speedups(runs, &case, &method);
            let of = |threads: &usize| ours.iter().find(|(n, _)| n == threads).map(|&(_, value)| value);
            table.row([case.clone(), format!("{method} here")].into_iter().chain(cells(&threads, of)));
        }
    }
    table
}

fn cells(threads: &[usize], value: impl Fn(&usize) -> Option<f64>) -> Vec<String> {
    threads.iter().map(|n| value(n).map_or(String::new(), three_digits)).collect()
}

/// Threads from which on the axes of speed-ups are logarithmic.
const MANY_THREADS: f64 = 16.0;

/// Speed-ups over threads, with the ideal line of as many cores as this machine has.
fn speedup_plot(name: &str, title: &str, cores: usize, mut series: Vec<Series>) -> Plot {
    let threads = || series.iter().flat_map(|line| &line.points).map(|&(x, _)| x);
    let (least, most) = (threads().fold(f64::INFINITY, f64::min), threads().fold(0.0, f64::max));
    let at_once = |x: f64| x.min(cores as f64);
    let mut ideal = vec![least, at_once(most), most.max(cores as f64)];
    ideal.dedup();
    let ideal = ideal.into_iter().filter(|&x| x >= least).map(|x| (x, at_once(x) / at_once(least)));
    let ideal = Series::published(format!("{cores} cores at best"), ideal);
    let base = if least == 1.0 { "one thread".to_owned() } else { format!("{least} threads") };
    series.push(ideal);
    let is_log = most >= MANY_THREADS;
    let y = format!("speed-up (times as fast as {base})");
    Plot::new([name, title], ["threads", &y], (is_log, is_log), series)
}

/// A line over numbers of threads.
fn over_threads(name: impl Into<String>, values: &[(usize, f64)]) -> Series {
    Series::new(name, values.iter().map(|&(x, y)| (x as f64, y)))
}

/// The times of each method on a case, over threads.
fn times_over_threads(runs: &[Run], case: &str) -> Vec<Series> {
    let of = |method: &str| {
        let time = |&threads: &usize| Some((threads, find(runs, case, method, threads)?.seconds()));
        over_threads(method, &thread_counts(runs).iter().filter_map(time).collect::<Vec<_>>())
    };
    let lines = every(runs, |run| run.method.clone()).into_iter().map(|method| of(&method));
    lines.filter(|line| !line.points.is_empty()).collect()
}

/// The speed-ups of each method on a case, over threads.
fn speedups_over_threads(runs: &[Run], case: &str) -> Vec<Series> {
    let methods = every(runs, |run| run.method.clone()).into_iter();
    methods.map(|method| over_threads(method.clone(), &speedups(runs, case, &method))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_up_and_told_apart() {
        let names = |names: &[&str]| {
            let owned: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            chosen(&owned).map(|found| found.iter().map(|experiment| experiment.name).collect::<Vec<_>>()).ok()
        };
        assert_eq!(names(&["manhattan", "paracube-times", "manhattan"]), Some(vec!["paracube-times", "manhattan"]));
        assert_eq!(names(&[]), names(&["all"]));
        assert_eq!(names(&["paracube"]), None);
    }

    #[test]
    fn the_ideal_line_bends_at_the_number_of_cores() {
        let plot = |threads: &[f64]| {
            let line = Series::new("a", threads.iter().map(|&x| (x, 1.0)));
            let mut plot = speedup_plot("", "", 4, vec![line]);
            (plot.series.pop().unwrap().points, plot.y, plot.log)
        };
        let (points, label, log) = plot(&[1.0, 2.0, 8.0]);
        assert_eq!(points, [(1.0, 1.0), (4.0, 4.0), (8.0, 4.0)]);
        assert!(label.contains("one thread") && log == (false, false));
        let (points, label, log) = plot(&[2.0, 16.0]);
        assert_eq!(points, [(2.0, 1.0), (4.0, 2.0), (16.0, 2.0)]);
        assert!(label.contains("2 threads") && log == (true, true));
        assert_eq!(plot(&[8.0, 9.0]).0, [(8.0, 1.0), (9.0, 1.0)]);
    }

    #[test]
    fn speedups_are_over_the_least_number_of_threads() {
        let run = |threads, seconds| Run { threads, times: vec![seconds], ..Run::default() };
        assert_eq!(speedups(&[run(2, 2.0), run(1, 4.0), run(8, 1.0)], "", ""), [(1, 1.0), (2, 2.0), (8, 4.0)]);
    }
}
