//! `pdbgen`: builds, proves, describes and compresses pattern databases.

mod args;
mod build;
mod choice;
mod compress;
mod dist;
mod distances;
mod export;
mod histogram;
mod info;
mod list;
mod pattern;
mod session;
mod text;
mod verify;

use args::{Cli, Command};
use common::cli::parse;
use common::exit::{Failure, Status, run};
use cubepdb::Pattern;
use cubepdb_cli as common;
use session::Session;
use std::process::ExitCode;

#[global_allocator]
static MEMORY: common::memory::Remembering = common::memory::Remembering;

fn main() -> ExitCode {
    let cli = parse::<Cli>(std::env::args_os()).unwrap_or_else(|error| error.exit());
    run(|| dispatch(&cli))
}

fn dispatch(cli: &Cli) -> Result<Status, Failure> {
    let session = || Session::start(&cli.common);
    match &cli.command {
        Command::Corners(args) => build::run(&session()?, Pattern::Corners.into(), args),
        Command::Edges { pieces, build } => build::run(&session()?, (*pieces).into(), build),
        Command::H48 { level, build } => build::run(&session()?, (*level).into(), build),
        Command::Verify(args) => verify::run(&session()?, args),
        Command::Info { files, json } => info::run(files, *json),
        Command::Distances(args) => distances::run(&session()?, args),
        Command::Pattern(args) => pattern::run(&session()?, args),
        Command::Build(args) => choice::run(&session()?, args),
        Command::Dist(args) => dist::run(args, cli.common.force),
        Command::Compress(args) => compress::compress_file(&session()?, args),
        Command::Decompress(args) => compress::decompress_file(&session()?, args),
        Command::Export(args) => export::run(&session()?, args),
        Command::List { json } => list::run(*json),
        Command::Manual(manual) => manual.run::<Cli>(),
    }
}
