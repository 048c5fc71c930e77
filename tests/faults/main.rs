//! The faults that the programs have to survive, class by class: damaged files, full disks, failing system calls,
//! signals, kills, bad input, too little memory. To survive means the documented exit status, one message that names
//! the culprit, no partially written file, and never a wrong answer.
//!
//! `cargo test --test faults` tries a sample of each class and prints how many faults there were; `CUBEPDB_EFFORT=1`
//! tries all of them, and `CUBEPDB_EFFORT=10` makes kills and signals ten times as frequent. The usual filters follow
//! `--`, by number or word:
//! `cargo test --test faults -- 14_`.

mod batch;
mod calls;
mod checkpoints;
mod compressed;
mod damaged;
mod devices;
mod disk;
mod engine;
mod entries;
mod forged;
mod inputs;
mod kills;
mod limits;
mod mapped;
mod memory;
mod output;
mod places;
mod program;
mod readme;
mod shared;
mod shim;
mod signals;
mod tables;
mod tally;

use cubepdb_testing::{cli, effort, fixtures};
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use tally::{CLASSES, Faults};

/// A test: the number of its class, its name, and its function.
type Test = (u8, &'static str, fn(&Faults));

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // As other test binaries.
    let threads = std::env::var("RUST_TEST_THREADS").ok().and_then(|text| text.parse().ok());
    arguments.test_threads = arguments.test_threads.or(threads);
    tally::catch_panics();
    let modules = [
        damaged::TESTS,
        forged::TESTS,
        entries::TESTS,
        compressed::TESTS,
        disk::TESTS,
        calls::TESTS,
        signals::TESTS,
        kills::TESTS,
        checkpoints::TESTS,
        shared::TESTS,
        mapped::TESTS,
        places::TESTS,
        inputs::TESTS,
        batch::TESTS,
        limits::TESTS,
        memory::TESTS,
        output::TESTS,
        engine::TESTS,
        devices::TESTS,
    ];
    let mut tests: Vec<&Test> = modules.into_iter().flatten().collect();
    tests.sort_by_key(|test| test.0);
    let conclusion = libtest_mimic::run(&arguments, tests.into_iter().map(trial).collect());
    if !arguments.list {
        tally::print();
    }
    let all = effort::is_full() && conclusion.num_filtered_out == 0 && conclusion.num_ignored == 0;
    if all && let Err(sentence) = readme::check() {
        eprintln!("{sentence}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn trial(&(number, name, test): &Test) -> Trial {
    let class = &CLASSES[usize::from(number) - 1];
    Trial::test(format!("{number:02}_{}::{name}", class.name.replace([' ', ',', '-'], "_")), move || {
        Faults::of(class).run(test)
    })
}
