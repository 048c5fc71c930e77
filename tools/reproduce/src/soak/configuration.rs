//! Random search configurations.

use super::shelf::Assortment;
use cubepdb::{
    Metric,
    plan::{
        Distribution, Engine, Kernel, MoveOrder, OneSidedKernel, Plan, Pruning, Puzzle, Scheduler, TranspositionOptions,
    },
    search::TranspositionKind,
};
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
    pub plan: Plan,
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
pub const fn longest(metric: Metric) -> u8 {
    [17, 21][place(metric)]
}

const fn place(metric: Metric) -> usize {
    match metric {
        Metric::HalfTurn => 0,
        Metric::QuarterTurn => 1,
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
            plan: Plan { bounds: heuristic.parse().expect("names of heuristics"), ..Plan::new(metric) },
            threads: [1, 2, 3, 8][random.usize(..4)],
            execution: Execution::Alone,
        };
        let Self { plan, execution, .. } = &mut configuration;
        let mut parts = plan.depth_first();

        let [.., low, high] = assortment.names();
        let coset = *heuristic == low || *heuristic == high;
        if coset && (length > ONE_END[place(metric)] || random.bool()) {
            parts.kernel = [Kernel::BATCHED, Kernel::STAGED][random.usize(..2)];
            plan.engine = Engine::DepthFirst(parts);
            if random.u8(..4) == 0 {
                *execution = Execution::Ranks(random.usize(2..=4));
                plan.distribution = Some(Distribution::default());
            }
            return configuration;
        }
        if length <= 4 && random.u8(..8) == 0 {
            plan.engine = Engine::BreadthFirst { memory: Some(1 << 30) };
            return configuration;
        }
        parts.kernel = Kernel::OneSided(OneSidedKernel::ALL[random.usize(..2)]);
        let order = [MoveOrder::FaceByFace, MoveOrder::AmountByAmount][random.usize(..2)];
        plan.puzzle = Puzzle::Pieces { metric, order };
        plan.pruning = pruning(metric, spare, random);
        *execution = match random.u8(..8) {
            0 => Execution::Ranks(random.usize(2..=4)),
            1 => Execution::Interrupted(1 << random.u8(8..18)),
            _ => Execution::Alone,
        };
        match execution {
            Execution::Ranks(_) => plan.distribution = Some(distribution(random)),
            // Only the depth scheduler saves its searches.
            Execution::Interrupted(_) => {}
            Execution::Alone => parts.scheduler = scheduler(random),
        }
        if !matches!(execution, Execution::Ranks(_)) && random.u8(..3) == 0 {
            let kind = TranspositionKind::ALL[random.usize(1..TranspositionKind::ALL.len())];
            let depth = random.u8(1..=9);
            let bytes = [1 << 16, 1 << 20, 1 << 26][random.usize(..3)];
            let symmetry = plan.pruning == Pruning::Canonical && random.bool();
            parts.transpositions = Some(TranspositionOptions { kind, depth, bytes, symmetry });
        }
        plan.engine = Engine::DepthFirst(parts);
        configuration
    }

    /// Returns whether the other one uses different tables, so that their searches have hardly anything in common.
    pub fn is_unlike(&self, other: &Self) -> bool {
        self.plan.bounds != other.plan.bounds
    }

    /// Returns whether the search is breadth-first.
    pub fn is_breadth_first(&self) -> bool {
        self.plan.scheduler().is_none()
    }

    /// Another way through the same trees: node counts of completed iterations have to be equal. `None` where they
    /// depend on chance.
    pub fn twin(&self, random: &mut Rng) -> Option<Self> {
        if self.is_breadth_first() || self.plan.depth_first().transpositions.is_some() {
            return None;
        }
        let mut twin = self.clone();
        twin.threads = [1, 2, 4][random.usize(..3)];
        twin.execution = Execution::Alone;
        twin.plan.distribution = None;
        let mut parts = twin.plan.depth_first();
        parts.kernel = match parts.kernel {
            Kernel::BATCHED => Kernel::STAGED,
            Kernel::STAGED => Kernel::BATCHED,
            Kernel::RECURSIVE => Kernel::ITERATIVE,
            Kernel::ITERATIVE | Kernel::Auto => Kernel::RECURSIVE,
        };
        if !matches!(parts.kernel, Kernel::TwoSided(_)) {
            parts.scheduler = scheduler(random);
        }
        twin.plan.engine = Engine::DepthFirst(parts);
        Some(twin)
    }
}

fn pruning(metric: Metric, spare: u8, random: &mut Rng) -> Pruning {
    let rules = match metric {
        Metric::HalfTurn => Pruning::FaceTurns,
        Metric::QuarterTurn => Pruning::QuarterTurns,
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
        Scheduler::StaticPartition { .. } => Scheduler::StaticPartition { workers: Some(1 + 4 * u16::from(parameter)) },
        usual if random.bool() => usual,
        usual => usual.with_moves(parameter),
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
        write!(f, "{}", self.plan)?;
        if let Some(table) = self.plan.depth_first().transpositions {
            write!(f, " of {} bytes{}", table.bytes, if table.symmetry { " up to symmetry" } else { "" })?;
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
        let metrics = [Metric::HalfTurn, Metric::QuarterTurn];
        for assortment in metrics.iter().flat_map(|&metric| [false, true].map(|small| Assortment { metric, small })) {
            for _ in 0..4000 {
                let length = random.u8(..=longest(assortment.metric));
                let one = Configuration::draw(assortment, length, &mut random);
                let (plan, parts) = (&one.plan, one.plan.depth_first());
                seen.insert(parts.kernel.to_string());
                seen.extend(parts.transpositions.map(|table| table.kind.to_string()));
                seen.insert(format!("{:?}", std::mem::discriminant(&parts.scheduler)));
                seen.insert(plan.distribution.map_or(String::new(), |d| format!("{:?}", std::mem::discriminant(&d))));
                seen.insert(plan.pruning.to_string());
                seen.insert(plan.bounds.to_string());
                // There is always another one to compare with.
                assert!(
                    (0..200).any(|_| Configuration::draw(assortment, length, &mut random).is_unlike(&one)),
                    "{one}"
                );
                if let Some(twin) = one.twin(&mut random) {
                    assert_ne!(twin.plan.depth_first().kernel, parts.kernel);
                    assert_eq!(twin.plan.bounds, plan.bounds);
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
