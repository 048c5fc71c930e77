//! Why a device cannot be used.

use super::{Device, DeviceInfo};
use thiserror::Error;

/// A failure that a device reported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeviceFault {
    /// It has not enough memory for a buffer.
    #[error("there is no room for a buffer of {bytes} bytes")]
    Memory {
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// It does not compile the kernels.
    #[error("its driver does not compile the kernels: {log}")]
    Compile {
        /// The driver's message.
        log: String,
    },
    /// It failed to carry out a command.
    #[error("it stopped answering ({what})")]
    Lost {
        /// The error in the driver's words.
        what: String,
    },
    /// It does not compute what the processor computes.
    #[error("it computes wrongly: {what}")]
    Wrong {
        /// The result that differs.
        what: String,
    },
}

/// The reason why a search cannot use devices.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeviceError {
    /// The program was built without them.
    #[error("this build has no graphics cards: build it with the feature gpu")]
    NotInBuild,
    /// The library through which devices are reached is not there.
    #[error("no graphics card: {library} is not installed ({remedy})")]
    NoLibrary {
        /// Its file.
        library: &'static str,
        /// Instructions for installing it.
        remedy: &'static str,
    },
    /// No device is there.
    #[error("no graphics card: OpenCL is installed, but no driver of a card (`clinfo` lists what OpenCL sees)")]
    NoDevice,
    /// There is no device with this number.
    #[error("there is no device {number}: {}", numbers(*.count))]
    UnknownNumber {
        /// The number that was asked for.
        number: u32,
        /// Number of devices.
        count: u32,
    },
    /// The table and the nodes of a search do not fit.
    #[error("{what} ({needed} bytes) does not fit {info}, of which {allowed} bytes may be used{}", instead(.fitting))]
    DoesNotFit {
        /// The data that were to be put there.
        what: String,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
        /// The device.
        info: Box<DeviceInfo>,
        /// The largest table that fits.
        fitting: Option<String>,
    },
    /// A device failed.
    #[error("{info}: {fault}")]
    Failed {
        /// The device.
        info: Box<DeviceInfo>,
        /// The failure that it reported.
        fault: DeviceFault,
    },
}

impl DeviceError {
    /// A failure that a device reported, with its name.
    pub fn new(device: &dyn Device, fault: DeviceFault) -> Self {
        Self::Failed { info: Box::new(device.info().clone()), fault }
    }

    /// An error: the device does not compute what the processor computes.
    pub fn wrong(device: &dyn Device, what: impl Into<String>) -> Self {
        Self::new(device, DeviceFault::Wrong { what: what.into() })
    }
}

fn numbers(count: u32) -> String {
    match count {
        1 => "the only one has the number 0".to_owned(),
        _ => format!("they are numbered 0 to {}", count - 1),
    }
}

fn instead(table: &Option<String>) -> String {
    table.as_ref().map_or_else(String::new, |table| format!("; {table} does"))
}
