//! How the tables of each rank lie in memory, where several processes may share them.

use super::{Site, orders};
use crate::common::exit::say;
use crate::common::units::size;

/// Says it, if the ranks are processes.
pub fn tell_memory(site: &impl Site) {
    let crew = &site.staff().crew;
    if !crew.is_alone() && !crew.within {
        orders::ask_for_memory(site).iter().for_each(|line| say(line));
    }
}

/// A line for each table of this rank.
pub fn of_rank(site: &impl Site, rank: usize) -> Vec<String> {
    let line = |(spec, memory): &crate::tables::Table| {
        let kind = if memory.is_mapped() { "mapped" } else { "copied" };
        let [seen, part] = memory.resident_bytes();
        let (seen_size, part_size) = (size(seen), size(part));
        format!(
            "rank {rank}: {spec} {kind}, {seen_size} ({seen} bytes) in memory, its part of that {part_size} ({part} bytes)"
        )
    };
    site.loaded().map_or(&[][..], |loaded| &loaded.tables).iter().map(line).collect()
}
