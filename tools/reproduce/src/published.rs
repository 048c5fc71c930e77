//! Figures of the reports.

use cubepdb::Cube;

/// Thread counts of the columns of tables 3 to 6 of ParaCube (Zhu and Huang 2020).
pub const PARACUBE_THREADS: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// Table 1: the recursive solver of their checkpoint, milliseconds on 1 to 16 threads.
pub const CHECKPOINT_MS: [(&str, [f64; 5]); 2] = [
    ("t10", [15970.5066, 10290.5766, 6796.0824, 4425.493, 3753.4566]),
    ("t11", [93589.3556, 60826.4756, 39414.3522, 28903.532, 24988.423]),
];

/// Table 2: task stealing, milliseconds on 1 to 16 threads.
pub const STEALING_MS: [(&str, [f64; 5]); 2] = [
    ("t10", [3335.111, 2031.965, 1199.159, 753.198, 482.133]),
    ("t11", [16582.16, 7937.705, 4887.533, 2244.976, 1942.877]),
];

/// Table 3: speed-up over one thread, task stealing.
pub const SPEEDUP: [(&str, [f64; 8]); 4] = [
    ("t10", [1.0, 1.641, 2.781, 4.428, 6.917, 9.657, 12.998, 13.702]),
    ("t11", [1.0, 2.089, 3.393, 7.386, 8.535, 9.825, 10.378, 20.281]),
    ("t12", [1.0, 2.024, 4.019, 6.786, 10.460, 12.584, 12.306, 13.637]),
    ("t13", [1.0, 1.947, 3.895, 6.925, 10.849, 13.214, 13.258, 13.182]),
];

/// Table 5: the same for t13 with some turns in the other direction.
pub const CLOCKWISE_SPEEDUP: [(&str, [f64; 8]); 4] = [
    ("t13", [1.0, 1.947, 3.895, 6.925, 10.849, 13.214, 13.258, 13.182]),
    ("t13_all_i1", [1.0, 2.009, 3.931, 6.469, 9.366, 11.233, 10.860, 11.403]),
    ("t13_last_i1", [1.0, 1.980, 3.961, 6.917, 10.889, 13.272, 13.127, 13.267]),
    ("t13_scale", [1.0, 1.998, 3.979, 6.926, 10.884, 13.175, 13.173, 12.707]),
];

/// Times in the text of Garza Rodriguez and Pol 2017: seconds by depth, algorithm and threads.
pub const QUARTER_SECONDS: [(&str, &str, usize, f64); 9] = [
    ("depth 8", "iddfs-memory-bound", 1, 311.015_71),
    ("depth 8", "iddfs-pruned", 1, 131.248_74),
    ("depth 8", "recompute", 128, 5.32),
    ("depth 8", "iddfs-memory-bound", 128, 2.607_953),
    ("depth 8", "iddfs-pruned", 128, 1.200_87),
    ("depth 8", "iddfs-hash", 236, 2.070_275),
    ("depth 9", "recompute", 128, 109.0),
    ("depth 9", "recompute", 236, 154.0),
    ("depth 9", "iddfs-hash", 236, 17.995_035),
];

/// Its table 6 in graph form: seconds on 236 threads by depth of the table, as far as the text gives them.
pub const TABLE_DEPTH_SECONDS: [(u8, f64); 3] = [(4, 22.34), (5, 17.995_035), (7, 106.0)];

/// Statistics of its table on the cube of depth 9, table to depth 5: inserts, failed compare-and-swap operations,
/// inserts beside another state, nodes cut off, stale entries.
pub const TABLE_STATISTICS: [(&str, u64); 5] = [
    ("inserts", 264_293),
    ("failed compare-and-swap", 150),
    ("inserts beside another state", 72_794),
    ("nodes cut off", 6_257_513),
    ("stale entries", 73_749),
];

/// Multi-GPU (Xu and Shao 2020): milliseconds of the serial version by depth, and of two graphics cards.
const MANHATTAN_MS: [(u8, f64, Option<f64>); 5] = [
    (7, 10.0, Some(2.6911)),
    (8, 40.0, Some(20.48)),
    (9, 870.0, Some(40.2382)),
    (10, 2580.0, Some(617.874)),
    (11, 42480.0, Some(5448.83)),
];

/// Seconds of the serial version, and of two graphics cards, at a depth.
pub fn manhattan_seconds(depth: &str) -> (Option<f64>, Option<f64>) {
    let known = MANHATTAN_MS.iter().find(|(of, ..)| depth.parse() == Ok(*of));
    (known.map(|(_, serial, _)| serial / 1e3), known.and_then(|(.., cards)| *cards).map(|cards| cards / 1e3))
}

/// Positions at each distance: half turns (OEIS A080601) and quarter turns (A080602).
pub const POSITIONS: [(&str, [u64; 11]); 2] = [
    (
        "htm",
        [1, 18, 243, 3240, 43_239, 574_908, 7_618_438, 100_803_036, 1_332_343_288, 17_596_479_795, 232_248_063_316],
    ),
    ("qtm", [1, 12, 114, 1068, 10_011, 93_840, 878_880, 8_221_632, 76_843_595, 717_789_576, 6_701_836_858]),
];

/// The ten cubes of Korf 1997.
pub fn korf_cubes() -> impl Iterator<Item = Cube> {
    let lines = include_str!("../../solve/instances/korf10.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("the cubes are read by tests"))
}

/// Korf 1997: moves of the solutions of his ten cubes, and nodes that were generated until they were found.
pub const KORF: [(usize, u64); 10] = [
    (16, 3_720_885_493),
    (17, 11_485_155_726),
    (17, 64_837_508_623),
    (17, 126_005_368_381),
    (18, 262_228_269_081),
    (18, 344_770_394_346),
    (18, 502_417_601_953),
    (18, 562_494_969_937),
    (18, 626_785_460_346),
    (18, 1_021_814_815_051),
];

/// Korf, Reid and Edelkamp 2001: bound of an iteration, nodes predicted with the same three tables, the root among
/// them, and the mean of random cubes: 1,000 to bound 12, 100 to 15, then 25.
pub const KORF_ITERATIONS: [(usize, u64, u64); 8] = [
    (10, 1_510, 1_501),
    (11, 20_169, 20_151),
    (12, 269_229, 270_396),
    (13, 3_593_800, 3_564_495),
    (14, 47_971_732, 47_916_699),
    (15, 640_349_193, 642_403_155),
    (16, 8_547_681_506, 8_599_849_255),
    (17, 114_098_463_567, 114_773_120_996),
];
