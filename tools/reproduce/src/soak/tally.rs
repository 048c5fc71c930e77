//! Counts of a soak run.

use super::trial::{Agreed, Trial};
use crate::common::units::{count, grouped, time};
use cubepdb::Metric;
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

/// Counts of one run.
pub struct Tally {
    metric: Metric,
    seed: u64,
    pub time: Duration,
    pub disagreements: u64,
    cubes: u64,
    sums: Agreed,
    exact: u64,
    all: u64,
    configurations: HashSet<String>,
}

impl Tally {
    pub fn new(metric: Metric, seed: u64) -> Self {
        let (configurations, sums) = (HashSet::new(), Agreed::default());
        Self { metric, seed, time: Duration::ZERO, disagreements: 0, cubes: 0, sums, exact: 0, all: 0, configurations }
    }

    /// Adds a cube on which everything agreed.
    pub fn agree(&mut self, trial: &Trial, agreed: Agreed) {
        self.cubes += 1;
        self.sums.searches += agreed.searches;
        self.sums.nodes += agreed.nodes;
        self.sums.given_up += agreed.given_up;
        self.sums.recounted += agreed.recounted;
        self.exact += u64::from(agreed.exact);
        self.all += u64::from(agreed.all);
        let configurations = trial.configurations.iter().chain(&trial.twin);
        self.configurations.extend(configurations.map(ToString::to_string));
    }

    /// A progress line.
    pub fn line(&self) -> String {
        let Self { metric, cubes, disagreements, .. } = self;
        format!("{metric}: {} cubes after {}, {disagreements} disagreements", grouped(*cubes), time(self.time))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreed { searches, nodes, given_up, recounted, .. } = self.sums;
        writeln!(f, "{}, seed {}", self.metric, self.seed)?;
        writeln!(f, "time                  {}", time(self.time))?;
        writeln!(f, "cubes that agreed     {}", grouped(self.cubes))?;
        writeln!(f, "  distance known      {} from plain breadth-first search", grouped(self.exact))?;
        writeln!(f, "  all solutions       {} times compared", grouped(self.all))?;
        writeln!(f, "searches              {}, {} nodes", grouped(searches), count(nodes as f64))?;
        writeln!(f, "  configurations      {}", grouped(self.configurations.len() as u64))?;
        writeln!(f, "  given up            {}: only the proven bounds were compared", grouped(given_up))?;
        writeln!(f, "iterations recounted  {}", grouped(recounted))?;
        write!(f, "disagreements         {}", self.disagreements)
    }
}
