//! Efficiency against the number of ranks.

use super::{NodeTimes, short};
use crate::common::csv::Csv;
use crate::common::exit::say;
use crate::plot::{Plot, Series};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::simulation::{Machine, RecordedTree, Simulated, simulate as replay};
use crate::text::{grouped, percent, seconds, three_digits};
use cubepdb::internals::plan::Distribution;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The least work of a rank for which methods are compared: below it, none has reached an efficiency of 60 %
/// (docs/distribution.md).
const LEAST_WORK: Duration = Duration::from_millis(20);

/// A distribution, with parameters that may depend on the number of ranks.
#[derive(Clone, Copy, Debug)]
enum Method {
    Usual(Distribution),
    /// Best-first with this number of subtrees for each rank.
    BestFirst(u32),
}

/// The named methods, and one whose number of subtrees grows with the number of ranks.
const METHODS: [Method; 6] = {
    let [a, b, c, d, e] = Distribution::ALL;
    [Method::Usual(a), Method::Usual(b), Method::Usual(c), Method::Usual(d), Method::Usual(e), Method::BestFirst(64)]
};

/// What the names of the methods stand for.
const METHODS_EXPLAINED: &str = "\
Methods:

- `first-level`: the subtrees below the first move, dealt out in turn
- `frontier`: about as many subtrees as there are ranks, dealt out in turn
- `static`: a static partition, equal numbers of nodes of one level
- `stealing`: a static partition to begin with; a rank that has finished takes half of what another has not begun
- `best-first`: many subtrees, 4000 or so many a rank, which the first rank gives out on demand";

impl Method {
    fn on(self, ranks: usize) -> Distribution {
        match self {
            Self::Usual(distribution) => distribution,
            Self::BestFirst(each) => {
                Distribution::BestFirst { nodes: (each * ranks as u32).clamp(Distribution::NODES, 1_000_000) }
            }
        }
    }

    /// Stops early if it is interrupted.
    fn curve(self, tree: &RecordedTree, machine: &Machine, ranks: &[usize], interrupt: &AtomicBool) -> Curve {
        let wanted = ranks.iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
        let point = |&ranks: &usize| {
            let simulated = replay(tree, self.on(ranks), ranks, machine);
            Point { ranks, efficiency: simulated.efficiency(), simulated }
        };
        Curve { method: self, points: wanted.map(point).collect() }
    }

    fn name(self) -> String {
        match self {
            Self::Usual(distribution) => short(distribution),
            Self::BestFirst(each) => format!("best-first, {each} a rank"),
        }
    }
}

/// Figures of one simulation.
#[derive(Clone, Debug)]
struct Point {
    ranks: usize,
    efficiency: f64,
    simulated: Simulated,
}

impl Point {
    /// Seconds of work for each rank.
    fn work(&self) -> f64 {
        self.efficiency * self.simulated.time.as_secs_f64()
    }
}

/// One method on one machine, by number of ranks.
#[derive(Clone, Debug)]
struct Curve {
    method: Method,
    points: Vec<Point>,
}

/// All methods on one machine, with one tree.
struct Chart {
    scale: u64,
    nodes: u64,
    latency: Duration,
    curves: Vec<Curve>,
}

pub fn simulate(
    runner: &Runner,
    tree: &RecordedTree,
    times: NodeTimes,
    section: &mut Section,
) -> Result<(), Interruption> {
    let started = Instant::now();
    let (ranks, latencies, scales) = &runner.simulated;
    let flag = runner.interrupt().flag();
    let mut charts = Vec::new();
    for &scale in scales {
        let tree = tree.scaled(scale);
        for &latency in latencies {
            let machine = times.machine(latency);
            let curves = thread::scope(|scope| {
                let curve = |method: Method| {
                    let (tree, machine) = (&tree, &machine);
                    move || method.curve(tree, machine, ranks, flag)
                };
                let running: Vec<_> = METHODS.iter().map(|&method| scope.spawn(curve(method))).collect();
                running.into_iter().map(|curve| curve.join().expect("a simulation does not fail")).collect()
            });
            if runner.interrupt().is_raised() {
                return Err(Interruption::Interrupted);
            }
            charts.push(Chart { scale, nodes: tree.nodes(), latency, curves });
        }
    }
    say(&format!("  simulated: {}", seconds(started.elapsed().as_secs_f64())));
    present(&charts, section);
    Ok(())
}

fn present(charts: &[Chart], section: &mut Section) {
    section.data = Some(data(charts));
    section.text(METHODS_EXPLAINED);
    for chart in charts {
        section.table(chart.table());
        section.plot(chart.plot());
    }
    section.table(thresholds(charts));
    charts.iter().for_each(|chart| section.text(chart.recommended()));
    section.table(losses(charts));
}

impl Chart {
    fn title(&self) -> String {
        let latency = seconds(self.latency.as_secs_f64());
        let larger = if self.scale == 1 { String::new() } else { format!(", {} times as large", self.scale) };
        format!("{} nodes{larger}, messages take {latency}", grouped(self.nodes))
    }

    fn table(&self) -> Table {
        let names = self.curves.iter().map(|curve| curve.method.name());
        let heading = ["ranks".to_owned(), "each at best".to_owned()].into_iter().chain(names);
        let mut table = Table::new(format!("Efficiency: {}:", self.title()), heading);
        let Some(first) = self.curves.first() else { return table };
        for (at, point) in first.points.iter().enumerate() {
            let best = seconds(point.work());
            let cells = self.curves.iter().map(|curve| percent(curve.points[at].efficiency));
            table.row([point.ranks.to_string(), best].into_iter().chain(cells));
        }
        table
    }

    fn plot(&self) -> Plot {
        let line = |curve: &Curve| {
            let points = curve.points.iter().map(|point| (point.ranks as f64, point.efficiency));
            Series::new(curve.method.name(), points)
        };
        let [x, y] = ["ranks", "efficiency (1: all workers search all the time)"].map(str::to_owned);
        let name = format!("{}-{}-{}us", super::NAME, self.scale, self.latency.as_micros());
        Plot { name, title: self.title(), x, y, log: (true, false), series: self.curves.iter().map(line).collect() }
    }

    /// The method that keeps an efficiency of nine tenths for the most ranks and, of several, is the most efficient on
    /// the most ranks; only numbers of ranks that have enough work are compared.
    fn recommended(&self) -> String {
        let points = self.curves.first().map_or(&[][..], |first| first.points.as_slice());
        let enough = |point: &&Point| point.ranks > 1 && point.work() >= LEAST_WORK.as_secs_f64();
        let (title, least) = (self.title(), seconds(LEAST_WORK.as_secs_f64()));
        let Some(most) = points.iter().filter(enough).map(|point| point.ranks).max() else {
            return format!(
                "No recommendation for {title}: with none of the simulated numbers of ranks above one does each rank have {least} \
                 of work, and with less no method has reached an efficiency of 60 %. A larger tree has more work: see --scale and \
                 --max-depth, and leave out --quick."
            );
        };
        let key = |curve: &Curve| {
            let last = curve.points.iter().find(|point| point.ranks == most).map_or(0.0, |point| point.efficiency);
            (curve.reach(0.9).min(most), curve.reach(0.5).min(most), last)
        };
        let best = self.curves.iter().max_by(|a, b| key(a).partial_cmp(&key(b)).expect("efficiencies are numbers"));
        best.map_or(String::new(), |best| {
            let method = best.method.name();
            format!("Recommended for {title}: {method}. Compared up to {most} ranks, which have {least} of work or more each.")
        })
    }
}

impl Curve {
    /// The most ranks up to which the efficiency is at least this high.
    fn reach(&self, efficiency: f64) -> usize {
        self.points.iter().take_while(|point| point.efficiency >= efficiency).last().map_or(0, |point| point.ranks)
    }
}

fn thresholds(charts: &[Chart]) -> Table {
    let heading = ["tree and messages", "method", "90 % up to", "50 % up to", "at the most ranks"];
    let mut table = Table::new("Where methods stop scaling, in ranks:", heading);
    for chart in charts {
        for curve in &chart.curves {
            let last = curve.points.last().map_or(String::new(), |last| percent(last.efficiency));
            let reaches = [0.9, 0.5].map(|part| curve.reach(part).to_string());
            table.row([chart.title(), curve.method.name()].into_iter().chain(reaches).chain([last]));
        }
    }
    table
}

/// The uses of the time with the most ranks.
fn losses(charts: &[Chart]) -> Table {
    let heading = [
        "tree and messages",
        "method",
        "ranks",
        "time",
        "searched after",
        "most nodes / mean",
        "messages",
        "busiest first thread",
    ];
    let mut table = Table::new("What the most ranks lose by:", heading);
    for chart in charts {
        for curve in &chart.curves {
            let Some(Point { ranks, simulated, .. }) = curve.points.last() else { continue };
            let times = [simulated.time, simulated.searched].map(|time| seconds(time.as_secs_f64()));
            let figures = [three_digits(simulated.imbalance()), grouped(simulated.messages())];
            let busiest = seconds(simulated.busiest_communicator.as_secs_f64());
            let first = [chart.title(), curve.method.name(), ranks.to_string()];
            table.row(first.into_iter().chain(times).chain(figures).chain([busiest]));
        }
    }
    table
}

fn data(charts: &[Chart]) -> String {
    let mut csv = Csv::new(&[
        "nodes",
        "scale",
        "latency_us",
        "distribution",
        "ranks",
        "seconds",
        "searched_seconds",
        "efficiency",
        "most_nodes_over_mean",
        "messages",
        "busiest_line_seconds",
        "coarse",
    ]);
    for chart in charts {
        for curve in &chart.curves {
            for Point { ranks, efficiency, simulated } in &curve.points {
                let micros = |time: Duration| format!("{:.6}", time.as_secs_f64());
                csv.row(&[
                    &chart.nodes,
                    &chart.scale,
                    &(chart.latency.as_secs_f64() * 1e6),
                    &curve.method.on(*ranks),
                    ranks,
                    &micros(simulated.time),
                    &micros(simulated.searched),
                    &format_args!("{efficiency:.4}"),
                    &format_args!("{:.4}", simulated.imbalance()),
                    &simulated.messages(),
                    &micros(simulated.busiest_communicator),
                    &simulated.coarse,
                ]);
            }
        }
    }
    csv.into_text()
}
