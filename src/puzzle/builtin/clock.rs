//! The clock: dials on two sides that wheels and pins turn together.

use super::super::{Definition, NamedMove, Shape, Transformation};
use super::by_hand::{cycles, labelled, shape};

/// Number of dials of a side, in rows from the top left as seen from this side.
const SIDE: usize = 9;
/// Hours of a dial.
const HOURS: u8 = 12;
/// The dials at the corners, and the one on the other side of each, which turns with it.
const CORNERS: [(usize, usize); 4] = [(0, 2), (2, 0), (6, 8), (8, 6)];
/// The dials that a pin turns on its side if it is up: those around it.
const PINS: [(&str, [usize; 4]); 4] =
    [("UR", [1, 2, 4, 5]), ("DR", [4, 5, 7, 8]), ("DL", [3, 4, 6, 7]), ("UL", [0, 1, 3, 4])];
/// Groups of several pins.
const GROUPS: [(&str, &[&str]); 5] = [
    ("U", &["UR", "UL"]),
    ("R", &["UR", "DR"]),
    ("D", &["DR", "DL"]),
    ("L", &["DL", "UL"]),
    ("ALL", &["UR", "DR", "DL", "UL"]),
];

/// The clock with the fourteen moves of competitions, named by the pins that are up: `UR DR DL UL U R D L ALL`, and
/// `bU bR bD bL bALL` for the same moves on the other side.
///
/// A dial is a piece with twelve orientations that never leaves its place. A dial at a corner turns with the one behind
/// it, in the opposite direction as seen from its own side. The rotation `y2` exchanges the sides.
///
/// The moves with all their powers are more than [`Definition::MOST_MOVES`]: a search needs a selection of them.
pub(super) fn clock(name: &str) -> Definition {
    let shape = shape(&[("DIALS", 2 * SIDE, HOURS)]);
    let single = PINS.iter().map(|&(pin, _)| turn(&shape, pin, &[pin], 0));
    let several = GROUPS.iter().map(|&(name, pins)| turn(&shape, name, pins, 0));
    let behind = GROUPS.iter().map(|&(name, pins)| turn(&shape, &format!("b{name}"), pins, SIDE));
    let moves = single.chain(several).chain(behind).collect();
    let sides: Vec<_> = (0..SIDE).map(|dial| vec![dial, dial + SIDE]).collect();
    let rotations = vec![cycles("y2", &shape, &sides)];
    Definition { rotations, ..labelled(name, shape, moves) }
}

/// The turn by an hour of all dials around some pins on the side whose dials begin at `side`.
fn turn(shape: &Shape, name: &str, pins: &[&str], side: usize) -> NamedMove {
    let mut twists = vec![0; shape.places()];
    for (_, dials) in PINS.iter().filter(|(pin, _)| pins.contains(pin)) {
        dials.iter().for_each(|dial| twists[side + dial] = 1);
    }
    for (corner, behind) in CORNERS {
        twists[SIDE - side + behind] = (HOURS - twists[side + corner]) % HOURS;
    }
    let sources = (0..shape.places() as u16).collect();
    let transformation = Transformation::new(shape, sources, twists).expect("dials stay at their places");
    NamedMove { name: name.to_owned(), transformation }
}
