//! The cubes to solve.
//!
//! The inputs of the reports were not published. ParaCube describes its own: `t8` … `t14` are solved in as many moves,
//! all of them counterclockwise. The sequences here were drawn at random with a fixed seed; the solver was used to
//! check that each of them is the only shortest solution of the cube that it solves.

use cubepdb::{Algorithm, Cube, Format, MoveOptions, Size};

/// A cube with the length of its shortest solution.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    pub cube: Cube,
    pub length: u8,
}

/// The solutions of ParaCube's cubes, from `t3` on.
const COUNTERCLOCKWISE: [&str; 11] = [
    "F' L' B'",
    "B' D' R' D'",
    "R' U' B' R' F'",
    "L' B' R' B' L' D'",
    "D' F' D' F' D' R' B'",
    "R' U' L' U' R' F' R' B'",
    "F' L' F' L' D' L' U' R' U'",
    "U' L' U' R' F' U' F' D' F' U'",
    "R' F' R' F' L' B' D' L' D' F' D'",
    "L' U' F' R' F' U' F' U' B' R' F' U'",
    "U' L' U' L' U' B' L' B' L' B' L' D' L'",
];

/// `t13` with some of its turns in the other direction, section 8.1 of the report; and the number of nodes of the whole
/// iteration of length 13, without the lengths before it.
pub const CLOCKWISE: [(&str, &str, u64); 4] = [
    ("t13", "U' L' U' L' U' B' L' B' L' B' L' D' L'", 2_444_307_819),
    ("t13_all_i1", "U L U L U B L B L B L D L", 1_266_984_903),
    ("t13_last_i1", "U' L' U' L' U' B' L' B' L' B' L' D' L", 1_728_881_565),
    ("t13_scale", "U' L U' L' U' B' L' B' L' B' L' D' L'", 1_178_272_689),
];

/// The inverse of the cube of depth 9, whose own solution begins with the first moves of the search and so is found
/// early; the solution of this one lies in the middle.
const INVERSE: (&str, &str, u8) = ("depth 9 inverse", "F R' F2 L R2 U2", 9);

/// Cubes in quarter turns, as the report of Garza Rodriguez and Pol describes them: by their depth.
const PIECES: [(u8, &str); 4] = [
    (1, include_str!("../../../tests/data/pieces/depth1.txt")),
    (5, include_str!("../../../tests/data/pieces/depth5.txt")),
    (8, include_str!("../../../tests/data/pieces/depth8.txt")),
    (9, include_str!("../../../tests/data/pieces/depth9.txt")),
];

impl Case {
    /// The cube that a move sequence solves.
    pub fn solved_by(name: &str, solution: &str) -> Self {
        let solution: Algorithm = solution.parse().expect("the words were written for this");
        let cube = Cube::solved(Size::THREE).apply(&solution.inverse()).expect("a face turn");
        Self { name: name.to_owned(), cube, length: solution.len() as u8 }
    }

    /// The last `count` of ParaCube's cubes of at most `longest` moves.
    pub fn paracube(longest: u8, count: usize) -> Vec<Self> {
        let cases = COUNTERCLOCKWISE.iter().map(|word| Self::solved_by(&format!("t{}", word.split(' ').count()), word));
        let cases: Vec<Self> = cases.filter(|case| case.length <= longest).collect();
        cases[cases.len().saturating_sub(count)..].to_vec()
    }

    /// The cubes of at most `longest` quarter turns.
    pub fn quarter_turns(longest: u8) -> Vec<Self> {
        let (name, word, length) = INVERSE;
        let inverse = Self { length, ..Self::solved_by(name, word) };
        let pieces = PIECES.iter().filter(|(length, _)| *length <= longest);
        pieces
            .map(|&(length, text)| {
                let cube = Cube::parse(text, Size::THREE, Format::Pieces, &MoveOptions::default());
                let cube = cube.expect("the files are read by many tests");
                Self { name: format!("depth {length}"), cube, length }
            })
            .chain((length <= longest).then_some(inverse))
            .collect()
    }

    /// The cube that a name stands for, in words; `None` if it is not one of these.
    pub fn described(name: &str) -> Option<String> {
        let solution = |word: &str| format!("a cube that needs {} face turns", word.split(' ').count());
        let straight = COUNTERCLOCKWISE.iter().find(|word| name == format!("t{}", word.split(' ').count()));
        if let Some(word) = straight {
            return Some(format!("{}; its only shortest solution, {word}, is all counterclockwise", solution(word)));
        }
        if let Some((_, word, _)) = CLOCKWISE.iter().find(|(known, ..)| *known == name) {
            return Some(format!("{}: {word}", solution(word)));
        }
        let depth = name.strip_prefix("depth ")?;
        Some(match depth.strip_suffix(" inverse") {
            Some(depth) => format!("the inverse of the cube of depth {depth}, as many quarter turns from solved"),
            None => format!("a cube {depth} quarter turns from solved"),
        })
    }

    /// The same cube after one more turn, under another name; its distance is unknown.
    pub fn turned(&self, name: &str, turn: &str) -> Cube {
        let turn: Algorithm = turn.parse().unwrap_or_else(|_| panic!("{name}: {turn} is a turn"));
        self.cube.apply(&turn).expect("a face turn")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cube_is_described() {
        for case in Case::paracube(20, usize::MAX) {
            let about = Case::described(&case.name).unwrap();
            assert!(about.starts_with(&format!("a cube that needs {} face turns;", case.length)), "{about}");
        }
        for (name, word, _) in CLOCKWISE {
            assert!(Case::described(name).unwrap().contains(word), "{name}");
        }
        for case in Case::quarter_turns(9) {
            assert!(Case::described(&case.name).unwrap().contains(&case.length.to_string()), "{}", case.name);
        }
        assert_eq!(["t99", "cube 1", "to depth 8"].map(Case::described), [const { None }; 3]);
    }

    #[test]
    fn words_are_of_the_kind_that_the_report_describes() {
        for (i, word) in COUNTERCLOCKWISE.iter().enumerate() {
            assert!(word.split(' ').all(|turn| turn.ends_with('\'')), "{word}");
            assert_eq!(word.split(' ').count(), i + 3);
        }
        let turns = |word: &str| -> Vec<bool> { word.split(' ').map(|turn| turn.ends_with('\'')).collect() };
        let [straight, all, last, early] = CLOCKWISE.map(|(_, word, _)| turns(word));
        assert!(straight.iter().all(|&back| back) && !all.iter().any(|&back| back));
        assert_eq!(last.iter().position(|&back| !back), Some(12));
        assert_eq!(early.iter().filter(|&&back| !back).count(), 1);
        assert!(!early[1]);
        let faces = |word: &str| word.replace('\'', "");
        assert!(CLOCKWISE.iter().all(|(_, word, _)| faces(word) == faces(COUNTERCLOCKWISE[10])));
    }
}
