//! The serial version of the Multi-GPU solver.

use crate::cases::Case;
use crate::plot::{Plot, Series};
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Query, Runner, preset};
use crate::runs::Run;
use crate::text::{grouped, seconds, three_digits};

const METHOD: &str = "gpu-manhattan-serial";

pub fn measure(runner: &Runner) -> Result<(), Interruption> {
    let mut before: Option<(f64, f64)> = None;
    for case in Case::paracube(runner.deepest(13, 7), usize::MAX).into_iter().filter(|case| case.length >= 5) {
        // The lengths grow by about the same factor.
        if before.is_some_and(|(last, growth)| !runner.affordable(last * growth)) {
            break;
        }
        let run = runner.ask(&Query::new(&case, METHOD, preset(METHOD), 1))?;
        let time = run.seconds();
        before = Some((time, before.map_or(13.4, |(last, _)| (time / last).clamp(10.0, 20.0))));
    }
    Ok(())
}

pub fn present(runs: &[Run], _: &Runner, section: &mut Section) {
    let heading = [
        "depth",
        "report, serial",
        "report, two graphics cards",
        "here, one thread",
        "nodes",
        "report's serial / here",
    ];
    let mut table = Table::new("Time to the first solution:", heading);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in runs {
        let Ok(depth) = run.case.trim_start_matches('t').parse::<u8>() else { continue };
        let (serial, cards) = published::manhattan_seconds(&depth.to_string());
        let text = |time: Option<f64>| time.map_or(String::new(), seconds);
        let ratio = serial.map_or(String::new(), |serial| three_digits(serial / run.seconds()));
        table.row([depth.to_string(), text(serial), text(cards), seconds(run.seconds()), grouped(run.nodes), ratio]);
        ours.push((f64::from(depth), run.seconds()));
        theirs.extend(serial.map(|serial| (f64::from(depth), serial)));
    }
    section.table(table);
    section.text(
        "The report's cubes are turned at random so often, and may be nearer to solved than that: its times grow by 4, 22, 3 \
         and 16 from one depth to the next. Ours need exactly so many moves, all of them late in the order of the search. The \
         bound is a quarter of the sum of the distances of the edges, since a turn moves four of them; the report speaks of \
         their average, and does not say what it divides by.",
    );
    let series = [Series::new("here", ours), Series::published("report", theirs)];
    let names = ["manhattan", "Manhattan distance, one thread"];
    section.plot(Plot::new(names, ["length (moves)", "time (s)"], (false, true), series));
}
