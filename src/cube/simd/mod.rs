//! Packed cube arithmetic in vector instructions of x86.

mod avx2;
mod avx512;

pub use avx2::Avx2;
pub use avx512::Avx512;

#[cfg(test)]
mod tests {
    use super::super::packed::{CornerLanes, EdgeLanes, EdgeMap, EdgeView, Lanes, MOVE_CUBES, PackedCube, Portable};
    use super::super::symmetry::Symmetry;
    use super::*;

    fn compare<L: Lanes>(lanes: L) {
        let mut random = fastrand::Rng::with_seed(7);
        let mut cube = PackedCube::SOLVED;
        for _ in 0..10_000 {
            let m = &MOVE_CUBES[random.usize(..MOVE_CUBES.len())];
            assert_eq!(lanes.then(&cube, m), Portable.then(&cube, m));
            assert_eq!(lanes.then(m, &cube), Portable.then(m, &cube));
            assert_eq!(lanes.then(&cube, &cube), Portable.then(&cube, &cube));
            cube = lanes.then(&cube, m);
            let mut view = EdgeView { take: [0; 16], place: [0; 16], flips: random.u64(..) & 0x1010_1010_1010_1010 };
            view.take.fill_with(|| random.u8(..16));
            view.place.fill_with(|| random.u8(..32));
            assert_eq!(lanes.select(cube.edge_bytes(), &view), Portable.select(cube.edge_bytes(), &view));
            let mut map = EdgeMap::view(Symmetry::all().nth(random.usize(..Symmetry::COUNT)).unwrap());
            map.relabel.fill_with(|| random.u8(..16) << 4);
            assert_eq!(lanes.edge_masks(cube.edge_bytes(), &map), Portable.edge_masks(cube.edge_bytes(), &map));
            let rows = EdgeLanes(std::array::from_fn(|_| std::array::from_fn(|_| random.u8(..32))));
            assert_eq!(lanes.relabelled_edges(&cube, &rows), Portable.relabelled_edges(&cube, &rows));
            let rows = EdgeLanes(rows.0.map(|row| row.map(|byte| byte & 15)));
            assert_eq!(lanes.rearranged_edges(&cube, &rows), Portable.rearranged_edges(&cube, &rows));
            let kinds = std::array::from_fn(|_| random.u8(..));
            assert_eq!(lanes.corner_part(&cube, &kinds), Portable.corner_part(&cube, &kinds));
            let labels = CornerLanes(std::array::from_fn(|_| {
                std::array::from_fn(|_| random.u8(..2) << 7 | random.u8(..3) << 4 | random.u8(..16))
            }));
            assert_eq!(lanes.relabelled_corners(&cube, &labels), Portable.relabelled_corners(&cube, &labels));
            let take = CornerLanes(std::array::from_fn(|_| std::array::from_fn(|_| random.u8(..8))));
            assert_eq!(
                lanes.rearranged_corners(&cube, &kinds, &take),
                Portable.rearranged_corners(&cube, &kinds, &take)
            );
            let (value, mask) = (random.u32(..), random.u32(..));
            assert_eq!(lanes.extract(value, mask), Portable.extract(value, mask));
        }
    }

    #[test]
    fn all_arithmetic_equals_the_portable_one_on_a_long_walk() {
        Avx2::detect().into_iter().for_each(compare);
        Avx512::detect().into_iter().for_each(compare);
    }
}
