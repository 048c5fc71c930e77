//! The searches of one question: alone, saved on the way, or together with other ranks.

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::common::exit::Failure;
use crate::common::puzzle::{ask_all, origin, powers};
use crate::communicator::Machine;
use crate::fault::FailingThreads;
use crate::plan;
use crate::ranks::{self, Manifest, TableEntry, Together};
use crate::setup::{failure_of_search, failure_of_solver, open_cubes, particulars};
use crate::tables::{question_cache, tables_for};
use crate::thread_pools::ThreadPools;
use cubepdb::internals::{
    search::{AlternativeSolver, OrbitSolver, Workers},
    solver::{QuestionSolver, WholeCube},
    tables::QuestionCache,
};
use cubepdb::{
    available_memory,
    plan::Plan,
    puzzles::{Look, MoveIndex, Origin, Position, Questions, Start},
    search::{Monitor, Outcome},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A question as the flags ask it.
pub struct Asked {
    questions: Questions,
    from: Origin,
    pub plan: Plan,
}

impl Asked {
    /// Reads the question, and the plan of its searches.
    pub fn read(args: &SolveArgs) -> Result<Self, Failure> {
        let usual = args.cubes.notation.size.to_string();
        let powers = powers(args.setup.engine.metric);
        let questions = ask_all(&args.puzzle, args.moves.as_deref(), powers, &usual)?;
        let from = origin(args.from.as_deref(), questions.definition())?;
        // The plan names one of them for what they have in common.
        let plan = plan::of_puzzle(args, questions.all()[0].clone())?;
        if questions.single().is_none() && args.checkpoint.checkpoint.is_some() {
            return Err(Failure::usage("--checkpoint is for one goal; these are several of different pieces"));
        }
        Ok(Self { questions, from, plan })
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
        let Asked { questions, from, mut plan } = asked;
        let machine = pools.communicator.as_ref().map_or(Machine::ALONE, |communicator| communicator.machine());
        let ranks = pools.communicator.as_ref().map_or(1, |communicator| communicator.within_process() as u64);
        plan.distribution = plan.distribution.filter(|_| pools.communicator.is_some());
        // Goals are searched at the same time, each with a transposition table of its own.
        plan.divide_memory(args.setup.search.jobs.max(ranks) * questions.all().len() as u64);
        let identities = questions.identities();
        let memory = OrbitSolver::MEMORY.min(available_memory() / (2 * machine.processes as u64));
        let (cache, mut tables) = (question_cache(&args.setup.tables), Vec::new());
        let solver = AlternativeSolver::new(questions, |question, number| {
            let load = || tables_for(&args.setup.tables, &plan, question, machine, &pools.interrupt);
            let given = pools.jobs[0].install(load)?;
            tables.extend(given.iter().map(TableEntry::of_given));
            let solver = OrbitSolver::with_tables(plan.clone(), question.clone(), memory / number as u64, given)
                .map_err(|error| failure_of_solver(error, &plan, "none"))?;
            Ok::<_, Failure>(solver.with_cache(cache.clone().map(|cache| cache as _)))
        })?;
        let is_alone = is_usual(args, &plan) && tables.is_empty() && pools.communicator.is_none();
        let cube = match solver.single().and_then(|single| WholeCube::of(single.question())).filter(|_| is_alone) {
            Some(cube) => {
                let solver = open_cubes(&args.setup, cube.plan(&plan.query), &pools)?;
                Some((cube, Arc::new(solver)))
            }
            None => None,
        };
        pools.divide(args.setup.search.jobs, 0, args.setup.place())?;
        let automaton = solver.solvers()[0].automaton(&plan.query);
        let mut particulars = particulars(&args.setup, &plan, None, Some(automaton));
        let solver = QuestionSolver::new(solver, cube);
        let parts = ["the puzzle", "the moves", "the goal"];
        for identity in &identities {
            particulars.extend(parts.into_iter().zip(identity.lines().map(str::to_owned)));
        }
        Ok(Self { solver, from, pools, tables, cache, particulars })
    }

    /// The names of the tables that were given, and of those for the cube so far.
    pub fn table_names(&self) -> Vec<String> {
        let given = self.tables.iter().map(|table| table.name.clone());
        given.chain(self.solver.tables_of_cubes()).collect()
    }

    /// The checksum of the entries of each of them, by its name.
    pub fn checksums(&self) -> BTreeMap<String, String> {
        let given = self.tables.iter().map(|table| (table.name.clone(), table.checksum.clone()));
        let of_cubes = self.solver.whole().map(|(_, cubes)| cubes.loaded().checksums());
        given.chain(of_cubes.into_iter().flatten()).collect()
    }

    /// Searches a start on the threads of a job, or together with all ranks.
    pub fn solve(
        &self,
        job: usize,
        start: &Start,
        monitor: &Monitor,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Outcome<MoveIndex>, Failure> {
        if let Some(communicator) = &self.pools.communicator {
            return ranks::solve(self, communicator, &SentStart::of(start), monitor);
        }
        let (threads, control) = (FailingThreads(&self.pools.jobs[job]), self.pools.control(monitor));
        let (solver, query) = (&self.solver, &self.solver.plan().query);
        match checkpoint {
            Some(checkpoint) => {
                let (any, workers) = (solver.by_definition(), Workers::new(&control, &threads));
                checkpoint.save(None, |saving| any.solve_saved(start, query, &workers, saving))
            }
            None => {
                let found = solver.solve(start, query, control, &threads);
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

/// A start as it is sent: the piece, period and orientation that each goal sees at each place.
#[derive(Debug, Serialize, Deserialize)]
pub struct SentStart(Vec<Option<Vec<(u8, u8, u8)>>>);

impl SentStart {
    fn of(start: &Start) -> Self {
        let sent =
            |seen: &Position| seen.looks().iter().map(|look| (look.piece, look.period, look.orientation)).collect();
        Self(start.seen().iter().map(|seen| seen.as_ref().map(sent)).collect())
    }

    fn start(&self, questions: &Questions) -> Start {
        let look = |&(piece, period, orientation): &_| Look { piece, period, orientation };
        let position = |looks: &Vec<_>| {
            let position = Position::new(&questions.definition().shape, looks.iter().map(look));
            position.expect("all ranks have the same puzzle")
        };
        Start::new(self.0.iter().map(|seen| seen.as_ref().map(position)).collect())
    }
}

impl Together for Searches {
    type Start = SentStart;
    type Move = MoveIndex;

    fn pools(&self) -> &ThreadPools {
        &self.pools
    }

    fn pools_mut(&mut self) -> &mut ThreadPools {
        &mut self.pools
    }

    fn manifest(&self) -> Manifest {
        Manifest::new(&self.pools, &self.particulars, self.tables.clone())
    }

    fn search(&self, start: &SentStart, workers: &Workers<'_>) -> Outcome<MoveIndex> {
        let start = start.start(self.solver.questions());
        self.solver.by_definition().solve(&start, &self.plan().query, workers)
    }

    fn plan(&self) -> &Plan {
        self.solver.plan()
    }
}
