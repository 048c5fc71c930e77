//! Wall time and processor time.

use std::time::{Duration, Instant};

/// The time that some work took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// As a clock on the wall shows it.
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
#[cfg(unix)]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Processor time of this process so far: that of its threads in the program and in the kernel.
#[cfg(windows)]
#[allow(unsafe_code)]
pub fn processor_time() -> Duration {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};
    let none = FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 };
    let [mut created, mut ended, mut kernel, mut user] = [none; 4];
    // SAFETY: all pointers are those of variables that live through the call, and the handle is that of this process.
    let known = unsafe { GetProcessTimes(GetCurrentProcess(), &mut created, &mut ended, &mut kernel, &mut user) };
    assert_ne!(known, 0, "a process may ask for its own times");
    // In units of 100 nanoseconds.
    let units = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos(100 * (units(kernel) + units(user)))
}
