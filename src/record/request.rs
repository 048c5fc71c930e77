//! Requests to the server and the browser module.

use super::{AnswerRecord, CheckRecord, ErrorRecord, Refused, ScrambleRecord, SearchRecord};
use crate::cube::Metric;
use crate::notation::{
    Algorithm, Cube, Format, InputError, MoveOptions, StartError, TypedStickers, as_place, format_stickers,
    goal_of_known, read_start,
};
use crate::nxn::{MoveKind, Size, Stickers};
use crate::pdb::TableSpec;
use crate::pdb::h48::H48Level;
use crate::plan::{Plan, Puzzle};
use crate::puzzle::{Asker, Origin, QuestionError, QuestionText, QuestionTextError, Questions, Start};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::time::Duration;

/// The longest time limit, in seconds.
pub(super) const LONGEST: u32 = 3600;

/// The most moves by which solutions that are asked for are longer than the shortest: there are soon millions of them.
const MOST_SLACK: u8 = 3;

/// The body of `POST /v1/check`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct CheckRequest {
    cube: String,
    #[serde(default = "three")]
    size: Number,
}

/// The body of `POST /v1/solve`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SolveRequest {
    #[serde(alias = "start")]
    cube: String,
    #[serde(default)]
    size: Option<Number>,
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    slack: Number,
    #[serde(default)]
    quick: bool,
    /// Seconds.
    #[serde(default)]
    timeout: Option<Number>,
    #[serde(default)]
    puzzle: Option<String>,
    #[serde(default)]
    goal: Option<OneOrMore>,
    #[serde(default)]
    up_to: Option<String>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    moves: Option<String>,
    #[serde(default)]
    cost: Option<String>,
}

/// A number of JSON, which knows no others than these: `3.0` is 3.
#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(transparent)]
struct Number(f64);

impl Number {
    /// The value of a number, if it is whole and in the range of it.
    fn whole<T>(self, value: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let whole = self.0 as u8;
        Some(whole).filter(|&whole| f64::from(whole) == self.0).and_then(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nobody reads hundreds of digits.
        if self.0.abs() < 1e15 { self.0.fmt(f) } else { write!(f, "{:e}", self.0) }
    }
}

/// A text, or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a goal is a text, or a list of texts")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// The body of `POST /v1/scramble`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ScrambleRequest {
    seed: u64,
}

/// The body of `POST /v1/tables`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct TableRequest {
    level: Number,
    #[serde(default)]
    metric: Option<String>,
}

/// Reads the body of a request, which is an object: the order of its fields says nothing.
///
/// # Errors
/// If it is something else.
pub fn read_request<T: DeserializeOwned>(body: &[u8]) -> Result<T, serde_json::Error> {
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'[') => Err(Error::custom("invalid type: sequence, expected an object")),
        _ => serde_json::from_slice(body),
    }
}

fn three() -> Number {
    Number(3.0)
}

/// A search that is asked for.
pub struct SearchRequest {
    /// The cube, in any notation that `solve` reads, or the moves of a puzzle's start.
    pub text: String,
    /// The question, if it is about a puzzle by its definition, or about a cube with a goal, moves or costs.
    pub question: Option<QuestionRequest>,
    /// The size of the cube.
    pub size: Size,
    /// The metric of the solutions.
    pub metric: Metric,
    /// All shortest solutions, and those that are longer by so many moves; `None` for one.
    pub all: Option<u8>,
    /// True if a good solution is wanted at once.
    pub quick: bool,
    /// The time limit.
    pub timeout: Duration,
}

/// The question of a request, and the position before the start's moves.
pub struct QuestionRequest {
    /// The question. It comes from a stranger.
    pub text: QuestionText,
    /// The goal as it is asked for, for people.
    pub goal: String,
    from: Option<String>,
}

/// A search for a puzzle by its definition.
pub struct PuzzleSearch {
    /// The question, or one for each goal.
    pub questions: Questions,
    /// The start, as the goals see it.
    pub start: Start,
}

impl SearchRequest {
    /// The search of a request that was read, or that could not be.
    ///
    /// # Errors
    /// If the request is not understood.
    pub fn new(request: Result<SolveRequest, impl Display>) -> Result<Self, Refused> {
        let request = request.map_err(not_understood)?;
        let question = QuestionRequest::of(&request)?;
        let SolveRequest { cube: text, size: layers, metric: name, all, slack, quick, timeout, .. } = request;
        let (size, metric) = (size(layers.unwrap_or_else(three))?, metric(name.as_deref())?);
        let slack = slack.whole(|slack| (slack <= MOST_SLACK).then_some(slack)).ok_or_else(|| {
            ("slack", format!("solutions {slack} moves longer than the shortest: use 0 to {MOST_SLACK}"))
        })?;
        let all = (all || slack > 0).then_some(slack);
        let is_usual = question.is_none() && size == Size::THREE && metric == Metric::HalfTurn && all.is_none();
        if quick && !is_usual {
            let sentence = "good solutions at once are for a 3x3x3 that is solved as usual, in half turns: one of them";
            return Err(("quick", sentence.to_owned()));
        }
        let timeout = match timeout.unwrap_or(Number(LONGEST.into())) {
            Number(seconds) if seconds > 0.0 && seconds <= LONGEST.into() => Duration::from_secs_f64(seconds),
            seconds => {
                return Err(("timeout", format!("a time limit of {seconds} s: use more than 0, {LONGEST} at most")));
            }
        };
        Ok(Self { text, question, size, metric, all, quick, timeout })
    }

    /// Reads a question and its start, or makes the record of a start that is none. Takes milliseconds, and longer for
    /// texts that are made to take long.
    ///
    /// # Errors
    /// If the question is not understood.
    pub fn read(&self, asked: &QuestionRequest) -> Result<Result<PuzzleSearch, Box<AnswerRecord>>, Refused> {
        let refused = |error: QuestionTextError| (error.part.name(), error.to_string());
        let questions = asked.text.read_all(Asker::Stranger).map_err(refused)?;
        let origin = Origin::read(asked.from.as_deref(), questions.definition(), Asker::Stranger).map_err(refused)?;
        Ok(match read_start(&origin, &questions, &self.text) {
            Ok(start) => Ok(PuzzleSearch { questions, start }),
            Err(StartError::Question(error @ QuestionError::Origin(_))) => return Err(("from", error.to_string())),
            Err(error) => {
                let plan = Plan::of(Puzzle::Defined(questions.all()[0].clone()));
                let record = AnswerRecord::about_puzzle(self.text.as_bytes(), &plan, &asked.goal, 1);
                Err(Box::new(AnswerRecord { error: Some(ErrorRecord::of_start(&error)), ..record }))
            }
        })
    }

    /// The cube.
    ///
    /// # Errors
    /// If the text is none.
    pub fn cube(&self) -> Result<Cube, InputError> {
        cube(&self.text, self.size)
    }

    /// The record of a text that is no cube.
    pub fn refused(&self, error: &InputError) -> AnswerRecord {
        let puzzle = match self.size {
            Size::THREE => Plan::new(self.metric).puzzle,
            size => Puzzle::stickers(size, MoveKind::Wca),
        };
        let search = SearchRecord::of_plan(None, &Plan::of(puzzle), None, 1);
        AnswerRecord::new(self.text.as_bytes(), self.metric, 1, Vec::new(), search).refused(error)
    }
}

impl QuestionRequest {
    /// The question of a request, if it is not about a cube that is solved as usual.
    fn of(request: &SolveRequest) -> Result<Option<Self>, Refused> {
        let SolveRequest { puzzle, goal, up_to, from, to, moves, cost, .. } = request;
        // A cube of which some stickers are unknown is solved as far as it is known.
        let is_known_alone = goal.is_none() && [puzzle, from, to].into_iter().all(Option::is_none);
        let known = goal_of_known(&request.cube).filter(|_| request.size.is_none_or(|size| size == three()));
        let known = known.and_then(Result::ok).filter(|_| is_known_alone);
        if is_known_alone && known.is_none() && [up_to, moves, cost].into_iter().all(Option::is_none) {
            return Ok(None);
        }
        if puzzle.is_some() && request.size.is_some() {
            return Err(("size", "a puzzle that is named has no other size".to_owned()));
        }
        let goals = match goal {
            None => known.into_iter().collect(),
            Some(OneOrMore::One(goal)) => vec![goal.clone()],
            Some(OneOrMore::More(goals)) => goals.clone(),
        };
        let puzzle = match puzzle {
            Some(puzzle) => puzzle.clone(),
            None => size(request.size.unwrap_or_else(three))?.to_string(),
        };
        let powers = metric(request.metric.as_deref())?.into();
        let is_cube = puzzle == "3x3x3";
        let place = |part: &'static str, text: &Option<String>| {
            let read = |text: &String| {
                if is_cube { as_place(text, Asker::Stranger).map(Cow::into_owned) } else { Ok(text.clone()) }
            };
            text.as_ref().map(read).transpose().map_err(|error| (part, format!("{part}: {error}")))
        };
        let (from, end) = (place("from", from)?, place("to", to)?);
        let [up_to, moves, cost] = [up_to, moves, cost].map(Clone::clone);
        let text = QuestionText { puzzle, goals, up_to, to: to.clone(), moves, powers, cost };
        Ok(Some(Self { goal: text.goal_text(), text: QuestionText { to: end, ..text }, from }))
    }
}

/// Answers whether a text is a cube, and what is wrong with it.
///
/// # Errors
/// If the request is not understood.
pub fn check(request: Result<CheckRequest, impl Display>) -> Result<CheckRecord, Refused> {
    let CheckRequest { cube: text, size: layers } = request.map_err(not_understood)?;
    let size = size(layers)?;
    let typed = TypedStickers::read(text.as_bytes(), size, Format::Auto);
    let shown = typed.as_ref().map(|typed| typed.letters.iter().map(|&letter| face_letter(letter)).collect());
    Ok(match cube(&text, size) {
        Ok(cube) => {
            let facelets = cube.format(Format::Facelets).expect("every size has facelets");
            let typed = shown.or_else(|| held_after(&text, size));
            CheckRecord::Cube { valid: true, size: size.layers(), facelets, typed }
        }
        Err(error) => {
            let wrong = typed.map(|typed| typed.wrong).unwrap_or_default();
            let error = ErrorRecord::of_input(&error);
            CheckRecord::NoCube { valid: false, size: size.layers(), facelets: shown, wrong, error }
        }
    })
}

/// The stickers of a cube as it is held after moves, if the text is of moves.
fn held_after(text: &str, size: Size) -> Option<String> {
    let moves = Algorithm::parse(text, size, &MoveOptions::default()).ok()?;
    Some(format_stickers(&Stickers::after(size, &moves)))
}

/// A random state of the 3x3x3, which the seed of the request gives.
///
/// # Errors
/// If the request is not understood.
pub fn scramble(request: Result<ScrambleRequest, impl Display>) -> Result<ScrambleRecord, Refused> {
    let ScrambleRequest { seed } = request.map_err(not_understood)?;
    let cube = Cube::random(seed).next().expect("there is no end");
    let [scramble, facelets] =
        [Format::Moves, Format::Facelets].map(|format| cube.format(format).expect("a 3x3x3 has all notations"));
    Ok(ScrambleRecord { scramble, facelets })
}

/// The table that a request asks for.
///
/// # Errors
/// If the request is not understood.
pub fn table(request: Result<TableRequest, impl Display>) -> Result<TableSpec, Refused> {
    let TableRequest { level: flips, metric: name } = request.map_err(not_understood)?;
    let level =
        flips.whole(H48Level::new).ok_or_else(|| ("level", format!("there is no level {flips}: use 0 to 11")))?;
    Ok(TableSpec::new(level, metric(name.as_deref())?))
}

fn not_understood(error: impl Display) -> Refused {
    ("json", format!("the request is not understood: {error}"))
}

fn cube(text: &str, size: Size) -> Result<Cube, InputError> {
    Cube::parse(text, size, Format::Auto, &MoveOptions::default())
}

fn size(layers: Number) -> Result<Size, Refused> {
    layers.whole(Size::new).ok_or_else(|| ("size", format!("a cube of {layers} layers: use 2 to 7")))
}

fn metric(name: Option<&str>) -> Result<Metric, Refused> {
    let Some(name) = name else { return Ok(Metric::HalfTurn) };
    name.parse().map_err(|_| ("metric", format!("there is no metric {name:?}: use htm or qtm")))
}

/// The face of the usual scheme that has a colour; letters of faces stay. Red and blue are on the faces with their
/// letters.
fn face_letter(letter: char) -> char {
    match letter {
        'W' => 'U',
        'G' => 'F',
        'Y' => 'D',
        'O' => 'L',
        letter => letter,
    }
}
