//! The threads of one process: each makes a worker, and runs a kernel or drives a device.

use super::search::TwoSided;
use super::space::DeferredSpace;
use super::task_queue::TaskQueue;
use super::wavefront::Wavefront;
use super::worker::TaskWorker;
use super::{batched, staged};
use crate::clock::Instant;
use crate::device::DeviceError;
use crate::locks::Mutex;
use crate::plan::{QueueSize, TwoSidedKernel};
use crate::search::control::{Control, StopReason};
use crate::search::executor::AbandonOnPanic;
use crate::search::ranks::Pool;
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::sync::atomic::Ordering;

impl TwoSided<'_> {
    /// Searches on all threads of this process; in a team, searches the tasks that come into the pool.
    pub(super) fn work<S: DeferredSpace>(
        &self,
        space: &S,
        queue: &TaskQueue<'_>,
        pool: Option<&Pool<Vec<u8>>>,
    ) -> Searched {
        assert!(self.searching_workers() > 0, "tasks that nobody searches are not refuted");
        let started = Instant::now();
        let sum = Mutex::new((TaskReport::default(), Vec::new(), 0, Vec::new()));
        self.executor.run(&|number| {
            let device = self.devices.get(number).copied();
            if device.is_none() && !self.threads_search {
                return;
            }
            let guard = AbandonOnPanic(self.control);
            let worker = TaskWorker::new(space, self, queue, pool);
            let mut worker = if device.is_some() { worker.for_device() } else { worker };
            loop {
                match (device, self.kernel) {
                    (Some(device), _) => search_on(device, &mut worker, self.control),
                    (None, TwoSidedKernel::Batched) => {
                        batched::search(space, &mut worker, QueueSize::here());
                    }
                    (None, TwoSidedKernel::Staged) => staged::search(space, &mut worker),
                }
                if !worker.settle() {
                    break;
                }
            }
            let (report, mut solutions, tasks) = worker.finish();
            let mut sum = sum.lock().expect("merging does not panic");
            sum.0.merge(report);
            sum.1.append(&mut solutions);
            sum.2 += tasks;
            sum.3.push(started.elapsed());
            std::mem::forget(guard);
        });
        let (mut report, mut solutions, subtrees, ended) = sum.into_inner().expect("merging does not panic");
        solutions.sort();
        if let Some((place, _)) = solutions.first() {
            queue.first_solved.store(u64::from(*place), Ordering::Relaxed);
        }
        let wanted = if self.all { solutions.len() } else { 1 };
        report.solutions = solutions.into_iter().take(wanted).map(|(_, sequence)| sequence).collect();
        let waited_ns = SchedulerStatistics::waited_for_last(&ended);
        (report, SchedulerStatistics { subtrees, waited_ns, ..SchedulerStatistics::default() })
    }
}

/// Searches tasks on a device. If it fails, all workers leave, because its tasks are known to nobody else.
fn search_on<S: DeferredSpace>(device: &dyn Wavefront, worker: &mut TaskWorker<'_, S>, control: &Control<'_>) {
    if search_tasks(worker, device).is_err() {
        worker.give_up();
        control.stop_for(StopReason::Device { number: device.number() });
    }
}

/// Searches tasks on a device until none are left or a journal entry is due.
fn search_tasks<S: DeferredSpace>(worker: &mut TaskWorker<'_, S>, device: &dyn Wavefront) -> Result<(), DeviceError> {
    let (queue, room) = (worker.queue(), device.room());
    let (mut entered, mut waiting) = (Vec::new(), 0);
    let mut tasks = Vec::new();
    device.begin(queue.order.len())?;
    loop {
        // While enough nodes are waiting, a solution may yet make later tasks superfluous.
        if waiting < room as u64 {
            let share = worker.share(room);
            tasks.extend(std::iter::from_fn(|| worker.next_task()).take(share).map(|place| place as u32));
            let roots: Vec<_> =
                tasks.iter().map(|&place| (place, &queue.tasks[queue.number(place as usize)])).collect();
            device.enter(&roots, queue.remaining)?;
            entered.append(&mut tasks);
        }
        let advance = device.advance(worker.limit())?;
        waiting = advance.waiting;
        let is_idle = waiting == 0 && !worker.may_take();
        worker.advanced(advance);
        if is_idle {
            break;
        }
    }
    let positions = entered.iter().max().map_or(0, |&last| last as usize + 1);
    let tallies = device.tallies(positions)?;
    worker.tallied(entered.into_iter().map(|place| (place as usize, tallies[place as usize])));
    Ok(())
}
