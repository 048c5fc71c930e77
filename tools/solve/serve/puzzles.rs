//! Solvers of questions about puzzles, kept from one request to the next.

use cubepdb::puzzles::{PuzzleSolver, QuestionText, Questions};
use cubepdb::{Metric, Solver};
use std::sync::Arc;

/// Solvers that are kept.
const MOST: usize = 8;
/// Memory that the tables of one solver may take, in bytes.
const MEMORY_OF_ONE: u64 = 2 << 30;
/// Memory that all of them may take if nothing is said, in bytes.
const MEMORY_OF_ALL: u64 = 4 << 30;

/// The solvers of the last questions, each with its tables.
pub struct KeptSolvers {
    threads: usize,
    memory: u64,
    /// The one that was used last is the last.
    solvers: Vec<(QuestionText, Arc<PuzzleSolver>)>,
}

impl KeptSolvers {
    /// No solvers so far; each will have so many threads.
    pub fn new(threads: usize, max_memory: Option<u64>) -> Self {
        Self { threads, memory: max_memory.unwrap_or(MEMORY_OF_ALL), solvers: Vec::new() }
    }

    /// Drops all solvers.
    pub fn clear(&mut self) {
        self.solvers.clear();
    }

    /// The solver of a question, which is about to be used: it is made unless it is kept. Others are dropped, the
    /// least recently used first, so that there is room for its tables. If it is about whole cubes, `cubes` returns
    /// the solver for long ones of a metric, if there is one.
    pub fn solver(
        &mut self,
        text: &QuestionText,
        questions: &Questions,
        cubes: impl FnOnce(Metric) -> Result<Option<Arc<Solver>>, String>,
    ) -> Result<Arc<PuzzleSolver>, String> {
        let known = self.solvers.iter().position(|(known, _)| known == text).map(|place| self.solvers.remove(place));
        let memory = self.memory.min(MEMORY_OF_ONE);
        let used = |solvers: &[(QuestionText, Arc<PuzzleSolver>)]| -> u64 {
            solvers.iter().map(|(_, solver)| solver.bytes()).sum()
        };
        while self.solvers.len() >= MOST || used(&self.solvers) > self.memory - memory {
            self.solvers.remove(0);
        }
        let (text, solver) = match known {
            Some(known) => known,
            None => {
                let mut builder = PuzzleSolver::builder(questions.clone()).threads(self.threads).max_memory(memory);
                if let Some(solver) = builder.cube_metric().map_or(Ok(None), cubes)? {
                    builder = builder.cubes(solver);
                }
                (text.clone(), Arc::new(builder.open().map_err(|error| error.to_string())?))
            }
        };
        self.solvers.push((text, solver.clone()));
        Ok(solver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::puzzles::Asker;

    fn used(kept: &mut KeptSolvers, moves: &str) -> Arc<PuzzleSolver> {
        let text = QuestionText { moves: Some(moves.to_owned()), ..QuestionText::about("2x2x2") };
        let questions = text.read_all(Asker::Stranger).unwrap();
        let solver = kept.solver(&text, &questions, |_| Ok(None)).unwrap();
        let start = questions.start(None, "R U R U").unwrap();
        assert_eq!(solver.solve(start).unwrap().cost(), 4);
        solver
    }

    #[test]
    fn solvers_are_kept_by_their_last_use() {
        let mut kept = KeptSolvers::new(1, None);
        let first = used(&mut kept, "R,U");
        for number in 0..MOST - 1 {
            used(&mut kept, &format!("R,U,N{}=F{}", "x".repeat(number), " ".repeat(number)));
            assert!(Arc::ptr_eq(&first, &used(&mut kept, "R,U")));
        }
        assert_eq!(kept.solvers.len(), MOST);
        (0..MOST).for_each(|number| _ = used(&mut kept, &format!("R,U,M{}=F", "x".repeat(number))));
        assert_eq!(kept.solvers.len(), MOST);
        assert!(!Arc::ptr_eq(&first, &used(&mut kept, "R,U")));
    }

    #[test]
    fn tables_make_room_for_each_other() {
        let mut kept = KeptSolvers::new(1, Some(100 << 10));
        for moves in ["R,U", "R,U,F", "R,U,L"] {
            let solver = used(&mut kept, moves);
            assert!(solver.bytes() > 0 && solver.bytes() <= 100 << 10, "{}", solver.bytes());
            assert_eq!(kept.solvers.len(), 1);
        }
    }
}
