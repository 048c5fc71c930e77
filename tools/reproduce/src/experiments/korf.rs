//! The ten cubes of Korf 1997, with lower bounds as large as his: nodes by iteration, beside those that the
//! distributions of the tables predict, and the whole searches that he published.

use crate::plot::{Plot, Series};
use crate::published::{KORF, KORF_ITERATIONS, korf_cubes};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner, table};
use crate::text::{grouped, percent};
use cubepdb::{Cube, EdgeSet, Metric, Pattern, Solver, TableSpec};

/// Two sets of six edges. Which ones he had is not known.
const EDGES: [&str; 2] = ["UR,UF,UL,UB,FR,FL", "DR,DF,DL,DB,BR,BL"];

/// Random cubes, and what draws them.
const RANDOM: usize = 100;
const SEED: u64 = 1;

/// The nodes of the iterations of one cube, the first for bound 0.
type Nodes = Vec<u64>;

/// Searches the cubes with one look-up in each of three tables.
pub fn measure(runner: &Runner, section: &mut Section) -> Result<(), Interruption> {
    let depth = runner.deepest(14, 11);
    let edges = EDGES.map(|names| EdgeSet::parse(names).expect("they are edges"));
    let specs = [Pattern::Corners, Pattern::Edges(edges[0]), Pattern::Edges(edges[1])];
    let (mut tables, mut within) = (Vec::new(), [1.0; 16]);
    for pattern in specs {
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let table = table(spec, runner.interrupt().flag())?;
        let mut sum = 0;
        for (within, entries) in within.iter_mut().zip(table.distribution()) {
            sum += entries;
            *within *= sum as f64 / spec.entries() as f64;
        }
        tables.push(table);
    }
    let solver = runner.with_tables(tables, 1)?;
    let ten = korf_cubes().take(if runner.quick { 3 } else { 10 });
    let random = Cube::random(SEED).take(if runner.quick { 10 } else { RANDOM });
    let (mut all, mut of_random) = (Vec::new(), Vec::new());
    let ended = search(ten, &solver, depth, runner, &mut all)
        .and_then(|()| search(random, &solver, depth - 1, runner, &mut of_random));
    present(&all, &of_random, &within, section);
    ended
}

/// Adds the nodes of some cubes to those of others: until it is interrupted.
fn search(
    cubes: impl Iterator<Item = Cube>,
    solver: &Solver,
    depth: u8,
    runner: &Runner,
    all: &mut Vec<Nodes>,
) -> Result<(), Interruption> {
    for cube in cubes {
        let statistics = runner.cost(solver, &cube, depth)?;
        let mut nodes = vec![0; usize::from(depth) + 1];
        // A solution ends an iteration early.
        for iteration in statistics.iterations.iter().filter(|iteration| iteration.completed) {
            nodes[usize::from(iteration.bound)] = iteration.nodes;
        }
        all.push(nodes);
    }
    Ok(())
}

/// Sequences of each length that are searched: of moves of one face none follow each other, and those of opposite faces
/// are in one order.
fn sequences() -> impl Iterator<Item = f64> {
    let mut last = (18.0, 243.0);
    let later = std::iter::from_fn(move || {
        last = (last.1, 12.0 * last.1 + 18.0 * last.0);
        Some(last.1)
    });
    [1.0, 18.0, 243.0].into_iter().chain(later)
}

/// The nodes of an iteration, by the method of Korf, Reid and Edelkamp (2001): a sequence of some length has successors
/// unless its lower bound is larger than what is left, and lower bounds are as in random cubes; `within` is the part of
/// these whose bound is at most as large as its index.
fn predicted(bound: usize, within: &[f64; 16]) -> f64 {
    let left = |length: usize| within[(bound - length).min(within.len() - 1)];
    sequences().skip(1).take(bound).enumerate().map(|(length, nodes)| nodes * left(length)).sum()
}

/// The nodes of an iteration of a cube: as searched, or else in proportion to the prediction.
fn nodes_of(searched: &[u64], bound: usize, within: &[f64; 16]) -> f64 {
    match searched.get(bound) {
        Some(&nodes) => nodes as f64,
        None => {
            let last = searched.len() - 1;
            searched[last] as f64 * predicted(bound, within) / predicted(last, within)
        }
    }
}

/// The mean nodes of an iteration that all searches have had.
fn mean(all: &[Nodes], bound: usize) -> Option<f64> {
    let nodes: Vec<u64> = all.iter().filter_map(|nodes| nodes.get(bound).copied()).collect();
    let sum: u64 = nodes.iter().sum();
    (sum > 0).then(|| sum as f64 / nodes.len() as f64)
}

/// Iterations, from a bound on: before, few nodes are far from the root, and each cube is a case of its own.
fn iterations(all: &[Nodes], random: &[Nodes], within: &[f64; 16], depth: usize) -> Table {
    let ten = format!("{} of Korf's cubes", all.len());
    let many = format!("{} random cubes", random.len());
    let heading = ["bound", &ten, &many, "random / predicted", "predicted", "predicted 2001", "measured 2001"];
    let mut means = Table::new("Mean nodes of an iteration, with one look-up in each of the three tables.", heading);
    let told = |nodes: Option<f64>| nodes.map_or(String::new(), |nodes| grouped(nodes.round() as u64));
    for bound in 10..=depth {
        let (expected, of_random) = (predicted(bound, within), mean(random, bound));
        let ratio = of_random.map_or(String::new(), |nodes| percent(nodes / expected));
        let published = KORF_ITERATIONS.iter().find(|(of, ..)| *of == bound);
        let [by_them, measured] = [published.map(|known| known.1), published.map(|known| known.2)]
            .map(|nodes| nodes.map_or(String::new(), grouped));
        let ours = [told(mean(all, bound)), told(of_random), ratio, told(Some(expected))];
        means.row([bound.to_string()].into_iter().chain(ours).chain([by_them, measured]));
    }
    means
}

fn present(all: &[Nodes], random: &[Nodes], within: &[f64; 16], section: &mut Section) {
    let Some(depth) = all.first().map(|nodes| nodes.len() - 1) else { return };
    section.table(iterations(all, random, within, depth));
    section.text(
        "Predicted from the numbers of move sequences and the distribution of the lower bounds alone, as if the three tables were \
         independent (Korf, Reid and Edelkamp 2001; they count the root, too, and measured 1,000 to 25 random cubes).",
    );
    let mut whole = Table::new(
        "Whole searches of the ten cubes: nodes of all iterations below the solution, those of Korf's search, and those of all \
         iterations with that of the solution, if it is searched to its end.",
        ["cube", "moves", "before the last", "Korf 1997", "to the end"],
    );
    let mut csv = Table::new("", ["cube", "bound", "nodes", "predicted"]);
    for (number, (searched, (length, published))) in all.iter().zip(KORF).enumerate() {
        let until = |end: usize| (0..=end).map(|bound| nodes_of(searched, bound, within)).sum::<f64>();
        let told =
            |end: usize| format!("{}{}", if end > depth { "about " } else { "" }, rounded(until(end), end > depth));
        let name = (number + 1).to_string();
        whole.row([name.clone(), length.to_string(), told(length - 1), grouped(published), told(length)]);
        for (bound, nodes) in searched.iter().enumerate().filter(|(_, nodes)| **nodes > 0) {
            csv.row([name.clone(), bound.to_string(), nodes.to_string(), format!("{:.0}", predicted(bound, within))]);
        }
    }
    section.table(whole);
    section.text(format!(
        "Iterations beyond {depth} are not searched here (`--max-depth` changes that): their nodes are those of the last one, in \
         proportion to the prediction. Korf's search ended with the first solution, somewhere in the last iteration; his sets of \
         edges may have been others."
    ));
    let line = |name: &str, value: &dyn Fn(usize) -> f64| {
        Series::new(name, (9..=depth).map(|bound| (bound as f64, value(bound))).filter(|(_, nodes)| *nodes > 0.0))
    };
    let series = [
        line("searched", &|bound| mean(all, bound).unwrap_or(0.0)),
        line("predicted", &|bound| predicted(bound, within)),
    ];
    section.plot(Plot::new(["korf", "nodes of an iteration"], ["bound", "nodes"], (false, true), series));
    section.data = Some(csv.csv());
}

/// A count, to three digits if it is not exact.
fn rounded(count: f64, is_estimate: bool) -> String {
    let unit = 10f64.powf((count.max(1.0).log10().floor() - 2.0).max(0.0));
    grouped(if is_estimate { (count / unit).round() * unit } else { count } as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_those_that_are_searched() {
        let counts: Vec<f64> = sequences().take(7).collect();
        assert_eq!(counts, [1.0, 18.0, 243.0, 3240.0, 43_254.0, 577_368.0, 7_706_988.0]);
        // Without a bound, all of them are made.
        assert_eq!(predicted(3, &[1.0; 16]), 18.0 + 243.0 + 3240.0);
        let mut within = [1.0; 16];
        (within[0], within[1]) = (0.0, 0.5);
        assert_eq!(predicted(2, &within), 18.0 + 0.5 * 243.0);
    }

    /// The distributions of the tables of corners and of six edges, of which two are used.
    #[test]
    fn predictions_are_the_published_ones() {
        let corners =
            [1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736];
        let edges = [1, 15, 182, 2208, 25_329, 258_827, 2_165_560, 12_222_708, 24_596_752, 3_305_973, 365];
        let part = |counts: &[u64], bound: usize| {
            counts.iter().take(bound + 1).sum::<u64>() as f64 / counts.iter().sum::<u64>() as f64
        };
        let within: [f64; 16] = std::array::from_fn(|bound| part(&corners, bound) * part(&edges, bound).powi(2));
        for (bound, published, _) in KORF_ITERATIONS {
            assert_eq!((predicted(bound, &within) + 1.0).round() as u64, published, "{bound}");
        }
    }

    #[test]
    fn what_was_not_searched_is_in_proportion() {
        let within = [1.0; 16];
        let (two, three) = (predicted(2, &within), predicted(3, &within));
        assert_eq!(nodes_of(&[0, 1, 7], 2, &within), 7.0);
        assert_eq!(nodes_of(&[0, 1, 7], 3, &within), 7.0 * three / two);
        assert_eq!([rounded(123_456.0, true), rounded(123_456.0, false)], ["123,000", "123,456"]);
        assert_eq!(korf_cubes().count(), KORF.len());
    }
}
