//! Real ranks compared with simulated ones.

use super::iteration::Iteration;
use super::{Figures, short};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::simulation::{Machine, RecordedTree, simulate};
use crate::text::{grouped, seconds, three_digits};
use cubepdb::plan::Distribution;
use std::time::Duration;

/// Numbers of ranks to compare.
const RANKS: [usize; 2] = [2, 4];

/// Messages between threads of a process take about as long as it takes to look for them.
const LATENCY: Duration = Duration::from_micros(1);

/// Adds what was measured, also if it is interrupted.
pub fn compare(
    runner: &Runner,
    iteration: &Iteration,
    tree: &RecordedTree,
    node_ps: u64,
    section: &mut Section,
) -> Result<(), Interruption> {
    let heading = ["ranks", "method", "", "most nodes", "most / mean", "tasks sent", "messages", "time"];
    let mut table = Table::new("Real ranks and simulated ones, the same iteration:", heading);
    let cases = RANKS.into_iter().flat_map(|ranks| Distribution::ALL.map(|distribution| (ranks, distribution)));
    let ended = cases.into_iter().try_for_each(|(ranks, distribution)| {
        let real = iteration.together(runner, distribution, ranks)?;
        let simulated = simulate(tree, distribution, ranks, &Machine::usual(node_ps, LATENCY));
        let first = [ranks.to_string(), short(distribution)];
        let has_cores = ranks <= runner.cores;
        let (of_real, of_simulated) = (Figures::of(&real.ranks), Figures::of(&simulated.ranks));
        for (which, figures, time) in [("real", &of_real, real.time), ("simulated", &of_simulated, simulated.time)] {
            let time = if has_cores { seconds(time.as_secs_f64()) } else { String::new() };
            let nodes = [which.to_owned(), grouped(figures.most), three_digits(figures.balance)];
            let sent = [figures.received, figures.messages].map(grouped);
            table.row(first.iter().cloned().chain(nodes).chain(sent).chain([time]));
        }
        let deviation = |simulated: f64, real: f64| format!("{:+.2} %", (simulated / real - 1.0) * 100.0);
        let of_nodes = deviation(of_simulated.most as f64, of_real.most as f64);
        let of_time = deviation(simulated.time.as_secs_f64(), real.time.as_secs_f64());
        let mut row = first.into_iter().chain(["deviation".to_owned(), of_nodes]).collect::<Vec<_>>();
        row.resize(heading.len() - 1, String::new());
        row.extend(has_cores.then_some(of_time));
        table.row(row);
        Ok(())
    });
    section.table(table);
    section.text(format!(
        "With more ranks than cores, of which there are {}, ranks take turns, and real times say nothing of so many cores: none \
         are given. Where ranks take work from each other, who gets how much then depends on whose turn it is.",
        runner.cores
    ));
    ended
}
