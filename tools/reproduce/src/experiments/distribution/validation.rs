//! Real ranks compared with simulated ones.

use super::iteration::{Iteration, Together};
use super::{NodeTimes, short};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::simulation::{RecordedTree, Simulated, simulate};
use crate::text::{grouped, seconds, three_digits};
use cubepdb::internals::plan::Distribution;
use cubepdb::internals::search::RankStatistics;
use std::time::Duration;

/// Numbers of ranks to compare.
const RANKS: [usize; 2] = [2, 4];

/// Messages between threads of a process take about as long as it takes to look for them.
const LATENCY: Duration = Duration::from_micros(1);

pub fn compare(
    runner: &Runner,
    iteration: &Iteration,
    tree: &RecordedTree,
    times: NodeTimes,
    section: &mut Section,
) -> Result<(), Interruption> {
    let heading = ["ranks", "method", "", "most nodes", "most / mean", "pieces sent", "messages", "time"];
    let mut table = Table::new("Real ranks and simulated ones, the same iteration:", heading);
    let mut ended = Ok(());
    'all: for ranks in RANKS {
        for distribution in Distribution::ALL {
            let real = match iteration.together(runner, distribution, ranks) {
                Ok(real) => real,
                Err(interruption) => {
                    ended = Err(interruption);
                    break 'all;
                }
            };
            let simulated = simulate(tree, distribution, ranks, &times.machine(LATENCY));
            add_rows(&mut table, runner.cores, ranks, distribution, &real, &simulated);
        }
    }
    section.table(table);
    section.text(format!(
        "With more ranks than cores, of which there are {}, ranks take turns, and real times say nothing of so many cores: none \
         are given. Where ranks take work from each other, who gets how much then depends on whose turn it is.",
        runner.cores
    ));
    ended
}

fn add_rows(
    table: &mut Table,
    cores: usize,
    ranks: usize,
    distribution: Distribution,
    real: &Together,
    simulated: &Simulated,
) {
    let time = |time: Duration| if ranks <= cores { seconds(time.as_secs_f64()) } else { String::new() };
    let first = [ranks.to_string(), short(distribution)];
    let row = |which: &str, of: &[RankStatistics], took: Duration| {
        let figures = Figures::of(of);
        let nodes = [grouped(figures.most), three_digits(figures.balance)];
        let sent = [figures.received, figures.messages].map(grouped);
        first.iter().cloned().chain([which.to_owned()]).chain(nodes).chain(sent).chain([time(took)]).collect::<Vec<_>>()
    };
    table.row(row("real", &real.ranks, real.time));
    table.row(row("simulated", &simulated.ranks, simulated.time));
    let [of_real, of_simulated] = [&real.ranks, &simulated.ranks].map(|ranks| Figures::of(ranks).most as f64);
    let times = [simulated.time, real.time].map(|time| time.as_secs_f64());
    let deviation = |part: f64| format!("{:+.2} %", (part - 1.0) * 100.0);
    let of_time = if ranks <= cores { deviation(times[0] / times[1]) } else { String::new() };
    let [empty, none, no] = [const { String::new() }; 3];
    let cells = ["deviation".to_owned(), deviation(of_simulated / of_real), empty, none, no, of_time];
    table.row(first.iter().cloned().chain(cells));
}

/// The figures compared.
struct Figures {
    most: u64,
    balance: f64,
    received: u64,
    messages: u64,
}

impl Figures {
    fn of(ranks: &[RankStatistics]) -> Self {
        let most = ranks.iter().map(|rank| rank.nodes).max().unwrap_or(0);
        let all: u64 = ranks.iter().map(|rank| rank.nodes).sum();
        let sum = |of: fn(&RankStatistics) -> u64| ranks.iter().map(of).sum();
        let (received, messages) = (sum(|rank| rank.received), sum(|rank| rank.messages));
        Self { most, balance: most as f64 * ranks.len() as f64 / all.max(1) as f64, received, messages }
    }
}
