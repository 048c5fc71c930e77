//! The simulation: events in the order of time.

use super::tree::{RecordedTop, RecordedTree};
use cubepdb::internals::search::work_distribution::{
    Environment, LEAST_HEIGHT, PAUSES, Supply, Work, WorkPolicy, distribute, split_depth,
};
use cubepdb::{plan::Distribution, search::RankStatistics};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// Time in picoseconds: a node takes some thousands of them, and 2^64 are seven months.
type Picos = u64;

/// Picoseconds in a nanosecond.
const NANO: Picos = 1000;

fn picos(time: Duration) -> Picos {
    time.as_nanos() as Picos * NANO
}

/// A machine for ranks, all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Picoseconds that a worker takes for a node.
    pub node_ps: u64,
    /// The same for a node that becomes a task by itself.
    pub top_node_ps: u64,
    /// Time from the end of sending until a message can be read.
    pub latency: Duration,
    /// Time of a rank's first thread for each message that it sends or reads. Its worker loses this time.
    pub message: Duration,
    /// Time from waking a thread until it runs.
    pub wake: Duration,
    /// The shortest and the longest sleep between two looks for messages.
    pub sleeps: [Duration; 2],
}

impl Machine {
    /// A machine where only nodes take time: `node_ps` picoseconds each.
    #[cfg(test)]
    pub const fn ideal(node_ps: u64) -> Self {
        let none = Duration::ZERO;
        Self { node_ps, top_node_ps: node_ps, latency: none, message: none, wake: none, sleeps: [none; 2] }
    }

    /// A machine with values measured on a shared server with Linux: a node at the top takes 2.5 times as long as one
    /// below, a message 2 µs to write or read, and a thread runs 20 µs after it was woken.
    pub const fn usual(node_ps: u64, latency: Duration) -> Self {
        let [message, wake] = [Duration::from_micros(2), Duration::from_micros(20)];
        Self { node_ps, top_node_ps: node_ps * 5 / 2, latency, message, wake, sleeps: PAUSES }
    }
}

/// The result of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// Time from the beginning of the iteration until all ranks know that it is over, and the results.
    pub time: Duration,
    /// The statistics of each rank, without times. Nodes at the top count for the first rank, although all may have
    /// expanded them.
    pub ranks: Vec<RankStatistics>,
    /// Time that one worker takes for all nodes, without overhead.
    pub work: Duration,
}

impl Simulated {
    /// The part of the workers' time spent on nodes: 1 if nothing was lost to waiting, messages, and expanding the same
    /// top on all ranks.
    pub fn efficiency(&self) -> f64 {
        self.work.as_secs_f64() / (self.time.as_secs_f64() * self.ranks.len() as f64)
    }
}

/// Simulates the search of the tree with `ranks` ranks. Deterministic. Takes about a microsecond for each task and
/// message.
///
/// # Panics
/// If there is no rank or more than 65,535.
pub fn simulate(tree: &RecordedTree, distribution: Distribution, ranks: usize, machine: &Machine) -> Simulated {
    assert!(ranks > 0, "there is somebody to search");
    let mut simulation = Simulation {
        tree,
        machine,
        split_depth: split_depth(tree.branching, ranks),
        ranks: Vec::with_capacity(ranks),
        events: BTreeMap::new(),
        added: 0,
        reports: 0,
        end: None,
    };
    (0..ranks).for_each(|rank| simulation.begin(rank, ranks, distribution));
    let end = loop {
        let ((now, _), (rank, event)) = simulation.events.pop_first().expect("ranks that have not ended have plans");
        match event {
            Event::Worker => simulation.take(rank, now),
            Event::Look => simulation.look(rank, now),
            Event::Read(from, said) => simulation.read(rank, from, said, now),
        }
        if let Some(end) = simulation.end {
            break end;
        }
    };
    let duration = |time: Picos| Duration::from_nanos(time / NANO);
    let ranks = simulation.ranks.into_iter().map(|rank| rank.statistics).collect();
    Simulated { time: duration(end), ranks, work: duration(tree.nodes() * machine.node_ps) }
}

/// An event on one rank.
enum Event {
    /// The worker has finished a task, or wakes up.
    Worker,
    /// The first thread runs the policy, if this is the time planned last.
    Look,
    /// The first thread reads a message of that rank: about work or, if there is none, the report at the end.
    Read(usize, Option<Work<u32>>),
}

/// The tasks of a rank that are not begun, as its policy sees them.
#[derive(Default)]
struct Pool {
    ready: VecDeque<u32>,
    /// True if the worker waits for a task.
    is_waiting: bool,
    /// Messages of the policy that have not been sent yet.
    outgoing: Vec<(usize, Work<u32>)>,
    /// Number of tasks from other ranks.
    received: u64,
}

impl Environment<u32> for Pool {
    fn send(&mut self, to: usize, message: Work<u32>) {
        self.outgoing.push((to, message));
    }

    fn keep(&mut self, tasks: Vec<u32>) {
        self.received += tasks.len() as u64;
        tasks.into_iter().for_each(|task| self.ready.push_front(task));
    }

    fn half(&mut self) -> Vec<u32> {
        let half = self.ready.len().div_ceil(2);
        self.ready.drain(..half).collect()
    }

    fn supply(&self) -> Supply {
        Supply { ready: self.ready.len(), waiting: self.is_waiting.into(), workers: 1 }
    }
}

struct Rank {
    pool: Pool,
    policy: WorkPolicy<u32>,
    /// The node that the worker expands, if it does not search a subtree.
    expanded: Option<u32>,
    /// True if the worker was waiting and is about to run.
    is_woken: bool,
    /// The time that messages took from the worker since it began its task.
    held_up: Picos,
    /// The time until which the first thread is busy.
    busy: Picos,
    /// The time at which the policy is to run.
    planned: Option<Picos>,
    /// True if no more tasks will come.
    is_closed: bool,
    statistics: RankStatistics,
}

struct Simulation<'a> {
    tree: &'a RecordedTree,
    machine: &'a Machine,
    split_depth: usize,
    ranks: Vec<Rank>,
    /// Future events in the order of time; those of the same time in the order in which they were added.
    events: BTreeMap<(Picos, u64), (usize, Event)>,
    added: u64,
    /// Number of ranks whose results the first one has.
    reports: usize,
    end: Option<Picos>,
}

impl Simulation<'_> {
    /// Expands the top of the tree on a rank, and begins its search.
    fn begin(&mut self, rank: usize, ranks: usize, distribution: Distribution) {
        let mut top = RecordedTop { tree: self.tree, generated: 0 };
        let (tasks, policy) = distribute(&mut top, distribution, rank, ranks).expect("the search is wanted");
        let (start, nodes) = (top.generated * self.machine.top_node_ps, if rank == 0 { top.generated } else { 0 });
        // The first task is taken first.
        let pool = Pool { ready: tasks.into_iter().rev().collect(), ..Pool::default() };
        let statistics = RankStatistics { nodes, ..RankStatistics::default() };
        self.ranks.push(Rank {
            pool,
            policy,
            expanded: None,
            is_woken: false,
            held_up: 0,
            busy: start,
            planned: None,
            is_closed: false,
            statistics,
        });
        self.add(start, rank, Event::Worker);
    }

    fn add(&mut self, at: Picos, rank: usize, event: Event) {
        self.added += 1;
        self.events.insert((at, self.added), (rank, event));
    }

    /// Finishes the worker's task, and begins the newest one of the pool, as a real worker does.
    fn take(&mut self, rank: usize, now: Picos) {
        let Rank { pool, expanded, held_up, is_woken, statistics, .. } = &mut self.ranks[rank];
        if *held_up > 0 {
            let later = now + std::mem::take(held_up);
            return self.add(later, rank, Event::Worker);
        }
        (pool.is_waiting, *is_woken) = (false, false);
        if let Some(node) = expanded.take() {
            pool.ready.extend(self.tree.node(node).children.clone().rev());
        }
        let Some(task) = pool.ready.pop_back() else {
            pool.is_waiting = true;
            return self.plan(rank, now + picos(self.machine.wake));
        };
        let node = self.tree.node(task);
        let is_high = usize::from(node.depth) < self.split_depth && self.tree.remaining(task) > LEAST_HEIGHT;
        let (nodes, each) = if is_high && node.is_inner() {
            *expanded = Some(task);
            (node.generated, self.machine.top_node_ps)
        } else {
            (node.below, self.machine.node_ps)
        };
        statistics.nodes += nodes;
        let is_short = pool.ready.is_empty() || pool.supply().wanted() > 0;
        self.add(now + nodes * each, rank, Event::Worker);
        if is_short {
            self.plan(rank, now + picos(self.machine.wake));
        }
    }

    /// Plans to run the policy, unless it runs earlier anyway.
    fn plan(&mut self, rank: usize, at: Picos) {
        let planned = &mut self.ranks[rank].planned;
        if planned.is_none_or(|planned| planned > at) {
            *planned = Some(at);
            self.add(at, rank, Event::Look);
        }
    }

    fn look(&mut self, rank: usize, now: Picos) {
        if self.ranks[rank].planned.take_if(|planned| *planned == now).is_some() {
            self.attend(rank, now);
        }
    }

    /// Runs the policy, sends its messages, and wakes the worker or lets it leave.
    fn attend(&mut self, rank: usize, mut now: Picos) {
        let Rank { pool, policy, .. } = &mut self.ranks[rank];
        let again = policy.tick(now / NANO, pool);
        for (to, work) in std::mem::take(&mut pool.outgoing) {
            now = self.send(rank, to, Some(work), now);
        }
        let wake = picos(self.machine.wake);
        let Rank { pool, policy, is_woken, is_closed, .. } = &mut self.ranks[rank];
        if pool.is_waiting && !pool.ready.is_empty() {
            if !std::mem::replace(is_woken, true) {
                self.add(now + wake, rank, Event::Worker);
            }
        } else if policy.is_over() && pool.supply().is_idle() && !std::mem::replace(is_closed, true) {
            match rank {
                0 => self.reported(now + wake),
                _ => _ = self.send(rank, 0, None, now + wake),
            }
        }
        if let Some(again) = again {
            self.plan(rank, (again * NANO).max(now + picos(PAUSES[0])));
        }
    }

    fn read(&mut self, rank: usize, from: usize, said: Option<Work<u32>>, now: Picos) {
        let now = self.occupy(rank, said.is_none(), now);
        let Some(work) = said else { return self.reported(now) };
        let Rank { pool, policy, .. } = &mut self.ranks[rank];
        policy.received(now / NANO, from, work, pool);
        self.attend(rank, now);
    }

    /// Sends a message; returns the time when it has been sent. A first thread that has been idle for long sleeps for
    /// long: half of the sleep passes on average.
    fn send(&mut self, from: usize, to: usize, said: Option<Work<u32>>, now: Picos) -> Picos {
        let sent = self.occupy(from, said.is_none(), now);
        self.ranks[from].statistics.messages += 1;
        let arrives = sent + picos(self.machine.latency);
        let idle = arrives.saturating_sub(self.ranks[to].busy);
        self.add(arrives + if idle > 0 { self.half_a_sleep(idle) } else { 0 }, to, Event::Read(from, said));
        sent
    }

    /// Half of the sleep of a thread that has been idle for a while: sleeps double.
    fn half_a_sleep(&self, idle: Picos) -> Picos {
        let [least, most] = self.machine.sleeps.map(picos);
        (idle / 2).clamp(least, most) / 2
    }

    /// Occupies the first thread with a message, at the cost of the worker; returns the time when it is done. A report
    /// comes with a message of progress.
    fn occupy(&mut self, rank: usize, is_report: bool, now: Picos) -> Picos {
        let effort = picos(self.machine.message) * if is_report { 2 } else { 1 };
        let Rank { pool, held_up, busy, .. } = &mut self.ranks[rank];
        *busy = now.max(*busy) + effort;
        *held_up += if pool.is_waiting { 0 } else { effort };
        *busy
    }

    /// Notes that the first rank has one more report. With the last of them, it sends the sum to all others.
    fn reported(&mut self, now: Picos) {
        self.reports += 1;
        if self.reports == self.ranks.len() {
            let others = self.ranks.len() as u64 - 1;
            let on_the_way = picos(self.machine.latency) + self.half_a_sleep(0);
            self.end = Some(now + others * picos(self.machine.message) + if others > 0 { on_the_way } else { 0 });
            let received = |rank: &mut Rank| rank.statistics.received = rank.pool.received;
            self.ranks.iter_mut().for_each(received);
        }
    }
}
