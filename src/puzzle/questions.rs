//! Several questions of which one answer is wanted, such as a cross of any colour.

use super::{
    Definition, Goal, MoveIndex, Moves, NamedMove, Position, Question, QuestionError, Reachability, Transformation,
};
use std::sync::Arc;

/// Questions about one puzzle with the same moves, whose goals may be of different pieces: the cheapest way to any of the
/// goals is wanted. Often there is one question alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    all: Vec<Arc<Question>>,
    /// The name of the goal of each, such as `cross:U`; empty for others.
    names: Vec<String>,
    held: Held,
}

/// What decides about the names of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Held {
    /// The solved position: the goals are other positions, in a hold of their own, which is that of this one if it is known.
    Solved(Option<Position>),
    /// The hold in which the moves of a start leave the puzzle: one that is turned over is the same puzzle.
    Start,
    /// Any hold: that in which a goal can be reached.
    Any,
    /// The hold that the centres show after the moves of a start, though moves move them.
    Centres,
}

/// A start as each of the goals sees it.
#[derive(Clone, Debug, Eq)]
pub struct Start {
    /// For each question, unless no moves lead to its goal.
    seen: Vec<Option<Position>>,
    /// All of its pieces, if they are known.
    whole: Option<Position>,
    is_turned_over: bool,
}

impl Questions {
    /// The most turns of layers about one axis that are tried: those of six layers in quarter turns.
    const MOST_TURNS_OF_LAYERS: usize = 4_096;

    /// These questions. If a start turns the whole puzzle over, pieces are named as it is held then, unless a goal is another
    /// position than the solved one, or rules tell the pieces apart.
    ///
    /// # Panics
    /// If there are none, or they are about different puzzles or moves.
    pub fn new(all: Vec<Arc<Question>>) -> Self {
        let is_same =
            |other: &Arc<Question>| other.definition() == all[0].definition() && other.moves() == all[0].moves();
        assert!(all[1..].iter().all(is_same), "questions about one puzzle with the same moves");
        let is_solved = |question: &Arc<Question>| question.goal().targets()[0] == *question.goal().base();
        let held = match all[0].definition().illegal.is_empty() && all.iter().all(is_solved) {
            true => Held::Start,
            false => Held::Solved(None),
        };
        Self { names: vec![String::new(); all.len()], all, held }
    }

    /// The same questions with names of their goals, empty ones for goals without any.
    ///
    /// # Panics
    /// If these are more or fewer.
    #[must_use]
    pub fn named(self, names: Vec<String>) -> Self {
        assert_eq!(names.len(), self.all.len(), "a name for each goal");
        Self { names, ..self }
    }

    /// The same questions, in which the faces of the goals are those of the puzzle as it is held after the moves of a start,
    /// whichever their colours are. Where moves move centres, a face goes where its centre goes, and the puzzle may be held
    /// in any way in the end.
    ///
    /// # Errors
    /// If a goal then has more than so many positions.
    pub(super) fn in_hold_of_start(self, most: usize) -> Result<Self, QuestionError> {
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

    /// The same questions whose goals, where moves can turn the whole puzzle over, may be reached in any hold to which they
    /// bring it: with moves of centres, and with layers that together are all of a puzzle without centres that stay, such as
    /// `R L'` of a 2x2x2. Of the whole puzzle, a start may be held in any way.
    ///
    /// # Errors
    /// If a goal then has more than so many positions.
    pub(super) fn in_any_hold(self, most: usize) -> Result<Self, QuestionError> {
        if self.held != Held::Start || self.keeps_centres() {
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

    /// The rotations of the definition that are turns of layers about one axis. Others that moves make with the pieces may
    /// not be rotations of the puzzle itself, whose definition need not have all of its pieces: those of a megaminx are without
    /// centres.
    fn holds_by_layers(&self) -> Vec<Transformation> {
        let (definition, moves) = (self.definition(), self.moves());
        let is_made = |rotation: &&Transformation| {
            let commute = |by: &Transformation| by.commutes_with(&definition.shape, rotation);
            let layers = moves.generators().iter().filter(|layer| commute(&layer.transformation));
            let mut made = vec![Transformation::identity(&definition.shape)];
            for layer in layers {
                let powers = || moves.moves()[layer.moves.clone()].iter().map(|by| &by.transformation);
                let turned = made.iter().flat_map(|made| powers().map(|by| made.then(&definition.shape, by)));
                let turned: Vec<_> = turned.collect();
                made.extend(turned);
                if made.len() > Self::MOST_TURNS_OF_LAYERS {
                    return false;
                }
            }
            made.contains(rotation)
        };
        if !definition.illegal.is_empty() {
            return Vec::new();
        }
        definition.rotations.iter().map(|rotation| &rotation.transformation).filter(is_made).cloned().collect()
    }

    /// The same questions, whose goals are as in a position to end in, in the hold of that one.
    #[must_use]
    pub fn ending_at(self, end: Position) -> Self {
        if matches!(self.held, Held::Solved(_)) { Self { held: Held::Solved(Some(end)), ..self } } else { self }
    }

    /// All of them, at least one.
    pub fn all(&self) -> &[Arc<Question>] {
        &self.all
    }

    /// The question, if there is one alone.
    pub fn single(&self) -> Option<&Arc<Question>> {
        match &self.all[..] {
            [single] => Some(single),
            _ => None,
        }
    }

    /// The puzzle.
    pub fn definition(&self) -> &Definition {
        self.all[0].definition()
    }

    /// The moves.
    pub fn moves(&self) -> &Moves {
        self.all[0].moves()
    }

    /// A text for each question, by which other processes recognise it.
    pub fn identities(&self) -> Vec<String> {
        self.all.iter().map(|question| question.identity()).collect()
    }

    /// The start that a sequence of moves and rotations leads to from the solved position or from another one, see
    /// [`Question::start`].
    ///
    /// # Errors
    /// As [`Question::start`].
    pub fn start(&self, from: Option<&Position>, sequence: &str) -> Result<Start, QuestionError> {
        let (position, is_turned_over) = match &self.held {
            Held::Solved(end) => (self.turned_back(from, sequence, end.as_ref())?, false),
            Held::Start | Held::Any => {
                let renamed = self.named_anew(from, sequence)?;
                let is_turned_over = renamed.is_some();
                (renamed, is_turned_over)
            }
            Held::Centres => (self.named_anew(from, sequence)?, false),
        };
        let start = |question: &Arc<Question>| match &position {
            Some(position) => question.start(Some(position), "").map(Some),
            None => question.start(from, sequence).map(Some),
        };
        let seen = self.all.iter().map(start).collect::<Result<_, _>>()?;
        let whole = position.map_or_else(|| self.all[0].position(from, sequence), Ok).ok();
        let start = Start { seen, whole, is_turned_over };
        // Holds to which moves bring the puzzle are equally far from the goal.
        let other = match self.held == Held::Any && self.reaching(start.clone()).is_err() {
            true => self.otherwise_held(from, sequence)?.into_iter().next(),
            false => None,
        };
        Ok(other.map_or(start, |other| Start { is_turned_over, ..other }))
    }

    /// The start at a position that stickers show, whose pieces are named by the centres beside them. Where moves move these,
    /// they do not tell how the puzzle is held: if no goal can be reached as it is named, the names are those with which
    /// one can.
    ///
    /// # Errors
    /// As [`Question::start`], and if there are several such names.
    pub fn start_shown(&self, position: &Position) -> Result<Start, QuestionError> {
        let start = self.start(Some(position), "")?;
        if matches!(self.held, Held::Centres | Held::Any)
            || !self.moves_centres()
            || self.reaching(start.clone()).is_ok()
        {
            return Ok(start);
        }
        let mut held: Vec<Start> = Vec::new();
        for renamed in self.otherwise_held(Some(position), "")? {
            if !held.contains(&renamed) {
                held.push(renamed);
            }
        }
        match &held[..] {
            [] => Ok(start),
            [held] => Ok(held.clone()),
            _ => Err(QuestionError::ManyHolds),
        }
    }

    /// The starts from which a goal can be reached, of those that name the pieces as if the puzzle had been turned over before.
    fn otherwise_held(&self, from: Option<&Position>, sequence: &str) -> Result<Vec<Start>, QuestionError> {
        let mut reaching = Vec::new();
        for rotation in &self.definition().rotation_group()[1..] {
            let renamed = self.renamed(from, sequence, rotation)?;
            let seen = self.all.iter().map(|question| question.start(Some(&renamed), "").map(Some));
            let start = Start { whole: Some(renamed.clone()), ..Start::new(seen.collect::<Result<_, _>>()?) };
            reaching.extend(self.reaching(start));
        }
        Ok(reaching)
    }

    /// The start at a position of which some pieces are not known, given by their places in the solved position: for the
    /// goals that hide these. `None` if no goal does.
    pub fn start_of_known(&self, position: &Position, unknown: &[usize]) -> Option<Start> {
        let shape = &self.definition().shape;
        let hides = |question: &Question| {
            let base = question.goal().base();
            let is_alike = |&place: &usize, &other: &usize| {
                shape.orbit_of(place) != shape.orbit_of(other) || base.piece(place) == base.piece(other)
            };
            unknown.iter().all(|place| base.period(*place) == 1 && unknown.iter().all(|other| is_alike(place, other)))
        };
        let seen =
            self.all.iter().map(|question| hides(question).then(|| question.start(Some(position), "").ok()).flatten());
        let seen: Vec<_> = seen.collect();
        seen.iter().any(Option::is_some).then(|| Start::new(seen))
    }

    /// The names of the goals that a sequence of moves leads to from a start, where there are several.
    pub fn reached(&self, start: &Start, moves: &[MoveIndex]) -> Vec<String> {
        let mut reached: Vec<String> = Vec::new();
        let goals = self.all.iter().zip(&start.seen).zip(&self.names).filter(|(_, name)| !name.is_empty());
        for ((question, seen), name) in goals.filter(|_| self.all.len() > 1) {
            let is_reached = seen.as_ref().is_some_and(|seen| question.refute(seen, moves).is_none());
            if is_reached && !reached.contains(name) {
                reached.push(name.clone());
            }
        }
        reached
    }

    /// A start that turns the whole puzzle over, with its pieces named as if the puzzle had been turned back before: by the
    /// rotation of the centres, if these show it, or else by the rotations in the start.
    fn named_anew(&self, from: Option<&Position>, sequence: &str) -> Result<Option<Position>, QuestionError> {
        let shown = if self.held == Held::Centres { centres(self.definition()) } else { self.fixed_centres() };
        let rotation = match shown {
            Some(orbit) => self.hold(orbit, &self.all[0].position(from, sequence)?),
            None => Some(self.all[0].rotations(sequence)?).filter(|rotation| !rotation.is_identity()),
        };
        let renamed = rotation.map(|rotation| self.renamed(from, sequence, &rotation)).transpose();
        match renamed {
            // A position of which not all is known keeps its names, unless a goal is at a face, which means the hold.
            Err(QuestionError::HeldOtherwise) if self.names.iter().all(String::is_empty) => Ok(None),
            renamed => renamed,
        }
    }

    /// The position of a start in the hold of the goals, if its centres are elsewhere, and no move brings them back.
    fn turned_back(
        &self,
        from: Option<&Position>,
        sequence: &str,
        end: Option<&Position>,
    ) -> Result<Option<Position>, QuestionError> {
        let definition = self.definition();
        let Some(orbit) = self.fixed_centres().filter(|_| definition.illegal.is_empty()) else { return Ok(None) };
        let shown = |position: &Position| -> Vec<u8> {
            definition.shape.range(orbit).map(|place| position.piece(place)).collect()
        };
        let position = self.all[0].position(from, sequence)?;
        let wanted = shown(end.unwrap_or(&self.all[0].goal().targets()[0]));
        let is_held = |position: &Position| shown(position) == wanted;
        let mut targets = self.all.iter().flat_map(|question| question.goal().targets());
        if is_held(&position) || targets.any(|target| shown(target) == shown(&position)) {
            return Ok(None);
        }
        let mut held = definition.rotation_group().into_iter().map(|rotation| position.after(&rotation));
        Ok(held.find(is_held))
    }

    /// Returns whether there are centres that show how the puzzle is held, and the moves leave them where they are.
    pub fn keeps_centres(&self) -> bool {
        self.fixed_centres().is_some()
    }

    /// Returns whether there are centres that would show how the puzzle is held, and the moves move them.
    pub fn moves_centres(&self) -> bool {
        centres(self.definition()).is_some() && !self.keeps_centres()
    }

    /// The centres, if the moves leave them where they are.
    fn fixed_centres(&self) -> Option<usize> {
        let are_moved = |orbit: usize| self.definition().shape.range(orbit).any(|place| self.moves().change(place));
        centres(self.definition()).filter(|&orbit| !are_moved(orbit))
    }

    /// The rotation after which the centres are as in a position; `None` if they are at home.
    fn hold(&self, orbit: usize, position: &Position) -> Option<Transformation> {
        let definition = self.definition();
        let shows =
            |held: &Position| definition.shape.range(orbit).all(|place| held.piece(place) == position.piece(place));
        if shows(&definition.solved) {
            return None;
        }
        let mut rotations = definition.rotation_group().into_iter();
        rotations.find(|rotation| shows(&definition.solved.after(rotation)))
    }

    /// The position that the same moves lead to if the puzzle was turned back before them. From a position, this is another
    /// name for its pieces.
    fn renamed(
        &self,
        from: Option<&Position>,
        sequence: &str,
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
        self.all[0].position(Some(&from), sequence)
    }

    /// A start without the goals that no moves lead to.
    ///
    /// # Errors
    /// If these are all of the goals: the reason for the first of them.
    pub fn reaching(&self, start: Start) -> Result<Start, String> {
        let mut reason = None;
        let reachable = |(seen, question): (Option<Position>, &Arc<Question>)| {
            seen.filter(|position| match question.reachable(position) {
                Reachability::No(first) => {
                    reason.get_or_insert(first);
                    false
                }
                Reachability::Yes | Reachability::Unknown => true,
            })
        };
        let seen: Vec<_> = start.seen.iter().cloned().zip(&self.all).map(reachable).collect();
        match (seen.iter().all(Option::is_none), reason) {
            (true, Some(reason)) => Err(reason),
            _ => Ok(Start { seen, ..start }),
        }
    }
}

impl From<Question> for Questions {
    fn from(question: Question) -> Self {
        Arc::new(question).into()
    }
}

impl From<Arc<Question>> for Questions {
    fn from(question: Arc<Question>) -> Self {
        Self::new(vec![question])
    }
}

impl Start {
    /// A start as each of the goals sees it; `None` for a goal that is left out.
    pub fn new(seen: Vec<Option<Position>>) -> Self {
        Self { seen, whole: None, is_turned_over: false }
    }

    /// The start with all of its pieces, as the puzzle is held for the goals, if they are known.
    pub const fn whole(&self) -> Option<&Position> {
        self.whole.as_ref()
    }

    /// Returns whether it turns the whole puzzle over, so that an answer is for the hold after it.
    pub const fn is_turned_over(&self) -> bool {
        self.is_turned_over
    }

    /// The start as each of the goals sees it; `None` for a goal that no moves lead to.
    pub fn seen(&self) -> &[Option<Position>] {
        &self.seen
    }

    /// The start as the goal of a single question sees it.
    ///
    /// # Panics
    /// If there are several questions.
    pub fn single(&self) -> &Position {
        match &self.seen[..] {
            [Some(position)] => position,
            _ => panic!("a start of one question"),
        }
    }
}

/// Starts are equal if the goals see the same, whichever hold they were given in.
impl PartialEq for Start {
    fn eq(&self, other: &Self) -> bool {
        self.seen == other.seen
    }
}

impl From<Position> for Start {
    fn from(position: Position) -> Self {
        Self::new(vec![Some(position)])
    }
}

impl From<&Position> for Start {
    fn from(position: &Position) -> Self {
        position.clone().into()
    }
}

impl From<&Self> for Start {
    fn from(start: &Self) -> Self {
        start.clone()
    }
}

/// The orbit of pieces that the puzzle's own moves leave where they are, and rotations do not.
fn centres(definition: &Definition) -> Option<usize> {
    let moves = |named: &[NamedMove], place: usize| named.iter().any(|by| by.transformation.changes(place));
    let is_fixed = |&orbit: &usize| {
        definition.shape.range(orbit).all(|place| !moves(&definition.moves, place))
            && definition.shape.range(orbit).any(|place| moves(&definition.rotations, place))
    };
    (0..definition.shape.orbits().len()).find(is_fixed)
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

    /// The transformation that leads from the solved position to another one; `None` unless all pieces are different and
    /// all orientations are known.
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
