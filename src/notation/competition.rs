//! Scrambles of competitions of puzzles that are no cubes, in the notation of the World Cube Association: regulations
//! 12b to 12g.

/// A scramble of competitions as moves of the built-in puzzle with this name; `None` for other puzzles and other texts.
///
/// * `square-1`: `(1,-3)/` turns the upper and the lower layer by so many twelfths, and then half of the puzzle.
/// * `clock`: `UR3+` and `DL2-` turn by hours, one way or the other. Pins that are named behind the turns say no more.
/// * `megaminx`: `R++` turns all but the layer of `L` by two fifths, `D++` all but that of `U`; `R--` and `D--` the
///   other way.
pub fn of_competition(puzzle: &str, text: &str) -> Option<String> {
    match puzzle {
        "square-1" => square_one(text),
        "clock" => clock(text),
        "megaminx" => Some(megaminx(text)),
        _ => None,
    }
}

fn megaminx(text: &str) -> String {
    let moves = |word| match word {
        "R++" => "Lv2' L2",
        "R--" => "Lv2 L2'",
        "D++" => "Uv2' U2",
        "D--" => "Uv2 U2'",
        other => other,
    };
    text.split_whitespace().map(moves).collect::<Vec<_>>().join(" ")
}

/// Text that is no such scramble any more stays as it is, so that it is found to be no move.
fn square_one(text: &str) -> Option<String> {
    text.contains(['(', '/']).then_some(())?;
    let mut moves = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some((turns, behind)) = square_one_turns(rest) else {
            moves.push(rest.to_owned());
            break;
        };
        moves.extend(turns);
        rest = behind.trim_start();
    }
    Some(moves.join(" "))
}

/// The moves of the first part of a scramble of Square-1, and what is behind it.
fn square_one_turns(text: &str) -> Option<(Vec<String>, &str)> {
    if let Some(behind) = text.strip_prefix('/') {
        return Some((vec!["/".to_owned()], behind));
    }
    let (pair, behind) = text.strip_prefix('(')?.split_once(')')?;
    let (up, down) = pair.split_once(',')?;
    let mut turns = Vec::new();
    for (layer, twelfths) in [('U', up), ('D', down)] {
        let twelfths: i8 = twelfths.trim().parse().ok().filter(|twelfths| (-6..=6).contains(twelfths))?;
        let sign = if twelfths < 0 { "'" } else { "" };
        if twelfths != 0 {
            turns.push(format!("{layer}{}{sign}", twelfths.abs()));
        }
    }
    Some((turns, behind))
}

fn clock(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let turn = |word: &str| {
        let back = word.ends_with('-');
        let turn = word.strip_suffix(['+', '-'])?;
        let hours = turn.len() - turn.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        (hours > 0).then(|| format!("{turn}{}", if back { "'" } else { "" }))
    };
    let turns = words.iter().rposition(|word| turn(word).is_some())? + 1;
    let pins = &words[turns..];
    let are_pins = pins.iter().all(|pin| ["UR", "DR", "DL", "UL", "y2"].contains(pin));
    let moves = words[..turns].iter().map(|word| if *word == "y2" { Some("y2".to_owned()) } else { turn(word) });
    let moves: Vec<String> = moves.collect::<Option<_>>().filter(|_| are_pins)?;
    Some(moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambles_of_competitions_are_moves() {
        for (puzzle, text, moves) in [
            ("square-1", "(1,0)/(3,-3) / (-1, 0)", Some("U1 / U3 D3' / U1'")),
            ("square-1", "/(0,6)/", Some("/ D6 /")),
            ("square-1", "(7,0)", Some("(7,0)")),
            ("square-1", "(1,0) / (0", Some("U1 / (0")),
            ("square-1", "U / D3", Some("U / D3")),
            ("square-1", "U D3", None),
            ("clock", "UR3+ DR2- ALL5+ y2 U1- DR UL", Some("UR3 DR2' ALL5 y2 U1'")),
            ("clock", "UR0+ DL6+", Some("UR0 DL6")),
            ("clock", "UR DR", None),
            ("clock", "UR+ DR2-", None),
            ("megaminx", "R++ D-- R--  U'\nD++ U", Some("Lv2' L2 Uv2 U2' Lv2 L2' U' Uv2' U2 U")),
            ("3x3x3", "R++", None),
        ] {
            assert_eq!(of_competition(puzzle, text).as_deref(), moves, "{text}");
        }
    }
}
