//! How ways of distributing a tree among ranks scale: a real iteration is recorded and replayed in simulated time, and the
//! simulation is compared with real ranks as far as this machine goes.

mod curves;
mod iteration;
mod validation;

use crate::lab::{Halt, Lab};
use crate::report::Section;
use crate::text::{grouped, seconds, three_digits};
use cubepdb::search::Distribution;
use cubepdb::search::simulation::Machine;
use iteration::Iteration;
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
    /// One worker for each rank.
    fn machine(self, latency: Duration) -> Machine {
        Machine::usual(self.below, self.top, latency)
    }
}

pub fn measure(lab: &Lab) -> Result<(), Halt> {
    let Some(iteration) = Iteration::new(lab)? else { return Ok(()) };
    let alone = iteration.together(lab, Distribution::Shares, 1)?;
    let recording = iteration.record(lab, alone.nodes)?;
    let per = |(nodes, time): (u64, Duration)| (time.as_nanos() * 1000 / u128::from(nodes.max(1))) as u64;
    let times = NodeTimes { below: per((alone.nodes, alone.time)), top: per(recording.top) };
    lab.section.borrow_mut().text(format!(
        "Recorded: the tree of {} at length {}, all solutions: {} nodes, {} of them one by one; the largest subtree that is \
         recorded as a whole has {}. A node takes {} ns on one thread, {} ns where each becomes a piece of its own. One worker \
         for each rank, which its first thread interrupts for messages: 2 µs each and 1 ns a byte; waking a thread takes 20 µs, \
         naps 80 µs longer than asked for. Efficiency: the time of all nodes on one worker, divided by that of all ranks until \
         all of them know what was found.",
        iteration.name(),
        iteration.length(),
        grouped(recording.tree.nodes()),
        grouped(recording.tree.recorded() as u64),
        grouped(recording.tree.largest_leaf()),
        three_digits(times.below as f64 / 1000.0),
        three_digits(times.top as f64 / 1000.0),
    ));
    let mut section = Section::default();
    curves::simulate(lab, &recording.tree, times, &mut section)?;
    lab.section.borrow_mut().append(section);
    let mut section = Section::default();
    let compared = validation::compare(lab, &iteration, &recording.tree, times, &mut section);
    let time = seconds(alone.time.as_secs_f64());
    section.text(format!("Real ranks were threads of one process, one worker each. One rank takes {time}."));
    lab.section.borrow_mut().append(section);
    compared
}
