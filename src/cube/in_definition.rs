//! The 3x3x3 in the definition of a puzzle: the same pieces at places with other numbers, with orientations that are
//! counted from elsewhere.

use super::geometry::{CORNER_FACES, CORNERS, EDGE_FACES, EDGES, FACE_LETTERS};
use super::{Cubies, FaceTurn, Metric};
use crate::puzzle::{Moves, Position, SearchMove, Shape, Transformation};

/// The place of each slot of a 3x3x3 in a definition of it, found by the face turns that move it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeInDefinition {
    corners: Slots<CORNERS>,
    edges: Slots<EDGES>,
    /// Places of other pieces.
    others: Vec<usize>,
    /// The face turns of a metric, in the order of the moves, if these are all moves.
    metric: Option<(Metric, Vec<FaceTurn>)>,
}

/// The slots of pieces of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slots<const N: usize> {
    places: [usize; N],
    /// The number that a definition adds to the orientation of a piece at each place.
    offsets: [u8; N],
    /// 1, or the number of orientations less one if a definition counts them the other way.
    sign: u8,
    orientations: u8,
}

impl CubeInDefinition {
    /// The cube in a shape with these moves; `None` unless the quarter turns of all faces are among them, do to the
    /// places of the shape what face turns do to a cube, and change no others, such as centres that turn.
    pub fn of(shape: &Shape, moves: &Moves) -> Option<Self> {
        let turns: Vec<(&SearchMove, FaceTurn)> =
            moves.moves().iter().filter_map(|by| Some((by, turn(moves, by)?))).collect();
        let faces_of = |place: usize| -> Vec<u8> {
            let of_place =
                |(by, turn): &&(&SearchMove, FaceTurn)| turn.quarters() == 1 && by.transformation.changes(place);
            turns.iter().filter(of_place).map(|(_, turn)| turn.face()).collect()
        };
        let faces: Vec<Vec<u8>> = (0..shape.places()).map(faces_of).collect();
        let others = (0..shape.places()).filter(|&place| faces[place].is_empty()).collect();
        let counts = |of: usize| faces.iter().filter(|faces| faces.len() == of).count();
        let is_cube = counts(3) == CORNERS && counts(2) == EDGES && counts(0) + CORNERS + EDGES == shape.places();
        is_cube.then_some(())?;
        let find = |slot: &[u8]| {
            let is_slot = |faces: &Vec<u8>| faces.len() == slot.len() && slot.iter().all(|face| faces.contains(face));
            faces.iter().position(is_slot)
        };
        let all = || turns.iter().map(|&(by, turn)| (&by.transformation, Cubies::of_move(turn)));
        let of_corners: Vec<_> = all().map(|(by, cube)| (by, cube.corners, cube.twists)).collect();
        let of_edges: Vec<_> = all().map(|(by, cube)| (by, cube.edges, cube.flips)).collect();
        let corners = Slots::find(shape, CORNER_FACES.map(|slot| find(&slot)), 3, &of_corners)?;
        let edges = Slots::find(shape, EDGE_FACES.map(|slot| find(&slot)), 2, &of_edges)?;
        let turns = turns.into_iter().map(|(_, turn)| turn).collect();
        Some(Self { corners, edges, others, metric: metric(moves, turns) })
    }

    /// The metric in which each move costs 1, and the face turns in the order of the moves, if these are all moves.
    pub fn metric(&self) -> Option<(Metric, &[FaceTurn])> {
        self.metric.as_ref().map(|(metric, moves)| (*metric, moves.as_slice()))
    }

    /// Returns whether the pieces that are no part of the cube, such as centres, are at the same places in two
    /// positions.
    pub fn has_same_others(&self, one: &Position, other: &Position) -> bool {
        self.others.iter().all(|&place| {
            one.piece(place) == other.piece(place)
                && one.orientation(place) == other.orientation(place)
                && one.period(place) == other.period(place)
        })
    }

    /// The cube that is solved by the moves that lead from one position to another, in which all pieces are different
    /// and all orientations are known; `None` if there is none.
    pub fn cube(&self, from: &Position, to: &Position) -> Option<Cubies> {
        self.has_same_others(from, to).then_some(())?;
        self.pieces(from, to).filter(|cube| cube.check_reachable().is_ok())
    }

    /// The places of the corners and of the edges, in the order of the slots in which they are solved.
    pub fn places(&self) -> (&[usize; CORNERS], &[usize; EDGES]) {
        (&self.corners.places, &self.edges.places)
    }

    /// The transformation that leads from the solved position to a cube.
    pub fn transformation(&self, shape: &Shape, cube: &Cubies) -> Transformation {
        let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
        let mut twists = vec![0; shape.places()];
        self.corners.write(&cube.corners, &cube.twists, &mut sources, &mut twists);
        self.edges.write(&cube.edges, &cube.flips, &mut sources, &mut twists);
        Transformation::new(shape, sources, twists).expect("the pieces of a cube are a permutation")
    }

    /// As [`cube`](Self::cube), whether face turns lead from one to the other or not, and wherever the other pieces
    /// are.
    pub fn pieces(&self, from: &Position, to: &Position) -> Option<Cubies> {
        let (corners, twists) = self.corners.pieces(from, to)?;
        let (edges, flips) = self.edges.pieces(from, to)?;
        Some(Cubies { corners, twists, edges, flips })
    }
}

/// The metric and some face turns, if these are all moves, and exactly those of the metric.
fn metric(moves: &Moves, turns: Vec<FaceTurn>) -> Option<(Metric, Vec<FaceTurn>)> {
    let is_all = |metric: &Metric| {
        let all = metric.moves();
        turns.len() == moves.len() && turns.len() == all.len() && all.into_iter().all(|m| turns.contains(&m))
    };
    let metric = [Metric::HalfTurn, Metric::QuarterTurn].into_iter().find(is_all).filter(|_| moves.is_unit())?;
    Some((metric, turns))
}

/// The face turn of a move that is a power of one with the letter of a face.
fn turn(moves: &Moves, by: &SearchMove) -> Option<FaceTurn> {
    let name = &moves.generators()[by.generator].name;
    let face = FACE_LETTERS.iter().position(|letter| name.chars().eq([*letter]))?;
    FaceTurn::turn(face as u8, u8::try_from(by.exponent).ok()?)
}

/// The effect of a move in a definition, and the pieces and their orientations in all slots after its face turn.
type Turned<'a, const N: usize> = (&'a Transformation, [u8; N], [u8; N]);

impl<const N: usize> Slots<N> {
    /// The slots at these places, if each move does to the pieces there what its face turn does to those of a cube.
    fn find(shape: &Shape, places: [Option<usize>; N], orientations: u8, moves: &[Turned<'_, N>]) -> Option<Self> {
        let places: [usize; N] = places.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let all: Vec<u8> = shape.orientations().collect();
        let of = |place: &usize| all[*place] == orientations && shape.orbit_of(*place) == shape.orbit_of(places[0]);
        places.iter().all(of).then_some(())?;
        let signs = if orientations == 2 { vec![1] } else { vec![1, orientations - 1] };
        signs.into_iter().find_map(|sign| {
            let mut offsets = [None; N];
            offsets[0] = Some(0);
            // Each slot can be reached from the first one.
            for _ in 0..N {
                for (by, pieces, twists) in moves {
                    for to in 0..N {
                        let from = usize::from(pieces[to]);
                        if let (Some(known), None) = (offsets[from], offsets[to]) {
                            let own = orientations - twists[to] * sign % orientations;
                            offsets[to] = Some((known + by.twist(places[to]) + own) % orientations);
                        }
                    }
                }
            }
            let offsets = offsets.into_iter().collect::<Option<Vec<u8>>>()?.try_into().ok()?;
            let found = Self { places, offsets, sign, orientations };
            moves.iter().all(|(by, pieces, twists)| found.agrees(by, pieces, twists)).then_some(found)
        })
    }

    /// The orientation of a cube's piece that came from one slot to another, by the change of its orientation in the
    /// definition.
    fn twist(&self, from: usize, to: usize, change: u8) -> u8 {
        let sum = change + self.offsets[from] + self.orientations - self.offsets[to];
        // Both signs are their own inverses.
        sum * self.sign % self.orientations
    }

    /// Writes the source and the twist of the place of each slot.
    fn write(&self, pieces: &[u8; N], twists: &[u8; N], sources: &mut [u16], changes: &mut [u8]) {
        for to in 0..N {
            let from = usize::from(pieces[to]);
            sources[self.places[to]] = self.places[from] as u16;
            let change = (0..self.orientations).find(|&change| self.twist(from, to, change) == twists[to]);
            changes[self.places[to]] = change.expect("each twist is that of one change");
        }
    }

    fn agrees(&self, by: &Transformation, pieces: &[u8; N], twists: &[u8; N]) -> bool {
        (0..N).all(|to| {
            let (from, place) = (usize::from(pieces[to]), self.places[to]);
            by.source(place) == self.places[from] && self.twist(from, to, by.twist(place)) == twists[to]
        })
    }

    /// The piece in each slot, named by the slot in which it is to end, and its orientation.
    fn pieces(&self, from: &Position, to: &Position) -> Option<([u8; N], [u8; N])> {
        let (mut pieces, mut twists) = ([0; N], [0; N]);
        for (slot, &place) in self.places.iter().enumerate() {
            let mut homes = (0..N).filter(|&home| to.piece(self.places[home]) == from.piece(place));
            let home = homes.next()?;
            let is_known = |position: &Position, place: usize| position.period(place) == self.orientations;
            let is_clear = homes.next().is_none() && is_known(from, place) && is_known(to, self.places[home]);
            is_clear.then_some(())?;
            let change = self.orientations + from.orientation(place) - to.orientation(self.places[home]);
            (pieces[slot], twists[slot]) = (home as u8, self.twist(home, slot, change % self.orientations));
        }
        Some((pieces, twists))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::{cube, definition};
    use crate::puzzle::{Definition, Goal, NamedMove, Powers, Question, builtin};
    use std::fmt::Write as _;

    /// The same puzzle with other numbers of places, and with orientations that are counted from elsewhere, those of
    /// corners the other way round.
    fn renumbered(definition: &Definition) -> Definition {
        let mut text = "Name other\n".to_owned();
        let orbits = || definition.shape.orbits().iter().enumerate().take(2);
        for (_, orbit) in orbits() {
            writeln!(text, "Set {} {} {}", orbit.name, orbit.places, orbit.orientations).unwrap();
        }
        text += "Solved\n";
        for (_, orbit) in orbits() {
            let numbers: Vec<String> = (1..=orbit.places).map(|number| number.to_string()).collect();
            writeln!(text, "{}\n{}", orbit.name, numbers.join(" ")).unwrap();
        }
        text += "End\n";
        for name in ["U", "R", "F", "D", "L", "B"] {
            let by = &definition.named(name).unwrap().transformation;
            writeln!(text, "MoveTransformation {name}").unwrap();
            for (number, orbit) in orbits() {
                let (first, places) = (definition.shape.range(number).start, orbit.places);
                // Five has no common factor with the numbers of places.
                let renamed = |place: usize| (5 * place + 2) % places;
                let (mut sources, mut twists) = (vec![0; places], vec![0; places]);
                let (modulus, offset) = (usize::from(orbit.orientations), |place: usize| place * place + 1);
                for to in 0..places {
                    let from = by.source(first + to) - first;
                    let turned = usize::from(by.twist(first + to)) * (modulus - 1);
                    sources[renamed(to)] = renamed(from);
                    twists[renamed(to)] = (turned + offset(to) + modulus * 200 - offset(from)) % modulus;
                }
                let line = |numbers: Vec<usize>| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
                writeln!(text, "{}\n{}\n{}", orbit.name, line(sources), line(twists)).unwrap();
            }
            text += "End\n";
        }
        Definition::read(&text).unwrap()
    }

    fn check(definition: Definition, list: &str, powers: Powers, metric: Metric) {
        let moves = Moves::read(&definition, list, powers).unwrap();
        let goal = Goal::solved(&definition);
        let question = Question::new(definition, moves, goal).unwrap();
        let found = CubeInDefinition::of(&question.definition().shape, question.moves()).unwrap();
        let (of, turns) = found.metric().unwrap();
        assert_eq!(of, metric);
        let target = &question.goal().targets()[0];
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..50 {
            let (mut position, mut cube) = (target.clone(), Cubies::SOLVED);
            let mut middle = target.clone();
            for step in 0..30 {
                let by = random.usize(..question.moves().len());
                position = position.after(&question.moves().moves()[by].transformation);
                cube = cube.then(&Cubies::of_move(turns[by]));
                assert_eq!(found.cube(&position, target), Some(cube));
                assert_eq!(target.after(&found.transformation(&question.definition().shape, &cube)), position);
                if step == 9 {
                    middle = position.clone();
                }
            }
            // From one position to another.
            let to_middle = found.cube(&middle, target).unwrap();
            assert_eq!(found.cube(&position, &middle), Some(to_middle.inverse().then(&cube)));
        }
    }

    /// With centres that turn, there are positions that are solved for a cube, and not for the puzzle.
    #[test]
    fn centres_that_turn_are_no_part_of_a_cube() {
        let plain = cube("URFDLB");
        let moves: Vec<(String, Vec<u16>, Vec<u8>)> = (0..6)
            .map(|face| {
                let NamedMove { name, transformation: by } = &plain.moves[face];
                let sources = (0..20).map(|place| by.source(place) as u16).chain(20..26);
                let twists = (0..20).map(|place| by.twist(place)).chain((0..6).map(|centre| u8::from(centre == face)));
                (name.clone(), sources.collect(), twists.collect())
            })
            .collect();
        let moves: Vec<_> = moves.iter().map(|(name, from, by)| (name.as_str(), &from[..], &by[..])).collect();
        for (centres, expected) in [(vec![], true), (vec![("CENTRES", 6, 4)], false), (vec![("CENTRES", 6, 1)], true)] {
            let places = 20 + 6 * centres.len();
            let moves = moves.iter().map(|&(name, from, by)| {
                let by = if centres == [("CENTRES", 6, 1)] { [&by[..20], &[0; 6]].concat() } else { by.to_vec() };
                (name, from[..places].to_vec(), by[..places].to_vec())
            });
            let moves: Vec<_> = moves.collect();
            let moves: Vec<_> = moves.iter().map(|(name, from, by)| (*name, &from[..], &by[..])).collect();
            let orbits = [&[("CORNERS", 8, 3), ("EDGES", 12, 2)][..], &centres].concat();
            let definition = definition("super", &orbits, &moves);
            let moves = Moves::of(&definition, Powers::All).unwrap();
            assert_eq!(CubeInDefinition::of(&definition.shape, &moves).is_some(), expected, "{centres:?}");
        }
    }

    #[test]
    fn positions_of_definitions_are_cubes() {
        let three = builtin("3x3x3").unwrap();
        check(three.clone(), "U,R,F,D,L,B", Powers::All, Metric::HalfTurn);
        check(renumbered(&three), "U,R,F,D,L,B", Powers::All, Metric::HalfTurn);
        check(three, "B,R,D,F,L,U", Powers::Steps, Metric::QuarterTurn);
        // Other sets of moves have no metric, and other puzzles are no cube.
        let found = |name: &str, list: &str| {
            let definition = builtin(name).unwrap();
            let moves = Moves::read(&definition, list, Powers::All).unwrap();
            CubeInDefinition::of(&definition.shape, &moves).map(|cube| cube.metric.is_some())
        };
        assert_eq!(found("3x3x3", "U,R,F,D,L,B,M=R L'"), Some(false));
        for (name, list) in [("3x3x3", "U,R,F,D,L"), ("3x3x3", "U,R,F,D,L,M"), ("2x2x2", "U,R,F")] {
            assert_eq!(found(name, list), None, "{name} {list}");
        }
    }
}
