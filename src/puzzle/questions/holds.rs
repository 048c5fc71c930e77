//! The ways in which a puzzle may be held, and the names that its pieces have then.

use super::{Held, Questions, Start};
use crate::closure::closure;
use crate::puzzle::{
    Definition, Goal, NamedMove, Position, Question, QuestionError, Reachability, Step, Transformation, gcd,
};
use std::cell::LazyCell;
use std::collections::HashSet;
use std::ptr;
use std::sync::Arc;

impl Questions {
    /// The most turns of layers about one axis that are tried: those of six layers in quarter turns.
    const MOST_TURNS_OF_LAYERS: usize = 4_096;
    /// The most positions of a goal in any hold that are looked at for the sake of a message.
    const MOST_IN_OTHER_HOLDS: usize = 10_000;

    /// The same questions, in which the faces of the goals are those of the puzzle as it is held after the moves of a
    /// start, whichever their colours are. Where moves move centres, a face goes where its centre goes, and the puzzle
    /// may be held in any way in the end.
    ///
    /// # Errors
    /// If a goal then has more than so many positions.
    pub(in crate::puzzle) fn in_hold_of_start(self, most: usize) -> Result<Self, QuestionError> {
        if !self.moves_centres() {
            return Ok(Self { held: Held::Start, ..self });
        }
        let all = self.up_to(&self.definition().rotation_group(), most)?;
        Ok(Self { all, held: Held::Centres, ..self })
    }

    /// The questions up to rotations of the whole puzzle in the end.
    fn up_to(&self, rotations: &[Transformation], most: usize) -> Result<Vec<Arc<Question>>, QuestionError> {
        let held = |question: &Arc<Question>| {
            let goal = question.goal().clone().up_to_at_most(rotations, most)?;
            Question::new(self.definition().clone(), self.moves().clone(), goal).map(Arc::new)
        };
        self.all.iter().map(held).collect()
    }

    /// The same questions whose goals, where moves can turn the whole puzzle over, may be reached in any hold to which
    /// they bring it: with moves of centres, and with layers that together are all of a puzzle without centres that
    /// stay, such as `R L'` of a 2x2x2. Of the whole puzzle, a start may be held in any way.
    ///
    /// # Errors
    /// If a goal then has more than so many positions.
    pub(in crate::puzzle) fn in_any_hold(self, most: usize) -> Result<Self, QuestionError> {
        if self.held != Held::Start || self.centres_show_each_hold() {
            return Ok(self);
        }
        let holds = if self.moves_centres() { self.reachable_holds()? } else { self.holds_by_layers() };
        if holds.is_empty() {
            return Ok(self);
        }
        let all = self.up_to(&holds, most)?;
        let are_whole = self.all.iter().all(|question| question.goal().base() == &self.definition().solved);
        Ok(Self { all, names: self.names, held: if are_whole { Held::Any } else { Held::Start } })
    }

    /// The rotations of the whole puzzle that moves can make.
    fn reachable_holds(&self) -> Result<Vec<Transformation>, QuestionError> {
        let (definition, moves) = (self.definition(), self.moves());
        let whole = Question::new(definition.clone(), moves.clone(), Goal::solved(definition))?;
        let mut holds = definition.rotation_group();
        holds.retain(|rotation| whole.reachable(&definition.solved.after(rotation)) == Reachability::Yes);
        Ok(holds)
    }

    /// The rotations of the whole puzzle that moves make as turns of layers about one axis, each of them a move, or one
    /// that such a rotation brings to the place of another layer: with `R L'` of a 2x2x2, `U` turns the other faces,
    /// too. Rotations that moves make of the pieces in other ways may not be rotations of the puzzle itself, whose
    /// definition need not have all of its pieces: those of a megaminx are without centres.
    fn holds_by_layers(&self) -> Vec<Transformation> {
        let (definition, moves) = (self.definition(), self.moves());
        if !definition.illegal.is_empty() {
            return Vec::new();
        }
        let shape = &definition.shape;
        let mut layers: Vec<Transformation> = moves.moves().iter().map(|by| by.transformation.clone()).collect();
        let (mut holds, mut others) = (Vec::new(), definition.rotation_group());
        others.retain(|rotation| !rotation.is_identity());
        loop {
            let (made, left) = others.into_iter().partition(|rotation| self.are_turns_of(rotation, &layers));
            others = left;
            let made: Vec<Transformation> = made;
            if made.is_empty() {
                return holds;
            }
            holds.extend(made);
            let turned = |layer: &Transformation, hold: &Transformation| {
                hold.inverse(shape).then(shape, layer).then(shape, hold)
            };
            let of_layer = |layer: &Transformation| holds.iter().map(|hold| turned(layer, hold)).collect::<Vec<_>>();
            layers = closure(layers, usize::MAX, of_layer).expect("there is no limit");
        }
    }

    /// Returns whether some of these layers that turn about one axis, so that their order does not matter, turn the
    /// whole puzzle in this way.
    fn are_turns_of(&self, rotation: &Transformation, layers: &[Transformation]) -> bool {
        let shape = &self.definition().shape;
        let commute = |one: &Transformation, other: &Transformation| one.commutes_with(shape, other);
        let mut layers: Vec<&Transformation> = layers.iter().filter(|layer| commute(layer, rotation)).collect();
        while let Some(first) = layers.first() {
            let mut axis = vec![*first];
            for layer in &layers[1..] {
                if axis.iter().all(|other| commute(layer, other)) {
                    axis.push(layer);
                }
            }
            layers.retain(|layer| !axis.contains(layer));
            // All products of the turns so far, which are a group, and its cosets by the powers of the next one.
            let mut made = HashSet::from([Transformation::identity(shape)]);
            for layer in axis {
                let (mut power, group) = (layer.clone(), made.clone());
                while !made.contains(&power) && made.len() <= Self::MOST_TURNS_OF_LAYERS {
                    made.extend(group.iter().map(|turned| turned.then(shape, &power)));
                    power = power.then(shape, layer);
                }
            }
            if made.contains(rotation) {
                return true;
            }
        }
        false
    }

    /// The starts from which a goal can be reached, of those that name the pieces as if the puzzle had been turned over
    /// before or, as `x L` may be short for `R M'`, had not been.
    pub(super) fn otherwise_held(
        &self,
        from: Option<&Position>,
        steps: &[Step<'_>],
    ) -> Result<Vec<Start>, QuestionError> {
        let mut reaching = Vec::new();
        for rotation in &self.definition().rotation_group() {
            let renamed = self.renamed(from, steps, rotation)?;
            let seen = self.all.iter().map(|question| question.start_after(Some(&renamed), &[]).map(Some));
            let start = Start { whole: Some(renamed.clone()), ..Start::new(seen.collect::<Result<_, _>>()?) };
            reaching.extend(self.reaching_as_held(&start));
        }
        Ok(reaching)
    }

    /// Returns whether a goal could be reached from a start if it were one in any hold.
    pub(super) fn is_reached_in_other_holds(&self, start: &Start) -> bool {
        let definition = self.definition();
        if self.held == Held::Any || definition.rotations.is_empty() || !definition.illegal.is_empty() {
            return false;
        }
        let rotations = definition.rotation_group();
        let most = self.all.iter().map(|question| question.goal().targets().len()).max().unwrap_or(0) * rotations.len();
        let Ok(all) = self.up_to(&rotations, most.min(Self::MOST_IN_OTHER_HOLDS)) else { return false };
        let mut seen = all.iter().zip(start.seen());
        seen.any(|(question, seen)| seen.as_ref().is_some_and(|seen| question.reachable(seen) == Reachability::Yes))
    }

    /// A start that turns the whole puzzle over, with its pieces named as if the puzzle had been turned back before: by
    /// the rotations in the start, or by another one if the centres show another.
    pub(super) fn named_anew(
        &self,
        from: Option<&Position>,
        steps: &[Step<'_>],
    ) -> Result<Option<Position>, QuestionError> {
        let shown = if self.held == Held::Centres { centres(self.definition()) } else { self.fixed_centres() };
        let rotation = self.hold(&shown, &self.position(from, steps), self.rotations(steps));
        let renamed = rotation
            .filter(|rotation| !rotation.is_identity())
            .map(|rotation| self.renamed(from, steps, &rotation))
            .transpose();
        match renamed {
            // A position of which not all is known keeps its names, unless a goal is at a face, which means the hold.
            Err(QuestionError::HeldOtherwise) if self.names.iter().all(String::is_empty) => Ok(None),
            renamed => renamed,
        }
    }

    /// The position of a start in the hold of the goals, if its centres are elsewhere, and no move brings them back.
    pub(super) fn turned_back(
        &self,
        from: Option<&Position>,
        steps: &[Step<'_>],
        end: Option<&Position>,
    ) -> Option<Position> {
        let (definition, centres) = (self.definition(), self.fixed_centres());
        if centres.is_empty() || !definition.illegal.is_empty() {
            return None;
        }
        let position = self.position(from, steps);
        let wanted = end.unwrap_or(&self.all[0].goal().targets()[0]);
        let is_held = |position: &Position| are_alike(&centres, position, wanted);
        let mut targets = self.all.iter().flat_map(|question| question.goal().targets());
        if is_held(&position) || targets.any(|target| are_alike(&centres, target, &position)) {
            return None;
        }
        let told = self.rotations(steps).inverse(&definition.shape);
        let rotations = [told].into_iter().chain(definition.rotation_group());
        rotations.map(|rotation| position.after(&rotation)).find(is_held)
    }

    /// The position that moves lead to, as nobody sees it through a goal, and whether rules forbid moves or not.
    pub(super) fn position(&self, from: Option<&Position>, steps: &[Step<'_>]) -> Position {
        let Definition { shape, solved, .. } = self.definition();
        let from = from.unwrap_or(solved).clone();
        steps.iter().fold(from, |position, step| position.after(&step.transformation(shape)))
    }

    /// The rotations of the whole puzzle among some moves, one after the other, by whichever of their names.
    fn rotations(&self, steps: &[Step<'_>]) -> Transformation {
        let Definition { shape, names, .. } = self.definition();
        let all = LazyCell::new(|| self.definition().rotation_group());
        let is_name = |step: &Step<'_>| names.iter().any(|name| ptr::eq(&raw const name.transformation, step.base));
        let rotations = steps.iter().filter(|step| step.is_rotation || is_name(step) && all.contains(step.base));
        rotations.fold(Transformation::identity(shape), |done, step| done.then(shape, &step.transformation(shape)))
    }

    /// Returns whether there are centres that show how the puzzle is held, and the moves leave them where they are.
    pub fn keeps_centres(&self) -> bool {
        !self.fixed_centres().is_empty()
    }

    /// Returns whether there are centres that would show how the puzzle is held, and the moves move them.
    pub fn moves_centres(&self) -> bool {
        !centres(self.definition()).is_empty() && !self.keeps_centres()
    }

    /// The places of the centres that the moves leave where they are.
    fn fixed_centres(&self) -> Vec<usize> {
        let Definition { shape, .. } = self.definition();
        let is_moved = |place: usize| self.moves().change(place);
        let mut centres = centres(self.definition());
        centres.retain(|&place| !shape.range(shape.orbit_of(place)).any(is_moved));
        centres
    }

    /// Returns whether there are centres that the moves leave where they are, and that look different in each hold.
    fn centres_show_each_hold(&self) -> bool {
        let (Definition { solved, .. }, centres) = (self.definition(), self.fixed_centres());
        let is_seen = |rotation: &Transformation| !are_alike(&centres, &solved.after(rotation), solved);
        !centres.is_empty() && self.definition().rotation_group()[1..].iter().all(is_seen)
    }

    /// The rotation after which the centres are as in a position: the one that a start tells, if it is such a one.
    fn hold(&self, centres: &[usize], position: &Position, told: Transformation) -> Option<Transformation> {
        let definition = self.definition();
        let shows = |rotation: &Transformation| are_alike(centres, &definition.solved.after(rotation), position);
        // The group is not made for each of very many starts.
        if shows(&told) { Some(told) } else { definition.rotation_group().into_iter().find(shows) }
    }

    /// The position that the same moves lead to if the puzzle was turned back before them. From a position, this is
    /// another name for its pieces.
    fn renamed(
        &self,
        from: Option<&Position>,
        steps: &[Step<'_>],
        rotation: &Transformation,
    ) -> Result<Position, QuestionError> {
        let definition = self.definition();
        let turned_back = definition.solved.after(&rotation.inverse(&definition.shape));
        let from = match from {
            Some(position) => {
                let done = definition.transformation_to(position).ok_or(QuestionError::HeldOtherwise)?;
                turned_back.after(&done)
            }
            None => turned_back,
        };
        Ok(self.position(Some(&from), steps))
    }
}

/// Returns whether two positions look alike at some places, as far as orientations are known.
fn are_alike(places: &[usize], one: &Position, other: &Position) -> bool {
    places.iter().all(|&place| {
        let known = gcd(one.period(place).into(), other.period(place).into()) as u8;
        one.piece(place) == other.piece(place) && one.orientation(place) % known == other.orientation(place) % known
    })
}

/// The places of the centres: pieces of orbits that the puzzle's own moves leave where they are, and rotations do not.
fn centres(definition: &Definition) -> Vec<usize> {
    let moves = |named: &[NamedMove], place: usize| named.iter().any(|by| by.transformation.changes(place));
    let is_fixed = |&orbit: &usize| {
        definition.shape.range(orbit).all(|place| !moves(&definition.moves, place))
            && definition.shape.range(orbit).any(|place| moves(&definition.rotations, place))
    };
    let orbits = (0..definition.shape.orbits().len()).filter(is_fixed);
    orbits.flat_map(|orbit| definition.shape.range(orbit)).collect()
}

impl Definition {
    /// All rotations of the whole puzzle, the identity first.
    pub(crate) fn rotation_group(&self) -> Vec<Transformation> {
        let mut all = vec![Transformation::identity(&self.shape)];
        let mut next = 0;
        while next < all.len() && all.len() <= Self::MOST_ROTATIONS {
            for rotation in &self.rotations {
                let product = all[next].then(&self.shape, &rotation.transformation);
                if !all.contains(&product) {
                    all.push(product);
                }
            }
            next += 1;
        }
        all
    }

    /// The transformation that leads from the solved position to another one; `None` unless all pieces are different
    /// and all orientations are known.
    fn transformation_to(&self, position: &Position) -> Option<Transformation> {
        let (mut sources, mut twists) = (Vec::new(), Vec::new());
        for (place, modulus) in self.shape.orientations().enumerate() {
            let mut homes = self
                .shape
                .range(self.shape.orbit_of(place))
                .filter(|&home| self.solved.piece(home) == position.piece(place));
            let home = homes.next()?;
            let is_known = [self.solved.period(home), position.period(place)] == [modulus; 2];
            (is_known && homes.next().is_none()).then_some(())?;
            sources.push(home as u16);
            twists.push((position.orientation(place) + modulus - self.solved.orientation(home)) % modulus);
        }
        Transformation::new(&self.shape, sources, twists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::MoveIndex;

    /// Two rings of four pieces, each turned by a move, and a swap in either of them. `y` turns all, `x` turns it over.
    /// The caps show `x` alone, and of the sides each rotation moves some.
    fn rings(sets: &str) -> Questions {
        let moves = "Move U\nRING\n2 3 4 1 5 6 7 8\nEnd\nMove D\nRING\n1 2 3 4 6 7 8 5\nEnd\n\
                     Move R\nRING\n2 1 3 4 5 6 7 8\nEnd\n";
        let in_sides = |rotation: &str| if sets.contains("SIDE") { rotation.to_owned() } else { String::new() };
        let rotations = format!(
            "Move y\n{}RING\n2 3 4 1 6 7 8 5\nEnd\nMove x\nCAP\n2 1\n{}RING\n5 8 7 6 1 4 3 2\nEnd\n",
            in_sides("SIDE\n2 3 4 1\n"),
            in_sides("SIDE\n1 4 3 2\n")
        );
        let names = "MoveAlias q y\n";
        let text = format!("Name rings\n{sets}Solved\nEnd\n{moves}{rotations}{names}");
        let question = Question::usual(Definition::read(&text).unwrap()).unwrap();
        Questions::from(question).in_any_hold(1000).unwrap()
    }

    /// Returns whether moves solve a start.
    fn solve(questions: &Questions, start: &str, moves: &[&str]) -> bool {
        let index = |name: &&str| questions.moves().moves().iter().position(|by| by.name == **name).expect("a move");
        let moves: Vec<MoveIndex> = moves.iter().map(|name| MoveIndex::new(index(name))).collect();
        questions.leads_to_goal(&questions.start(None, start).unwrap(), &moves)
    }

    #[test]
    fn rotations_in_a_start_cost_nothing_whatever_the_centres_show() {
        for sets in [
            "Set CAP 2 1\nSet SIDE 4 1\nSet RING 8 1\n",
            "Set SIDE 4 1\nSet CAP 2 1\nSet RING 8 1\n",
            "Set CAP 2 1\nSet RING 8 1\n",
        ] {
            let questions = rings(sets);
            for start in ["", "y", "x", "y2 x", "q", "q' y", "R y R2 q", "x q R R y"] {
                assert_eq!(solve(&questions, start, &[]), !start.contains("R y R2"), "{sets}{start}");
            }
            assert!(!solve(&questions, "R y", &[]) && solve(&questions, "y R", &["R"]));
        }
    }

    /// Both rings turned are the whole puzzle turned, but for the sides.
    #[test]
    fn layers_turn_the_puzzle_over_where_centres_do_not_show_it() {
        let (capped, sided) =
            (rings("Set CAP 2 1\nSet RING 8 1\n"), rings("Set CAP 2 1\nSet SIDE 4 1\nSet RING 8 1\n"));
        assert!(solve(&capped, "U D", &[]) && !solve(&sided, "U D", &[]));
        assert!(solve(&sided, "U D", &["U'", "D'"]));
    }

    #[test]
    fn a_ring_may_have_more_rotations_than_a_solid() {
        let shift =
            |places: usize| (1..=places).map(|place| (place % places + 1).to_string()).collect::<Vec<_>>().join(" ");
        let text = format!(
            "Name ring\nSet CENTERS 70 1\nSet RING 70 1\nSolved\nEnd\nMove A\nRING\n2 1 {}\nEnd\nMove x\nCENTERS\n{}\nRING\n{}\nEnd\n",
            (3..=70).map(|place| place.to_string()).collect::<Vec<_>>().join(" "),
            shift(70),
            shift(70)
        );
        let questions = Questions::from(Question::usual(Definition::read(&text).unwrap()).unwrap());
        assert!(solve(&questions, "x50 x15", &[]) && solve(&questions, "x' A", &["A"]));
    }
}
