//! A device for tests: kernels compiled as C11 by the compiler of this machine, work items one after the other.
//!
//! `CUBEPDB_KERNEL_FLAGS` holds more flags for the compiler, such as those of a sanitizer.
#![allow(unsafe_code)]

use super::{Argument, BufferId, Device, DeviceFault, DeviceInfo, PRELUDE, ProgramId};
use std::collections::{BTreeMap, HashMap};
use std::ffi::{CString, c_char, c_int, c_void};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Most arguments of a kernel.
const ARGUMENTS: usize = 24;

/// A kernel: pointers and numbers of 32 bits are passed alike, and arguments beyond those that it takes are ignored.
type Kernel = unsafe extern "C" fn(
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize, //
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
);

/// The device.
pub struct Compiled {
    info: DeviceInfo,
    state: Mutex<State>,
    /// Launches until the device is lost.
    launches_left: Mutex<Option<u32>>,
}

#[derive(Default)]
struct State {
    libraries: Vec<usize>,
    buffers: HashMap<u32, Vec<u64>>,
    next: u32,
}

impl Compiled {
    /// A device with this number and so much memory.
    pub fn device(number: u32, memory: u64) -> Arc<dyn Device> {
        Self::with_launches(number, memory, None)
    }

    /// The same, lost after some launches.
    pub fn lost_after(number: u32, memory: u64, launches: u32) -> Arc<dyn Device> {
        Self::with_launches(number, memory, Some(launches))
    }

    /// The number of launches that some work takes.
    pub fn launches_of(memory: u64, work: impl FnOnce(Arc<dyn Device>)) -> u32 {
        let device = Self::with_launches(0, memory, Some(u32::MAX));
        work(device.clone());
        u32::MAX - device.launches_left.lock().unwrap().expect("they are counted")
    }

    fn with_launches(number: u32, memory: u64, launches: Option<u32>) -> Arc<Self> {
        let info = DeviceInfo {
            number,
            name: "C11".to_owned(),
            driver: "the compiler of this machine".to_owned(),
            is_processor: true,
            memory,
            largest_buffer: memory / 4,
            units: 1,
        };
        Arc::new(Self { info, state: Mutex::default(), launches_left: Mutex::new(launches) })
    }
}

/// Compiles a source into a library, once for all devices. The error is the compiler's message.
fn library_of(source: &str) -> Result<Arc<[u8]>, String> {
    type Made = Arc<OnceLock<Result<Arc<[u8]>, String>>>;
    static LIBRARIES: Mutex<BTreeMap<String, Made>> = Mutex::new(BTreeMap::new());
    let made = LIBRARIES.lock().unwrap().entry(source.to_owned()).or_default().clone();
    made.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let [text, library] = ["kernels.c", "kernels.so"].map(|name| directory.path().join(name));
        std::fs::write(&text, format!("{PRELUDE}{source}")).unwrap();
        let flags = std::env::var("CUBEPDB_KERNEL_FLAGS").unwrap_or_default();
        let output = Command::new("cc")
            .args(["-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o"])
            .args([&library, &text])
            .args(flags.split_whitespace())
            .output()
            .expect("a C compiler");
        if output.status.success() {
            Ok(std::fs::read(&library).unwrap().into())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    })
    .clone()
}

impl State {
    /// Something that a library defines.
    fn symbol(&self, ProgramId(library): ProgramId, name: &str) -> *mut c_void {
        let name = CString::new(name).unwrap();
        // SAFETY: the libraries stay open, and the name ends with a zero byte.
        let symbol = unsafe { dlsym(self.libraries[library as usize] as *mut c_void, name.as_ptr()) };
        assert!(!symbol.is_null(), "{name:?}");
        symbol
    }
}

impl Device for Compiled {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn compile(&self, source: &str) -> Result<ProgramId, DeviceFault> {
        let bytes = library_of(source).map_err(|log| DeviceFault::Compile { log })?;
        // Libraries have variables: each device opens a file of its own.
        let directory = tempfile::tempdir().unwrap();
        let library = directory.path().join("kernels.so");
        std::fs::write(&library, &*bytes).unwrap();
        let path = CString::new(library.to_str().unwrap()).unwrap();
        // SAFETY: the library was just made, and opening it runs nothing.
        let opened = unsafe { dlopen(path.as_ptr(), 2) };
        assert!(!opened.is_null(), "a compiled library can be opened");
        let mut state = self.state.lock().unwrap();
        state.libraries.push(opened as usize);
        Ok(ProgramId(state.libraries.len() as u32 - 1))
    }

    fn forget(&self, _program: ProgramId) {}

    fn allocate(&self, bytes: u64) -> Result<BufferId, DeviceFault> {
        let mut state = self.state.lock().unwrap();
        let used: usize = state.buffers.values().map(|words| 8 * words.len()).sum();
        if bytes > self.info.largest_buffer || used as u64 + bytes > self.info.memory {
            return Err(DeviceFault::Memory { bytes });
        }
        let id = state.next;
        state.next += 1;
        state.buffers.insert(id, vec![u64::MAX / 3; (bytes as usize).div_ceil(8)]);
        Ok(BufferId(id))
    }

    fn free(&self, BufferId(id): BufferId) {
        self.state.lock().unwrap().buffers.remove(&id);
    }

    fn write(&self, BufferId(id): BufferId, offset: u64, bytes: &[u8]) -> Result<(), DeviceFault> {
        let mut state = self.state.lock().unwrap();
        let words = state.buffers.get_mut(&id).unwrap();
        assert!(offset as usize + bytes.len() <= 8 * words.len());
        // SAFETY: the range was checked, and a word may hold any bytes.
        unsafe { words.as_mut_ptr().cast::<u8>().add(offset as usize).copy_from(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    fn read(&self, BufferId(id): BufferId, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceFault> {
        let state = self.state.lock().unwrap();
        let words = &state.buffers[&id];
        assert!(offset as usize + bytes.len() <= 8 * words.len());
        // SAFETY: the range was checked.
        unsafe { words.as_ptr().cast::<u8>().add(offset as usize).copy_to(bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn launch(
        &self,
        program: ProgramId,
        kernel: &'static str,
        groups: u32,
        arguments: &[Argument],
    ) -> Result<u32, DeviceFault> {
        if let Some(left) = self.launches_left.lock().unwrap().as_mut() {
            *left = left.checked_sub(1).ok_or_else(|| DeviceFault::Lost { what: "a fault on purpose".to_owned() })?;
        }
        let mut state = self.state.lock().unwrap();
        let symbol = state.symbol(program, kernel);
        let mut a = [0; ARGUMENTS];
        for (place, argument) in a.iter_mut().zip(arguments) {
            *place = match argument {
                Argument::Buffer(BufferId(id)) => state.buffers.get_mut(id).unwrap().as_mut_ptr() as usize,
                Argument::Number(number) => *number as usize,
            };
        }
        // The prelude defines both numbers in every library.
        let [item, items] = ["this_item", "all_items"].map(|name| state.symbol(program, name).cast::<u32>());
        // SAFETY: a kernel takes at most so many pointers and numbers, which the calling convention of this machine
        // passes alike.
        let kernel: Kernel = unsafe { std::mem::transmute(symbol) };
        for i in 0..groups {
            // SAFETY: as above; the buffers are alive, the kernels stay within them, and the state is locked.
            unsafe {
                *item = i;
                *items = groups;
                kernel(
                    a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], //
                    a[12], a[13], a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23],
                );
            }
        }
        Ok(groups)
    }
}
