//! Good solutions at once.

use crate::arguments::{maybe_integer, maybe_real, number, seconds};
use crate::cube::CubeArg;
use crate::errors::{Failure, Unit};
use crate::interrupt::{answered, watched};
use crate::solve::found;
use cubepdb::{Quick, Size};
use pyo3::prelude::*;

/// Finds a good solution of a 3x3x3 in milliseconds, in half turns: at most 22 moves, and the same ones each time. It
/// need not be a shortest one, and is known to be only where `optimal` says so. Needs no table.
///
/// Parameters
/// ----------
/// cube : Cube or str
/// at_most : int, optional
///     Goes on until there is a solution of at most so many moves, or it is proven that there is none, as can be for up
///     to 12.
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
///
/// Raises
/// ------
/// NoSolution
///     Proven: there is none of `at_most` moves. Its attribute ``solution`` is a good one, as without `at_most`.
#[pyfunction]
#[pyo3(signature = (cube, *, at_most=None, timeout=None, format="auto"))]
pub fn quick<'py>(
    py: Python<'py>,
    cube: CubeArg<'py>,
    #[pyo3(from_py_with = maybe_integer)] at_most: Option<i128>,
    #[pyo3(from_py_with = maybe_real)] timeout: Option<f64>,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let (cube, input) = (cube.cube(format, None)?.state, cube.input());
    if cube.size() != Size::THREE {
        return Err(Failure::usage("good solutions are for the 3x3x3").into());
    }
    let most = at_most.map(|value| number("at_most", value, 0_u8, 30)).transpose()?;
    let time = timeout.map(|value| seconds("timeout", value)).transpose()?;
    let mut answer = None;
    let ended = watched(py, |stop| {
        let quick = Quick::new().interrupt(stop);
        let quick = most.map_or(quick, |most| quick.at_most(most.into()));
        let quick = time.map_or(quick, |time| quick.time_limit(time));
        // An interrupt is passed on as the exception that it has raised.
        let solution = quick.solve(&cube).ok_or_else(|| Failure::usage("interrupted"))?;
        let record = Quick::record(&input, &solution);
        answer = Some((solution, record));
        Ok(())
    });
    let refuted = most.zip(answer.as_ref().map(|(solution, _)| solution.lower_bound()));
    let refuted = refuted.filter(|&(most, lower_bound)| ended.is_ok() && lower_bound > most);
    let answer = answer.map(|(solution, record)| found(py, cube, &solution, record)).transpose()?;
    let answer = answered(py, ended, answer)?;
    refuted.map_or(Ok(answer.clone()), |(most, lower_bound)| Err(too_long(py, most, lower_bound, answer)?))
}

/// The exception for a solution that is longer than was asked for, since there is none so short.
fn too_long<'py>(py: Python<'py>, most: u8, lower_bound: u8, solution: Bound<'py, PyAny>) -> PyResult<PyErr> {
    let raised = PyErr::from(Failure::NoSolution { lower_bound: most + 1, nodes: 0, unit: Unit::Move });
    let exception = raised.value(py);
    exception.call_method1("add_note", (format!("a good solution, `solution` of this exception: {solution}"),))?;
    exception.setattr("lower_bound", lower_bound)?;
    exception.setattr("solution", solution)?;
    Ok(raised)
}
