//! The simulation itself: events in the order of time.

use crate::search::engine::one_sided::distributed::top::distribute;
use crate::search::engine::one_sided::distributed::{LEAST_HEIGHT, split_depth};
use crate::search::ranks::Distribution;
use crate::search::ranks::iteration::BETWEEN_REPORTS;
use crate::search::ranks::message::Work;
use crate::search::ranks::simulation::desk::{Desk, Hand};
use crate::search::ranks::simulation::line::{Line, Mail, Phase, Said, bytes};
use crate::search::ranks::simulation::machine::{Machine, NANO, Picos, duration, picos};
use crate::search::ranks::simulation::queue::{Event, Queue};
use crate::search::ranks::simulation::tree::{RecordedTop, RecordedTree};
use crate::search::ranks::steward::Steward;
use crate::search::statistics::RankStatistics;
use std::time::Duration;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// From the beginning of the iteration until all ranks know that it is over, and what was found.
    pub time: Duration,
    /// Until the last node is searched.
    pub searched: Duration,
    /// What each rank did. Nodes at the top are the first rank's, although all may have expanded them.
    pub ranks: Vec<RankStatistics>,
    /// Time of the first thread that was busy the longest with messages.
    pub busiest_line: Duration,
    /// Pieces that could not be divided as they would have been: the recording was not deep enough. Large figures would be
    /// better with a finer recording.
    pub coarse: u64,
    /// Time that one worker takes for all nodes, without anything else.
    work: Duration,
    workers: usize,
}

impl Simulated {
    /// Part of the workers' time that was needed for nodes: 1 if nothing was lost to waiting, messages, and expanding the same
    /// top on all ranks.
    pub fn efficiency(&self) -> f64 {
        self.work.as_secs_f64() / (self.time.as_secs_f64() * self.workers as f64)
    }

    /// How many times as many nodes the rank with the most has as the mean.
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

/// Goes through the tree with so many ranks. The same every time. Takes about a microsecond for each piece, message and nap.
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
            Event::Line { rank, stamp } => simulation.line(rank as usize, stamp, now),
        }
    }
    simulation.result()
}

struct Rank {
    desk: Desk,
    line: Line,
    steward: Steward<u32>,
    nodes: u64,
    subtrees: u64,
    waited: Picos,
    /// At the end.
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
            split_depth: split_depth(tree.letters, count * machine.workers),
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

    /// A rank expands the top of the tree, and begins.
    fn begin(&mut self, rank: usize, count: usize, distribution: Distribution) {
        let mut top = RecordedTop::new(self.tree);
        let (pieces, steward) = distribute(&mut top, distribution, rank, count).expect("the search is wanted");
        let start = top.generated * self.machine.top_node_ps;
        self.coarse += if rank == 0 { top.missed } else { 0 };
        self.searched = self.searched.max(start);
        self.ranks.push(Rank {
            desk: Desk::new(self.machine.workers, pieces),
            line: Line::new(),
            steward,
            nodes: if rank == 0 { top.generated } else { 0 },
            subtrees: 0,
            waited: 0,
            statistics: RankStatistics::default(),
        });
        let rank = rank as u32;
        (0..self.machine.workers as u32).for_each(|worker| self.queue.add(start, Event::Worker { rank, worker }));
        self.queue.add(start, Event::Line { rank, stamp: 0 });
    }

    /// A worker has finished a piece, or wakes up.
    fn worker(&mut self, rank: usize, worker: usize, now: Picos) {
        let Rank { desk, waited, .. } = &mut self.ranks[rank];
        let held_up = std::mem::take(&mut desk.workers[worker].held_up);
        if held_up > 0 {
            self.queue.add(now + held_up, Event::Worker { rank: rank as u32, worker: worker as u32 });
            return;
        }
        match desk.workers[worker].hand {
            Hand::Free | Hand::Gone => {}
            Hand::Searches => self.searched = self.searched.max(now),
            Hand::Expands(node) => {
                self.searched = self.searched.max(now);
                desk.put(self.tree.node(node).children.clone());
            }
            Hand::Waits { since, .. } if desk.ready.is_empty() => {
                desk.workers[worker].hand = Hand::Waits { since, woken: false };
                return;
            }
            Hand::Waits { since, .. } => {
                desk.waiting -= 1;
                *waited += now - since;
            }
        }
        self.take(rank, worker, now);
        self.wake_workers(rank, now);
    }

    /// As [`Pool::take`](super::crate::search::ranks::simulation::pool::Pool::take), and begins with the piece.
    fn take(&mut self, rank: usize, worker: usize, now: Picos) {
        let Rank { desk, nodes, subtrees, .. } = &mut self.ranks[rank];
        let Some(piece) = desk.ready.pop_back() else {
            desk.workers[worker].hand = if desk.closed { Hand::Gone } else { Hand::Waits { since: now, woken: false } };
            desk.waiting += usize::from(!desk.closed);
            self.notify(rank, now);
            return;
        };
        let is_last = desk.ready.is_empty();
        let node = self.tree.node(piece);
        let is_high = usize::from(node.depth) < self.split_depth && self.tree.remaining(piece) > LEAST_HEIGHT;
        let time = if is_high && node.is_inner() {
            desk.workers[worker].hand = Hand::Expands(piece);
            *nodes += node.generated;
            node.generated * self.machine.top_node_ps
        } else {
            self.coarse += u64::from(is_high);
            desk.workers[worker].hand = Hand::Searches;
            *nodes += node.below;
            *subtrees += 1;
            node.below * self.machine.node_ps
        };
        self.queue.add(now + time, Event::Worker { rank: rank as u32, worker: worker as u32 });
        let wants = desk.supply().wanted() > 0;
        if is_last {
            self.notify(rank, now);
        } else if wants {
            self.look(rank, now);
        }
    }

    /// New pieces wake workers that wait.
    fn wake_workers(&mut self, rank: usize, now: Picos) {
        let desk = &mut self.ranks[rank].desk;
        if !std::mem::take(&mut desk.is_filled) || desk.waiting == 0 {
            return;
        }
        for (number, worker) in desk.workers.iter_mut().enumerate() {
            if let Hand::Waits { woken: woken @ false, .. } = &mut worker.hand {
                *woken = true;
                let event = Event::Worker { rank: rank as u32, worker: number as u32 };
                self.queue.add(now + picos(self.machine.wake), event);
            }
        }
    }

    /// The last piece is taken, or a worker waits: the first thread is woken if it sleeps.
    fn notify(&mut self, rank: usize, now: Picos) {
        let plan = self.ranks[rank].line.woken_at(now + picos(self.machine.wake));
        self.add_look(rank, plan);
    }

    /// There is something to be seen at that time.
    fn look(&mut self, rank: usize, at: Picos) {
        let plan = self.ranks[rank].line.look_at(at, self.machine);
        self.add_look(rank, plan);
    }

    fn add_look(&mut self, rank: usize, plan: Option<(Picos, u32)>) {
        if let Some((at, stamp)) = plan {
            self.queue.add(at, Event::Line { rank: rank as u32, stamp });
        }
    }

    /// The first thread goes on.
    fn line(&mut self, rank: usize, stamp: u32, now: Picos) {
        let line = &mut self.ranks[rank].line;
        if line.stamp != stamp {
            return;
        }
        line.wakes(now, self.machine);
        match std::mem::replace(&mut line.phase, Phase::Looks) {
            Phase::Ended => line.phase = Phase::Ended,
            Phase::Reads(mail) => {
                let later = self.read(rank, mail, now);
                self.go_on(rank, later);
            }
            Phase::Asleep { .. } | Phase::Looks => match line.arrived(now) {
                Some(mail) => {
                    let effort = Line::effort(mail.bytes, self.machine);
                    line.phase = Phase::Reads(mail);
                    line.alert = true;
                    self.occupy(rank, effort);
                    self.go_on(rank, now + effort);
                }
                None => self.attend(rank, now),
            },
        }
    }

    fn go_on(&mut self, rank: usize, at: Picos) {
        let stamp = self.ranks[rank].line.stamp;
        self.queue.add(at, Event::Line { rank: rank as u32, stamp });
    }

    /// The first thread is busy for a while, at the cost of the first worker if they share a core.
    fn occupy(&mut self, rank: usize, time: Picos) {
        let Rank { desk, line, .. } = &mut self.ranks[rank];
        line.busy += time;
        if !self.machine.spare_core && matches!(desk.workers[0].hand, Hand::Searches | Hand::Expands(_)) {
            desk.workers[0].held_up += time;
        }
    }

    /// A message was read. Returns the time when the answers are sent.
    fn read(&mut self, rank: usize, mail: Mail, now: Picos) -> Picos {
        let Rank { desk, line, steward, .. } = &mut self.ranks[rank];
        match mail.said {
            Said::Work(work) => steward.received(now / NANO, mail.from as usize, work, desk),
            Said::Progress => {}
            Said::Report => self.reports += 1,
            Said::Summary => line.summary = true,
        }
        self.wake_workers(rank, now);
        self.post(rank, now)
    }

    /// What a rank does when it has read all its messages.
    fn attend(&mut self, rank: usize, now: Picos) {
        let Rank { desk, line, steward, .. } = &mut self.ranks[rank];
        let again = steward.tick(now / NANO, desk);
        if steward.is_over() && desk.supply().is_idle() && !desk.closed {
            desk.closed = true;
            line.alert = true;
            line.workers_gone = Some(now + picos(self.machine.wake));
        }
        self.wake_workers(rank, now);
        let mut now = self.post(rank, now);
        if rank != 0 && !self.ranks[rank].line.reported && now >= self.ranks[rank].line.told + picos(BETWEEN_REPORTS) {
            now = self.tell_progress(rank, now);
        }
        let line = &mut self.ranks[rank].line;
        if line.workers_gone.is_some_and(|gone| gone <= now) && !line.reported {
            line.reported = true;
            now = self.report(rank, now);
        }
        if rank == 0 && self.reports == self.ranks.len() && !self.ranks[0].line.summary {
            self.ranks[0].line.summary = true;
            now = (1..self.ranks.len()).fold(now, |now, to| self.send(0, to, Said::Summary, now));
        }
        let line = &mut self.ranks[rank].line;
        if line.summary {
            line.phase = Phase::Ended;
            self.ended += 1;
            self.end = self.end.max(now);
            return;
        }
        line.sleep(now, again, self.machine);
        self.plan(rank, now, again.is_some());
    }

    /// Looks again in time if there will be something to be seen. What happens later wakes the first thread.
    fn plan(&mut self, rank: usize, now: Picos, again: bool) {
        let Rank { desk, line, steward, .. } = &self.ranks[rank];
        let is_closing = !line.reported && (desk.closed || desk.waiting > 0);
        let wants = !steward.is_over() && desk.supply().wanted() > 0;
        if again || is_closing || wants {
            self.look(rank, now);
            return;
        }
        let arrives = line.inbox.peek().map(|mail| mail.arrives);
        let tells = (rank != 0 && !line.reported).then_some(line.told + picos(BETWEEN_REPORTS));
        if let Some(at) = arrives.into_iter().chain(tells).min() {
            self.look(rank, at);
        }
    }

    fn tell_progress(&mut self, rank: usize, now: Picos) -> Picos {
        self.ranks[rank].line.told = now;
        self.send(rank, 0, Said::Progress, now)
    }

    /// The workers of a rank have gone.
    fn report(&mut self, rank: usize, mut now: Picos) -> Picos {
        if rank != 0 {
            now = self.tell_progress(rank, now);
        }
        let Rank { desk, line, nodes, subtrees, waited, statistics, .. } = &mut self.ranks[rank];
        *statistics = RankStatistics {
            nodes: *nodes,
            subtrees: *subtrees,
            received: desk.received,
            messages: line.messages + 1,
            waited_ns: *waited / NANO,
        };
        if rank == 0 {
            self.reports += 1;
            return now;
        }
        self.send(rank, 0, Said::Report, now)
    }

    /// Sends what the steward has written.
    fn post(&mut self, rank: usize, now: Picos) -> Picos {
        let outgoing: Vec<(usize, Work<u32>)> = std::mem::take(&mut self.ranks[rank].desk.outgoing);
        outgoing.into_iter().fold(now, |now, (to, work)| self.send(rank, to, Said::Work(work), now))
    }

    /// Sends a message; returns the time when it is sent.
    fn send(&mut self, from: usize, to: usize, said: Said, now: Picos) -> Picos {
        let bytes = bytes(&said, self.tree);
        let effort = Line::effort(bytes, self.machine);
        self.occupy(from, effort);
        self.ranks[from].line.messages += 1;
        let arrives = now + effort + picos(self.machine.latency);
        self.mails += 1;
        self.ranks[to].line.inbox.push(Mail { arrives, number: self.mails, from: from as u32, bytes, said });
        self.look(to, arrives);
        now + effort
    }

    fn result(self) -> Simulated {
        let work = duration(self.tree.nodes() * self.machine.node_ps);
        let busiest = self.ranks.iter().map(|rank| rank.line.busy).max().unwrap_or(0);
        Simulated {
            time: duration(self.end),
            searched: duration(self.searched),
            busiest_line: duration(busiest),
            coarse: self.coarse,
            work,
            workers: self.ranks.len() * self.machine.workers,
            ranks: self.ranks.into_iter().map(|rank| rank.statistics).collect(),
        }
    }
}
