//! Subtrees of any space, as schedulers see them.

use crate::prune::table::Key;
use crate::prune::{Automaton, AutomatonState, Context};
use crate::puzzle::MoveIndex;
use crate::search::control::Control;
use crate::search::engine::one_sided::space::Child;
use crate::search::report::TaskReport;
use std::any::Any;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// A node of any space: a [`Space::Node`](crate::search::Space::Node). Siblings are held together.
#[derive(Clone, Debug)]
pub(in crate::search) struct AnyNode {
    siblings: Arc<dyn Any + Send + Sync>,
    number: u32,
}

impl AnyNode {
    /// A node that has no siblings.
    pub fn new<N: Send + Sync + 'static>(node: N) -> Self {
        Self { siblings: Arc::new(vec![node]), number: 0 }
    }

    /// The nodes of some siblings.
    pub fn all<N: Send + Sync + 'static>(siblings: Vec<N>) -> impl Iterator<Item = Self> {
        let count = siblings.len() as u32;
        let siblings: Arc<dyn Any + Send + Sync> = Arc::new(siblings);
        (0..count).map(move |number| Self { siblings: siblings.clone(), number })
    }

    /// The node, as one of a space.
    ///
    /// # Panics
    /// If it is of another type.
    pub fn of<N: 'static>(&self) -> &N {
        let siblings: &Vec<N> = self.siblings.downcast_ref().expect("a node of the space that is searched");
        &siblings[self.number as usize]
    }
}

/// A subtree to search.
#[derive(Clone, Debug)]
pub(in crate::search) struct Subtree {
    /// Its root.
    pub node: AnyNode,
    /// The moves that led there.
    pub path: Vec<MoveIndex>,
    /// The automaton state after them.
    pub state: AutomatonState,
    /// Moves left.
    pub remaining: u8,
}

impl Subtree {
    /// The subtree below a child of its root.
    pub fn child(&self, Child { by, node }: Child<AnyNode>, automaton: &Automaton) -> Self {
        Self {
            node,
            path: self.path.iter().copied().chain([by]).collect(),
            state: automaton.next(self.state, by),
            remaining: self.remaining - 1,
        }
    }
}

/// The outcome of the search of a part of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum SubtreeOutcome {
    /// Searched completely, without a solution.
    Failed,
    /// It has a solution, or was left before its end. Nothing may be concluded about its states.
    Open,
}

/// The key of a state in the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Identity {
    pub key: Key,
    pub context: Context,
}

/// An expanded node.
pub(in crate::search) struct Expanded {
    /// In ascending order of the moves.
    pub children: Vec<Child<AnyNode>>,
    /// The key under which its failure is stored, if it is.
    pub identity: Option<Identity>,
}

/// The tree of one iteration, whatever its space: schedulers distribute it, and are translated once.
pub(in crate::search) trait Tree: Sync {
    /// The rules about successive moves.
    fn automaton(&self) -> &Automaton;

    /// Limits, progress, and the subtrees that are still wanted.
    fn control(&self) -> &Control<'_>;

    /// A worker for an iteration that searches to `bound`.
    fn worker(&self, bound: u8) -> Box<dyn SubtreeWorker + '_>;

    /// A lower bound on the moves from the root of a subtree to a solution.
    fn bound(&self, subtree: &Subtree) -> u8;

    /// The subtree below a node after a move that was made before.
    fn below(&self, subtree: Subtree, by: MoveIndex) -> Subtree;
}

/// One worker, as schedulers see it.
pub(in crate::search) trait SubtreeWorker {
    /// Searches a subtree.
    fn search(&mut self, subtree: &Subtree) -> SubtreeOutcome;

    /// Searches a subtree and passes to `note` what was found in it alone, if it was searched completely.
    fn search_apart(&mut self, subtree: &Subtree, note: &mut dyn FnMut(&TaskReport));

    /// Searches the move sequences with these numbers, of `digits` moves each, and all that they begin. `Break` if a
    /// part of them was left out.
    fn search_numbers(&mut self, root: &Subtree, digits: u8, numbers: Range<u128>) -> ControlFlow<()>;

    /// Expands the root of a subtree, unless the transposition table knows it as a failure; `Break` with the outcome if
    /// that is known, or the node is no longer wanted.
    fn open(&mut self, subtree: &Subtree) -> ControlFlow<SubtreeOutcome, Expanded>;

    /// The children of a subtree's root as subtrees, counted; `None` if the worker is no longer wanted.
    fn children_of(&mut self, subtree: &Subtree) -> Option<Vec<Subtree>>;

    /// Stores the failure of a node. All its children must have been searched completely, cut off by a bound or known
    /// to fail: never store a node with a child that was left or handed to another worker that has not reported back.
    fn store(&self, identity: Identity, remaining: u8);

    /// Sets the order to that of the node that is to be expanded; returns whether it is still wanted.
    fn enter(&mut self, path: &[MoveIndex]) -> bool;

    /// Records that a part of the tree is left out because it is no longer wanted.
    fn leave(&mut self);

    /// Nodes so far.
    fn nodes(&self) -> u64;

    /// Number of subtrees begun.
    fn subtrees(&self) -> u64;

    /// Takes the report; the worker can continue with an empty one.
    fn finish(&mut self) -> TaskReport;
}
