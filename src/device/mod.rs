//! Devices: graphics cards, and whatever else runs the same kernels.
//!
//! A device has memory of its own and runs a **kernel**, a function in C, for many work items at a time. The kernels
//! are one text in what OpenCL C, CUDA C and C11 have in common (`prelude.h` holds the words that differ); the device
//! compiles it when the program runs. [`Device`] is all that a search knows of devices: it is implemented for OpenCL,
//! and in the tests by the C compiler of the machine, where work items run one after the other.

#[cfg(test)]
pub mod compiled;
mod error;
#[cfg(feature = "gpu")]
mod opencl;

pub mod random_access;

pub use error::{DeviceError, DeviceFault};

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// A device of this machine.
///
/// Commands are carried out in the order in which they are given. [`read`](Self::read) waits for all earlier ones, and
/// reports their errors too.
pub trait Device: Send + Sync {
    /// Its name, kind and memory.
    fn info(&self) -> &DeviceInfo;

    /// Compiles kernels. `source` follows the text of `prelude.h`, which is not part of it.
    ///
    /// # Errors
    /// If the device refuses the text.
    fn compile(&self, source: &str) -> Result<ProgramId, DeviceFault>;

    /// Forgets compiled kernels.
    fn forget(&self, program: ProgramId);

    /// Allocates a buffer with undefined contents.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn allocate(&self, bytes: u64) -> Result<BufferId, DeviceFault>;

    /// Frees a buffer.
    fn free(&self, buffer: BufferId);

    /// Copies bytes to a place in a buffer.
    ///
    /// # Errors
    /// If the device does not answer.
    fn write(&self, buffer: BufferId, offset: u64, bytes: &[u8]) -> Result<(), DeviceFault>;

    /// Copies bytes from a place in a buffer.
    ///
    /// # Errors
    /// If the device does not answer, or an earlier command has failed.
    fn read(&self, buffer: BufferId, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceFault>;

    /// Runs a kernel of a program on `groups` groups of work items; returns the number of items. How many of them are
    /// in a group is the device's choice: kernels stride over what there is to do.
    ///
    /// # Errors
    /// If the device does not answer.
    fn launch(
        &self,
        program: ProgramId,
        kernel: &'static str,
        groups: u32,
        arguments: &[Argument],
    ) -> Result<u32, DeviceFault>;
}

/// Describes a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its number, from 0.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The platform and the driver behind it, with their versions.
    pub driver: String,
    /// True if it is a processor and not a card: kernels run on the cores of this machine.
    pub is_processor: bool,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of the largest buffer.
    pub largest_buffer: u64,
    /// Compute units.
    pub units: u32,
}

impl DeviceInfo {
    /// Bytes that may be used where `asked` bytes are asked for; if nothing is said, nine tenths of a card's memory,
    /// and half of a processor's, which others use, too.
    pub fn usable(&self, asked: Option<u64>) -> u64 {
        let usual = if self.is_processor { self.memory / 2 } else { self.memory / 10 * 9 };
        asked.map_or(usual, |asked| asked.min(self.memory))
    }
}

/// The size of the next launch after one of this size that took so long, within these limits: between them the host
/// looks for limits and interruptions, a screen may have to be drawn, and each costs some time of its own.
pub fn next_size(size: u32, took: Duration, sizes: RangeInclusive<u32>) -> u32 {
    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_millis(80);
    match took {
        _ if took < SHORT => size.saturating_mul(2).min(*sizes.end()),
        _ if took > LONG => (size / 2).max(*sizes.start()),
        _ => size,
    }
}

impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {}, {}", self.number, self.name)
    }
}

/// Compiled kernels, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramId(u32);

/// A buffer, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferId(u32);

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A pointer to a buffer.
    Buffer(BufferId),
    /// A number of 32 bits.
    Number(u32),
}

impl From<&Buffer> for Argument {
    fn from(buffer: &Buffer) -> Self {
        Self::Buffer(buffer.id)
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// Compiled kernels, forgotten when it is dropped.
pub struct Program {
    device: Arc<dyn Device>,
    id: ProgramId,
}

impl Program {
    /// Compiles kernels, see [`Device::compile`].
    ///
    /// # Errors
    /// If the device refuses the text.
    pub fn new(device: &Arc<dyn Device>, source: &str) -> Result<Self, DeviceError> {
        let id = device.compile(source).map_err(|fault| DeviceError::new(&**device, fault))?;
        Ok(Self { device: device.clone(), id })
    }

    /// Runs a kernel, see [`Device::launch`].
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn launch(&self, kernel: &'static str, groups: u32, arguments: &[Argument]) -> Result<u32, DeviceError> {
        let launched = self.device.launch(self.id, kernel, groups, arguments);
        launched.map_err(|fault| DeviceError::new(&*self.device, fault))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.device.forget(self.id);
    }
}

/// A buffer, freed when it is dropped.
pub struct Buffer {
    device: Arc<dyn Device>,
    id: BufferId,
    bytes: u64,
}

impl Buffer {
    /// Allocates a buffer with undefined contents.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(device: &Arc<dyn Device>, bytes: u64) -> Result<Self, DeviceError> {
        let id = device.allocate(bytes).map_err(|fault| DeviceError::new(&**device, fault))?;
        Ok(Self { device: device.clone(), id, bytes })
    }

    /// A buffer with these contents.
    ///
    /// # Errors
    /// If there is not enough memory, or the device does not answer.
    pub fn holding<T: Copy + Into<u64>>(device: &Arc<dyn Device>, numbers: &[T]) -> Result<Self, DeviceError> {
        let bytes = bytes_of(numbers);
        let buffer = Self::new(device, bytes.len().max(1) as u64)?;
        buffer.write(0, &bytes)?;
        Ok(buffer)
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Copies bytes to a place.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        assert!(offset + bytes.len() as u64 <= self.bytes, "written within the buffer");
        if bytes.is_empty() {
            return Ok(());
        }
        self.device.write(self.id, offset, bytes).map_err(|fault| DeviceError::new(&*self.device, fault))
    }

    /// Copies 32-bit numbers to the beginning.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn write_numbers(&self, numbers: &[u32]) -> Result<(), DeviceError> {
        self.write(0, &bytes_of(numbers))
    }

    /// Copies bytes from a place, after all earlier commands.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        assert!(offset + bytes.len() as u64 <= self.bytes, "read within the buffer");
        if bytes.is_empty() {
            return Ok(());
        }
        self.device.read(self.id, offset, bytes).map_err(|fault| DeviceError::new(&*self.device, fault))
    }

    /// The first 32-bit numbers, after all earlier commands.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn numbers(&self, count: usize) -> Result<Vec<u32>, DeviceError> {
        self.numbers_at(0, count)
    }

    /// Some 32-bit numbers from a place on, which is given in bytes, after all earlier commands.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn numbers_at(&self, offset: u64, count: usize) -> Result<Vec<u32>, DeviceError> {
        let mut bytes = vec![0; 4 * count];
        self.read(offset, &mut bytes)?;
        Ok(bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.device.free(self.id);
    }
}

/// Numbers as a device reads them: all devices are little-endian.
fn bytes_of<T: Copy + Into<u64>>(numbers: &[T]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| number.into().to_le_bytes().into_iter().take(size_of::<T>())).collect()
}

/// All devices of this machine, cards before processors.
///
/// # Errors
/// If there are none, or this build cannot look for them.
pub fn devices() -> Result<Vec<Arc<dyn Device>>, DeviceError> {
    #[cfg(feature = "gpu")]
    return opencl::devices();
    #[cfg(not(feature = "gpu"))]
    Err(DeviceError::NotInBuild)
}

/// The cards among some devices or, if there are none, all of them.
pub fn cards(found: Vec<Arc<dyn Device>>) -> Vec<Arc<dyn Device>> {
    let has_cards = found.iter().any(|device| !device.info().is_processor);
    found.into_iter().filter(|device| !(has_cards && device.info().is_processor)).collect()
}

/// The words of the kernels that OpenCL C, CUDA C and C11 spell differently.
#[cfg(any(feature = "gpu", test))]
const PRELUDE: &str = include_str!("prelude.h");
