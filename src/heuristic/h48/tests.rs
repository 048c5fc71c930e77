//! Probes against the plain definition of the coordinate.

use super::*;
#[cfg(target_arch = "x86_64")]
use crate::cube::{Avx2, Avx512};
use crate::cube::{FaceTurn, MOVE_CUBES, Metric, MoveMask, Portable};
use crate::pdb::h48::H48Level;

/// Bounds by a whole but weak table, of which no entry is more than 4: searches soon exceed its horizon.
pub(crate) fn bound_of_small_reach(metric: Metric) -> CosetBound {
    let (layout, table) = crate::pdb::h48::tests::table_of_small_reach(metric);
    CosetBound::new(table, layout)
}

fn view<'a>(flips: u8, coset_tables: &'a CosetTables) -> CosetView<'a> {
    let layout = Layout::new(H48Level::new(flips).unwrap(), Metric::HalfTurn);
    CosetView {
        lines: &[],
        layout,
        class_lines: layout.class_lines(),
        flips: flips.into(),
        coset_tables,
        codes: &H48::get().corners.codes().codes,
    }
}

fn compare<L: Lanes>(lanes: L) {
    let coset_tables = CosetTables::new();
    let (faces, halves) = (MoveMask::ALL.turned_both_ways(), MoveMask::ALL.turned_by_half());
    assert_eq!((faces.len(), halves.len()), (6, 6));
    let mut random = fastrand::Rng::with_seed(48);
    let mut cube = PackedCube::SOLVED;
    for _ in 0..300 {
        cube = cube.apply(FaceTurn::new(random.u8(..18)).unwrap());
        for flips in [0, 3, 6, 11] {
            let view = view(flips, &coset_tables);
            let plain = |cube: &PackedCube| {
                let index = H48::get().index(&cube.unpack());
                let (offset, entry) = view.layout.position(index.class, index.local(flips));
                Probe { line: (offset / Layout::LINE_BYTES) as u32, entry }
            };
            assert_eq!(view.probe(lanes, &cube), plain(&cube));
            let mut found = 0;
            view.after_quarter_turns(lanes, &cube, faces, |face, probe| {
                for turn in [FaceTurn::clockwise(face), FaceTurn::clockwise(face).inverse()] {
                    assert_eq!(probe, plain(&MOVE_CUBES[turn.index()].then(&cube)), "{turn} {flips}");
                }
                found += 1;
            });
            view.before_half_turns(lanes, &cube, halves, |face, probe| {
                assert_eq!(probe, plain(&cube.apply(FaceTurn::half(face))), "{face} {flips}");
                found += 1;
            });
            assert_eq!(found, 12);
        }
    }
}

#[test]
fn probes_are_those_of_the_plain_coordinate_with_and_without_a_turn() {
    compare(Portable);
    #[cfg(target_arch = "x86_64")]
    {
        Avx2::detect().into_iter().for_each(compare);
        Avx512::detect().into_iter().for_each(compare);
    }
}
