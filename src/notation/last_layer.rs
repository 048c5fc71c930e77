//! The cases of the last layer: positions in which the first two layers are solved, up to turns of the last one before
//! and after an algorithm, and up to turns of the whole cube.

use super::parse_moves;
use crate::cube::{Cubies, FaceTurn, Symmetry};
use std::collections::{HashMap, HashSet};

/// A set of cases of the last layer, without the one that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseSet {
    /// 57 cases of orientation: an algorithm orients the pieces of the layer.
    Oll,
    /// 21 cases of permutation: all pieces of the layer are oriented.
    Pll,
    /// 493 cases in which the edges of the layer are oriented.
    Zbll,
    /// All 3,915 cases.
    Ll,
}

/// A case, as a cube that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastLayerCase {
    /// The name that people have for it, or a number.
    pub name: String,
    /// One of its cubes.
    pub cube: Cubies,
}

/// The face of the last layer.
const TOP: u8 = 0;
/// Corners of a layer, and edges: in the order of the slots those of the last layer come first.
const OF_LAYER: usize = 4;

/// Algorithms for the cases of permutation, by the names that speedcubers give these.
const PLL: [(&str, &str); 21] = [
    ("Aa", "x R' U R' D2 R U' R' D2 R2"),
    ("Ab", "x R2 D2 R U R' D2 R U' R"),
    ("E", "x' R U' R' D R U R' D' R U R' D R U' R' D'"),
    ("F", "R' U' F' R U R' U' R' F R2 U' R' U' R U R' U R"),
    ("Ga", "R2 U R' U R' U' R U' R2 U' D R' U R D'"),
    ("Gb", "R' U' R U D' R2 U R' U R U' R U' R2 D"),
    ("Gc", "R2 U' R U' R U R' U R2 U D' R U' R' D"),
    ("Gd", "R U R' U' D R2 U' R U' R' U R' U R2 D'"),
    ("H", "M2 U M2 U2 M2 U M2"),
    ("Ja", "x R2 F R F' R U2 r' U r U2"),
    ("Jb", "R U R' F' R U R' U' R' F R2 U' R'"),
    ("Na", "R U R' U R U R' F' R U R' U' R' F R2 U' R' U2 R U' R'"),
    ("Nb", "R' U R U' R' F' U' F R U R' F R' F' R U' R"),
    ("Ra", "R U' R' U' R U R D R' U' R D' R' U2 R'"),
    ("Rb", "R2 F R U R U' R' F' R U2 R' U2 R"),
    ("T", "R U R' U' R' F R2 U' R' U' R U R' F'"),
    ("Ua", "M2 U M U2 M' U M2"),
    ("Ub", "M2 U' M U2 M' U' M2"),
    ("V", "R' U R' U' y R' F' R2 U' R' U R' F R F"),
    ("Y", "F R U' R' U' R U R' F' R U R' U' R' F R F'"),
    ("Z", "M' U M2 U M2 U M' U2 M2"),
];

/// Algorithms for the cases of orientation, in the order of the numbers that speedcubers give these.
const OLL: [&str; 57] = [
    "R U2 R2 F R F' U2 R' F R F'",
    "F R U R' U' F' f R U R' U' f'",
    "f R U R' U' f' U' F R U R' U' F'",
    "f R U R' U' f' U F R U R' U' F'",
    "r' U2 R U R' U r",
    "r U2 R' U' R U' r'",
    "r U R' U R U2 r'",
    "r' U' R U' R' U2 r",
    "R U R' U' R' F R2 U R' U' F'",
    "R U R' U R' F R F' R U2 R'",
    "r U R' U R' F R F' R U2 r'",
    "M' R' U' R U' R' U2 R U' R r'",
    "F U R U' R2 F' R U R U' R'",
    "R' F R U R' F' R F U' F'",
    "r' U' r R' U' R U r' U r",
    "r U r' R U R' U' r U' r'",
    "R U R' U R' F R F' U2 R' F R F'",
    "r U R' U R U2 r2 U' R U' R' U2 r",
    "M U R U R' U' M' R' F R F'",
    "M U R U R' U' M2 U R U' r'",
    "R U2 R' U' R U R' U' R U' R'",
    "R U2 R2 U' R2 U' R2 U2 R",
    "R2 D R' U2 R D' R' U2 R'",
    "r U R' U' r' F R F'",
    "F' r U R' U' r' F R",
    "R U2 R' U' R U' R'",
    "R U R' U R U2 R'",
    "r U R' U' r' R U R U' R'",
    "R U R' U' R U' R' F' U' F R U R'",
    "F R' F R2 U' R' U' R U R' F2",
    "R' U' F U R U' R' F' R",
    "L U F' U' L' U L F L'",
    "R U R' U' R' F R F'",
    "R U R2 U' R' F R U R U' F'",
    "R U2 R2 F R F' R U2 R'",
    "L' U' L U' L' U L U L F' L' F",
    "F R' F' R U R U' R'",
    "R U R' U R U' R' U' R' F R F'",
    "L F' L' U' L U F U' L'",
    "R' F R U R' U' F' U R",
    "R U R' U R U2 R' F R U R' U' F'",
    "R' U' R U' R' U2 R F R U R' U' F'",
    "f' L' U' L U f",
    "f R U R' U' f'",
    "F R U R' U' F'",
    "R' U' R' F R F' U R",
    "F' L' U' L U L' U' L U F",
    "F R U R' U' R U R' U' F'",
    "r U' r2 U r2 U r2 U' r",
    "r' U r2 U' r2 U' r2 U r'",
    "f R U R' U' R U R' U' f'",
    "R U R' U R U' B U' B' R'",
    "l' U2 L U L' U' L U L' U l",
    "r U2 R' U' R U R' U' R U' r'",
    "R' F R U R U' R2 F' R2 U' R' U R U R'",
    "r U r' U R U' R' U R U' R' r U' r'",
    "R U R' U' M' U R U' r'",
];

impl CaseSet {
    /// All sets.
    pub const ALL: [Self; 4] = [Self::Oll, Self::Pll, Self::Zbll, Self::Ll];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oll => "oll",
            Self::Pll => "pll",
            Self::Zbll => "zbll",
            Self::Ll => "ll",
        }
    }

    /// The name of the goal of its algorithms.
    pub const fn goal(self) -> &'static str {
        match self {
            Self::Oll => "oll",
            Self::Pll | Self::Zbll | Self::Ll => "ll-auf",
        }
    }

    /// The cases, each once. Those without names are numbered in an order of their own, which does not change.
    pub fn cases(self) -> Vec<LastLayerCase> {
        let named = |(name, algorithm): (String, &str)| LastLayerCase { name, cube: after(algorithm).inverse() };
        match self {
            Self::Oll => (1..).map(|number: u32| number.to_string()).zip(OLL).map(named).collect(),
            Self::Pll => PLL.into_iter().map(|(name, algorithm)| named((name.to_owned(), algorithm))).collect(),
            Self::Zbll | Self::Ll => {
                let numbered = (1..).map(|number: u32| number.to_string()).zip(self.classes());
                numbered.map(|(name, cube)| LastLayerCase { name, cube }).collect()
            }
        }
    }

    /// As [`cases`](Self::cases), where one case stands for those that its algorithms solve when they are mirrored
    /// between left and right, or inverted, with all their names: `Aa=Ab`. Cases of orientation alone have no inverses:
    /// what an algorithm leads to, turned back, depends on places.
    pub fn folded(self, mirrored: bool, inverted: bool) -> Vec<LastLayerCase> {
        let reflection = Symmetry::all().find(|one| one.is_reflection() && one.face_map()[usize::from(TOP)] == TOP);
        let reflection = reflection.expect("left and right can be exchanged");
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        let mut folded: Vec<LastLayerCase> = Vec::new();
        for case in self.cases() {
            if let Some(&number) = numbers.get(&self.key(&case.cube)) {
                folded[number].name += &format!("={}", case.name);
                continue;
            }
            let mut alike = vec![case.cube];
            if mirrored {
                alike.push(reflection.of_cubies(&case.cube));
            }
            if inverted && self != Self::Oll {
                alike.extend(alike.clone().iter().map(Cubies::inverse));
            }
            let keys = alike.iter().flat_map(|cube| self.images(cube));
            numbers.extend(keys.map(|key| (key, folded.len())));
            folded.push(case);
        }
        folded
    }

    /// A cube of each class that is not solved, from all cubes of the set.
    fn classes(self) -> Vec<Cubies> {
        let mut known: HashSet<Key> = self.images(&Cubies::SOLVED).into_iter().collect();
        let mut classes = Vec::new();
        for cube in self.cubes() {
            if !known.contains(&self.key(&cube)) {
                known.extend(self.images(&cube));
                classes.push(cube);
            }
        }
        classes
    }

    /// All cubes of the set.
    fn cubes(self) -> impl Iterator<Item = Cubies> {
        let permutations = permutations();
        let turns = |modulus: u8| turned(modulus);
        let flips = if self == Self::Zbll || self == Self::Pll { vec![[0; OF_LAYER]] } else { turns(2) };
        let twists = if self == Self::Pll { vec![[0; OF_LAYER]] } else { turns(3) };
        let pairs = permutations.clone().into_iter().flat_map(move |corners| {
            permutations
                .clone()
                .into_iter()
                .filter(move |edges| edges.1 == corners.1)
                .map(move |edges| (corners.0, edges.0))
        });
        pairs.flat_map(move |(corners, edges)| {
            let flips = flips.clone();
            twists.clone().into_iter().flat_map(move |twists| {
                flips.clone().into_iter().map(move |flips| {
                    let mut cube = Cubies::SOLVED;
                    cube.corners[..OF_LAYER].copy_from_slice(&corners);
                    cube.edges[..OF_LAYER].copy_from_slice(&edges);
                    cube.twists[..OF_LAYER].copy_from_slice(&twists);
                    cube.flips[..OF_LAYER].copy_from_slice(&flips);
                    cube
                })
            })
        })
    }

    /// The keys of all cubes of a case.
    fn images(self, cube: &Cubies) -> Vec<Key> {
        let turns: Vec<Cubies> = (0..4).map(turn).collect();
        let around = Symmetry::rotations().filter(|one| one.face_map()[usize::from(TOP)] == TOP);
        let held: Vec<Cubies> = around.map(|one| one.of_cubies(cube)).collect();
        let mut keys = Vec::new();
        for cube in &held {
            for before in &turns {
                keys.extend(turns.iter().map(|after| self.key(&before.then(cube).then(after))));
            }
        }
        keys
    }

    fn key(self, cube: &Cubies) -> Key {
        let first = |slots: &[u8]| [slots[0], slots[1], slots[2], slots[3]];
        let (corners, edges) = match self {
            Self::Oll => ([0; OF_LAYER], [0; OF_LAYER]),
            _ => (first(&cube.corners), first(&cube.edges)),
        };
        (corners, first(&cube.twists), edges, first(&cube.flips))
    }
}

/// Corners, twists, edges and flips of the last layer.
type Key = ([u8; OF_LAYER], [u8; OF_LAYER], [u8; OF_LAYER], [u8; OF_LAYER]);

/// The solved cube after so many quarter turns of the last layer.
fn turn(quarters: u8) -> Cubies {
    FaceTurn::turn(TOP, quarters).map_or(Cubies::SOLVED, Cubies::of_move)
}

fn after(algorithm: &str) -> Cubies {
    Cubies::after(&parse_moves(algorithm, &super::MoveOptions::default()).expect("it is written here"))
}

/// The permutations of four pieces, each with its parity.
fn permutations() -> Vec<([u8; OF_LAYER], bool)> {
    let mut all = Vec::new();
    for code in 0..OF_LAYER.pow(OF_LAYER as u32) {
        let digit = |place: u32| (code / OF_LAYER.pow(place) % OF_LAYER) as u8;
        let pieces = [3, 2, 1, 0].map(digit);
        let pairs = || (0..OF_LAYER).flat_map(|second| (0..second).map(move |first| (first, second)));
        if pairs().all(|(first, second)| pieces[first] != pieces[second]) {
            let inversions = pairs().filter(|&(first, second)| pieces[first] > pieces[second]).count();
            all.push((pieces, inversions % 2 == 1));
        }
    }
    all
}

/// The orientations of four pieces whose sum is a multiple of a number.
fn turned(modulus: u8) -> Vec<[u8; OF_LAYER]> {
    let base = usize::from(modulus);
    let all =
        (0..base.pow(OF_LAYER as u32)).map(|code| [3, 2, 1, 0].map(|place| (code / base.pow(place) % base) as u8));
    all.filter(|turns| turns.iter().sum::<u8>().is_multiple_of(modulus)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::geometry::{CORNERS, EDGES};

    /// The numbers of cases that are known, and that each named algorithm stands for another one of them.
    #[test]
    fn sets_have_all_cases_once() {
        for (set, number) in [(CaseSet::Oll, 57), (CaseSet::Pll, 21), (CaseSet::Zbll, 493), (CaseSet::Ll, 3915)] {
            let cases = set.cases();
            assert_eq!(cases.len(), number, "{set:?}");
            let is_case = |cube: &Cubies| {
                cube.check_reachable().is_ok()
                    && cube.corners[OF_LAYER..] == Cubies::SOLVED.corners[OF_LAYER..]
                    && cube.twists[OF_LAYER..] == [0; CORNERS - OF_LAYER]
                    && cube.edges[OF_LAYER..] == Cubies::SOLVED.edges[OF_LAYER..]
                    && cube.flips[OF_LAYER..] == [0; EDGES - OF_LAYER]
            };
            let mut known: HashSet<Key> = set.images(&Cubies::SOLVED).into_iter().collect();
            for case in &cases {
                assert!(is_case(&case.cube), "{set:?} {}", case.name);
                assert!(!known.contains(&set.key(&case.cube)), "{set:?} {} is another case", case.name);
                known.extend(set.images(&case.cube));
            }
            let all: HashSet<Key> = set.cubes().map(|cube| set.key(&cube)).collect();
            assert_eq!(known, all, "{set:?}");
        }
    }

    /// Of the 21 cases of permutation, 13 are left, and each name stands for one case.
    #[test]
    fn mirrored_and_inverted_cases_are_one() {
        let names = |mirrored, inverted| -> Vec<String> {
            CaseSet::Pll.folded(mirrored, inverted).into_iter().map(|case| case.name).collect()
        };
        assert_eq!(names(false, false).len(), 21);
        let both = names(true, true);
        assert_eq!(both.len(), 13, "{both:?}");
        for pair in ["Aa=Ab", "Ja=Jb", "Na=Nb", "Ra=Rb", "Ua=Ub", "Ga=Gb=Gc=Gd"] {
            assert!(both.iter().any(|name| name == pair), "{pair} of {both:?}");
        }
        for set in [CaseSet::Oll, CaseSet::Pll, CaseSet::Zbll] {
            let all: HashSet<String> = set.cases().into_iter().map(|case| case.name).collect();
            for (mirrored, inverted) in [(true, false), (false, true), (true, true)] {
                let folded = set.folded(mirrored, inverted);
                let known: Vec<&str> = folded.iter().flat_map(|case| case.name.split('=')).collect();
                assert_eq!(known.len(), all.len(), "{set:?}");
                assert!(known.iter().all(|&name| all.contains(name)), "{set:?}");
            }
        }
        assert_eq!(CaseSet::Oll.folded(false, true).len(), 57);
    }
}
