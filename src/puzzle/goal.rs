//! Goals: the solved position seen through glasses, which make some pieces identical and hide some orientations.

use super::transformation::gcd;
use super::{Definition, Glasses, Look, Position, Shape, Transformation};
use crate::closure::closure;
use crate::nearest::hint;
use crate::units::shown;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// A goal: the positions that a search ends in.
///
/// Search, tables and tests see the puzzle through the glasses that the goal puts on: `base` is the solved position
/// seen through them, and positions that look the same are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    base: Position,
    targets: Vec<Position>,
}

/// The reason why something is no goal, or no start for one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoalError {
    /// Identical pieces that the goal would tell apart.
    #[error(
        "two pieces {piece} of {orbit} are identical in this puzzle, and the goal does not treat them alike: it tells them apart, or the orientation of one matters and that of the other does not"
    )]
    ToldApart {
        /// The orbit's name.
        orbit: String,
        /// The number of the pieces.
        piece: u8,
    },
    /// A position with pieces that neither the puzzle nor the goal has.
    #[error("its {orbit} are neither those of the puzzle nor those of the goal")]
    OtherPieces {
        /// The orbit's name.
        orbit: String,
    },
    /// Several goals about different pieces.
    #[error("several goals have to be about the same pieces, and these show the {orbit} in different ways")]
    OtherGoal {
        /// The orbit's name.
        orbit: String,
    },
    /// Too many positions.
    #[error("the goal has more than {0} positions")]
    TooMany(usize),
    /// A list of pieces that cannot be read.
    #[error("`{}` is not a list of pieces: write ORBIT:0,2,4-7, or ORBIT:all, and ;ORBIT:… for others", shown(.0))]
    Pieces(String),
    /// No goal of the 3x3x3 has this name.
    #[error(
        "there is no goal named `{}`{}",
        shown(.name),
        match *.nearest {
            None => "; pieces are written as ORBIT:0,2,4-7".to_owned(),
            nearest => hint(nearest),
        }
    )]
    UnknownName {
        /// The name.
        name: String,
        /// The name of a goal that is similar, if there is one.
        nearest: Option<&'static str>,
    },
    /// Goals with names that are not joined as they are read, or of another puzzle.
    #[error(
        "`{}`: goals with names are of the 3x3x3, and are joined with `+`: cross+pair:DFR, or eo+EDGES:4-7 with pieces by \
         their numbers",
        shown(.0)
    )]
    OtherNames(String),
    /// An orbit that the puzzle does not have.
    #[error("the puzzle has no orbit {}: it has {known}", shown(.name))]
    UnknownOrbit {
        /// The name that was read.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// A piece that the orbit does not have.
    #[error("{orbit} has no piece {piece}: they are 0 to {most}")]
    UnknownPiece {
        /// The orbit's name.
        orbit: String,
        /// The number that was read.
        piece: usize,
        /// The greatest number.
        most: u8,
    },
    /// A place at which a goal with a name cannot be.
    #[error(
        "there is no {name}:{}: its places are faces of the cube as it is held, not colours: {known}, or any; after a usual scramble, white is U, yellow D, green F, blue B, red R and orange L",
        shown(.place)
    )]
    UnknownPlace {
        /// The name of the goal.
        name: &'static str,
        /// The faces that were read.
        place: String,
        /// The places that there are.
        known: String,
    },
    /// A place of a goal that is about the whole cube.
    #[error("{0} is about the whole cube, and has no place")]
    WholeCube(&'static str),
    /// A goal that is reached after some moves as well, joined with another one.
    #[error("{} is reached after certain turns, too, and cannot be joined with other goals", shown(.0))]
    NotJoined(String),
    /// Goals that add nothing to each other.
    #[error("of the goals in {}, one is a part of the others wherever it is", shown(.0))]
    Redundant(String),
    /// Too many places of goals that are joined.
    #[error("the goals of {} can be together at more than {most} places: name some of their places, as in cross:D", shown(.text))]
    TooManyPlaces {
        /// The text.
        text: String,
        /// The most.
        most: usize,
    },
    /// Goals by names, and others, where moves move centres.
    #[error(
        "goals by names and goals by pieces are reached in different holds where moves move the centres: ask for them one \
         after the other"
    )]
    OtherHold,
    /// Several goals where one is wanted.
    #[error("these goals are of different pieces, {0} in all with their variants, and a single one is wanted here")]
    Several(usize),
    /// An orbit twice.
    #[error("the orbit {0} is named twice")]
    Twice(String),
}

impl Goal {
    /// The most positions that a goal may have.
    pub const MOST_TARGETS: usize = 1 << 20;

    /// The solved position.
    pub fn solved(definition: &Definition) -> Self {
        Self::of(definition.solved.clone())
    }

    /// The goal that looks like this; what it hides does not matter.
    pub fn of(base: Position) -> Self {
        Self { targets: vec![base.clone()], base }
    }

    /// The goal of a pattern: of an orbit with all pieces of the puzzle, it says where they are to end, as far as their
    /// orientations are known; of others, how the solved position looks.
    pub fn of_pattern(definition: &Definition, pattern: Position) -> Self {
        let (shape, solved) = (&definition.shape, &definition.solved);
        let piece = |position: &Position, place| (shape.orbit_of(place), position.piece(place));
        let places = 0..shape.places();
        let periods: HashMap<_, u8> =
            places.clone().map(|place| (piece(&pattern, place), pattern.period(place))).collect();
        // The solved position, of which so much is known of each piece as in the pattern.
        let mut base = solved.clone();
        for place in places {
            let own = solved.look(place);
            let period = periods.get(&piece(solved, place)).filter(|&&period| own.period.is_multiple_of(period));
            base.put(place, period.map_or(own, |&period| own.known(period)));
        }
        for orbit in 0..shape.orbits().len() {
            if pieces_of(shape, &base, orbit) != pieces_of(shape, &pattern, orbit) {
                shape.range(orbit).for_each(|place| base.put(place, pattern.look(place)));
            }
        }
        Self { base, targets: vec![pattern] }
    }

    /// Returns the goal that is reached where one of these is, in any order; positions other than the solved one come
    /// first.
    ///
    /// # Errors
    /// If they are not about the same pieces.
    pub fn any_of(definition: &Definition, goals: &[Self]) -> Result<Self, GoalError> {
        let seen_by = |one: &Self| -> Result<Vec<Position>, GoalError> {
            let mut targets = goals.iter().flat_map(|goal| &goal.targets);
            targets.try_fold(Vec::new(), |mut all, target| {
                let seen = one.seen(definition, target)?;
                if !all.contains(&seen) {
                    all.push(seen);
                }
                Ok(all)
            })
        };
        let mut fault = None;
        for one in goals {
            match seen_by(one) {
                Ok(mut targets) => {
                    targets.sort_by_key(|target| *target == one.base);
                    return Ok(Self { base: one.base.clone(), targets });
                }
                Err(GoalError::OtherPieces { orbit }) => fault = fault.or(Some(GoalError::OtherGoal { orbit })),
                Err(other) => return Err(other),
            }
        }
        Err(fault.expect("there is a goal"))
    }

    /// Returns the goal that is reached where both of two goals are; `None` unless each has one position, that of its
    /// base.
    pub fn both(definition: &Definition, one: &Self, other: &Self) -> Option<Self> {
        let is_base = |goal: &Self| goal.targets == [goal.base.clone()];
        (is_base(one) && is_base(other)).then_some(())?;
        let shape = &definition.shape;
        let seen = |place: usize| {
            // Pieces look the same if they do so to both, and if both see them turned differently from each other by
            // the same amount: else one could stand in the place of the other only as one of the goals does not want
            // it.
            let look = |of: usize| {
                let [one, other] = [one, other].map(|goal| &goal.base);
                let common = common(one.period(of), other.period(of));
                let apart = (common + one.orientation(of) % common - other.orientation(of) % common) % common;
                (one.piece(of), other.piece(of), one.period(of), other.period(of), apart)
            };
            let same = |&of: &usize| look(of) == look(place);
            let first = shape.range(shape.orbit_of(place)).find(same).expect("it looks like itself");
            let (.., one_period, other_period, _) = look(place);
            let period = one_period / common(one_period, other_period) * other_period;
            // How much farther it is turned than the first of them.
            let is_turned = |by: u8, goal: &Self| goal.base.look(first).turned(by) == goal.base.look(place);
            let by = (0..period).find(|&by| is_turned(by, one) && is_turned(by, other));
            let by = by.expect("they agree on what both see");
            definition.solved.look(first).known(period).turned(by)
        };
        Some(Self::of(Position::new(shape, (0..shape.places()).map(seen)).expect("seen from a position")))
    }

    /// The goal with this base, and with these positions to end in; `None` if there are none.
    pub fn with_targets(base: Position, targets: Vec<Position>) -> Option<Self> {
        (!targets.is_empty()).then_some(Self { base, targets })
    }

    /// The solved position, of which only some pieces matter: `CORNERS:0-3;EDGES:all/orientation`. Pieces are numbers
    /// of the solved position. `/orientation` and `/permutation` say that only that matters. Orbits that are not named
    /// do not matter.
    ///
    /// # Errors
    /// If the list is wrong.
    pub fn of_pieces(definition: &Definition, list: &str) -> Result<Self, GoalError> {
        let shape = &definition.shape;
        let mut wanted: Vec<Option<Wanted>> = vec![None; shape.orbits().len()];
        for part in list.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (orbit, pieces) = Wanted::read(definition, part)?;
            if wanted[orbit].replace(pieces).is_some() {
                return Err(GoalError::Twice(shape.orbits()[orbit].name.clone()));
            }
        }
        if wanted.iter().all(Option::is_none) {
            return Err(GoalError::Pieces(list.to_owned()));
        }
        let seen = |place: usize| {
            let (wanted, solved) = (&wanted[shape.orbit_of(place)], definition.solved.look(place));
            let (piece, keeps_orientation) = wanted.as_ref().map_or((0, false), |wanted| wanted.look(solved.piece));
            let known = if keeps_orientation { solved } else { solved.known(1) };
            Look { piece, ..known }
        };
        Ok(Self::of(Position::new(shape, (0..shape.places()).map(seen)).expect("seen from a position")))
    }

    /// The solved position as it is seen.
    pub fn base(&self) -> &Position {
        &self.base
    }

    /// The positions that a search ends in, at least one.
    pub fn targets(&self) -> &[Position] {
        &self.targets
    }

    /// The same goal, which may also be reached up to these transformations, and all products of them.
    ///
    /// # Errors
    /// If these are too many positions.
    pub fn up_to(self, transformations: &[Transformation]) -> Result<Self, GoalError> {
        self.up_to_at_most(transformations, Self::MOST_TARGETS)
    }

    /// As [`up_to`](Self::up_to), with at most so many positions.
    pub(super) fn up_to_at_most(self, transformations: &[Transformation], most: usize) -> Result<Self, GoalError> {
        let moved = |target: &Position| transformations.iter().map(|by| target.after(by)).collect::<Vec<_>>();
        let targets = closure(self.targets, most, moved).ok_or(GoalError::TooMany(most))?;
        Ok(Self { targets, ..self })
    }

    /// The goal as it is after a rotation of the whole puzzle: it then shows other pieces at other places.
    pub fn after(&self, rotation: &Transformation) -> Self {
        let targets = self.targets.iter().map(|target| target.after(rotation)).collect();
        Self { base: self.base.after(rotation), targets }
    }

    /// The same glasses, with the positions to end in after another transformation.
    pub fn moved(mut self, by: &Transformation) -> Self {
        self.targets.iter_mut().for_each(|target| *target = target.after(by));
        self
    }

    /// The same glasses, with another position to end in.
    ///
    /// # Errors
    /// If it has other pieces.
    pub fn at(mut self, definition: &Definition, position: &Position) -> Result<Self, GoalError> {
        self.targets = vec![self.seen(definition, position)?];
        Ok(self)
    }

    /// The goal as it is seen through glasses that show less.
    pub fn through(&self, shape: &Shape, glasses: &Glasses) -> Self {
        let mut goal = Self::of(glasses.see(shape, &self.base));
        let mut known = HashSet::new();
        let targets = self.targets.iter().map(|target| glasses.see(shape, target));
        goal.targets = targets.filter(|target| known.insert(target.clone())).collect();
        goal
    }

    /// Checks that the goal does not tell identical pieces of the puzzle apart.
    ///
    /// # Errors
    /// If it does.
    pub fn check(&self, definition: &Definition) -> Result<(), GoalError> {
        self.looks(definition).map(|_| ())
    }

    /// A position as the goal sees it. The pieces of each orbit are numbered as in the goal, or as in the solved
    /// position.
    ///
    /// # Errors
    /// If it has other pieces.
    pub fn seen(&self, definition: &Definition, position: &Position) -> Result<Position, GoalError> {
        let shape = &definition.shape;
        let has_pieces_of =
            |other: &Position, orbit: usize| pieces_of(shape, position, orbit) == pieces_of(shape, other, orbit);
        let is_seen: Vec<bool> = (0..shape.orbits().len()).map(|orbit| has_pieces_of(&self.base, orbit)).collect();
        let is_other = |&orbit: &usize| !is_seen[orbit] && !has_pieces_of(&definition.solved, orbit);
        if let Some(orbit) = (0..is_seen.len()).find(is_other) {
            return Err(GoalError::OtherPieces { orbit: shape.orbits()[orbit].name.clone() });
        }
        let looks = self.looks(definition)?;
        let seen = |place: usize| match is_seen[shape.orbit_of(place)] {
            true => position.look(place),
            false => looks[&(shape.orbit_of(place), position.piece(place))].turned(position.orientation(place)),
        };
        Ok(Position::new(shape, (0..shape.places()).map(seen)).expect("periods are those of the base"))
    }

    /// The look of each piece of the solved position where it is not turned, by its orbit and number.
    fn looks(&self, definition: &Definition) -> Result<HashMap<(usize, u8), Look>, GoalError> {
        let shape = &definition.shape;
        let mut looks = HashMap::new();
        for place in 0..shape.places() {
            let (orbit, piece) = (shape.orbit_of(place), definition.solved.piece(place));
            let period = self.base.period(place);
            let look = self.base.look(place).turned(period - definition.solved.orientation(place) % period);
            if looks.insert((orbit, piece), look).is_some_and(|other| other != look) {
                return Err(GoalError::ToldApart { orbit: shape.orbits()[orbit].name.clone(), piece });
            }
        }
        Ok(looks)
    }
}

/// The greatest common divisor of two periods.
fn common(one: u8, other: u8) -> u8 {
    gcd(one.into(), other.into()) as u8
}

/// The pieces of an orbit with their periods, sorted.
fn pieces_of(shape: &Shape, position: &Position, orbit: usize) -> Vec<(u8, u8)> {
    let mut pieces: Vec<_> = shape.range(orbit).map(|place| position.look(place).kind()).collect();
    pieces.sort_unstable();
    pieces
}

/// The pieces of an orbit that matter.
#[derive(Clone)]
struct Wanted {
    pieces: Vec<u8>,
    /// The number that all others get: none that matters has it.
    other: u8,
    permutation: bool,
    orientation: bool,
}

impl Wanted {
    /// Reads `ORBIT:0,2,4-7/orientation`.
    fn read(definition: &Definition, part: &str) -> Result<(usize, Self), GoalError> {
        let wrong = || GoalError::Pieces(part.to_owned());
        let shape = &definition.shape;
        let (name, list) = part.split_once(':').ok_or_else(wrong)?;
        let name = name.trim();
        let orbit = shape.orbit_named(name).ok_or_else(|| {
            let known: Vec<&str> = shape.orbits().iter().map(|orbit| orbit.name.as_str()).collect();
            GoalError::UnknownOrbit { name: name.to_owned(), known: known.join(", ") }
        })?;
        let (list, permutation, orientation) = match list.split_once('/').map(|(list, kind)| (list, kind.trim())) {
            None => (list, true, true),
            Some((list, "orientation")) => (list, false, true),
            Some((list, "permutation")) => (list, true, false),
            Some(_) => return Err(wrong()),
        };
        let known: Vec<u8> = shape.range(orbit).map(|place| definition.solved.piece(place)).collect();
        let most = known.iter().copied().max().expect("an orbit has places");
        let mut pieces = Vec::new();
        for item in list.split(',').map(str::trim) {
            if item == "all" {
                pieces.extend(&known);
                continue;
            }
            let (first, last) = item.split_once('-').unwrap_or((item, item));
            let (first, last): (usize, usize) =
                first.trim().parse().ok().zip(last.trim().parse().ok()).ok_or_else(wrong)?;
            if last < first {
                return Err(wrong());
            }
            let numbers = first..=last;
            let missing = numbers.clone().find(|&number| !known.iter().any(|&piece| usize::from(piece) == number));
            if let Some(piece) = missing {
                return Err(GoalError::UnknownPiece { orbit: name.to_owned(), piece, most });
            }
            pieces.extend(numbers.map(|number| number as u8));
        }
        pieces.sort_unstable();
        pieces.dedup();
        let other = known.iter().copied().find(|piece| !pieces.contains(piece)).unwrap_or(0);
        Ok((orbit, Self { pieces, other, permutation, orientation }))
    }

    /// The number that a piece gets, and whether its orientation matters.
    fn look(&self, piece: u8) -> (u8, bool) {
        match self.pieces.contains(&piece) {
            true if self.permutation => (piece, self.orientation),
            true => (self.pieces[0], self.orientation),
            false => (self.other, false),
        }
    }
}
