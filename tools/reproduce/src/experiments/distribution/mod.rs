//! Scaling of the ways of distributing a tree among ranks: a real iteration is recorded and replayed in simulated time,
//! and the simulation is compared with real ranks as far as this machine allows.

mod curves;
mod iteration;
mod validation;

use crate::cases::Case;
use crate::report::Section;
use crate::runner::{Interruption, Runner};
use crate::text::{grouped, seconds, three_digits};
use cubepdb::{plan::Distribution, search::RankStatistics};
use iteration::Iteration;

pub const NAME: &str = "distribution";

/// The name without parameters.
fn short(distribution: Distribution) -> String {
    distribution.to_string().split(':').next().unwrap_or_default().to_owned()
}

/// The work of ranks.
struct Figures {
    /// The most nodes of a rank, and their ratio to the mean.
    most: u64,
    balance: f64,
    /// Tasks that came from other ranks, and messages sent.
    received: u64,
    messages: u64,
}

impl Figures {
    fn of(ranks: &[RankStatistics]) -> Self {
        let mut all = RankStatistics::default();
        ranks.iter().for_each(|&rank| all += rank);
        let most = ranks.iter().map(|rank| rank.nodes).max().unwrap_or(0);
        let balance = most as f64 * ranks.len() as f64 / all.nodes.max(1) as f64;
        Self { most, balance, received: all.received, messages: all.messages }
    }
}

pub fn measure(runner: &Runner, section: &mut Section) -> Result<(), Interruption> {
    let Some(iteration) = Iteration::new(runner)? else { return Ok(()) };
    let alone = iteration.together(runner, Distribution::StaticPartition, 1)?;
    let tree = iteration.record(runner, alone.nodes)?;
    let node_ps = alone.node_ps();
    section.text(format!(
        "Recorded: the tree of {} ({}) at length {}, all solutions: {} nodes, {} of them one by one; the largest subtree that is \
         recorded as a whole has {}. A node takes {} ns of a core, 2.5 times as long where each becomes a task of its own. One worker \
         for each rank, which its first thread interrupts for messages: 2 µs each; waking a thread takes 20 µs. Efficiency: the time \
         of all nodes on one worker, divided by that of all ranks until all of them know what was found.",
        iteration.name(),
        Case::described(iteration.name()).unwrap_or_default(),
        iteration.length(),
        grouped(tree.nodes()),
        grouped(tree.recorded() as u64),
        grouped(tree.largest_leaf()),
        three_digits(node_ps as f64 / 1000.0),
    ));
    curves::simulate(runner, &tree, node_ps, section)?;
    let compared = validation::compare(runner, &iteration, &tree, node_ps, section);
    let time = seconds(alone.time.as_secs_f64());
    let processor = seconds(alone.processor.0);
    section.text(format!("Real ranks were threads of one process, one worker each. One rank takes {time}, and {processor} of processor time for all lengths."));
    compared
}
