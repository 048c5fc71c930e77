//! The transposition table of the parallel solver: its best depth, its statistics, and the work that it saves.

use crate::cases::Case;
use crate::plot::{Plot, Series};
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Expected, Interruption, Query, Runner, preset};
use crate::runs::{Run, every, find};
use crate::text::{grouped, seconds, three_digits};
use cubepdb::{
    Metric,
    plan::{MoveOrder, Plan, Pruning, Scheduler, TranspositionOptions},
    search::{TableStatistics, TranspositionKind},
};

const METHOD: &str = "iddfs-hash";
/// Most bytes that an entry and its share of the buckets take.
const ENTRY_BYTES: u64 = 96;

/// Enough memory for all states that are reached by `depth` moves.
fn room(depth: u8) -> u64 {
    let alphabet = MoveOrder::FaceByFace.alphabet(Metric::QuarterTurn);
    let words = Pruning::QuarterTurns.automaton(Metric::QuarterTurn, &alphabet).map(|rules| rules.words(depth.into()));
    let words = words.map_or(0, |counts| counts.into_iter().sum::<u128>());
    (words as u64).saturating_mul(ENTRY_BYTES).max(4 << 20)
}

pub fn depths(runner: &Runner) -> Result<(), Interruption> {
    let Some(case) = Case::quarter_turns(runner.deepest(9, 8)).pop() else { return Ok(()) };
    let most = *runner.threads.last().unwrap_or(&1);
    let threads = every(&[1, runner.cores, most], |&threads| threads);
    for depth in 4..=7.min(case.length) {
        for &threads in &threads {
            let plan = preset(METHOD).with_parts(|parts| {
                if let Some(table) = &mut parts.transpositions {
                    table.depth = depth;
                }
            });
            runner.ask(&Query { bytes: room(depth), ..Query::new(&case, depth.to_string(), plan, threads) })?;
        }
    }
    let without = preset("iddfs-pruned");
    for threads in threads {
        runner.ask(&Query::new(&case, "none", without.clone(), threads))?;
    }
    Ok(())
}

pub fn present_depths(runs: &[Run], _: &Runner, section: &mut Section) {
    let Some(first) = runs.first() else { return };
    let heading = [
        "table to depth",
        "threads",
        "time",
        "nodes",
        "entries",
        "memory",
        "bytes an entry",
        "time to free",
        "cut off",
        "too weak",
        "raised",
        "retries",
        "beside another",
    ];
    let mut table = Table::new(format!("The cube of {}, by the depth of the table:", first.case), heading);
    for run in runs {
        let head = [run.method.clone(), run.threads.to_string(), seconds(run.seconds()), grouped(run.nodes)];
        let of_table = run.table.map(|t| {
            let bytes =
                [format!("{} MB", three_digits(t.bytes as f64 / 1e6)), three_digits(t.bytes as f64 / t.entries as f64)];
            let counts = [t.hits, t.stale, t.raised, t.cas_retries, t.chained].map(grouped);
            [grouped(t.entries)].into_iter().chain(bytes).chain([seconds(run.freed)]).chain(counts)
        });
        table.row(head.into_iter().chain(of_table.into_iter().flatten()));
    }
    section.table(table);
    section.text(
        "In the report (236 threads of a Xeon Phi) depth 5 is best with 18.0 s, depth 4 takes 22.3 s and depth 7 takes 106 s, \
         most of it for freeing the table after every iteration. Here a table is kept over all iterations and freed once.",
    );
    section.table(statistics(runs));
    section.text(
        "The report's table holds visits: a node whose state is there with fewer moves is not searched, although the search of \
         the other one may not be finished; it is emptied after every iteration. Ours holds failures: that no sequence of so many \
         moves, allowed after what came before, leads from this state to the goal. An entry is written when that is proven, \
         stays true, and is raised by the next iteration; `stale entries` are those of the iteration before, or of another \
         context. The report looks up nodes of every depth, so that most of its hits are states within five moves that were \
         reached again by more; ours only nodes of at most the table's depth, where a hit saves a large subtree: deeper ones \
         cost more to look up than to search. Its 248,833 nodes of 11.39 MB at depth 5 are 12^5 + 1, the room for all move \
         sequences without any pruning, of 48 bytes each (11.39 MiB); within five quarter turns there are 105,046 positions.",
    );
    let line = |&threads: &usize| {
        let point = |run: &Run| Some((run.method.parse().ok()?, run.seconds()));
        Series::new(format!("{threads} threads"), runs.iter().filter(|run| run.threads == threads).filter_map(point))
    };
    let mut series: Vec<Series> = every(runs, |run| run.threads).iter().map(line).collect();
    let theirs = published::TABLE_DEPTH_SECONDS.map(|(depth, seconds)| (f64::from(depth), seconds));
    series.push(Series::published("report, 236 threads", theirs));
    let names = ["quarter-table-depth", "Depth of the transposition table"];
    section.plot(Plot::new(names, ["depth of the table (moves)", "time (s)"], (false, true), series));
}

/// Statistics of a table to depth 5, beside the report's figures.
fn statistics(runs: &[Run]) -> Table {
    let of_depth: Vec<&Run> = runs.iter().filter(|run| run.method == "5").collect();
    let heading = ["to depth 5".to_owned(), "report".to_owned()];
    let columns = of_depth.iter().map(|run| format!("here, threads {}", run.threads));
    let mut table = Table::new("What happened in the table to depth 5:", heading.into_iter().chain(columns));
    let figures: [fn(&TableStatistics) -> u64; 5] =
        [|t| t.inserts + t.raised, |t| t.cas_retries, |t| t.chained, |t| t.hits, |t| t.stale];
    for ((name, theirs), figure) in published::TABLE_STATISTICS.iter().zip(figures) {
        let ours = of_depth.iter().map(|run| run.table.as_ref().map_or(String::new(), |t| grouped(figure(t))));
        table.row([(*name).to_owned(), grouped(*theirs)].into_iter().chain(ours));
    }
    table
}

pub fn nodes(runner: &Runner) -> Result<(), Interruption> {
    // One turn more than the hardest cube: the whole tree below is searched.
    let Some(case) = Case::quarter_turns(9).into_iter().find(|case| case.name == "depth 9") else { return Ok(()) };
    let (cube, depth) = (case.turned("depth 10", "B"), runner.deepest(8, 6) / 2 * 2);
    let name = format!("to depth {depth}");
    for (label, pruning, table) in [
        ("neither", Pruning::None, TranspositionKind::None),
        ("patterns", Pruning::QuarterTurns, TranspositionKind::None),
        ("table", Pruning::None, TranspositionKind::Epoch),
        ("both", Pruning::QuarterTurns, TranspositionKind::Epoch),
    ] {
        let plan = Plan { pruning, ..preset(METHOD) };
        let plan = plan.with_transpositions(TranspositionOptions::new(table)).with_scheduler(Scheduler::Sequential);
        let query = Query::new(&case, label, plan, 1);
        let expected = Expected::Nothing(depth);
        runner.ask(&Query { case: &name, cube: cube.clone(), expected, bytes: room(5), ..query })?;
    }
    Ok(())
}

pub fn present_nodes(runs: &[Run], _: &Runner, section: &mut Section) {
    let Some(first) = runs.first() else { return };
    let caption = format!("Nodes of the whole search {}, one thread, table to depth 5:", first.case);
    let mut table = Table::new(caption, ["", "without table", "with table", "table saves"]);
    for (row, without, with) in [("without patterns", "neither", "table"), ("with patterns", "patterns", "both")] {
        let of = |method| find(runs, &first.case, method, 1);
        let cell = |run: Option<&Run>| {
            run.map_or(String::new(), |run| format!("{} in {}", grouped(run.nodes), seconds(run.seconds())))
        };
        let saved = of(without)
            .zip(of(with))
            .map_or(String::new(), |(a, b)| format!("{} times", three_digits(a.nodes as f64 / b.nodes as f64)));
        table.row([row.to_owned(), cell(of(without)), cell(of(with)), saved]);
    }
    section.table(table);
    section.text(
        "Without the table and without patterns these are all move sequences. In the report, patterns save a factor of 2.37 in time (depth \
         8, one thread). As they are written there, they leave both orders of two opposite faces, and half turns made either \
         way: among such sequences the table still finds many that reach the same state.",
    );
}
