//! Solutions in the order of how easy they are to turn: weights of moves.

/// Ten times the weight of a quarter turn of each layer, by its letter. A half turn weighs two fifths more. The numbers
/// are this project's own estimates for two hands that hold the cube at L and R.
const WEIGHTS: [(char, u32); 19] = [
    ('R', 10),
    ('U', 10),
    ('L', 12),
    ('D', 13),
    ('F', 15),
    ('B', 20),
    ('r', 11),
    ('l', 13),
    ('u', 16),
    ('d', 16),
    ('f', 16),
    ('b', 20),
    ('M', 13),
    ('S', 22),
    ('E', 25),
    ('x', 15),
    ('y', 15),
    ('z', 15),
    ('2', 18),
];
/// The same for a turn of an unknown name.
const OTHER: u32 = 20;

/// Sorts solutions, with the easiest first; `text` writes one as moves.
pub fn sort<T>(solutions: &mut [T], text: impl Fn(&T) -> String) {
    solutions.sort_by_cached_key(|solution| weight(&text(solution)));
}

/// A hundred times the weight of a sequence.
fn weight(sequence: &str) -> u32 {
    let of = |token: &str| {
        let letter = token.chars().next();
        let quarter = WEIGHTS.iter().find(|(known, _)| Some(*known) == letter).map_or(OTHER, |(_, weight)| *weight);
        if token.contains('2') && !token.starts_with('2') { quarter * 14 } else { quarter * 10 }
    };
    sequence.split_whitespace().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_and_up_are_easier_than_back() {
        assert!(weight("R U R' U'") < weight("F B F' B'"));
        assert_eq!(weight("R2 Q"), 340);
    }
}
