//! Tests of `solve` and `pdbgen` as programs: arguments, messages, records, files and exit statuses.

mod cases_cli;
mod command_line;
mod cube_files;
mod default_tables;
mod devices_cli;
mod engine_cli;
mod fingerprint;
mod goals_cli;
mod input_cli;
mod invalid_questions;
mod iterations_cli;
mod manifests;
mod node_counts;
mod nxn_cli;
mod pattern_choice;
mod pattern_cli;
mod pattern_files;
mod pdbgen_cli;
mod pictures_cli;
mod program;
mod puzzle_cli;
mod puzzle_saved;
mod question_cache;
mod quick_cli;
mod ranks_cli;
mod rules_cli;
mod schemas;
mod scramble_cli;
mod seed_inputs;
mod serve_cli;
mod serve_puzzles;
mod solve_batch;
mod solve_cli;
mod tutorial;

use cubepdb_testing::{cli, effort, fixtures, transcript};
