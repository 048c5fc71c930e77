//! Tests of the library through its public interface: answers, node counts, tables and files.

mod all_solutions;
mod checkpoints;
mod common;
mod cosets;
#[path = "../common/effort.rs"]
mod effort;
mod examples;
#[path = "../common/fixtures.rs"]
mod fixtures;
mod fuzz_replay;
mod house;
mod optimal;
mod presets;
mod ranks;
mod schedulers;
mod small_puzzles;
mod static_partition;
mod table_files;
