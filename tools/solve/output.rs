//! Results as text, JSON lines or CSV.

mod writer;

pub use writer::{OutputFormat, Writer};

use crate::common::units::counted;
use crate::input::Item;
use crate::pictures::{Drawing, Gallery};
use crate::protocol::{ErrorRecord, cause, shown};
use crate::search_record::SearchRecord;
use crate::setup::Setup;
use crate::static_partition::SharesRecord;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Algorithm, Cube, InputError};
use cubepdb::internals::nxn::Turn;
use cubepdb::internals::prune::table::TableStatistics;
use cubepdb::internals::search::{Answer, IterationReport, Outcome, RankStatistics};
use cubepdb::picture::{Palette, viewer_link};
use serde::Serialize;

/// One result, with the fields of the JSON record.
#[derive(Debug, Serialize)]
pub struct Record {
    id: u64,
    /// The line of the file where the cube begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    input: String,
    metric: &'static str,
    status: &'static str,
    length: Option<usize>,
    optimal: bool,
    solutions: Vec<String>,
    lower_bound: Option<u8>,
    nodes: u64,
    lookups: u64,
    /// Statistics of the transposition table.
    tt: Option<TableRecord>,
    seconds: f64,
    threads: usize,
    tables: Vec<String>,
    search: SearchRecord,
    error: Option<ErrorRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<Vec<IterationRecord>>,
    /// With `--link`, for a solved cube: the address of a page that plays the first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct TableRecord {
    hits: u64,
    stale: u64,
    inserts: u64,
    replaced: u64,
    raised: u64,
    refused: u64,
    cas_retries: u64,
    chained: u64,
    entries: u64,
    bytes: u64,
}

impl From<TableStatistics> for TableRecord {
    fn from(table: TableStatistics) -> Self {
        let TableStatistics { hits, stale, inserts, replaced, raised, refused, cas_retries, chained, entries, bytes } =
            table;
        Self { hits, stale, inserts, replaced, raised, refused, cas_retries, chained, entries, bytes }
    }
}

#[derive(Debug, Serialize)]
struct IterationRecord {
    bound: u8,
    nodes: u64,
    expanded: u64,
    lookups: u64,
    duplicates: u64,
    subtrees: u64,
    completed: bool,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<SharesRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ranks: Vec<RankStatistics>,
}

impl From<&IterationReport> for IterationRecord {
    fn from(iteration: &IterationReport) -> Self {
        Self {
            bound: iteration.bound,
            nodes: iteration.counters.nodes,
            expanded: iteration.counters.expanded,
            lookups: iteration.counters.lookups,
            duplicates: iteration.counters.duplicates,
            subtrees: iteration.scheduler.subtrees,
            completed: iteration.completed,
            seconds: iteration.time.as_secs_f64(),
            shares: SharesRecord::of(&iteration.scheduler),
            ranks: iteration.scheduler.ranks.clone(),
        }
    }
}

impl Record {
    /// Number of the cube.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// The data common to all records of a run.
pub struct Run<'a> {
    pub metric: MetricKind,
    pub threads: usize,
    pub setup: &'a Setup,
    pub gallery: &'a Gallery,
    /// True to include the statistics of each length.
    pub stats: bool,
    /// True to print the number of solutions instead of the solutions.
    pub count_only: bool,
    /// True to print the address of a page that plays the solution.
    pub link: bool,
    /// True if cubes are lines of a file.
    pub has_lines: bool,
}

impl Run<'_> {
    /// The record of a cube that was searched, and its drawing.
    pub fn illustrated(
        &self,
        mut record: Record,
        cube: &Cube,
        palette: Palette,
        outcome: &Outcome<Turn>,
    ) -> (Record, Drawing) {
        let solution = match &outcome.answer {
            Answer::Solved(words) => words.first(),
            Answer::NoSolution | Answer::Stopped(_) => None,
        };
        let heading = solution.map_or_else(|| record.text.clone(), |word| self.line(word));
        let word = solution.map(|word| self.turned(word));
        record.link = word.as_ref().filter(|_| self.link).and_then(|word| viewer_link(cube, word, &palette));
        if let Some(link) = &record.link {
            record.text = format!("{}\n{link}", record.text);
        }
        record.text = self.gallery.captioned(cube, &palette, record.text);
        (record, Drawing { cube: cube.clone(), palette, word: word.unwrap_or_default().to_vec(), heading })
    }

    /// The record of a cube that was searched.
    pub fn searched(&self, item: &Item, outcome: &Outcome<Turn>, seconds: f64) -> Record {
        let metric = self.metric;
        let counters = outcome.counters();
        let mut record = self.blank(item);
        record.nodes = counters.nodes;
        record.lookups = counters.lookups;
        record.lower_bound = Some(outcome.lower_bound);
        record.tt = outcome.transpositions.map(Into::into);
        record.seconds = seconds;
        record.iterations = self.stats.then(|| outcome.iterations.iter().map(Into::into).collect());
        match &outcome.answer {
            Answer::Solved(words) => {
                record.status = if outcome.incomplete.is_none() { "solved" } else { "timeout" };
                record.optimal = true;
                record.length = words.first().map(|word| Turn::count(word, metric));
                record.solutions = words.iter().map(|word| self.turned(word).to_string()).collect();
                record.text = self.solved_text(words);
                if let Some(reason) = outcome.incomplete {
                    record.error = Some(ErrorRecord::of_limit(reason));
                    record.text.push_str(&format!("\nincomplete: there may be more solutions ({})", cause(reason)));
                }
            }
            Answer::NoSolution => {
                record.status = "no_solution";
                record.text = format!("no solution within {} (proven)", counted(outcome.lower_bound - 1, "move"));
            }
            Answer::Stopped(reason) => {
                record.status = "timeout";
                record.error = Some(ErrorRecord::of_limit(*reason));
                let (bound, cause) = (outcome.lower_bound, cause(*reason));
                let are = if bound == 1 { "is" } else { "are" };
                record.text = format!("unsolved: at least {} {are} needed ({cause})", counted(bound, "move"));
            }
        }
        record
    }

    /// The record of invalid input.
    pub fn invalid(&self, item: &Item, error: &InputError) -> Record {
        let mut record = self.blank(item);
        record.text = format!("invalid: {error}");
        record.error = Some(ErrorRecord::of_input(error));
        record
    }

    fn blank(&self, item: &Item) -> Record {
        Record {
            id: item.id,
            line: self.has_lines.then_some(item.line),
            input: shown(&item.text),
            metric: self.metric.name(),
            status: "invalid",
            length: None,
            optimal: false,
            solutions: Vec::new(),
            lower_bound: None,
            nodes: 0,
            lookups: 0,
            tt: None,
            seconds: 0.0,
            threads: self.threads,
            tables: self.setup.table_names(),
            search: self.setup.record.clone(),
            error: None,
            iterations: None,
            link: None,
            text: String::new(),
        }
    }

    fn solved_text(&self, words: &[Vec<Turn>]) -> String {
        if self.count_only {
            return words.len().to_string();
        }
        let lines: Vec<String> = words.iter().map(|word| self.line(word)).collect();
        lines.join("\n")
    }

    /// A solution and its length.
    fn line(&self, word: &[Turn]) -> String {
        let metric = self.metric;
        let tag = format!("({}{})", Turn::count(word, metric), metric.letter());
        if word.is_empty() { tag } else { format!("{} {tag}", self.turned(word)) }
    }

    /// A solution as people turn it: in the quarter-turn metric two equal quarter turns become one half turn.
    fn turned(&self, word: &[Turn]) -> Algorithm {
        let word = Algorithm::from(word.to_vec());
        if self.metric == MetricKind::HalfTurn { word } else { word.merged() }
    }
}
