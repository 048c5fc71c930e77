//! A whole 3x3x3 in a question about any puzzle, by turns of any layers.

use crate::cube::{CubeInDefinition, Cubies, PackedCube, Symmetry};
use crate::heuristic::CubePair;
use crate::pdb::h48::TurnSet;
use crate::puzzle::{Moves, Position, Question};

/// The orientations of a cube as a whole.
const ORIENTATIONS: usize = 24;

/// A 3x3x3 whose moves are turns of faces, slices or wide ones: a set that every symmetry of the cube maps to itself.
/// The goal is the solved cube, in one orientation or in several. A cube that is held in another orientation is the
/// same cube, on which the moves do something else: a slice turn is a turn of both faces beside it, and of the whole.
/// So what is known of the cube is a lower bound for any goal orientations.
pub(super) struct TurningCube {
    slots: CubeInDefinition,
    frames: Vec<Frame>,
    /// By frame times the number of moves plus move.
    steps: Vec<Step>,
    moves: usize,
    turns: TurnSet,
}

/// An orientation of the whole cube.
struct Frame {
    target: Position,
    /// Turns the pieces back.
    back: Cubies,
}

/// A move of a cube that is held in one of the orientations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The cube after it.
    pub turn: PackedCube,
    /// The cube after its inverse.
    pub undone: PackedCube,
    /// The orientation after it.
    pub frame: u8,
}

impl TurningCube {
    /// The cube of a question, if it is about one.
    pub fn of(question: &Question) -> Option<Self> {
        let moves = question.moves();
        (moves.is_unit() && question.illegal().is_empty()).then_some(())?;
        let slots = CubeInDefinition::of(&question.definition().shape, moves)?;
        let targets = question.goal().targets();
        let own = Self::with_frames(moves, slots.clone(), targets);
        own.or_else(|| Self::with_frames(moves, slots.clone(), &turned(question, &slots)?))
    }

    /// The cube that moves keep in some orientations: those in which it is solved.
    fn with_frames(moves: &Moves, slots: CubeInDefinition, targets: &[Position]) -> Option<Self> {
        let first = &targets[0];
        let frame = |target: &Position| {
            let pieces = slots.pieces(target, first)?;
            Symmetry::rotations().find(|symmetry| symmetry.rotation() == pieces)?;
            Some(Frame { target: target.clone(), back: pieces.inverse() })
        };
        let frames: Vec<Frame> = targets.iter().map(frame).collect::<Option<_>>()?;
        let held = |position: &Position| frame_of(&slots, &frames, position);
        let are_told_apart = (0..).zip(targets).all(|(number, target)| held(target) == Some(number));
        are_told_apart.then_some(())?;
        let step = |frame: &Frame, by: usize| {
            let after = frame.target.after(&moves.moves()[by].transformation);
            let held = held(&after)?;
            let turn = slots.pieces(&after, first)?.then(&frames[usize::from(held)].back);
            turn.check_reachable().is_ok().then_some((turn, held))
        };
        let steps: Vec<(Cubies, u8)> =
            frames.iter().flat_map(|frame| (0..moves.len()).map(|by| step(frame, by))).collect::<Option<_>>()?;
        let turns_of = |steps: &[(Cubies, u8)]| {
            let mut turns: Vec<Cubies> = Vec::new();
            for (turn, _) in steps {
                if *turn != Cubies::SOLVED && !turns.contains(turn) {
                    turns.push(*turn);
                }
            }
            turns
        };
        let turns = turns_of(&steps[..moves.len()]);
        let has_all = |steps: &[(Cubies, u8)]| {
            let own = turns_of(steps);
            own.len() == turns.len() && own.iter().all(|turn| turns.contains(turn))
        };
        steps.chunks(moves.len()).all(has_all).then_some(())?;
        let packed = |(turn, frame): (Cubies, u8)| Step {
            turn: PackedCube::pack(&turn),
            undone: PackedCube::pack(&turn.inverse()),
            frame,
        };
        let steps = steps.into_iter().map(packed).collect();
        Some(Self { turns: TurnSet::new(turns)?, slots, frames, steps, moves: moves.len() })
    }

    /// The effects of the moves on a cube in any orientation.
    pub fn turns(&self) -> &TurnSet {
        &self.turns
    }

    /// The cube of a position and its inverse, and the orientation; `None` if it cannot be solved.
    pub fn locate(&self, position: &Position) -> Option<(CubePair, u8)> {
        let frame = frame_of(&self.slots, &self.frames, position)?;
        let pieces = self.slots.pieces(position, &self.frames[0].target)?;
        let cube = pieces.then(&self.frames[usize::from(frame)].back);
        cube.check_reachable().is_ok().then(|| (CubePair::new(PackedCube::pack(&cube)), frame))
    }

    /// A move of a cube in an orientation.
    #[inline(always)]
    pub fn step(&self, frame: u8, by: usize) -> &Step {
        &self.steps[usize::from(frame) * self.moves + by]
    }
}

/// The goal positions and all that turns of the whole cube make of them, if the puzzle has such turns; `None` if these
/// are more than a cube has.
fn turned(question: &Question, slots: &CubeInDefinition) -> Option<Vec<Position>> {
    let mut all = question.goal().targets().to_vec();
    let mut next = 0;
    while next < all.len() {
        for rotation in &question.definition().rotations {
            let position = all[next].after(&rotation.transformation);
            if !all.iter().any(|known| slots.has_same_others(known, &position)) {
                all.push(position);
            }
        }
        next += 1;
        (all.len() <= ORIENTATIONS).then_some(())?;
    }
    Some(all)
}

/// The orientation of a position: that of the target with the same other pieces, the centres, at their places.
fn frame_of(slots: &CubeInDefinition, frames: &[Frame], position: &Position) -> Option<u8> {
    frames.iter().position(|frame| slots.has_same_others(&frame.target, position)).map(|frame| frame as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Asker, QuestionText};

    fn question(moves: &str, up_to: &str) -> Question {
        let up_to = Some(up_to.to_owned()).filter(|list| !list.is_empty());
        let text = QuestionText { moves: Some(moves.to_owned()), up_to, ..QuestionText::about("3x3x3") };
        text.read(Asker::Stranger).unwrap()
    }

    /// Along random walks, and against the position itself.
    #[test]
    fn cubes_follow_the_moves_in_every_orientation() {
        let mut random = fastrand::Rng::with_seed(12);
        for (list, up_to, turns) in [
            ("U,R,F,D,L,B", "", 18),
            ("U,R,F,D,L,B,M=R L',E=U D',S=F B'", "", 27),
            ("U,R,F,D,L,B,M,E,S", "x,y", 27),
            ("U,R,F,D,L,B,M,E,S", "", 27),
            ("U,R,F,D,L,B,M,E,S", "x", 27),
            ("U,R,F,D,L,B,Uw,Rw,Fw,Dw,Lw,Bw", "x,y", 18),
        ] {
            let question = question(list, up_to);
            let cube = TurningCube::of(&question).unwrap();
            assert_eq!(cube.turns().turns().len(), turns, "{list}");
            let mut position = question.goal().targets()[0].clone();
            let (mut pair, mut frame) = cube.locate(&position).unwrap();
            assert!(pair.cube.is_solved());
            for _ in 0..200 {
                let by = random.usize(..question.moves().len());
                position = position.after(&question.moves().moves()[by].transformation);
                let step = cube.step(frame, by);
                pair = CubePair { cube: pair.cube.then(&step.turn), inverse: step.undone.then(&pair.inverse) };
                frame = step.frame;
                let (found, held) = cube.locate(&position).unwrap();
                assert_eq!((found.cube, found.inverse, held), (pair.cube, pair.inverse, frame), "{list}");
                let is_goal = question.goal().targets().contains(&position);
                let is_solved = pair.cube.is_solved();
                assert!(is_solved || !is_goal);
                assert!(is_goal || !is_solved || ["", "x"].contains(&up_to));
            }
        }
    }

    #[test]
    fn other_questions_are_about_no_turning_cube() {
        for (list, up_to) in [("U,R,F,D,L", ""), ("U,R,F,D,L,B,M=R L'", ""), ("U,R,F,D,L,B", "U")] {
            assert!(TurningCube::of(&question(list, up_to)).is_none(), "{list} {up_to}");
        }
    }
}
