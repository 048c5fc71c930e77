//! One cube, solved in different ways, with all answers compared.

use super::configuration::{Configuration, Execution};
use super::oracle::{Ball, Distance, Stickers};
use super::shelf::Shelf;
use super::words::{Guise, sorted};
use crate::common::exit::{Failure, Status};
use crate::runner::Interruption;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn, MoveSequence},
    notation::parse_facelets,
    search::{Control, InProcess, Limits, PieceSolver, Prepared, Saving, Team, Workers},
};
use cubepdb::{
    Metric, StopReason,
    plan::{Puzzle, SearchQuery},
    search::{Answer, Executor, Monitor, Outcome},
};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// A query and the configurations that answer it.
pub struct Trial {
    pub metric: Metric,
    pub scramble: Vec<FaceTurn>,
    /// All solutions, up to this much longer than the shortest.
    pub all: Option<u8>,
    pub deterministic: bool,
    /// Two different ones. The second one solves the cube in another guise.
    pub configurations: [Configuration; 2],
    pub guise: Guise,
    /// Another way through the trees of the first one.
    pub twin: Option<Configuration>,
}

/// The results on which all searches agree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreed {
    pub searches: u64,
    pub nodes: u64,
    /// Searches that were given up because they took too long: then only the bounds were compared.
    pub given_up: u64,
    /// True if the oracle knows the exact distance, not only that it exceeds the oracle's range.
    pub exact: bool,
    /// True if both sets of all solutions were compared.
    pub all: bool,
    /// Iterations whose nodes were counted twice.
    pub recounted: u64,
}

/// A description of a disagreement; the searches themselves succeeded.
pub type Checked = Result<Agreed, String>;

/// Number of nodes after which a search is given up.
const MOST_NODES: u64 = 300_000_000;

impl Trial {
    /// The moves that scramble the cube, as text.
    pub fn scrambled(&self) -> String {
        MoveSequence(&self.scramble).to_string()
    }

    /// Makes all searches and compares.
    ///
    /// # Errors
    /// If the run is interrupted, or memory or threads run out.
    pub fn run(&self, shelf: &mut Shelf<'_>, ball: &Ball, stop: &AtomicBool) -> Result<Checked, Interruption> {
        let mut agreed = Agreed::default();
        let distance = ball.distance(Stickers::after(&self.scramble), self.steps());
        agreed.exact = matches!(distance, Distance::Exactly(_));
        let seen = [self.scramble.clone(), self.guise.of(&self.scramble)];
        let [one, other] = &self.configurations;
        let mut outcomes = Vec::new();
        let twin = self.twin.as_ref().map(|twin| (twin, &seen[0]));
        for (configuration, word) in [(one, &seen[0]), (other, &seen[1])].into_iter().chain(twin) {
            let outcome = match self.search(configuration, word, shelf, stop)? {
                Ok(outcome) => outcome,
                Err(fault) => return Ok(Err(format!("{fault}\n  by {configuration}"))),
            };
            if matches!(outcome.answer, Answer::Stopped(StopReason::Interrupt)) {
                return Err(Interruption::Interrupted);
            }
            agreed.searches += 1;
            agreed.nodes += outcome.counters().nodes;
            agreed.given_up += u64::from(matches!(outcome.answer, Answer::Stopped(_)) || outcome.incomplete.is_some());
            if let Err(wrong) = self.check(word, distance, &outcome) {
                return Ok(Err(format!("{wrong}\n  by {configuration}")));
            }
            outcomes.push(outcome);
        }
        let compared = self.compare(&outcomes, &mut agreed);
        Ok(compared.map(|()| agreed))
    }

    /// The number of moves around the cube that the oracle searches: some ten thousand cubes.
    fn steps(&self) -> u8 {
        match self.metric {
            Metric::HalfTurn => 3,
            Metric::QuarterTurn => 4,
        }
    }

    /// Checks one answer by itself.
    fn check(&self, scramble: &[FaceTurn], distance: Distance, outcome: &Outcome<FaceTurn>) -> Result<(), String> {
        let known = self.metric.length(scramble) as u8;
        match &outcome.answer {
            Answer::Solved(words) => {
                let scrambled = Stickers::after(scramble);
                let lengths: Vec<u8> = words.iter().map(|word| self.metric.length(word) as u8).collect();
                if let Some(word) = words.iter().find(|word| !solves(scrambled, word)) {
                    return Err(format!("{} does not solve it", MoveSequence(word)));
                }
                let shortest = lengths.iter().min().copied().unwrap_or(u8::MAX);
                if lengths[0] != shortest || outcome.lower_bound != shortest {
                    let bound = outcome.lower_bound;
                    return Err(format!("solutions of lengths {lengths:?}, and none shorter than {bound}"));
                }
                if shortest > known || !distance.allows(shortest) {
                    return Err(format!("{shortest} moves, where it was scrambled by {known} and is {distance:?}"));
                }
                let most = shortest + self.all.unwrap_or(0);
                let apart: BTreeSet<_> = words.iter().map(|word| sorted(word)).collect();
                if lengths.iter().any(|&length| length > most) || apart.len() != words.len() {
                    return Err(format!("solutions of lengths {lengths:?}, {} different ones", apart.len()));
                }
                Ok(())
            }
            Answer::NoSolution => Err("no solution".to_owned()),
            Answer::Stopped(_) if outcome.lower_bound <= known => Ok(()),
            Answer::Stopped(_) => Err(format!("none shorter than {}, but {known} solve it", outcome.lower_bound)),
        }
    }

    /// Compares everything that has to be the same for all of them.
    fn compare(&self, outcomes: &[Outcome<FaceTurn>], agreed: &mut Agreed) -> Result<(), String> {
        let found: Vec<_> = outcomes.iter().map(|outcome| self.found(outcome)).collect();
        let described = || {
            let [one, other] = &self.configurations;
            let twin = self.twin.as_ref().map_or(String::new(), |twin| format!("\n  and {twin}"));
            format!("\n  by {one}\n  and, in another guise, {other}{twin}")
        };
        let solved: BTreeSet<u8> = found.iter().filter_map(|(_, length)| *length).collect();
        if solved.len() > 1 || solved.first().is_some_and(|&length| found.iter().any(|(bound, _)| *bound > length)) {
            return Err(format!("proven bounds and lengths {found:?}{}", described()));
        }
        let whole =
            |outcome: &&Outcome<FaceTurn>| outcome.incomplete.is_none() && matches!(outcome.answer, Answer::Solved(_));
        if self.all.is_some() && outcomes.iter().all(|outcome| whole(&outcome)) {
            let numbers: Vec<usize> = outcomes.iter().map(|outcome| solutions(outcome).len()).collect();
            let twins = outcomes.get(2).is_some_and(|twin| solutions(twin) != solutions(&outcomes[0]));
            // In the other guise the sequences differ, but their number is the same.
            if numbers.iter().any(|&number| number != numbers[0]) || twins {
                return Err(format!("{numbers:?} solutions{}", described()));
            }
            agreed.all = true;
        }
        if let [one, _, twin] = outcomes {
            let first = |outcome: &Outcome<FaceTurn>| match &outcome.answer {
                Answer::Solved(words) if outcome.incomplete.is_none() => words.first().cloned(),
                _ => None,
            };
            if let (true, Some(one), Some(twin)) = (self.deterministic, first(one), first(twin))
                && one != twin
            {
                return Err(format!(
                    "first solutions {} and {}{}",
                    MoveSequence(&one),
                    MoveSequence(&twin),
                    described()
                ));
            }
            let (one, twin) = (completed(one), completed(twin));
            let common = one.len().min(twin.len());
            if one[..common] != twin[..common] {
                return Err(format!("nodes of whole iterations {one:?} and {twin:?}{}", described()));
            }
            agreed.recounted += common as u64;
        }
        Ok(())
    }

    /// The proven bound, and the length if it was solved.
    fn found(&self, outcome: &Outcome<FaceTurn>) -> (u8, Option<u8>) {
        let length = match &outcome.answer {
            Answer::Solved(words) => Some(self.metric.length(&words[0]) as u8),
            _ => None,
        };
        (outcome.lower_bound, length)
    }

    /// Makes one search. A panic, which a user would see as an internal fault, is returned as text.
    fn search(
        &self,
        configuration: &Configuration,
        scramble: &[FaceTurn],
        shelf: &mut Shelf<'_>,
        stop: &AtomicBool,
    ) -> Result<Result<Outcome<FaceTurn>, String>, Interruption> {
        // Parsed as a user would type it.
        let facelets = Stickers::after(scramble).facelets();
        let cube = match parse_facelets(&facelets) {
            Ok(cube) => cube,
            Err(error) => return Ok(Err(format!("{facelets}: {error}"))),
        };
        if cube != Cubies::after(scramble) {
            return Ok(Err(format!("{facelets} is not the cube after {}", MoveSequence(scramble))));
        }
        let query = SearchQuery {
            all: self.all.is_some(),
            slack: self.all.unwrap_or(0),
            max_depth: self.metric.diameter(),
            deterministic: self.deterministic,
        };
        let plan = configuration.plan.clone().with_query(query);
        let Puzzle::Pieces { order, .. } = plan.puzzle else { unreachable!("only pieces are drawn") };
        let (automaton, keeps_all) = (shelf.automaton(order, plan.pruning)?, plan.pruning.keeps_all());
        let tables = shelf.tables(&plan.bounds)?;
        let solver = PieceSolver::new(Prepared::with_automaton(plan, automaton, keeps_all), tables)
            .map_err(|error| Failure::new(Status::Memory, error))?;
        let pool = shelf.pool(configuration.threads)?;
        let search = || match configuration.execution {
            Execution::Alone => alone(&solver, &cube, MOST_NODES, stop, &*pool),
            Execution::Ranks(ranks) => together(&solver, &cube, ranks, configuration, stop),
            Execution::Interrupted(nodes) => interrupted(&solver, &cube, nodes, stop, &*pool),
        };
        Ok(catch_unwind(AssertUnwindSafe(search)).map_err(|_| "a fault in the program".to_owned()))
    }
}

fn solves(scrambled: Stickers, word: &[FaceTurn]) -> bool {
    word.iter().fold(scrambled, |cube, &m| cube.turned(m)) == Stickers::solved()
}

fn solutions(outcome: &Outcome<FaceTurn>) -> BTreeSet<Vec<(u8, u8, u8)>> {
    match &outcome.answer {
        Answer::Solved(words) => words.iter().map(|word| sorted(word)).collect(),
        _ => BTreeSet::new(),
    }
}

/// Bound, nodes and expanded nodes of each completed iteration.
fn completed(outcome: &Outcome<FaceTurn>) -> Vec<(u8, u64, u64)> {
    let whole = outcome.iterations.iter().take_while(|iteration| iteration.completed);
    whole.map(|iteration| (iteration.bound, iteration.counters.nodes, iteration.counters.expanded)).collect()
}

fn alone(
    solver: &PieceSolver,
    cube: &Cubies,
    nodes: u64,
    stop: &AtomicBool,
    executor: &dyn Executor,
) -> Outcome<FaceTurn> {
    let monitor = Monitor::default();
    let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() }, &monitor, stop);
    solver.solve(cube, &Workers::new(&control, executor))
}

/// Searches with ranks in this process; returns the first one's outcome, which has to be the same for all.
fn together(
    solver: &PieceSolver,
    cube: &Cubies,
    ranks: usize,
    configuration: &Configuration,
    stop: &AtomicBool,
) -> Outcome<FaceTurn> {
    let distribution = configuration.plan.distribution.unwrap_or_default();
    let outcomes: Vec<Outcome<FaceTurn>> = thread::scope(|scope| {
        let team = InProcess::team(ranks).into_iter();
        let running: Vec<_> = team
            .map(|rank| {
                scope.spawn(move || {
                    let threads = cubepdb::Threads::new(configuration.threads).expect("a few threads");
                    let monitor = Monitor::default();
                    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
                    let control = Control::new(limits, &monitor, stop);
                    let team = Team::new(&rank, distribution);
                    solver.solve(cube, &Workers::new(&control, &threads).with_team(Some(&team)))
                })
            })
            .collect();
        running.into_iter().map(|rank| rank.join().expect("a rank failed")).collect()
    });
    let same = outcomes
        .iter()
        .all(|outcome| (&outcome.answer, outcome.lower_bound) == (&outcomes[0].answer, outcomes[0].lower_bound));
    assert!(same, "ranks have different answers");
    outcomes.into_iter().next().expect("one rank at least")
}

/// Stops the search after `nodes` nodes, then after twice as many, resuming from the saved state each time.
fn interrupted(
    solver: &PieceSolver,
    cube: &Cubies,
    nodes: u64,
    stop: &AtomicBool,
    executor: &dyn Executor,
) -> Outcome<FaceTurn> {
    let kept: Mutex<Option<Vec<u8>>> = Mutex::default();
    let keep = |state: &[u8]| {
        *kept.lock().expect("nobody panics while saving") = Some(state.to_vec());
        Ok(())
    };
    let mut nodes = nodes;
    loop {
        let saved = kept.lock().expect("nobody panics while saving").take();
        let saving = Saving {
            sink: &keep,
            every: Duration::from_millis(20),
            resume: saved.as_deref(),
            failed: &|error| panic!("not saved: {error}"),
        };
        let monitor = Monitor::default();
        let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() }, &monitor, stop);
        let outcome = solver.solve_saved(cube, &Workers::new(&control, executor), &saving).expect("its own state");
        let limited = matches!(outcome.answer, Answer::Stopped(StopReason::Nodes))
            || outcome.incomplete == Some(StopReason::Nodes);
        if !limited || nodes > MOST_NODES {
            return outcome;
        }
        nodes *= 2;
    }
}

#[cfg(test)]
#[path = "trial_tests.rs"]
mod tests;
