//! Graphics cards: the flags that choose them, what contradicts them, and `solve devices`.

mod args;
mod check;
mod list;
mod measure;

pub use args::DeviceArgs;
pub use check::{check, check_checkpoint, check_plan};
pub use list::{DevicesCommand, Listed, run};

use crate::common::exit::{Failure, Status, say};
use crate::common::units::size;
use crate::fault;
use crate::flags::SetupArgs;
use anyhow::anyhow;
use cubepdb::{
    devices::{DeviceError, DeviceOptions},
    plan::SearchPlace,
};

/// The devices that the flags ask for, and how they are used; `None` for a search on threads alone. Says so if one of
/// them is a processor.
pub fn options(args: &SetupArgs) -> Result<Option<DeviceOptions>, Failure> {
    if args.place() == SearchPlace::Threads {
        return Ok(None);
    }
    let devices = fault::devices().and_then(|found| args.devices.chosen(found)).map_err(failure)?;
    for info in devices.iter().map(|device| device.info()).filter(|info| info.is_processor) {
        say(&format!("note: {info}, is a processor and not a graphics card: --backend threads is faster on it"));
    }
    let DeviceArgs { gpu_memory, check_interval, upper_bound, .. } = args.devices;
    let check_interval = check_interval.unwrap_or(DeviceOptions::CHECK_INTERVAL);
    Ok(Some(DeviceOptions { devices, memory: gpu_memory, check_interval, upper_bound }))
}

/// The failure of a program whose devices cannot be used. Only a number that does not exist is a mistake of the user's.
pub fn failure(error: DeviceError) -> Failure {
    match error {
        DeviceError::UnknownNumber { .. } => Failure::usage(format!("--device: {error}")),
        DeviceError::DoesNotFit { what, needed, allowed, info, fitting } => {
            let (needed, allowed) = (size(needed), size(allowed));
            let instead = fitting.map_or_else(String::new, |table| format!("; {table} does"));
            let error = anyhow!("{what} ({needed}) does not fit {info}, of which {allowed} may be used{instead}");
            Failure::new(Status::Memory, error)
        }
        error => Failure::new(Status::Memory, error),
    }
}
