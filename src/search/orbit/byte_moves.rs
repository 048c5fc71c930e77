//! Moves in the form that this processor is fastest with.

use super::byte_move::{ByteMove, Moving, Node};
#[cfg(target_arch = "x86_64")]
use super::vectors::Vectors;
#[cfg(target_arch = "x86_64")]
pub(super) use super::vectors::with_vectors;

/// Some moves, plainly and in vector registers.
#[derive(Clone, Debug)]
pub(super) struct ByteMoves<const N: usize> {
    plain: Vec<ByteMove>,
    #[cfg(target_arch = "x86_64")]
    vectors: Option<Vectors<N>>,
}

impl<const N: usize> ByteMoves<N> {
    /// These moves.
    pub fn new(plain: Vec<ByteMove>) -> Self {
        #[cfg(target_arch = "x86_64")]
        let vectors = Vectors::new(&plain);
        Self {
            plain,
            #[cfg(target_arch = "x86_64")]
            vectors,
        }
    }

    /// The node after a move.
    #[inline(always)]
    pub fn after(&self, node: &Node<N>, by: usize) -> Node<N> {
        self.plain[by].apply(node)
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.plain.len()
    }

    /// Does some work.
    #[inline(always)]
    pub fn run<M: Moving<N>>(&self, work: M) -> M::Result {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = &self.vectors {
            return vectors.run(work);
        }
        self.run_plainly(work)
    }

    /// Does some work without vector registers.
    #[inline(always)]
    pub fn run_plainly<M: Moving<N>>(&self, work: M) -> M::Result {
        work.run(|node, by| self.plain[by].apply(node))
    }
}

/// Does some work.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn with_vectors<R>(work: impl FnOnce() -> R) -> R {
    work()
}
