//! The iteration that is recorded, and searched by real ranks.

use crate::cases::Case;
use crate::common::clock::processor_time;
use crate::common::exit::{Failure, Status, say};
use crate::runner::{Interruption, Runner, preset};
use crate::simulation::{Detail, RecordedTree, record};
use crate::text::{grouped, seconds};
use anyhow::anyhow;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    heuristic::CornerBound,
    search::{Control, CornerSpace, InProcess, Limits, MoveTable, PieceSolver, Prepared, TableSet, Team, Workers},
};
use cubepdb::{
    plan::{Distribution, Plan, SearchQuery},
    search::{Monitor, Outcome, RankStatistics, Sequential},
};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// All solutions of a cube of ParaCube's kind: the last length is searched completely.
pub struct Iteration {
    case: Case,
    solver: PieceSolver,
}

/// The work of real ranks in it.
pub struct Together {
    pub time: Duration,
    /// Seconds of processor time of this program, and nodes, in all lengths.
    pub processor: (f64, u64),
    pub nodes: u64,
    pub ranks: Vec<RankStatistics>,
}

impl Together {
    /// Picoseconds that a node took, in processor time where the search took long enough: other programs may use the
    /// machine.
    pub fn node_ps(&self) -> u64 {
        let (processor, searched) = self.processor;
        let (time, nodes) = if processor > 0.2 { (processor, searched) } else { (self.time.as_secs_f64(), self.nodes) };
        ((time / nodes.max(1) as f64 * 1e12) as u64).max(1)
    }
}

impl Iteration {
    /// Depth to which all nodes are recorded: with 4096 ranks, subtrees are divided no further.
    const DEPTH: u8 = 7;
    /// A subtree larger than this part of the tree is recorded further.
    const PART: u64 = 1 << 16;
    /// Searches shorter than this are repeated.
    const SHORT: Duration = Duration::from_secs(5);
    const TIMES: usize = 3;

    pub fn new(runner: &Runner) -> Result<Option<Self>, Interruption> {
        let Some(case) = Case::paracube(runner.deepest(12, 9), 1).pop() else { return Ok(None) };
        let query = SearchQuery { all: true, max_depth: case.length, ..SearchQuery::default() };
        let corners = runner.corners()?;
        let tables = TableSet::new(&[(corners.spec(), corners.memory().clone())], Plan::LOOKUPS);
        let solver = PieceSolver::new(Prepared::new(preset("ida-iter-seq").with_query(query)), tables)
            .map_err(|error| Failure::new(Status::Memory, error))?;
        Ok(Some(Self { case, solver }))
    }

    pub fn name(&self) -> &str {
        &self.case.name
    }

    pub fn length(&self) -> u8 {
        self.case.length
    }

    fn cube(&self) -> &Cubies {
        self.case.cube.pieces().expect("a 3x3x3")
    }

    /// Records the iteration, on all cores.
    pub fn record(&self, runner: &Runner, nodes: u64) -> Result<RecordedTree, Interruption> {
        let started = Instant::now();
        let prepared = self.solver.prepared();
        let table = runner.corners()?.memory().clone();
        let (bound, turns) = (CornerBound::new(table, &prepared.alphabet), MoveTable::new(prepared.alphabet.clone()));
        let space = CornerSpace::new(&bound, &turns, self.cube());
        let detail = Detail { depth: Self::DEPTH, largest: (nodes / Self::PART).max(100) };
        let (flag, pool) = (runner.interrupt().flag(), runner.pool(runner.cores)?);
        let tree = record(&space, space.root(), &prepared.automaton, self.length(), detail, flag, &*pool);
        let tree = tree.ok_or(Interruption::Interrupted)?;
        say(&format!("  {}, recorded: {}", self.name(), seconds(started.elapsed().as_secs_f64())));
        if tree.nodes() != nodes {
            let [recorded, nodes] = [tree.nodes(), nodes].map(grouped);
            return Err(internal(format!("{recorded} nodes were recorded, where {nodes} were searched")));
        }
        Ok(tree)
    }

    /// Searches with real ranks, threads of this process with one worker each: the quickest of several searches, unless
    /// they are long, because other programs may use the machine.
    pub fn together(
        &self,
        runner: &Runner,
        distribution: Distribution,
        ranks: usize,
    ) -> Result<Together, Interruption> {
        let mut best = self.once(runner, distribution, ranks)?;
        if best.time < Self::SHORT {
            for _ in 1..Self::TIMES {
                let next = self.once(runner, distribution, ranks)?;
                best = if next.time < best.time { next } else { best };
            }
        }
        let time = seconds(best.time.as_secs_f64());
        say(&format!("  {}, {distribution}, ranks {ranks}: {time}", self.name()));
        Ok(best)
    }

    fn once(&self, runner: &Runner, distribution: Distribution, ranks: usize) -> Result<Together, Interruption> {
        let processor = processor_time();
        let outcomes: Vec<_> = thread::scope(|scope| {
            let flag = runner.interrupt().flag();
            let search = |rank: InProcess| move || self.on_rank(flag, &Team::new(&rank, distribution));
            let running: Vec<_> = InProcess::team(ranks).into_iter().map(|rank| scope.spawn(search(rank))).collect();
            running.into_iter().map(|rank| rank.join().expect("ranks do not fail")).collect()
        });
        let outcome = outcomes.into_iter().next().expect("there is a first rank");
        if outcome.incomplete.is_some() || runner.interrupt().is_raised() {
            return Err(Interruption::Interrupted);
        }
        let processor = ((processor_time() - processor).as_secs_f64(), outcome.counters().nodes);
        let last =
            outcome.iterations.into_iter().next_back().filter(|last| last.completed && last.bound == self.length());
        let last = last.ok_or_else(|| internal("the last length was not searched to its end".to_owned()))?;
        Ok(Together { time: last.time, processor, nodes: last.counters.nodes, ranks: last.scheduler.ranks })
    }

    fn on_rank(&self, interrupt: &AtomicBool, team: &Team<'_>) -> Outcome<FaceTurn> {
        let monitor = Monitor::default();
        let control = Control::new(Limits::default(), &monitor, interrupt);
        self.solver.solve(self.cube(), &Workers::new(&control, &Sequential).with_team(Some(team)))
    }
}

fn internal(text: String) -> Interruption {
    Interruption::Failed(Failure::new(Status::Internal, anyhow!(text)))
}
