//! A table and the small tables beside it in the memory of a device.

use super::super::choice::Choices;
use super::super::horizon;
use super::super::windows::ClassOrder;
use super::size::{PARTS, SLOTS, tallies};
use crate::cube::{FaceTurn, MOVE_CUBES, Metric};
use crate::device::{Argument, Buffer, Device, DeviceError, Program};
use crate::heuristic::{CosetBound, DeviceTables, FlipBound, halves, packed_cube};
use crate::pdb::h48::Layout;
use std::sync::Arc;

/// Rows of counters for each slot: work items add to different ones.
pub const SPREAD: usize = 16;

/// Bytes that are copied at a time.
const PIECE: usize = 64 << 20;

/// The buffers that look-ups read.
pub struct TableBuffers {
    /// The kernels that read them.
    pub program: Program,
    pub small: Buffer,
    codes: Buffer,
    /// The parts of the table.
    pub parts: Vec<Buffer>,
}

impl TableBuffers {
    /// Copies a table to a device, and compiles the kernels that read it.
    pub fn new(device: &Arc<dyn Device>, cosets: &CosetBound, metric: Metric) -> Result<Self, DeviceError> {
        let bytes = cosets.bytes();
        let lines = (bytes.len() / Layout::LINE_BYTES) as u64;
        let parts = lines.div_ceil(device.info().largest_buffer / Layout::LINE_BYTES as u64).clamp(1, PARTS);
        let part_lines = lines.div_ceil(parts);
        let tables = small_tables(cosets, metric, part_lines);
        let kernels = format!("{}{}", tables.places, include_str!("kernels.c"));
        let program = Program::new(device, &kernels)?;
        let part = |bytes: &[u8]| {
            let buffer = Buffer::new(device, bytes.len() as u64)?;
            for (piece, offset) in bytes.chunks(PIECE).zip((0..).step_by(PIECE)) {
                buffer.write(offset, piece)?;
            }
            Ok(buffer)
        };
        let parts: Result<_, DeviceError> = bytes.chunks(part_lines as usize * Layout::LINE_BYTES).map(part).collect();
        let codes = Buffer::holding(device, cosets.device_codes())?;
        Ok(Self { program, small: Buffer::holding(device, &tables.words)?, codes, parts: parts? })
    }

    /// The arguments `TABLE` of a kernel.
    pub fn arguments(&self) -> [Argument; 6] {
        let part = |i: usize| Argument::from(self.parts.get(i).unwrap_or(&self.parts[0]));
        [(&self.small).into(), (&self.codes).into(), part(0), part(1), part(2), part(3)]
    }
}

fn small_tables(cosets: &CosetBound, metric: Metric, part_lines: u64) -> DeviceTables {
    let mut tables = DeviceTables::default();
    tables.add("TURNS", MOVE_CUBES.iter().flat_map(packed_cube).flat_map(halves));
    cosets.add_device_tables(&mut tables);
    FlipBound::get(metric).add_device_tables(&mut tables);
    let choices = Choices::new(metric);
    tables.add("OPTIONS", choices.device_options());
    tables.add("NEXT", choices.device_contexts());
    let lengths = 0..=crate::search::engine::two_sided::RootTask::LONGEST;
    tables.add("RANKS_OF", lengths.map(|length| ClassOrder::place_of_length(length) as u32));
    let is_half_turn = metric == Metric::HalfTurn;
    for (name, number) in [
        ("HALF_TURNS", u64::from(is_half_turn)),
        ("HORIZON", u64::from(horizon(cosets.layout(), metric))),
        ("PART_LINES", part_lines),
        ("TALLIES", tallies(metric) as u64),
        ("SLOTS", SLOTS as u64),
        ("SPREAD", SPREAD as u64),
    ] {
        tables.define(name, number);
    }
    const { assert!(FaceTurn::COUNT <= 32) };
    tables
}
