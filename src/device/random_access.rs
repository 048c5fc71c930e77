//! The limits of a device's memory: random reads of lines, and copies from the host.

use super::{Argument, Buffer, Device, DeviceError, Program};
use crate::clock::Instant;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a line.
const LINE: u64 = 64;
/// Most parts of a window: devices allow buffers of a quarter of their memory.
const PARTS: u64 = 4;
/// Reads in flight in each work item, with the kernel for each number.
const KERNELS: [(u32, &str); 4] = [(1, "gather1"), (2, "gather2"), (4, "gather4"), (8, "gather8")];
/// Bytes that are copied at a time.
const PIECE: usize = 64 << 20;

/// Memory of a device that is read at random.
pub struct Window {
    device: Arc<dyn Device>,
    program: Program,
    parts: Vec<Buffer>,
    part_lines: u64,
    lines: u64,
    sum: Buffer,
    /// The time that it took to fill it from the memory of the host.
    filling: Duration,
}

/// Random reads of a window.
#[derive(Clone, Copy, Debug)]
pub struct Gathers {
    /// Reads in flight in each work item.
    pub in_flight: u32,
    /// Lines read in a second.
    pub lines_per_second: f64,
}

impl Window {
    /// A window of so many bytes, which are copied from the host.
    ///
    /// # Errors
    /// If there is not enough memory, or the device does not answer.
    pub fn new(device: &Arc<dyn Device>, bytes: u64) -> Result<Self, DeviceError> {
        let program = Program::new(device, include_str!("gather.c"))?;
        let lines = bytes / LINE;
        let parts = bytes.div_ceil(device.info().largest_buffer).clamp(1, PARTS);
        let part_lines = lines.div_ceil(parts);
        let starts = (0..lines).step_by(part_lines as usize);
        let part = |first: u64| Buffer::new(device, LINE * part_lines.min(lines - first));
        let parts: Vec<Buffer> = starts.map(part).collect::<Result<_, _>>()?;
        let piece: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(PIECE.min(bytes as usize)).collect();
        let began = Instant::now();
        for part in &parts {
            for offset in (0..part.bytes()).step_by(PIECE) {
                part.write(offset, &piece[..piece.len().min((part.bytes() - offset) as usize)])?;
            }
        }
        let (filling, sum) = (began.elapsed(), Buffer::holding(device, &[0u32])?);
        Ok(Self { device: device.clone(), program, parts, part_lines, lines, sum, filling })
    }

    /// Bytes copied to it in a second.
    pub fn bytes_per_second(&self) -> f64 {
        (LINE * self.lines) as f64 / self.filling.as_secs_f64()
    }

    /// Reads at random for about `time` with each number of reads in flight.
    ///
    /// # Errors
    /// If the device does not answer.
    pub fn measure(&self, time: Duration) -> Result<Vec<Gathers>, DeviceError> {
        let info = self.device.info();
        // As many work items as a card holds at a time, four times; on a processor one group for each core is enough.
        let groups = if info.is_processor { info.units } else { info.units * 128 };
        let measured = |(in_flight, kernel): (u32, &'static str)| {
            let mut steps = 1;
            // The first launch may compile.
            self.launch(kernel, groups, steps)?;
            loop {
                let began = Instant::now();
                let items = self.launch(kernel, groups, steps)?;
                let taken = began.elapsed();
                if taken >= time || steps >= 1 << 24 {
                    let lines = items * f64::from(in_flight) * f64::from(steps);
                    return Ok(Gathers { in_flight, lines_per_second: lines / taken.as_secs_f64() });
                }
                steps *= 2;
            }
        };
        KERNELS.into_iter().map(measured).collect()
    }

    /// Returns the number of work items.
    fn launch(&self, kernel: &'static str, groups: u32, steps: u32) -> Result<f64, DeviceError> {
        let part = |i: usize| Argument::from(self.parts.get(i).unwrap_or(&self.parts[0]));
        let mut arguments = vec![part(0), part(1), part(2), part(3), (&self.sum).into()];
        arguments.extend([self.part_lines as u32, self.lines as u32, steps, steps ^ 0x5555].map(Argument::from));
        let items = self.program.launch(kernel, groups, &arguments)?;
        self.sum.numbers(1)?;
        Ok(f64::from(items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::compiled::Compiled;

    #[test]
    fn windows_of_one_and_of_several_parts_are_measured() {
        for memory in [1 << 20, 8 << 20] {
            let window = Window::new(&Compiled::device(0, memory), 1 << 20 >> 1).unwrap();
            let measured = window.measure(Duration::from_millis(1)).unwrap();
            assert_eq!(measured.iter().map(|gathers| gathers.in_flight).collect::<Vec<_>>(), [1, 2, 4, 8]);
            assert!(measured.iter().all(|gathers| gathers.lines_per_second > 0.0) && window.bytes_per_second() > 0.0);
        }
    }
}
