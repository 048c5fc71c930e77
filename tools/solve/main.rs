//! `solve`: provably shortest solutions of Rubik's cubes.

mod args;
mod batch;
mod before;
mod bench;
mod between;
mod cache;
mod cases;
mod checkpoint;
mod columns;
mod communicator;
mod cubes;
mod devices;
mod doctor;
mod engine;
mod fault;
mod fingers;
mod flags;
mod input;
mod instances;
mod iterations;
mod jobs;
mod misread;
mod output;
mod partition_picture;
mod pictures;
mod plan;
mod presets;
mod progress;
mod puzzle;
mod quick;
mod ranks;
mod rules;
mod run;
mod serve;
mod setup;
mod static_partition;
mod stats;
mod tables;
mod thread_pools;
mod twists;

use crate::common::output::stdout;
use args::{BRIEF, Cli, Command, InputArgs, asks_for_brief_help};
use clap::error::ErrorKind;
use common::cli::{HELP_ALL, parse, refuse};
use common::exit::{Failure, Status, run, say};
use cubepdb::puzzles::{Asker, QuestionText, Questions};
use cubepdb::{Cube, Format, picture::Palette};
use cubepdb_cli as common;
use flags::NotationArgs;
use input::{Item, SOLVED, Source, items, only_3x3x3, place_file, warn_of_missing_quotes, writable};
use pictures::{Drawing, Gallery, PictureArgs};
use std::io::Write;
use std::process::ExitCode;
use twists::TwistArgs;

#[global_allocator]
static MEMORY: common::memory::Remembering = common::memory::Remembering;

fn main() -> ExitCode {
    let mut cli = parse::<Cli>(quick::joined(std::env::args_os())).unwrap_or_else(|error| {
        let args = || std::env::args().skip(1);
        if error.kind() == ErrorKind::DisplayHelp
            && args().all(|arg| arg != "--help" && arg != HELP_ALL)
            && asks_for_brief_help(args())
        {
            finish(BRIEF)
        }
        if error.kind() == ErrorKind::DisplayVersion && args().any(|arg| arg == "--verbose" || arg == "-v") {
            finish(&doctor::version())
        }
        refuse::<Cli>(&error)
    });
    run(|| {
        match &mut cli.command {
            None => place_file(&mut cli.solve.cubes.cubes, &mut cli.solve.cubes.file),
            Some(Command::Check { input, .. } | Command::Convert { input, .. }) => {
                place_file(&mut input.cube, &mut input.file);
            }
            Some(_) => {}
        }
        if cli.command.is_none() {
            between::place(&mut cli.solve)?;
            quick::place(&mut cli.solve)?;
            puzzle::place_known(&mut cli.solve);
        }
        match &cli.command {
            None => cli.solve.check_files().and_then(|()| match cli.solve.asks_question() {
                true => puzzle::solve_all(&cli.solve),
                false => misread::check(&cli.solve).and_then(|()| cubes::solve_all(&cli.solve)),
            }),
            Some(Command::Check { input, notation, pictures }) => check(input, notation, pictures),
            Some(Command::Convert { input, to, notation, pictures }) => convert(input, *to, notation, pictures),
            Some(Command::Bench(args)) => only_3x3x3(&args.cubes.notation, "bench").and_then(|()| bench::bench(args)),
            Some(Command::Setup(args)) => cache::setup(args),
            Some(Command::Tables(args)) => cache::tables(args),
            Some(Command::Doctor(args)) => doctor::run(args),
            Some(Command::Devices(args)) => devices::run(args),
            Some(Command::Instances(args)) => instances::run(args),
            Some(Command::Serve(args)) => serve::run(args),
            Some(Command::Puzzles(args)) => puzzle::puzzles(args),
            Some(Command::Goals(args)) => puzzle::goals(args),
            Some(Command::Cases(args)) => cases::cases(args),
            Some(Command::Presets { json }) => presets::list(*json),
            Some(Command::Manual(manual)) => manual.run::<Cli>(),
            Some(Command::Scramble { number, count, seed, keep, to, twists, pictures }) => {
                scramble(number.or(*count).unwrap_or(1), *seed, keep, *to, twists, pictures)
            }
        }
    })
}

/// Prints a text that was asked for, and ends the program.
fn finish(text: &str) -> ! {
    let written = writeln!(stdout(), "{text}");
    std::process::exit(written.map_or(Status::Io, |()| Status::Success) as i32)
}

fn check(input: &InputArgs, notation: &NotationArgs, pictures: &PictureArgs) -> Result<Status, Failure> {
    let is_alone = source(input, notation).is_one_argument();
    each_cube(input, notation, pictures, |gallery, item, cube| match cube {
        Some(cube) => {
            if cube.is_solved() && is_alone {
                say("note: this cube is solved");
            }
            let palette = item.palette(notation);
            writeln!(stdout(), "{}", gallery.captioned(&cube, &palette, format!("valid {cube}")))?;
            Ok(gallery.save(item.id, &Drawing::of(cube, palette)))
        }
        None => item.typed(notation).map_or(Ok(Status::Success), |typed| gallery.draw_typed(item.id, &typed)),
    })
}

fn convert(input: &InputArgs, to: Format, notation: &NotationArgs, pictures: &PictureArgs) -> Result<Status, Failure> {
    writable(notation.size, to)?;
    let mut cubes = Cubes { to, written: 0 };
    each_cube(input, notation, pictures, |gallery, item, cube| match cube {
        Some(cube) => cubes.write(gallery, item.id, cube, item.palette(notation)),
        None => Ok(Status::Success),
    })
}

fn source<'a>(input: &'a InputArgs, notation: &NotationArgs) -> Source<'a> {
    Source { cubes: &input.cube, file: input.file.as_deref(), format: notation.format, size: notation.size }
}

/// Reads every cube of the arguments or of the file, and says what is wrong with it if it is none. Returns the worst
/// status.
fn each_cube(
    input: &InputArgs,
    notation: &NotationArgs,
    pictures: &PictureArgs,
    mut then: impl FnMut(&Gallery, &Item, Option<Cube>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let mut worst = Status::Success;
    let source = source(input, notation);
    warn_of_missing_quotes(source.cubes);
    let (gallery, items) = Gallery::for_items(pictures, &source, items(&source)?)?;
    for item in items {
        let item = item?;
        worst = worst.max(match item.cube(notation, false) {
            Ok(cube) => {
                item.explain_moves(notation);
                then(&gallery, &item, Some(cube.clone()))?
            }
            Err(fault) => {
                let drawn = then(&gallery, &item, None)?;
                match source.is_one_argument() {
                    true => fault.to_failure().report(),
                    false => say(&format!("{}: {}", item.name(), fault.described())),
                }
                drawn.max(Status::InvalidCube)
            }
        });
    }
    Ok(worst)
}

/// Writes cubes to standard output, with a line of dashes between those that take several lines.
struct Cubes {
    to: Format,
    written: u64,
}

impl Cubes {
    fn write(&mut self, gallery: &Gallery, id: u64, cube: Cube, palette: Palette) -> Result<Status, Failure> {
        let text = cube.format_as_typed(self.to, palette.letters).map_err(Failure::usage)?;
        self.write_as(text, gallery, id, palette, || Ok(cube))
    }

    /// Writes the text of a cube, which is made only for a picture.
    fn write_as(
        &mut self,
        mut text: String,
        gallery: &Gallery,
        id: u64,
        palette: Palette,
        cube: impl FnOnce() -> Result<Cube, Failure>,
    ) -> Result<Status, Failure> {
        if text.is_empty() {
            // No moves are a blank line, which is no cube in a list.
            SOLVED.clone_into(&mut text);
        }
        let rule = if self.to.takes_lines() && self.written > 0 { "---\n" } else { "" };
        self.written += 1;
        if !gallery.is_asked() {
            writeln!(stdout(), "{rule}{text}")?;
            return Ok(Status::Success);
        }
        let cube = cube()?;
        writeln!(stdout(), "{rule}{}", gallery.captioned(&cube, &palette, text))?;
        Ok(gallery.save(id, &Drawing::of(cube, palette)))
    }
}

fn scramble(
    count: u64,
    seed: Option<u64>,
    keep: &[String],
    to: Format,
    twists: &TwistArgs,
    pictures: &PictureArgs,
) -> Result<Status, Failure> {
    let question = twists.question()?;
    let twisted = if question.is_some() { None } else { twists.asked(to)? };
    let kept = (!keep.is_empty()).then(|| questions_of(keep)).transpose()?;
    let gallery = Gallery::open(pictures, count > 1)?;
    let seed = seed.unwrap_or_else(|| {
        let seed = fastrand::u64(..);
        say(&format!("seed {seed}"));
        seed
    });
    let mut random = fastrand::Rng::with_seed(seed);
    if let Some(question) = question {
        return twists.write(&question, count, &mut random);
    }
    let mut cubes = Cubes { to, written: 0 };
    if let Some(twisted) = twisted {
        return (1..=count).try_fold(Status::Success, |worst, id| {
            let word = twisted.word(&mut random)?;
            let cube = || twisted.cube(&word);
            let written = match to {
                Format::Moves => cubes.write_as(word.to_string(), &gallery, id, Palette::USUAL, cube)?,
                _ => cubes.write(&gallery, id, cube()?, Palette::USUAL)?,
            };
            Ok(worst.max(written))
        });
    }
    let random: Box<dyn Iterator<Item = Cube>> = match kept {
        Some(goals) => match Cube::random_keeping(goals, seed) {
            Some(cubes) => {
                let mut cubes = cubes.peekable();
                if cubes.peek().is_some_and(Cube::is_solved) {
                    say(
                        "note: a cube that keeps this goal may be solved: pll and ll are the whole cube; oll or f2l leave the last layer",
                    );
                }
                Box::new(cubes)
            }
            None => return Err(Failure::usage("--keep: no cube reaches this goal")),
        },
        None => Box::new(Cube::random(seed)),
    };
    (1..=count).zip(random).try_fold(Status::Success, |worst, (id, cube)| {
        Ok(worst.max(cubes.write(&gallery, id, cube, Palette::USUAL)?))
    })
}

/// The question about these goals of a 3x3x3.
fn questions_of(goals: &[String]) -> Result<Questions, Failure> {
    let text = QuestionText { goals: goals.to_vec(), ..QuestionText::about("3x3x3") };
    text.read_all(Asker::Owner).map_err(|error| {
        Failure::usage(format!("--keep: {}{}", error.fault, crate::common::puzzle::advice(&error.fault)))
    })
}
