//! One iteration on one rank: its workers search tasks of the tree, and its first thread talks to the other ranks.

use crate::clock::Instant;
use crate::search::control::{Control, StopReason};
use crate::search::ranks::Team;
use crate::search::ranks::message::{Message, RankReport, Summary, Work};
use crate::search::ranks::policy::{Environment, Nanos, WorkPolicy};
use crate::search::ranks::pool::{Pool, Supply};
use crate::search::report::Searched;
use crate::search::report::TaskReport;
use crate::search::statistics::RankStatistics;
use crate::search::statistics::SchedulerStatistics;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// The trees that ranks search together. Tasks and notes are encoded in a few bytes, so that everything here is
/// compiled once for all of them.
pub(in crate::search) trait TaskSource: Sync {
    /// Searches tasks of the pool on all workers of this rank until no more come.
    fn search(&self, pool: &Pool<Vec<u8>>) -> Searched;

    /// The report of this rank on the top of the tree, above all tasks.
    fn top(&self) -> TaskReport {
        TaskReport::default()
    }

    /// A note for the first rank when the search is over: data that reports do not have.
    fn note(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The position from which on subtrees are superfluous because of the solutions reported, where `heard` is the
    /// position known from all ranks; the highest number if solutions make no task superfluous.
    fn cut(&self, heard: u64) -> u64 {
        heard
    }

    /// Takes in the note of another rank, on the first one.
    fn receive_note(&self, _note: &[u8]) {}
}

/// The first and the longest pause of a rank that has nothing to send before it looks for messages again. A look takes
/// a few microseconds of a core's time.
pub const PAUSES: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// Time between two reports of progress.
pub const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// Searches the tasks of this rank, and others that the policy gets. Returns the report of all ranks, which is the same
/// on all of them.
///
/// # Panics
/// If a worker of this rank panics, or another rank fails.
pub(in crate::search) fn run(
    source: &dyn TaskSource,
    control: &Control<'_>,
    team: &Team<'_>,
    workers: usize,
    tasks: Vec<Vec<u8>>,
    policy: WorkPolicy<Vec<u8>>,
) -> Searched {
    let pool = Pool::new(workers);
    pool.put(tasks.into_iter());
    // The state before a worker can have found anything.
    let told = Told { cut: u64::MAX, stop: false, nodes: control.nodes(), when: Instant::now() };
    thread::scope(|scope| {
        let search = scope.spawn(|| source.search(&pool));
        let line = Line {
            source,
            control,
            team,
            pool: &pool,
            started: Instant::now(),
            told,
            received: 0,
            reports: Vec::new(),
            ranks: Vec::new(),
            summary: None,
        };
        line.serve(policy, search)
    })
}

/// The state that the other ranks already know.
struct Told {
    cut: u64,
    stop: bool,
    /// Number of nodes, and the time when they were reported.
    nodes: u64,
    when: Instant,
}

/// A rank's connection to the others.
struct Line<'a> {
    source: &'a dyn TaskSource,
    control: &'a Control<'a>,
    team: &'a Team<'a>,
    pool: &'a Pool<Vec<u8>>,
    started: Instant,
    told: Told,
    /// Number of tasks that came from other ranks.
    received: u64,
    /// On the first rank: the reports received.
    reports: Vec<(usize, RankReport)>,
    /// On the first rank: the statistics of each rank.
    ranks: Vec<RankStatistics>,
    summary: Option<Summary>,
}

impl Line<'_> {
    /// Communicates until the iteration is over.
    fn serve(mut self, mut policy: WorkPolicy<Vec<u8>>, search: ScopedJoinHandle<'_, Searched>) -> Searched {
        // Workers that wait for tasks would wait for ever if this thread failed.
        let guard = CloseOnPanic { pool: self.pool, control: self.control };
        let mut search = Some(search);
        let mut pause = PAUSES[0];
        let mut closed = false;
        while self.summary.is_none() {
            let heard = self.listen(&mut policy);
            self.tell();
            let again = self.attend(&mut policy);
            let closes = self.pool.is_closed() && !std::mem::replace(&mut closed, true);
            if let Some(finished) = search.take_if(|search| search.is_finished()) {
                let found = finished.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                self.report(found);
            }
            self.sum_up();
            // Workers that are leaving have left soon, and then there is something to send.
            pause = if heard || closes { PAUSES[0] } else { (2 * pause).min(PAUSES[1]) };
            if self.summary.is_none() {
                let until = again.map(|at| Duration::from_nanos(at.saturating_sub(self.now())));
                self.pool.wait_for_need(until.map_or(pause, |until| pause.min(until.max(PAUSES[0]))));
            }
        }
        std::mem::forget(guard);
        let Summary { found, total, stopped } = self.summary.expect("the loop ends with it");
        if let Some(reason) = stopped {
            self.control.stop_for(reason);
        }
        (found, SchedulerStatistics::of_ranks(total, self.ranks))
    }

    fn now(&self) -> Nanos {
        self.started.elapsed().as_nanos() as Nanos
    }

    /// Receives all messages that have arrived; returns whether there was one.
    fn listen(&mut self, policy: &mut WorkPolicy<Vec<u8>>) -> bool {
        let mut heard = false;
        while let Some((from, message)) = self.team.receive::<Message>() {
            heard = true;
            match message {
                Message::Work(work) => {
                    if let Work::Give(tasks) = &work {
                        self.received += tasks.len() as u64;
                    }
                    policy.received(self.now(), from, work, self);
                }
                Message::Cut(place) => {
                    self.control.cut_at(place);
                    // The first rank passes it on to the others.
                    self.told.cut = if self.team.rank() == 0 { self.told.cut } else { self.told.cut.min(place) };
                }
                Message::Stop(reason) => {
                    self.control.stop_for(reason);
                    self.told.stop |= self.team.rank() != 0;
                }
                Message::Progress(nodes) => {
                    self.control.count_nodes(nodes);
                }
                Message::Report(report) => {
                    self.source.receive_note(&report.note);
                    self.reports.push((from, *report));
                }
                Message::Summary(summary) => self.summary = Some(*summary),
            }
        }
        heard
    }

    /// Sends news to the others: solutions, limits, progress.
    fn tell(&mut self) {
        // Workers check the clock and interrupts now and then; a worker that waits for work does not.
        self.control.count_nodes(0);
        let cut = self.control.cut_position();
        if cut < self.told.cut {
            self.told.cut = cut;
            self.spread(&Message::Cut(cut));
        }
        if let Some(reason) = self.limited().filter(|_| !self.told.stop) {
            self.told.stop = true;
            // The reason stays the same, whatever limit is reached next.
            self.control.stop_for(reason);
            self.spread(&Message::Stop(reason));
        }
        if self.team.rank() != 0 && self.told.when.elapsed() >= BETWEEN_REPORTS {
            self.tell_progress();
        }
    }

    fn tell_progress(&mut self) {
        let nodes = self.control.nodes();
        if nodes > self.told.nodes {
            self.team.send(0, &Message::Progress(nodes - self.told.nodes));
        }
        self.told.nodes = nodes;
        self.told.when = Instant::now();
    }

    /// Sends to the first rank; from there to all.
    fn spread(&self, message: &Message) {
        match self.team.rank() {
            0 => self.team.send_to_others(message),
            _ => self.team.send(0, message),
        }
    }

    fn limited(&self) -> Option<StopReason> {
        self.control.is_over().then(|| self.control.stop_reason()).flatten()
    }

    /// Makes sure that there is work, or that the workers leave.
    fn attend(&mut self, policy: &mut WorkPolicy<Vec<u8>>) -> Option<Nanos> {
        if !self.control.should_continue() {
            policy.abandon();
            self.pool.close();
            return None;
        }
        let again = policy.tick(self.now(), self);
        if policy.is_over() && self.pool.supply().is_idle() {
            self.pool.close();
        }
        again
    }

    /// Reports the results when the workers of this rank are done.
    fn report(&mut self, (mut report, scheduler): Searched) {
        if self.team.rank() != 0 {
            self.tell_progress();
        }
        let top = self.source.top();
        let nodes_of_top = top.counters.nodes;
        report.merge(top);
        // After a limit, tasks may have been left unsearched, or in transit.
        report.complete &= self.control.should_continue();
        let statistics = RankStatistics {
            nodes: report.counters.nodes,
            top: nodes_of_top,
            subtrees: scheduler.subtrees,
            received: self.received,
            messages: self.team.sent() + 1,
            waited_ns: self.pool.waited().as_nanos() as u64,
        };
        let (found, cut, stopped) = (report, self.source.cut(self.control.cut_position()), self.limited());
        let note = if self.team.rank() == 0 { Vec::new() } else { self.source.note() };
        let report = RankReport { found, cut, note, statistics, stopped };
        if self.team.rank() == 0 {
            self.reports.push((0, report));
        } else {
            self.team.send(0, &Message::Report(Box::new(report)));
        }
    }

    /// On the first rank: merges all reports, and sends the summary.
    fn sum_up(&mut self) {
        if self.team.rank() != 0 || self.reports.len() < self.team.count() {
            return;
        }
        let reports = std::mem::take(&mut self.reports);
        let (ranks, summary) = merged(reports, self.limited());
        self.ranks = ranks;
        self.spread(&Message::Summary(Box::new(summary.clone())));
        self.summary = Some(summary);
    }
}

/// Merges the reports of all ranks; `limited` is the first rank's reason to stop. Returns the statistics of each rank,
/// and the summary.
fn merged(mut reports: Vec<(usize, RankReport)>, limited: Option<StopReason>) -> (Vec<RankStatistics>, Summary) {
    reports.sort_by_key(|&(rank, _)| rank);
    // A rank that has reported may have been stopped since.
    let stopped = limited.or_else(|| reports.iter().find_map(|(_, report)| report.stopped));
    let ranks: Vec<_> = reports.iter().map(|(_, report)| report.statistics).collect();
    let total = ranks.iter().fold(RankStatistics::default(), |mut sum, &rank| {
        sum += rank;
        sum
    });
    // If the first solution is wanted, the earliest of those that ranks have found counts.
    let cut = reports.iter().map(|(_, report)| report.cut).min();
    let mut all = TaskReport::default();
    for (_, report) in reports {
        let mut found = report.found;
        if Some(report.cut) > cut {
            found.solutions.clear();
        }
        all.merge(found);
    }
    (ranks, Summary { found: all, total, stopped })
}

impl Environment<Vec<u8>> for Line<'_> {
    fn send(&mut self, to: usize, message: Work<Vec<u8>>) {
        self.team.send(to, &Message::Work(message));
    }

    fn keep(&mut self, tasks: Vec<Vec<u8>>) {
        self.pool.append(tasks.into_iter());
    }

    fn half(&mut self) -> Vec<Vec<u8>> {
        self.pool.half()
    }

    fn supply(&self) -> Supply {
        self.pool.supply()
    }
}

/// Releases the workers of a rank when its first thread panics.
struct CloseOnPanic<'a> {
    pool: &'a Pool<Vec<u8>>,
    control: &'a Control<'a>,
}

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        self.control.abandon();
        self.pool.close();
    }
}
