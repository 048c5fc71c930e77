//! The flags about graphics cards.

use crate::common::cli::first_given;
use crate::common::units::parse_size;
use clap::Args;
use cubepdb::devices::{Device, DeviceError, DeviceOptions, cards};
use std::str::FromStr;
use std::sync::Arc;

/// Which graphics cards search, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Threads and ranks")]
pub struct DeviceArgs {
    /// With --backend gpu: the graphics cards, by their numbers, as in 0,1 [default: all].
    ///
    /// `solve devices` lists them. A processor that is among them is used if its number is given, or if there is no
    /// card.
    #[arg(long, value_name = "N,N|all", hide_short_help = true)]
    device: Option<DeviceNumbers>,
    /// With --backend gpu: the most memory to use of each card, as in 20G [default: nine tenths of it].
    #[arg(long, value_name = "SIZE", value_parser = parse_size, hide_short_help = true)]
    pub(super) gpu_memory: Option<u64>,
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=1_000_000), hide_short_help = true,
          help = format!("With --preset gpu-manhattan: nodes that a work item expands before it looks for a better solution of others \
                          [default: {}]", DeviceOptions::CHECK_INTERVAL))]
    pub(super) check_interval: Option<u32>,
    /// With --preset gpu-manhattan: the upper bound to begin with [default: that of --max-depth].
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(0..=30), hide_short_help = true)]
    pub(super) upper_bound: Option<u8>,
}

impl DeviceArgs {
    /// A flag of these that was given, if one was.
    pub fn given(&self) -> Option<&'static str> {
        let Self { device, gpu_memory, .. } = self;
        let flags = [(device.is_some(), "--device"), (gpu_memory.is_some(), "--gpu-memory")];
        let given = first_given(&flags);
        given.or_else(|| self.given_of_manhattan())
    }

    /// A flag that was given and is for the search with the Manhattan distance.
    pub(super) fn given_of_manhattan(&self) -> Option<&'static str> {
        let Self { check_interval, upper_bound, .. } = self;
        let flags = [(check_interval.is_some(), "--check-interval"), (upper_bound.is_some(), "--upper-bound")];
        first_given(&flags)
    }

    /// The devices that are asked for, of all that there are.
    pub(super) fn chosen(&self, found: Vec<Arc<dyn Device>>) -> Result<Vec<Arc<dyn Device>>, DeviceError> {
        let Some(DeviceNumbers::These(numbers)) = &self.device else {
            return Ok(cards(found));
        };
        let unknown = |number| DeviceError::UnknownNumber { number, count: found.len() as u32 };
        let of_number = |&number: &u32| found.get(number as usize).cloned().ok_or_else(|| unknown(number));
        numbers.iter().map(of_number).collect()
    }
}

/// Some devices.
#[derive(Clone, Debug, PartialEq, Eq)]
enum DeviceNumbers {
    /// All cards or, if there are none, all other devices.
    All,
    /// Those with these numbers.
    These(Vec<u32>),
}

impl FromStr for DeviceNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let mut numbers = Vec::new();
        for word in text.split(',') {
            // A sign is no part of a number.
            let number = word.parse().ok().filter(|_| word.starts_with(|c: char| c.is_ascii_digit()));
            let number = number.ok_or("use numbers of devices with commas between them, or all")?;
            if numbers.contains(&number) {
                return Err(format!("device {number} is named twice"));
            }
            numbers.push(number);
        }
        Ok(Self::These(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_devices_are_read() {
        let read = |text: &str| text.parse::<DeviceNumbers>();
        assert_eq!(read("all"), Ok(DeviceNumbers::All));
        assert_eq!(read("1,0"), Ok(DeviceNumbers::These(vec![1, 0])));
        for text in ["", "0,", "x", "+1", "-1", "0;1", "0 1", "99999999999"] {
            assert_eq!(read(text), Err("use numbers of devices with commas between them, or all".to_owned()), "{text}");
        }
        assert_eq!(read("0,1,0"), Err("device 0 is named twice".to_owned()));
    }
}
