//! The least cost of a look-up on this machine: random accesses to cache lines of a table, and nothing else.
//!
//! A search reads its tables at random, so the memory sets a limit on its speed, whatever the arithmetic. The limit
//! depends on the table (size, huge pages), on the number of concurrent accesses, and on the load of the machine: it
//! must be measured in the same run, on the very memory that the search reads.
//!
//! The method is that of *n independent chains of dependent accesses*. Each chain is a random walk over the lines: the
//! value read takes part in the choice of the next line, so that a chain has exactly one access in flight, and n chains
//! have at most n. No prefetch instruction is used; the processor overlaps the chains on its own. Two properties keep
//! the measurement honest: every value is really waited for and used, and n is the true number of accesses in flight.

use crate::backend::Threads;
use crate::clock::Instant;
use crate::search::Executor;
use crate::storage::{OutOfMemory, TableBuffer, available_memory};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Bytes of a cache line.
pub const LINE: usize = 64;

/// Steps of all chains between two readings of the clock: a millisecond at most.
const STEPS: u64 = 1024;

/// Time of one of several measurements, of which the best counts: on an idle machine it gives two digits, and on a busy
/// one short measurements are disturbed less often.
pub const TIME: Duration = Duration::from_millis(40);

/// The supported numbers of chains.
pub const IN_FLIGHT: [usize; 4] = [1, 4, 16, 32];

/// A measurement.
#[derive(Clone, Copy, Debug)]
pub struct RandomAccess {
    /// Chains of each worker: the largest number of its accesses in flight.
    pub in_flight: usize,
    /// Number of workers, all running at the same time.
    pub workers: usize,
    /// Number of lines read by all of them together.
    pub lines: u64,
    /// Time from the start of the first worker to the end of the last one.
    pub time: Duration,
}

impl RandomAccess {
    /// Measures for about `time`, see [`TIME`]. Pages that were never read should be brought in by [`touch`] first. No
    /// memory is allocated.
    ///
    /// # Panics
    /// If the memory is shorter than a line, or `in_flight` is none of [`IN_FLIGHT`].
    pub fn measure(memory: &[u8], in_flight: usize, executor: &dyn Executor, time: Duration) -> Self {
        let lines = AtomicU64::new(0);
        let start = Instant::now();
        executor.run(&|worker| {
            let mut seed = worker as u64 + 1;
            // At least once, even if the machine was too busy to start the worker in time.
            loop {
                seed = black_box(walk(memory, in_flight, STEPS, seed));
                lines.fetch_add(STEPS * in_flight as u64, Ordering::Relaxed);
                if start.elapsed() >= time {
                    break;
                }
            }
        });
        Self { in_flight, workers: executor.workers(), lines: lines.into_inner(), time: start.elapsed() }
    }

    /// Nanoseconds that one core takes for a line while all work: the time, multiplied by the number of cores that the
    /// workers can have at a time, divided by the lines.
    pub fn ns_per_line(&self) -> f64 {
        self.time.as_nanos() as f64 * cores_for(self.workers) as f64 / self.lines as f64
    }

    /// Lines that all workers together read in a second.
    pub fn lines_per_second(&self) -> f64 {
        self.lines as f64 / self.time.as_secs_f64()
    }
}

/// Nanoseconds of one core for a random line of memory while all threads read, without any table: of as much memory as
/// a table takes, if there is enough of it, and more than caches hold. The best of several tries counts: other programs
/// can only slow the memory down. Takes half a second.
///
/// # Errors
/// If there is not so much memory.
pub fn memory_speed(threads: &Threads) -> Result<f64, OutOfMemory> {
    const BYTES: u64 = 1 << 30;
    const TRIES: usize = 5;
    let memory = threads.install(|| TableBuffer::filled(BYTES.min(available_memory() / 8), 1))?;
    // Fewer accesses in flight never give more.
    let in_flight = [16, 32].into_iter().cycle().take(2 * TRIES);
    let tries = in_flight.map(|n| RandomAccess::measure(&memory, n, threads, TIME).ns_per_line());
    Ok(tries.fold(f64::INFINITY, f64::min))
}

/// Number of cores that `workers` workers can use at a time on this machine.
pub fn cores_for(workers: usize) -> usize {
    workers.min(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// Makes `steps` random accesses in each of `in_flight` chains, and returns a number that depends on every value read.
///
/// # Panics
/// As [`RandomAccess::measure`].
pub fn walk(memory: &[u8], in_flight: usize, steps: u64, seed: u64) -> u64 {
    let (lines, _) = memory.as_chunks();
    assert!(!lines.is_empty(), "less than one line of memory");
    match in_flight {
        1 => chains::<1>(lines, steps, seed),
        4 => chains::<4>(lines, steps, seed),
        16 => chains::<16>(lines, steps, seed),
        32 => chains::<32>(lines, steps, seed),
        _ => panic!("no loop for {in_flight} chains"),
    }
}

fn chains<const N: usize>(lines: &[[u8; LINE]], steps: u64, seed: u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut states: [u64; N] = std::array::from_fn(|_| random.u64(..));
    for _ in 0..steps {
        for state in &mut states {
            let line = &lines[place(*state, lines.len())];
            *state = next(*state, u64::from(line[(*state % LINE as u64) as usize]));
        }
    }
    states.into_iter().fold(0, next)
}

/// The state after a value was read: a step of a linear congruential generator modulo 2^64 (Knuth's multiplier), whose
/// high bits are good enough to spread accesses, perturbed by the value. Two instructions beside the access itself.
#[inline(always)]
fn next(state: u64, value: u64) -> u64 {
    (state ^ value).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// The line that a state selects.
#[inline(always)]
fn place(state: u64, lines: usize) -> usize {
    ((u128::from(state) * lines as u128) >> 64) as usize
}

/// Reads a byte of every page, so that no page is brought in during a measurement. Takes about a second for 10 GB, more
/// if pages must be read from a file.
pub fn touch(memory: &[u8]) {
    const PAGE: usize = 4096;
    black_box(memory.iter().step_by(PAGE).fold(0u8, |sum, &byte| sum.wrapping_add(byte)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Sequential;

    #[test]
    fn what_is_measured_adds_up() {
        let memory = vec![3; 1000 * LINE + 17];
        for in_flight in IN_FLIGHT {
            for executor in [&Sequential as &dyn Executor, &Threads::new(3).unwrap()] {
                let found = RandomAccess::measure(&memory, in_flight, executor, Duration::from_millis(5));
                assert_eq!((found.in_flight, found.workers), (in_flight, executor.workers()));
                assert_eq!(found.lines % (STEPS * in_flight as u64), 0);
                assert!(found.lines > 0 && found.time >= Duration::from_millis(5));
                let per_core = found.ns_per_line() * found.lines_per_second() * 1e-9;
                assert!((per_core - cores_for(found.workers) as f64).abs() < 1e-6);
            }
        }
    }

    /// Every value takes part: the chains change if a byte of the memory changes.
    #[test]
    fn chains_depend_on_what_they_read() {
        let zeros = vec![0; 64 * LINE];
        for in_flight in IN_FLIGHT {
            let usual = walk(&zeros, in_flight, 100, 1);
            assert_eq!(walk(&zeros, in_flight, 100, 1), usual);
            assert_ne!(walk(&vec![1; zeros.len()], in_flight, 100, 1), usual);
            assert_ne!(walk(&zeros, in_flight, 100, 2), usual);
        }
    }

    /// All lines are visited about equally often, whether the memory holds zeros, as a fresh table does, or random
    /// bytes.
    #[test]
    fn accesses_are_spread_over_all_lines() {
        let mut random = fastrand::Rng::with_seed(1);
        for bits in [0, 0xff] {
            let mut visits = [0u32; 500];
            let mut state = 1;
            for _ in 0..visits.len() * 400 {
                visits[place(state, visits.len())] += 1;
                state = next(state, random.u64(..) & bits);
            }
            assert!(visits.iter().all(|count| (280..520).contains(count)), "{visits:?}");
        }
        assert_eq!((place(0, 7), place(u64::MAX, 7)), (0, 6));
    }

    #[test]
    #[should_panic(expected = "less than one line")]
    fn there_has_to_be_a_line() {
        walk(&[0; LINE - 1], 1, 1, 1);
    }
}
