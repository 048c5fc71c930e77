//! Checks that a device must pass before its results are trusted.

use super::tables::TableBuffers;
use crate::cube::{FaceTurn, PackedCube, Portable};
use crate::device::{Argument, Buffer, Device, DeviceError};
use crate::heuristic::{CosetBound, packed_cube};
use rayon::prelude::*;
use std::sync::Arc;

/// Look-ups that are compared with those of the processor.
const LOOK_UPS: usize = 100_000;
/// Work groups that check.
const GROUPS: u32 = 1024;

/// Compares the table on the device with that in memory, and look-ups of both.
pub fn check(device: &Arc<dyn Device>, table: &TableBuffers, cosets: &CosetBound) -> Result<(), DeviceError> {
    let mut rest = cosets.bytes();
    for part in &table.parts {
        let (bytes, others) = rest.split_at(part.bytes() as usize);
        rest = others;
        if sum_on_device(device, table, part)? != sum(bytes) {
            return Err(DeviceError::wrong(&**device, "the table that it holds is not the one that was copied to it"));
        }
    }
    compare_look_ups(device, table, cosets)
}

fn sum_on_device(device: &Arc<dyn Device>, table: &TableBuffers, part: &Buffer) -> Result<u32, DeviceError> {
    let sum = Buffer::holding(device, &[0u32])?;
    let words = part.bytes() / 4;
    let count = [(words >> 20) as u32, (words & 0xfffff) as u32];
    table.program.launch("check_sum", GROUPS, &[part.into(), (&sum).into(), count[0].into(), count[1].into()])?;
    Ok(sum.numbers(1)?[0])
}

/// The sum of the kernel `check_sum`.
fn sum(bytes: &[u8]) -> u32 {
    let words = bytes.as_chunks().0;
    let mixed = |(i, word): (usize, &[u8; 4])| {
        let mixed = (u32::from_le_bytes(*word) ^ (i as u32).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
        mixed ^ mixed >> 15
    };
    words.par_iter().enumerate().with_min_len(1 << 16).map(mixed).reduce(|| 0, u32::wrapping_add)
}

fn compare_look_ups(device: &Arc<dyn Device>, table: &TableBuffers, cosets: &CosetBound) -> Result<(), DeviceError> {
    let mut random = fastrand::Rng::with_seed(48);
    let mut cube = PackedCube::SOLVED;
    let walk = (0..LOOK_UPS).map(|_| {
        cube = cube.apply(FaceTurn::new(random.u8(..FaceTurn::COUNT as u8)).expect("a move"));
        cube
    });
    let cubes: Vec<PackedCube> = walk.collect();
    let words: Vec<u64> = cubes.iter().flat_map(packed_cube).collect();
    let (asked, results) = (Buffer::holding(device, &words)?, Buffer::new(device, 16 * LOOK_UPS as u64)?);
    let mut arguments: Vec<Argument> = vec![(&asked).into(), (&results).into()];
    arguments.extend(table.arguments());
    arguments.push((LOOK_UPS as u32).into());
    table.program.launch("look_up", GROUPS, &arguments)?;
    let (found, view) = (results.numbers(4 * LOOK_UPS)?, cosets.view());
    for (cube, found) in cubes.iter().zip(found.as_chunks::<4>().0) {
        let probe = view.probe(Portable, cube);
        let expected = [probe.line, probe.entry.into(), view.read(probe).into(), 0];
        if *found != expected {
            return Err(DeviceError::wrong(&**device, format!("a look-up gives {found:?} instead of {expected:?}")));
        }
    }
    Ok(())
}
