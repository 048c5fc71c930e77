//! What was measured, search by search.

use cubepdb::prune::table::TableStatistics;
use cubepdb::search::SchedulerStatistics;
use std::fmt::Write;

/// One question, asked once or several times: the search that counts, which is that of median time or the quickest.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub case: String,
    pub method: String,
    pub threads: usize,
    /// Times of all searches, ascending.
    pub times: Vec<f64>,
    /// Which of them counts.
    pub chosen: usize,
    /// Seconds of processor time that this program took, in steps of a hundredth.
    pub processor: f64,
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
    /// The time that counts.
    pub fn seconds(&self) -> f64 {
        self.times.get(self.chosen).copied().unwrap_or(f64::NAN)
    }

    /// Nodes a second where whole lengths were searched.
    pub fn speed(&self) -> f64 {
        self.whole.0 as f64 / self.whole.1
    }

    /// Nodes a second of processor time, which other programs on the machine disturb less; if it took long enough to tell.
    pub fn speed_of_processor(&self) -> Option<f64> {
        (self.processor > 0.2).then(|| self.nodes as f64 / self.processor)
    }

    /// Part of the processor time that so many threads could have had on so many cores; if the run took long enough to tell.
    pub fn share_of_cores(&self, cores: usize) -> Option<f64> {
        (self.processor > 0.2).then(|| self.processor / (self.seconds() * self.threads.min(cores) as f64))
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
    let mut text = "case,method,threads,runs,seconds,least,most,processor_seconds,nodes,whole_nodes,whole_seconds,last_nodes,subtrees,steals,\
                    waited_seconds,live_peak,table_bytes,entries,inserts,raised,hits,stale,chained,cas_retries,freed_seconds,\
                    refused_bytes\n"
        .to_owned();
    for run in runs {
        let Run {
            case, method, threads, times, processor, nodes, whole, last, scheduler, table, freed, refused, ..
        } = run;
        let (least, most) = (times.first().unwrap_or(&f64::NAN), times.last().unwrap_or(&f64::NAN));
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{case},{method},{threads},{},{:.6},{least:.6},{most:.6},{processor:.2},{nodes},{},{:.6},{last},{},{},{:.6},{}",
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
        let run =
            Run { times: vec![1.0, 2.0, 4.0], chosen: 1, table: Some(TableStatistics::default()), ..Run::default() };
        assert_eq!(run.seconds(), 2.0);
        let text = csv(&[run, Run::default()]);
        let cells: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(cells, [26; 3]);
    }

    #[test]
    fn values_come_in_the_order_of_the_runs() {
        let run = |case: &str| Run { case: case.to_owned(), ..Run::default() };
        assert_eq!(every(&["b", "a", "b"].map(run), |run| run.case.clone()), ["b", "a"]);
    }
}
