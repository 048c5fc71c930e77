//! The random-access limit of the tables in memory.

use crate::common::clock::{Taken, timed};
use crate::common::exit::Failure;
use crate::setup::Setup;
use crate::thread_pools::start;
use cubepdb::{
    random_access::{IN_FLIGHT, LINE, RandomAccess, TIME, touch},
    record::{LimitRecord, MeasuredRecord},
    search::{Executor, Sequential},
};

/// Tries for each number of accesses in flight. The best one counts: other programs can only slow the memory down.
const TRIES: usize = 5;

/// Numbers of accesses in flight that are tried for the limit alone; fewer never give more.
const MANY: [usize; 2] = [16, 32];

/// Measures random lines of the largest table with all threads and many accesses in flight or, if `whole`, also with
/// one thread and with few accesses. `None` without a table, or if interrupted before the first result.
pub fn measure(setup: &Setup, whole: bool) -> Result<Option<LimitRecord>, Failure> {
    let largest = setup.solver.tables().into_iter().max_by_key(|table| table.as_bytes().len());
    let Some(table) = largest.filter(|table| table.as_bytes().len() >= LINE) else { return Ok(None) };
    let memory = table.as_bytes();
    let all = start(setup.pools.threads)?;
    touch(memory);
    let mut measured = Vec::new();
    for in_flight in IN_FLIGHT.into_iter().filter(|n| whole || MANY.contains(n)) {
        if setup.pools.interrupt.is_raised() {
            break;
        }
        if whole && setup.pools.threads > 1 {
            measured.push(best_of_tries(memory, in_flight, &Sequential));
        }
        measured.push(best_of_tries(memory, in_flight, &all));
    }
    let limit = LimitRecord { table: table.name(), bytes: memory.len(), measured };
    Ok((!limit.measured.is_empty()).then_some(limit))
}

/// The most lines per second of all threads.
pub fn best(limit: &LimitRecord) -> Option<&MeasuredRecord> {
    let threads = limit.measured.iter().map(|measured| measured.threads).max()?;
    let of_all = limit.measured.iter().filter(|measured| measured.threads == threads);
    of_all.max_by(|a, b| a.lines_per_second.total_cmp(&b.lines_per_second))
}

fn best_of_tries(memory: &[u8], in_flight: usize, executor: &dyn Executor) -> MeasuredRecord {
    let measure = || RandomAccess::measure(memory, in_flight, executor, TIME);
    let tries: Vec<(RandomAccess, Taken)> = (0..TRIES).map(|_| timed(measure)).collect();
    let of_processor = |(found, taken): &(RandomAccess, Taken)| taken.processor.as_nanos() as f64 / found.lines as f64;
    MeasuredRecord {
        in_flight,
        threads: executor.workers(),
        ns_per_line: tries.iter().map(|(found, _)| found.ns_per_line()).fold(f64::INFINITY, f64::min),
        processor_ns_per_line: tries.iter().map(of_processor).fold(f64::INFINITY, f64::min),
        lines_per_second: tries.iter().map(|(found, _)| found.lines_per_second()).fold(0.0, f64::max),
    }
}
