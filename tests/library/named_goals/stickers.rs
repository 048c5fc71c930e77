//! The oracle of goals by name: what they are by the stickers of a cube.

use cubepdb::puzzles::{Asker, QuestionText, Reachability};
use cubepdb::{Algorithm, Cube, Format};

pub(super) const FACES: &str = "URFDLB";

/// The usual colours of the faces.
pub(super) const COLOURS: [char; 6] = ['W', 'R', 'G', 'Y', 'O', 'B'];

/// A cube after some moves, by its stickers.
pub(super) struct Stickers {
    moves: String,
    pub(super) facelets: String,
}

/// The faces of the piece of each sticker, its own first, in the order of the 54 facelets: each face row by row.
pub(super) const PIECES: [[&str; 9]; 6] = [
    ["ULB", "UB", "UBR", "UL", "U", "UR", "UFL", "UF", "URF"],
    ["RFU", "RU", "RUB", "RF", "R", "RB", "RDF", "RD", "RBD"],
    ["FLU", "FU", "FUR", "FL", "F", "FR", "FDL", "FD", "FRD"],
    ["DLF", "DF", "DFR", "DL", "D", "DR", "DBL", "DB", "DRB"],
    ["LBU", "LU", "LUF", "LB", "L", "LF", "LDB", "LD", "LFD"],
    ["BRU", "BU", "BUL", "BR", "B", "BL", "BDR", "BD", "BLD"],
];

impl Stickers {
    pub(super) fn after(moves: String) -> Self {
        let word: Algorithm = moves.parse().unwrap();
        let facelets = Cube::SOLVED.apply(&word).unwrap().format(Format::Facelets).unwrap();
        Self { moves, facelets }
    }

    /// The faces of the piece of each sticker, and its colour.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, char)> {
        PIECES.iter().flatten().copied().zip(self.facelets.chars())
    }

    /// The colours of the piece at some faces: that at the first one first.
    pub(super) fn colours(&self, piece: &str) -> Vec<char> {
        let at = |face: char| {
            let is_it = |(of, _): &(&str, char)| {
                of.starts_with(face) && of.len() == piece.len() && piece.chars().all(|face| of.contains(face))
            };
            self.all().find(is_it).unwrap().1
        };
        piece.chars().map(at).collect()
    }

    pub(super) fn has(&self, pieces: &str) -> bool {
        pieces.split_whitespace().all(|piece| self.colours(piece).into_iter().eq(piece.chars()))
    }

    /// The usual rule for edges: quarter turns of the faces of an axis flip them, others do not. `sides` are the faces
    /// of that axis, `ends` those of another one.
    pub(super) fn has_good_edges(&self, sides: &str, ends: &str) -> bool {
        let edges = PIECES.iter().flatten().filter(|piece| piece.len() == 2);
        let mut seen = edges.map(|piece| (piece, self.colours(piece)));
        // The sticker to look at: that at an end, or else at a side.
        seen.all(|(piece, colours)| {
            let first = piece.chars().next().unwrap();
            let is_looked_at =
                ends.contains(first) || sides.contains(first) && !piece.chars().any(|face| ends.contains(face));
            let is_bad = !ends.contains(colours[0]) && (!sides.contains(colours[0]) || ends.contains(colours[1]));
            !is_looked_at || !is_bad
        })
    }

    /// Returns whether opposite colours alone are on a pair of faces.
    pub(super) fn has_opposite_colours(&self, faces: &str) -> bool {
        self.all().all(|(piece, colour)| !faces.contains(&piece[..1]) || faces.contains(colour))
    }
}

pub(super) const CROSS: &str = "DF DR DB DL";
pub(super) const F2L: &str = "DF DR DB DL FR FL BL BR DFR DFL DBL DBR";
pub(super) const SLOTS: [&str; 4] = ["DFR FR", "DFL FL", "DBL BL", "DBR BR"];
pub(super) const CORNERS: &str = "UFR UFL UBL UBR DFR DFL DBL DBR";
pub(super) const EDGES: &str = "UF UR UB UL DF DR DB DL FR FL BL BR";

/// Returns whether the stickers of a cube are those of a goal at the place that it has without one.
pub(super) fn is_goal(name: &str, cube: &Stickers) -> bool {
    let all = || cube.has(CORNERS) && cube.has(EDGES);
    match name {
        "cross" => cube.has(CROSS),
        "xcross" => cube.has(CROSS) && SLOTS.iter().any(|slot| cube.has(slot)),
        "f2l" => cube.has(F2L),
        "f2l-1" => cube.has(CROSS) && SLOTS.iter().filter(|slot| cube.has(slot)).count() >= 3,
        "pair" => SLOTS.iter().any(|slot| cube.has(slot)),
        "2x2x2" => CORNERS.split(' ').any(|corner| {
            let sides = [&corner[..2], &corner[1..], &[&corner[..1], &corner[2..]].concat()].join(" ");
            cube.has(corner) && cube.has(&sides)
        }),
        "2x2x3" => EDGES.split(' ').any(|edge| {
            let is_beside = |piece: &&str| {
                let faces = piece.chars().filter(|face| edge.contains(*face)).count();
                if piece.len() == 3 { faces == 2 } else { faces == 2 || faces == 1 && !is_opposite(piece, edge) }
            };
            let pieces: Vec<&str> = CORNERS.split(' ').chain(EDGES.split(' ')).filter(is_beside).collect();
            pieces.len() == 7 && cube.has(&pieces.join(" "))
        }),
        "1x2x3" => ["FDB", "FUB", "UFD", "UBD"].iter().any(|along| {
            let [one, middle, other] = [&along[..1], &along[1..2], &along[2..]];
            cube.has(&format!("L{middle} L{one} L{other} L{middle}{one} L{middle}{other}"))
        }),
        "eo" => cube.has_good_edges("FB", "UD"),
        "eoline" => cube.has_good_edges("FB", "UD") && cube.has("DF DB"),
        "eocross" => cube.has_good_edges("FB", "UD") && cube.has(CROSS),
        "dr" => {
            let middle = "FR FL BL BR".split(' ').all(|edge| "FB".contains(cube.colours(edge)[0]));
            cube.has_opposite_colours("UD") && middle
        }
        "htr" => {
            let text = QuestionText { moves: Some("U2,R2,F2,D2,L2,B2".into()), ..QuestionText::about("3x3x3") };
            let question = text.read(Asker::Stranger).unwrap();
            question.reachable(&question.start(None, &cube.moves).unwrap()) == Reachability::Yes
        }
        "oll" => cube.has(F2L) && cube.has_opposite_colours("U"),
        "ll-auf" => ["", "U", "U2", "U'"].iter().any(|turn| {
            let turned = Stickers::after(format!("{} {turn}", cube.moves));
            turned.has(CORNERS) && turned.has(EDGES)
        }),
        "ll" | "pll" => all(),
        "corners" => cube.has(CORNERS),
        "edges" => cube.has(EDGES),
        "cross+pair+pair" => cube.has(CROSS) && SLOTS.iter().filter(|slot| cube.has(slot)).count() >= 2,
        "eo:any+eo:any" => {
            let axes = [("FB", "UD"), ("RL", "FB"), ("UD", "RL")];
            axes.iter().filter(|(sides, ends)| cube.has_good_edges(sides, ends)).count() >= 2
        }
        "dr+eo:UD" => is_goal("dr", cube) && cube.has_good_edges("UD", "RL"),
        "eo:UD+EDGES:0-3" => cube.has_good_edges("UD", "RL") && cube.has("UF UR UB UL"),
        joined if joined.contains('+') => joined.split('+').all(|name| is_goal(name, cube)),
        other => panic!("no stickers for {other}"),
    }
}

fn is_opposite(piece: &str, edge: &str) -> bool {
    let opposite = |face: char| FACES.chars().nth((FACES.find(face).unwrap() + 3) % 6).unwrap();
    piece.chars().any(|face| edge.chars().any(|other| other == opposite(face)))
}
