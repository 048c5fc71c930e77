//! Tests of the library through its public interface: answers, node counts, tables and files.

mod all_solutions;
mod at_once;
mod checkpoints;
mod common;
mod cosets;
mod fuzz_replay;
mod house;
mod large_cubes;
mod named_goals;
mod optimal;
mod own_spaces;
mod presets;
mod question_tables;
mod questions;
mod ranks;
mod saved_questions;
mod schedulers;
mod small_puzzles;
mod static_partition;
mod table_files;

use cubepdb_testing::{effort, fixtures};
