//! Goals that a solved 3x3x3 reaches: a solution of the whole cube leads to one of them, often before its end.

use super::by_face_turns::ByFaceTurns;
use crate::cube::Cubies;
use crate::nxn::Move;
use crate::puzzle::{Definition, Goal, MoveIndex, Position, Questions, Start};
use std::sync::Arc;

/// The goals of questions about the 3x3x3 by all its face turns, from a start of which all pieces are known.
pub struct GoalOfCube {
    questions: Questions,
    start: Start,
    cube: Arc<ByFaceTurns>,
}

impl GoalOfCube {
    /// The goals, and the cube whose solutions lead there; `None` if not all pieces of the start are known.
    pub fn of(cube: &Arc<ByFaceTurns>, questions: &Questions, start: &Start) -> Option<(Self, Cubies)> {
        let definition = questions.definition();
        // A single goal about all pieces sees the whole start.
        let is_whole = || questions.single().filter(|question| *question.goal().base() == definition.solved);
        let whole = start.whole().or_else(|| is_whole().map(|_| start.single()))?;
        let pieces = cube.cube(whole, &end(questions, definition))?;
        Some((Self { questions: questions.clone(), start: start.clone(), cube: cube.clone() }, pieces))
    }

    /// A solution of the whole cube, as far as it leads to one of the goals; `None` if it leads to none.
    pub fn part_of(&self, solution: &[Move]) -> Option<Vec<Move>> {
        let turns = self.cube.in_metric(solution);
        let moves = self.moves(&turns);
        let end = (0..=moves.len()).find(|&end| self.questions.leads_to_goal(&self.start, &moves[..end]))?;
        Some(turns[..end].to_vec())
    }

    /// Face turns as moves of the questions.
    pub fn moves(&self, turns: &[Move]) -> Vec<MoveIndex> {
        self.cube.moves(turns)
    }
}

/// The position to end in: that of a question about all pieces, or else the solved one.
fn end(questions: &Questions, definition: &Definition) -> Position {
    let is_whole = |goal: &&Goal| *goal.base() == definition.solved;
    let goal = questions.all().iter().map(|question| question.goal()).find(is_whole);
    goal.map_or(&definition.solved, |goal| &goal.targets()[0]).clone()
}
