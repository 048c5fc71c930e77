//! The pool of root tasks of one rank in a team.

use super::task_queue::TaskQueue;
use crate::locks::Mutex;
use crate::search::ranks::Pool;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The pool of a rank: consecutive tasks in the order of their scores.
pub(super) struct RootTaskPool<'a> {
    pub pool: &'a Pool<Vec<u8>>,
    /// The positions that the workers of this rank have taken.
    pub kept: &'a Mutex<Vec<Range<usize>>>,
}

impl RootTaskPool<'_> {
    /// The positions of some tasks, as soon as there are any; `None` if no more will come.
    pub fn take(&self, queue: &TaskQueue<'_>) -> Option<Range<usize>> {
        let places = unpack(queue, &self.pool.take()?);
        self.kept.lock().expect("nobody panics here").push(places.clone());
        Some(places)
    }

    /// Lets the workers leave when they have taken the last task.
    pub fn close(&self) {
        self.pool.close();
    }
}

/// Encodes the first position of some tasks, and the number of each in the list that all ranks have.
pub(super) fn pack(queue: &TaskQueue<'_>, places: Range<usize>) -> Vec<u8> {
    let first = places.start as u32;
    let numbers = places.map(|place| queue.number(place) as u32);
    std::iter::once(first).chain(numbers).flat_map(u32::to_le_bytes).collect()
}

/// Enters the numbers of tasks that another rank has sent; returns their positions.
fn unpack(queue: &TaskQueue<'_>, chunk: &[u8]) -> Range<usize> {
    let mut numbers = chunk.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let first = numbers.next().expect("the first position") as usize;
    let places = first..first + numbers.len();
    for (place, task) in queue.order[places.clone()].iter().zip(numbers) {
        place.store(task, Ordering::Relaxed);
    }
    places
}
