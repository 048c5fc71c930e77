//! A quick check of an H48 table before it is used.

use super::layout::Layout;
use crate::coord::H48;
use crate::cube::{Cubies, FaceTurn, MOVE_CUBIES, Metric};
use crate::pdb::smoke_error::{STEPS, SmokeError, WALKS};

/// Walks at random from the solved state: no entry may exceed the length of its walk, and the minimum of each line must
/// match its entries.
pub(in crate::pdb) fn smoke_test(layout: Layout, metric: Metric, table: &[u8]) -> Result<(), SmokeError> {
    let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
    let mut random = fastrand::Rng::with_seed(0x5eed);
    for _ in 0..WALKS {
        let mut cube = Cubies::SOLVED;
        let mut before = 0;
        for steps in 0..STEPS {
            let coset = H48::get().index(&cube);
            let local = coset.local(layout.level().flips());
            let value = layout.look_up(table, coset.class, local);
            if u64::from(value) > steps || !is_sound(layout, line_of(layout, table, coset.class, local)) {
                return Err(SmokeError { index: layout.index(coset.class, local), value, before, steps });
            }
            before = value;
            cube = cube.then(&MOVE_CUBIES[moves[random.usize(..moves.len())].index()]);
        }
    }
    Ok(())
}

fn line_of(layout: Layout, table: &[u8], class: u16, local: u32) -> &[u8; Layout::LINE_BYTES] {
    let (offset, _) = layout.position(class, local);
    table[offset..].first_chunk().expect("the table has all its lines")
}

/// Returns whether the minimum of a line agrees with its entries.
fn is_sound(layout: Layout, line: &[u8; Layout::LINE_BYTES]) -> bool {
    let least = (0..Layout::LINE_ENTRIES as u8).map(|entry| Layout::code(line, entry)).min();
    let minimum = Layout::minimum(line);
    match least {
        Some(code @ 1..) => minimum == layout.base() + code,
        _ => minimum <= layout.base(),
    }
}
