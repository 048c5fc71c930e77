//! Measurements of searches.

use crate::common::csv::Csv;
use cubepdb::internals::prune::table::TableStatistics;
use cubepdb::internals::search::SchedulerStatistics;

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
    /// Seconds of processor time that this program took, in steps of a hundredth.
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
pub fn every<T: PartialEq>(runs: &[Run], property: impl Fn(&Run) -> T) -> Vec<T> {
    runs.iter().map(property).fold(Vec::new(), |mut values, value| {
        if !values.contains(&value) {
            values.push(value);
        }
        values
    })
}

/// All runs as CSV.
pub fn csv(runs: &[Run]) -> String {
    let mut csv = Csv::new(&[
        "case",
        "method",
        "threads",
        "runs",
        "seconds",
        "least",
        "most",
        "processor_seconds",
        "nodes",
        "whole_nodes",
        "whole_seconds",
        "last_nodes",
        "subtrees",
        "steals",
        "waited_seconds",
        "live_peak",
        "table_bytes",
        "entries",
        "inserts",
        "raised",
        "hits",
        "stale",
        "chained",
        "cas_retries",
        "freed_seconds",
        "refused_bytes",
        "length",
    ]);
    for run in runs {
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let micros = |seconds: f64| format!("{seconds:.6}");
        let table = |value: fn(&TableStatistics) -> u64| number(run.table.as_ref().map(value));
        csv.row(&[
            &run.case,
            &run.method,
            &run.threads,
            &run.times.len(),
            &micros(run.seconds()),
            &micros(*run.times.first().unwrap_or(&f64::NAN)),
            &micros(*run.times.last().unwrap_or(&f64::NAN)),
            &format_args!("{:.2}", run.processor),
            &run.nodes,
            &run.whole.0,
            &micros(run.whole.1),
            &run.last,
            &run.scheduler.subtrees,
            &run.scheduler.steals,
            &micros(run.scheduler.waited().as_secs_f64()),
            &run.scheduler.live_peak,
            &table(|t| t.bytes),
            &table(|t| t.entries),
            &table(|t| t.inserts),
            &table(|t| t.raised),
            &table(|t| t.hits),
            &table(|t| t.stale),
            &table(|t| t.chained),
            &table(|t| t.cas_retries),
            &micros(run.freed),
            &number(run.refused),
            &number(run.length.map(u64::from)),
        ]);
    }
    csv.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_counts_is_the_chosen_one() {
        let run =
            Run { times: vec![1.0, 2.0, 4.0], chosen: 1, table: Some(TableStatistics::default()), ..Run::default() };
        assert_eq!(run.seconds(), 2.0);
        let text = csv(&[run, Run::default()]);
        assert!(
            text.lines().nth(1).is_some_and(|line| line.starts_with(",,0,3,2.000000,1.000000,4.000000,")),
            "{text}"
        );
    }

    #[test]
    fn values_come_in_the_order_of_the_runs() {
        let run = |case: &str| Run { case: case.to_owned(), ..Run::default() };
        assert_eq!(every(&["b", "a", "b"].map(run), |run| run.case.clone()), ["b", "a"]);
    }
}
