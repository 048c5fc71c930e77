//! Faults on purpose, for tests, selected by the variable `CUBEPDB_FAULT`. `panic-before:N` makes a worker panic
//! instead of doing the `N`-th piece of work that workers of this process are given, `panic-after:N` when it has just
//! done it. In builds with MPI, `panic-rank:N` makes rank `N` panic when it begins to search, `panic-worker:N` another
//! thread of it.
//!
//! `no-opencl` and `no-device` make devices unavailable; `lose-device:N` makes each device fail after `N` launches, and
//! `wrong-device:N` falsifies the first byte of what is read from a device, from the `N`-th time on.

use cubepdb::{
    Threads,
    devices::{self, Argument, BufferId, Device, DeviceError, DeviceFault, DeviceInfo, ProgramId},
    search::Executor,
};
use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The threads of a search, one of which may fail. Without the variable they are unchanged.
pub struct FailingThreads<'a>(pub &'a Threads);

impl Executor for FailingThreads<'_> {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        self.0.run(&|worker| failing(|| work(worker)));
    }

    fn within(&self, work: &(dyn Fn() + Sync)) {
        Executor::within(self.0, &|| failing(work));
    }

    fn workers(&self) -> usize {
        self.0.workers()
    }
}

/// Does a piece of work, and panics before or after it if that is asked for.
fn failing(work: impl Fn()) {
    let Some((kind, number)) = asked() else { return work() };
    static GIVEN: AtomicUsize = AtomicUsize::new(0);
    let strikes = GIVEN.fetch_add(1, Ordering::Relaxed) == number;
    assert!(!(strikes && kind == "panic-before"), "a fault on purpose before work {number}");
    work();
    assert!(!(strikes && kind == "panic-after"), "a fault on purpose after work {number}");
}

/// All devices of this machine, which may fail. Without the variable they are unchanged.
pub fn devices() -> Result<Vec<Arc<dyn Device>>, DeviceError> {
    match env::var("CUBEPDB_FAULT").as_deref() {
        Ok("no-opencl") => {
            Err(DeviceError::NoLibrary { library: "libOpenCL.so.1", remedy: "Debian: ocl-icd-libopencl1" })
        }
        Ok("no-device") => Err(DeviceError::NoDevice),
        _ => {
            let found = devices::devices()?;
            Ok(match DeviceTrouble::asked() {
                None => found,
                Some(trouble) => found.into_iter().map(|device| FailingDevice::of(device, trouble)).collect(),
            })
        }
    }
}

/// A fault of a device.
#[derive(Clone, Copy)]
enum DeviceTrouble {
    /// It fails after so many launches.
    Lost(usize),
    /// Values that are read from it are wrong from this time on.
    Wrong(usize),
}

impl DeviceTrouble {
    fn asked() -> Option<Self> {
        let (kind, number) = asked()?;
        match kind.as_str() {
            "lose-device" => Some(Self::Lost(number)),
            "wrong-device" => Some(Self::Wrong(number)),
            _ => None,
        }
    }
}

/// A device that fails.
struct FailingDevice {
    device: Arc<dyn Device>,
    trouble: DeviceTrouble,
    launches: AtomicUsize,
    reads: AtomicUsize,
}

impl FailingDevice {
    fn of(device: Arc<dyn Device>, trouble: DeviceTrouble) -> Arc<dyn Device> {
        Arc::new(Self { device, trouble, launches: AtomicUsize::new(0), reads: AtomicUsize::new(0) })
    }

    fn answer(&self) -> Result<(), DeviceFault> {
        match self.trouble {
            DeviceTrouble::Lost(most) if self.launches.load(Ordering::Relaxed) >= most => {
                Err(DeviceFault::Lost { what: "a fault on purpose".to_owned() })
            }
            DeviceTrouble::Lost(_) | DeviceTrouble::Wrong(_) => Ok(()),
        }
    }
}

impl Device for FailingDevice {
    fn info(&self) -> &DeviceInfo {
        self.device.info()
    }

    fn compile(&self, source: &str) -> Result<ProgramId, DeviceFault> {
        self.answer().and_then(|()| self.device.compile(source))
    }

    fn forget(&self, program: ProgramId) {
        self.device.forget(program);
    }

    fn allocate(&self, bytes: u64) -> Result<BufferId, DeviceFault> {
        self.answer().and_then(|()| self.device.allocate(bytes))
    }

    fn free(&self, buffer: BufferId) {
        self.device.free(buffer);
    }

    fn write(&self, buffer: BufferId, offset: u64, bytes: &[u8]) -> Result<(), DeviceFault> {
        self.answer().and_then(|()| self.device.write(buffer, offset, bytes))
    }

    fn read(&self, buffer: BufferId, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceFault> {
        self.answer().and_then(|()| self.device.read(buffer, offset, bytes))?;
        let reads = self.reads.fetch_add(1, Ordering::Relaxed);
        if let (DeviceTrouble::Wrong(first), Some(byte)) = (self.trouble, bytes.first_mut())
            && reads >= first
        {
            *byte ^= 1;
        }
        Ok(())
    }

    fn launch(
        &self,
        program: ProgramId,
        kernel: &'static str,
        groups: u32,
        arguments: &[Argument],
    ) -> Result<u32, DeviceFault> {
        self.answer()?;
        self.launches.fetch_add(1, Ordering::Relaxed);
        self.device.launch(program, kernel, groups, arguments)
    }
}

fn asked() -> Option<(String, usize)> {
    let fault = env::var("CUBEPDB_FAULT").ok()?;
    let (kind, number) = fault.split_once(':')?;
    Some((kind.to_owned(), number.parse().ok()?))
}

/// Panics if this rank is selected.
#[cfg(feature = "mpi")]
pub fn strike(rank: usize) {
    let Some((kind, number)) = asked().filter(|(_, number)| *number == rank) else { return };
    match kind.as_str() {
        "panic-rank" => panic!("a fault on purpose on rank {number}"),
        "panic-worker" => {
            std::thread::spawn(move || panic!("a fault on purpose in a worker of rank {number}"));
        }
        _ => {}
    }
}
