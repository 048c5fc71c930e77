//! The search for the algorithms of each case.

use super::{CasesCommand, Fold};
use crate::common::exit::{Failure, Status};
use crate::common::puzzle::{PuzzleArgs, ask_all};
use crate::common::signals::Interrupt;
use crate::common::text::printable;
use crate::common::units::grouped;
use crate::fingers;
use crate::input::{Item, Source, items};
use crate::jobs;
use crate::puzzle::words::{amount, needed, tag};
use crate::thread_pools::stopped;
use clap::ValueEnum;
use cubepdb::puzzles::{
    CaseSet, MoveIndex, Origin, Powers, PuzzleSolution, PuzzleSolver, Questions, Start, read_start,
};
use cubepdb::record::{CaseRecord, ErrorRecord};
use cubepdb::{Algorithm, Cube, Format, MoveOptions, Query, SearchEvent, Size, SolveError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Turns of the last layer before an algorithm.
const TURNS: [&str; 4] = ["", "U", "U2", "U'"];

/// A case.
pub struct Case {
    pub name: String,
    /// The line of its file.
    line: u64,
    /// Texts of its starts, of which the one with the cheapest solution counts.
    starts: Vec<String>,
}

impl Case {
    /// The case as it was read.
    pub fn input(&self) -> &str {
        &self.starts[0]
    }

    /// Its name in messages, with its line where comments or blank lines are above it.
    pub fn title(&self) -> String {
        let is_moved = self.name.parse().is_ok_and(|number: u64| self.line > number);
        if is_moved { format!("line {}: case {}", self.line, self.name) } else { format!("case {}", self.name) }
    }
}

/// The result of a case.
pub enum Searched {
    Done(CaseRecord),
    /// A limit was reached, the user has stopped the search, or solutions are too dear.
    Stopped(CaseRecord, Status),
    /// It is no start, for this reason.
    Refused(String),
    /// No moves lead from it to the goal: proven.
    Unreachable,
}

/// The cases of a set, and the solver of their question.
pub struct Cases {
    question: String,
    is_oll: bool,
    /// True if turns of U at the end do not matter.
    is_free_at_end: bool,
    /// True if moves have their usual names.
    are_usual: bool,
    sorts: bool,
    name_width: usize,
    cases: Vec<Case>,
    questions: Questions,
    solver: PuzzleSolver,
    query: Query<'static>,
}

impl Cases {
    /// Reads the set and the question.
    pub fn open(command: &CasesCommand, named: &str, powers: Powers, interrupt: &Interrupt) -> Result<Self, Failure> {
        let set = CaseSet::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(named));
        let cases = match set {
            Some(set) => of_set(set, &command.fold)?,
            None if !command.fold.is_empty() => return Err(Failure::usage("--fold is for sets with names")),
            None => of_file(Path::new(named), command.goal.is_none(), interrupt)?,
        };
        let goal = command.goal.clone().unwrap_or_else(|| set.map_or("ll-auf", CaseSet::goal).to_owned());
        let asked = PuzzleArgs { goal: vec![goal.clone()], cost: command.cost.clone(), ..PuzzleArgs::default() };
        let questions = ask_all(&asked, command.moves.as_deref(), powers, "3x3x3")?;
        // One for each start of a case.
        let starts = cases.iter().map(|case| case.starts.len()).max().unwrap_or(1);
        let repeated =
            Questions::new(questions.all().iter().cloned().cycle().take(starts * questions.all().len()).collect());
        let mut builder = PuzzleSolver::builder(repeated);
        if let Some(threads) = command.threads {
            builder = builder.threads(threads as usize);
        }
        let mut query = if command.all { Query::new().all().slack(command.slack) } else { Query::new() };
        if let Some(bytes) = command.max_memory {
            builder = builder.max_memory(bytes);
            query = query.memory_limit(bytes);
        }
        if let Some(directory) = command.cache.directory() {
            builder = builder.cache_directory(directory);
        }
        Ok(Self {
            question: described(command, named, &goal, &questions),
            is_oll: goal == CaseSet::Oll.goal(),
            is_free_at_end: command.goal.is_none(),
            are_usual: command.moves.as_ref().is_none_or(|moves| !moves.contains('=')),
            sorts: command.sort,
            name_width: cases.iter().map(|case| case.name.chars().count()).fold(4, usize::max),
            cases,
            questions,
            solver: builder.open().map_err(Failure::usage)?,
            query,
        })
    }

    /// The cases in their order.
    pub fn all(&self) -> &[Case] {
        &self.cases
    }

    /// The length of the longest name, in letters: at least four.
    pub fn name_width(&self) -> usize {
        self.name_width
    }

    /// The question in words.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// Returns whether only the colour of the top matters.
    pub fn shows_top_alone(&self) -> bool {
        self.is_oll
    }

    /// Searches a case, and stores the length that is searched.
    pub fn search(
        &self,
        case: &Case,
        timeout: Option<Duration>,
        interrupt: &Interrupt,
        reached: &AtomicU8,
    ) -> Result<Searched, Failure> {
        let mut seen = Vec::new();
        for start in &case.starts {
            match read_start(&Origin::Solved, &self.questions, start) {
                Ok(start) => seen.extend(start.seen().iter().cloned()),
                Err(error) => {
                    let place = ErrorRecord::of_start(&error).place;
                    let caret = place.and_then(|place| place.caret(start)).map(|caret| format!("\n{caret}"));
                    return Ok(Searched::Refused(format!("{error}{}", caret.unwrap_or_default())));
                }
            }
        }
        seen.resize(self.solver.questions().all().len(), None);
        let observer = |event: &SearchEvent<'_>| {
            if let SearchEvent::Begun { length, .. } = event {
                reached.store(*length, Ordering::Relaxed);
            }
        };
        let query = self.query.clone().interrupt(interrupt.flag()).on_event(&observer);
        let query = if let Some(time) = timeout { query.time_limit(time) } else { query };
        let started = Instant::now();
        let found = self.solver.run(Start::new(seen), &query);
        let blank = |lower_bound: u8, nodes: u64| CaseRecord {
            question: self.question.clone(),
            case: case.name.clone(),
            input: case.input().to_owned(),
            start: case.starts[0].clone(),
            length: None,
            cost: None,
            solutions: Vec::new(),
            lower_bound,
            nodes,
            seconds: started.elapsed().as_secs_f64(),
        };
        match found {
            Ok(solution) => {
                let record =
                    self.solved(case, &solution, blank(solution.lower_bound(), solution.statistics().work.nodes));
                Ok(match solution.incomplete() {
                    None => Searched::Done(record),
                    Some(reason) => Searched::Stopped(record, stopped(reason, interrupt)),
                })
            }
            Err(SolveError::Stopped { reason, lower_bound, statistics }) => {
                Ok(Searched::Stopped(blank(lower_bound, statistics.work.nodes), stopped(reason, interrupt)))
            }
            // Solutions may be dearer than any that is looked for.
            Err(SolveError::NoSolution { lower_bound, statistics }) => {
                Ok(Searched::Stopped(blank(lower_bound, statistics.work.nodes), Status::NoSolution))
            }
            Err(SolveError::Unreachable { .. }) => Ok(Searched::Unreachable),
            Err(error) => Err(Failure::new(Status::Internal, error)),
        }
    }

    fn solved(&self, case: &Case, solution: &PuzzleSolution, blank: CaseRecord) -> CaseRecord {
        let moves = self.questions.moves();
        let is_free_at_start = case.starts.len() > 1;
        let mut all: Vec<String> =
            solution.all().iter().map(|sequence| moves.sequence(sequence.iter().copied())).collect();
        // Longer ones may be others with a turn of U before or behind them.
        let is_other = |text: &String| {
            let has_free_start = is_free_at_start && begins_with_u(text.split(' '));
            !(has_free_start || self.is_free_at_end && begins_with_u(text.rsplit(' ')))
        };
        if all.iter().any(is_other) {
            all.retain(is_other);
        }
        if self.sorts {
            fingers::sort(&mut all, String::clone);
        }
        let inverse =
            all[0].parse::<Algorithm>().ok().filter(|_| self.are_usual).map(|moves| moves.inverse().to_string());
        let cheapest = solution.moves();
        CaseRecord {
            start: inverse.unwrap_or(blank.start),
            length: Some(cheapest.len()),
            cost: Some(moves.cost(cheapest)),
            solutions: all,
            ..blank
        }
    }

    /// Returns whether a result from a file can be one of a case: each solution is replayed, and one of the cheapest
    /// has the length and the cost that are stated, and proven.
    pub fn confirms(&self, case: &Case, record: &CaseRecord) -> bool {
        let moves = self.questions.moves();
        let index = |name: &str| moves.moves().iter().position(|by| by.name == name).map(MoveIndex::new);
        let read = |solution: &String| solution.split_whitespace().map(index).collect::<Option<Vec<_>>>();
        let Some(solutions) = record.solutions.iter().map(read).collect::<Option<Vec<_>>>() else { return false };
        let starts = case.starts.iter().filter_map(|start| read_start(&Origin::Solved, &self.questions, start).ok());
        let starts: Vec<Start> = starts.collect();
        let solves = |moves: &Vec<MoveIndex>| starts.iter().any(|start| self.questions.leads_to_goal(start, moves));
        let cost = solutions.iter().map(|solution| moves.cost(solution)).min();
        let has_length = |solution: &Vec<MoveIndex>| Some(solution.len()) == record.length;
        cost.is_some()
            && cost == record.cost
            && cost == Some(record.lower_bound.into())
            && solutions.iter().any(|solution| has_length(solution) && Some(moves.cost(solution)) == cost)
            && solutions.iter().all(solves)
    }

    /// The length of a solution, and its cost where moves have costs.
    pub fn tag(&self, solution: &str) -> String {
        let moves = self.questions.moves();
        let cost = |name: &str| moves.moves().iter().find(|by| by.name == name).map_or(0, |by| u32::from(by.cost));
        tag(moves, solution.split_whitespace().count(), solution.split_whitespace().map(cost).sum())
    }

    /// The sentence that is proven of a case without a shortest solution.
    pub fn needed(&self, least: u8) -> String {
        needed(&amount(self.questions.moves(), least), least)
    }

    /// The cube of a case in the hold of its first solution.
    pub fn cube_of(&self, case: &Case, record: &CaseRecord) -> Cube {
        let cube = |text: &str| text.parse::<Cube>().ok();
        cube(&record.start).or_else(|| cube(&case.starts[0])).unwrap_or(Cube::SOLVED)
    }
}

/// The cases of the last layer, each in its four turns.
fn of_set(set: CaseSet, folds: &[Fold]) -> Result<Vec<Case>, Failure> {
    let [mirrored, inverted] = [Fold::Mirror, Fold::Inverse].map(|fold| folds.contains(&fold));
    if inverted && set == CaseSet::Oll {
        return Err(Failure::usage("--fold inverse is not for oll: what an inverse leads to depends on places"));
    }
    let case = |case: cubepdb::puzzles::LastLayerCase| {
        let cube = Cube::from(case.cube);
        Case { name: case.name, line: 0, starts: TURNS.iter().map(|turn| facelets(&cube, turn)).collect() }
    };
    Ok(set.folded(mirrored, inverted).into_iter().map(case).collect())
}

/// The starts of a file, or of standard input, as `solve` reads cubes.
fn of_file(path: &Path, is_turned: bool, interrupt: &Interrupt) -> Result<Vec<Case>, Failure> {
    let source = Source { cubes: &[], file: Some(path), format: Format::Auto, size: Size::THREE };
    if !source.is_standard_input() && !path.exists() {
        let names = CaseSet::ALL.map(CaseSet::name).join(", ");
        return Err(Failure::usage(format!(
            "--set: `{}` is none of {names}, and no file",
            printable(&path.display().to_string())
        )));
    }
    let items = jobs::read_elsewhere(items(&source)?, interrupt.clone())?;
    let cases: Vec<Case> =
        items.take(MOST + 1).map(|item| Ok(of_item(&item?, is_turned))).collect::<io::Result<_>>()?;
    match cases.len() {
        ..=MOST => Ok(cases),
        _ => Err(Failure::usage(format!("--set: {} has more than {} cases", path.display(), grouped(MOST as u64)))),
    }
}

/// The most cases of a file.
const MOST: usize = 1_000_000;

/// A start, with turns before the algorithm if they do not matter. A text that is no cube is refused when it is
/// searched.
fn of_item(item: &Item, is_turned: bool) -> Case {
    let text = String::from_utf8_lossy(&item.text).into_owned();
    let options = MoveOptions::default();
    let turns = if is_turned { &TURNS[..] } else { &TURNS[..1] };
    let starts = match Cube::parse(&text, Size::THREE, item.format, &options) {
        // Behind a comment, too.
        Ok(_) if item.turns(&options).is_some() => {
            turns.iter().map(|turn| format!("{text}\n{turn}").trim_end().to_owned()).collect()
        }
        Ok(cube) => turns.iter().map(|turn| facelets(&cube, turn)).collect(),
        Err(_) => vec![text],
    };
    Case { name: item.id.to_string(), line: item.line, starts }
}

/// The facelets of a cube after a turn.
fn facelets(cube: &Cube, turn: &str) -> String {
    let turned = cube.apply(&turn.parse().expect("a turn")).expect("every cube has this layer");
    turned.format(Format::Facelets).expect("every cube has facelets")
}

/// The question in words.
fn described(command: &CasesCommand, named: &str, goal: &str, questions: &Questions) -> String {
    let mut text = format!("{named} to {goal}");
    for (name, value) in [("moves", &command.moves), ("cost", &command.cost)] {
        if let Some(value) = value {
            text += &format!(", {name} {value}");
        }
    }
    if let Some(metric) = command.metric {
        text += &format!(", {metric}");
    }
    if command.all {
        text += &format!(", all +{}", command.slack);
    }
    if command.sort {
        text += ", sorted";
    }
    for fold in &command.fold {
        text += &format!(", folded by {}", fold.to_possible_value().expect("all have names").get_name());
    }
    // Files may change: what they say is known by its hash.
    if [Some(goal), command.cost.as_deref()].into_iter().flatten().any(|text| Path::new(text).is_file()) {
        for line in questions.identities().iter().flat_map(|identity| identity.lines()) {
            text += &format!(", {}", line.rsplit(' ').next().unwrap_or_default());
        }
    }
    text
}

/// Returns whether a turn of U is the first one of a sequence, or can be.
fn begins_with_u<'t>(tokens: impl Iterator<Item = &'t str>) -> bool {
    let faces = tokens.map(|token| token.trim_end_matches(['2', '\'']));
    faces.take_while(|face| ["U", "D"].contains(face)).any(|face| face == "U")
}
