//! The Multi-GPU solver on graphics cards.

use crate::cases::Case;
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Query, Runner, preset};
use crate::runs::Run;
use crate::text::{grouped, seconds, three_digits};
use cubepdb::devices::{self, Device, DeviceOptions};
use std::sync::Arc;

const METHOD: &str = "gpu-manhattan";
/// Nodes between two looks at the best length: from the least to the most of the report.
const INTERVALS: [u32; 5] = [100, 300, 1000, 3000, 10_000];
/// The most that the first upper bound is above the length of the solution.
const SLACK: u8 = 4;

pub fn measure(runner: &Runner, section: &mut Section) -> Result<(), Interruption> {
    let devices = match devices::devices() {
        Ok(found) => devices::cards(found),
        Err(error) => {
            section.text(format!("Nothing was measured: {error}."));
            return Ok(());
        }
    };
    let names: Vec<String> = devices.iter().map(|device| device.info().to_string()).collect();
    let kind = if devices[0].info().is_processor { "Measured on a processor, not on a card" } else { "Measured" };
    section.text(format!("{kind}: {}.", names.join("; ")));
    by_depth(runner, &devices)?;
    let Some(case) = Case::paracube(runner.deepest(10, 7), usize::MAX).pop() else { return Ok(()) };
    for bound in case.length..=case.length + SLACK {
        let options = DeviceOptions { upper_bound: Some(bound), ..DeviceOptions::new(devices.clone()) };
        ask(runner, &case, format!("upper bound {bound}"), options)?;
    }
    for check_interval in INTERVALS {
        let options = DeviceOptions { check_interval, ..DeviceOptions::new(devices.clone()) };
        ask(runner, &case, format!("interval {check_interval}"), options)?;
    }
    Ok(())
}

fn by_depth(runner: &Runner, devices: &[Arc<dyn Device>]) -> Result<(), Interruption> {
    for count in 1..=devices.len() {
        let mut last = 0.0;
        for case in Case::paracube(runner.deepest(11, 7), usize::MAX).into_iter().filter(|case| case.length >= 5) {
            // Each length takes about as many times as long as the one before.
            if !runner.affordable(last * 13.4) {
                break;
            }
            let options = DeviceOptions::new(devices[..count].to_vec());
            last = ask(runner, &case, format!("devices {count}"), options)?.seconds();
        }
    }
    Ok(())
}

fn ask(runner: &Runner, case: &Case, method: String, devices: DeviceOptions) -> Result<Run, Interruption> {
    let threads = devices.devices.len();
    runner.ask(&Query { devices: Some(devices), ..Query::new(case, method, preset(METHOD), threads) })
}

pub fn present(runs: &[Run], _: &Runner, section: &mut Section) {
    let heading =
        ["depth", "devices", "report, serial", "report, two graphics cards", "here", "nodes", "report's cards / here"];
    let mut table = Table::new("Time to the first solution:", heading);
    let text = |time: Option<f64>| time.map_or(String::new(), seconds);
    for (run, count) in of_kind(runs, "devices ") {
        let depth = run.case.trim_start_matches('t');
        let (serial, cards) = published::manhattan_seconds(depth);
        let ratio = cards.map_or(String::new(), |cards| three_digits(cards / run.seconds()));
        let times = [text(serial), text(cards), seconds(run.seconds()), grouped(run.nodes), ratio];
        table.row([depth, count].map(str::to_owned).into_iter().chain(times));
    }
    section.table(table);
    for (kind, column) in [("upper bound ", "first upper bound"), ("interval ", "nodes between two looks")] {
        let of_kind: Vec<_> = of_kind(runs, kind).collect();
        let Some((first, _)) = of_kind.first() else { continue };
        let caption = format!("Time to the first solution of {} by the {column}:", first.case);
        let mut table = Table::new(caption, [column, "time", "nodes"]);
        for (run, value) in &of_kind {
            table.row([(*value).to_owned(), seconds(run.seconds()), grouped(run.nodes)]);
        }
        section.table(table);
    }
}

/// The runs of methods that begin so, and the rest of their names.
fn of_kind<'a>(runs: &'a [Run], kind: &'a str) -> impl Iterator<Item = (&'a Run, &'a str)> {
    runs.iter().filter_map(move |run| run.method.strip_prefix(kind).map(|value| (run, value)))
}
