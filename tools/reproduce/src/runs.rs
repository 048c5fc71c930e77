//! Measurements of searches.

use crate::table::Table;
use cubepdb::search::{SchedulerStatistics, TableStatistics};

/// One query, asked once or several times: the search that counts is that of median time or the quickest.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub case: String,
    pub method: String,
    pub threads: usize,
    /// Times of all searches, ascending; none if it was refused or given up.
    pub times: Vec<f64>,
    /// The index of the search that counts.
    pub chosen: usize,
    /// Seconds of processor time that this program took.
    pub processor: f64,
    pub nodes: u64,
    /// Nodes and seconds of the lengths that were searched completely.
    pub whole: (u64, f64),
    /// Nodes of the last length.
    pub last: u64,
    pub scheduler: SchedulerStatistics,
    pub table: Option<TableStatistics>,
    /// Seconds that freeing the transposition table took.
    pub freed: f64,
    /// Bytes that the search would have needed, if it was refused for lack of memory.
    pub refused: Option<u64>,
    /// Length of the solution, if one was found.
    pub length: Option<u8>,
}

/// The text of a run in a column.
type Cell = fn(&Run) -> String;

impl Run {
    /// Returns whether it was searched to the end.
    pub fn is_finished(&self) -> bool {
        !self.times.is_empty()
    }

    /// The time of the search that counts.
    pub fn seconds(&self) -> f64 {
        self.times.get(self.chosen).copied().unwrap_or(f64::NAN)
    }

    /// Nodes per second where whole lengths were searched.
    pub fn speed(&self) -> f64 {
        self.whole.0 as f64 / self.whole.1
    }

    /// Nodes per second of processor time, which other programs on the machine disturb less; `None` if it was too
    /// short.
    pub fn speed_of_processor(&self) -> Option<f64> {
        (self.processor > 0.2).then(|| self.nodes as f64 / self.processor)
    }

    /// The part of the processor time available to `threads` threads on `cores` cores that was used; `None` if the run
    /// was too short.
    pub fn share_of_cores(&self, cores: usize) -> Option<f64> {
        (self.processor > 0.2 && self.is_finished())
            .then(|| self.processor / (self.seconds() * self.threads.min(cores) as f64))
    }

    /// The part of the workers' time that they waited for shared data.
    pub fn waiting(&self) -> f64 {
        self.scheduler.waited().as_secs_f64() / (self.seconds() * self.threads as f64)
    }
}

/// The first run of a case, a method and a number of threads.
pub fn find<'a>(runs: &'a [Run], case: &str, method: &str, threads: usize) -> Option<&'a Run> {
    runs.iter().find(|run| run.case == case && run.method == method && run.threads == threads)
}

/// All values of a property of runs, in the order of their first occurrence.
pub fn every<R, T: PartialEq>(runs: &[R], property: impl Fn(&R) -> T) -> Vec<T> {
    runs.iter().map(property).fold(Vec::new(), |mut values, value| {
        if !values.contains(&value) {
            values.push(value);
        }
        values
    })
}

/// All runs as a table.
pub fn table(runs: &[Run]) -> Table {
    fn micros(seconds: f64) -> String {
        format!("{seconds:.6}")
    }
    fn told(value: Option<impl ToString>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    const COLUMNS: [(&str, Cell); 27] = [
        ("case", |run| run.case.clone()),
        ("method", |run| run.method.clone()),
        ("threads", |run| run.threads.to_string()),
        ("runs", |run| run.times.len().to_string()),
        ("seconds", |run| micros(run.seconds())),
        ("least", |run| micros(*run.times.first().unwrap_or(&f64::NAN))),
        ("most", |run| micros(*run.times.last().unwrap_or(&f64::NAN))),
        ("processor_seconds", |run| format!("{:.2}", run.processor)),
        ("nodes", |run| run.nodes.to_string()),
        ("whole_nodes", |run| run.whole.0.to_string()),
        ("whole_seconds", |run| micros(run.whole.1)),
        ("last_nodes", |run| run.last.to_string()),
        ("subtrees", |run| run.scheduler.subtrees.to_string()),
        ("steals", |run| run.scheduler.steals.to_string()),
        ("waited_seconds", |run| micros(run.scheduler.waited().as_secs_f64())),
        ("live_peak", |run| run.scheduler.live_peak.to_string()),
        ("table_bytes", |run| told(run.table.map(|table| table.bytes))),
        ("entries", |run| told(run.table.map(|table| table.entries))),
        ("inserts", |run| told(run.table.map(|table| table.inserts))),
        ("raised", |run| told(run.table.map(|table| table.raised))),
        ("hits", |run| told(run.table.map(|table| table.hits))),
        ("stale", |run| told(run.table.map(|table| table.stale))),
        ("chained", |run| told(run.table.map(|table| table.chained))),
        ("cas_retries", |run| told(run.table.map(|table| table.cas_retries))),
        ("freed_seconds", |run| micros(run.freed)),
        ("refused_bytes", |run| told(run.refused)),
        ("length", |run| told(run.length)),
    ];
    let mut table = Table::new("", COLUMNS.map(|(name, _)| name));
    runs.iter().for_each(|run| table.row(COLUMNS.map(|(_, cell)| cell(run))));
    table
}

/// The median, the least and the most of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// The spread of these values; `None` if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        Some(Self { median: values[values.len() / 2], least, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_counts_is_the_chosen_one() {
        let run =
            Run { times: vec![1.0, 2.0, 4.0], chosen: 1, table: Some(TableStatistics::default()), ..Run::default() };
        assert_eq!(run.seconds(), 2.0);
        let text = table(&[run, Run::default()]).csv();
        assert!(
            text.lines().nth(1).is_some_and(|line| line.starts_with(",,0,3,2.000000,1.000000,4.000000,")),
            "{text}"
        );
    }

    #[test]
    fn the_median_is_between_the_others() {
        assert_eq!(Spread::of([3.0, 1.0, 9.0]), Some(Spread { median: 3.0, least: 1.0, most: 9.0 }));
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn values_come_in_the_order_of_the_runs() {
        let run = |case: &str| Run { case: case.to_owned(), ..Run::default() };
        assert_eq!(every(&["b", "a", "b"].map(run), |run| run.case.clone()), ["b", "a"]);
    }
}
