//! What is made once for all cubes: threads, the automaton and, for the 2x2x2, the table.

use super::options::{Plan, plan};
use crate::args::SolveArgs;
use crate::common::exit::Failure;
use crate::common::units;
use crate::fault::Workers;
use crate::flags::SetupArgs;
use crate::ranks::{self, Site, of_automaton};
use crate::shares;
use crate::staff::Staff;
use crate::tables::Loaded;
use cubepdb::backend::Threads;
use cubepdb::nxn::{Stickers, Turn};
use cubepdb::search::{Control, Distribution, Goal, LayerOptions, LayerSolver, Monitor, Outcome, Team};
use std::time::{Duration, Instant};

/// Everything that a search needs beside the cube.
pub struct Layers {
    pub staff: Staff,
    pub solver: LayerSolver,
    /// How long it took to make the automaton and, for the 2x2x2, the table.
    preparing: Duration,
    distribution: Option<Distribution>,
}

impl Layers {
    /// The parts of the search.
    pub fn described(&self) -> Vec<String> {
        let bound = match self.solver.table() {
            Some(_) => format!("exact distances, found in {}", units::time(self.preparing)),
            None => "no bound".to_owned(),
        };
        let mut lines = vec![format!("search: {}", self.parts(&bound))];
        lines.extend(self.staff.described());
        lines
    }

    fn parts(&self, bound: &str) -> String {
        let LayerOptions { set, pruning, kernel, scheduler, .. } = self.solver.options();
        let kernel = kernel.of_one_end();
        let parts = format!("{set}, {kernel} kernel, scheduler {scheduler}, {bound}, pruning {pruning}");
        match self.distribution {
            Some(distribution) => format!("{parts}, ranks share the tree by {distribution}"),
            None => parts,
        }
    }

    /// Who is going to get which part of a tree that is divided in advance.
    pub fn shares(&self) -> Vec<String> {
        let LayerOptions { goal, scheduler, .. } = self.solver.options();
        shares::of_tree(self.solver.automaton().letters(), *scheduler, goal.max_depth, &self.staff.pools)
    }

    /// Solves a cube on the workers of a job, or on all ranks.
    pub fn solve(&self, job: usize, cube: &Stickers, monitor: &Monitor) -> Result<Outcome<Turn>, Failure> {
        ranks::solve(self, job, &cube.colours().to_vec(), monitor)
    }
}

impl Site for Layers {
    type Args = SolveArgs;
    type Plan = Plan;
    /// The colours of the stickers; all ranks search cubes of one size.
    type Cube = Vec<u8>;
    type Move = Turn;

    fn flags(args: &SolveArgs) -> &SetupArgs {
        &args.setup
    }

    fn plan(args: &SolveArgs) -> Result<Plan, Failure> {
        plan(args)
    }

    fn new(_: &SolveArgs, plan: Plan, _: bool, mut staff: Staff) -> Result<Self, Failure> {
        let started = Instant::now();
        let solver = LayerSolver::new(plan.options, &staff.pools[0]);
        let preparing = started.elapsed();
        staff.divide()?;
        let distribution = plan.distribution.filter(|_| !staff.crew.is_alone());
        Ok(Self { staff, solver, preparing, distribution })
    }

    fn staff(&self) -> &Staff {
        &self.staff
    }

    fn staff_mut(&mut self) -> &mut Staff {
        &mut self.staff
    }

    fn goal(&self) -> &Goal {
        &self.solver.options().goal
    }

    fn particulars(&self, _: &SolveArgs) -> Vec<(&'static str, String)> {
        let bound = if self.solver.table().is_some() { "exact distances" } else { "no bound" };
        vec![("search", self.parts(bound)), ("automaton", of_automaton(self.solver.automaton()))]
    }

    fn loaded(&self) -> Option<&Loaded> {
        None
    }

    fn distribution(&self) -> Option<Distribution> {
        self.distribution
    }

    fn search(
        &self,
        colours: &Vec<u8>,
        control: &Control<'_>,
        pool: &Threads,
        team: Option<&Team<'_>>,
    ) -> Outcome<Turn> {
        let cube = Stickers::new(self.solver.options().set.size, colours.clone());
        match team {
            Some(team) => self.solver.solve_together(&cube, control, &Workers(pool), team),
            None => self.solver.solve(&cube, control, &Workers(pool)),
        }
    }
}
