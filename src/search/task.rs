//! Root tasks: the subtrees into which the tree of one length is divided. Threads take them, ranks exchange them, and a
//! checkpoint records the finished ones.

use crate::puzzle::MoveIndex;
use xxhash_rust::xxh3::Xxh3Default;

/// Encodes the moves that lead from the root of the tree to the root of a task: a byte each.
pub(super) fn encode(path: &[MoveIndex]) -> Vec<u8> {
    path.iter().map(|by| by.index() as u8).collect()
}

/// The path of [`encode`].
pub(super) fn decode(bytes: &[u8]) -> Vec<MoveIndex> {
    bytes.iter().map(|&by| MoveIndex::new(usize::from(by))).collect()
}

/// The identity of a list of root tasks: the same for every run that divides the same tree in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Split {
    /// Moves from the root of the tree to the root of each task.
    pub depth: u8,
    /// Number of tasks.
    pub tasks: u64,
    /// A hash of the paths to their roots.
    pub paths: u64,
}

impl Split {
    /// The identity of the tasks with these paths, all of one length, a byte for each move.
    pub fn of<P: AsRef<[u8]>>(paths: impl Iterator<Item = P>) -> Self {
        let (mut hash, mut depth, mut tasks) = (Xxh3Default::new(), 0, 0);
        for path in paths {
            let path = path.as_ref();
            depth = path.len() as u8;
            tasks += 1;
            hash.update(path);
        }
        Self { depth, tasks, paths: hash.digest() }
    }
}

/// A root task that was searched completely.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct FinishedTask {
    /// Its number in the list of tasks.
    pub task: usize,
    /// Its score, for an engine that keeps scores.
    pub score: Option<u16>,
}
