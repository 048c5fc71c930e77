//! The search for the cheapest way to any of several goals of different pieces: each length is searched for all of them
//! before the next one.

use super::engine::OrbitEngine;
use super::solver::OrbitSolver;
use crate::heuristic::Expansion;
use crate::plan::SearchQuery;
use crate::puzzle::{Look, MoveIndex, MoveIndexSet, Position, Question, Questions, Shape, Start, Transformation};
use crate::search::checkpoint::{CheckpointError, Saving};
use crate::search::deepening::{DepthLimitedSearch, Workers, deepen, next_length};
use crate::search::outcome::Outcome;
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use crate::search::transpositions::Taken;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Solves starts of questions of which the cheapest answer is wanted.
///
/// A question that is another one seen after a rotation of the puzzle shares its tables: crosses of all colours are one
/// search with six starts.
pub struct AlternativeSolver {
    questions: Questions,
    solvers: Vec<OrbitSolver>,
    /// For each question.
    ways: Vec<Way>,
}

/// The way in which a question is searched.
struct Way {
    /// The number of its solver.
    solver: usize,
    /// The solver's question after this rotation is the own one; `None` if it is the same.
    rotation: Option<Rotation>,
}

/// A rotation that leads a question to another one.
struct Rotation {
    /// Leads positions of the other one back.
    back: Transformation,
    names: Names,
    /// The move that each move of the solver's question becomes.
    moves: Vec<MoveIndex>,
}

impl AlternativeSolver {
    /// Makes a solver of each question that is not another one after a rotation; `make` is told how many there are.
    ///
    /// # Errors
    /// If `make` fails.
    pub fn new<E>(
        questions: Questions,
        mut make: impl FnMut(&Arc<Question>, usize) -> Result<OrbitSolver, E>,
    ) -> Result<Self, E> {
        let (mut own, mut ways) = (Vec::<&Arc<Question>>::new(), Vec::new());
        for question in questions.all() {
            let known = own.iter().enumerate().find_map(|(solver, known)| {
                let rotation = Rotation::between(known, question)?;
                Some(Way { solver, rotation: Some(rotation) })
            });
            ways.push(known.unwrap_or_else(|| {
                own.push(question);
                Way { solver: own.len() - 1, rotation: None }
            }));
        }
        let solvers = own.iter().map(|question| make(question, own.len())).collect::<Result<_, E>>()?;
        Ok(Self { questions, solvers, ways })
    }

    /// The questions.
    pub fn questions(&self) -> &Questions {
        &self.questions
    }

    /// The solver of each question that is not another one after a rotation; at least one.
    pub fn solvers(&self) -> &[OrbitSolver] {
        &self.solvers
    }

    /// The solver, if there is a single question.
    pub fn single(&self) -> Option<&OrbitSolver> {
        self.questions.single().map(|_| &self.solvers[0])
    }

    /// Memory that all tables take so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.solvers.iter().map(OrbitSolver::bytes).sum()
    }

    /// Finds the cheapest solutions of a start, or proves that there is none within the query's greatest cost, see
    /// [`OrbitSolver::solve`]. Goals that the start leaves out are not looked for.
    ///
    /// # Panics
    /// If a solution does not lead to one of the goals: a fault of this program, never an answer.
    pub fn solve(&self, start: &Start, query: &SearchQuery, workers: &Workers<'_>) -> Outcome<MoveIndex> {
        if self.questions.single().is_some() {
            return self.solvers[0].solve(start.single(), query, workers);
        }
        let shape = &self.questions.definition().shape;
        let seen = self.ways.iter().zip(start.seen());
        let starts: Vec<(&Way, Position)> =
            seen.filter_map(|(way, seen)| Some((way, way.turned(shape, seen.as_ref()?)))).collect();
        let tables: Vec<_> = starts.iter().map(|(way, _)| self.solvers[way.solver].table()).collect();
        let alternatives = starts.iter().zip(&tables).map(|((way, start), table)| {
            let (engine, next) = self.solvers[way.solver].engine(start, query, workers, table.as_ref());
            Alternative { engine, way, next }
        });
        let mut engine = AnyOf { alternatives: alternatives.collect(), solver: &self.solvers[0], query };
        let first = engine.alternatives.iter().map(|alternative| alternative.next).min();
        let first = first.expect("one of the goals may be reached");
        let outcome = deepen(&mut engine, (first, 1), query, workers);
        let statistics = tables.iter().flatten().map(Taken::statistics).reduce(|mut sum, of_goal| {
            sum += of_goal;
            sum
        });
        let outcome = Outcome { transpositions: statistics, ..outcome };
        let is_reached = |solution: &[MoveIndex]| self.questions.leads_to_goal(start, solution);
        self.solvers[0].in_order(outcome, query, &is_reached, workers)
    }

    /// As [`solve`](Self::solve), with checkpoints, see [`OrbitSolver::solve_saved`].
    ///
    /// # Errors
    /// As there, and if there are several questions.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn solve_saved(
        &self,
        start: &Start,
        query: &SearchQuery,
        workers: &Workers<'_>,
        saving: &Saving<'_>,
    ) -> Result<Outcome<MoveIndex>, CheckpointError> {
        let single =
            self.single().ok_or_else(|| CheckpointError::Unsupported("for goals of different pieces".into()))?;
        single.solve_saved(start.single(), query, workers, saving)
    }
}

impl Way {
    /// A start of the own question as one of the solver's.
    fn turned(&self, shape: &Shape, seen: &Position) -> Position {
        self.rotation.as_ref().map_or_else(|| seen.clone(), |rotation| rotation.turned_back(shape, seen))
    }

    /// The own moves for those of the solver's question; letters that stand for a unit of cost stay.
    fn own(&self, sequence: Vec<MoveIndex>) -> Vec<MoveIndex> {
        match &self.rotation {
            None => sequence,
            Some(Rotation { moves, .. }) => {
                sequence.into_iter().map(|by| moves.get(by.index()).copied().unwrap_or(by)).collect()
            }
        }
    }
}

impl Rotation {
    /// The rotation after which a question is another one, if there is one.
    fn between(from: &Question, to: &Question) -> Option<Self> {
        let (definition, moves) = (from.definition(), to.moves().moves());
        let shape = &definition.shape;
        // Rules name places.
        definition.illegal.is_empty().then_some(())?;
        definition.rotation_group().into_iter().find_map(|rotation| {
            let (own, other) = (from.goal(), to.goal());
            let back = rotation.inverse(shape);
            let names = Names::between(shape, &other.base().after(&back), own.base())?;
            let mut turned = Self { back, names, moves: Vec::new() };
            let targets: HashSet<&Position> = own.targets().iter().collect();
            let is_target = |target: &Position| targets.contains(&turned.turned_back(shape, target));
            (targets.len() == other.targets().len() && other.targets().iter().all(is_target)).then_some(())?;
            let mut used = MoveIndexSet::EMPTY;
            for by in from.moves().moves() {
                let image = turned.back.then(shape, &by.transformation).then(shape, &rotation);
                // Of moves that do the same, each has its own image.
                let is_image = |&letter: &MoveIndex| {
                    let other = &moves[letter.index()];
                    !used.contains(letter) && other.transformation == image && other.cost == by.cost
                };
                let letter = (0..moves.len()).map(MoveIndex::new).find(is_image)?;
                used = used.with(letter);
                turned.moves.push(letter);
            }
            Some(turned)
        })
    }

    /// A position of the other question as one of the solver's.
    fn turned_back(&self, shape: &Shape, position: &Position) -> Position {
        self.names.renamed(shape, &position.after(&self.back))
    }
}

/// The names of pieces where others show the same, by orbit and number: the number there, and what is added to the
/// orientation.
struct Names(BTreeMap<(usize, u8), (u8, u8)>);

impl Names {
    /// The names with which one position is another one, if there are any.
    fn between(shape: &Shape, one: &Position, other: &Position) -> Option<Self> {
        let (mut names, mut known) = (BTreeMap::new(), HashSet::new());
        for place in 0..shape.places() {
            let (orbit, period) = (shape.orbit_of(place), one.period(place));
            (period == other.period(place)).then_some(())?;
            let added = (other.orientation(place) + period - one.orientation(place)) % period;
            let name = (other.piece(place), added);
            let first = *names.entry((orbit, one.piece(place))).or_insert(name);
            (first == name).then_some(())?;
            known.insert((orbit, name.0));
        }
        (known.len() == names.len()).then_some(Self(names))
    }

    fn renamed(&self, shape: &Shape, position: &Position) -> Position {
        let renamed = |place: usize| {
            let (piece, by) = self.0[&(shape.orbit_of(place), position.piece(place))];
            Look { piece, ..position.look(place).turned(by) }
        };
        Position::new(shape, (0..shape.places()).map(renamed)).expect("as the other one")
    }
}

/// The engine of one goal of several.
struct Alternative<'a> {
    engine: OrbitEngine<'a>,
    way: &'a Way,
    /// The next length that is worth searching.
    next: u8,
}

/// The trees of all goals: the search for one solution ends with the first goal that has one.
struct AnyOf<'a> {
    alternatives: Vec<Alternative<'a>>,
    /// Knows the order of commuting moves, and the letters for units of cost.
    solver: &'a OrbitSolver,
    query: &'a SearchQuery,
}

impl DepthLimitedSearch for AnyOf<'_> {
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        let (mut report, mut statistics) = (TaskReport::default(), SchedulerStatistics::default());
        for Alternative { engine, way, next } in self.alternatives.iter_mut().filter(|one| one.next <= bound) {
            let is_found = !self.query.all && !report.solutions.is_empty();
            if is_found || !report.complete {
                report.complete = false;
                break;
            }
            let unsolved = unsolved && report.solutions.is_empty();
            engine.begin();
            let (mut found, of_scheduler) = engine.search(bound, unsolved);
            let solutions = found.solutions.into_iter().filter_map(|sequence| engine.normal_form(sequence));
            found.solutions =
                solutions.filter_map(|sequence| self.solver.normal_form(way.own(sequence), self.query)).collect();
            *next = next_length(bound, 1, found.overshoot, unsolved && found.solutions.is_empty());
            statistics += of_scheduler;
            report.merge(found);
        }
        let least = self.alternatives.iter().map(|one| one.next).min().unwrap_or(u8::MAX);
        report.overshoot = if least == u8::MAX { Expansion::NOTHING_CUT } else { least.saturating_sub(bound).max(1) };
        (report, statistics)
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
