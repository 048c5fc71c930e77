//! Small puzzles for tests, and the plain search that others are held to.

use super::{Definition, NamedMove, Orbit, Position, Question, Shape, Transformation};
use std::collections::HashMap;

/// A puzzle with these orbits (name, places, orientations) and moves (name, source and twist of each place of all
/// orbits).
pub fn definition(name: &str, orbits: &[(&str, usize, u8)], moves: &[(&str, &[u16], &[u8])]) -> Definition {
    let orbits = orbits.iter().map(|&(name, places, orientations)| Orbit { name: name.into(), places, orientations });
    let shape = Shape::new(orbits.collect());
    let made = moves.iter().map(|&(name, sources, twists)| {
        let transformation = Transformation::new(&shape, sources.to_vec(), twists.to_vec()).expect("a move");
        NamedMove { name: name.into(), transformation }
    });
    let moves = made.collect();
    let solved = Position::labelled(&shape);
    Definition {
        name: name.into(),
        shape,
        solved,
        moves,
        rotations: Vec::new(),
        names: Vec::new(),
        illegal: Vec::new(),
    }
}

/// The corners and edges of the 3x3x3, in the places URF UFL ULB UBR DFR DLF DBL DRB and UR UF UL UB DR DF DL DB FR FL
/// BL BR, with the turns of some faces.
pub fn cube(faces: &str) -> Definition {
    type Turn = (&'static str, [u16; 8], [u8; 8], [u16; 12], [u8; 12]);
    const NONE: [u8; 12] = [0; 12];
    let turns: [Turn; 6] = [
        ("U", [3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], NONE),
        ("R", [4, 1, 2, 0, 7, 5, 6, 3], [2, 0, 0, 1, 1, 0, 0, 2], [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], NONE),
        (
            "F",
            [1, 5, 2, 3, 0, 4, 6, 7],
            [1, 2, 0, 0, 2, 1, 0, 0],
            [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
            [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
        ),
        ("D", [0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], NONE),
        ("L", [0, 2, 6, 3, 4, 1, 5, 7], [0, 1, 2, 0, 0, 2, 1, 0], [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11], NONE),
        (
            "B",
            [0, 1, 3, 7, 4, 5, 2, 6],
            [0, 0, 1, 2, 0, 0, 2, 1],
            [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
        ),
    ];
    let made: Vec<(&str, Vec<u16>, Vec<u8>)> = turns
        .iter()
        .filter(|(face, ..)| faces.contains(face))
        .map(|(face, corners, twists, edges, flips)| {
            let sources = corners.iter().copied().chain(edges.iter().map(|edge| edge + 8)).collect();
            (*face, sources, [twists.as_slice(), flips].concat())
        })
        .collect();
    let moves: Vec<(&str, &[u16], &[u8])> = made.iter().map(|(face, from, by)| (*face, &from[..], &by[..])).collect();
    definition("cube", &[("CORNERS", 8, 3), ("EDGES", 12, 2)], &moves)
}

/// The cost of every position within some cost of the goal, by the plain search: level by level, from the goal.
pub fn distances(question: &Question, most: u8) -> HashMap<Position, u8> {
    let shape = &question.definition().shape;
    let moves = question.moves().moves();
    let back: Vec<_> = moves.iter().map(|by| (by.transformation.inverse(shape), by.cost)).collect();
    let mut known: HashMap<Position, u8> = question.goal().targets().iter().map(|goal| (goal.clone(), 0)).collect();
    let mut levels = vec![Vec::new(); usize::from(most) + 1];
    levels[0] = question.goal().targets().to_vec();
    for cost in 0..most {
        let mut level = std::mem::take(&mut levels[usize::from(cost)]);
        level.retain(|position| known[position] == cost);
        for (position, (back, by)) in level.iter().flat_map(|at| back.iter().map(move |by| (at, by))) {
            let (before, reached) = (position.after(back), cost + by);
            if reached <= most && question.is_legal(&before) && known.get(&before).is_none_or(|&of| of > reached) {
                levels[usize::from(reached)].push(before.clone());
                known.insert(before, reached);
            }
        }
    }
    known
}
