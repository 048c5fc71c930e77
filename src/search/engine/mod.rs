//! Engines: each searches the tree of one length, cut into root tasks that workers take and report on. What all of them
//! have in common is the trait [`DepthLimitedSearch`](super::deepening::DepthLimitedSearch).

pub(super) mod breadth_first;
pub mod one_sided;
pub(super) mod two_sided;
