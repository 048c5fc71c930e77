//! Efficiency against the number of ranks.

use super::{NodeTimes, short};
use crate::common::exit::say;
use crate::lab::{Halt, Lab};
use crate::plot::{Plot, Series};
use crate::report::{Section, Table};
use crate::text::{grouped, percent, seconds, three_digits};
use cubepdb::search::Distribution;
use cubepdb::search::simulation::{RecordedTree, Simulated, simulate as replay};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Figures of one simulation.
#[derive(Clone, Debug)]
struct Point {
    ranks: usize,
    efficiency: f64,
    simulated: Simulated,
}

/// One method on one machine, by number of ranks.
#[derive(Clone, Debug)]
struct Curve {
    distribution: Distribution,
    points: Vec<Point>,
}

/// All methods on one machine, with one tree.
struct Chart {
    scale: u64,
    nodes: u64,
    latency: Duration,
    curves: Vec<Curve>,
}

pub fn simulate(lab: &Lab, tree: &RecordedTree, times: NodeTimes, section: &mut Section) -> Result<(), Halt> {
    let started = Instant::now();
    let (ranks, latencies, scales) = &lab.simulated;
    let mut charts = Vec::new();
    for &scale in scales {
        let tree = tree.scaled(scale);
        for &latency in latencies {
            let machine = times.machine(latency);
            let mut curves = Vec::new();
            for distribution in Distribution::ALL {
                let mut points = Vec::new();
                for &ranks in ranks {
                    if lab.interrupt().is_raised() {
                        return Err(Halt::Interrupted);
                    }
                    let simulated = replay(&tree, distribution, ranks, &machine);
                    points.push(Point { ranks, efficiency: simulated.efficiency(), simulated });
                }
                curves.push(Curve { distribution, points });
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
        let names = self.curves.iter().map(|curve| short(curve.distribution));
        let heading = ["ranks".to_owned(), "each at best".to_owned()].into_iter().chain(names);
        let mut table = Table::new(format!("Efficiency: {}:", self.title()), heading);
        let Some(first) = self.curves.first() else { return table };
        for (at, point) in first.points.iter().enumerate() {
            let best = seconds(point.efficiency * point.simulated.time.as_secs_f64());
            let cells = self.curves.iter().map(|curve| percent(curve.points[at].efficiency));
            table.row([point.ranks.to_string(), best].into_iter().chain(cells));
        }
        table
    }

    fn plot(&self) -> Plot {
        let line = |curve: &Curve| {
            let points = curve.points.iter().map(|point| (point.ranks as f64, point.efficiency));
            Series::new(short(curve.distribution), points)
        };
        let [x, y] = ["ranks", "efficiency"].map(str::to_owned);
        let name = format!("{}-{}-{}us", super::NAME, self.scale, self.latency.as_micros());
        Plot { name, title: self.title(), x, y, log: (true, false), series: self.curves.iter().map(line).collect() }
    }

    /// The method that keeps nine tenths for the most ranks and, of several, is the most efficient on the most ranks.
    fn recommended(&self) -> String {
        let key = |curve: &Curve| {
            (curve.reach(0.9), curve.reach(0.5), curve.points.last().map_or(0.0, |last| last.efficiency))
        };
        let best = self.curves.iter().max_by(|a, b| key(a).partial_cmp(&key(b)).expect("efficiencies are numbers"));
        best.map_or(String::new(), |best| format!("Recommended for {}: `{}`.", self.title(), best.distribution))
    }
}

impl Curve {
    /// The most ranks up to which all keep so much.
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
            table.row([chart.title(), short(curve.distribution)].into_iter().chain(reaches).chain([last]));
        }
    }
    table
}

/// What the time was spent on with the most ranks.
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
            let busiest = seconds(simulated.busiest_line.as_secs_f64());
            let first = [chart.title(), short(curve.distribution), ranks.to_string()];
            table.row(first.into_iter().chain(times).chain(figures).chain([busiest]));
        }
    }
    table
}

fn data(charts: &[Chart]) -> String {
    let mut text =
        "nodes,scale,latency_us,distribution,ranks,seconds,searched_seconds,efficiency,most_nodes_over_mean,messages,\
                    busiest_line_seconds,coarse\n"
            .to_owned();
    for Chart { scale, nodes, latency, curves } in charts {
        for Curve { distribution, points } in curves {
            for Point { ranks, efficiency, simulated } in points {
                let [time, searched, busiest] =
                    [simulated.time, simulated.searched, simulated.busiest_line].map(|time| time.as_secs_f64());
                // Writing to a string does not fail.
                let _ = writeln!(
                    text,
                    "{nodes},{scale},{},{distribution},{ranks},{time:.6},{searched:.6},{efficiency:.4},{:.4},{},{busiest:.6},{}",
                    latency.as_secs_f64() * 1e6,
                    simulated.imbalance(),
                    simulated.messages(),
                    simulated.coarse,
                );
            }
        }
    }
    text
}
