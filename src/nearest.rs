//! Names that are unknown, and those similar to a misspelt one.

use thiserror::Error;

/// An error: a text is none of the names of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {what} `{}`: use {known}", text.escape_default())]
pub struct UnknownName {
    /// The kind of what it would name, such as a metric.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The names that there are, for people.
    pub known: &'static str,
}

impl UnknownName {
    pub(crate) fn new(what: &'static str, text: &str, known: &'static str) -> Self {
        Self { what, text: text.to_owned(), known }
    }
}

/// The longest word that may be a misspelt name.
const LONGEST: usize = 64;

/// The candidate nearest to a word, if few enough edits lead to it: one for every three letters, and at least one. Case
/// is ignored.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // Nobody means so long a name, and all of it would be compared with each candidate.
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    let by_distance = candidates.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    let allowed = (word.chars().count() / 3).max(1);
    by_distance.filter(|&(slips, _)| slips <= allowed).min_by_key(|&(slips, _)| slips).map(|(_, name)| name)
}

/// A hint to append to a message about an unknown name.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    hint(nearest(word, candidates))
}

/// A hint to append to a message about an unknown name, if one is similar.
pub fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The number of letters to insert, delete, replace, or swap with their neighbour to turn one word into the other: the
/// distance of Damerau (1964), each position edited once at most.
fn distance(from: &str, to: &str) -> usize {
    let [from, to]: [Vec<char>; 2] = [from, to].map(|word| word.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            let best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            row.push(if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best });
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (from, to, slips) in
            [("", "", 0), ("chek", "check", 1), ("benhc", "bench", 1), ("abc", "", 3), ("ca", "abc", 3)]
        {
            assert_eq!((distance(from, to), distance(to, from)), (slips, slips), "{from} {to}");
        }
    }

    #[test]
    fn few_slips_are_forgiven() {
        let names = ["check", "convert", "bench", "presets", "scramble"];
        let found = |word| nearest(word, names);
        assert_eq!(
            ["chek", "CHECK", "benhc", "scrambel", "preset", "covnert"].map(found).map(Option::unwrap),
            ["check", "check", "bench", "scramble", "presets", "convert"]
        );
        assert_eq!(["R U", "chase", "", "RUR"].map(found), [None; 4]);
        assert_eq!(did_you_mean("chek", names), "; did you mean `check`?");
        assert_eq!(did_you_mean("other", names), "");
        let long = "x".repeat(64);
        assert_eq!((nearest(&long, [&*long]), nearest(&format!("{long}x"), [&*long])), (Some(&*long), None));
    }
}
