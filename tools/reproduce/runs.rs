//! What was measured, search by search.

use cubepdb::prune::table::TableStatistics;
use cubepdb::search::scheduler::SchedulerStatistics;
use std::fmt::Write;

/// One question, asked once or several times: the search of median time.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub case: String,
    pub method: String,
    pub threads: usize,
    /// Times of all searches, ascending.
    pub times: Vec<f64>,
    pub nodes: u64,
    /// Nodes and seconds of the lengths that were searched to their ends.
    pub whole: (u64, f64),
    /// Nodes of the last length.
    pub last: u64,
    pub scheduler: SchedulerStatistics,
    pub table: Option<TableStatistics>,
    /// Seconds that freeing the table of states took.
    pub freed: f64,
    /// Bytes that the search would have needed, if it was refused for that.
    pub refused: Option<u64>,
}

impl Run {
    /// Median of the times.
    pub fn seconds(&self) -> f64 {
        self.times.get(self.times.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// Nodes a second where whole lengths were searched.
    pub fn speed(&self) -> f64 {
        self.whole.0 as f64 / self.whole.1
    }

    /// Part of the workers' time that they waited for something shared.
    pub fn waiting(&self) -> f64 {
        self.scheduler.waited().as_secs_f64() / (self.seconds() * self.threads as f64)
    }
}

/// The first run of a case, a method and a number of threads.
pub fn find<'a>(runs: &'a [Run], case: &str, method: &str, threads: usize) -> Option<&'a Run> {
    runs.iter().find(|run| run.case == case && run.method == method && run.threads == threads)
}

/// Every value that a property of runs has, in the order in which they come up.
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
    let mut text = "case,method,threads,runs,seconds,least,most,nodes,whole_nodes,whole_seconds,last_nodes,subtrees,steals,\
                    waited_seconds,live_peak,table_bytes,entries,inserts,raised,hits,stale,chained,cas_retries,freed_seconds,\
                    refused_bytes\n"
        .to_owned();
    for run in runs {
        let Run { case, method, threads, times, nodes, whole, last, scheduler, table, freed, refused } = run;
        let (least, most) = (times.first().unwrap_or(&f64::NAN), times.last().unwrap_or(&f64::NAN));
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{case},{method},{threads},{},{:.6},{least:.6},{most:.6},{nodes},{},{:.6},{last},{},{},{:.6},{}",
            times.len(),
            run.seconds(),
            whole.0,
            whole.1,
            scheduler.subtrees,
            scheduler.steals,
            scheduler.waited().as_secs_f64(),
            scheduler.live_peak,
        );
        let of_table = |value: fn(&TableStatistics) -> u64| number(table.as_ref().map(value));
        let columns: [fn(&TableStatistics) -> u64; 8] = [
            |t| t.bytes,
            |t| t.entries,
            |t| t.inserts,
            |t| t.raised,
            |t| t.hits,
            |t| t.stale,
            |t| t.chained,
            |t| t.cas_retries,
        ];
        columns.iter().for_each(|column| text.extend([",", &of_table(*column)]));
        let _ = writeln!(text, ",{freed:.6},{}", number(*refused));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_as_many_cells_as_the_heading() {
        let run = Run { times: vec![1.0, 2.0, 4.0], table: Some(TableStatistics::default()), ..Run::default() };
        assert_eq!(run.seconds(), 2.0);
        let text = csv(&[run, Run::default()]);
        let cells: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(cells, [25; 3]);
    }

    #[test]
    fn values_come_in_the_order_of_the_runs() {
        let run = |case: &str| Run { case: case.to_owned(), ..Run::default() };
        assert_eq!(every(&["b", "a", "b"].map(run), |run| run.case.clone()), ["b", "a"]);
    }
}
