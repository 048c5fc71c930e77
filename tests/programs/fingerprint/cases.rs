//! The searches whose node counts are recorded.

use cubepdb::plan::{Distribution, Scheduler};

/// A search whose node counts are recorded, and other ways to run it that must give the same counts.
pub struct Case {
    pub name: &'static str,
    pub flags: &'static str,
    pub cubes: &'static [&'static str],
    /// Flags added to, or replacing, those above, for which the counts must be the same.
    pub variants: Variants,
}

/// Other ways to run a search.
pub struct Variants {
    flags: &'static [&'static str],
    /// Every scheduler and every distribution as well.
    with_parts: bool,
}

impl Variants {
    const fn listed(flags: &'static [&'static str]) -> Self {
        Self { flags, with_parts: false }
    }

    /// The flags of each.
    pub fn all(&self) -> Vec<String> {
        let parts = if self.with_parts { schedulers_and_distributions() } else { Vec::new() };
        self.flags.iter().map(|&flags| flags.to_owned()).chain(parts).collect()
    }
}

/// Every scheduler, with its usual subtrees and with small ones, and every distribution, on 2, 7 or 64 threads. Without
/// the scheduler `ranges`: it makes the same nodes, but does not count look-ups.
fn schedulers_and_distributions() -> Vec<String> {
    let schedulers = Scheduler::ALL.into_iter().filter(|&scheduler| scheduler != Scheduler::Ranges);
    let both = schedulers.flat_map(|scheduler| [scheduler, scheduler.with_moves(2)]);
    let mut parts: Vec<String> = both.map(|scheduler| format!("--scheduler {scheduler}")).collect();
    parts.dedup();
    parts.extend(Distribution::ALL.map(|distribution| format!("--ranks 2 --distribution {distribution}")));
    parts
        .iter()
        .zip([2, 7, 64].into_iter().cycle())
        .map(|(part, threads)| format!("--threads {threads} {part}"))
        .collect()
}

/// Every kernel, scheduler and distribution of a one-sided search.
const ONE_SIDED: Variants = Variants {
    flags: &[
        "--threads 1 --kernel recursive",
        "--threads 2 --kernel recursive",
        "--threads 64 --kernel recursive",
        "--threads 1 --kernel iterative",
        "--threads 2 --kernel iterative",
        "--threads 64 --kernel iterative",
        "--threads 1 --scheduler sequential --kernel recursive",
        "--threads 64 --scheduler depth:2",
        "--threads 2 --scheduler static --workers 7",
        "--threads 2 --deterministic",
        "--threads 2 --jobs 2",
        "--threads 2 --ranks 2",
        "--threads 2 --ranks 2 --kernel recursive",
        "--threads 64 --ranks 2 --distribution best-first:100",
    ],
    with_parts: true,
};

/// The same of other sizes.
const LAYERS: Variants = Variants {
    flags: &[
        "--threads 1 --kernel recursive --scheduler sequential",
        "--threads 64 --kernel iterative",
        "--threads 2 --scheduler stealing:1",
        "--threads 2 --scheduler static:7",
        "--threads 2 --ranks 2",
        "--threads 64 --ranks 2 --distribution best-first:50",
    ],
    with_parts: true,
};

/// Enough to distinguish the kernels, schedulers and ranks.
const FEW: Variants = Variants::listed(&[
    "--threads 1 --kernel recursive --scheduler sequential",
    "--threads 64 --kernel iterative",
    "--threads 2 --scheduler stealing",
    "--threads 2 --ranks 2",
]);

/// Every way to run a two-sided search.
const TWO_SIDED: Variants = Variants::listed(&[
    "--threads 1 --kernel batched",
    "--threads 2 --kernel batched",
    "--threads 64 --kernel batched",
    "--threads 1 --kernel staged",
    "--threads 2 --kernel staged",
    "--threads 64 --kernel staged",
    "--threads 2 --deterministic",
    "--threads 2 --jobs 2",
    "--threads 2 --ranks 2",
    "--threads 64 --ranks 2 --kernel staged",
    "--threads 3 --ranks 3",
]);

/// One two-sided run of each kernel, one on many threads, one on two ranks.
const TWO_SIDED_FEW: Variants =
    Variants::listed(&["--threads 1 --kernel staged", "--threads 64 --kernel batched", "--threads 2 --ranks 2"]);

/// A puzzle by its definition: kernels, schedulers, threads and jobs.
const JOBS: Variants = Variants::listed(&[
    "--threads 1 --kernel recursive",
    "--threads 64",
    "--threads 2 --scheduler stealing",
    "--threads 7 --scheduler siblings:2",
    "--threads 4 --jobs 2",
]);

/// Other sizes with a perimeter: the same, and ranks.
const PERIMETER: Variants = Variants::listed(&[
    "--threads 1 --kernel recursive",
    "--threads 64",
    "--threads 2 --scheduler stealing",
    "--threads 4 --jobs 2",
    "--threads 2 --ranks 2",
]);

/// Presets on 1, 2 and 64 threads.
const THREADS: Variants = Variants::listed(&["--threads 1", "--threads 2", "--threads 64"]);

/// Presets of ranks, on two of them.
const RANKS: Variants = Variants::listed(&["--threads 1", "--threads 2 --ranks 2", "--threads 64 --ranks 2"]);

/// A transposition table depends on the order of visits: its counts are fixed on one thread only.
const ONE_THREAD: Variants = Variants::listed(&[]);

const FAR: &[&str] = &["R U F2 L B D' R2 U'", "F R U' L2 D B2 L' F'", "B U' L F' R2 D L' U2"];
const NEAR: &[&str] = &["R U F2 L' B D", "B' D F L' U R'"];
const NEARER: &[&str] = &["R U F2 L", "L2 D2 F2 U"];
const FARTHER: &[&str] = &["U L' D F B2 R U' L2 D' F2 R B'", "R' F D' L2 U B R' D2 F U L B2", "L B2 D R' U F2 D' L'"];
/// Part of `random_state_depth15.txt`, to be searched up to some depth.
const RANDOM: &[&str] = &[
    "U1 D2 F2 D2 F3 L2 U3 L3 U2 F1 D2 B1 D2 B3 R2 F3 L2 U2 B1 D2",
    "D3 R1 U2 L2 U1 R2 F2 L2 D3 R2 D2 B2 U1 B1 F3 D3 B3 R1 D3 L2",
];
/// With symmetries, or equal to their inverses.
const SYMMETRIC: &[&str] = &["R2 L2 U2 D2 F2 B2", "R L U D", "F2 U2 F2 U2 F2", "R L' F B' U D' R L'", "U D"];
const SUPERFLIP: &[&str] = &["U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"];

/// All cases but the usual ones of presets, with a name each that the recorded table has.
pub const CASES: &[Case] = &[
    // One-sided search, in half turns.
    Case { name: "htm corners", flags: "--pdb corners-htm.pdb", cubes: FAR, variants: ONE_SIDED },
    Case {
        name: "htm corners, ranges",
        flags: "--pdb corners-htm.pdb --scheduler ranges",
        cubes: FAR,
        variants: THREADS,
    },
    Case {
        name: "htm corners, bounded",
        flags: "--pdb corners-htm.pdb --max-depth 10",
        cubes: RANDOM,
        variants: ONE_SIDED,
    },
    Case { name: "htm edges", flags: "--pdb edges-htm.pdb --max-depth 8", cubes: RANDOM, variants: FEW },
    Case {
        name: "htm corners and edges",
        flags: "--pdb corners-htm.pdb --pdb edges-htm.pdb --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm corners and edges, one look-up",
        flags: "--pdb corners-htm.pdb --pdb edges-htm.pdb --lookups 1 --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm corners and manhattan",
        flags: "--pdb corners-htm.pdb --heuristic corners+manhattan --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case { name: "htm manhattan", flags: "--heuristic manhattan --max-depth 9", cubes: RANDOM, variants: FEW },
    Case {
        name: "htm manhattan of edges",
        flags: "--heuristic manhattan-edges --max-depth 9",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm manhattan of corners",
        flags: "--heuristic manhattan-corners --max-depth 7",
        cubes: RANDOM,
        variants: FEW,
    },
    Case { name: "htm no tables", flags: "--heuristic zero --max-depth 5", cubes: NEAR, variants: ONE_SIDED },
    Case { name: "htm no pruning", flags: "--heuristic zero --prune none", cubes: NEARER, variants: FEW },
    Case {
        name: "htm learned automaton",
        flags: "--heuristic manhattan-corners --prune automaton --automaton-depth 4 --max-depth 7",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm checkpoint",
        flags: "--pdb corners-htm.pdb --threads 2 --checkpoint never.ckpt",
        cubes: &["R U F2 L B D' R2 U'"],
        variants: ONE_THREAD,
    },
    Case {
        name: "htm transposition table, packed",
        flags: "--heuristic zero --prune none --tt packed --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm transposition table, epoch",
        flags: "--heuristic zero --prune none --tt epoch --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm transposition table, dashmap",
        flags: "--heuristic zero --prune none --tt dashmap --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm table of symmetric states",
        flags: "--heuristic zero --tt packed --tt-memory 1M --tt-symmetry --tt-depth 4 --threads 1 --max-depth 5",
        cubes: SYMMETRIC,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm all solutions",
        flags: "--pdb corners-htm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 U2 F2 U2 F2", "R L U D", "R R'"],
        variants: FEW,
    },
    Case {
        name: "htm all solutions, one move longer",
        flags: "--pdb corners-htm.pdb --all --slack 1",
        cubes: &["R U F2 L' B", "R2 L2 U2 D2 F2 B2", "R R'"],
        variants: FEW,
    },
    Case { name: "htm symmetric", flags: "--pdb corners-htm.pdb", cubes: SYMMETRIC, variants: FEW },
    // The same in quarter turns.
    Case { name: "qtm corners", flags: "--metric qtm --pdb corners-qtm.pdb", cubes: FAR, variants: ONE_SIDED },
    Case {
        name: "qtm corners, bounded",
        flags: "--metric qtm --pdb corners-qtm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm corners and edges",
        flags: "--metric qtm --pdb corners-qtm.pdb --pdb edges-qtm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm manhattan",
        flags: "--metric qtm --heuristic manhattan --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm no tables",
        flags: "--metric qtm --heuristic zero --max-depth 5",
        cubes: NEAR,
        variants: ONE_SIDED,
    },
    Case {
        name: "qtm no pruning",
        flags: "--metric qtm --heuristic zero --prune none --max-depth 4",
        cubes: NEARER,
        variants: FEW,
    },
    Case {
        name: "qtm learned automaton",
        flags: "--metric qtm --heuristic zero --prune automaton --automaton-depth 5 --max-depth 6",
        cubes: NEAR,
        variants: FEW,
    },
    Case {
        name: "qtm transposition table",
        flags: "--metric qtm --heuristic zero --prune none --tt packed --tt-memory 1M --threads 1 --max-depth 6",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "qtm all solutions",
        flags: "--metric qtm --pdb corners-qtm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 B2", "R L U D", "R R'"],
        variants: FEW,
    },
    Case {
        name: "qtm symmetric",
        flags: "--metric qtm --pdb corners-qtm.pdb --max-depth 9",
        cubes: SYMMETRIC,
        variants: FEW,
    },
    // Two-sided search.
    Case { name: "htm h48", flags: "--pdb h48-htm.pdb", cubes: FARTHER, variants: TWO_SIDED },
    Case {
        name: "htm h48, bounded",
        flags: "--pdb h48-htm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "htm h48, checkpoint",
        flags: "--pdb h48-htm.pdb --threads 2 --checkpoint never.ckpt",
        cubes: &["U L' D F B2 R U' L2 D' F2 R B'"],
        variants: ONE_THREAD,
    },
    Case { name: "htm h48, symmetric", flags: "--pdb h48-htm.pdb", cubes: SYMMETRIC, variants: TWO_SIDED },
    Case {
        name: "htm h48, all solutions",
        flags: "--pdb h48-htm.pdb --all",
        cubes: &["R U F2 L' B D", "R L' F B' U D' R L'", "R2 L2 U2 D2 F2 B2", "F2 U2 F2 U2 F2", "R R'"],
        variants: TWO_SIDED,
    },
    Case {
        name: "htm h48, all solutions, one move longer",
        flags: "--pdb h48-htm.pdb --all --slack 1",
        cubes: &["R U F2 L'", "F2 U2 F2", "R R'"],
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "htm h48, superflip",
        flags: "--pdb h48-htm.pdb --max-depth 9",
        cubes: SUPERFLIP,
        variants: TWO_SIDED,
    },
    Case {
        name: "htm h48, superflip, longer",
        flags: "--pdb h48-htm.pdb --max-depth 10 --threads 2",
        cubes: SUPERFLIP,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm h48, superflip, all solutions",
        flags: "--pdb h48-htm.pdb --max-depth 8 --all",
        cubes: SUPERFLIP,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "htm h48 from one end",
        flags: "--pdb h48-htm.pdb --kernel iterative --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm h48 and corners",
        flags: "--pdb h48-htm.pdb --pdb corners-htm.pdb",
        cubes: FARTHER,
        variants: TWO_SIDED_FEW,
    },
    Case { name: "qtm h48", flags: "--metric qtm --pdb h48-qtm.pdb", cubes: FARTHER, variants: TWO_SIDED },
    Case {
        name: "qtm h48, bounded",
        flags: "--metric qtm --pdb h48-qtm.pdb --max-depth 13",
        cubes: RANDOM,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, symmetric",
        flags: "--metric qtm --pdb h48-qtm.pdb",
        cubes: SYMMETRIC,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, all solutions",
        flags: "--metric qtm --pdb h48-qtm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 B2", "R L U D", "R R'"],
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, superflip",
        flags: "--metric qtm --pdb h48-qtm.pdb --max-depth 9",
        cubes: SUPERFLIP,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48 from one end",
        flags: "--metric qtm --pdb h48-qtm.pdb --kernel iterative --max-depth 13",
        cubes: RANDOM,
        variants: FEW,
    },
    // Presets, by their names; those that are not here have the usual case, see `of_preset`.
    Case { name: "ida-no-db", flags: "--preset ida-no-db", cubes: &["R U F2 L", "R U F2 L B"], variants: THREADS },
    Case { name: "iddfs-pruned", flags: "--preset iddfs-pruned", cubes: NEAR, variants: THREADS },
    Case { name: "iddfs-hash", flags: "--preset iddfs-hash --threads 1", cubes: NEAR, variants: ONE_THREAD },
    Case { name: "ibis", flags: "--preset ibis", cubes: &["U R 2F R2", "U R 2F"], variants: THREADS },
    Case { name: "ibis-mpi", flags: "--preset ibis-mpi", cubes: &["U R 2F R2", "U R 2F"], variants: RANKS },
    Case {
        name: "gpu-manhattan-serial",
        flags: "--preset gpu-manhattan-serial --max-depth 8",
        cubes: RANDOM,
        variants: THREADS,
    },
    // Other sizes, and the 3x3x3 by its stickers.
    Case {
        name: "2x2x2 htm",
        flags: "--size 2",
        cubes: &["R U F2 R' U2 F", "R U2 F' R2 U'", "R2 U2 R2", "R R'"],
        variants: LAYERS,
    },
    Case {
        name: "2x2x2 htm no table",
        flags: "--size 2 --heuristic zero",
        cubes: &["R U2 F' R2 U'", "R2 U2 R2"],
        variants: LAYERS,
    },
    Case {
        name: "2x2x2 qtm",
        flags: "--size 2 --metric qtm",
        cubes: &["R U F2 R' U2 F", "R U2 F' R2 U'"],
        variants: FEW,
    },
    Case { name: "2x2x2 all solutions", flags: "--size 2 --all", cubes: &["R U F2 R'", "R2 U2 R2"], variants: FEW },
    Case {
        name: "3x3x3 slices",
        flags: "--moves slices --heuristic zero",
        cubes: &["2R U 2F", "R U 2F L"],
        variants: LAYERS,
    },
    Case { name: "4x4x4 htm", flags: "--size 4 --heuristic zero", cubes: &["Rw U 2F'", "Rw U2 Fw'"], variants: LAYERS },
    Case {
        name: "4x4x4 qtm",
        flags: "--size 4 --metric qtm --heuristic zero",
        cubes: &["Rw U 2F'", "Rw U2"],
        variants: LAYERS,
    },
    Case {
        name: "4x4x4 slices, all solutions",
        flags: "--size 4 --moves slices --all --heuristic zero",
        cubes: &["2R U 3F' R", "2R 3R'"],
        variants: LAYERS,
    },
    Case {
        name: "4x4x4 slices, no pruning",
        flags: "--size 4 --moves slices --prune none --all --heuristic zero",
        cubes: &["2R U 3F'"],
        variants: LAYERS,
    },
    Case {
        name: "4x4x4 htm, ranges",
        flags: "--size 4 --scheduler ranges --heuristic zero",
        cubes: &["Rw U 2F'", "Rw U2 Fw'"],
        variants: THREADS,
    },
    Case {
        name: "4x4x4 with a perimeter",
        flags: "--size 4",
        cubes: &["Rw U 2F' L D", "Rw U2 Fw' L2 D' B"],
        variants: PERIMETER,
    },
    Case {
        name: "puzzles with a perimeter",
        flags: "--puzzle megaminx",
        cubes: &["R U' BL F D", "U R F L BL BR"],
        variants: JOBS,
    },
    Case {
        name: "costs",
        flags: "--puzzle 3x3x3 --moves R,U,F --cost R2=3,U=2",
        cubes: &["R U2 F R2 U' F R U", "R2 U2 R2 U2 R2 U2"],
        variants: JOBS,
    },
    Case { name: "5x5x5 htm", flags: "--size 5 --max-depth 2 --heuristic zero", cubes: &["Rw U 2F"], variants: LAYERS },
];

/// The usual case of a preset, from its name and its parts as `solve presets` tells them: with the corner table some
/// random cubes to a length that takes a moment, and otherwise cubes of four moves. Its name is that of its tree: of
/// the parts that do not say who searches it.
pub fn of_preset(name: &str, parts: &str) -> Case {
    let is_of_tree =
        |part: &&str| !(part.ends_with(" kernel") || part.starts_with("scheduler ") || part.starts_with("ranks "));
    let tree: Vec<&str> = parts.split(", ").filter(is_of_tree).collect();
    let needs_corners = parts.contains("heuristic corners");
    let flags = if needs_corners { " --pdb corners-htm.pdb --max-depth 9" } else { "" };
    Case {
        name: tree.join(", ").leak(),
        flags: format!("--preset {name}{flags}").leak(),
        cubes: if needs_corners { RANDOM } else { NEARER },
        variants: if parts.contains("ranks share") { RANKS } else { THREADS },
    }
}
