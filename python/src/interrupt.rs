//! Work without the interpreter's lock that Ctrl-C can stop.

use crate::errors::{Failure, Result};
use crate::progress::{Listener, listener};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::Duration;

/// Time after which Python's signal handlers get a chance to run.
const PERIOD: Duration = Duration::from_millis(50);

/// Does some work on a thread of its own, with the interpreter released, and meanwhile lets Python's signal handlers
/// run on this thread. If one of them raises, as that of Ctrl-C does, the flag that the work was given is raised, and
/// once the work has ended the exception is passed on. On other threads than Python's main one no handlers run, and
/// nothing stops the work.
pub fn watched<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> Result<T> + Send) -> Result<T> {
    heard(py, listener(None)?.1, work)
}

/// As [`watched`]; the listener's callback is called on this thread too, and if it raises, the work is stopped and the
/// exception passed on in the same way.
pub fn heard<T: Send>(
    py: Python<'_>,
    listener: Listener,
    work: impl FnOnce(&AtomicBool) -> Result<T> + Send,
) -> Result<T> {
    let stop = AtomicBool::new(false);
    py.detach(move || {
        thread::scope(|scope| {
            let (stop, (running, ended)) = (&stop, channel::<()>());
            let worker = Builder::new().name("cubepdb".to_owned()).spawn_scoped(scope, move || {
                // Dropped when the work ends, also by a panic: that wakes the other side.
                let _running = running;
                work(stop)
            });
            let worker = worker.map_err(|error| Failure::Memory(format!("cannot start a thread: {error}")))?;
            let mut raised = Ok(());
            let attend = |py: Python<'_>| py.check_signals().and_then(|()| listener.deliver(py));
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if raised.is_ok() {
                    raised = Python::attach(attend);
                    stop.store(raised.is_err(), Ordering::Relaxed);
                }
            }
            let result = worker.join();
            let delivered = Python::attach(|py| {
                let delivered = raised.and_then(|()| listener.deliver(py));
                let delivered = listener.close(py).and(delivered);
                match (&delivered, listener.kept()) {
                    (Err(raised), Some(note)) => raised.value(py).call_method1("add_note", (note,)).map(|_| ()),
                    _ => Ok(()),
                }
                .and(delivered)
            });
            delivered?;
            result.unwrap_or_else(|panic| Err(Failure::Internal(fault(&*panic))))
        })
    })
}

/// The answer of a search, or its exception. Where Ctrl-C has stopped a search that had an answer by then, this is the
/// attribute `solution` of the exception.
///
/// It is no subclass of `KeyboardInterrupt`: Python ends by the signal, as shells expect, for that class alone.
pub fn answered<'py>(
    py: Python<'py>,
    ended: Result<()>,
    answer: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let raised = match ended {
        Ok(()) => return Ok(answer.expect("what ends well has an answer")),
        Err(raised) => PyErr::from(raised),
    };
    if let Some(answer) = answer.filter(|_| raised.is_instance_of::<PyKeyboardInterrupt>(py)) {
        let exception = raised.value(py);
        let least = answer.getattr("lower_bound")?;
        let note = format!("the best solution so far, `solution` of this exception: {answer}; lower bound {least}");
        exception.setattr("solution", answer)?;
        exception.call_method1("add_note", (note,))?;
    }
    Err(raised)
}

fn fault(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("a fault in the library; nothing is proven: {}", text.unwrap_or("no message"))
}
