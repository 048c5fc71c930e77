//! Weights of moves: how hard they are to turn, for the order of algorithms.

/// The weight of a quarter turn of each layer, by its letter. A half turn weighs two fifths more. The numbers are this
/// project's own estimates for two hands that hold the cube at L and R.
const WEIGHTS: [(char, f64); 19] = [
    ('R', 1.0),
    ('U', 1.0),
    ('L', 1.2),
    ('D', 1.3),
    ('F', 1.5),
    ('B', 2.0),
    ('r', 1.1),
    ('l', 1.3),
    ('u', 1.6),
    ('d', 1.6),
    ('f', 1.6),
    ('b', 2.0),
    ('M', 1.3),
    ('S', 2.2),
    ('E', 2.5),
    ('x', 1.5),
    ('y', 1.5),
    ('z', 1.5),
    ('2', 1.8),
];
/// The weight of a turn of an unknown name.
const OTHER: f64 = 2.0;

/// The weight of a sequence.
pub fn weight(sequence: &str) -> f64 {
    let of = |token: &str| {
        let letter = token.chars().next();
        let quarter = WEIGHTS.iter().find(|(known, _)| Some(*known) == letter).map_or(OTHER, |(_, weight)| *weight);
        if token.contains('2') && !token.starts_with('2') { quarter * 1.4 } else { quarter }
    };
    sequence.split_whitespace().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_and_up_are_easier_than_back() {
        assert!(weight("R U R' U'") < weight("F B F' B'"));
        assert!((weight("R2 Q") - 3.4).abs() < 1e-9);
    }
}
