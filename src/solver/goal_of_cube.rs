//! Goals that a solved 3x3x3 reaches: a solution of the whole cube leads to one of them, often before its end.

use crate::cube::{CubeInDefinition, Cubies, MetricKind};
use crate::nxn::Turn;
use crate::puzzle::{Definition, Goal, MoveIndex, Position, Questions, Start};

/// The goals of questions about the 3x3x3 by all its face turns, from a start of which all pieces are known.
pub struct GoalOfCube {
    questions: Questions,
    start: Start,
    metric: MetricKind,
    /// The face turn of each move.
    turns: Vec<Turn>,
}

impl GoalOfCube {
    /// The goals, and the cube whose solutions lead there; `None` if the questions are about other puzzles or moves, or not
    /// all pieces of the start are known.
    pub fn of(questions: &Questions, start: &Start) -> Option<(Self, Cubies)> {
        let definition = questions.definition();
        let cube = CubeInDefinition::of(&definition.shape, questions.moves())?;
        let (metric, moves) = cube.metric()?;
        let turns = moves.iter().map(|m| Turn::outer(m.face(), m.quarters())).collect();
        let cube = cube.cube(start.whole()?, &end(questions, definition))?;
        let goal = Self { questions: questions.clone(), start: start.clone(), metric, turns };
        Some((goal, cube))
    }

    /// The metric of the moves.
    pub fn metric(&self) -> MetricKind {
        self.metric
    }

    /// A solution of the whole cube, as far as it leads to one of the goals; `None` if it leads to none.
    pub fn part_of(&self, solution: &[Turn]) -> Option<Vec<Turn>> {
        let turns = self.in_metric(solution);
        let moves = self.moves(&turns);
        let is_reached = |&end: &usize| {
            let mut goals = self.questions.all().iter().zip(self.start.seen());
            goals.any(|(goal, seen)| seen.as_ref().is_some_and(|seen| goal.refute(seen, &moves[..end]).is_none()))
        };
        let end = (0..=moves.len()).find(is_reached)?;
        Some(turns[..end].to_vec())
    }

    /// Face turns as moves of the questions.
    pub fn moves(&self, turns: &[Turn]) -> Vec<MoveIndex> {
        let turns = self.in_metric(turns);
        let number = |turn: &Turn| self.turns.iter().position(|known| known == turn).expect("all face turns are moves");
        turns.iter().map(|turn| MoveIndex::new(number(turn))).collect()
    }

    /// With half turns as two quarter turns, if these are the moves.
    fn in_metric(&self, turns: &[Turn]) -> Vec<Turn> {
        let in_metric = |turn: &Turn| match (self.metric, turn.quarters) {
            (MetricKind::QuarterTurn, 2) => vec![Turn { quarters: 1, ..*turn }; 2],
            _ => vec![*turn],
        };
        turns.iter().flat_map(in_metric).collect()
    }
}

/// The position to end in: that of a question about all pieces, or else the solved one.
fn end(questions: &Questions, definition: &Definition) -> Position {
    let is_whole = |goal: &&Goal| *goal.base() == definition.solved;
    let goal = questions.all().iter().map(|question| question.goal()).find(is_whole);
    goal.map_or(&definition.solved, |goal| &goal.targets()[0]).clone()
}
