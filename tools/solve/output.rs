//! Results as text, JSON lines or CSV.

mod writer;

pub use writer::{Columns, OutputFormat, Writer};

use crate::between::with_premoves;
use crate::common::provenance::provenance;
use crate::common::units::counted;
use crate::input::Item;
use crate::pictures::{Drawing, Gallery};
use crate::puzzle::words::needed;
use crate::setup::Setup;
use cubepdb::{
    Algorithm, Cube, InputError, Metric, Move,
    picture::{Palette, viewer_link},
    record::{AnswerRecord, SearchRecord},
    search::{Answer, Outcome},
};
use std::collections::BTreeMap;
use std::time::Duration;

/// The result of one cube, for programs and for people.
#[derive(Debug)]
pub struct Entry {
    pub record: AnswerRecord,
    pub text: String,
}

impl Entry {
    /// Number of the cube.
    pub fn id(&self) -> u64 {
        self.record.id
    }
}

/// The data common to all results of a run.
pub struct Run<'a> {
    pub metric: Metric,
    pub threads: usize,
    pub setup: &'a Setup,
    pub gallery: &'a Gallery,
    /// True to include the statistics of each length.
    pub stats: bool,
    /// True if good solutions are asked for, instead of shortest ones.
    pub is_quick: bool,
    /// True to print the number of solutions instead of the solutions.
    pub count_only: bool,
    /// True to print the address of a page that plays the solution.
    pub link: bool,
    /// True if cubes are lines of a file.
    pub has_lines: bool,
    /// The goal, if it is another than the solved cube.
    pub goal: Option<String>,
    /// Moves before the scramble.
    pub premoves: Option<&'a Algorithm>,
}

impl Run<'_> {
    /// The result of a cube that was searched, and its drawing.
    pub fn illustrated(
        &self,
        entry: Entry,
        cube: &Cube,
        palette: Palette,
        outcome: &Outcome<Move>,
    ) -> (Entry, Drawing) {
        let Entry { mut record, mut text } = entry;
        let solution = match &outcome.answer {
            Answer::Solved(words) => words.first(),
            Answer::NoSolution | Answer::Stopped(_) => None,
        };
        let heading = solution.map_or_else(|| text.clone(), |word| self.line(word));
        let word = solution.map(|word| Algorithm::from(word.clone()).as_turned(self.metric));
        record.link = word.as_ref().filter(|_| self.link).and_then(|word| viewer_link(cube, word, &palette));
        if let Some(link) = &record.link {
            text = format!("{text}\n{link}");
        }
        text = self.gallery.captioned(cube, &palette, text);
        let drawing = Drawing { cube: cube.clone(), palette, word: word.unwrap_or_default().to_vec(), heading };
        (Entry { record, text }, drawing)
    }

    /// The result of a cube that was searched.
    pub fn searched(&self, item: &Item, outcome: &Outcome<Move>, time: Duration) -> Entry {
        let record = self.blank(item).searched(outcome, time, self.stats);
        let text = told(outcome, &record, |moves| counted(moves, "move"), |words| self.solved_text(words));
        Entry { record, text }
    }

    /// The result of invalid input.
    pub fn invalid(&self, item: &Item, error: &InputError) -> Entry {
        Entry { record: self.blank(item).refused(error), text: format!("invalid: {error}") }
    }

    fn blank(&self, item: &Item) -> AnswerRecord {
        let (tables, checksums, search) = match self.is_quick {
            true => (Vec::new(), BTreeMap::new(), SearchRecord::two_phase(self.setup.pools.ranks())),
            false => (self.setup.table_names(), self.setup.checksums(), self.setup.record.clone()),
        };
        let provenance = Some(provenance(checksums));
        let record = AnswerRecord::new(&item.text, self.metric, self.threads, tables, search);
        let line = self.has_lines.then_some(item.line);
        AnswerRecord { id: item.id, line, goal: self.goal.clone(), provenance, ..record }
    }

    fn solved_text(&self, words: &[Vec<Move>]) -> String {
        if self.count_only {
            return words.len().to_string();
        }
        let lines: Vec<String> = words.iter().map(|word| self.line(word)).collect();
        lines.join("\n")
    }

    /// A solution and its length.
    fn line(&self, word: &[Move]) -> String {
        let word = Algorithm::from(word.to_vec());
        let tag = format!("({}{})", word.length(self.metric), self.metric.letter());
        let moves = word.as_turned(self.metric);
        let line = if word.is_empty() { tag } else { format!("{moves} {tag}") };
        match self.premoves {
            Some(premoves) => format!("{line}  // {}", with_premoves(premoves, &moves, self.metric, true)),
            None => line,
        }
    }
}

/// The text of an answer: its solutions, or what is proven. `amount` has a number of moves in words.
pub fn told<M>(
    outcome: &Outcome<M>,
    record: &AnswerRecord,
    amount: impl Fn(u8) -> String,
    solutions: impl Fn(&[Vec<M>]) -> String,
) -> String {
    let limit = record.error.as_ref().map(|error| &*error.message);
    let needed = || needed(&amount(outcome.lower_bound), outcome.lower_bound);
    match (&outcome.answer, limit) {
        (Answer::Solved(found), None) => solutions(found),
        (Answer::Solved(found), Some(limit)) => {
            let reason = match record.optimal {
                true => "incomplete: there may be more solutions".to_owned(),
                false => format!("unproven: {}", needed()),
            };
            format!("{}\n{reason} ({limit})", solutions(found))
        }
        (Answer::NoSolution, _) if outcome.is_exhausted() => {
            "no solution: the goal cannot be reached with these moves (proven)".to_owned()
        }
        (Answer::NoSolution, _) => format!("no solution within {} (proven)", amount(outcome.lower_bound - 1)),
        (Answer::Stopped(_), limit) => format!("unsolved: {} ({})", needed(), limit.unwrap_or_default()),
    }
}
