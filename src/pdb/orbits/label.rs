//! A question in a few words, for people: the pieces that its goal shows, and its moves.

use crate::puzzle::{Powers, Question, SearchMove};
use std::collections::BTreeMap;

/// The most characters of a part of a label.
const LONGEST: usize = 400;

/// The pieces that the goal shows, as [`Goal::of_pieces`](crate::puzzle::Goal::of_pieces) reads them but for a space
/// between orbits; pieces that look alike are joined by equals signs.
pub fn pieces(question: &Question) -> String {
    let shape = &question.definition().shape;
    let shown: Vec<String> = (0..shape.orbits().len()).filter_map(|orbit| of_orbit(question, orbit)).collect();
    let text = if shown.is_empty() { "none".to_owned() } else { shown.join(" ") };
    printable(&text)
}

fn of_orbit(question: &Question, orbit: usize) -> Option<String> {
    let (shape, base) = (&question.definition().shape, question.goal().base());
    let (range, orientations) = (shape.range(orbit), shape.orbits()[orbit].orientations);
    let name = &shape.orbits()[orbit].name;
    let mut kinds: BTreeMap<(u8, u8), Vec<usize>> = BTreeMap::new();
    for place in range.clone() {
        kinds.entry(base.look(place).kind()).or_default().push(place - range.start);
    }
    let is_turned = kinds.keys().any(|&(_, period)| period > 1);
    if kinds.len() == 1 && range.len() > 1 {
        return is_turned.then(|| format!("{name}:all/orientation"));
    }
    let mut own: Vec<usize> = kinds.values().filter(|places| places.len() == 1).map(|places| places[0]).collect();
    own.sort_unstable();
    let alike = kinds.iter().filter(|((_, period), places)| places.len() > 1 && *period > 1);
    let alike = alike.map(|(_, places)| places.iter().map(usize::to_string).collect::<Vec<_>>().join("="));
    let listed: Vec<String> = ranges(&own, range.len()).into_iter().chain(alike).collect();
    if listed.is_empty() {
        // Kinds of identical pieces that cannot be turned.
        return Some(format!("{name}:all"));
    }
    let suffix = if !is_turned && orientations > 1 { "/permutation" } else { "" };
    Some(format!("{name}:{}{suffix}", listed.join(",")))
}

/// Ascending numbers below `all` as single ones and ranges.
fn ranges(numbers: &[usize], all: usize) -> Vec<String> {
    if numbers.len() == all {
        return vec!["all".to_owned()];
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text =
        |(first, last): (usize, usize)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    ranges.into_iter().map(text).collect()
}

/// The moves: a generator's name where all its powers of the metric are moves.
pub fn moves(question: &Question) -> String {
    let moves = question.moves();
    let names = moves.generators().iter().map(|generator| {
        let powers = &moves.moves()[generator.moves.clone()];
        match powers_of(powers, generator.order) {
            Some(_) => generator.name.clone(),
            None => powers.iter().map(|by| by.name.clone()).collect::<Vec<_>>().join(","),
        }
    });
    printable(&names.collect::<Vec<_>>().join(","))
}

/// The metric of cubes whose powers are moves; `mixed` where it is not the same for all.
pub fn metric(question: &Question) -> &'static str {
    let moves = question.moves();
    let all = |powers: Powers| {
        moves.generators().iter().all(|generator| {
            let found = powers_of(&moves.moves()[generator.moves.clone()], generator.order);
            found == Some(powers) || generator.order <= 3 && found.is_some()
        })
    };
    match () {
        () if all(Powers::All) => "htm",
        () if all(Powers::Steps) => "qtm",
        () => "mixed",
    }
}

fn powers_of(moves: &[SearchMove], order: u64) -> Option<Powers> {
    match moves {
        moves if moves.len() as u64 == order - 1 => Some(Powers::All),
        [one, back] if one.exponent == 1 && back.exponent == order - 1 => Some(Powers::Steps),
        _ => None,
    }
}

/// The text without what an identity cannot hold, and cut where it is very long.
pub fn printable(text: &str) -> String {
    let is_fit = |c: char| matches!(c, ' '..='~') && c != ';';
    let mut fit: String = text.chars().map(|c| if is_fit(c) { c } else { '_' }).take(LONGEST).collect();
    if text.chars().count() > LONGEST {
        fit.push_str("...");
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Asker, QuestionText};

    fn labels(puzzle: &str, goal: &str, moves_asked: &str, powers: Powers) -> [String; 3] {
        let goals = if goal.is_empty() { Vec::new() } else { vec![goal.to_owned()] };
        let moves_asked = (!moves_asked.is_empty()).then(|| moves_asked.to_owned());
        let text = QuestionText { goals, moves: moves_asked, powers, ..QuestionText::about(puzzle) };
        let question = text.read(Asker::Stranger).unwrap();
        [pieces(&question), moves(&question), metric(&question).to_owned()]
    }

    #[test]
    fn a_label_says_what_was_asked() {
        let goal = "CORNERS:0,1,2,5;EDGES:0-3/permutation";
        assert_eq!(
            labels("3x3x3", goal, "", Powers::All),
            ["CORNERS:0-2,5 EDGES:0-3/permutation", "U,R,F,D,L,B", "htm"]
        );
        let goal = "CORNERS:all;EDGES:all/orientation";
        assert_eq!(labels("3x3x3", goal, "R,U", Powers::Steps), ["CORNERS:all EDGES:all/orientation", "R,U", "qtm"]);
        assert_eq!(labels("3x3x3", "EDGES:0-3/orientation", "R,U2", Powers::All)[1..], ["R,U2", "mixed"]);
        assert_eq!(labels("3x3x3", "EDGES:0-3/orientation", "R", Powers::All)[0], "EDGES:0=1=2=3");
        assert_eq!(printable("a;b\u{e9}"), "a_b_");
        assert_eq!(printable(&"x".repeat(500)).len(), LONGEST + 3);
    }
}
