//! `solve devices --measure`: the limits of a device's memory.

use super::failure;
use crate::common::exit::{Failure, say};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::common::units::{count, size};
use crate::fault;
use cubepdb::{
    devices::{Device, Window},
    record::DeviceMemoryRecord,
};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// Time of one measurement.
const TIME: Duration = Duration::from_millis(200);
/// The smallest window; the others are twice as large each, up to what the device has room for.
const SMALLEST: u64 = 1 << 30;

/// Measures random reads of windows of all devices.
pub fn run(json: bool) -> Result<(), Failure> {
    if !json {
        writeln!(stdout(), "{:>6} {:>9} {:>10} {:>10} {:>9}", "device", "window", "upload/s", "in flight", "lines/s")?;
    }
    for device in fault::devices().map_err(failure)? {
        for window in windows(&device) {
            measure(&device, window, json)?;
        }
    }
    Ok(())
}

/// A gigabyte, and twice as much as long as it fits; a quarter of the memory of a processor.
fn windows(device: &Arc<dyn Device>) -> Vec<u64> {
    let info = device.info();
    let most = if info.is_processor { info.memory / 4 } else { info.memory / 10 * 9 };
    let mut windows: Vec<u64> =
        std::iter::successors(Some(SMALLEST), |bytes| Some(2 * bytes)).take_while(|&w| w <= most).collect();
    if windows.last().is_none_or(|&largest| largest < most) {
        windows.push(most);
    }
    windows
}

fn measure(device: &Arc<dyn Device>, bytes: u64, json: bool) -> Result<(), Failure> {
    let window = match Window::new(device, bytes) {
        Ok(window) => window,
        // What a device has is not always to be had.
        Err(error) => {
            say(&format!("note: a window of {} was left out: {error}", size(bytes)));
            return Ok(());
        }
    };
    let upload = window.bytes_per_second();
    for gathers in window.measure(TIME).map_err(failure)? {
        let (info, lines) = (device.info(), gathers.lines_per_second);
        let in_flight = gathers.in_flight;
        let line = match json {
            true => to_json(&DeviceMemoryRecord {
                device: info.number,
                name: info.name.clone(),
                window: bytes,
                upload_bytes_per_second: upload,
                in_flight,
                lines_per_second: lines,
            }),
            false => format!(
                "{:>6} {:>9} {:>10} {in_flight:>10} {:>9}",
                info.number,
                size(bytes),
                size(upload as u64),
                count(lines)
            ),
        };
        writeln!(stdout(), "{line}")?;
    }
    Ok(())
}
