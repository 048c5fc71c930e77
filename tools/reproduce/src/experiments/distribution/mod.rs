//! Scaling of the ways of distributing a tree among ranks: a real iteration is recorded and replayed in simulated time,
//! and the simulation is compared with real ranks as far as this machine allows.

mod curves;
mod iteration;
mod validation;

use crate::cases::Case;
use crate::report::Section;
use crate::runner::{Interruption, Runner};
use crate::simulation::{Machine, Recording};
use crate::text::{grouped, seconds, three_digits};
use cubepdb::internals::plan::Distribution;
use iteration::{Iteration, Together};
use std::time::Duration;

pub const NAME: &str = "distribution";

/// The name without parameters.
fn short(distribution: Distribution) -> String {
    distribution.to_string().split(':').next().unwrap_or_default().to_owned()
}

/// Picoseconds of a node, in a subtree and at the top.
#[derive(Clone, Copy)]
struct NodeTimes {
    below: u64,
    top: u64,
}

impl NodeTimes {
    /// Measured in processor time, where the search took long enough: other programs may use the machine. The ratio
    /// between a node at the top and one in a subtree is that of the recording.
    fn of(alone: &Together, recording: &Recording) -> Self {
        let each = |(nodes, time): (u64, Duration)| time.as_secs_f64() / nodes.max(1) as f64;
        let (processor, searched) = alone.processor;
        let below = if processor > 0.2 { processor / searched as f64 } else { each((alone.nodes, alone.time)) };
        let top = below * (each(recording.top) / each(recording.below).max(1e-12)).max(1.0);
        Self { below: ((below * 1e12) as u64).max(1), top: ((top * 1e12) as u64).max(1) }
    }

    /// One worker for each rank.
    fn machine(self, latency: Duration) -> Machine {
        Machine::usual(self.below, self.top, latency)
    }
}

pub fn measure(runner: &Runner) -> Result<(), Interruption> {
    let Some(iteration) = Iteration::new(runner)? else { return Ok(()) };
    let alone = iteration.together(runner, Distribution::StaticPartition, 1)?;
    let recording = iteration.record(runner, alone.nodes)?;
    let times = NodeTimes::of(&alone, &recording);
    runner.section.borrow_mut().text(format!(
        "Recorded: the tree of {} ({}) at length {}, all solutions: {} nodes, {} of them one by one; the largest subtree that is \
         recorded as a whole has {}. A node takes {} ns of a core, {} ns where each becomes a piece of its own. One worker \
         for each rank, which its first thread interrupts for messages: 2 µs each and 1 ns a byte; waking a thread takes 20 µs, \
         naps 80 µs longer than asked for. Efficiency: the time of all nodes on one worker, divided by that of all ranks until \
         all of them know what was found.",
        iteration.name(),
        Case::described(iteration.name()).unwrap_or_default(),
        iteration.length(),
        grouped(recording.tree.nodes()),
        grouped(recording.tree.recorded() as u64),
        grouped(recording.tree.largest_leaf()),
        three_digits(times.below as f64 / 1000.0),
        three_digits(times.top as f64 / 1000.0),
    ));
    let mut section = Section::default();
    curves::simulate(runner, &recording.tree, times, &mut section)?;
    runner.section.borrow_mut().append(section);
    let mut section = Section::default();
    let compared = validation::compare(runner, &iteration, &recording.tree, times, &mut section);
    let time = seconds(alone.time.as_secs_f64());
    let processor = seconds(alone.processor.0);
    section.text(format!("Real ranks were threads of one process, one worker each. One rank takes {time}, and {processor} of processor time for all lengths."));
    runner.section.borrow_mut().append(section);
    compared
}
