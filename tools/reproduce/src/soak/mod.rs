//! `reproduce soak`: solves random cubes in two different ways each, for as long as desired, and compares the answers
//! with each other and with an oracle that shares no code with the solver.
//!
//! Two configurations with different tables, drawn at random together with kernel, scheduler, threads, ranks,
//! automaton, transposition table, interruptions and kind of answer, solve every cube. The second one gets the cube in
//! another guise: turned, reflected or inverted, which changes everything but the distance. Each answer is replayed on
//! stickers. Where nothing depends on chance, a third search goes through the trees of the first one in another way and
//! has to count the same nodes.

mod configuration;
mod oracle;
mod shelf;
mod tally;
mod trial;
mod words;

use crate::args::SoakArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::signals::Interrupt;
use crate::runner::Interruption;
use configuration::{Configuration, longest};
use cubepdb::Metric;
use fastrand::Rng;
use oracle::Ball;
use shelf::{Assortment, Shelf};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use tally::Tally;
use trial::Trial;
use words::{Guise, draw};

/// Runs the command. Its status is that of an internal fault if there was any disagreement.
pub fn run(args: &SoakArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen()?;
    let seed = args.seed.unwrap_or_else(|| Rng::new().u64(..1 << 32));
    let metrics = args.metric.kinds();
    let minutes = args.minutes.or(if args.cubes.is_some() { None } else { Some(1) });
    let time = minutes.map_or(Duration::MAX, |minutes| Duration::from_secs(60 * minutes) / metrics.len() as u32);
    let mut disagreements = 0;
    for &metric in metrics {
        let mut soak = Soak { metric, seed, args, interrupt: &interrupt, tally: Tally::new(metric, seed) };
        let ended = soak.go(time);
        writeln!(stdout(), "{}", soak.tally)?;
        disagreements += soak.tally.disagreements;
        match ended {
            Ok(()) => {}
            Err(Interruption::Failed(failure)) if disagreements == 0 => return Err(failure),
            Err(Interruption::Failed(failure)) => failure.report(),
            Err(Interruption::Interrupted) if disagreements == 0 => return Ok(interrupt.status()),
            Err(Interruption::Interrupted) => break,
        }
    }
    Ok(if disagreements == 0 { Status::Success } else { Status::Internal })
}

struct Soak<'a> {
    metric: Metric,
    seed: u64,
    args: &'a SoakArgs,
    interrupt: &'a Interrupt,
    tally: Tally,
}

impl Soak<'_> {
    const NEWS: Duration = Duration::from_secs(60);

    fn go(&mut self, time: Duration) -> Result<(), Interruption> {
        let radius = match self.metric {
            Metric::HalfTurn => 5,
            Metric::QuarterTurn => 6,
        };
        let ball = Ball::new(self.metric, radius);
        let stop = self.interrupt.flag();
        let mut shelf = Shelf::new(self.assortment(), stop);
        let (started, mut news) = (Instant::now(), Instant::now());
        for number in self.args.first.. {
            let done = number - self.args.first;
            if started.elapsed() >= time || self.args.cubes.is_some_and(|cubes| done >= cubes) {
                break;
            }
            let trial = self.draw(number);
            match trial.run(&mut shelf, &ball, stop)? {
                Ok(agreed) => self.tally.agree(&trial, agreed),
                Err(wrong) => self.disagree(number, &trial, &wrong)?,
            }
            self.tally.time = started.elapsed();
            if news.elapsed() >= Self::NEWS {
                say(&self.tally.line());
                news = Instant::now();
            }
        }
        Ok(())
    }

    fn assortment(&self) -> Assortment {
        Assortment { metric: self.metric, small: self.args.small }
    }

    /// Draws a trial, which depends only on the arguments and its number.
    fn draw(&self, number: u64) -> Trial {
        let (metric, assortment) = (self.metric, self.assortment());
        let mut random = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number << 1 ^ metric as u64);
        let longest = self.args.longest.unwrap_or(u8::MAX).min(longest(metric));
        // Short scrambles cost little, and the oracle knows more about them.
        let longest = if random.bool() { longest } else { longest.min(metric.diameter() / 2) };
        let length = random.u8(..=longest);
        let scramble = draw(metric, length, &mut random);
        let length = metric.length(&scramble) as u8;
        let one = Configuration::draw(assortment, length, &mut random);
        let other = loop {
            let other = Configuration::draw(assortment, length, &mut random);
            if other.is_unlike(&one) {
                break other;
            }
        };
        // Breadth-first search finds one solution.
        let few = length <= 9 && !one.is_breadth_first() && !other.is_breadth_first();
        Trial {
            metric,
            all: (few && random.u8(..4) == 0).then(|| random.u8(..=u8::from(length <= 5))),
            deterministic: random.u8(..4) == 0,
            guise: Guise::draw(&mut random),
            twin: if random.bool() { one.twin(&mut random) } else { None },
            configurations: [one, other],
            scramble,
        }
    }

    fn disagree(&mut self, number: u64, trial: &Trial, wrong: &str) -> io::Result<()> {
        self.tally.disagreements += 1;
        let (metric, seed) = (self.metric.name(), self.seed);
        let longest = self.args.longest.map_or(String::new(), |longest| format!(" --longest {longest}"));
        let small = if self.args.small { " --small" } else { "" };
        let scramble = trial.scrambled();
        writeln!(
            stdout(),
            "DISAGREEMENT {metric}: {scramble}: {wrong}\n  again: reproduce soak --metric {metric} --seed {seed} --first {number} --cubes 1{longest}{small}"
        )
    }
}
