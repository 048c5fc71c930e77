//! Engines: each searches the tree of one length, cut into root tasks.

pub(in crate::search) mod breadth_first;
pub mod one_sided;
pub(in crate::search) mod two_sided;
