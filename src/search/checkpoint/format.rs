//! The byte format of a saved search, see `FORMAT.md`.

use crate::puzzle::MoveIndex;
use crate::search::checkpoint::progress::{Progress, Running};
use crate::search::report::{Counters, IterationReport, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::Split;
use crate::storage::{Contents, Seal, SealError};
use std::time::Duration;

pub(in crate::search) const SEAL: Seal = Seal {
    magic: *b"\x89CPS\r\n\x1a\n",
    version: 2,
    name: "a checkpoint of a search",
    other: "saved by another search",
};
/// The limit on counts in a file: no search gets that far, and the sum over all lengths still fits 64 bits.
const MOST: u64 = 1 << 55;

type Result<T> = std::result::Result<T, SealError>;

/// Encodes a search with this identity.
pub(super) fn encode(identity: &str, progress: &Progress) -> Vec<u8> {
    SEAL.close(identity, &payload(progress))
}

fn payload(progress: &Progress) -> Vec<u8> {
    let mut out = vec![progress.next, u8::from(progress.running.is_some())];
    out.extend((progress.iterations.len() as u16).to_le_bytes());
    for iteration in &progress.iterations {
        out.push(iteration.bound);
        put_counters(&mut out, &iteration.counters);
        put(&mut out, [iteration.scheduler.subtrees, nanoseconds(iteration.time)]);
    }
    put_solutions(&mut out, &progress.solutions);
    put_scores(&mut out, &progress.scores);
    if let Some(Running { split, done, scores, report, time }) = &progress.running {
        out.extend([split.depth, report.overshoot]);
        put(&mut out, [split.tasks, split.paths, nanoseconds(*time)]);
        put_counters(&mut out, &report.counters);
        put_solutions(&mut out, &report.solutions);
        out.extend(done);
        put_scores(&mut out, scores);
    }
    out
}

fn put<const N: usize>(out: &mut Vec<u8>, numbers: [u64; N]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put_counters(out: &mut Vec<u8>, counters: &Counters) {
    let Counters { nodes, expanded, lookups, duplicates } = *counters;
    put(out, [nodes, expanded, lookups, duplicates]);
}

fn put_solutions(out: &mut Vec<u8>, solutions: &[Vec<MoveIndex>]) {
    put(out, [solutions.len() as u64]);
    for solution in solutions {
        out.push(solution.len() as u8);
        out.extend(solution.iter().map(|by| by.index() as u8));
    }
}

fn put_scores(out: &mut Vec<u8>, scores: &[u16]) {
    put(out, [scores.len() as u64]);
    out.extend(scores.iter().flat_map(|score| score.to_le_bytes()));
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Decodes what [`encode`] wrote for the search with this identity, whose moves are numbered below `move_count`. Every
/// number is checked before memory is allocated for it.
pub(super) fn decode(bytes: &[u8], identity: &str, move_count: usize) -> Result<Progress> {
    let mut reader = Reader(SEAL.open(bytes, identity)?);
    let progress = reader.progress(move_count)?;
    reader.0.end()?;
    Ok(progress)
}

struct Reader<'a>(Contents<'a>);

impl Reader<'_> {
    fn progress(&mut self, move_count: usize) -> Result<Progress> {
        let [next, running] = self.0.take()?;
        let count = u16::from_le_bytes(self.0.take()?);
        let mut iterations: Vec<IterationReport> = Vec::new();
        for _ in 0..count {
            let iteration = self.iteration()?;
            if iterations.last().is_some_and(|last| last.bound >= iteration.bound) {
                return Err(SealError::out_of_range("length of an iteration", iteration.bound));
            }
            iterations.push(iteration);
        }
        if iterations.last().is_some_and(|last| last.bound >= next) {
            return Err(SealError::out_of_range("length to search next", next));
        }
        let solutions = self.solutions(move_count)?;
        let scores = self.scores()?;
        let running = match running {
            0 => None,
            1 => Some(self.running(move_count, next)?),
            _ => return Err(SealError::out_of_range("mark of a length in hand", running)),
        };
        Ok(Progress { iterations, solutions, next, scores, running })
    }

    fn iteration(&mut self) -> Result<IterationReport> {
        let [bound] = self.0.take()?;
        let counters = self.counters()?;
        let scheduler = SchedulerStatistics { subtrees: self.count()?, ..SchedulerStatistics::default() };
        let time = Duration::from_nanos(self.0.u64()?);
        Ok(IterationReport { bound, counters, scheduler, completed: true, time })
    }

    fn running(&mut self, move_count: usize, bound: u8) -> Result<Running> {
        let [depth, overshoot] = self.0.take()?;
        if depth > bound {
            return Err(SealError::out_of_range("depth of the subtrees", depth));
        }
        let (tasks, paths) = (self.0.u64()?, self.0.u64()?);
        let time = Duration::from_nanos(self.0.u64()?);
        let counters = self.counters()?;
        let solutions = self.solutions(move_count)?;
        let done = self.bits(tasks)?;
        let scores = self.scores()?;
        if !scores.is_empty() && scores.len() as u64 != tasks {
            return Err(SealError::out_of_range("number of scores", scores.len() as u64));
        }
        let report = TaskReport { solutions, counters, overshoot, complete: true };
        Ok(Running { split: Split { depth, tasks, paths }, done, scores, report, time })
    }

    fn scores(&mut self) -> Result<Vec<u16>> {
        let count = self.0.u64()?;
        let Some(bytes) = count.checked_mul(2) else {
            return Err(SealError::out_of_range("number of scores", count));
        };
        let scores = self.0.slice(bytes)?.as_chunks::<2>().0;
        Ok(scores.iter().map(|&score| u16::from_le_bytes(score)).collect())
    }

    /// One bit for each task; the bits after the last task are 0.
    fn bits(&mut self, count: u64) -> Result<Vec<u8>> {
        let bytes = self.0.slice(count.div_ceil(8))?;
        match bytes.last() {
            Some(last) if !count.is_multiple_of(8) && last >> (count % 8) != 0 => {
                Err(SealError::out_of_range("last byte of the map", *last))
            }
            _ => Ok(bytes.to_vec()),
        }
    }

    fn solutions(&mut self, move_count: usize) -> Result<Vec<Vec<MoveIndex>>> {
        let count = self.0.u64()?;
        // Every move sequence takes at least one byte.
        if count > self.0.left() {
            return Err(SealError::out_of_range("number of solutions", count));
        }
        (0..count).map(|_| self.solution(move_count)).collect()
    }

    fn solution(&mut self, move_count: usize) -> Result<Vec<MoveIndex>> {
        let [length] = self.0.take()?;
        let bytes = self.0.slice(u64::from(length))?;
        match bytes.iter().find(|&&index| usize::from(index) >= move_count) {
            Some(index) => Err(SealError::out_of_range("move of a solution", *index)),
            None => Ok(bytes.iter().map(|&index| MoveIndex::new(usize::from(index))).collect()),
        }
    }

    fn counters(&mut self) -> Result<Counters> {
        let [nodes, expanded, lookups, duplicates] = [self.count()?, self.count()?, self.count()?, self.count()?];
        Ok(Counters { nodes, expanded, lookups, duplicates })
    }

    fn count(&mut self) -> Result<u64> {
        match self.0.u64()? {
            count if count <= MOST => Ok(count),
            found => Err(SealError::out_of_range("count of nodes or the like", found)),
        }
    }
}
