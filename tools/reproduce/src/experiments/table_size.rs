//! Time against the size of the tables: the same proofs with one assortment of tables after the other.

use crate::common::units::size;
use crate::plot::{Plot, Series};
use crate::published::korf_cubes;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner, table};
use crate::text::{grouped, seconds};
use cubepdb::{EdgeSet, H48Level, Metric, Pattern, TableSpec, plan::Plan};

/// So many of Korf's cubes, of 16 and 17 moves, are enough.
const COUNT: usize = 3;

/// Edges beside the corners: none, and sets of five to seven.
const EDGES: [&str; 4] = ["", "UR,UF,UL,UB,FR", "UR,UF,UL,UB,FR,FL", "UR,UF,UL,UB,FR,FL,BL"];

/// The largest level of the H48 tables.
const LARGEST: u8 = 4;

/// Two-sided searches go so many moves deeper: to the depth of the others they take less than a millisecond.
const DEEPER: u8 = 3;

/// Korf's cubes have no shorter solution than one move more.
const DEEPEST: u8 = 15;

/// Searches that take less than so many seconds are hardly more than starting threads.
const NOISE: f64 = 0.01;

/// The proofs for all cubes with some tables.
struct Proofs {
    tables: String,
    bytes: u64,
    two_sided: bool,
    /// The moves that are proven to be too few.
    depth: u8,
    nodes: u64,
    lookups: u64,
    seconds: f64,
}

/// Proves with each assortment that the cubes need more moves than this.
pub fn measure(runner: &Runner, section: &mut Section) -> Result<(), Interruption> {
    let depth = runner.deepest(12, 6);
    let (mut all, mut ended) = (Vec::new(), Ok(()));
    for specs in assortments(runner.quick) {
        match prove(&specs, depth, runner) {
            Ok(proofs) => all.push(proofs),
            Err(interruption) => {
                ended = Err(interruption);
                break;
            }
        }
    }
    present(&all, section);
    ended
}

/// The depth for searches of both kinds: `depth` for those of one side.
fn depth_of(two_sided: bool, depth: u8) -> u8 {
    if two_sided { (depth + DEEPER).min(DEEPEST).max(depth) } else { depth }
}

/// One-sided searches first, each kind from the smallest tables on.
fn assortments(quick: bool) -> Vec<Vec<TableSpec>> {
    let spec = |pattern| TableSpec::new(pattern, Metric::HalfTurn);
    let with_edges = |names: &&str| {
        let edges = EdgeSet::parse(names).ok().map(|edges| spec(Pattern::Edges(edges)));
        [spec(Pattern::Corners)].into_iter().chain(edges).collect()
    };
    let one_sided = EDGES.iter().take(if quick { 2 } else { EDGES.len() }).map(with_edges);
    let levels = (0..=LARGEST).take(if quick { 0 } else { usize::MAX });
    let two_sided = levels.filter_map(H48Level::new).map(|level| vec![TableSpec::new(level, Metric::HalfTurn)]);
    one_sided.chain(two_sided).collect()
}

fn prove(specs: &[TableSpec], depth: u8, runner: &Runner) -> Result<Proofs, Interruption> {
    let loaded = |spec: &TableSpec| match spec.pattern() {
        Some(Pattern::Corners) => runner.corners(),
        _ => table(*spec, runner.interrupt().flag()),
    };
    let tables = specs.iter().map(loaded).collect::<Result<Vec<_>, Interruption>>()?;
    let two_sided = specs.iter().any(|spec| spec.h48().is_some());
    let depth = depth_of(two_sided, depth);
    let solver = runner.with_tables(tables, Plan::LOOKUPS)?;
    let names: Vec<String> = specs.iter().map(TableSpec::name).collect();
    let mut proofs = Proofs {
        tables: names.join("+"),
        bytes: specs.iter().map(TableSpec::bytes).sum(),
        two_sided,
        depth,
        nodes: 0,
        lookups: 0,
        seconds: 0.0,
    };
    for cube in korf_cubes().take(COUNT) {
        let statistics = runner.cost(&solver, &cube, depth)?;
        proofs.seconds += statistics.time.as_secs_f64();
        proofs.nodes += statistics.work.nodes;
        proofs.lookups += statistics.work.lookups;
    }
    Ok(proofs)
}

fn present(all: &[Proofs], section: &mut Section) {
    let heading = ["tables", "search", "bytes", "moves", "nodes", "look-ups", "time"];
    let title = format!("Korf's first {COUNT} cubes: the proof that they need more than so many moves.");
    let mut table = Table::new(title, heading);
    let mut csv = Table::new("", ["tables", "search", "bytes", "depth", "cubes", "nodes", "lookups", "seconds"]);
    for proofs in all {
        let Proofs { tables, bytes, depth, nodes, lookups, seconds: time, .. } = proofs;
        let noise = if *time < NOISE { " (too short to compare)" } else { "" };
        let direction = if proofs.two_sided { "two-sided" } else { "one-sided" };
        let [told, nodes_told] = [lookups, nodes].map(|count| grouped(*count));
        let time_told = format!("{}{noise}", seconds(*time));
        table.row([tables.clone(), direction.to_owned(), size(*bytes), depth.to_string(), nodes_told, told, time_told]);
        let figures = [*bytes, u64::from(*depth), COUNT as u64, *nodes, *lookups].map(|figure| figure.to_string());
        let first = [tables.clone(), direction.to_owned()].into_iter();
        csv.row(first.chain(figures).chain([format!("{time:.6}")]));
    }
    section.table(table);
    section.text(format!(
        "Two-sided searches go {DEEPER} moves deeper: to the depth of the others they take less than a millisecond. Compare points of \
         one line, and the slopes of lines."
    ));
    section.text(
        "With larger tables, bounds are higher and fewer nodes are searched. Korf found the number of nodes to be about \
         inversely proportional to the memory; an H48 table is better than that of corners and edges of the same size, and its search has \
         two sides. Time falls less than nodes do, since larger tables miss the caches more often.",
    );
    for (name, y, value) in [
        ("table-size", "seconds", (|proofs: &Proofs| proofs.seconds) as fn(&Proofs) -> f64),
        ("table-size-nodes", "nodes", |proofs| proofs.nodes as f64),
    ] {
        let line = |name: &str, two_sided: bool| {
            let of = || all.iter().filter(|proofs| proofs.two_sided == two_sided);
            let depth = of().next().map_or_else(String::new, |proofs| format!(", {} moves", proofs.depth));
            Series::new(
                format!("{name}{depth}"),
                of().map(|proofs| ((proofs.bytes as f64 / 1e6).round(), value(proofs))),
            )
        };
        let series = [line("corners, edges", false), line("H48", true)];
        let title = format!("{y} against the size of the tables");
        section.plot(Plot::new([name, &title], ["table size in MB", y], (true, true), series));
    }
    section.data = Some(csv.csv());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_within_each_kind_of_search() {
        let size = |specs: &Vec<TableSpec>| specs.iter().map(TableSpec::bytes).sum::<u64>();
        let sizes: Vec<u64> = assortments(false).iter().map(size).collect();
        assert_eq!(sizes.len(), EDGES.len() + usize::from(LARGEST) + 1);
        let (one_sided, two_sided) = sizes.split_at(EDGES.len());
        assert!(one_sided.is_sorted() && two_sided.is_sorted(), "{sizes:?}");
    }

    #[test]
    fn two_sided_searches_go_deeper_as_long_as_there_is_no_solution() {
        let both = |depth| [false, true].map(|two_sided| depth_of(two_sided, depth));
        assert_eq!([6, 12, 14, 16].map(both), [[6, 9], [12, 15], [14, 15], [16, 16]]);
    }
}
