//! Progress of running searches.

use crate::common::progress::{Progress, ProgressMode};
use crate::common::units;
use cubepdb::{
    Algorithm,
    internals::solver::BestSoFar,
    record::{BatchProgress, Estimate, InWork},
    search::Monitor,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Does some work while another thread shows progress, if it is shown at all: `update` is called four times a second,
/// except while `is_hidden`, when something else is shown in its place. If no thread can be started for it, the work
/// runs without progress reports.
pub fn watched<R>(
    mode: ProgressMode,
    is_hidden: impl Fn() -> bool + Send,
    mut update: impl FnMut(&Progress) + Send,
    work: impl FnOnce() -> R,
) -> R {
    let mut progress = Progress::new(mode, 1);
    if progress.is_hidden() {
        return work();
    }
    let (done, wait) = channel::<()>();
    thread::scope(|scope| {
        let _ = Builder::new().spawn_scoped(scope, move || {
            while wait.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout) {
                if is_hidden() {
                    progress.finish();
                    progress = Progress::new(mode, 1);
                } else {
                    update(&progress);
                }
            }
            progress.finish();
        });
        let result = work();
        drop(done);
        result
    })
}

/// Progress of one search.
pub struct Display {
    estimate: Estimate,
    /// The time that the iteration before the current one took; zero for none.
    last: Duration,
    /// True if the user knows that the search takes long.
    is_forecast: bool,
}

impl Display {
    pub fn new() -> Self {
        Self { estimate: Estimate::new(), last: Duration::ZERO, is_forecast: false }
    }

    /// Says once how long a length may take, when it is the first one that will take long.
    fn forecast(&mut self, bound: u8, progress: &Progress) {
        let (last_bound, first_seen, _) = self.estimate.iteration;
        let spent = first_seen.elapsed();
        if last_bound > 0 && bound > last_bound {
            if let Some((next, factor)) = forecast(self.last, spent).filter(|_| !self.is_forecast) {
                self.is_forecast = true;
                progress.say(&format!(
                    "note: length {bound} may take {}, and each further one about {factor:.0} times as long as the one before; Ctrl-C or \
                     --timeout ends the search with the lower bound proven by then",
                    units::about(next)
                ));
            }
            self.last = spent;
        }
    }

    /// Tells of a solution, in a line of its own where a person waits for one cube.
    pub fn better(&mut self, solution: &Algorithm, length: usize, is_alone: bool, progress: &Progress) {
        self.estimate.better(solution, length);
        if is_alone {
            progress.say(&format!("note: {length} moves now: {solution}"));
        }
    }

    pub fn update(&mut self, monitor: &Monitor, progress: &Progress) {
        let bound = monitor.bound.load(Ordering::Relaxed);
        let tasks = (monitor.tasks_done.load(Ordering::Relaxed), monitor.tasks.load(Ordering::Relaxed));
        if bound != self.estimate.iteration.0 || tasks.1 == 0 {
            self.forecast(bound, progress);
        }
        let lower_bound = monitor.lower_bound.load(Ordering::Relaxed);
        let reached = self.estimate.progress((bound, lower_bound), tasks, monitor.nodes.load(Ordering::Relaxed));
        let (done, tasks) = tasks;
        let of_tasks = if tasks > 0 { format!("{done} of {tasks}") } else { done.to_string() };
        let left = reached.seconds_left.map(Duration::from_secs_f64);
        let left_text = left.map_or(String::new(), |left| format!(", about {} left for it", units::about(left)));
        let rate_text = format!("{} nodes/s", units::count(reached.nodes_per_second));
        let text = match left {
            Some(left) if progress.is_bar() => {
                format!("up to length {bound}: about {} left, {rate_text}", units::about(left))
            }
            None if progress.is_bar() => format!("up to length {bound}: {rate_text}"),
            _ => format!("length {bound}: {of_tasks} subtrees, {rate_text}{left_text}"),
        };
        progress.set(done, tasks.max(1));
        progress.event(&text, &reached);
    }
}

/// The time of the next iteration, and by what factor they grow, from the times of the last two; `None` if these are
/// too short to say so, or the next one is short, too.
fn forecast(before: Duration, last: Duration) -> Option<(Duration, f64)> {
    const LEAST: Duration = Duration::from_millis(500);
    const LONG: Duration = Duration::from_secs(600);
    let factor = (before >= LEAST && last > before).then(|| last.as_secs_f64() / before.as_secs_f64())?;
    let next = last.mul_f64(factor);
    (next >= LONG).then_some((next, factor))
}

/// The progress of one of several jobs.
#[derive(Default)]
struct JobProgress {
    /// The current cube; 0 for none.
    cube: AtomicU64,
    monitor: Monitor,
}

/// Progress of several cubes at a time.
pub struct Progresses {
    jobs: Vec<JobProgress>,
    started: Instant,
    cubes: AtomicU64,
    nodes: AtomicU64,
}

impl Progresses {
    pub fn new(jobs: usize) -> Self {
        let jobs = (0..jobs).map(|_| JobProgress::default()).collect();
        Self { jobs, started: Instant::now(), cubes: AtomicU64::new(0), nodes: AtomicU64::new(0) }
    }

    /// Runs a search of a job, and counts it.
    pub fn counted<R>(&self, job: usize, cube: u64, search: impl FnOnce(&Monitor) -> R) -> R {
        let progress = &self.jobs[job];
        progress.monitor.nodes.store(0, Ordering::Relaxed);
        progress.cube.store(cube, Ordering::Relaxed);
        let result = search(&progress.monitor);
        progress.cube.store(0, Ordering::Relaxed);
        self.nodes.fetch_add(progress.monitor.nodes.swap(0, Ordering::Relaxed), Ordering::Relaxed);
        self.cubes.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// As [`counted`](Self::counted); a single search has a display and a monitor of its own. Good solutions are
    /// looked for meanwhile, if they are wanted, and told in lines of their own with `true`.
    pub fn shown<R>(
        &self,
        (job, cube): (usize, u64),
        is_hidden: impl Fn() -> bool + Send,
        mode: ProgressMode,
        monitor: Monitor,
        best: Option<(&BestSoFar, bool)>,
        search: impl FnOnce(&Monitor) -> R,
    ) -> R {
        if self.jobs.len() > 1 {
            return self.counted(job, cube, search);
        }
        let mut display = Display::new();
        let update = |progress: &Progress| {
            if let Some((best, is_alone)) = best
                && let Some(solution) = best.news()
            {
                display.better(&solution, solution.length(best.metric()), is_alone, progress);
            }
            display.update(&monitor, progress);
        };
        watched(mode, is_hidden, update, || match best {
            Some((best, _)) => best.beside(&monitor, || search(&monitor)),
            None => search(&monitor),
        })
    }

    /// Updates the bar, which shows the earliest current cube: the others wait for it.
    pub fn update(&self, progress: &Progress) {
        let load = |value: &AtomicU64| value.load(Ordering::Relaxed);
        let mut busy: Vec<(u64, &Monitor)> =
            self.jobs.iter().map(|job| (load(&job.cube), &job.monitor)).filter(|(cube, _)| *cube > 0).collect();
        busy.sort_by_key(|(cube, _)| *cube);
        let nodes = load(&self.nodes) + self.jobs.iter().map(|job| load(&job.monitor.nodes)).sum::<u64>();
        let nodes_per_second = nodes as f64 / self.started.elapsed().as_secs_f64();
        let bound = |monitor: &Monitor| monitor.bound.load(Ordering::Relaxed);
        let places = busy.iter().map(|(cube, monitor)| format!("{cube} at length {}", bound(monitor)));
        let (done, places) = (load(&self.cubes), places.collect::<Vec<_>>().join(", "));
        if let Some((_, first)) = busy.first() {
            let tasks = load(&first.tasks).max(1);
            progress.set(load(&first.tasks_done).min(tasks), tasks);
        }
        // Good solutions have no lengths that are searched.
        let text = match places.is_empty() {
            true => format!("{done} cubes done"),
            false => format!("{done} cubes done; in work: {places}; {} nodes/s", units::count(nodes_per_second)),
        };
        let in_work = busy.iter().map(|&(id, monitor)| InWork { id, bound: bound(monitor) }).collect();
        progress.event(&text, &BatchProgress { done, in_work, nodes, nodes_per_second });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_iterations_are_forecast() {
        let of = |before, last| forecast(Duration::from_millis(before), Duration::from_millis(last));
        assert_eq!(of(1_000, 25_000), Some((Duration::from_secs(625), 25.0)));
        assert_eq!(of(1_000, 20_000), None, "it takes 400 s");
        assert_eq!(of(100, 30_000), None, "the first time is too short for a factor");
        assert_eq!(of(30_000, 30_000), None);
    }
}
