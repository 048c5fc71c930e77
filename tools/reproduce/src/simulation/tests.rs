//! No node is lost or searched twice; times agree with arithmetic.

use super::tree::Node;
use super::*;
use cubepdb::internals::{
    cube::Cubies,
    heuristic::CornerBound,
    notation::parse_moves,
    pdb::build::build,
    search::{Control, CornerSpace, Limits, MoveTable, PieceSolver, Prepared, TableSet, Workers},
};
use cubepdb::{
    Metric, MoveOptions, Pattern, TableSpec, Threads,
    plan::{Distribution, Plan, SearchQuery},
    search::{Executor, Sequential},
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A tree that depends on the seed, with subtrees of all sizes at its ends.
fn random_tree(seed: u64, branching: usize, depth: u8, height: u8) -> RecordedTree {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut nodes = vec![Node::leaf(0, 0, 0)];
    let mut at = 0;
    while at < nodes.len() {
        let Node { depth: of, bound, .. } = nodes[at];
        if of < depth && random.u8(0..8) > 0 {
            let first = nodes.len() as u32;
            let children = random.usize(0..=branching);
            nodes.extend((0..children).map(|_| Node::leaf(of + 1, bound + random.u8(0..2), 0)));
            (nodes[at].children, nodes[at].generated) = (first..nodes.len() as u32, branching as u64);
        } else {
            nodes[at].below = 10u64.pow(random.u32(0..5));
        }
        at += 1;
    }
    RecordedTree::summed(nodes, branching, height)
}

fn distributions() -> impl Iterator<Item = Distribution> {
    Distribution::ALL.into_iter().chain([1, 30].map(|nodes| Distribution::BestFirst { nodes }))
}

/// A tree without cut-offs: each of the nodes `depth` moves below the root has `below` nodes under it.
fn uniform_tree(branching: usize, depth: u8, below: u64) -> RecordedTree {
    let mut nodes = vec![Node::leaf(0, 0, below)];
    let mut at = 0;
    while at < nodes.len() {
        let of = nodes[at].depth;
        if of < depth {
            let first = nodes.len() as u32;
            nodes.extend((0..branching).map(|_| Node::leaf(of + 1, of + 1, below)));
            (nodes[at].children, nodes[at].generated) = (first..nodes.len() as u32, branching as u64);
        }
        at += 1;
    }
    RecordedTree::summed(nodes, branching, depth + 8)
}

const NODE_PS: u64 = 7000;

const IDEAL: Machine = Machine::ideal(NODE_PS);
const USUAL: Machine = Machine::usual(NODE_PS, Duration::from_micros(5));

/// The ratio of the most nodes of a rank to the mean.
fn imbalance(simulated: &Simulated) -> f64 {
    let nodes = || simulated.ranks.iter().map(|rank| rank.nodes);
    nodes().max().unwrap() as f64 * simulated.ranks.len() as f64 / nodes().sum::<u64>().max(1) as f64
}

#[test]
fn every_node_is_searched_once() {
    for (seed, branching, depth) in [(1, 3, 6), (2, 12, 3), (3, 18, 4), (4, 2, 1), (5, 18, 0)] {
        let tree = random_tree(seed, branching, depth, depth + 9);
        for distribution in distributions() {
            for ranks in [1, 2, 3, 5, 17, 100, 1000] {
                for machine in [IDEAL, USUAL] {
                    let simulated = simulate(&tree, distribution, ranks, &machine);
                    let case = format!("tree {seed}, {distribution}, {ranks} ranks");
                    let nodes: u64 = simulated.ranks.iter().map(|rank| rank.nodes).sum();
                    assert_eq!(nodes, tree.nodes(), "{case}");
                    assert!(simulated.efficiency() <= 1.0 + 1e-9, "{case}: {}", simulated.efficiency());
                }
            }
        }
    }
}

#[test]
fn a_single_rank_takes_the_time_of_its_nodes() {
    let tree = random_tree(7, 12, 4, 13);
    let time = Duration::from_nanos(tree.nodes() * NODE_PS / 1000);
    for distribution in distributions() {
        let simulated = simulate(&tree, distribution, 1, &IDEAL);
        assert_eq!((simulated.time, simulated.ranks[0].messages), (time, 0), "{distribution}");
    }
}

/// Ranks without latency that begin with equal parts and wait for nothing have the ideal speed-up.
#[test]
fn equal_subtrees_are_searched_without_loss() {
    let tree = uniform_tree(12, 3, 1_000_000);
    let machine = Machine { top_node_ps: 0, ..IDEAL };
    for ranks in [1, 2, 3, 4, 6, 12] {
        for distribution in Distribution::ALL {
            let simulated = simulate(&tree, distribution, ranks, &machine);
            // Ranks look for an end of the iteration from time to time.
            let lost = simulated.time.as_secs_f64() * (1.0 - simulated.efficiency());
            assert!(lost < 0.004, "{distribution}, {ranks} ranks: {lost} of {:?}", simulated.time);
            assert!(imbalance(&simulated) < 1.001, "{distribution}, {ranks} ranks: {}", imbalance(&simulated));
        }
    }
    let of_ten = simulate(&tree, Distribution::FirstLevel, 10, &machine);
    assert!((imbalance(&of_ten) - 20.0 / 12.0).abs() < 1e-6, "two ranks have two subtrees of twelve");
}

#[test]
fn the_same_is_simulated_every_time() {
    let tree = random_tree(9, 18, 4, 13);
    for distribution in Distribution::ALL {
        assert_eq!(simulate(&tree, distribution, 40, &USUAL), simulate(&tree, distribution, 40, &USUAL));
    }
}

/// A machine that is worse in one respect is not faster, except by chance in the choice of victims, and in the number
/// of rounds until the end is noticed: the tree is large enough for a round to matter little.
#[test]
fn slower_machines_take_longer() {
    let tree = random_tree(11, 18, 4, 13).scaled(100);
    let base = USUAL;
    let worse = [
        Machine { node_ps: 2 * base.node_ps, ..base },
        Machine { top_node_ps: 10 * base.top_node_ps, ..base },
        Machine { latency: 10 * base.latency, ..base },
        Machine { message: 10 * base.message, ..base },
        Machine { wake: 10 * base.wake, ..base },
        Machine { sleeps: base.sleeps.map(|sleep| 10 * sleep), ..base },
    ];
    for distribution in Distribution::ALL {
        for ranks in [2, 16, 300] {
            let time = simulate(&tree, distribution, ranks, &base).time;
            for machine in worse {
                let worse = simulate(&tree, distribution, ranks, &machine).time;
                assert!(
                    worse > time.mul_f64(0.95),
                    "{distribution}, {ranks} ranks: {worse:?} < {time:?} with {machine:?}"
                );
            }
        }
    }
}

/// Half of a rank's tasks are stolen, although it was given everything.
#[test]
fn stealing_evens_out_what_shares_do_not() {
    let tree = random_tree(13, 18, 4, 13).scaled(100);
    for ranks in [2, 7, 30] {
        let [shares, stealing] = [Distribution::StaticPartition, Distribution::Stealing]
            .map(|distribution| simulate(&tree, distribution, ranks, &USUAL));
        assert!(imbalance(&stealing) < imbalance(&shares), "{ranks} ranks");
        assert!(stealing.time < shares.time, "{ranks} ranks: {:?} and {:?}", stealing.time, shares.time);
    }
}

#[test]
fn a_scaled_tree_has_the_same_top() {
    let tree = random_tree(15, 12, 3, 12);
    let scaled = tree.scaled(10);
    let top: u64 = tree.nodes.iter().map(|node| node.generated).sum();
    assert_eq!(scaled.nodes() - top, 10 * (tree.nodes() - top));
    assert_eq!((scaled.recorded(), scaled.largest_leaf()), (tree.recorded(), 10 * tree.largest_leaf()));
}

/// A recording has as many nodes as are searched, however fine it is.
#[test]
fn a_recorded_tree_has_the_nodes_of_the_iteration() {
    let cube = Cubies::after(&parse_moves("U D2 F2 D2 F' L2 U' L' B2 R", &MoveOptions::default()).unwrap());
    let spec = TableSpec::new(Pattern::Corners, Metric::HalfTurn);
    let interrupt = AtomicBool::new(false);
    let (table, _) = build(&spec, None, &interrupt, |_| ()).unwrap();
    let table = Arc::new(table.freeze());
    let (length, threads) = (9, Threads::new(2).unwrap());
    let query = SearchQuery { max_depth: length, ..SearchQuery::default() };
    let options = Prepared::new(Plan::new(Metric::HalfTurn).with_query(query));
    let (bound, turns) = (CornerBound::new(table.clone(), &options.alphabet), MoveTable::new(options.alphabet.clone()));
    let space = CornerSpace::new(&bound, &turns, &cube);
    let automaton = options.automaton.clone();
    let tables = TableSet::new(&[(spec, table)], Plan::LOOKUPS);
    let solver = PieceSolver::new(options, tables).unwrap();
    let search = |control: &Control<'_>| solver.solve(&cube, &Workers::new(control, &Sequential));
    let outcome = Control::unwatched(Limits::default(), search);
    let nodes = outcome.iterations.last().unwrap().counters.nodes;
    let record = |detail, executor| record(&space, space.root(), &automaton, length, detail, &interrupt, executor);
    for (depth, largest) in [(0, u64::MAX), (2, u64::MAX), (3, 1000), (4, 10)] {
        let detail = Detail { depth, largest };
        let tree = record(detail, &threads as &dyn Executor).unwrap();
        assert_eq!(tree.nodes(), nodes, "{detail:?}");
        assert!(tree.largest_leaf() <= largest, "{detail:?}");
        let simulated = simulate(&tree, Distribution::default(), 5, &IDEAL);
        assert_eq!(simulated.ranks.iter().map(|rank| rank.nodes).sum::<u64>(), nodes);
    }
    interrupt.store(true, Ordering::Relaxed);
    assert!(record(Detail { depth: 2, largest: u64::MAX }, &Sequential).is_none());
}
