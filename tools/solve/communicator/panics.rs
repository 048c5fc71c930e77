//! Panics in a job of several ranks: the others would wait for ever for one that unwinds.

use crate::common::exit::{FAULT, Status};
use signal_hook::low_level;
use std::io::{Write, stderr};
use std::panic;

/// Makes a panic of any thread end the process at once, after the usual message, and with it the job.
pub fn end_the_process() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        tell(info);
        let _ = writeln!(stderr(), "error: {FAULT}");
        // MPI is for the thread that started it. When a process leaves without it, the job ends as well.
        #[cfg(feature = "mpi")]
        cubepdb::internals::backend::mpi::World::abort_from_here(Status::Internal as u8);
        low_level::exit(Status::Internal as i32);
    }));
}
