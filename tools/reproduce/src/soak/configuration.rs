//! Random search configurations.

use super::shelf::Assortment;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::prune::table::TranspositionKind;
use cubepdb::internals::search::{Distribution, Kernel, MoveOrder, OneSidedKernel, Pruning, Scheduler, SearchConfig};
use fastrand::Rng;
use std::fmt;

/// The processes or ranks that search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// One process.
    Alone,
    /// This number of ranks in one process.
    Ranks(usize),
    /// One process that is stopped after this number of nodes, saved, and resumed with twice as many, until it is
    /// finished.
    Interrupted(u64),
}

/// Everything about a search except the query and the cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    pub config: SearchConfig,
    /// Memory for the transposition table, or for breadth-first search.
    pub bytes: u64,
    /// True if the transposition table identifies symmetric states.
    pub symmetry: bool,
    /// Threads, of each rank.
    pub threads: usize,
    pub execution: Execution,
}

/// A heuristic and the longest scrambles that are given to it, in half turns and quarter turns: some seconds at most.
struct Reach {
    heuristic: String,
    longest: [u8; 2],
}

fn reaches(assortment: Assortment) -> Vec<Reach> {
    let [small, large, low, high] = assortment.names();
    let reach = |heuristic: &str, longest: [u8; 2]| {
        // Six edges instead of seven, or five instead of six, shorten the scrambles by a move.
        let less = u8::from(assortment.small && heuristic.contains(&small));
        Reach { heuristic: heuristic.to_owned(), longest: longest.map(|longest| longest - less) }
    };
    vec![
        reach("zero", [5, 6]),
        reach("manhattan", [7, 9]),
        reach(&small, [8, 10]),
        reach("corners", [11, 14]),
        reach(&format!("{small}+manhattan-corners"), [9, 11]),
        reach(&format!("corners+{small}"), [13, 16]),
        reach(&format!("corners+{small}+{large}"), [14, 18]),
        reach(&low, [17, 21]),
        reach(&high, [17, 21]),
        reach(&format!("{low}+corners"), [14, 17]),
    ]
}

/// Longest scrambles to draw.
pub const fn longest(metric: MetricKind) -> u8 {
    [17, 21][place(metric)]
}

const fn place(metric: MetricKind) -> usize {
    match metric {
        MetricKind::HalfTurn => 0,
        MetricKind::QuarterTurn => 1,
    }
}

/// The lengths at which one-sided searches with H48 tables become slow.
const ONE_END: [u8; 2] = [13, 16];

impl Configuration {
    /// A configuration that solves scrambles of `length` moves in seconds.
    pub fn draw(assortment: Assortment, length: u8, random: &mut Rng) -> Self {
        let metric = assortment.metric;
        let reaches: Vec<Reach> =
            reaches(assortment).into_iter().filter(|reach| reach.longest[place(metric)] >= length).collect();
        let Reach { heuristic, longest } = &reaches[random.usize(..reaches.len())];
        let spare = longest[place(metric)] - length;
        let mut configuration = Self {
            config: SearchConfig {
                heuristic: heuristic.parse().expect("names of heuristics"),
                ..SearchConfig::new(metric)
            },
            bytes: 1 << 30,
            symmetry: false,
            threads: [1, 2, 3, 8][random.usize(..4)],
            execution: Execution::Alone,
        };
        let Self { config, bytes, symmetry, execution, .. } = &mut configuration;

        let [.., low, high] = assortment.names();
        let coset = *heuristic == low || *heuristic == high;
        if coset && (length > ONE_END[place(metric)] || random.bool()) {
            config.kernel = [Kernel::BATCHED, Kernel::STAGED][random.usize(..2)];
            if random.u8(..4) == 0 {
                *execution = Execution::Ranks(random.usize(2..=4));
                config.distribution = Some(Distribution::default());
            }
            return configuration;
        }
        if length <= 4 && random.u8(..8) == 0 {
            config.breadth_first = true;
            return configuration;
        }
        config.kernel = Kernel::OneSided(OneSidedKernel::ALL[random.usize(..2)]);
        config.order = [MoveOrder::FaceByFace, MoveOrder::AmountByAmount][random.usize(..2)];
        config.pruning = pruning(metric, spare, random);
        *execution = match random.u8(..8) {
            0 => Execution::Ranks(random.usize(2..=4)),
            1 => Execution::Interrupted(1 << random.u8(8..18)),
            _ => Execution::Alone,
        };
        match execution {
            Execution::Ranks(_) => config.distribution = Some(distribution(random)),
            // Only the depth scheduler saves its searches.
            Execution::Interrupted(_) => {}
            Execution::Alone => config.scheduler = scheduler(random),
        }
        if !matches!(execution, Execution::Ranks(_)) && random.u8(..3) == 0 {
            config.table = TranspositionKind::ALL[random.usize(1..TranspositionKind::ALL.len())];
            config.table_depth = random.u8(1..=9);
            *bytes = [1 << 16, 1 << 20, 1 << 26][random.usize(..3)];
            *symmetry = config.pruning == Pruning::Canonical && random.bool();
        }
        configuration
    }

    /// Returns whether the other one uses different tables, so that their searches have hardly anything in common.
    pub fn is_unlike(&self, other: &Self) -> bool {
        self.config.heuristic != other.config.heuristic
    }

    /// Another way through the same trees: node counts of completed iterations have to be equal. `None` where they
    /// depend on chance.
    pub fn twin(&self, random: &mut Rng) -> Option<Self> {
        if self.config.table != TranspositionKind::None || self.config.breadth_first {
            return None;
        }
        let mut twin = self.clone();
        twin.threads = [1, 2, 4][random.usize(..3)];
        twin.execution = Execution::Alone;
        let config = &mut twin.config;
        config.distribution = None;
        config.kernel = match config.kernel {
            Kernel::BATCHED => Kernel::STAGED,
            Kernel::STAGED => Kernel::BATCHED,
            Kernel::RECURSIVE => Kernel::ITERATIVE,
            Kernel::ITERATIVE | Kernel::Auto => Kernel::RECURSIVE,
        };
        if !matches!(config.kernel, Kernel::TwoSided(_)) {
            config.scheduler = scheduler(random);
        }
        Some(twin)
    }
}

fn pruning(metric: MetricKind, spare: u8, random: &mut Rng) -> Pruning {
    let rules = match metric {
        MetricKind::HalfTurn => Pruning::FaceTurns,
        MetricKind::QuarterTurn => Pruning::QuarterTurns,
    };
    match random.u8(..6) {
        0 => rules,
        1 => Pruning::Learned { depth: random.u8(2..=4) },
        // Many times the nodes.
        2 if spare >= 3 => Pruning::None,
        _ => Pruning::Canonical,
    }
}

fn scheduler(random: &mut Rng) -> Scheduler {
    let parameter = random.u8(1..=5);
    match Scheduler::ALL[random.usize(..Scheduler::ALL.len())] {
        Scheduler::MainWorker { .. } => Scheduler::MainWorker { height: parameter },
        Scheduler::SharedPath { .. } => Scheduler::SharedPath { height: parameter },
        Scheduler::Stealing { order, .. } => Scheduler::Stealing { limit: parameter, order },
        Scheduler::StaticPartition { .. } => Scheduler::StaticPartition { workers: Some(1 + 4 * u16::from(parameter)) },
        other => other,
    }
}

fn distribution(random: &mut Rng) -> Distribution {
    match Distribution::ALL[random.usize(..Distribution::ALL.len())] {
        Distribution::BestFirst { .. } => Distribution::BestFirst { nodes: random.u32(1..200) },
        other => other,
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.config)?;
        if self.config.table != TranspositionKind::None {
            write!(f, " of {} bytes", self.bytes)?;
        }
        if self.symmetry {
            f.write_str(" up to symmetry")?;
        }
        match self.execution {
            Execution::Alone => {}
            Execution::Ranks(ranks) => write!(f, ", {ranks} ranks")?,
            Execution::Interrupted(nodes) => write!(f, ", interrupted after {nodes} nodes, then after twice as many")?,
        }
        write!(f, ", {} threads", self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_part_of_a_search_is_drawn() {
        let mut random = Rng::with_seed(1);
        let mut seen = HashSet::new();
        let metrics = [MetricKind::HalfTurn, MetricKind::QuarterTurn];
        for assortment in metrics.iter().flat_map(|&metric| [false, true].map(|small| Assortment { metric, small })) {
            for _ in 0..4000 {
                let length = random.u8(..=longest(assortment.metric));
                let one = Configuration::draw(assortment, length, &mut random);
                let config = &one.config;
                seen.insert(config.kernel.to_string());
                seen.insert(config.table.to_string());
                seen.insert(format!("{:?}", std::mem::discriminant(&config.scheduler)));
                seen.insert(config.distribution.map_or(String::new(), |d| format!("{:?}", std::mem::discriminant(&d))));
                seen.insert(config.pruning.to_string());
                seen.insert(config.heuristic.to_string());
                // There is always another one to compare with.
                assert!(
                    (0..200).any(|_| Configuration::draw(assortment, length, &mut random).is_unlike(&one)),
                    "{one}"
                );
                if let Some(twin) = one.twin(&mut random) {
                    assert_ne!(twin.config.kernel, config.kernel);
                    assert_eq!(twin.config.heuristic, config.heuristic);
                }
            }
        }
        for part in
            ["batched", "staged", "iterative", "recursive", "packed", "epoch", "dashmap", "h48-3", "h48-1", "zero"]
        {
            assert!(seen.contains(part), "{part}");
        }
    }
}
