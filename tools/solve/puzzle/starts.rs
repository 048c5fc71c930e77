//! Solving starts of a puzzle, one after the other or several at a time.

use super::searches::{Asked, Searches};
use super::words::{amount, tag};
use crate::args::SolveArgs;
use crate::batch::{Batch, Solved};
use crate::between::{inverse_of, with_premoves};
use crate::checkpoint::Checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::provenance::provenance;
use crate::common::units::{counted, grouped};
use crate::input::{Item, Items, Source, items, warn_of_missing_quotes};
use crate::iterations::IterationFile;
use crate::jobs;
use crate::output::{Columns, Entry, OutputFormat, told};
use crate::ranks::together;
use crate::run::Start;
use crate::stats::StatsForm;
use crate::thread_pools::ThreadPools;
use cubepdb::internals::{
    search::{MadeTables, OrbitSolver},
    solver::BestSoFar,
};
use cubepdb::{
    Algorithm, Format, Metric, SolveError,
    plan::Puzzle,
    puzzles::{MoveIndex, Moves, Start as PuzzleStart, StartError, read_start},
    record::{AnswerRecord, ErrorRecord, SearchRecord},
    search::{Answer, Monitor, Outcome},
};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Solves the starts of the command line; the status is the worst of all.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let start = Start::new(&args.setup)?;
    if let Some(ranks) = start.ranks() {
        let prepare = |_: &Asked| match args.checkpoint.checkpoint {
            Some(_) => Err(Failure::usage("--checkpoint is for a search on one rank")),
            None => IterationFile::check(args, false).and_then(|()| starts(args, &start)),
        };
        let pools = || ThreadPools::new(&args.setup, start.interrupt.clone(), Some(ranks.clone()));
        let setup = |asked| Searches::new(args, asked, pools()?);
        let work = |searches: &Searches, items| solve_items(args, searches, items, None);
        return together(ranks, || Asked::read(args), prepare, setup, work);
    }
    let asked = Asked::read(args)?;
    let (checkpoint, items) = args.checkpoint.first_of(&asked.plan, args.setup.search.jobs, starts(args, &start)?)?;
    IterationFile::check(args, checkpoint.as_ref().is_some_and(Checkpoint::resumes))?;
    let pools = ThreadPools::new(&args.setup, start.interrupt.clone(), None)?;
    solve_items(args, &Searches::new(args, asked, pools)?, items, checkpoint)
}

fn solve_items(
    args: &SolveArgs,
    searches: &Searches,
    items: Items,
    checkpoint: Option<Checkpoint>,
) -> Result<Status, Failure> {
    let batch = Batch::new(args, &searches.pools, checkpoint, &|| false)?;
    let starts = Starts { args, searches };
    if args.stats == Some(StatsForm::Text) {
        starts.described().iter().for_each(|line| say(line));
    }
    let columns = Columns { costs: !starts.moves().is_unit(), ..Columns::default() };
    let solve = |batch: &Batch<'_>, job, item: &Item| starts.solve(batch, job, item);
    batch.solve_all(items, columns, &solve, &mut |_| Status::Success)
}

/// The starts: those of the command line or of a file, or none but that of --from.
fn starts(args: &SolveArgs, start: &Start) -> Result<Items, Failure> {
    let cubes = &args.cubes;
    if cubes.cubes.is_empty() && cubes.file.is_none() && args.from.is_some() {
        let item = Item::new(1, 1, Format::Moves, Vec::new());
        return Ok(Box::new(std::iter::once(Ok(item))));
    }
    warn_of_missing_quotes(&cubes.cubes);
    // Only a 3x3x3 has other notations, and cubes of several lines.
    let format = if args.is_3x3x3() { cubes.notation.format } else { Format::Moves };
    let source = Source { format, ..Source::from(cubes) };
    let items = items(&source)?;
    if source.has_lines() { jobs::read_elsewhere(items, start.interrupt.clone()) } else { Ok(items) }
}

struct Starts<'a> {
    args: &'a SolveArgs,
    searches: &'a Searches,
}

impl Starts<'_> {
    fn solve(&self, batch: &Batch<'_>, job: usize, item: &Item) -> Result<Solved, Failure> {
        let notation = &self.args.cubes.notation;
        if self.args.is_3x3x3() {
            item.explain_parentheses(notation);
        }
        let text = match item.without_niss(notation) {
            Ok(text) => text,
            Err(fault) => return Ok(self.refused(item, ErrorRecord::of_input(&fault.error), &fault.below())),
        };
        let questions = self.searches.solver.questions();
        let text = if self.args.inverse { inverse_of(&text, !questions.keeps_centres()).into() } else { text };
        let start = match read_start(&self.searches.from, questions, &text) {
            Ok(start) => start,
            Err(StartError::Cube(error)) => {
                let fault = item.fault(error, notation);
                return Ok(self.refused(item, ErrorRecord::of_input(&fault.error), &fault.below()));
            }
            Err(error) => {
                let error = ErrorRecord::of_start(&error);
                let caret = error.place.and_then(|place| place.caret(&*text));
                return Ok(self.refused(item, error, &caret.map_or_else(String::new, |caret| format!("\n{caret}"))));
            }
        };
        if start.is_turned_over() {
            if self.args.premoves.is_some() {
                let message =
                    "a scramble with --premoves is written without rotations and without moves of the centres";
                let error = ErrorRecord { code: "invalid-position", place: None, message: message.to_owned() };
                return Ok(self.refused(item, error, ""));
            }
            explain_hold();
        }
        let start = match questions.reaching(start) {
            Ok(start) => start,
            Err(reason) => {
                let error = SolveError::Unreachable { reason };
                return Ok(self.refused(item, ErrorRecord::unreachable(error.to_string()), ""));
            }
        };
        let (started, solver) = (Instant::now(), &self.searches.solver);
        let search = |monitor: &Monitor| self.searches.solve(job, &start, monitor, batch.checkpoint.as_ref());
        let beside = |longest, is_exact| solver.best_so_far(&start, &solver.plan().query, longest, is_exact);
        let text = |solution: &Vec<MoveIndex>| self.moves().sequence(solution.iter().copied());
        let outcome = batch.search((job, item), &search, beside, BestSoFar::in_place_of_none_by_moves, text)?;
        Ok(self.searched(batch, item, &start, &outcome, started.elapsed()))
    }

    /// The names of the goals that a solution leads to, where there are several.
    fn reached(&self, start: &PuzzleStart, solution: &[MoveIndex]) -> Vec<String> {
        self.searches.solver.questions().reached(start, solution)
    }

    fn moves(&self) -> &Moves {
        self.searches.solver.questions().moves()
    }

    /// The result of a start that is none, or from which no moves lead to the goal; `below` stands below the message.
    fn refused(&self, item: &Item, error: ErrorRecord, below: &str) -> Solved {
        let message = error.message.clone();
        let is_shown = self.args.output == OutputFormat::Text && stdout().is_terminal();
        let told = format!("{}: {message}{below}", item.name().replace("cube", "start"));
        let record = AnswerRecord { error: Some(error), ..self.blank(item) };
        // A terminal shows the text of the record.
        let remarks = if is_shown { Vec::new() } else { vec![told] };
        Solved::invalid(Entry { record, text: format!("invalid: {message}") }, remarks)
    }

    fn searched(
        &self,
        batch: &Batch<'_>,
        item: &Item,
        start: &PuzzleStart,
        outcome: &Outcome<MoveIndex>,
        time: Duration,
    ) -> Solved {
        let has_iterations = self.args.stats.is_some();
        let record = self.blank(item).searched_puzzle(self.moves(), outcome, time, has_iterations);
        let reached = match &outcome.answer {
            Answer::Solved(solutions) => self.reached(start, &solutions[0]),
            Answer::NoSolution | Answer::Stopped(_) => Vec::new(),
        };
        let record = record.reaching(reached);
        let (amount, solutions) = (|cost| amount(self.moves(), cost), |found: &[_]| self.solutions(start, found));
        let text = told(outcome, &record, amount, solutions);
        let mut solved = batch.searched(Entry { record, text }, outcome);
        if self.args.stats == Some(StatsForm::Text) {
            solved.remarks.extend(self.bounds());
        }
        let slack = self.searches.solver.plan().query.slack;
        if let (Answer::Solved(solutions), most) = (&outcome.answer, u32::from(Puzzle::MOST_COST))
            && self.moves().cost(&solutions[0]) + u32::from(slack) > most
        {
            solved.remarks.push(format!("note: solutions that cost more than {most} are not looked for"));
        }
        solved
    }

    fn solutions(&self, start: &PuzzleStart, solutions: &[Vec<MoveIndex>]) -> String {
        if self.args.count_only {
            return solutions.len().to_string();
        }
        let moves = self.moves();
        let line = |solution: &Vec<MoveIndex>| {
            let tag = tag(moves, solution.len(), moves.cost(solution));
            let text = moves.sequence(solution.iter().copied());
            let line = if text.is_empty() { tag } else { format!("{text} {tag}") };
            let mut comments = self.reached(start, solution);
            if let Some((premoves, solution)) = self.args.premoves.as_ref().zip(text.parse::<Algorithm>().ok()) {
                let (asked, metric) = (&self.args.puzzle, self.args.setup.engine.metric.unwrap_or(Metric::HalfTurn));
                // With moves of the centres, the cube may be held in another way in between.
                let ends_in_any_hold = self.searches.solver.questions().moves_centres();
                let is_whole = asked.asks_all_pieces() && asked.to.is_none() && !ends_in_any_hold;
                comments.push(with_premoves(premoves, &solution, metric, is_whole));
            }
            if comments.is_empty() { line } else { format!("{line}  // {}", comments.join(", ")) }
        };
        solutions.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The record of a start that is not searched.
    fn blank(&self, item: &Item) -> AnswerRecord {
        let goal = self.args.puzzle.goal_text();
        let (plan, pools) = (self.searches.solver.plan(), &self.searches.pools);
        AnswerRecord {
            id: item.id,
            line: Source::from(&self.args.cubes).has_lines().then_some(item.line),
            tables: self.searches.table_names(),
            provenance: Some(provenance(self.searches.checksums())),
            search: SearchRecord::of_plan(None, plan, None, pools.ranks()),
            ..AnswerRecord::about_puzzle(&item.text, plan, &goal, pools.all.threads)
        }
    }

    /// The tables so far, for people.
    fn bounds(&self) -> Vec<String> {
        let cache = &self.searches.cache;
        let mut lines: Vec<String> =
            self.searches.solver.by_definition().solvers().iter().flat_map(of_solver).collect();
        let kept = cache.as_ref().map(|cache| (cache.loaded(), cache.written())).filter(|&kept| kept != (0, 0));
        lines.extend(
            kept.map(|(read, written)| format!("pattern tables read from the cache: {read}, written there: {written}")),
        );
        let names = self.searches.solver.tables_of_cubes();
        lines.extend((!names.is_empty()).then(|| format!("tables of whole cubes: {}", names.join(", "))));
        lines
    }

    /// The parts of the search, for people.
    fn described(&self) -> Vec<String> {
        let Searches { pools, tables, .. } = self.searches;
        let (any, whole) = (self.searches.solver.by_definition(), self.searches.solver.whole());
        let (solver, questions) = (&any.solvers()[0], any.questions().all());
        let query = &solver.plan().query;
        let automaton = solver.automaton(query);
        let kept =
            if solver.keeps_first(query) { ", of sequences that do the same the first shortest one" } else { "" };
        let positions: usize = questions.iter().map(|question| question.goal().targets().len()).sum();
        let positions = counted(positions as u64, "position");
        let targets = match questions.len() {
            1 => format!("a goal of {positions}"),
            number => {
                let searches = counted(any.solvers().len() as u64, "search").replace("searchs", "searches");
                format!("{number} goals of {positions}, up to rotations {searches}")
            }
        };
        let mut lines = vec![
            format!("search: {}, {}, {targets}", solver.plan(), counted(self.moves().len() as u64, "move")),
            format!("automaton: {}, {} bytes{kept}", counted(automaton.states() as u64, "state"), automaton.bytes()),
        ];
        if let Some((cube, cubes)) = whole {
            let from = cube.short_beside(cubes) + 1;
            lines.push(format!("from {from} moves on as a whole cube: {}", cubes.plan()));
        }
        let files = tables.iter().map(|table| format!("table of a file: {} in {}", table.name, table.path));
        lines.extend(files);
        lines.extend(pools.described());
        lines
    }
}

/// Says once how to hold a puzzle that its start turns over.
fn explain_hold() {
    static SAID: Once = Once::new();
    SAID.call_once(|| say("note: the start turns the whole puzzle: the answer is for the way it is held after that"));
}

/// The tables of one goal so far, for people.
fn of_solver(solver: &OrbitSolver) -> [String; 2] {
    let counts: Vec<String> = solver.perimeter().iter().map(u64::to_string).collect();
    let tables = match solver.tables() {
        MadeTables::Patterns(positions) if positions.is_empty() => "pattern tables: none".to_owned(),
        MadeTables::Patterns(positions) => {
            let positions: Vec<String> = positions.into_iter().map(grouped).collect();
            format!("pattern tables, of so many positions: {}", positions.join(" + "))
        }
        MadeTables::Cosets(level) => format!("a table of H48 cosets for these turns, of level {level}"),
    };
    [format!("positions around the goal, by distance: {}", counts.join(" ")), tables]
}
