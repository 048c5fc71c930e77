//! Candidates for patterns: parts of what a goal shows whose tables may give good bounds.

use super::lens::{Kind, kinds};
use crate::puzzle::{Detail, Glasses, Question, SearchMove};

/// A pattern that may be worth a table.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The detail that is shown of each kind of pieces, orbit by orbit.
    shown: Vec<Vec<Detail>>,
    /// Number of positions of the pattern, about.
    pub size: f64,
}

impl Candidate {
    /// Returns whether it shows all that the goal shows.
    pub fn is_whole(&self) -> bool {
        self.shown.iter().flatten().all(|&shown| shown == Detail::All)
    }
}

/// The kinds of pieces of all orbits, from which patterns are chosen: those of pieces that moves move.
pub struct Candidates<'a> {
    question: &'a Question,
    kinds: Vec<Vec<Kind>>,
    /// For each orbit, true if all moves keep the sum of its orientations: the last one follows from the others.
    keep_sum: Vec<bool>,
}

/// The most candidates of one size.
const MOST: usize = 16;

impl<'a> Candidates<'a> {
    /// The candidates for a question.
    pub fn new(question: &'a Question) -> Self {
        let (shape, base) = (&question.definition().shape, question.goal().base());
        let moved = |orbit: usize| {
            let mut kinds = kinds(shape, base, orbit);
            for place in shape.range(orbit).filter(|&place| !question.moves().change(place)) {
                let is_there = |kind: &&mut Kind| kind.piece == base.piece(place) && kind.period == base.period(place);
                kinds.iter_mut().find(is_there).expect("each place has a piece").count -= 1;
            }
            kinds.retain(|kind| kind.count > 0);
            kinds
        };
        let kinds: Vec<Vec<Kind>> = (0..shape.orbits().len()).map(moved).collect();
        let keeps_sum = |(orbit, kinds): (usize, &Vec<Kind>)| {
            let period = kinds.first().map_or(1, |kind| u64::from(kind.period));
            let twists = |by: &SearchMove| -> u64 {
                shape.range(orbit).map(|place| u64::from(by.transformation.twist(place))).sum()
            };
            question.moves().moves().iter().all(|by| twists(by).is_multiple_of(period))
        };
        let keep_sum = kinds.iter().enumerate().map(keeps_sum).collect();
        Self { question, kinds, keep_sum }
    }

    /// All that the goal shows, as one pattern: its bounds are exact.
    pub fn whole(&self) -> Candidate {
        self.candidate(self.kinds.iter().map(|kinds| vec![Detail::All; kinds.len()]).collect())
    }

    /// Patterns of at most so many positions, each about as large as possible: whole orbits, runs of pieces of an
    /// orbit, orientations alone, permutations alone, and pieces of all orbits together.
    pub fn within(&self, most: f64) -> Vec<Candidate> {
        let whole = self.whole();
        if whole.size <= most {
            return vec![whole];
        }
        let mut found = Vec::new();
        for orbit in 0..self.kinds.len() {
            let all = self.one(orbit, |_| Detail::All);
            if all.size <= most {
                // The rest shows less.
                found.push(all);
                continue;
            }
            if self.kinds[orbit].iter().any(|kind| kind.period > 1) {
                found.extend([Detail::Permutation, Detail::Orientation].map(|shown| self.one(orbit, |_| shown)));
            }
            found.extend(self.runs(orbit, most));
        }
        found.extend(self.of_all_orbits(most));
        // Of what shows nothing there is no table.
        found.retain(|candidate| candidate.size > 1.5 && candidate.size <= most);
        let mut unique: Vec<Candidate> = Vec::new();
        for candidate in found {
            if !unique.iter().any(|known| known.shown == candidate.shown) {
                unique.push(candidate);
            }
        }
        unique.truncate(MOST);
        unique
    }

    /// The glasses through which a candidate is seen.
    pub fn glasses(&self, candidate: &Candidate) -> Glasses {
        let shown = |orbit: usize, piece: u8, period: u8| {
            let is_meant = |kind: &Kind| kind.piece == piece && kind.period == period;
            let kind = self.kinds[orbit].iter().position(is_meant);
            // Pieces that are never moved need not be shown.
            kind.map_or(Detail::Nothing, |kind| candidate.shown[orbit][kind])
        };
        Glasses::new(&self.question.definition().shape, self.question.goal().base(), shown)
    }

    fn candidate(&self, shown: Vec<Vec<Detail>>) -> Candidate {
        let orbits = self.kinds.iter().zip(&shown).zip(&self.keep_sum);
        let size = orbits.map(|((kinds, shown), &keep_sum)| size(kinds, shown, keep_sum)).product();
        Candidate { shown, size }
    }

    /// A pattern of one orbit.
    fn one(&self, orbit: usize, shown: impl Fn(usize) -> Detail) -> Candidate {
        let of = |other: usize| move |kind: usize| (other, kind);
        let look = |(other, kind): (usize, usize)| if other == orbit { shown(kind) } else { Detail::Nothing };
        let all = self.kinds.iter().enumerate();
        self.candidate(all.map(|(other, kinds)| (0..kinds.len()).map(of(other)).map(look).collect()).collect())
    }

    /// Runs of kinds of an orbit that together show all of it; the last one overlaps with the one before.
    fn runs(&self, orbit: usize, most: f64) -> Vec<Candidate> {
        let count = self.kinds[orbit].len();
        let run = |range: std::ops::Range<usize>| {
            self.one(orbit, |kind| if range.contains(&kind) { Detail::All } else { Detail::Nothing })
        };
        let (mut runs, mut first) = (Vec::new(), 0);
        while first < count {
            let Some(end) = (first + 1..=count).rev().find(|&end| run(first..end).size <= most) else { return runs };
            if end == count {
                first = (0..=first).find(|&earlier| run(earlier..end).size <= most).unwrap_or(first);
            }
            runs.push(run(first..end));
            first = end;
        }
        runs
    }

    /// Patterns of several orbits: all orientations, and kinds of each orbit in turn.
    fn of_all_orbits(&self, most: f64) -> Vec<Candidate> {
        let oriented = |kinds: &Vec<Kind>| {
            let look = |kind: &Kind| if kind.period > 1 { Detail::Orientation } else { Detail::Nothing };
            kinds.iter().map(look).collect()
        };
        let orientations = self.candidate(self.kinds.iter().map(oriented).collect());
        let mut mixed = self.candidate(self.kinds.iter().map(|kinds| vec![Detail::Nothing; kinds.len()]).collect());
        let longest = self.kinds.iter().map(Vec::len).max().unwrap_or(0);
        for (kind, orbit) in (0..longest).flat_map(|kind| (0..self.kinds.len()).map(move |orbit| (kind, orbit))) {
            if kind < self.kinds[orbit].len() {
                let mut shown = mixed.shown.clone();
                shown[orbit][kind] = Detail::All;
                let larger = self.candidate(shown);
                if larger.size <= most {
                    mixed = larger;
                }
            }
        }
        vec![orientations, mixed]
    }
}

/// Number of arrangements of one orbit, of what is shown of its kinds; `keep_sum` says whether moves keep the sum of
/// its orientations.
fn size(kinds: &[Kind], shown: &[Detail], keep_sum: bool) -> f64 {
    let log_factorial = |n: usize| (1..=n).map(|factor| (factor as f64).ln()).sum::<f64>();
    let count = |is_meant: &dyn Fn(Detail) -> bool| {
        kinds.iter().zip(shown).filter(|pair| is_meant(*pair.1)).map(|pair| pair.0.count).sum::<usize>()
    };
    let is_full = |period: u8| {
        let knows = |(kind, shown): (&Kind, &Detail)| {
            kind.period == period && matches!(shown, Detail::All | Detail::Orientation)
        };
        kinds.iter().zip(shown).all(knows)
    };
    let places = count(&|_| true);
    let mut ways = log_factorial(places);
    for merged in [Detail::Nothing, Detail::Orientation] {
        ways -= log_factorial(count(&|shown| shown == merged));
    }
    for (kind, shown) in kinds.iter().zip(shown) {
        if matches!(shown, Detail::All | Detail::Permutation) {
            ways -= log_factorial(kind.count);
        }
        if matches!(shown, Detail::All | Detail::Orientation) {
            ways += kind.count as f64 * f64::from(kind.period).ln();
        }
    }
    // Where all orientations are known, the last one may follow from the others.
    let dependent = match kinds.first() {
        Some(Kind { period, .. }) if keep_sum && is_full(*period) => f64::from(*period),
        _ => 1.0,
    };
    (ways.exp() / dependent).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn candidates_of_a_cube_are_the_known_patterns() {
        let question = Question::usual(builtin("3x3x3").unwrap()).unwrap();
        let candidates = Candidates::new(&question);
        let sizes =
            |most: f64| -> Vec<u64> { candidates.within(most).iter().map(|candidate| candidate.size as u64).collect() };
        let large = sizes(1.3e8);
        assert!(large.contains(&88_179_840), "all corners: {large:?}");
        assert_eq!(large.iter().filter(|&&size| size == 42_577_920).count(), 2, "six edges, twice: {large:?}");
        assert!(sizes(5e3).contains(&2187), "twists");
        assert!(large.iter().all(|&size| size <= 130_000_000));
    }
}
