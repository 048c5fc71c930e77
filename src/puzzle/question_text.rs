//! Questions as text: as flags, requests and Python ask them.

use super::{Definition, Goal, GoalError, Moves, NamedGoal, Position, Powers, Question, QuestionError};
use super::{QuestionFault, QuestionPart, QuestionTextError, Questions, Start, Transformation, builtin};
use crate::brackets::outside_brackets;
use crate::text::strip_bom;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A question as text, in the form of the flags of `solve`: `puzzle` is `--puzzle`, and so on.
///
/// ```
/// use cubepdb::puzzles::{Asker, QuestionText};
///
/// let text = QuestionText { moves: Some("R,U".to_owned()), ..QuestionText::about("3x3x3") };
/// let question = text.read(Asker::Stranger)?;
/// assert_eq!(question.moves().len(), 6);
/// # Ok::<(), cubepdb::puzzles::QuestionTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuestionText {
    /// The name of a built-in puzzle, or a definition, which [`Definition::read`] reads.
    pub puzzle: String,
    /// Goals, of which one has to be reached: `solved`, a name for [`NamedGoal::read`], pieces for [`Goal::of_pieces`],
    /// or a pattern for [`Definition::read_pattern`]. Without any, the goal is the solved position.
    pub goals: Vec<String>,
    /// Moves or rotations, separated by commas, after which the goal counts as well.
    pub up_to: Option<String>,
    /// A position to end in instead of the solved one: moves, or a pattern.
    pub to: Option<String>,
    /// The moves, for [`Moves::read`]; without them, all of the puzzle. `stm` stands for the turns of faces and of
    /// slices of a 3x3x3, each of which is one move. Where moves move centres, how the puzzle is held in the end does
    /// not matter, unless there is a position to end in, or moves after which the goal counts as well.
    pub moves: Option<String>,
    /// The powers of a move that are moves.
    pub powers: Powers,
    /// The costs of moves, for [`Moves::with_costs`].
    pub cost: Option<String>,
}

/// The moves of the slice-turn metric.
const SLICE_TURNS: &str = "U,R,F,D,L,B,M,E,S";

/// The person who asks a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The owner of this machine: a text that is the path of a file stands for what is in the file.
    Owner,
    /// Anybody else: no text is read as a path, and a goal has at most [`MOST_TARGETS`](Self::MOST_TARGETS) positions.
    Stranger,
}

impl Asker {
    /// The most positions of a stranger's goal.
    pub const MOST_TARGETS: usize = 10_000;

    const fn most_targets(self) -> usize {
        match self {
            Self::Owner => Goal::MOST_TARGETS,
            Self::Stranger => Self::MOST_TARGETS,
        }
    }
}

impl QuestionText {
    /// The most bytes of a file with a definition.
    const LARGEST_DEFINITION: u64 = 64 << 20;
    /// The most bytes of a file with another part.
    const LARGEST_PART: u64 = 1 << 20;

    /// The usual question about a puzzle: all its moves, and the solved position.
    pub fn about(puzzle: impl Into<String>) -> Self {
        let (goals, powers) = (Vec::new(), Powers::All);
        Self { puzzle: puzzle.into(), goals, up_to: None, to: None, moves: None, powers, cost: None }
    }

    /// Reads the question, which has to be a single one.
    ///
    /// # Errors
    /// At the first part that is wrong, and if several goals are of different pieces.
    pub fn read(&self, asker: Asker) -> Result<Question, QuestionTextError> {
        let questions = self.read_all(asker)?;
        let number = questions.all().len();
        let single = questions.single().ok_or_else(|| QuestionPart::Goal.error(GoalError::Several(number)))?;
        Ok(Question::clone(single))
    }

    /// Reads the question, or one for each goal where goals are of different pieces.
    ///
    /// # Errors
    /// At the first part that is wrong.
    pub fn read_all(&self, asker: Asker) -> Result<Questions, QuestionTextError> {
        if self.moves.as_deref() == Some("stm") && self.puzzle == "3x3x3" {
            return Self { moves: Some(SLICE_TURNS.to_owned()), ..self.clone() }.read_all(asker);
        }
        let definition = self.definition(asker)?;
        let mut moves = match &self.moves {
            Some(list) => Moves::read(&definition, list, self.powers).map_err(|error| QuestionPart::Moves.error(error)),
            None => Moves::of(&definition, self.powers).map_err(|error| self.puzzle_error(asker, error)),
        }?;
        if let Some(costs) = &self.cost {
            let text = Text::of(costs, QuestionPart::Cost, asker)?;
            moves = moves.with_costs(&text.content).map_err(|error| text.error(error))?;
        }
        let end = self.end(&definition, asker)?;
        let Goals { plain, placed } = self.goals(&definition, &moves, end.as_ref(), asker)?;
        let is_usual = self.goals.is_empty() && self.to.is_none() && self.up_to.is_none();
        let question = |goal| {
            Question::new(definition.clone(), moves.clone(), goal).map(Arc::new).map_err(|error| match is_usual {
                true => self.puzzle_error(asker, error),
                false => QuestionPart::Goal.error(error),
            })
        };
        let (has_plain, has_placed) = (plain.is_some(), !placed.is_empty());
        let (names, goals): (Vec<String>, Vec<Goal>) =
            plain.into_iter().map(|goal| (String::new(), goal)).chain(placed).unzip();
        let questions = Questions::new(goals.into_iter().map(question).collect::<Result<_, _>>()?).named(names);
        let most = asker.most_targets();
        let held = match end {
            // The hold is that of the position to end in.
            Some(End::Pattern(pattern, _)) => Ok(questions.ending_at(pattern)),
            Some(End::Moves(by)) => Ok(questions.ending_at(definition.solved.after(&by))),
            None if has_placed && has_plain && questions.moves_centres() => {
                return Err(QuestionPart::Goal.error(GoalError::OtherHold));
            }
            None if has_placed => questions.in_hold_of_start(most),
            None if self.up_to.is_none() => questions.in_any_hold(most),
            None => Ok(questions),
        };
        held.map_err(|error| QuestionPart::Goal.error(error))
    }

    /// The error of what the puzzle says by itself, where nothing else was asked for.
    fn puzzle_error(&self, asker: Asker, fault: impl Into<QuestionFault>) -> QuestionTextError {
        let is_file = asker == Asker::Owner && builtin(&self.puzzle).is_none() && Path::new(&self.puzzle).is_file();
        QuestionTextError { file: is_file.then(|| self.puzzle.clone()), ..QuestionPart::Puzzle.error(fault) }
    }

    /// Reads the definition of the puzzle alone.
    ///
    /// # Errors
    /// If there is no such puzzle, or its definition is wrong.
    pub fn definition(&self, asker: Asker) -> Result<Definition, QuestionTextError> {
        if let Some(definition) = builtin(&self.puzzle) {
            return Ok(definition);
        }
        let text = Text::of(&self.puzzle, QuestionPart::Puzzle, asker)?;
        if text.file.is_none() && !text.is_json() && !text.content.trim().contains('\n') {
            let name = text.content.to_owned();
            return Err(text.error(QuestionFault::UnknownPuzzle { name, reads_files: asker == Asker::Owner }));
        }
        Definition::read(&text.content).map_err(|error| text.error(error))
    }

    fn goals(
        &self,
        definition: &Definition,
        moves: &Moves,
        end: Option<&End>,
        asker: Asker,
    ) -> Result<Goals, QuestionTextError> {
        let (mut plain, mut placed) = (Vec::new(), Vec::new());
        for goal in &self.goals {
            let text = Text::of(goal, QuestionPart::Goal, asker)?;
            match text.pattern(definition)? {
                Some(pattern) => plain.push(Goal::of_pattern(definition, pattern)),
                None if text.content == "solved" => plain.push(Goal::solved(definition)),
                None => match NamedGoal::read(definition, moves, &text.content) {
                    Some(goals) => placed.extend(goals.map_err(|error| text.error(error))?),
                    None => {
                        plain.push(NamedGoal::pieces(definition, &text.content).map_err(|error| text.error(error))?)
                    }
                },
            }
        }
        let plain = match &plain[..] {
            [] if placed.is_empty() => Some(Goal::solved(definition)),
            [] => None,
            goals => Some(Goal::any_of(definition, goals).map_err(|error| QuestionPart::Goal.error(error))?),
        };
        let mut all: Vec<(String, Goal)> = Vec::new();
        for (name, goal) in placed {
            if all.iter().all(|(_, known)| *known != goal) {
                all.push((name, self.ended(definition, goal, end, asker)?));
            }
        }
        Ok(Goals { plain: plain.map(|goal| self.ended(definition, goal, end, asker)).transpose()?, placed: all })
    }

    /// Reads the position to end in, if it is not the solved one.
    fn end(&self, definition: &Definition, asker: Asker) -> Result<Option<End>, QuestionTextError> {
        let Some(to) = &self.to else { return Ok(None) };
        let text = Text::of(to, QuestionPart::To, asker)?;
        Ok(Some(match text.pattern(definition)? {
            Some(pattern) => End::Pattern(pattern, text),
            None => End::Moves(definition.transformation_of(&text.content).map_err(|error| text.error(error))?),
        }))
    }

    /// A goal with another position to end in, and up to moves.
    fn ended(
        &self,
        definition: &Definition,
        goal: Goal,
        end: Option<&End>,
        asker: Asker,
    ) -> Result<Goal, QuestionTextError> {
        let mut goal = match end {
            Some(End::Pattern(pattern, text)) => goal.at(definition, pattern).map_err(|error| text.error(error))?,
            Some(End::Moves(by)) => goal.moved(by),
            None => goal,
        };
        if let Some(list) = &self.up_to {
            let names = outside_brackets(list, |symbol| symbol == ',').map(str::trim).filter(|name| !name.is_empty());
            let moves = names.map(|name| definition.transformation_of(name)).collect::<Result<Vec<_>, _>>();
            let moves = moves.map_err(|error| QuestionPart::UpTo.error(error))?;
            goal = goal.up_to_at_most(&moves, asker.most_targets()).map_err(|error| QuestionPart::UpTo.error(error))?;
        }
        Ok(goal)
    }

    /// The goal as it is asked for, for people.
    pub fn goal_text(&self) -> String {
        let mut text = if self.goals.is_empty() { "solved".to_owned() } else { self.goals.join(" or ") };
        for (word, asked) in [(" after ", &self.to), (" up to ", &self.up_to)] {
            if let Some(asked) = asked {
                text.push_str(word);
                text.push_str(asked);
            }
        }
        text
    }
}

/// A position to end in.
enum End {
    /// A pattern, and its text.
    Pattern(Position, Text),
    /// That after some moves.
    Moves(Transformation),
}

/// The goals of a question.
struct Goals {
    /// One goal for all that are given by pieces and patterns.
    plain: Option<Goal>,
    /// Those that were given by names, each with its place.
    placed: Vec<(String, Goal)>,
}

/// The position before the moves of a start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The solved position.
    #[default]
    Solved,
    /// The position after these moves.
    Moves(String),
    /// The position that a pattern describes.
    Pattern(Position),
}

impl Origin {
    /// Reads moves, or a pattern.
    ///
    /// # Errors
    /// If a pattern is wrong, or there is no such file. Moves are read with those of the start.
    pub fn read(text: Option<&str>, definition: &Definition, asker: Asker) -> Result<Self, QuestionTextError> {
        let Some(text) = text else { return Ok(Self::Solved) };
        let text = Text::of(text, QuestionPart::From, asker)?;
        Ok(match text.pattern(definition)? {
            Some(position) => Self::Pattern(position),
            None => Self::Moves(text.content),
        })
    }

    /// The position after some moves, as the goals see it; without an origin, these may be a pattern.
    ///
    /// # Errors
    /// As [`Questions::start`], and if a pattern is wrong.
    pub fn start(&self, questions: &Questions, moves: &str) -> Result<Start, QuestionError> {
        match self {
            Self::Solved if is_json(moves) => questions.start(Some(&questions.definition().read_pattern(moves)?), ""),
            Self::Solved => questions.start(None, moves),
            Self::Moves(before) => questions.start_behind(before, moves),
            Self::Pattern(position) => questions.start(Some(position), moves),
        }
    }
}

/// The text of a part, or of the file that it names.
struct Text {
    part: QuestionPart,
    file: Option<String>,
    content: String,
}

impl Text {
    fn of(text: &str, part: QuestionPart, asker: Asker) -> Result<Self, QuestionTextError> {
        if asker == Asker::Stranger || !Path::new(text).is_file() {
            let text = Self { part, file: None, content: text.to_owned() };
            let is_missing = asker == Asker::Owner && part != QuestionPart::Puzzle && is_file_name(&text.content);
            return if is_missing { Err(text.error(QuestionFault::NoFile(text.content.clone()))) } else { Ok(text) };
        }
        let read = read_file(text, part);
        let file = Some(text.to_owned());
        match read {
            Ok(content) => Ok(Self { part, file, content }),
            Err(fault) => Err(QuestionTextError { part, file, fault: Box::new(fault) }),
        }
    }

    fn error(&self, fault: impl Into<QuestionFault>) -> QuestionTextError {
        QuestionTextError { file: self.file.clone(), ..self.part.error(fault) }
    }

    fn is_json(&self) -> bool {
        is_json(&self.content)
    }

    /// The pattern, if it is one, and not moves.
    fn pattern(&self, definition: &Definition) -> Result<Option<Position>, QuestionTextError> {
        self.is_json().then(|| definition.read_pattern(&self.content).map_err(|error| self.error(error))).transpose()
    }
}

/// Returns whether a text can only be meant as a pattern in JSON.
pub fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Returns whether a text can only be meant as the name of a file.
fn is_file_name(text: &str) -> bool {
    [".json", ".tws", ".txt", ".csv"].iter().any(|end| text.ends_with(end))
}

/// Reads a file, unless it is far larger than any of its kind.
fn read_file(path: &str, part: QuestionPart) -> Result<String, QuestionFault> {
    let size = fs::metadata(path)?.len();
    let most = if part == QuestionPart::Puzzle { QuestionText::LARGEST_DEFINITION } else { QuestionText::LARGEST_PART };
    if size > most {
        return Err(QuestionFault::TooLarge { found: size, most });
    }
    let text = String::from_utf8(fs::read(path)?).map_err(|_| QuestionFault::NoText)?;
    Ok(strip_bom(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &QuestionText) -> String {
        text.read(Asker::Stranger).unwrap_err().to_string()
    }

    #[test]
    fn texts_and_names_ask_the_same_question() {
        let text = |text: &str| Some(text.to_owned());
        for name in ["skewb", "2x2x2", "pyraminx"] {
            let definition = builtin(name).unwrap();
            let by_name = QuestionText::about(name).read(Asker::Stranger).unwrap();
            for written in [definition.to_tws(), definition.to_kpuzzle()].map(Result::unwrap) {
                assert_eq!(QuestionText::about(written).read(Asker::Stranger).unwrap(), by_name);
            }
        }
        let about = |goals: &[&str]| QuestionText {
            goals: goals.iter().map(|&goal| goal.to_owned()).collect(),
            moves: text("R,U"),
            cost: text("U=2"),
            up_to: text("U"),
            to: text("R"),
            ..QuestionText::about("3x3x3")
        };
        let cube = builtin("3x3x3").unwrap();
        let moves = Moves::read(&cube, "R,U", Powers::All).unwrap().with_costs("U=2").unwrap();
        let [by_r, by_u] = ["R", "U"].map(|name| cube.transformation_of(name).unwrap());
        let goal = Goal::of_pieces(&cube, "EDGES:4-7").unwrap().moved(&by_r).up_to(&[by_u]).unwrap();
        let question = Question::new(cube.clone(), moves, goal).unwrap();
        assert_eq!(about(&["EDGES:4-7"]).read(Asker::Stranger).unwrap(), question);
        let pattern = cube.write_pattern(question.goal().base());
        assert_eq!(about(&[&pattern]).read(Asker::Stranger).unwrap().goal().base(), question.goal().base());
        assert_eq!(about(&["a", "b"]).goal_text(), "a or b after R up to U");
    }

    #[test]
    fn several_goals_are_of_the_same_pieces_in_any_order() {
        let about = |goals: &[&str]| {
            let goals = goals.iter().map(|&goal| goal.to_owned()).collect();
            QuestionText { goals, ..QuestionText::about("3x3x3") }
        };
        let read = |goals: &[&str]| about(goals).read(Asker::Stranger).unwrap();
        let definition = builtin("3x3x3").unwrap();
        let turned = definition.solved.after(&definition.transformation_of("R").unwrap());
        let pattern = definition.write_pattern(&turned);
        let cross = read(&["EDGES:4-7"]);
        assert_eq!(read(&["solved", "EDGES:4-7"]), cross);
        assert_eq!(read(&["EDGES:4-7", "solved"]), cross);
        for goals in [["EDGES:4-7", &pattern], [&pattern, "EDGES:4-7"]] {
            assert_eq!(read(&goals).goal().targets().len(), 2);
        }
        let told = refused(&about(&["EDGES:4-7", "EDGES:0-3"]));
        assert!(told.starts_with("goal: several goals have to be about the same pieces"), "{told}");
    }

    /// By pieces, a goal may be reached in any hold to which moves of centres lead; by name, in that of the centres.
    #[test]
    fn goals_of_different_holds_are_not_mixed() {
        let mixed = |moves: &str| QuestionText {
            goals: ["CORNERS:0,1", "cross"].map(str::to_owned).into(),
            moves: Some(moves.to_owned()),
            ..QuestionText::about("3x3x3")
        };
        assert_eq!(mixed("R,U").read_all(Asker::Stranger).unwrap().all().len(), 2);
        assert!(refused(&mixed("stm")).contains("in different holds"));
    }

    /// A position of all pieces is where the search ends, not another name for the pieces of the solved one.
    #[test]
    fn patterns_of_all_pieces_are_positions() {
        let solved = QuestionText::about("3x3x3").read(Asker::Stranger).unwrap();
        let turned = solved.start(None, "R U").unwrap();
        let pattern = solved.definition().write_pattern(&turned);
        let goals = vec![pattern.clone()];
        let by_goal = QuestionText { goals, ..QuestionText::about("3x3x3") }.read(Asker::Stranger).unwrap();
        let by_end = QuestionText { to: Some(pattern), ..QuestionText::about("3x3x3") }.read(Asker::Stranger).unwrap();
        assert_eq!(by_goal, by_end);
        assert_eq!(by_goal.goal().targets(), [turned]);
        assert_eq!(by_goal.start(None, "").unwrap(), solved.start(None, "").unwrap());
    }

    #[test]
    fn starts_have_the_names_of_answers_and_remarks() {
        let moves = Some("Q=R U R' U',M=R L',F".to_owned());
        let question = QuestionText { moves, ..QuestionText::about("3x3x3") }.read(Asker::Stranger).unwrap();
        let start = |text: &str| question.start(None, text).unwrap();
        assert_eq!(start("Q F2 // a remark"), start("R U R' U' F2"));
        assert_eq!(start("Q2' M F (3)"), start("U R U' R' U R U' R' R L' F"));
        assert_eq!(start("D2 # the puzzle's own\nM' (2, cost 3)"), start("D2 R' L"));
        let pattern = question.definition().write_pattern(&start("R U"));
        let questions = Questions::from(question.clone());
        assert_eq!(Origin::Solved.start(&questions, &pattern).unwrap(), start("R U").into());
        assert!(Origin::Solved.start(&questions, "{").is_err() && question.start(None, "Q(2)").is_err());
    }

    #[test]
    fn faults_of_what_nobody_asked_for_are_those_of_the_puzzle() {
        let told = refused(&QuestionText::about("clock"));
        assert!(
            told.starts_with("puzzle: the moves and their powers are 132 or more, and a search can have 128"),
            "{told}"
        );
        let told = refused(&QuestionText::about("Name X\nSet A 2 1\nSolved\nA\n1 2\nEnd"));
        assert_eq!(told, "puzzle: no moves are named");
    }

    #[test]
    fn missing_files_are_told() {
        let goals = vec!["no-such.json".to_owned()];
        let text = QuestionText { goals, ..QuestionText::about("3x3x3") };
        assert_eq!(text.read(Asker::Owner).unwrap_err().to_string(), "goal: there is no file `no-such.json`");
        assert!(refused(&text).starts_with("goal: there is no goal named `no-such.json`"));
    }

    #[test]
    fn origins_are_moves_or_patterns() {
        let question = QuestionText::about("3x3x3").read(Asker::Stranger).unwrap();
        let definition = question.definition();
        let position = question.start(None, "R U F").unwrap();
        for (text, moves) in
            [(None, "R U F"), (Some("R U".to_owned()), "F"), (Some(definition.write_pattern(&position)), "")]
        {
            let origin = Origin::read(text.as_deref(), definition, Asker::Stranger).unwrap();
            assert_eq!(origin.start(&question.clone().into(), moves).unwrap(), position.clone().into());
        }
        assert!(Origin::read(Some("{}"), definition, Asker::Stranger).is_err());
    }

    #[test]
    fn paths_are_texts_unless_files_are_read() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let message = refused(&QuestionText::about(here));
        assert!(message.starts_with("puzzle: there is no puzzle `/"), "{message}");
        let read = QuestionText::about(here).read(Asker::Owner).unwrap_err();
        assert_eq!((read.part, read.file.as_deref()), (QuestionPart::Puzzle, Some(here)));
        assert!(read.to_string().starts_with(here), "{read}");
        let missing = QuestionText::about("no-such.tws").read(Asker::Owner).unwrap_err();
        assert_eq!(missing.to_string(), "puzzle: there is no puzzle and no file `no-such.tws`");
        for goal in [here, "x"] {
            let goals = vec![goal.to_owned()];
            let told = refused(&QuestionText { goals, ..QuestionText::about("3x3x3") });
            assert!(told.starts_with(&format!("goal: there is no goal named `{goal}`")), "{told}");
        }
    }

    #[test]
    fn faults_name_their_part() {
        let about = || QuestionText::about("3x3x3");
        let text = |text: &str| Some(text.to_owned());
        for (question, message) in [
            (QuestionText { moves: text("Q"), ..about() }, "moves: `Q` is not a move of 3x3x3"),
            (QuestionText { cost: text("R=0"), ..about() }, "cost: `R=0` is not a cost"),
            (QuestionText { to: text("Q"), ..about() }, "to: `Q` is not a move"),
            (QuestionText { up_to: text("Q"), ..about() }, "up-to: `Q` is not a move"),
            (QuestionText { goals: vec!["{}".to_owned()], ..about() }, "goal: "),
            (QuestionText::about("Name X\nSet"), "puzzle: line 2: write `Set NAME"),
            (QuestionText::about("x".repeat(100)), "puzzle: there is no puzzle `xxx"),
        ] {
            let told = refused(&question);
            assert!(told.starts_with(message) && told.len() < 400, "{told}");
        }
    }
}
