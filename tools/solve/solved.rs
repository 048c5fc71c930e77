//! What came of one cube: its record, its status, and lines for people; and all cubes, one after the other.

use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::display::{Office, watched};
use crate::input::{Fault, Item, Items};
use crate::jobs;
use crate::output::{Record, Run, Writer, Written};
use crate::pictures::Drawing;
use crate::staff::Staff;
use crate::{shares, stats};
use cubepdb::nxn::Stickers;
use cubepdb::prune::table::TableStatistics;
use cubepdb::search::{Answer, Outcome};
use std::time::Duration;

/// What came of one cube.
pub struct Solved<'a> {
    pub record: Record<'a>,
    pub status: Status,
    /// Lines for people.
    pub remarks: Vec<String>,
    /// What is drawn of it.
    pub drawing: Option<Drawing>,
}

impl<'a> Solved<'a> {
    /// The input is no cube. The sentence is in the record; people also get the place shown.
    pub fn invalid(run: &Run<'a>, item: &Item, fault: &Fault) -> Self {
        let remarks = vec![format!("cube {}: {}{}", item.id, fault.error, fault.below())];
        Self {
            record: run.invalid(item.id, &item.text, &fault.error),
            status: Status::InvalidCube,
            remarks,
            drawing: None,
        }
    }

    /// It was searched.
    pub fn searched<M: Written>(
        run: &Run<'a>,
        item: &Item,
        cube: Stickers,
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
        let (record, drawing) = run.illustrated(record, cube, outcome);
        Self { record, status, remarks, drawing: Some(drawing) }
    }
}

/// Solves all cubes on the jobs of the staff, and writes what comes of each if `check` has nothing against it. Returns the
/// worst status; `None` without cubes.
pub fn solve_each<'a>(
    run: &Run<'a>,
    staff: &Staff,
    office: &Office,
    items: Items,
    solve: impl Fn(usize, &Item) -> Result<Solved<'a>, Failure> + Sync,
    check: impl Fn(&Solved<'a>) -> Result<(), Failure> + Sync,
) -> Result<Option<Status>, Failure> {
    let mut writer = Writer::new(stdout(), run.args.output, run.args.link)?;
    let mut worst = None;
    let mut deliver = |solved: Solved<'a>| {
        check(&solved)?;
        solved.remarks.iter().for_each(|line| say(line));
        writer.write(&solved.record)?;
        // The answer is out, whatever becomes of its picture.
        let drawn = solved.drawing.as_ref().map(|drawing| run.gallery.save(solved.record.id(), drawing));
        worst = worst.max(Some(solved.status)).max(drawn);
        Ok(())
    };
    let (jobs, mode) = (staff.pools.len(), run.args.setup.tables.progress);
    let all = || jobs::run(items, jobs, &staff.interrupt, &|job, item| solve(job, &item), &mut deliver);
    // One cube at a time has a display of its own.
    if jobs == 1 { all() } else { watched(mode, |progress| office.update(progress), all) }?;
    Ok(worst)
}
