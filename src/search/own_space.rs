//! Search of a space of the user's own.

use crate::plan::{OneSidedKernel, Scheduler, SearchQuery, TranspositionOptions};
use crate::prune::table::{TranspositionError, TranspositionKind};
use crate::prune::{Automaton, Contexts};
use crate::puzzle::MoveIndex;
use crate::search::control::{Control, Limits, Monitor};
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::executor::{Executor, Sequential};
use crate::search::outcome::{Answer, Outcome};
use crate::search::transpositions::Transpositions;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A search for the cheapest solutions in a [`Space`], by iterative deepening: the parts of the search, and the limits
/// of each run.
///
/// Without other settings, it finds one cheapest solution on the calling thread, at any cost up to
/// [`MOST_COST`](Self::MOST_COST).
#[must_use]
pub struct Search<'a, S: Space> {
    space: &'a S,
    automaton: Automaton,
    kernel: OneSidedKernel,
    scheduler: Scheduler,
    step: u8,
    transpositions: Option<Transpositions>,
    query: SearchQuery,
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
    monitor: Option<&'a Monitor>,
    executor: &'a dyn Executor,
}

impl<'a, S: Space> Search<'a, S> {
    /// The greatest cost of a solution.
    pub const MOST_COST: u8 = u8::MAX - 1;

    /// A search of a space whose moves may follow each other as the automaton says: [`Automaton::free`] if all may. It
    /// has a letter for each move, and must accept at least one cheapest solution of every state.
    ///
    /// # Panics
    /// If a move costs nothing, or there are more than 128 moves, or more than 127 of which some cost more than 1.
    pub fn new(space: &'a S, automaton: Automaton) -> Self {
        let costs: Vec<u8> = (0..automaton.letters()).map(|by| space.cost(MoveIndex::new(by))).collect();
        Self {
            space,
            automaton: automaton.with_costs(&costs),
            kernel: OneSidedKernel::default(),
            scheduler: Scheduler::default(),
            step: 1,
            transpositions: None,
            query: SearchQuery { max_depth: Self::MOST_COST, ..SearchQuery::default() },
            limits: Limits::default(),
            interrupt: None,
            monitor: None,
            executor: &Sequential,
        }
    }

    /// Searches with the workers of an executor, [`Threads`](crate::Threads) for example, instead of the calling
    /// thread.
    pub fn on(mut self, executor: &'a dyn Executor) -> Self {
        self.executor = executor;
        self
    }

    /// Chooses the kernel, which searches one subtree: both visit the same nodes.
    pub fn kernel(mut self, kernel: OneSidedKernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Chooses the scheduler, which hands subtrees to workers: all search the same tree.
    pub fn scheduler(mut self, scheduler: Scheduler) -> Self {
        self.scheduler = scheduler;
        self
    }

    /// States that the cost of every solution differs from the bound of its start by a multiple of `step`: 2 where
    /// moves change a parity that the bound knows. Costs between are not searched.
    ///
    /// # Panics
    /// If it is 0.
    pub fn step(mut self, step: u8) -> Self {
        assert!(step > 0, "costs differ by at least 1");
        self.step = step;
        self
    }

    /// Keeps states that failed in a transposition table of at most `bytes`, as far as at most `depth` moves, or units
    /// of cost, lead to them. Each run begins with an empty one. Answers stay proven: keys are compared whole, and an
    /// entry is used only where the automaton allows no more than it did. Node counts then depend on timing.
    ///
    /// # Errors
    /// If there is too little memory, or too few bytes to tell states apart.
    ///
    /// # Panics
    /// If the space has no keys: see [`Space::key_bits`].
    pub fn transposition_table(
        mut self,
        kind: TranspositionKind,
        bytes: u64,
        depth: u8,
    ) -> Result<Self, TranspositionError> {
        let key_bits = self.space.key_bits().expect("a transposition table needs a space with keys");
        let options = TranspositionOptions { kind, depth, bytes, symmetry: false };
        self.transpositions = Some(Transpositions::new(options, key_bits, Contexts::new(&self.automaton))?);
        Ok(self)
    }

    /// Gives up beyond this cost, with a proof.
    pub fn max_cost(mut self, cost: u8) -> Self {
        self.query.max_depth = cost.min(Self::MOST_COST);
        self
    }

    /// Finds all cheapest solutions that the automaton keeps, and those that cost up to `slack` more. None of them goes
    /// through a goal on its way.
    pub fn all(mut self, slack: u8) -> Self {
        (self.query.all, self.query.slack) = (true, slack);
        self
    }

    /// Finds the same solution for any number of workers and their timing: the first one in the order of moves.
    pub fn deterministic(mut self) -> Self {
        self.query.deterministic = true;
        self
    }

    /// Stops each run after this time.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops each run after about this number of nodes.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Stops a run soon after another thread has set this flag.
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Shows the progress of a run to other threads, and its iterations to an observer.
    pub fn monitor(mut self, monitor: &'a Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// The rules about successive moves, with a wait as their last letter if moves differ in cost.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Finds the cheapest solutions of a state, or proves that there is none within the greatest cost.
    ///
    /// # Panics
    /// If a worker panics, or a solution does not lead to a goal at its cost: then [`Space::expand`] or
    /// [`Space::normal_form`] contradicts [`Space::child`].
    pub fn run(&self, start: S::Node) -> Outcome<MoveIndex> {
        let (unseen, never) = (Monitor::default(), AtomicBool::new(false));
        let control = Control::new(self.limits, self.monitor.unwrap_or(&unseen), self.interrupt.unwrap_or(&never));
        let workers = Workers::new(&control, self.executor);
        let method = Method {
            automaton: &self.automaton,
            duplicates: None,
            kernel: self.kernel,
            scheduler: self.scheduler,
            lengths: (self.space.bound(&start), self.step),
        };
        let outcome = Transpositions::run(self.transpositions.as_ref(), &method, |method| {
            one_sided::solve(self.space, start, method, &self.query, &workers)
        });
        if let Answer::Solved(solutions) = &outcome.answer {
            assert!(solutions.iter().all(|solution| self.leads_to_goal(start, solution)), "a solution solves nothing");
        }
        outcome.map(|solution| self.automaton.moves_alone(solution))
    }

    /// Returns whether a sequence of moves and waits is possible, and ends at a goal.
    fn leads_to_goal(&self, start: S::Node, solution: &[MoveIndex]) -> bool {
        let moves = self.automaton.moves_alone(solution.to_vec());
        let end = moves.iter().try_fold(start, |node, &by| self.space.child(&node, by));
        let cost = moves.iter().map(|&by| usize::from(self.space.cost(by))).sum::<usize>();
        cost == solution.len() && end.is_some_and(|end| self.space.is_goal(&end, solution))
    }
}
