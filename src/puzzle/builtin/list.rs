//! The list of built-in puzzles.

use super::super::Definition;
use super::{clock, cubes, flat, square_one, turning};

/// A built-in puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// A line that says which moves it has.
    pub description: &'static str,
    make: fn(&str) -> Definition,
}

impl Builtin {
    /// The definition.
    pub fn definition(&self) -> Definition {
        (self.make)(self.name)
    }
}

/// The built-in puzzle with this name, in upper or lower case.
pub fn builtin(name: &str) -> Option<Definition> {
    BUILTINS.iter().find(|known| known.name.eq_ignore_ascii_case(name)).map(Builtin::definition)
}

/// An entry of the list.
const fn entry(name: &'static str, description: &'static str, make: fn(&str) -> Definition) -> Builtin {
    Builtin { name, description, make }
}

/// All built-in puzzles.
pub const BUILTINS: &[Builtin] = &[
    entry("2x2x2", "cube of size 2, turns of six faces", |name| cubes::blocks(name, 2).definition()),
    entry("3x3x3", "cube of size 3, turns of six faces", |name| cubes::blocks(name, 3).definition()),
    entry("4x4x4", "cube of size 4, turns of up to two outer layers", |name| cubes::blocks(name, 4).definition()),
    entry("5x5x5", "cube of size 5, turns of up to two outer layers", |name| cubes::blocks(name, 5).definition()),
    entry("6x6x6", "cube of size 6, turns of up to three outer layers", |name| cubes::blocks(name, 6).definition()),
    entry("7x7x7", "cube of size 7, turns of up to three outer layers", |name| cubes::blocks(name, 7).definition()),
    entry("4x4x4-slices", "cube of size 4, turns of single layers", |name| cubes::layers(name, 4).definition()),
    entry("5x5x5-slices", "cube of size 5, turns of single layers", |name| cubes::layers(name, 5).definition()),
    entry("6x6x6-slices", "cube of size 6, turns of single layers", |name| cubes::layers(name, 6).definition()),
    entry("7x7x7-slices", "cube of size 7, turns of single layers", |name| cubes::layers(name, 7).definition()),
    entry("pyraminx", "tetrahedron, turns of corners and tips", |name| turning::pyraminx(name).definition()),
    entry("pyraminx-tipless", "tetrahedron without tips, turns of corners", |name| {
        turning::pyraminx_without_tips(name).definition()
    }),
    entry("pyraminx-faces", "tetrahedron, turns of the layers of faces and of tips", |name| {
        turning::pyraminx_faces(name).definition()
    }),
    entry("skewb", "corner-turning cube, cut in halves", |name| turning::skewb(name).definition()),
    entry("dino", "corner-turning cube, cut through face diagonals", |name| turning::dino(name).definition()),
    entry("helicopter", "edge-turning cube, half turns", |name| turning::helicopter(name).definition()),
    entry("curvy-copter", "edge-turning cube with pieces at the edges, half turns", |name| {
        turning::curvy_copter(name).definition()
    }),
    entry("little-chop", "edge-turning cube, cut in halves, half turns", |name| {
        turning::little_chop(name).definition()
    }),
    entry("fto", "face-turning octahedron", |name| turning::face_turning_octahedron(name).definition()),
    entry("megaminx", "dodecahedron, turns of twelve faces", |name| turning::megaminx(name).definition()),
    entry("kilominx", "corners of the megaminx", |name| turning::kilominx(name).definition()),
    entry("square-1", "turns of two layers of corners and edges, half turns through both", square_one::square_one),
    entry("clock", "eighteen dials on two sides, moves named by the pins that are up", clock::clock),
    entry("topspin", "twenty tokens in a circle, four of which are reversed", flat::top_spin),
    entry("loopover-3x3", "nine tiles, rows and columns that run in circles", |name| flat::loopover(name, 3)),
    entry("loopover-4x4", "sixteen tiles, rows and columns that run in circles", |name| flat::loopover(name, 4)),
    entry("loopover-5x5", "twenty-five tiles, rows and columns that run in circles", |name| flat::loopover(name, 5)),
];
