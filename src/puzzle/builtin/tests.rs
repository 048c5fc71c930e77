use super::super::{Definition, Position, Transformation};
use super::{BUILTINS, builtin};
use std::collections::HashSet;

/// The built-in puzzle with this name.
fn puzzle(name: &str) -> Definition {
    builtin(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The effect of a sequence of names with optional primes.
fn sequence(puzzle: &Definition, names: &str) -> Transformation {
    names.split(' ').fold(Transformation::identity(&puzzle.shape), |sum, name| {
        let (name, exponent) = name.strip_suffix('\'').map_or((name, 1), |name| (name, -1));
        let known = puzzle.named(name).unwrap_or_else(|| panic!("{} has no {name}", puzzle.name));
        sum.then(&puzzle.shape, &known.transformation.power(&puzzle.shape, exponent))
    })
}

/// The positions after each move and each of its powers.
fn successors(of: &Position, puzzle: &Definition) -> Vec<Position> {
    let mut successors = Vec::new();
    for by in &puzzle.moves {
        let mut position = of.clone();
        for _ in 1..by.transformation.order(&puzzle.shape) {
            position = position.after(&by.transformation);
            successors.push(position.clone());
        }
    }
    successors.retain(|position| puzzle.is_legal(position));
    successors
}

/// The numbers of positions by distance from the solved one, up to a depth.
fn distances(puzzle: &Definition, depth: usize) -> Vec<usize> {
    let mut seen = HashSet::from([puzzle.solved.clone()]);
    let mut last = vec![puzzle.solved.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let next = last.iter().flat_map(|position| successors(position, puzzle));
        last = next.filter(|position| seen.insert(position.clone())).collect();
        counts.push(last.len());
    }
    counts
}

#[test]
fn orbits_and_moves_are_those_of_the_puzzle() {
    for (name, orbits, moves) in [
        ("2x2x2", "CORNERS 8/3", "U4 R4 F4 D4 L4 B4"),
        ("3x3x3", "CORNERS 8/3, EDGES 12/2, CENTERS 6/1", "U4 R4 F4 D4 L4 B4"),
        ("4x4x4", "CORNERS 8/3, EDGES 24/1, CENTERS 24/1", "U4 R4 F4 D4 L4 B4 Uw4 Rw4 Fw4 Dw4 Lw4 Bw4"),
        ("pyraminx", "CORNERS 4/3, TIPS 4/3, EDGES 6/2", "U3 L3 R3 B3 u3 l3 r3 b3"),
        ("pyraminx-faces", "CORNERS 4/3, TIPS 4/3, EDGES 6/2", "D3 F3 R3 L3 u3 l3 r3 b3"),
        ("skewb", "CORNERS 4/3, CORNERS2 4/3, CENTERS 6/1", "UFR3 UFL3 UBR3 UBL3 DFR3 DFL3 DBR3 DBL3"),
        ("dino", "EDGES 12/1", "UFR3 UFL3 UBR3 UBL3 DFR3 DFL3 DBR3 DBL3"),
        ("little-chop", "CENTERS 24/1", "UF2 UR2 UL2 UB2 FR2 FL2 BR2 BL2 DF2 DR2 DL2 DB2"),
        ("fto", "CORNERS 6/2, EDGES 12/1, CENTERS 12/1, CENTERS2 12/1", "U3 F3 R3 L3 B3 BR3 BL3 D3"),
        ("megaminx", "CORNERS 20/3, EDGES 30/2", "U5 R5 F5 L5 BL5 BR5 DR5 DL5 DBR5 B5 DBL5 D5"),
        ("square-1", "SLOTS 24/1, MIDDLE 1/2", "U12 D12 /2"),
        ("topspin", "TOKENS 20/1", "F2 R20"),
        ("loopover-3x3", "TILES 9/1", "1H3 2H3 3H3 1V3 2V3 3V3"),
    ] {
        let puzzle = puzzle(name);
        let orbits_found = puzzle.shape.orbits().iter();
        let orbits_found = orbits_found.map(|orbit| format!("{} {}/{}", orbit.name, orbit.places, orbit.orientations));
        assert_eq!(orbits_found.collect::<Vec<_>>().join(", "), orbits);
        let moves_found = puzzle.moves.iter();
        let moves_found = moves_found.map(|by| format!("{}{}", by.name, by.transformation.order(&puzzle.shape)));
        assert_eq!(moves_found.collect::<Vec<_>>().join(" "), moves, "{name}");
    }
}

#[test]
fn numbers_of_positions_are_those_published() {
    for (name, counts) in [
        ("2x2x2", &[1, 18, 243, 2874, 28000][..]),
        ("3x3x3", &[1, 18, 243, 3240, 43239]),
        ("4x4x4", &[1, 36, 1026, 28146]),
        ("4x4x4-slices", &[1, 36, 1026, 28812]),
        ("5x5x5-slices", &[1, 36, 1026, 28812]),
        ("pyraminx-faces", &[1, 16, 136, 896, 5456, 32528]),
        ("skewb", &[1, 16, 208, 2280, 19683]),
        ("dino", &[1, 16, 160, 1408, 11712]),
        ("helicopter", &[1, 12, 90, 572, 3405, 19704]),
        ("curvy-copter", &[1, 12, 90, 572, 3405, 19704]),
        ("little-chop", &[1, 12, 126, 1125, 8663]),
        ("fto", &[1, 16, 208, 2688, 34752]),
        ("megaminx", &[1, 48, 1536, 43520]),
        ("kilominx", &[1, 48, 1536, 43520]),
        ("square-1", &[1, 15, 69, 212, 1141, 3933, 14029]),
    ] {
        assert_eq!(distances(&puzzle(name), counts.len() - 1), counts, "{name}");
    }
}

/// Tips turn independently of everything else.
#[test]
fn tips_multiply_the_numbers_of_positions_of_the_pyraminx() {
    let without = distances(&puzzle("pyraminx-tipless"), 5);
    assert_eq!(without, [1, 8, 48, 288, 1728, 9896]);
    let tips = [1, 8, 24, 32, 16];
    let product = (0..=4).map(|depth| (0..=depth).map(|tip| tips[tip] * without[depth - tip]).sum::<usize>());
    assert_eq!(distances(&puzzle("pyraminx"), 4), product.collect::<Vec<_>>());
}

#[test]
fn turns_of_tips_change_one_tip() {
    let puzzle = puzzle("pyraminx");
    let tips = puzzle.shape.range(puzzle.shape.orbit_named("TIPS").expect("an orbit of tips"));
    for name in ["u", "l", "r", "b"] {
        let turn = sequence(&puzzle, name);
        let is_changed = |&place: &usize| turn.changes(place);
        let changed: Vec<usize> = (0..puzzle.shape.places()).filter(is_changed).collect();
        assert!(matches!(changed[..], [place] if tips.contains(&place)), "{name} changes {changed:?}");
    }
}

#[test]
fn sequences_of_names_agree() {
    for (name, one, other) in [
        ("3x3x3", "x", "R M' L'"),
        ("3x3x3", "y", "U E' D'"),
        ("3x3x3", "z", "F S B'"),
        ("3x3x3", "r", "L x"),
        ("3x3x3", "Rw", "r"),
        ("3x3x3", "F", "x U x'"),
        ("3x3x3", "R", "y F y'"),
        ("3x3x3", "U", "z R z'"),
        ("4x4x4", "Uw", "U 2U"),
        ("4x4x4", "3Rw", "x L"),
        ("5x5x5", "M", "3L"),
        ("5x5x5", "Fw", "x Uw x'"),
        ("6x6x6", "3Uw", "U 2U 3U"),
        ("7x7x7", "3Rw", "y 3Fw y'"),
        ("7x7x7-slices", "4Uw", "3Uw E'"),
        ("skewb", "R U L B", "DBR UBL DFL DBL"),
        ("pyraminx", "L", "Uv B Uv'"),
        ("megaminx", "R", "Uv F Uv'"),
        ("fto", "R", "Uv L Uv'"),
        ("little-chop", "FR", "x UR x'"),
        ("clock", "bU", "y2 U y2"),
    ] {
        let puzzle = puzzle(name);
        assert_eq!(sequence(&puzzle, one), sequence(&puzzle, other), "{name}: {one} is {other}");
    }
}

/// Places and orientations of the 3x3x3 are those of Kociemba's two-phase algorithm.
#[test]
fn moves_of_the_3x3x3_are_those_of_the_usual_tables() {
    let puzzle = puzzle("3x3x3");
    let right = ([4, 1, 2, 0, 7, 5, 6, 3], [2, 0, 0, 1, 1, 0, 0, 2], [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], [0; 12]);
    let front = (
        [1, 5, 2, 3, 0, 4, 6, 7],
        [1, 2, 0, 0, 2, 1, 0, 0],
        [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
        [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
    );
    for (name, (corners, twists, edges, flips)) in [("R", right), ("F", front)] {
        let by = sequence(&puzzle, name);
        let sources = corners.into_iter().chain(edges.map(|edge| corners.len() + edge));
        assert!((0..20).map(|place| by.source(place)).eq(sources), "{name}");
        assert!((0..20).map(|place| by.twist(place)).eq(twists.into_iter().chain(flips)), "{name}");
    }
}

/// Orders that appear in collections of facts about these puzzles, in which wrong orientations would show.
#[test]
fn orders_of_sequences_are_known() {
    for (name, moves, order) in [
        ("3x3x3", "R U", 105),
        ("3x3x3", "R U'", 63),
        ("3x3x3", "R U R' U'", 6),
        ("3x3x3", "R U U D' B D'", 1260),
        ("2x2x2", "R U", 15),
        ("megaminx", "R U R' U'", 6),
    ] {
        let puzzle = puzzle(name);
        assert_eq!(sequence(&puzzle, moves).order(&puzzle.shape), order, "{name} {moves}");
    }
}

/// `(1,0) / (-1,-1) / (0,1)` exchanges edges of the front and of the back as `M2` does on a cube. No sequence can start
/// with `(-1,0)` or `(0,1)`.
#[test]
fn turns_of_the_square_one_are_those_of_competitions() {
    let puzzle = puzzle("square-1");
    let after = |names| puzzle.solved.after(&sequence(&puzzle, names));
    let prefixes = ["U", "D'", "U /", "U / U' D'", "U / U' D' /", "U / U' D' / D"];
    assert!(prefixes.iter().all(|names| puzzle.is_legal(&after(names))));
    assert!(!["U'", "D"].iter().any(|names| puzzle.is_legal(&after(names))));
    let exchanged = after(prefixes[5]);
    let is_moved = |&place: &usize| exchanged.piece(place) != puzzle.solved.piece(place);
    assert_eq!((0..25).filter(is_moved).collect::<Vec<_>>(), [5, 11, 12, 18]);
    assert_eq!(exchanged.orientation(24), 0);
}

#[test]
fn only_centres_and_halves_of_corners_are_identical() {
    for known in BUILTINS {
        let puzzle = known.definition();
        for (number, orbit) in puzzle.shape.orbits().iter().enumerate() {
            let pieces: HashSet<u8> = puzzle.shape.range(number).map(|place| puzzle.solved.piece(place)).collect();
            let faces = match (known.name, orbit.name.as_str(), orbit.places) {
                ("square-1", "SLOTS", _) => 17,
                ("fto", "CENTERS" | "CENTERS2", _) => 4,
                (_, name, places) if name.starts_with("CENTERS") => places.min(6),
                (_, _, places) => places,
            };
            assert_eq!(pieces, (0..faces as u8).collect(), "{} {}", known.name, orbit.name);
        }
    }
}

#[test]
fn definitions_are_complete_and_always_the_same() {
    let mut names = HashSet::new();
    for known in BUILTINS {
        let puzzle = known.definition();
        assert!(names.insert(known.name) && puzzle.name == known.name);
        assert_eq!(puzzle, known.definition());
        assert!(puzzle.is_legal(&puzzle.solved));
        let all = [&puzzle.moves, &puzzle.rotations, &puzzle.names];
        let different: HashSet<_> = all.into_iter().flatten().map(|named| &named.name).collect();
        assert_eq!(different.len(), all.iter().map(|list| list.len()).sum::<usize>(), "{}", known.name);
        let powers = puzzle.moves.iter().map(|by| by.transformation.order(&puzzle.shape) - 1).sum::<u64>();
        assert!(powers <= Definition::MOST_MOVES as u64 || known.name == "clock", "{} {powers}", known.name);
    }
    assert_eq!(builtin("1x1x1"), None);
}
