//! Compares the builder and the proof with cosets found with plain cubies.

use super::block::Block;
use super::graph::Graph;
use super::layout::{H48Level, Layout};
use super::list::{FLIPS, Rank};
use super::marking::{Blocks, Marking, Scratch};
use super::near::{Near, Neighbours};
use super::quotient::Quotient;
use super::smoke::smoke_test;
use super::turns::TurnSet;
use super::verify::{Proof, Sequences, compare};
use crate::coord::{CosetIndex, H48};
use crate::cube::{Cubies, MOVE_CUBIES, Metric};
use crate::effort::or_full;
use crate::pdb::disproof::Disproof;
use crate::pdb::distribution::Distribution;
use crate::storage::{TableBuffer, TableMemory};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

/// The depth of every coset within some moves, by class and rank of the edge part: breadth-first search on cubies, with
/// all variants for classes that are symmetric to themselves.
struct Reference(HashMap<(u16, Rank), u8>);

impl Reference {
    /// Five moves. In the short tier four of half turns, of which there are a thirteenth as many cubes.
    fn depth(metric: Metric) -> u8 {
        if metric == Metric::HalfTurn { or_full(4, 5) } else { 5 }
    }

    fn new(metric: Metric) -> Self {
        let mut depths = HashMap::new();
        let mut known = HashSet::from([Cubies::SOLVED]);
        let mut level = vec![Cubies::SOLVED];
        for depth in 0..=Self::depth(metric) {
            level.iter().flat_map(variants).for_each(|coset| _ = depths.entry(coset).or_insert(depth));
            if depth < Self::depth(metric) {
                let after = |cube: &Cubies| {
                    metric.moves().into_iter().map(|m| cube.then(&MOVE_CUBIES[m.index()])).collect::<Vec<_>>()
                };
                level = level.iter().flat_map(after).filter(|cube| known.insert(*cube)).collect();
            }
        }
        Self(depths)
    }

    fn of(metric: Metric) -> &'static Self {
        static ALL: LazyLock<[Reference; 2]> = LazyLock::new(|| METRICS.map(Reference::new));
        &ALL[usize::from(metric == Metric::QuarterTurn)]
    }

    /// The least depth of each entry at a level.
    fn at_level(&self, level: H48Level) -> HashMap<(u16, u32), u8> {
        let mut entries = HashMap::new();
        for (&(class, rank), &depth) in &self.0 {
            let coset = CosetIndex { class, slices: (rank >> 11) as u16, flips: rank as u16 % FLIPS as u16 };
            let least = entries.entry((class, coset.local(level.flips()))).or_insert(depth);
            *least = depth.min(*least);
        }
        entries
    }
}

fn variants(cube: &Cubies) -> Vec<(u16, Rank)> {
    let tables = H48::get();
    let coset = tables.index(cube);
    let rank = Rank::from(coset.slices) << 11 | Rank::from(coset.flips);
    let edges = tables.edges.unrank(rank);
    let stabilizer = tables.corners.stabilizer(coset.class);
    let image = |number: usize| tables.edges.rank(&tables.symmetries[number].apply(&edges));
    stabilizer.iter().map(|symmetry| (coset.class, image(symmetry.index()))).collect()
}

fn near(depth: u8, neighbours: &impl Neighbours) -> Near {
    let mut near = Near::new();
    assert!(near.deepen_to(depth, neighbours, &AtomicBool::new(false), |_| ()));
    near
}

fn level(flips: u8) -> H48Level {
    H48Level::new(flips).unwrap()
}

/// Makes the blocks of some classes with a table of base 3 from lists of depth 3: sequences of one and two moves are
/// marked.
fn blocks(metric: Metric, flips: u8, classes: &[u16]) -> (Layout, Vec<Vec<u8>>, Distribution) {
    blocks_with_base(3, metric, flips, classes)
}

/// A whole but weak table: no entry is more than 4. Searches soon exceed its horizon. Built once for all tests.
pub(crate) fn table_of_small_reach(metric: Metric) -> (Layout, Arc<TableMemory>) {
    static TABLES: [OnceLock<(Layout, Arc<TableMemory>)>; 2] = [const { OnceLock::new() }; 2];
    let build = || {
        let classes: Vec<u16> = (0..H48::CLASSES as u16).collect();
        let (layout, blocks, _) = blocks_with_base(1, metric, 1, &classes);
        let mut table = TableBuffer::zeroed(layout.bytes()).unwrap();
        table.copy_from_slice(&blocks.concat());
        assert_eq!(smoke_test(layout, metric, &table), Ok(()));
        (layout, Arc::new(table.freeze()))
    };
    TABLES[usize::from(metric == Metric::QuarterTurn)].get_or_init(build).clone()
}

fn blocks_with_base(base: u8, metric: Metric, flips: u8, classes: &[u16]) -> (Layout, Vec<Vec<u8>>, Distribution) {
    static GRAPHS: LazyLock<[Graph; 2]> = LazyLock::new(|| METRICS.map(|metric| Graph::new(&TurnSet::of(metric))));
    let graph = &GRAPHS[usize::from(metric == Metric::QuarterTurn)];
    let layout = Layout::with_base(level(flips), base);
    let (blocks, counts) = made(&Marking { layout, graph, near: &near(base, graph) }, classes);
    (layout, blocks, counts)
}

fn made(source: &dyn Blocks, classes: &[u16]) -> (Vec<Vec<u8>>, Distribution) {
    let (layout, mut counts) = (source.layout(), [0; 16]);
    let mut scratch = Scratch::new(layout);
    let make = |&class: &u16| {
        let mut lines = vec![0xee; layout.class_bytes()];
        source.make(class, &mut scratch, &mut lines, &mut counts, &AtomicBool::new(false)).unwrap();
        lines
    };
    (classes.iter().map(make).collect(), counts)
}

/// Of level 0, breadth-first search makes the blocks that marked sequences make.
#[test]
fn the_blocks_of_level_0_are_those_of_marked_sequences() {
    let classes: Vec<u16> = (0..H48::CLASSES as u16).step_by(or_full(11, 1)).collect();
    for metric in METRICS {
        let (layout, blocks, counts) = blocks(metric, 0, &classes);
        let (graph, stop) = (Graph::new(&TurnSet::of(metric)), AtomicBool::new(false));
        let mut quotient = Quotient::new(layout);
        while quotient.depth() < layout.base() + 2 {
            assert!(quotient.deepen(&graph, &stop));
        }
        assert!(made(&quotient, &classes) == (blocks, counts), "{metric}");
        stop.store(true, Ordering::Relaxed);
        assert!(!quotient.deepen(&graph, &stop) && quotient.depth() == layout.base() + 2);
    }
}

#[test]
fn lists_are_the_cosets_of_cubes() {
    for &metric in or_full(&METRICS[1..], &METRICS) {
        let reference = &Reference::of(metric).0;
        let graph = Graph::new(&TurnSet::of(metric));
        let furthest = Reference::depth(metric);
        for near in [near(furthest, &graph), near(furthest, &Sequences::new(metric, 2))] {
            let mut listed = 0;
            for depth in 0..=furthest {
                for class in 0..H48::CLASSES as u16 {
                    let list = near.list(depth, class);
                    list.for_each_rank(|rank| assert_eq!(reference.get(&(class, rank)), Some(&depth)));
                    listed += list.len();
                }
            }
            assert_eq!(listed, reference.len());
        }
    }
}

/// Checks every entry within reach of the lists and of one or two moves more, in all classes at level 0 (in the short
/// tier, some) and in some at higher levels, and the number of all others.
#[test]
fn blocks_hold_the_least_depth_of_their_cosets() {
    let all: Vec<u16> = (0..H48::CLASSES as u16).step_by(or_full(17, 1)).collect();
    let some: Vec<u16> = (0..H48::CLASSES as u16).step_by(397).collect();
    for metric in METRICS {
        let furthest = Reference::depth(metric);
        let base = furthest - 2;
        for (flips, classes) in [(0, &all), (4, &some), (9, &some)] {
            let (layout, blocks, counts) = blocks_with_base(base, metric, flips, classes);
            let mut by_class: HashMap<u16, Vec<(u32, u8)>> = HashMap::new();
            for ((class, local), depth) in Reference::of(metric).at_level(level(flips)) {
                by_class.entry(class).or_default().push((local, depth));
            }
            let mut expected = [0; 6];
            for (class, block) in classes.iter().zip(&blocks) {
                for &(local, depth) in by_class.get(class).into_iter().flatten() {
                    let value = layout.look_up(block, 0, local);
                    assert!(
                        value == depth || depth <= layout.base() && value < depth,
                        "{metric} {flips} {class} {local}"
                    );
                    expected[usize::from(depth)] += 1;
                }
            }
            let (listed, marked) = (..usize::from(base) + 1, usize::from(base) + 1..usize::from(furthest) + 1);
            assert_eq!(counts[listed].iter().sum::<u64>(), expected[listed].iter().sum::<u64>());
            assert_eq!(counts[marked.clone()], expected[marked]);
            assert_eq!(counts.iter().sum::<u64>(), classes.len() as u64 * u64::from(layout.class_entries()));
        }
    }
}

/// The proof finds the same values from shorter lists and longer sequences, and names every kind of fault.
#[test]
fn blocks_are_proven_and_faults_in_them_are_named() {
    for metric in METRICS {
        let class = H48::get().index(&MOVE_CUBIES[0].then(&MOVE_CUBIES[3])).class;
        let (layout, blocks, _) = blocks(metric, 4, &[class]);
        let running = AtomicBool::new(false);
        let proof = Proof::new(layout, metric, 2, &running).unwrap();
        let mut values = Vec::new();
        proof.find(class, &mut values, &running).unwrap();
        assert!(values.iter().any(|value| (4..=5).contains(value)) && values.iter().any(|&value| value <= 3));
        let sound = &blocks[0];
        compare(layout, class, sound, &values).unwrap();
        let changed = |byte: usize, bits: u8| {
            let mut lines = sound.clone();
            lines[byte] ^= bits;
            compare(layout, class, &lines, &values).unwrap_err()
        };
        for local in (0..layout.class_entries()).step_by(or_full(4999, 997)) {
            let (line, entry) = layout.position(0, local);
            for bits in 1..4 {
                let error = changed(line + usize::from(entry) / 4, bits << (entry % 4 * 2));
                let Disproof::Bound { index, value, expected, distance, .. } = error else {
                    assert!(matches!(error, Disproof::Line { minimum, .. } if minimum == values[local as usize]));
                    continue;
                };
                assert_eq!(index, layout.index(class, local));
                assert_eq!(distance, values[local as usize]);
                assert_eq!(error.to_string().contains("no lower bound"), value > expected, "{error}");
            }
        }
        let last = layout.class_bytes() - Layout::LINE_BYTES;
        assert!(matches!(changed(last + 62, 0x40), Disproof::Line { .. }), "what fills the last line up");
        for line in [0, last] {
            let error = changed(line + 63, 0x10);
            assert!(matches!(error, Disproof::Line { .. } | Disproof::Bound { .. }), "{error}");
        }
    }
}

#[test]
fn a_block_can_be_used_again_and_a_stopped_one_is_none() {
    let layout = Layout::with_base(level(1), 3);
    let mut block = Block::new(layout);
    let (mut lines, mut counts) = (vec![0; layout.class_bytes()], [0; 16]);
    for (depth, local) in [(2, 0), (2, 253), (2, 300), (3, 254), (4, 0), (4, 600), (5, 600), (5, 900)] {
        block.mark(depth, local);
    }
    block.write(&mut lines, &mut counts);
    let found = [0, 253, 254, 300, 600, 900, 1].map(|local| layout.look_up(&lines, 0, local));
    assert_eq!(found, [2, 2, 2, 2, 4, 5, 6]);
    assert_eq!(counts[..7], [0, 0, 4, 0, 1, 1, u64::from(layout.class_entries()) - 6]);
    block.clear();
    block.write(&mut lines, &mut counts);
    assert!((0..layout.class_entries()).all(|local| layout.look_up(&lines, 0, local) == 6));

    let (graph, stopped) = (Graph::new(&TurnSet::of(Metric::HalfTurn)), AtomicBool::new(true));
    let marking = Marking { layout, graph: &graph, near: &near(2, &graph) };
    assert!(marking.make(7, &mut Scratch::new(layout), &mut lines, &mut counts, &stopped).is_none());
    assert!(Proof::new(layout, Metric::HalfTurn, 2, &stopped).is_none());
}

/// A table in which every entry is at most `far` passes; shifted by a line, with a wrong minimum, or too high it fails.
#[test]
fn the_smoke_test_finds_what_is_no_table() {
    let metric = Metric::QuarterTurn;
    let layout = Layout::with_base(level(0), 3);
    let classes: Vec<u16> = (0..H48::CLASSES as u16).collect();
    let (_, blocks, _) = blocks(metric, 0, &classes);
    let mut table = TableBuffer::zeroed(layout.bytes()).unwrap();
    table.copy_from_slice(&blocks.concat());
    assert_eq!(smoke_test(layout, metric, &table), Ok(()));
    assert!(smoke_test(layout, Metric::HalfTurn, &table).is_err(), "a quarter-turn table is no bound for half turns");
    table.rotate_right(Layout::LINE_BYTES);
    assert!(smoke_test(layout, metric, &table).is_err());
    table.fill(0);
    assert!(smoke_test(layout, metric, &table).is_ok(), "of no use, but sound");
    table.fill(0x0f);
    assert!(smoke_test(layout, metric, &table).is_err());
}
