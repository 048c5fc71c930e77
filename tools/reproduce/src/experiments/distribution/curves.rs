//! Efficiency against the number of ranks.

use super::{Figures, short};
use crate::common::exit::say;
use crate::plot::{Plot, Series};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::simulation::{Machine, RecordedTree, Simulated, simulate as replay};
use crate::text::{grouped, percent, seconds};
use cubepdb::plan::Distribution;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// The least work of a rank for which methods are compared: below it, none has reached an efficiency of 60 %
/// (docs/distribution.md).
const LEAST_WORK: Duration = Duration::from_millis(20);

/// The meaning of the names of the methods.
const METHODS_EXPLAINED: &str = "\
Methods:

- `first-level`: the subtrees below the first move, dealt out in turn
- `frontier`: about as many subtrees as there are ranks, dealt out in turn
- `static`: a static partition, equal numbers of nodes of one level
- `stealing`: a static partition to begin with; a rank that has finished takes half of what another has not begun
- `best-first`: many subtrees, 4000 or so many a rank, which the first rank gives out on demand";

/// The distributions that are compared, with their names. One of them depends on the number of ranks.
fn methods(ranks: usize) -> Vec<(String, Distribution)> {
    let nodes = (64 * ranks as u32).clamp(Distribution::NODES, 1_000_000);
    let usual = Distribution::ALL.map(|distribution| (short(distribution), distribution));
    usual.into_iter().chain([("best-first, 64 a rank".to_owned(), Distribution::BestFirst { nodes })]).collect()
}

/// One simulation.
struct Point {
    ranks: usize,
    distribution: Distribution,
    simulated: Simulated,
}

/// One method on one machine, by number of ranks.
struct Curve {
    name: String,
    points: Vec<Point>,
}

/// All methods on one machine, with one tree.
struct Chart {
    scale: u64,
    nodes: u64,
    latency: Duration,
    curves: Vec<Curve>,
}

/// Simulates all methods on all machines and trees.
pub fn simulate(runner: &Runner, tree: &RecordedTree, node_ps: u64, section: &mut Section) -> Result<(), Interruption> {
    let started = Instant::now();
    let (ranks, latencies, scales) = &runner.simulated;
    let flag = runner.interrupt().flag();
    let mut charts = Vec::new();
    for &scale in scales {
        let tree = tree.scaled(scale);
        for &latency in latencies {
            let machine = Machine::usual(node_ps, latency);
            let curve = |number: usize| {
                let wanted = ranks.iter().take_while(|_| !flag.load(Ordering::Relaxed));
                let point = |&ranks: &usize| {
                    let (_, distribution) = methods(ranks).swap_remove(number);
                    Point { ranks, distribution, simulated: replay(&tree, distribution, ranks, &machine) }
                };
                Curve { name: methods(1).swap_remove(number).0, points: wanted.map(point).collect() }
            };
            let curves = thread::scope(|scope| {
                let curve = &curve;
                let running: Vec<_> = (0..methods(1).len()).map(|number| scope.spawn(move || curve(number))).collect();
                running.into_iter().map(|curve| curve.join().expect("a simulation does not fail")).collect()
            });
            if runner.interrupt().is_raised() {
                return Err(Interruption::Interrupted);
            }
            charts.push(Chart { scale, nodes: tree.nodes(), latency, curves });
        }
    }
    say(&format!("  simulated: {}", seconds(started.elapsed().as_secs_f64())));
    section.data = Some(data(&charts).csv());
    section.text(METHODS_EXPLAINED);
    for chart in &charts {
        section.table(chart.table());
        section.plot(chart.plot());
    }
    section.table(thresholds(&charts));
    charts.iter().for_each(|chart| section.text(chart.recommended()));
    Ok(())
}

impl Point {
    /// Seconds of work for each rank.
    fn work(&self) -> f64 {
        self.simulated.work.as_secs_f64() / self.ranks as f64
    }
}

impl Curve {
    /// The most ranks up to which the efficiency is at least this high.
    fn reach(&self, efficiency: f64) -> usize {
        let enough = self.points.iter().take_while(|point| point.simulated.efficiency() >= efficiency);
        enough.last().map_or(0, |point| point.ranks)
    }
}

impl Chart {
    fn title(&self) -> String {
        let latency = seconds(self.latency.as_secs_f64());
        let larger = if self.scale == 1 { String::new() } else { format!(", {} times as large", self.scale) };
        format!("{} nodes{larger}, messages take {latency}", grouped(self.nodes))
    }

    fn table(&self) -> Table {
        let names = self.curves.iter().map(|curve| curve.name.clone());
        let heading = ["ranks".to_owned(), "each at best".to_owned()].into_iter().chain(names);
        let mut table = Table::new(format!("Efficiency: {}:", self.title()), heading);
        for (at, point) in self.curves[0].points.iter().enumerate() {
            let cells = self.curves.iter().map(|curve| percent(curve.points[at].simulated.efficiency()));
            table.row([point.ranks.to_string(), seconds(point.work())].into_iter().chain(cells));
        }
        table
    }

    fn plot(&self) -> Plot {
        let line = |curve: &Curve| {
            let points = curve.points.iter().map(|point| (point.ranks as f64, point.simulated.efficiency()));
            Series::new(curve.name.clone(), points)
        };
        let labels = ["ranks", "efficiency (1: all workers search all the time)"];
        let name = format!("{}-{}-{}us", super::NAME, self.scale, self.latency.as_micros());
        Plot::new([&name, &self.title()], labels, (true, false), self.curves.iter().map(line))
    }

    /// The method that keeps an efficiency of nine tenths for the most ranks and, of several, is the most efficient on
    /// the most ranks; only numbers of ranks that have enough work are compared.
    fn recommended(&self) -> String {
        let enough = |point: &&Point| point.ranks > 1 && point.work() >= LEAST_WORK.as_secs_f64();
        let (title, least) = (self.title(), seconds(LEAST_WORK.as_secs_f64()));
        let Some(most) = self.curves[0].points.iter().filter(enough).map(|point| point.ranks).max() else {
            return format!(
                "No recommendation for {title}: with none of the simulated numbers of ranks above one does each rank have {least} \
                 of work, and with less no method has reached an efficiency of 60 %. A larger tree has more work: see --scale and \
                 --max-depth, and leave out --quick."
            );
        };
        let key = |curve: &Curve| {
            let last = curve.points.iter().find(|point| point.ranks == most);
            let last = last.map_or(0.0, |point| point.simulated.efficiency());
            (curve.reach(0.9).min(most), curve.reach(0.5).min(most), last)
        };
        let best = self.curves.iter().max_by(|a, b| key(a).partial_cmp(&key(b)).expect("efficiencies are numbers"));
        let best = &best.expect("there are methods").name;
        format!(
            "Recommended for {title}: {best}. Compared up to {most} ranks, which have {least} of work or more each."
        )
    }
}

fn thresholds(charts: &[Chart]) -> Table {
    let heading = ["tree and messages", "method", "90 % up to", "50 % up to", "at the most ranks"];
    let mut table = Table::new("Where methods stop scaling, in ranks:", heading);
    for (chart, curve) in charts.iter().flat_map(|chart| chart.curves.iter().map(move |curve| (chart, curve))) {
        let last = curve.points.last().map_or(String::new(), |last| percent(last.simulated.efficiency()));
        let reaches = [0.9, 0.5].map(|part| curve.reach(part).to_string());
        table.row([chart.title(), curve.name.clone()].into_iter().chain(reaches).chain([last]));
    }
    table
}

fn data(charts: &[Chart]) -> Table {
    let heading = ["nodes", "scale", "latency_us", "distribution", "ranks", "seconds", "efficiency"];
    let mut table = Table::new("", heading.into_iter().chain(["most_nodes_over_mean", "messages"]));
    for chart in charts {
        for Point { ranks, distribution, simulated } in chart.curves.iter().flat_map(|curve| &curve.points) {
            let Figures { balance, messages, .. } = Figures::of(&simulated.ranks);
            let latency = chart.latency.as_secs_f64() * 1e6;
            table.row([
                chart.nodes.to_string(),
                chart.scale.to_string(),
                latency.to_string(),
                distribution.to_string(),
                ranks.to_string(),
                format!("{:.6}", simulated.time.as_secs_f64()),
                format!("{:.4}", simulated.efficiency()),
                format!("{balance:.4}"),
                messages.to_string(),
            ]);
        }
    }
    table
}
