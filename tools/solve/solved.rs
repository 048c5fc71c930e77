//! What came of one cube: its record, its status, and lines for people.

use crate::common::exit::Status;
use crate::input::{Fault, Item};
use crate::output::{Record, Run, Written};
use crate::staff::Staff;
use crate::{shares, stats};
use cubepdb::prune::table::TableStatistics;
use cubepdb::search::{Answer, Outcome};
use std::time::Duration;

/// What came of one cube.
pub struct Solved<'a> {
    pub record: Record<'a>,
    pub status: Status,
    /// Lines for people.
    pub remarks: Vec<String>,
}

impl<'a> Solved<'a> {
    /// The input is no cube. The sentence is in the record; people also get the place shown.
    pub fn invalid(run: &Run<'a>, item: &Item, fault: &Fault) -> Self {
        let remarks = vec![format!("cube {}: {}{}", item.id, fault.error, fault.below())];
        Self { record: run.invalid(item.id, &item.text, &fault.error), status: Status::InvalidCube, remarks }
    }

    /// It was searched.
    pub fn searched<M: Written>(
        run: &Run<'a>,
        item: &Item,
        outcome: &Outcome<M>,
        table: Option<TableStatistics>,
        time: Duration,
        staff: &Staff,
    ) -> Self {
        let mut remarks = if run.args.stats { stats::of_search(outcome, table.as_ref()) } else { Vec::new() };
        if run.args.explain {
            remarks.extend(shares::of_search(outcome));
        }
        let status = match &outcome.answer {
            Answer::Solved(_) => outcome.incomplete.map_or(Status::Success, |reason| staff.stopped(reason)),
            Answer::NoSolution => Status::NoSolution,
            Answer::Stopped(reason) => staff.stopped(*reason),
        };
        let record = run.searched(item.id, &item.text, outcome, table, time.as_secs_f64());
        Self { record, status, remarks }
    }
}
