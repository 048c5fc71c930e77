//! `solve instances`: sets of cubes that others have used, for results that can be compared.

use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::nearest::did_you_mean;
use crate::common::output::stdout;
use crate::common::text::to_json;
use clap::Args;
use cubepdb::record::InstancesRecord;
use std::io::Write;

/// Lists or prints sets of cubes that others have used.
///
/// One scramble a line, for `solve --file -` and `solve bench --file -`. Lengths are those of shortest solutions in
/// face turns.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve instances                            the sets, their lengths and sources
  solve instances korf10
  solve instances nissy17 | solve bench --file - --summary")]
pub struct InstancesCommand {
    /// A set.
    name: Option<String>,
    /// With no name: one JSON object for each set.
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

/// A set of cubes.
struct Set {
    name: &'static str,
    /// Lengths of shortest solutions, or what is known of them.
    lengths: &'static str,
    source: &'static str,
    text: &'static str,
}

const KORF: &str =
    "R. E. Korf, Finding Optimal Solutions to Rubik's Cube Using Pattern Databases, AAAI 1997; as in hog2";
const NISSY: &str = "benchmark scrambles of nissy-core";
const RANDOM: &str = "random states of cube_solver_test";

/// The lengths of a set that nobody has sorted by them.
const MIXED: &str = "mixed";

const SETS: [Set; 13] = [
    Set { name: "korf10", lengths: "16 to 18", source: KORF, text: include_str!("instances/korf10.txt") },
    Set { name: "random", lengths: MIXED, source: RANDOM, text: include_str!("instances/random.txt") },
    Set { name: "random15", lengths: "15", source: RANDOM, text: include_str!("instances/random15.txt") },
    Set { name: "random16", lengths: "16", source: RANDOM, text: include_str!("instances/random16.txt") },
    Set { name: "random17", lengths: "17", source: RANDOM, text: include_str!("instances/random17.txt") },
    Set { name: "random18", lengths: "18", source: RANDOM, text: include_str!("instances/random18.txt") },
    Set { name: "random19", lengths: "19", source: RANDOM, text: include_str!("instances/random19.txt") },
    Set { name: "nissy16", lengths: "16", source: NISSY, text: include_str!("instances/nissy16.txt") },
    Set { name: "nissy17", lengths: "17", source: NISSY, text: include_str!("instances/nissy17.txt") },
    Set { name: "nissy18", lengths: "18", source: NISSY, text: include_str!("instances/nissy18.txt") },
    Set { name: "nissy19", lengths: "19", source: NISSY, text: include_str!("instances/nissy19.txt") },
    Set { name: "nissy20", lengths: "20", source: NISSY, text: include_str!("instances/nissy20.txt") },
    Set {
        name: "superflip",
        lengths: "20",
        source: "M. Reid, 1995: the first state known to need twenty",
        text: include_str!("instances/superflip.txt"),
    },
];

impl Set {
    fn cubes(&self) -> usize {
        self.text.lines().count()
    }

    /// A description: `1 cube of length 20`.
    fn described(&self) -> String {
        let (cubes, lengths) = (self.cubes(), self.lengths);
        let noun = if cubes == 1 { "cube" } else { "cubes" };
        let of = if lengths == MIXED { "of mixed lengths".to_owned() } else { format!("of length {lengths}") };
        format!("{cubes:>4} {noun} {of}")
    }
}

/// Prints a set, or what sets there are.
pub fn run(args: &InstancesCommand) -> Result<Status, Failure> {
    let mut out = stdout();
    let Some(name) = &args.name else {
        for set in &SETS {
            let Set { name, lengths, source, .. } = set;
            if args.json {
                let record = InstancesRecord { name, cubes: set.cubes(), lengths, source };
                writeln!(out, "{}", to_json(&record))?;
            } else {
                let source = wrapped(source, 42, 42);
                writeln!(out, "{name:<9} {:<31} {source}", set.described())?;
            }
        }
        return Ok(Status::Success);
    };
    let Some(set) = SETS.iter().find(|set| set.name == *name) else {
        let names = SETS.map(|set| set.name);
        let hint = did_you_mean(name, names);
        return Err(Failure::usage(format!(
            "no set `{}`: there are {}{hint}",
            name.escape_default(),
            names.join(", ")
        )));
    };
    writeln!(out, "# {}: {}; {}", set.name, set.described().trim_start(), set.source)?;
    write!(out, "{}", set.text)?;
    Ok(Status::Success)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::Cube;

    #[test]
    fn every_line_is_a_cube() {
        for set in &SETS {
            assert!(set.cubes() > 0 && set.text.ends_with('\n'), "{}", set.name);
            for line in set.text.lines() {
                assert!(line.parse::<Cube>().is_ok(), "{}: {line}", set.name);
            }
        }
    }
}
