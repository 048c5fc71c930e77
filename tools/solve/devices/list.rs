//! `solve devices`: the graphics cards of this machine.

use super::{failure, measure};
use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::common::units::{counted, size};
use crate::fault;
use clap::Args;
use cubepdb::{
    Metric, TableSpec,
    devices::{DeviceError, DeviceInfo, largest_level},
    record::DeviceRecord,
};
use std::io::Write;

/// Lists the graphics cards for --backend gpu.
///
/// Their numbers, which --device takes, their drivers and memory, and the largest H48 table that each has room for.
/// Exit status 6 if there are none.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve devices
  solve devices --json                       for programs
  solve --backend gpu --device 0 \"R U F2\"    a search on the first one")]
pub struct DevicesCommand {
    /// One JSON array; with --measure, a line for each measurement.
    #[arg(long)]
    json: bool,
    /// Measures the memory: copies from the host, and random reads of windows of a gigabyte up to all that there is,
    /// with one to eight reads in flight in each work item. Takes a minute.
    #[arg(long)]
    measure: bool,
}

/// A device, for people and programs.
#[derive(Debug)]
pub struct Listed {
    /// The record for programs.
    pub record: DeviceRecord,
    /// Bytes of the largest table.
    table_bytes: u64,
}

impl Listed {
    /// All devices of this machine.
    pub fn all() -> Result<Vec<Self>, DeviceError> {
        Ok(fault::devices()?.iter().map(|device| Self::new(device.info())).collect())
    }

    fn new(info: &DeviceInfo) -> Self {
        let DeviceInfo { number, name, driver, is_processor: processor, memory, units, .. } = info.clone();
        let largest = largest_level(info, Metric::HalfTurn, None);
        let largest = largest.map(|level| TableSpec::new(level, Metric::HalfTurn));
        let table_bytes = largest.as_ref().map_or(0, TableSpec::bytes);
        let largest_table = largest.map(|table| table.name());
        let record = DeviceRecord { number, name, driver, processor, memory, units, largest_table };
        Self { record, table_bytes }
    }

    /// A description, for a line after its number.
    pub fn described(&self) -> String {
        let Self { record, table_bytes } = self;
        let DeviceRecord { name, driver, memory, units, largest_table, .. } = record;
        let kind = if record.processor { " (a processor, not a card)" } else { "" };
        let (memory, units) = (size(*memory), counted(*units, "compute unit"));
        let table = match largest_table {
            Some(table) => format!("room for {table} ({})", size(*table_bytes)),
            None => "no room for an H48 table".to_owned(),
        };
        format!("{name}{kind}, {memory}, {units}, {table}; {driver}")
    }
}

/// Lists the devices of this machine.
pub fn run(args: &DevicesCommand) -> Result<Status, Failure> {
    if args.measure {
        return measure::run(args.json).map(|()| Status::Success);
    }
    let devices = Listed::all().map_err(failure)?;
    let mut out = stdout();
    if args.json {
        let records: Vec<&DeviceRecord> = devices.iter().map(|device| &device.record).collect();
        writeln!(out, "{}", to_json(&records))?;
        return Ok(Status::Success);
    }
    for device in &devices {
        writeln!(out, "{:>6}  {}", device.record.number, wrapped(&device.described(), 8, 8))?;
    }
    Ok(Status::Success)
}
