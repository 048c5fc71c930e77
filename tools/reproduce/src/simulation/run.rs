//! The simulation: events in the order of time.

use super::communicator::{Communicator, Mail, Phase, Said, bytes};
use super::environment::{Environment, Hand};
use super::machine::{Machine, NANO, Picos, duration, picos};
use super::queue::{Event, Queue};
use super::tree::{RecordedTop, RecordedTree};
use cubepdb::internals::plan::Distribution;
use cubepdb::internals::search::RankStatistics;
use cubepdb::internals::search::work_distribution::{
    BETWEEN_REPORTS, LEAST_HEIGHT, Work, WorkPolicy, distribute, split_depth,
};
use std::time::Duration;

/// The result of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// Time from the beginning of the iteration until all ranks know that it is over, and the results.
    pub time: Duration,
    /// Time until the last node is searched.
    pub searched: Duration,
    /// The statistics of each rank. Nodes at the top count for the first rank, although all may have expanded them.
    pub ranks: Vec<RankStatistics>,
    /// Time that the busiest first thread spent on messages.
    pub busiest_communicator: Duration,
    /// Number of tasks that could not be divided as in a real search: the recording was not deep enough. If this is
    /// large, a finer recording improves the result.
    pub coarse: u64,
    /// Time that one worker takes for all nodes, without overhead.
    work: Duration,
    workers: usize,
}

impl Simulated {
    /// The part of the workers' time spent on nodes: 1 if nothing was lost to waiting, messages, and expanding the same
    /// top on all ranks.
    pub fn efficiency(&self) -> f64 {
        self.work.as_secs_f64() / (self.time.as_secs_f64() * self.workers as f64)
    }

    /// The ratio of the most nodes of a rank to the mean.
    pub fn imbalance(&self) -> f64 {
        let most = self.ranks.iter().map(|rank| rank.nodes).max().unwrap_or(0);
        let all: u64 = self.ranks.iter().map(|rank| rank.nodes).sum();
        if all == 0 { 1.0 } else { most as f64 * self.ranks.len() as f64 / all as f64 }
    }

    /// Messages sent before the end.
    pub fn messages(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.messages).sum()
    }
}

/// Simulates the search of the tree with `ranks` ranks. Deterministic. Takes about a microsecond for each task, message
/// and nap.
///
/// # Panics
/// If there is no rank or more than 65,535, or no worker.
pub fn simulate(tree: &RecordedTree, distribution: Distribution, ranks: usize, machine: &Machine) -> Simulated {
    assert!(ranks > 0 && machine.workers > 0, "there is somebody to search");
    let mut simulation = Simulation::new(tree, distribution, ranks, machine);
    while simulation.ended < ranks {
        let (now, event) = simulation.queue.next().expect("ranks that have not ended have plans");
        match event {
            Event::Worker { rank, worker } => simulation.worker(rank as usize, worker as usize, now),
            Event::Communicator { rank, stamp } => simulation.communicator(rank as usize, stamp, now),
        }
    }
    simulation.result()
}

struct Rank {
    environment: Environment,
    communicator: Communicator,
    policy: WorkPolicy<u32>,
    nodes: u64,
    subtrees: u64,
    waited: Picos,
    /// The statistics at the end.
    statistics: RankStatistics,
}

struct Simulation<'a> {
    tree: &'a RecordedTree,
    machine: &'a Machine,
    split_depth: usize,
    ranks: Vec<Rank>,
    queue: Queue,
    mails: u64,
    reports: usize,
    ended: usize,
    searched: Picos,
    end: Picos,
    coarse: u64,
}

impl<'a> Simulation<'a> {
    fn new(tree: &'a RecordedTree, distribution: Distribution, count: usize, machine: &'a Machine) -> Self {
        let mut simulation = Self {
            tree,
            machine,
            split_depth: split_depth(tree.branching, count * machine.workers),
            ranks: Vec::with_capacity(count),
            queue: Queue::default(),
            mails: 0,
            reports: 0,
            ended: 0,
            searched: 0,
            end: 0,
            coarse: 0,
        };
        (0..count).for_each(|rank| simulation.begin(rank, count, distribution));
        simulation
    }

    /// Expands the top of the tree on a rank, and begins its search.
    fn begin(&mut self, rank: usize, count: usize, distribution: Distribution) {
        let mut top = RecordedTop::new(self.tree);
        let (tasks, policy) = distribute(&mut top, distribution, rank, count).expect("the search is wanted");
        let start = top.generated * self.machine.top_node_ps;
        self.coarse += if rank == 0 { top.missed } else { 0 };
        self.searched = self.searched.max(start);
        self.ranks.push(Rank {
            environment: Environment::new(self.machine.workers, tasks),
            communicator: Communicator::new(),
            policy,
            nodes: if rank == 0 { top.generated } else { 0 },
            subtrees: 0,
            waited: 0,
            statistics: RankStatistics::default(),
        });
        let rank = rank as u32;
        (0..self.machine.workers as u32).for_each(|worker| self.queue.add(start, Event::Worker { rank, worker }));
        self.queue.add(start, Event::Communicator { rank, stamp: 0 });
    }

    /// A worker has finished a task, or wakes up.
    fn worker(&mut self, rank: usize, worker: usize, now: Picos) {
        let Rank { environment, waited, .. } = &mut self.ranks[rank];
        let held_up = std::mem::take(&mut environment.workers[worker].held_up);
        if held_up > 0 {
            self.queue.add(now + held_up, Event::Worker { rank: rank as u32, worker: worker as u32 });
            return;
        }
        match environment.workers[worker].hand {
            Hand::Free | Hand::Gone => {}
            Hand::Searches => self.searched = self.searched.max(now),
            Hand::Expands(node) => {
                self.searched = self.searched.max(now);
                environment.put(self.tree.node(node).children.clone());
            }
            Hand::Waits { since, .. } if environment.ready.is_empty() => {
                environment.workers[worker].hand = Hand::Waits { since, woken: false };
                return;
            }
            Hand::Waits { since, .. } => {
                environment.waiting -= 1;
                *waited += now - since;
            }
        }
        self.take(rank, worker, now);
        self.wake_workers(rank, now);
    }

    /// Takes the newest task of the pool, as a real worker does, and begins it.
    fn take(&mut self, rank: usize, worker: usize, now: Picos) {
        let Rank { environment, nodes, subtrees, .. } = &mut self.ranks[rank];
        let Some(task) = environment.ready.pop_back() else {
            environment.workers[worker].hand =
                if environment.closed { Hand::Gone } else { Hand::Waits { since: now, woken: false } };
            environment.waiting += usize::from(!environment.closed);
            self.notify(rank, now);
            return;
        };
        let is_last = environment.ready.is_empty();
        let node = self.tree.node(task);
        let is_high = usize::from(node.depth) < self.split_depth && self.tree.remaining(task) > LEAST_HEIGHT;
        let time = if is_high && node.is_inner() {
            environment.workers[worker].hand = Hand::Expands(task);
            *nodes += node.generated;
            node.generated * self.machine.top_node_ps
        } else {
            self.coarse += u64::from(is_high);
            environment.workers[worker].hand = Hand::Searches;
            *nodes += node.below;
            *subtrees += 1;
            node.below * self.machine.node_ps
        };
        self.queue.add(now + time, Event::Worker { rank: rank as u32, worker: worker as u32 });
        let wants = environment.supply().wanted() > 0;
        if is_last {
            self.notify(rank, now);
        } else if wants {
            self.look(rank, now);
        }
    }

    /// Wakes waiting workers for new tasks.
    fn wake_workers(&mut self, rank: usize, now: Picos) {
        let environment = &mut self.ranks[rank].environment;
        if !std::mem::take(&mut environment.is_filled) || environment.waiting == 0 {
            return;
        }
        for (number, worker) in environment.workers.iter_mut().enumerate() {
            if let Hand::Waits { woken: woken @ false, .. } = &mut worker.hand {
                *woken = true;
                let event = Event::Worker { rank: rank as u32, worker: number as u32 };
                self.queue.add(now + picos(self.machine.wake), event);
            }
        }
    }

    /// Wakes a sleeping first thread when the last task is taken or a worker waits.
    fn notify(&mut self, rank: usize, now: Picos) {
        let plan = self.ranks[rank].communicator.woken_at(now + picos(self.machine.wake));
        self.add_look(rank, plan);
    }

    /// Plans a look for a message or a change that is visible at that time.
    fn look(&mut self, rank: usize, at: Picos) {
        let plan = self.ranks[rank].communicator.look_at(at, self.machine);
        self.add_look(rank, plan);
    }

    fn add_look(&mut self, rank: usize, plan: Option<(Picos, u32)>) {
        if let Some((at, stamp)) = plan {
            self.queue.add(at, Event::Communicator { rank: rank as u32, stamp });
        }
    }

    /// Continues the first thread.
    fn communicator(&mut self, rank: usize, stamp: u32, now: Picos) {
        let communicator = &mut self.ranks[rank].communicator;
        if communicator.stamp != stamp {
            return;
        }
        communicator.wakes(now, self.machine);
        match std::mem::replace(&mut communicator.phase, Phase::Looks) {
            Phase::Ended => communicator.phase = Phase::Ended,
            Phase::Reads(mail) => {
                let later = self.read(rank, mail, now);
                self.go_on(rank, later);
            }
            Phase::Asleep { .. } | Phase::Looks => match communicator.arrived(now) {
                Some(mail) => {
                    let effort = Communicator::effort(mail.bytes, self.machine);
                    communicator.phase = Phase::Reads(mail);
                    communicator.alert = true;
                    self.occupy(rank, effort);
                    self.go_on(rank, now + effort);
                }
                None => self.attend(rank, now),
            },
        }
    }

    fn go_on(&mut self, rank: usize, at: Picos) {
        let stamp = self.ranks[rank].communicator.stamp;
        self.queue.add(at, Event::Communicator { rank: rank as u32, stamp });
    }

    /// Occupies the first thread for a while, at the cost of the first worker if they share a core.
    fn occupy(&mut self, rank: usize, time: Picos) {
        let Rank { environment, communicator, .. } = &mut self.ranks[rank];
        communicator.busy += time;
        if !self.machine.spare_core && matches!(environment.workers[0].hand, Hand::Searches | Hand::Expands(_)) {
            environment.workers[0].held_up += time;
        }
    }

    /// Handles a message that was read. Returns the time when the answers are sent.
    fn read(&mut self, rank: usize, mail: Mail, now: Picos) -> Picos {
        let Rank { environment, communicator, policy, .. } = &mut self.ranks[rank];
        match mail.said {
            Said::Work(work) => policy.received(now / NANO, mail.from as usize, work, environment),
            Said::Progress => {}
            Said::Report => self.reports += 1,
            Said::Summary => communicator.summary = true,
        }
        self.wake_workers(rank, now);
        self.post(rank, now)
    }

    /// Runs the policy of a rank that has read all its messages.
    fn attend(&mut self, rank: usize, now: Picos) {
        let Rank { environment, communicator, policy, .. } = &mut self.ranks[rank];
        let again = policy.tick(now / NANO, environment);
        if policy.is_over() && environment.supply().is_idle() && !environment.closed {
            environment.closed = true;
            communicator.alert = true;
            communicator.workers_gone = Some(now + picos(self.machine.wake));
        }
        self.wake_workers(rank, now);
        let mut now = self.post(rank, now);
        if rank != 0
            && !self.ranks[rank].communicator.reported
            && now >= self.ranks[rank].communicator.told + picos(BETWEEN_REPORTS)
        {
            now = self.tell_progress(rank, now);
        }
        let communicator = &mut self.ranks[rank].communicator;
        if communicator.workers_gone.is_some_and(|gone| gone <= now) && !communicator.reported {
            communicator.reported = true;
            now = self.report(rank, now);
        }
        if rank == 0 && self.reports == self.ranks.len() && !self.ranks[0].communicator.summary {
            self.ranks[0].communicator.summary = true;
            now = (1..self.ranks.len()).fold(now, |now, to| self.send(0, to, Said::Summary, now));
        }
        let communicator = &mut self.ranks[rank].communicator;
        if communicator.summary {
            communicator.phase = Phase::Ended;
            self.ended += 1;
            self.end = self.end.max(now);
            return;
        }
        communicator.sleep(now, again, self.machine);
        self.plan(rank, now, again.is_some());
    }

    /// Plans the next look if a change is already foreseeable. Later changes wake the first thread.
    fn plan(&mut self, rank: usize, now: Picos, again: bool) {
        let Rank { environment, communicator, policy, .. } = &self.ranks[rank];
        let is_closing = !communicator.reported && (environment.closed || environment.waiting > 0);
        let wants = !policy.is_over() && environment.supply().wanted() > 0;
        if again || is_closing || wants {
            self.look(rank, now);
            return;
        }
        let arrives = communicator.inbox.peek().map(|mail| mail.arrives);
        let tells = (rank != 0 && !communicator.reported).then_some(communicator.told + picos(BETWEEN_REPORTS));
        if let Some(at) = arrives.into_iter().chain(tells).min() {
            self.look(rank, at);
        }
    }

    fn tell_progress(&mut self, rank: usize, now: Picos) -> Picos {
        self.ranks[rank].communicator.told = now;
        self.send(rank, 0, Said::Progress, now)
    }

    /// Sends the report of a rank whose workers have left.
    fn report(&mut self, rank: usize, mut now: Picos) -> Picos {
        if rank != 0 {
            now = self.tell_progress(rank, now);
        }
        let Rank { environment, communicator, nodes, subtrees, waited, statistics, .. } = &mut self.ranks[rank];
        *statistics = RankStatistics {
            nodes: *nodes,
            subtrees: *subtrees,
            received: environment.received,
            messages: communicator.messages + 1,
            waited_ns: *waited / NANO,
        };
        if rank == 0 {
            self.reports += 1;
            return now;
        }
        self.send(rank, 0, Said::Report, now)
    }

    /// Sends the messages of the policy.
    fn post(&mut self, rank: usize, now: Picos) -> Picos {
        let outgoing: Vec<(usize, Work<u32>)> = std::mem::take(&mut self.ranks[rank].environment.outgoing);
        outgoing.into_iter().fold(now, |now, (to, work)| self.send(rank, to, Said::Work(work), now))
    }

    /// Sends a message; returns the time when it has been sent.
    fn send(&mut self, from: usize, to: usize, said: Said, now: Picos) -> Picos {
        let bytes = bytes(&said, self.tree);
        let effort = Communicator::effort(bytes, self.machine);
        self.occupy(from, effort);
        self.ranks[from].communicator.messages += 1;
        let arrives = now + effort + picos(self.machine.latency);
        self.mails += 1;
        self.ranks[to].communicator.inbox.push(Mail { arrives, number: self.mails, from: from as u32, bytes, said });
        self.look(to, arrives);
        now + effort
    }

    fn result(self) -> Simulated {
        let work = duration(self.tree.nodes() * self.machine.node_ps);
        let busiest = self.ranks.iter().map(|rank| rank.communicator.busy).max().unwrap_or(0);
        Simulated {
            time: duration(self.end),
            searched: duration(self.searched),
            busiest_communicator: duration(busiest),
            coarse: self.coarse,
            work,
            workers: self.ranks.len() * self.machine.workers,
            ranks: self.ranks.into_iter().map(|rank| rank.statistics).collect(),
        }
    }
}
