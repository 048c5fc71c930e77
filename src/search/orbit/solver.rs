//! Solving any puzzle by its definition, and checking every answer on it.

use super::byte_move::{ByteMoves, Node};
use super::encoding::{Encoding, Keys};
use super::engine::OrbitEngine;
use super::perimeter::GrowingPerimeter;
use super::space::{OrbitMoves, Targets};
use super::steps::Steps;
use crate::plan::{Plan, Pruning, SearchQuery};
use crate::prune::{Automaton, Contexts};
use crate::puzzle::{MoveIndex, Position, Question};
use crate::search::control::Control;
use crate::search::deepening::{Workers, deepen};
use crate::search::engine::one_sided::Method;
use crate::search::executor::Executor;
use crate::search::outcome::{Answer, Outcome};
use crate::search::ranks::Team;
use crate::search::solver_error::SolverError;
use crate::search::transpositions::Transpositions;
use crate::storage::available_memory;
use std::sync::Arc;

/// Solves positions of one question, one after the other or several at a time.
pub struct OrbitSolver {
    plan: Plan,
    question: Arc<Question>,
    automaton: Automaton,
    transpositions: Option<Transpositions>,
    sized: Box<dyn Sized>,
}

/// The part that depends on the number of bytes of a position.
trait Sized: Send + Sync {
    /// Searches a position, with everything of the method but the first length.
    fn search(
        &self,
        start: &Position,
        method: &Method<'_>,
        query: &SearchQuery,
        workers: &Workers<'_>,
    ) -> Outcome<MoveIndex>;

    /// The number of positions at each distance that is known.
    fn counts(&self) -> Vec<u64>;

    /// Memory of the perimeter in bytes.
    fn bytes(&self) -> u64;

    /// The bits of the keys of positions, if these fit.
    fn key_bits(&self) -> Option<u32>;
}

impl OrbitSolver {
    /// Bytes that a perimeter may take, if so many are available.
    pub const MEMORY: u64 = 2 << 30;

    /// Makes the automaton. Tables are made while positions are searched.
    ///
    /// # Errors
    /// If positions of the puzzle are too large, its moves commute in too many ways, or positions have no keys for the
    /// transposition table that the plan asks for, or there is no memory for it.
    pub fn new(plan: Plan, question: Arc<Question>) -> Result<Self, SolverError> {
        Self::within(plan, question, Self::MEMORY)
    }

    /// As [`new`](Self::new), with a perimeter of at most so many bytes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn within(plan: Plan, question: Arc<Question>, memory: u64) -> Result<Self, SolverError> {
        let most = memory.min(available_memory() / 2);
        let encoding = Encoding::new(&question)?;
        let moves = question.moves();
        let automaton = match plan.pruning {
            Pruning::None => Automaton::free(moves.len()),
            _ => Automaton::in_normal_order(moves, &question.definition().shape)?,
        };
        let costs: Vec<u8> = moves.moves().iter().map(|by| by.cost).collect();
        let automaton = automaton.with_costs(&costs);
        let memory = plan.bounds.is_auto().then_some(most);
        let sized: Box<dyn Sized> = match encoding.len() {
            0..=16 => Box::new(OrbitSearch::<16>::new(&question, &encoding, memory)),
            17..=32 => Box::new(OrbitSearch::<32>::new(&question, &encoding, memory)),
            33..=64 => Box::new(OrbitSearch::<64>::new(&question, &encoding, memory)),
            65..=128 => Box::new(OrbitSearch::<128>::new(&question, &encoding, memory)),
            129..=256 => Box::new(OrbitSearch::<256>::new(&question, &encoding, memory)),
            _ => Box::new(OrbitSearch::<{ Encoding::MOST_BYTES }>::new(&question, &encoding, memory)),
        };
        let transpositions = match plan.depth_first().transpositions {
            Some(chosen) => {
                let bits = sized.key_bits().ok_or(SolverError::Keys)?;
                Some(Transpositions::new(chosen, bits, Contexts::new(&automaton))?)
            }
            None => None,
        };
        Ok(Self { plan, question, automaton, transpositions, sized })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The rules about successive moves.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The number of positions at each distance from the goal that the perimeter holds whole so far.
    pub fn perimeter(&self) -> Vec<u64> {
        self.sized.counts()
    }

    /// Memory that the perimeter takes so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.sized.bytes()
    }

    /// Finds the cheapest solutions of a position, as the goal sees it, or proves that there is none within the query's
    /// greatest cost. Uses the threads of the executor, and those of the current pool to make tables.
    ///
    /// # Panics
    /// If a solution does not lead to the goal: a fault of this program, never an answer.
    pub fn solve(&self, start: &Position, control: &Control<'_>, executor: &dyn Executor) -> Outcome<MoveIndex> {
        self.answer(start, &self.plan.query, control, executor)
    }

    /// As [`solve`](Self::solve), for another query than the plan's.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn answer(
        &self,
        start: &Position,
        query: &SearchQuery,
        control: &Control<'_>,
        executor: &dyn Executor,
    ) -> Outcome<MoveIndex> {
        self.solve_with(start, query, &Workers::new(control, executor))
    }

    /// As [`solve`](Self::solve), together with other ranks: each of them calls this for the same positions in the same
    /// order, with the same options.
    ///
    /// # Panics
    /// As [`solve`](Self::solve), and if another rank fails.
    pub fn solve_together(
        &self,
        start: &Position,
        control: &Control<'_>,
        executor: &dyn Executor,
        team: &Team<'_>,
    ) -> Outcome<MoveIndex> {
        self.solve_with(start, &self.plan.query, &Workers { team: Some(team), ..Workers::new(control, executor) })
    }

    /// As [`answer`](Self::answer), on these workers.
    pub(in crate::search) fn solve_with(
        &self,
        start: &Position,
        query: &SearchQuery,
        workers: &Workers<'_>,
    ) -> Outcome<MoveIndex> {
        let method = Method {
            automaton: &self.automaton,
            duplicates: None,
            kernel: self.plan.one_sided_kernel(),
            scheduler: self.plan.depth_first().scheduler,
            lengths: (0, 1),
        };
        let search = |method: &Method<'_>| self.sized.search(start, method, query, workers);
        let outcome = Transpositions::run(self.transpositions.as_ref(), &method, search);
        let outcome = outcome.map(|solution| self.automaton.moves_alone(solution));
        if let Answer::Solved(solutions) = &outcome.answer {
            let wrong = solutions.iter().find_map(|solution| self.refute(start, solution));
            assert!(wrong.is_none(), "a solution {}", wrong.unwrap_or_default());
        }
        outcome
    }

    /// Replays a solution on the definition; returns the reason why it is none.
    pub(super) fn refute(&self, start: &Position, solution: &[MoveIndex]) -> Option<&'static str> {
        let mut position = start.clone();
        for by in solution {
            position = position.after(&self.question.moves().moves()[by.index()].transformation);
            if !self.question.is_legal(&position) {
                return Some("makes a move that is not possible");
            }
        }
        (!self.question.goal().targets().contains(&position)).then_some("does not lead to the goal")
    }
}

/// The search of positions of at most so many bytes.
struct OrbitSearch<const N: usize> {
    encoding: Encoding,
    of: OrbitMoves<N>,
    growing: Option<GrowingPerimeter<N>>,
}

impl<const N: usize> OrbitSearch<N> {
    fn new(question: &Question, encoding: &Encoding, memory: Option<u64>) -> Self {
        let moves = question.moves().moves();
        let targets = question.goal().targets().iter().map(|target| encoding.node(target));
        let costs: Vec<u8> = moves.iter().map(|by| by.cost).collect();
        let of = OrbitMoves {
            moves: ByteMoves::new(moves.iter().map(|by| encoding.compiled(&by.transformation)).collect()),
            most_cost: costs.iter().copied().max().unwrap_or(1),
            costs,
            forbidden: encoding.forbidden(question),
            targets: Targets::new(targets.collect()),
            keys: encoding.keys(),
        };
        let growing = memory.map(|memory| {
            let steps = Steps::back(question, encoding);
            let targets: Vec<Node<N>> = of.targets.all().copied().collect();
            GrowingPerimeter::new(&targets, steps, memory)
        });
        Self { encoding: encoding.clone(), of, growing }
    }
}

impl<const N: usize> Sized for OrbitSearch<N> {
    fn search(
        &self,
        start: &Position,
        method: &Method<'_>,
        query: &SearchQuery,
        workers: &Workers<'_>,
    ) -> Outcome<MoveIndex> {
        let root = self.encoding.node(start);
        let mut engine = OrbitEngine {
            of: &self.of,
            root,
            method,
            all: query.all,
            workers,
            growing: self.growing.as_ref(),
            perimeter: None,
            nodes: [0; 2],
            is_full: false,
        };
        let lengths = (engine.first_length(), 1);
        deepen(&mut engine, lengths, query, workers)
    }

    fn key_bits(&self) -> Option<u32> {
        self.of.keys.as_ref().map(Keys::bits)
    }

    fn bytes(&self) -> u64 {
        self.growing.as_ref().map_or(0, GrowingPerimeter::bytes)
    }

    fn counts(&self) -> Vec<u64> {
        self.growing.as_ref().map(GrowingPerimeter::counts).unwrap_or_default()
    }
}
