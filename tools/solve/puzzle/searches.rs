//! The searches of one question: alone, saved on the way, or together with other ranks.

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::common::exit::Failure;
use crate::common::puzzle::{ask, origin, powers};
use crate::communicator::Machine;
use crate::fault::Workers;
use crate::plan;
use crate::ranks::{self, Manifest, TableEntry, Together};
use crate::setup::{failure_of_search, failure_of_solver, open_cubes, particulars};
use crate::tables::{question_cache, tables_for};
use crate::thread_pools::ThreadPools;
use cubepdb::internals::{
    backend::Threads,
    plan::Plan,
    puzzle::{MoveIndex, Origin, Position, Question},
    search::{Control, Monitor, OrbitSolver, Outcome, Team},
    solver::{QuestionSolver, WholeCube},
    storage::available_memory,
    tables::QuestionCache,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A question as the flags ask it.
pub struct Asked {
    question: Arc<Question>,
    from: Origin,
    pub plan: Plan,
}

impl Asked {
    /// Reads the question, and the plan of its searches.
    pub fn read(args: &SolveArgs) -> Result<Self, Failure> {
        let usual = args.cubes.notation.size.to_string();
        let powers = powers(args.setup.engine.metric);
        let question = Arc::new(ask(&args.puzzle, args.moves.as_deref(), powers, &usual)?);
        let from = origin(args.from.as_deref(), &question)?;
        let plan = plan::of_puzzle(args, question.clone())?;
        Ok(Self { question, from, plan })
    }
}

/// Everything that is made once for all starts.
pub struct Searches {
    pub solver: QuestionSolver,
    pub from: Origin,
    pub pools: ThreadPools,
    /// The tables of files that the searches begin with.
    pub tables: Vec<TableEntry>,
    /// Where the tables that the searches make are kept, if there is a place.
    pub cache: Option<Arc<QuestionCache>>,
    /// Everything that decides a search, by name.
    particulars: Vec<(&'static str, String)>,
}

impl Searches {
    /// Makes everything ready.
    pub fn new(args: &SolveArgs, asked: Asked, mut pools: ThreadPools) -> Result<Self, Failure> {
        let Asked { question, from, mut plan } = asked;
        let machine = pools.communicator.as_ref().map_or(Machine::ALONE, |communicator| communicator.machine());
        let ranks = pools.communicator.as_ref().map_or(1, |communicator| communicator.within_process() as u64);
        plan.distribution = plan.distribution.filter(|_| pools.communicator.is_some());
        plan.divide_memory(args.setup.search.jobs.max(ranks));
        let identity = question.identity();
        let given =
            pools.jobs[0].install(|| tables_for(&args.setup.tables, &plan, &question, machine, &pools.interrupt))?;
        let tables = given.iter().map(TableEntry::of_given).collect();
        let cube = match WholeCube::of(&question).filter(|_| is_usual(args, &plan) && given.is_empty()) {
            Some(cube) if pools.communicator.is_none() => {
                let solver = open_cubes(&args.setup, cube.plan(&plan.query), &pools)?;
                Some((cube, Arc::new(solver)))
            }
            _ => None,
        };
        let memory = OrbitSolver::MEMORY.min(available_memory() / (2 * machine.processes as u64));
        let mut solver = OrbitSolver::with_tables(plan.clone(), question, memory, given)
            .map_err(|error| failure_of_solver(error, &plan, "none"))?;
        let cache = question_cache(&args.setup.tables);
        if let Some(cache) = &cache {
            solver = solver.with_cache(cache.clone());
        }
        pools.divide(args.setup.search.jobs, 0, args.setup.place())?;
        let mut particulars = particulars(&args.setup, &plan, None, Some(solver.automaton(&plan.query)));
        let mut solver = QuestionSolver::new(solver);
        if let Some((cube, cubes)) = cube {
            solver = solver.with_cubes(cube, cubes);
        }
        let parts = ["the puzzle", "the moves", "the goal"].into_iter();
        particulars.extend(parts.zip(identity.lines().map(str::to_owned)));
        Ok(Self { solver, from, pools, tables, cache, particulars })
    }

    /// The names of the tables that were given, and of those for the cube so far.
    pub fn table_names(&self) -> Vec<String> {
        let given = self.tables.iter().map(|table| table.name.clone());
        given.chain(self.solver.tables_of_cubes()).collect()
    }

    /// Searches a start on the threads of a job, or together with all ranks.
    pub fn solve(
        &self,
        job: usize,
        start: &Position,
        monitor: &Monitor,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Outcome<MoveIndex>, Failure> {
        if let Some(communicator) = &self.pools.communicator {
            return ranks::solve(self, communicator, &SentPosition::of(start), monitor);
        }
        let (workers, control) = (Workers(&self.pools.jobs[job]), self.pools.control(monitor));
        let solver = &self.solver;
        match checkpoint {
            Some(checkpoint) => {
                checkpoint.save(None, |saving| solver.by_definition().solve_saved(start, &control, &workers, saving))
            }
            None => {
                let found = solver.answer(start, &solver.plan().query, control, &workers);
                found.map_err(|error| failure_of_search(error, &self.pools.interrupt))
            }
        }
    }
}

/// Returns whether nothing is asked for that only the search of any puzzle knows.
fn is_usual(args: &SolveArgs, plan: &Plan) -> bool {
    let usual = Plan::of(plan.puzzle.clone());
    let has_limits = args.setup.search.max_nodes.is_some() || args.checkpoint.checkpoint.is_some();
    *plan == usual.with_query(plan.query) && !plan.query.deterministic && !has_limits && args.iterations.is_none()
}

/// A position as it is sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct SentPosition {
    pieces: Vec<u8>,
    orientations: Vec<u8>,
    periods: Vec<u8>,
}

impl SentPosition {
    fn of(position: &Position) -> Self {
        let all = |of: fn(&Position, usize) -> u8| (0..position.places()).map(|place| of(position, place)).collect();
        Self { pieces: all(Position::piece), orientations: all(Position::orientation), periods: all(Position::period) }
    }

    fn position(&self, question: &Question) -> Position {
        let Self { pieces, orientations, periods } = self;
        let position =
            Position::new(&question.definition().shape, pieces.clone(), orientations.clone(), periods.clone());
        position.expect("all ranks have the same puzzle")
    }
}

impl Together for Searches {
    type Start = SentPosition;
    type Move = MoveIndex;

    fn pools(&self) -> &ThreadPools {
        &self.pools
    }

    fn set_all_threads(&mut self, threads: usize) {
        self.pools.all_threads = threads;
    }

    fn manifest(&self) -> Manifest {
        Manifest::new(&self.pools, &self.particulars, self.tables.clone())
    }

    fn search(
        &self,
        start: &SentPosition,
        pool: &Threads,
        control: &Control<'_>,
        team: &Team<'_>,
    ) -> Outcome<MoveIndex> {
        let start = start.position(self.solver.question());
        self.solver.by_definition().solve_together(&start, control, &Workers(pool), team)
    }

    fn plan(&self) -> &Plan {
        self.solver.plan()
    }
}
