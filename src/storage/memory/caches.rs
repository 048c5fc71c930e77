//! The caches of the processor.

use std::fs;
use std::path::Path;

/// Bytes of the first processor's nearest cache for data, on Linux. `None` where the system does not tell.
pub fn nearest_cache() -> Option<u64> {
    (0..8).find_map(|index| nearest_in(&Path::new("/sys/devices/system/cpu/cpu0/cache").join(format!("index{index}"))))
}

/// The bytes of a cache, described by the files of a directory, if it is the nearest one for data.
fn nearest_in(directory: &Path) -> Option<u64> {
    let read = |name| fs::read_to_string(directory.join(name)).ok();
    let is_nearest = read("level")?.trim() == "1" && read("type")?.trim() != "Instruction";
    let kib = read("size")?.trim().strip_suffix('K')?.parse::<u64>().ok()?;
    is_nearest.then_some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_nearest_cache_for_data_counts() {
        let directory = tempfile::tempdir().unwrap();
        let of = |level: &str, kind: &str, size: &str| {
            for (name, text) in [("level", level), ("type", kind), ("size", size)] {
                fs::write(directory.path().join(name), format!("{text}\n")).unwrap();
            }
            nearest_in(directory.path())
        };
        assert_eq!(of("1", "Data", "48K"), Some(48 << 10));
        assert_eq!(of("1", "Unified", "8K"), Some(8 << 10));
        assert_eq!([of("1", "Instruction", "32K"), of("2", "Unified", "1024K"), of("1", "Data", "much")], [None; 3]);
        assert_eq!(nearest_in(&directory.path().join("nothing")), None);
    }
}
