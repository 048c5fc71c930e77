//! How the tables of each rank lie in memory, where several processes may share them.

use super::orders;
use crate::common::exit::say;
use crate::common::units::size;
use crate::setup::Setup;

/// Says it, if the ranks are processes.
pub fn tell_memory(setup: &Setup) {
    if !setup.crew.is_alone() && !setup.crew.within {
        orders::ask_for_memory(setup).iter().for_each(|line| say(line));
    }
}

/// A line for each table of this rank.
pub fn of_rank(setup: &Setup, rank: usize) -> Vec<String> {
    let line = |(spec, memory): &crate::tables::Table| {
        let kind = if memory.is_mapped() { "mapped" } else { "copied" };
        let [seen, part] = memory.resident_bytes();
        let (seen_size, part_size) = (size(seen), size(part));
        format!(
            "rank {rank}: {spec} {kind}, {seen_size} ({seen} bytes) in memory, its part of that {part_size} ({part} bytes)"
        )
    };
    setup.loaded.tables.iter().map(line).collect()
}
