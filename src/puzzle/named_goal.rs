//! Goals by the names that people who turn cubes have for them: a cross, the first two layers, oriented edges.

use super::{Definition, Goal, GoalError, Look, Moves, Position, Powers, Transformation, builtin};
use crate::nearest::nearest;

/// A goal with a name, which may be at several places of the 3x3x3.
#[derive(Debug)]
pub struct NamedGoal {
    /// The name.
    pub name: &'static str,
    /// A line for people.
    pub description: &'static str,
    /// The faces of the place at which it is described here; for some goals, the first of them differs from the others.
    place: Place,
    /// The place that is meant if none is named: all places whose faces are among these.
    usual: &'static str,
    /// Pieces that have to be solved.
    solved: &'static str,
    /// Pieces that are not told apart, and have to be oriented as in the solved position.
    alike: &'static [&'static str],
    /// Moves after which the goal counts as well, at the place at which it is described.
    up_to: &'static str,
}

/// The faces that tell where on the cube a goal is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The whole cube.
    Whole,
    /// Faces in no order.
    Faces(&'static str),
    /// A face, and others beside it in no order.
    On(&'static str),
}

const CROSS: &str = "DF DR DB DL";
const F2L: &str = "DF DR DB DL FR FL BL BR DFR DFL DBL DBR";
const ALL_CORNERS: &str = "UFR UFL UBL UBR DFR DFL DBL DBR";
const ALL_EDGES: &str = "UF UR UB UL DF DR DB DL FR FL BL BR";

/// All goals with names.
pub const NAMED_GOALS: &[NamedGoal] = &[
    NamedGoal { solved: CROSS, ..on("D", "cross", "the four edges of a face, matching the centres beside it") },
    NamedGoal {
        solved: "DF DR DB DL DFR FR",
        usual: "D",
        ..on("DFR", "xcross", "a cross, and a corner with the edge beside it: xcross:DFR, or one of four: xcross:D")
    },
    NamedGoal { solved: F2L, ..on("D", "f2l", "the first two layers: all but the layer opposite") },
    NamedGoal {
        solved: "DF DR DB DL FL BL BR DFL DBL DBR",
        usual: "D",
        ..on("DFR", "f2l-1", "the first two layers without a corner and the edge beside it: f2l-1:DFR")
    },
    NamedGoal { solved: "DFR FR", usual: "D", ..on("DFR", "pair", "a corner and the edge beside it: pair:DFR") },
    NamedGoal {
        solved: "DFL DF DL FL",
        ..among("DFL", "2x2x2", "", "a block: a corner and the three edges beside it, 2x2x2:DFL")
    },
    NamedGoal {
        solved: "DFL DBL DF DB DL FL BL",
        ..among("DL", "2x2x3", "", "a block of two layers along an edge: 2x2x3:DL")
    },
    NamedGoal {
        solved: "DFL DBL DL FL BL",
        usual: "L",
        ..on("LD", "1x2x3", "the first block of Roux, at a face and along another one: 1x2x3:LD")
    },
    NamedGoal {
        alike: &[ALL_EDGES],
        ..among("FB", "eo", "FB", "all edges oriented: the rest needs no quarter turns of these two faces, eo:FB")
    },
    NamedGoal {
        solved: "DF DB",
        alike: &["UF UR UB UL DR DL FR FL BL BR"],
        usual: "DFB",
        ..on("DFB", "eoline", "edges oriented, and two opposite ones of a face solved: eoline:DFB")
    },
    NamedGoal {
        solved: CROSS,
        alike: &["UF UR UB UL FR FL BL BR"],
        usual: "DFB",
        ..on("DFB", "eocross", "edges oriented, and a cross: eocross:DFB")
    },
    NamedGoal {
        alike: &[ALL_CORNERS, "UF UR UB UL DF DR DB DL", "FR FL BL BR"],
        ..among("UD", "dr", "UD", "domino reduction: <U, D, R2, F2, L2, B2> solves the rest, dr:UD")
    },
    NamedGoal {
        solved: ALL_CORNERS,
        alike: &["UF UB DF DB", "UR UL DR DL", "FR FL BL BR"],
        up_to: "U2,R2,F2,D2,L2,B2",
        ..NamedGoal::whole("htr", "half-turn reduction: half turns solve the rest")
    },
    NamedGoal {
        solved: F2L,
        alike: &["UFR UFL UBL UBR", "UF UR UB UL"],
        ..on("U", "oll", "the first two layers, and the last one oriented, not yet permuted")
    },
    NamedGoal { solved: "*", up_to: "U", ..on("U", "ll-auf", "everything, up to a turn of a layer") },
    NamedGoal { solved: "*", ..NamedGoal::whole("ll", "everything: the last layer solved") },
    NamedGoal { solved: "*", ..NamedGoal::whole("pll", "everything, the same as ll") },
    NamedGoal { solved: ALL_CORNERS, ..NamedGoal::whole("corners", "all corners, whatever the edges are") },
    NamedGoal { solved: ALL_EDGES, ..NamedGoal::whole("edges", "all edges, whatever the corners are") },
];

/// A goal on a face.
const fn on(place: &'static str, name: &'static str, description: &'static str) -> NamedGoal {
    NamedGoal { place: Place::On(place), usual: place, ..NamedGoal::whole(name, description) }
}

/// A goal whose faces have no order.
const fn among(place: &'static str, name: &'static str, usual: &'static str, description: &'static str) -> NamedGoal {
    NamedGoal { place: Place::Faces(place), usual, ..NamedGoal::whole(name, description) }
}

/// A goal at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedGoal {
    /// The faces of the place, with which the name can be followed: `DFR`; empty for the whole cube.
    pub place: String,
    /// The goal.
    pub goal: Goal,
    /// The stickers of pieces that it shows, each as the faces of its piece and its own face, but for those of centres.
    pub stickers: Vec<(String, char)>,
}

impl NamedGoal {
    const fn whole(name: &'static str, description: &'static str) -> Self {
        Self { name, description, place: Place::Whole, usual: "", solved: "", alike: &[], up_to: "" }
    }

    /// The most places of goals that are joined.
    pub const MOST_PLACES: usize = 100;

    /// Reads a name, perhaps with the faces of a place: `cross`, `cross:U`, `xcross:DFR`, or `cross:any`; or several,
    /// or lists of pieces for [`Goal::of_pieces`], with `+` between them, all of which are to be reached at once,
    /// `cross+pair`. Returns the goals, each with its name and place, of which one has to be reached; `None` if the
    /// text has no name of a goal, or the puzzle is no 3x3x3 as it is built in.
    ///
    /// Each of goals that are joined adds something to the others: `cross+pair+pair` are two different pairs. Centres
    /// matter where the moves move them.
    ///
    /// # Errors
    /// If there is no such place, and if goals cannot be joined.
    pub fn read(definition: &Definition, moves: &Moves, text: &str) -> Option<Result<Vec<(String, Goal)>, GoalError>> {
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        parts.iter().any(|part| Self::named(part).is_some()).then_some(())?;
        let faces = Faces::of(definition)?;
        let part = |part: &&str| match Self::named(part) {
            Some(named) => {
                let placed = named.chosen(named.all(definition, &faces, moves), part)?.into_iter();
                Ok(placed.map(|PlacedGoal { place, goal, .. }| (named.at_place(&place), goal)).collect())
            }
            None => Ok(vec![((*part).to_owned(), Self::pieces(definition, part)?)]),
        };
        let parts: Result<Vec<_>, _> = parts.iter().map(part).collect();
        Some(parts.and_then(|parts| joined(definition, parts, text)))
    }

    /// The goal of a list of pieces, for [`Goal::of_pieces`].
    ///
    /// # Errors
    /// If it is none; where it was meant as the name of a goal, that says so.
    pub fn pieces(definition: &Definition, list: &str) -> Result<Goal, GoalError> {
        Goal::of_pieces(definition, list).map_err(|error| {
            if !matches!(error, GoalError::Pieces(_) | GoalError::UnknownOrbit { .. }) {
                return error;
            }
            let has_name = list.split(['+', '&', ',', ';', ' ']).any(|part| Self::named(part.trim()).is_some());
            let (name, place) = list.split_once(':').unwrap_or((list, ""));
            let nearest = Self::nearest(name);
            let is_letters = |text: &str| text.chars().all(|letter| letter.is_ascii_alphabetic());
            let is_name = match place {
                "" => name.contains(|letter: char| letter.is_ascii_alphabetic()),
                "all" => false,
                _ => is_letters(place) && nearest.is_some(),
            };
            match Faces::of(definition) {
                _ if has_name => GoalError::OtherNames(list.to_owned()),
                Some(_) if is_name => GoalError::UnknownName { name: list.to_owned(), nearest },
                _ => error,
            }
        })
    }

    /// The goal that an unknown name means: one that people call otherwise, or the most similar one.
    pub fn nearest(name: &str) -> Option<&'static str> {
        const OTHERS: [(&str, &str); 6] = [
            ("xxcross", "cross+pair+pair"),
            ("xxxcross", "cross+pair+pair+pair"),
            ("fb", "1x2x3"),
            ("roux", "1x2x3"),
            ("domino", "dr"),
            ("petrus", "2x2x2"),
        ];
        let name = name.split_once(':').map_or(name, |(name, _)| name).trim();
        let other = OTHERS.iter().find(|(other, _)| name.eq_ignore_ascii_case(other)).map(|(_, known)| *known);
        other.or_else(|| nearest(name, NAMED_GOALS.iter().map(|known| known.name)))
    }

    /// The name with a place: `cross:D`.
    fn at_place(&self, place: &str) -> String {
        if place.is_empty() { self.name.to_owned() } else { format!("{}:{place}", self.name) }
    }

    /// The goal with the name with which a text begins, in letters of any case, unless it is the name of an orbit.
    pub fn named(text: &str) -> Option<&'static Self> {
        let name = text.split_once(':').map_or(text, |(name, _)| name).trim();
        let is_orbit = ["CORNERS", "EDGES"].contains(&name);
        NAMED_GOALS.iter().find(|known| known.name.eq_ignore_ascii_case(name) && !is_orbit)
    }

    /// The goal at the places that a text names, `NAME` or `NAME:PLACE`, by face turns.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn at(&self, text: &str) -> Result<Vec<PlacedGoal>, GoalError> {
        self.chosen(self.places(), text)
    }

    /// Those of all places that a text names.
    fn chosen(&self, mut all: Vec<PlacedGoal>, text: &str) -> Result<Vec<PlacedGoal>, GoalError> {
        let asked = match text.split_once(':').map(|(_, place)| place.trim().to_ascii_uppercase()) {
            None => self.usual.to_owned(),
            Some(any) if any == "ANY" => String::new(),
            Some(faces) => faces,
        };
        let asked = &*asked;
        if all.iter().all(|placed| !self.place.is_at(&placed.place, asked)) {
            if matches!(self.place, Place::Whole) {
                return Err(GoalError::WholeCube(self.name));
            }
            let known: Vec<String> = all.into_iter().map(|placed| placed.place).collect();
            return Err(GoalError::UnknownPlace { name: self.name, place: asked.to_owned(), known: known.join(", ") });
        }
        all.retain(|placed| self.place.is_at(&placed.place, asked));
        Ok(all)
    }

    /// The goal at all places of the 3x3x3, by face turns: those at which it is meant if none is named come first.
    ///
    /// # Panics
    /// Never: the goals that are built in fit the puzzle that is.
    pub fn places(&self) -> Vec<PlacedGoal> {
        let cube = builtin("3x3x3").expect("it is built in");
        let moves = Moves::of(&cube, Powers::All).expect("its moves are few");
        let mut all = self.all(&cube, &Faces::of(&cube).expect("it is a cube"), &moves);
        all.sort_by_key(|placed| !self.is_usual(&placed.place));
        all
    }

    /// Returns whether the goal is meant to be at a place if none is named.
    pub fn is_usual(&self, place: &str) -> bool {
        self.place.is_at(place, self.usual)
    }

    /// The goal at all places, each once.
    fn all(&self, definition: &Definition, faces: &Faces, moves: &Moves) -> Vec<PlacedGoal> {
        let home = self.at_home(definition, faces, moves);
        let mut all: Vec<PlacedGoal> = Vec::new();
        for rotation in definition.rotation_group() {
            let after = |of: &str| -> String {
                let face = |letter: char| if letter.is_alphabetic() { faces.after(letter, &rotation) } else { letter };
                of.chars().map(face).collect()
            };
            let place = self.place.sorted(&after(&home.place));
            if all.iter().all(|known| known.place != place) {
                let sticker = |(of, face): &(String, char)| (after(of), faces.after(*face, &rotation));
                let stickers = home.stickers.iter().map(sticker).collect();
                // Pieces that are told apart keep their numbers in any place.
                let goal = home.goal.after(&rotation);
                let goal = Goal::both(definition, &goal, &goal).unwrap_or_else(|| {
                    let base = Goal::of(home.goal.base().after(&rotation));
                    let base = Goal::both(definition, &base, &base).expect("it is at one position");
                    base.up_to(&turns(definition, &after(self.up_to))).expect("these are few")
                });
                all.push(PlacedGoal { place, goal, stickers });
            }
        }
        all
    }

    /// The goal at the place at which it is described.
    fn at_home(&self, definition: &Definition, faces: &Faces, moves: &Moves) -> PlacedGoal {
        let (shape, solved) = (&definition.shape, &definition.solved);
        let places = |list: &str| -> Vec<usize> { list.split_whitespace().map(|piece| faces.place(piece)).collect() };
        let named = places(if self.solved == "*" { "" } else { self.solved });
        let alike: Vec<Vec<usize>> = self.alike.iter().map(|list| places(list)).collect();
        let is_centre = |place: &usize| faces.of_place[*place].is_empty();
        let moves_centres = (0..shape.places()).filter(is_centre).any(|place| moves.change(place));
        let is_solved = |place: usize| match is_centre(&place) {
            // All of them, so that goals at different places see the same ones.
            true => self.solved == "*" || moves_centres,
            false => self.solved == "*" || named.contains(&place),
        };
        let seen = |place: usize| {
            let group = alike.iter().find(|group| group.contains(&place));
            let hidden = shape
                .range(shape.orbit_of(place))
                .find(|&other| !is_solved(other) && alike.iter().all(|group| !group.contains(&other)));
            let looks_like = match group {
                _ if is_solved(place) => place,
                Some(group) => group[0],
                None => hidden.expect("it is one of them"),
            };
            let is_oriented = is_solved(place) || group.is_some();
            let known = if is_oriented { solved.look(place) } else { solved.look(place).known(1) };
            Look { piece: solved.piece(looks_like), ..known }
        };
        let seen = Position::new(shape, (0..shape.places()).map(seen)).expect("it is seen from a position");
        let goal = Goal::of(seen);
        let goal = goal.up_to(&turns(definition, self.up_to)).expect("these are few");
        // An orientation is seen at one sticker: that at U or D, or else at F or B.
        let shown = |place: usize| {
            let of = &faces.of_place[place];
            let side = if of.contains(['U', 'D']) { "UD" } else { "FB" };
            let is_shown = move |face: &char| is_solved(place) || side.contains(*face);
            let is_any = is_solved(place) || alike.iter().any(|group| group.contains(&place));
            of.chars().filter(move |face| is_any && is_shown(face)).map(|face| (of.clone(), face))
        };
        let stickers = (0..shape.places()).flat_map(shown).collect();
        PlacedGoal { place: self.place.letters().to_owned(), goal, stickers }
    }
}

/// The goals that are reached where one of each part is, and each part adds something to the others.
fn joined(
    definition: &Definition,
    mut parts: Vec<Vec<(String, Goal)>>,
    text: &str,
) -> Result<Vec<(String, Goal)>, GoalError> {
    if parts.len() == 1 {
        return Ok(parts.swap_remove(0));
    }
    for (name, goal) in parts.iter_mut().flatten() {
        // Pieces are numbered alike then, so that equal goals are told.
        *goal = Goal::both(definition, goal, goal).ok_or_else(|| GoalError::NotJoined(name.clone()))?;
    }
    let mut parts = parts.into_iter();
    let mut all = parts.next().expect("there are several");
    for part in parts {
        let mut next: Vec<(String, Goal)> = Vec::new();
        for ((name, goal), (other_name, other)) in all.iter().flat_map(|one| part.iter().map(move |other| (one, other)))
        {
            let both = Goal::both(definition, goal, other).expect("each is at one position");
            if both != *goal && both != *other && next.iter().all(|(_, known)| *known != both) {
                next.push((format!("{name}+{other_name}"), both));
            }
        }
        if next.len() > NamedGoal::MOST_PLACES {
            return Err(GoalError::TooManyPlaces { text: text.to_owned(), most: NamedGoal::MOST_PLACES });
        }
        all = next;
    }
    if all.is_empty() { Err(GoalError::Redundant(text.to_owned())) } else { Ok(all) }
}

/// The face turns of a list.
fn turns(definition: &Definition, list: &str) -> Vec<Transformation> {
    let names = list.split(',').filter(|name| !name.is_empty());
    names.map(|name| definition.transformation_of(name).expect("a face turn")).collect()
}

impl Place {
    const fn letters(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Faces(letters) | Self::On(letters) => letters,
        }
    }

    /// The same faces in the order in which places are named.
    fn sorted(self, faces: &str) -> String {
        let fixed = usize::from(matches!(self, Self::On(_)));
        let mut letters: Vec<char> = faces.chars().collect();
        letters[fixed..].sort_by_key(|letter| "UDFBRL".find(*letter));
        letters.into_iter().collect()
    }

    /// Returns whether a place has the faces that are asked for.
    fn is_at(self, place: &str, asked: &str) -> bool {
        match (self, asked.chars().next()) {
            (Self::On(_), Some(first)) => place.starts_with(first) && has_all(&place[1..], &asked[first.len_utf8()..]),
            _ => has_all(place, asked),
        }
    }
}

fn has_all(place: &str, asked: &str) -> bool {
    asked.chars().all(|face| place.contains(face))
}

/// The faces of the 3x3x3 that each of its places is at, none for centres.
struct Faces {
    of_place: Vec<String>,
}

impl Faces {
    /// Those of the 3x3x3 that is built in; `None` if the puzzle is another one.
    fn of(definition: &Definition) -> Option<Self> {
        (definition.name == "3x3x3" && builtin("3x3x3").as_ref() == Some(definition)).then_some(())?;
        let turns = |place: usize, letters: &str| -> String {
            let turned = definition.moves.iter().filter(|by| by.transformation.changes(place));
            turned.map(|by| by.name.as_str()).filter(|name| letters.contains(name)).collect()
        };
        let of_place: Vec<String> = (0..definition.shape.places()).map(|place| turns(place, "URFDLB")).collect();
        Some(Self { of_place })
    }

    /// The place of a piece that is named by its faces.
    fn place(&self, piece: &str) -> usize {
        let is_it = |of: &String| of.len() == piece.len() && has_all(of, piece);
        self.of_place.iter().position(is_it).expect("the cube has this piece")
    }

    /// The face that a face comes to by a rotation: that of all its corners and edges.
    fn after(&self, face: char, rotation: &Transformation) -> char {
        let comes_to = |to: char| {
            (0..self.of_place.len())
                .filter(|&place| self.of_place[rotation.source(place)].contains(face))
                .all(|place| self.of_place[place].contains(to))
        };
        "URFDLB".chars().find(|&to| comes_to(to)).expect("rotations lead faces to faces")
    }
}
