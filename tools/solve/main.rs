//! `solve`: provably shortest solutions of Rubik's cubes.

mod args;
mod batch;
#[path = "../common/mod.rs"]
mod common;
mod input;
mod output;
mod tables;

use args::{Cli, Command, NotationArgs};
use clap::Parser;
use common::exit::{Failure, Status, run, say};
use cubepdb::notation::{Format, format_cube, random_cube};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    run(|| match &cli.command {
        None => batch::solve_all(&cli.solve),
        Some(Command::Check { cube, notation }) => check(&cube.join(" "), notation),
        Some(Command::Convert { cube, to, notation }) => convert(&cube.join(" "), *to, notation),
        Some(Command::Scramble { count, seed, to }) => scramble(*count, *seed, *to),
    })
}

fn check(text: &str, notation: &NotationArgs) -> Result<Status, Failure> {
    let cube = batch::read_cube(text, notation)?;
    let state = written(&cube, Format::Facelets)?;
    writeln!(io::stdout(), "valid {state}")?;
    Ok(Status::Success)
}

fn convert(text: &str, to: Format, notation: &NotationArgs) -> Result<Status, Failure> {
    let cube = batch::read_cube(text, notation)?;
    writeln!(io::stdout(), "{}", written(&cube, to)?)?;
    Ok(Status::Success)
}

fn scramble(count: u64, seed: Option<u64>, to: Format) -> Result<Status, Failure> {
    let seed = seed.unwrap_or_else(|| {
        let seed = fastrand::u64(..);
        say(&format!("seed {seed}"));
        seed
    });
    let mut random = fastrand::Rng::with_seed(seed);
    let mut out = io::stdout().lock();
    for _ in 0..count {
        writeln!(out, "{}", written(&random_cube(&mut random), to)?)?;
    }
    Ok(Status::Success)
}

fn written(cube: &cubepdb::cube::Cubies, to: Format) -> Result<String, Failure> {
    format_cube(cube, to).map_err(Failure::usage)
}
