//! Good solutions at once.

use crate::arguments::{maybe_integer, maybe_real, number, seconds};
use crate::cube::CubeArg;
use crate::errors::Failure;
use crate::interrupt::{answered, watched};
use crate::solve::found;
use cubepdb::{Quick, Size};
use pyo3::prelude::*;

/// Finds a good solution of a 3x3x3 in milliseconds, in half turns: at most 22 moves, and the same ones each time. It need not
/// be a shortest one, and is known to be only where `optimal` says so. Needs no table.
///
/// Parameters
/// ----------
/// cube : Cube or str
/// at_most : int, optional
///     Goes on until there is a solution of at most so many moves.
/// timeout : float, optional
///     Looks for shorter solutions for so many seconds.
/// format
///     As for `Cube`, where the cube is a text.
///
/// Returns
/// -------
/// Solution
///     The best one so far if `timeout` came before one of `at_most` moves; `incomplete` says so. Ctrl-C raises
///     `KeyboardInterrupt`, whose attribute ``solution`` is the best one so far.
#[pyfunction]
#[pyo3(signature = (cube, *, at_most=None, timeout=None, format="auto"))]
pub fn quick<'py>(
    py: Python<'py>,
    cube: CubeArg<'py>,
    #[pyo3(from_py_with = maybe_integer)] at_most: Option<i128>,
    #[pyo3(from_py_with = maybe_real)] timeout: Option<f64>,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let cube = cube.cube(format, 3)?.state;
    if cube.size() != Size::THREE {
        return Err(Failure::usage("good solutions are for the 3x3x3").into());
    }
    let most = at_most.map(|value| number("at_most", value, 0_usize, 30)).transpose()?;
    let time = timeout.map(|value| seconds("timeout", value)).transpose()?;
    let mut answer = None;
    let ended = watched(py, |stop| {
        let quick = Quick::new().interrupt(stop);
        let quick = most.map_or(quick, |most| quick.at_most(most));
        let quick = time.map_or(quick, |time| quick.time_limit(time));
        // An interrupt is passed on as the exception that it has raised.
        let solution = quick.solve(&cube).ok_or_else(|| Failure::usage("interrupted"))?;
        let record = Quick::record(&cube.to_string(), &solution);
        answer = Some((solution, record));
        Ok(())
    });
    let answer = answer.map(|(solution, record)| found(py, cube, &solution, record)).transpose()?;
    answered(py, ended, answer)
}
