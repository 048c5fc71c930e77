//! Reports exhausted memory and exits with the status for it. Code that needs much memory allocates fallibly and
//! returns an error; this module handles everything else, which would end in an abort.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

/// The allocator of the system, which records whether it has refused a request.
pub struct Remembering;

static REFUSED: AtomicBool = AtomicBool::new(false);

/// Requests below this many bytes come from code that cannot do without them, and that would abort with words of its
/// own.
#[cfg(unix)]
const SMALL: usize = 1 << 16;

#[cfg_attr(not(unix), allow(unused_variables, reason = "an abort cannot be caught there"))]
fn noted(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() {
        REFUSED.store(true, Ordering::Relaxed);
        #[cfg(unix)]
        if size < SMALL {
            handler::exit();
        }
    }
    memory
}

// SAFETY: every call is passed to the allocator of the system unchanged, and its result returned.
unsafe impl GlobalAlloc for Remembering {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        noted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        noted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        noted(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[cfg(unix)]
pub use handler::listen;

/// Makes an abort for want of memory an ordinary exit from now on, where an abort can be caught.
#[cfg(not(unix))]
pub fn listen() {}

#[cfg(unix)]
mod handler {
    use super::super::status::Status;
    use super::REFUSED;
    use libc::{SA_ONSTACK, SIGABRT, STDERR_FILENO, c_int};
    use std::sync::atomic::Ordering;
    use std::{mem, ptr};

    /// Makes an abort for want of memory an ordinary exit from now on. Other aborts are unaffected.
    pub fn listen() {
        // SAFETY: all zeros are a value of this structure of the C library, with an empty set of blocked signals.
        let mut action: libc::sigaction = unsafe { mem::zeroed() };
        let handler: extern "C" fn(c_int) = leave;
        action.sa_sigaction = handler as usize;
        action.sa_flags = SA_ONSTACK;
        // SAFETY: the structure is complete, and the handler has the one parameter that it is called with. If the
        // system refuses, an abort is an abort.
        unsafe { libc::sigaction(SIGABRT, &action, ptr::null_mut()) };
    }

    /// The handler: nothing but atomic loads, `write`, `_exit`, `signal` and `raise`, all of which are allowed in it.
    extern "C" fn leave(signal: c_int) {
        if REFUSED.load(Ordering::Relaxed) {
            exit();
        }
        // An abort for another reason, or the signal of another process, ends this one when the handler returns.
        // SAFETY: the default action is given back to the signal that is being handled.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }

    /// Ends the process with a sentence, without allocating anything.
    pub(super) fn exit() -> ! {
        let sentence = b"error: not enough memory: the system refused some; nothing is proven\n";
        // Printed by every rank: the others cannot know.
        // SAFETY: the bytes are constant.
        unsafe { libc::write(STDERR_FILENO, sentence.as_ptr().cast(), sentence.len()) };
        // SAFETY: ends the process at once; nothing is run on the way out.
        unsafe { libc::_exit(Status::Memory as c_int) }
    }
}
