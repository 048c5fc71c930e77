//! The native half of the Python package `cubepdb`: arguments in, library calls without the interpreter's lock, results
//! out. The Python half, in `python/cubepdb`, has the classes of errors, the record of a solution, and the types for
//! checkers.

mod arguments;
mod cube;
mod errors;
mod interrupt;
mod make;
mod progress;
mod puzzles;
mod question;
mod quick;
mod solve;
mod solver;
mod sources;
mod table;

/// Native half of the package `cubepdb`, which exports everything in it.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::cube::{Cube, check, convert, scramble};
    #[pymodule_export]
    use super::make::{build, default_table};
    #[pymodule_export]
    use super::puzzles::{definition, distances, goals, puzzles};
    #[pymodule_export]
    use super::quick::quick;
    #[pymodule_export]
    use super::solve::solve;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::table::{Table, open_table};
}
