//! The order in which root tasks are searched.

use super::tasks::{RootTask, number};
use crate::cube::FaceTurn;

/// The scores of the root tasks in the last iteration.
#[derive(Debug, Default)]
pub struct TaskScores {
    /// Length of the tasks' paths.
    len: u8,
    /// The score of each task, by its number.
    of_task: Vec<u16>,
    /// The score of each task, by the number of its path among all move sequences of this length; a high score is a
    /// good sign.
    of_path: Vec<u16>,
}

impl TaskScores {
    /// The scores of root tasks whose paths have one length.
    pub fn new(tasks: &[RootTask], of_task: Vec<u16>) -> Self {
        let Some(len) = tasks.first().map(|task| task.moves().len()) else { return Self::default() };
        let mut of_path = vec![0; FaceTurn::COUNT.pow(len as u32)];
        tasks.iter().zip(&of_task).for_each(|(task, &score)| of_path[number(task.moves())] = score);
        Self { len: len as u8, of_task, of_path }
    }

    /// The score of each task, by its number.
    pub fn of_tasks(&self) -> &[u16] {
        &self.of_task
    }

    /// The numbers of these tasks in descending order of their scores; longer tasks are scored by their first moves.
    /// Tasks with equal scores keep their order. Cost: linear, some nanoseconds a task; nothing is searched in the
    /// meantime.
    pub fn order(&self, tasks: &[RootTask]) -> Vec<u32> {
        let len = self.len;
        let all = 0..tasks.len() as u32;
        if self.of_path.is_empty() || tasks.first().is_none_or(|task| task.moves().len() < usize::from(len)) {
            return all.collect();
        }
        // Tasks with the same first moves stay together.
        let runs = || tasks.chunk_by(|one, other| one.beginning(len) == other.beginning(len));
        let best = self.of_task.iter().copied().max().unwrap_or(0);
        let place = |run: &[RootTask]| usize::from(best - self.of_path[number(&run[0].moves()[..usize::from(len)])]);
        let mut places = vec![0; usize::from(best) + 2];
        runs().for_each(|run| places[place(run) + 1] += run.len());
        (1..places.len()).for_each(|i| places[i] += places[i - 1]);
        let mut order: Vec<u32> = all.collect();
        let mut first = 0;
        for run in runs() {
            let next = &mut places[place(run)];
            let numbers = order[*next..][..run.len()].iter_mut();
            numbers.zip(first..).for_each(|(number, task)| *number = task);
            *next += run.len();
            first += run.len() as u32;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::search::engine::two_sided::tasks::root_tasks;

    #[test]
    fn the_most_promising_come_first_and_others_keep_their_order() {
        let (short, nodes) = root_tasks(Metric::HalfTurn, 1, &[]);
        assert_eq!((short.len(), nodes), (18, 18));
        let counts = (0..18).map(|i| if i == 7 { u16::MAX } else { i % 3 });
        let scores = TaskScores::new(&short, counts.collect());
        let (long, nodes) = root_tasks(Metric::HalfTurn, 2, &[]);
        assert_eq!((long.len(), nodes), (243, 261));
        let sorted: Vec<RootTask> = scores.order(&long).into_iter().map(|place| long[place as usize]).collect();
        let first = |task: &RootTask| task.moves()[0].index();
        assert!(sorted[..13].iter().all(|task| first(task) == 7));
        let rest: Vec<usize> = sorted.iter().map(|task| first(task) % 3).collect();
        assert!(rest[15..].is_sorted_by(|a, b| a >= b));
        let mut again = sorted;
        again.sort_by_key(|task| long.iter().position(|other| other == task));
        assert_eq!(again, *long);
    }
}
