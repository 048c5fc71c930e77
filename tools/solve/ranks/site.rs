//! What can be searched on several ranks.

use crate::common::exit::Failure;
use crate::flags::SetupArgs;
use crate::staff::Staff;
use crate::tables::Loaded;
use cubepdb::backend::Threads;
use cubepdb::search::{Control, Distribution, Goal, Outcome, Team};
use serde::{Serialize, de::DeserializeOwned};

/// What every rank makes of the same flags, and searches one cube after the other with.
pub trait Site: Sized + Sync {
    /// The flags.
    type Args;
    /// The parts that they ask for.
    type Plan;
    /// A cube as it is sent.
    type Cube: Serialize + DeserializeOwned;
    /// A move of a solution.
    type Move;

    /// Those flags that all sites have.
    fn flags(args: &Self::Args) -> &SetupArgs;

    /// The parts that the flags ask for, and whether they go together.
    fn plan(args: &Self::Args) -> Result<Self::Plan, Failure>;

    /// Makes everything ready, `saved` for a search with checkpoints.
    fn new(args: &Self::Args, plan: Self::Plan, saved: bool, staff: Staff) -> Result<Self, Failure>;

    /// Who searches.
    fn staff(&self) -> &Staff;

    /// The same, to be told of others.
    fn staff_mut(&mut self) -> &mut Staff;

    /// What is searched for.
    fn goal(&self) -> &Goal;

    /// What else decides the search, by name.
    fn particulars(&self, args: &Self::Args) -> Vec<(&'static str, String)>;

    /// The tables, where there are any.
    fn loaded(&self) -> Option<&Loaded>;

    /// How ranks share a tree, where there are several.
    fn distribution(&self) -> Option<Distribution>;

    /// Searches on these workers, and with the team if there is one.
    fn search(
        &self,
        cube: &Self::Cube,
        control: &Control<'_>,
        pool: &Threads,
        team: Option<&Team<'_>>,
    ) -> Outcome<Self::Move>;
}
