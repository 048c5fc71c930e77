//! Devices through OpenCL 1.2, whose library is opened when devices are asked for.
//!
//! The only `unsafe` of this module is here.
#![allow(unsafe_code)]

use super::{Argument, BufferId, Device, DeviceError, DeviceFault, DeviceInfo, PRELUDE, ProgramId};
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, Device as Card};
use opencl3::error_codes::{ClError, DLOPEN_FUNCTION_NOT_AVAILABLE, DLOPEN_RUNTIME_LOAD_FAILED};
use opencl3::event::{CL_COMPLETE, Event};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::{Platform, get_platforms};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;
use std::collections::HashMap;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard};

/// Work items in a group: a multiple of the width of all cards.
const GROUP: usize = 64;

/// All devices, cards before processors.
pub fn devices() -> Result<Vec<Arc<dyn Device>>, DeviceError> {
    // Not every driver survives being asked by two threads at once for the first time.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().expect("asking does not panic");
    let mut found: Vec<(DeviceInfo, Card)> = Vec::new();
    for platform in platforms()? {
        for id in platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default() {
            let card = Card::new(id);
            found.extend(described(&platform, &card).ok().map(|info| (info, card)));
        }
    }
    if found.is_empty() {
        return Err(DeviceError::NoDevice);
    }
    found.sort_by_key(|(info, _)| info.is_processor);
    let numbered = found.into_iter().zip(0..).map(|((info, card), number)| {
        let device: Arc<dyn Device> =
            Arc::new(OpenClDevice { info: DeviceInfo { number, ..info }, card, state: Mutex::default() });
        device
    });
    Ok(numbered.collect())
}

fn platforms() -> Result<Vec<Platform>, DeviceError> {
    match get_platforms() {
        Ok(platforms) => Ok(platforms),
        Err(ClError(DLOPEN_RUNTIME_LOAD_FAILED | DLOPEN_FUNCTION_NOT_AVAILABLE)) => {
            let (library, remedy) = match () {
                _ if cfg!(windows) => ("OpenCL.dll", "it comes with the card's driver"),
                _ if cfg!(target_os = "macos") => ("OpenCL.framework", "it is a part of macOS"),
                _ => ("libOpenCL.so.1", "Debian: ocl-icd-libopencl1, and the OpenCL part of the card's driver"),
            };
            Err(DeviceError::NoLibrary { library, remedy })
        }
        // With a library and without drivers, some libraries say that there is no platform.
        Err(_) => Err(DeviceError::NoDevice),
    }
}

fn described(platform: &Platform, card: &Card) -> Result<DeviceInfo, ClError> {
    Ok(DeviceInfo {
        number: 0,
        name: card.name()?.trim().to_owned(),
        driver: format!("{}, driver {}", platform.name()?.trim(), card.driver_version()?.trim()),
        is_processor: card.dev_type()? & CL_DEVICE_TYPE_CPU != 0,
        memory: card.global_mem_size()?,
        largest_buffer: card.max_mem_alloc_size()?,
        units: card.max_compute_units()?,
    })
}

/// A kernel, and how many work items are in a group of it.
struct Compiled {
    kernel: Kernel,
    group: usize,
}

struct OpenClDevice {
    info: DeviceInfo,
    card: Card,
    state: Mutex<Option<State>>,
}

/// Created when the device is first used. Programs and buffers are dropped before the queue and the context.
struct State {
    programs: HashMap<u32, HashMap<String, Compiled>>,
    /// Launches since the last read.
    launched: Vec<Event>,
    buffers: HashMap<u32, Buffer<u8>>,
    next: u32,
    queue: CommandQueue,
    context: Context,
}

impl State {
    /// A number that no program and no buffer has.
    fn take_number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }
}

impl OpenClDevice {
    /// Runs `work` with the state of the device, which is made on the first call.
    fn with<T>(&self, work: impl FnOnce(&mut State) -> Result<T, DeviceFault>) -> Result<T, DeviceFault> {
        let mut state: MutexGuard<'_, Option<State>> = self.state.lock().expect("commands do not panic");
        if state.is_none() {
            *state = Some(self.start().map_err(lost)?);
        }
        work(state.as_mut().expect("it was made"))
    }

    fn start(&self) -> Result<State, ClError> {
        let context = Context::from_device(&self.card)?;
        // SAFETY: the context belongs to this device, and no properties are asked for.
        let queue = unsafe { CommandQueue::create(&context, self.card.id(), 0) }?;
        Ok(State { programs: HashMap::new(), launched: Vec::new(), buffers: HashMap::new(), next: 0, queue, context })
    }
}

impl Device for OpenClDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn compile(&self, source: &str) -> Result<ProgramId, DeviceFault> {
        self.with(|state| {
            let text = format!("{PRELUDE}{source}");
            let compiled = Program::create_and_build_from_source(&state.context, &text, "-cl-std=CL1.2");
            let program = compiled.map_err(|log| DeviceFault::Compile { log: log.trim().to_owned() })?;
            let names = program.kernel_names().split(';').filter(|name| !name.is_empty());
            let kernels = names.map(|name| {
                let kernel = Kernel::create(&program, name).map_err(lost)?;
                let most = kernel.get_work_group_size(self.card.id()).map_err(lost)?;
                Ok((name.to_owned(), Compiled { kernel, group: GROUP.min(most) }))
            });
            let kernels = kernels.collect::<Result<_, DeviceFault>>()?;
            let id = state.take_number();
            state.programs.insert(id, kernels);
            Ok(ProgramId(id))
        })
    }

    fn forget(&self, ProgramId(id): ProgramId) {
        if let Some(state) = self.state.lock().expect("commands do not panic").as_mut() {
            state.programs.remove(&id);
        }
    }

    fn allocate(&self, bytes: u64) -> Result<BufferId, DeviceFault> {
        self.with(|state| {
            let refused = |_| DeviceFault::Memory { bytes };
            let count = usize::try_from(bytes).map_err(|_| DeviceFault::Memory { bytes })?;
            // SAFETY: the device allocates the memory; no host pointer is given.
            let buffer = unsafe { Buffer::create(&state.context, CL_MEM_READ_WRITE, count, ptr::null_mut()) };
            let (buffer, id) = (buffer.map_err(refused)?, state.take_number());
            state.buffers.insert(id, buffer);
            Ok(BufferId(id))
        })
    }

    fn free(&self, BufferId(id): BufferId) {
        if let Some(state) = self.state.lock().expect("commands do not panic").as_mut() {
            state.buffers.remove(&id);
        }
    }

    fn write(&self, BufferId(id): BufferId, offset: u64, bytes: &[u8]) -> Result<(), DeviceFault> {
        self.with(|state| {
            let buffer = state.buffers.get_mut(&id).expect("buffers are freed last");
            // SAFETY: the call returns when the bytes have been copied, and the driver checks the range.
            unsafe { state.queue.enqueue_write_buffer(buffer, CL_BLOCKING, offset as usize, bytes, &[]) }
                .map(drop)
                .map_err(lost)
        })
    }

    fn read(&self, BufferId(id): BufferId, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceFault> {
        self.with(|state| {
            let buffer = state.buffers.get(&id).expect("buffers are freed last");
            let launched = std::mem::take(&mut state.launched);
            let before: Vec<_> = launched.iter().map(Event::get).collect();
            // SAFETY: the call returns when the bytes have been copied, and the driver checks the range.
            unsafe { state.queue.enqueue_read_buffer(buffer, CL_BLOCKING, offset as usize, bytes, &before) }
                .map_err(lost)?;
            // A kernel that failed after it was launched: not every driver says so when its results are read.
            let failed = launched.iter().find_map(|launch| match launch.command_execution_status() {
                Ok(status) => (status.0 != CL_COMPLETE).then_some(ClError(status.0)),
                Err(error) => Some(error),
            });
            failed.map_or(Ok(()), |error| Err(lost(error)))
        })
    }

    fn launch(
        &self,
        ProgramId(program): ProgramId,
        kernel: &'static str,
        groups: u32,
        arguments: &[Argument],
    ) -> Result<u32, DeviceFault> {
        self.with(|state| {
            let Compiled { kernel, group } = &state.programs[&program][kernel];
            for (place, argument) in (0..).zip(arguments) {
                // SAFETY: the arguments are of the kinds that the kernel declares: pointers to buffers, and numbers of
                // 32 bits.
                unsafe {
                    match argument {
                        Argument::Buffer(BufferId(id)) => kernel.set_arg(place, &state.buffers[id].get()),
                        Argument::Number(number) => kernel.set_arg(place, number),
                    }
                }
                .map_err(lost)?;
            }
            let items = groups as usize * group;
            // SAFETY: all arguments are set. The kernels stay within the buffers: the tests run them under
            // AddressSanitizer.
            let launch =
                unsafe { state.queue.enqueue_nd_range_kernel(kernel.get(), 1, ptr::null(), &items, group, &[]) };
            state.launched.push(launch.map_err(lost)?);
            Ok(items as u32)
        })
    }
}

fn lost(error: ClError) -> DeviceFault {
    DeviceFault::Lost { what: error.to_string() }
}
