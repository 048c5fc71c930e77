use super::*;
use crate::cube::{FaceTurn, MOVE_CUBIES, Symmetry};

fn random_cubes(count: usize) -> Vec<Cubies> {
    let mut random = fastrand::Rng::with_seed(48);
    let mut cube = Cubies::SOLVED;
    (0..count)
        .map(|_| {
            (0..30).for_each(|_| cube = cube.then(&MOVE_CUBIES[random.usize(..FaceTurn::COUNT)]));
            cube
        })
        .collect()
}

/// The number of classes is the published one, and orbit sizes add up, as Burnside's lemma requires.
#[test]
fn the_classes_are_the_orbits() {
    let corners = &H48::get().corners;
    let sizes = (0..H48::CLASSES as u16).map(|class| 48 / corners.stabilizer(class).len());
    assert_eq!(sizes.sum::<usize>(), CornerCoset::COUNT);
    assert!((0..CornerCoset::COUNT as u32).all(|number| corners.class(CornerCoset(number)).0 < H48::CLASSES as u16));
    for number in (0..CornerCoset::COUNT as u32).step_by(97) {
        let coset = CornerCoset(number);
        assert_eq!(CornerCoset::of(&coset.cubies()), coset);
        let (class, symmetry) = corners.class(coset);
        assert_eq!(CornerCoset::of(&symmetry.of_cubies(&coset.cubies())), corners.representative(class));
    }
}

#[test]
fn codes_read_back() {
    let corners = &H48::get().corners;
    let masks = (0..=u8::MAX).filter(|mask| mask.count_ones() == 4);
    for (tetrads, mask) in masks.enumerate() {
        let orbit = &corners.codes().orbits[usize::from(mask)];
        assert_eq!(orbit.first_part as usize, tetrads * 2187);
        for number in orbit.first_part..orbit.first_part + 2187 {
            let (class, symmetry) = corners.class(CornerCoset(number));
            let read = orbit.read(corners.codes().codes[number as usize]);
            assert_eq!(read, (u32::from(class), symmetry.index() as u8));
        }
    }
}

/// Numbers of corner parts by depth, as published for the coordinate.
#[test]
fn corner_parts_by_depth() {
    let mut depth = vec![u8::MAX; CornerCoset::COUNT];
    depth[CornerCoset::of(&Cubies::SOLVED).0 as usize] = 0;
    let mut level = vec![CornerCoset::of(&Cubies::SOLVED)];
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len());
        let mut next = Vec::new();
        for coset in level.drain(..) {
            let cube = coset.cubies();
            for m in &MOVE_CUBIES {
                let image = CornerCoset::of(&cube.then(m));
                if depth[image.0 as usize] == u8::MAX {
                    depth[image.0 as usize] = counts.len() as u8;
                    next.push(image);
                }
            }
        }
        level = next;
    }
    assert_eq!(counts, [1, 6, 63, 468, 3068, 15438, 53814, 71352, 8784, 96]);
}

#[test]
fn edge_numbers_read_back() {
    let edges = &H48::get().edges;
    for slices in (0..H48::SLICES as u32).step_by(111) {
        let rank = slices << 11 | ((slices * 7) & 0x7ff);
        assert_eq!(edges.rank(&edges.unrank(rank)), rank);
    }
}

#[test]
fn symmetries_and_moves_act_on_edge_parts_as_on_cubes() {
    let tables = H48::get();
    for cube in random_cubes(20) {
        let edges = EdgeCoset::of(&cube);
        for symmetry in Symmetry::all() {
            let map = tables.symmetries[symmetry.index()];
            let image = EdgeCoset::of(&symmetry.of_cubies(&cube));
            assert_eq!(map.apply(&edges), image);
            let pieces =
                EdgeCoset(std::array::from_fn(|i| if i < 12 { cube.edges[i] | cube.flips[i] << 4 } else { 15 }));
            assert_eq!(EdgeMap::view(symmetry).apply(&pieces), image);
            for m in FaceTurn::all() {
                let both = EdgeMap::of_turn(&MOVE_CUBIES[m.index()]).then(&map);
                let after = symmetry.of_cubies(&cube.then(&MOVE_CUBIES[m.index()]));
                assert_eq!(both.apply(&edges), EdgeCoset::of(&after));
            }
        }
    }
}

/// A cube keeps its coset when an element of the subgroup is put before it; half turns generate enough of the subgroup.
#[test]
fn half_turns_before_a_cube_do_not_leave_its_coset() {
    let tables = H48::get();
    for cube in random_cubes(50) {
        for face in 0..6 {
            let half = MOVE_CUBIES[FaceTurn::turn(face, 2).unwrap().index()];
            assert_eq!(tables.index(&half.then(&cube)), tables.index(&cube));
            let [quarter, back] = [1, 3].map(|turns| &MOVE_CUBIES[FaceTurn::turn(face, turns).unwrap().index()]);
            assert_ne!(tables.index(&quarter.then(&cube)), tables.index(&cube));
            assert_eq!(tables.index(&back.then(&cube)), tables.index(&quarter.then(&cube)), "a half turn apart");
        }
    }
}

/// Symmetric cubes have the same class, and their edge parts are related by a symmetry of the representative.
#[test]
fn symmetric_cubes_share_an_index_up_to_the_stabilizer() {
    let tables = H48::get();
    for cube in random_cubes(50).into_iter().chain([Cubies::SOLVED, MOVE_CUBIES[0], MOVE_CUBIES[4]]) {
        let index = tables.index(&cube);
        let rank = u32::from(index.slices) << 11 | u32::from(index.flips);
        let variants: Vec<u32> = tables
            .corners
            .stabilizer(index.class)
            .iter()
            .map(|s| tables.edges.rank(&tables.symmetries[s.index()].apply(&tables.edges.unrank(rank))))
            .collect();
        for symmetry in Symmetry::all() {
            let image = tables.index(&symmetry.of_cubies(&cube));
            assert_eq!(image.class, index.class);
            assert!(variants.contains(&(u32::from(image.slices) << 11 | u32::from(image.flips))));
        }
    }
}
