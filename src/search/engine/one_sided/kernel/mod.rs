//! Kernels: depth-first search of one subtree to one bound. A kernel knows nothing of threads: it takes a subtree, and
//! stores solutions, the least f-value over the bound and counts in the worker it runs on.

mod batched;
mod recursive;
mod replay;

pub(in crate::search) use batched::Level;
pub(in crate::search) use replay::Replay;

use crate::prune::AutomatonState;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::subtree::{SubtreeOutcome, SubtreeWorker};
use crate::search::engine::one_sided::worker::Worker;

impl<S: Space> Worker<'_, S> {
    /// Searches the subtree below a node that `path` leads to.
    pub(in crate::search) fn search_below(
        &mut self,
        path: &[MoveIndex],
        node: &S::Node,
        state: AutomatonState,
        remaining: u8,
    ) -> SubtreeOutcome {
        if self.begin(path).is_break() {
            self.leave();
            return SubtreeOutcome::Open;
        }
        let before = self.solutions();
        self.path.clear();
        self.path.extend_from_slice(path);
        let flow = recursive::search(self, node, state, remaining);
        self.unreported_subtrees += 1;
        if self.unreported >= Self::WORTH_REPORTING {
            self.report();
        }
        if flow.is_break() {
            self.leave();
            return SubtreeOutcome::Open;
        }
        if self.solutions() > before { SubtreeOutcome::Open } else { SubtreeOutcome::Failed }
    }
}
