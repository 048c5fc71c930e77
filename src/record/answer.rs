//! The answer to a search.

use super::{ErrorRecord, IterationRecord, ProvenanceRecord, SearchRecord};
use crate::cube::Metric;
use crate::notation::{Algorithm, InputError};
use crate::nxn::Move;
use crate::plan::Plan;
use crate::prune::table::TableStatistics;
use crate::puzzle::{Generator, MoveIndex, Moves};
use crate::search::{Answer, Counters, Outcome, StopReason};
use serde::Serialize;
use std::borrow::Cow;
use std::time::Duration;

/// The longest input or goal in a record, in bytes: a cube takes less.
const LONGEST: usize = 1000;

/// A text, cut if it is too long.
fn cut(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&text[..text.len().min(LONGEST)])
}

/// One line of `solve --output jsonl`: what came of one cube, of any size.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerRecord {
    /// Number of the cube, from 1; comments and blank lines are not counted.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub id: u64,
    /// The line of the file, or of standard input, where the cube begins. Absent for arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub line: Option<u64>,
    /// The cube as it was given, cut after 1000 bytes.
    pub input: String,
    /// The metric that lengths are in: half turns count one (htm) or two (qtm).
    pub metric: Metric,
    /// The outcome. `timeout` stands for all limits and for interrupts; error.code says which it was. `unproven` is a
    /// solution that may not be a shortest one.
    pub status: AnswerStatus,
    /// Moves of the cheapest solution, if one was found: a shortest one, unless the status is unproven. With --sort, it
    /// need not be the first.
    pub length: Option<usize>,
    /// True if it is proven that no solution is shorter, or cheaper.
    pub optimal: bool,
    /// Solutions, shortest first unless --sort orders them: one, or with --all every one, once each up to the order of
    /// commuting moves.
    #[cfg_attr(test, schemars(inner(regex(pattern = r"^$|^\S+( \S+)*$"))))]
    pub solutions: Vec<String>,
    /// No solution is shorter: proven. Null for an input that is no cube.
    pub lower_bound: Option<u8>,
    /// The work that the search took.
    #[serde(flatten)]
    pub work: WorkRecord,
    /// Work of the transposition table, where there is one. It is empty when the search for a cube begins.
    pub tt: Option<TableStatistics>,
    /// Wall time of the search; of one that was resumed, of this run, where nodes and iterations are of all runs.
    pub seconds: f64,
    /// Worker threads, of all ranks together. One of them drives each graphics card that searches.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub threads: usize,
    /// Names of the tables that were asked.
    pub tables: Vec<String>,
    /// The search that was run.
    pub search: SearchRecord,
    /// The program and the machine, of answers of the program `solve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<ProvenanceRecord>,
    /// The fault of the input, or the limit that stopped the search.
    pub error: Option<ErrorRecord>,
    /// The name of the puzzle, if it is not a cube that is solved as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The goal of such a puzzle: as it was asked for, or `solved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The moves of such a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The cost of the cheapest solution of such a puzzle: its length, where every move costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// The names of the goals that the first solution reaches, such as `cross:U`, where several goals have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Vec<String>>,
    /// With --stats: the lengths that were searched, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Vec<IterationRecord>>,
    /// With --link, of a cube that was solved: the address of a page that plays the first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Figures of a search: fields of its answer, and columns of its line in CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WorkRecord {
    /// Nodes of the search tree that were generated.
    pub nodes: u64,
    /// Entries of tables that were read; of puzzles, those of the perimeter as well.
    pub lookups: u64,
}

impl WorkRecord {
    /// The figures of all lengths that were searched.
    pub(crate) fn of<M>(outcome: &Outcome<M>) -> Self {
        let Counters { nodes, lookups, .. } = outcome.counters();
        Self { nodes, lookups }
    }
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub enum AnswerStatus {
    /// There is a solution.
    Solved,
    /// There is none within the greatest length: proven.
    NoSolution,
    /// The input is no cube.
    #[default]
    Invalid,
    /// There is a solution, and perhaps a shorter one.
    Unproven,
    /// A limit, or an interrupt, came first.
    Timeout,
}

impl AnswerStatus {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoSolution => "no_solution",
            Self::Invalid => "invalid",
            Self::Unproven => "unproven",
            Self::Timeout => "timeout",
        }
    }
}

impl AnswerRecord {
    /// The record of a first cube that is not searched: invalid, without an error so far.
    pub fn new(input: &[u8], metric: Metric, threads: usize, tables: Vec<String>, search: SearchRecord) -> Self {
        let text = cut(input);
        Self {
            id: 1,
            line: None,
            input: text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned(),
            metric,
            status: AnswerStatus::Invalid,
            length: None,
            optimal: false,
            solutions: Vec::new(),
            lower_bound: None,
            work: WorkRecord::default(),
            tt: None,
            seconds: 0.0,
            threads,
            tables,
            search,
            provenance: None,
            error: None,
            puzzle: None,
            goal: None,
            moves: None,
            cost: None,
            reached: None,
            iterations: None,
            link: None,
        }
    }

    /// The record of a first start of a puzzle by its definition, which is not searched so far, with the text of the
    /// goal.
    ///
    /// # Panics
    /// If the plan is for a cube.
    pub fn about_puzzle(input: &[u8], plan: &Plan, goal: &str, threads: usize) -> Self {
        let question = plan.question().expect("a plan for a puzzle by its definition");
        let search = SearchRecord::of_plan(None, plan, None, 1);
        Self {
            puzzle: Some(question.definition().name.clone()),
            goal: Some(cut(goal.as_bytes()).into_owned()),
            moves: Some(question.moves().moves().iter().map(|by| by.name.clone()).collect()),
            ..Self::new(input, metric_of(question.moves()), threads, Vec::new(), search)
        }
    }

    /// The same for an input that is no cube.
    pub fn refused(self, error: &InputError) -> Self {
        Self { error: Some(ErrorRecord::of_input(error)), ..self }
    }

    /// The same for a search that took so long, perhaps with its iterations.
    pub fn searched(self, outcome: &Outcome<Move>, time: Duration, has_iterations: bool) -> Self {
        let record = self.counted_by(outcome, time, has_iterations);
        let bound = outcome.lower_bound;
        match &outcome.answer {
            Answer::Solved(solutions) => {
                let solutions: Vec<Algorithm> = solutions.iter().map(|moves| moves.clone().into()).collect();
                record.solved_cube(&solutions, outcome.incomplete, bound)
            }
            Answer::NoSolution => record.without_solution(bound),
            Answer::Stopped(reason) => record.stopped(*reason, bound),
        }
    }

    /// The same for the search of a puzzle by its definition.
    pub fn searched_puzzle(
        self,
        moves: &Moves,
        outcome: &Outcome<MoveIndex>,
        time: Duration,
        has_iterations: bool,
    ) -> Self {
        let record = self.counted_by(outcome, time, has_iterations);
        let bound = outcome.lower_bound;
        match &outcome.answer {
            Answer::Solved(solutions) => record.solved_puzzle(moves, solutions, outcome.incomplete, bound),
            Answer::NoSolution => record.without_solution(bound),
            Answer::Stopped(reason) => record.stopped(*reason, bound),
        }
    }

    /// The same for a puzzle by its definition that has these solutions.
    pub(crate) fn solved_puzzle(
        self,
        moves: &Moves,
        solutions: &[Vec<MoveIndex>],
        incomplete: Option<StopReason>,
        lower_bound: u8,
    ) -> Self {
        let cheapest = solutions.iter().min_by_key(|solution| moves.cost(solution));
        let texts = solutions.iter().map(|solution| moves.sequence(solution.iter().copied())).collect();
        let cost = cheapest.map(|solution| moves.cost(solution));
        let is_optimal = cost.is_none_or(|cost| cost <= u32::from(lower_bound));
        Self { cost, ..self.solved(texts, cheapest.map(Vec::len), is_optimal, incomplete, lower_bound) }
    }

    /// The same with the names of the goals that the first solution reaches, if there are any.
    #[must_use]
    pub fn reaching(self, names: Vec<String>) -> Self {
        Self { reached: Some(names).filter(|names| !names.is_empty()), ..self }
    }

    fn counted_by<M>(self, outcome: &Outcome<M>, time: Duration, has_iterations: bool) -> Self {
        let record = self.counted(WorkRecord::of(outcome), outcome.transpositions, time);
        Self { iterations: has_iterations.then(|| outcome.iterations.iter().map(Into::into).collect()), ..record }
    }

    /// The same for a search that took so much. Every answer goes through this.
    pub(crate) fn counted(self, work: WorkRecord, tt: Option<TableStatistics>, time: Duration) -> Self {
        Self { work, tt, seconds: time.as_secs_f64(), ..self }
    }

    /// The record of solutions as texts: every answer that has some goes through this.
    fn solved(
        self,
        solutions: Vec<String>,
        length: Option<usize>,
        optimal: bool,
        incomplete: Option<StopReason>,
        lower_bound: u8,
    ) -> Self {
        let status = match incomplete {
            _ if !optimal => AnswerStatus::Unproven,
            None => AnswerStatus::Solved,
            Some(_) => AnswerStatus::Timeout,
        };
        let error = incomplete.map(ErrorRecord::of_limit);
        Self { status, length, optimal, solutions, error, lower_bound: Some(lower_bound), ..self }
    }

    /// The same for a cube that has these solutions.
    pub(crate) fn solved_cube(self, solutions: &[Algorithm], incomplete: Option<StopReason>, lower_bound: u8) -> Self {
        let metric = self.metric;
        let texts = solutions.iter().map(|solution| solution.as_turned(metric).to_string()).collect();
        let length = solutions.iter().map(|solution| solution.length(metric)).min();
        let is_proven = length.is_none_or(|length| length <= usize::from(lower_bound));
        self.solved(texts, length, is_proven, incomplete, lower_bound)
    }

    /// The same for a search that has proven that there is no solution.
    pub(crate) fn without_solution(self, lower_bound: u8) -> Self {
        Self { status: AnswerStatus::NoSolution, lower_bound: Some(lower_bound), ..self }
    }

    /// The same for a search that was stopped before it found anything.
    pub(crate) fn stopped(self, reason: StopReason, lower_bound: u8) -> Self {
        let error = Some(ErrorRecord::of_limit(reason));
        Self { status: AnswerStatus::Timeout, error, lower_bound: Some(lower_bound), ..self }
    }
}

/// The metric that lengths are in: half turns count two where the moves are a step of each turn in either direction,
/// and some turn could be made by two.
fn metric_of(moves: &Moves) -> Metric {
    let is_by_steps = |turn: &Generator| match (turn.order, &moves.moves()[turn.moves.clone()]) {
        (2, [_]) => true,
        (order, [one, other]) => [one.exponent, other.exponent] == [1, order - 1],
        _ => false,
    };
    let turns = moves.generators();
    let are_steps = moves.is_unit() && turns.iter().all(is_by_steps) && turns.iter().any(|turn| turn.order > 3);
    if are_steps { Metric::QuarterTurn } else { Metric::HalfTurn }
}
