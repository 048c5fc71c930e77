//! Wall time and processor time.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// The time that some work took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub wall: Duration,
    /// The sum over all threads. Less than the wall time of all cores if threads waited, or other programs used the
    /// cores: on a busy machine, it is the more reliable figure.
    pub processor: Duration,
}

/// Does some work, and returns the time that it took.
pub fn timed<R>(work: impl FnOnce() -> R) -> (R, Taken) {
    let (start, before) = (Instant::now(), processor_time());
    let result = work();
    let processor = processor_time().saturating_sub(before);
    (result, Taken { wall: start.elapsed(), processor })
}

/// Processor time of this process so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
