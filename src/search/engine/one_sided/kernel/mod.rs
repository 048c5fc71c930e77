//! Kernels: depth-first search of one subtree to one bound. A kernel knows nothing of threads: it takes a subtree, and
//! stores solutions, the least f-value over the bound and counts in the worker it runs on.

mod batched;
mod iterative;
mod recursive;

pub(in crate::search) use batched::Level;

use crate::plan::OneSidedKernel;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::subtree::Subtree;
use crate::search::engine::one_sided::worker::{SubtreeOutcome, Worker};
use crate::search::report::TaskReport;

impl<S: Space> Worker<'_, S> {
    /// Searches a subtree.
    pub fn search(&mut self, subtree: &Subtree<S::Node>) -> SubtreeOutcome {
        if self.begin(&subtree.path).is_break() {
            self.leave();
            return SubtreeOutcome::Open;
        }
        let before = self.solutions();
        let flow = match self.search.kernel {
            OneSidedKernel::Recursive => recursive::search(self, subtree),
            OneSidedKernel::Iterative => iterative::search(self, subtree),
        };
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

    /// Searches a subtree and passes to `note` what was found in it alone, if it was searched completely.
    pub(in crate::search) fn search_apart(&mut self, subtree: &Subtree<S::Node>, note: impl FnOnce(&TaskReport)) {
        let before = std::mem::take(&mut self.report);
        self.search(subtree);
        let found = std::mem::replace(&mut self.report, before);
        if found.complete {
            note(&found);
        }
        self.report.merge(found);
    }
}
