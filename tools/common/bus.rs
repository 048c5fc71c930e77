//! Mapped tables whose file is truncated: the memory behind them is gone, the next access to it raises SIGBUS, and the
//! search cannot prove anything. The program then ends with a message that names the table. Windows refuses to truncate
//! a mapped file, so that there is nothing to listen for.
#![allow(unsafe_code)]

#[cfg(unix)]
use super::status::Status;
use cubepdb::{TableEvent, internals::storage::TableMemory};
#[cfg(not(unix))]
use std::io;
use std::iter;
use std::ops::Range;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// A file that is, or is about to be, mapped. Never freed: a signal may come at any time.
pub struct Mapping {
    /// The message printed when the file is truncated.
    sentence: String,
    /// The address range; both 0 while it is unknown.
    start: AtomicUsize,
    end: AtomicUsize,
    next: Option<&'static Mapping>,
}

/// The last mapping announced, which links to the earlier ones.
static LAST: AtomicPtr<Mapping> = AtomicPtr::new(ptr::null_mut());

/// Announces the files of tables, as the events of loading them come.
#[derive(Default)]
pub struct Announcer(Option<&'static Mapping>);

impl Announcer {
    /// Takes an event.
    pub fn tell(&mut self, event: &TableEvent<'_>) {
        match event {
            TableEvent::Loading { path } => self.0 = Some(announce(path)),
            TableEvent::LoadEnded { mapped } => {
                if let Some(mapping) = self.0.take() {
                    mapping.lie_at(mapped);
                }
            }
            _ => {}
        }
    }
}

/// Announces a file that may be mapped. Some hundred bytes are never freed.
pub fn announce(path: &Path) -> &'static Mapping {
    let sentence = format!(
        "error: {}: a part of it that was mapped is gone: it was cut short, or cannot be read any more; nothing is proven\n",
        path.display()
    );
    let (start, end) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mapping = Box::leak(Box::new(Mapping { sentence, start, end, next: None }));
    loop {
        mapping.next = last();
        let before = mapping.next.map_or(ptr::null_mut(), |next| ptr::from_ref(next).cast_mut());
        // Tables of two solvers may be loaded at the same time.
        if LAST.compare_exchange(before, mapping, Ordering::Release, Ordering::Relaxed).is_ok() {
            return mapping;
        }
    }
}

impl Mapping {
    /// Records where the file is mapped; nowhere, if it was copied or could not be loaded.
    pub fn settle<E>(&self, loaded: &Result<TableMemory, E>) {
        self.lie_at(loaded.as_ref().ok().filter(|memory| memory.is_mapped()).map_or(&[][..], |memory| &memory[..]));
    }

    /// Records the memory of the mapped file; empty if it was copied or could not be loaded.
    pub fn lie_at(&self, memory: &[u8]) {
        let Range { start, end } = memory.as_ptr_range();
        // In between, the range is empty.
        self.start.store(start.addr(), Ordering::Release);
        self.end.store(end.addr(), Ordering::Release);
    }

    /// The addresses of the file; empty from 0 while it is loaded, and if it was copied.
    fn range(&self) -> Range<usize> {
        self.start.load(Ordering::Acquire)..self.end.load(Ordering::Acquire)
    }
}

/// The last mapping announced.
fn last() -> Option<&'static Mapping> {
    // SAFETY: the pointer is null or comes from `announce`, which never frees what it points to, and completes it
    // before anybody can see it.
    unsafe { LAST.load(Ordering::Acquire).as_ref() }
}

#[cfg(unix)]
pub use handler::listen;

/// Makes SIGBUS end the program with a message from now on, where there is such a signal.
#[cfg(not(unix))]
pub fn listen() -> io::Result<()> {
    Ok(())
}

/// Returns the message for an address whose memory is gone, that of the newest mapping that contains it: an older one
/// that is no longer mapped keeps its range, which the system may reuse. If none does, it is that of the newest mapping
/// that is not settled: it is being read for the first time.
pub fn message_for(address: usize) -> Option<&'static str> {
    let all = || iter::successors(last(), |mapping| mapping.next);
    let contains = all().find(|mapping| mapping.range().contains(&address));
    contains.or_else(|| all().find(|mapping| mapping.range() == (0..0))).map(|mapping| &*mapping.sentence)
}

#[cfg(unix)]
mod handler {
    use super::{Status, message_for};
    use libc::{SA_ONSTACK, SA_SIGINFO, SIGBUS, STDERR_FILENO, c_int, c_void, siginfo_t};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::{io, mem, ptr};

    /// Makes SIGBUS end the program with a message from now on.
    pub fn listen() -> io::Result<()> {
        // SAFETY: all zeros are a value of this structure of the C library, with an empty set of blocked signals.
        let mut action: libc::sigaction = unsafe { mem::zeroed() };
        let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = leave;
        action.sa_sigaction = handler as usize;
        // The handler runs on the stack that the standard library gives every thread for signals.
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        // SAFETY: the structure is complete, and the handler has the three parameters that SA_SIGINFO asks for. It
        // replaces the one of the standard library, which is for stacks that overflow; that is SIGSEGV on this system.
        // Chained behind that one, it would leave a moment in which the same signal in another thread ends the program
        // without a message.
        match unsafe { libc::sigaction(SIGBUS, &action, ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// The handler: nothing but atomic loads, `write`, `pause` and `_exit`, all of which are allowed in it.
    extern "C" fn leave(_signal: c_int, info: *mut siginfo_t, _context: *mut c_void) {
        static LEAVING: AtomicBool = AtomicBool::new(false);
        while LEAVING.swap(true, Ordering::AcqRel) {
            // Another worker was quicker, and ends the program in a moment.
            // SAFETY: waits for a signal, and touches no memory.
            unsafe { libc::pause() };
        }
        // SAFETY: with SA_SIGINFO the kernel hands over a valid structure, which for SIGBUS holds an address.
        let address = unsafe { (*info).si_addr() }.addr();
        let (sentence, status) = match message_for(address) {
            Some(sentence) => (sentence, Status::Io),
            None => ("error: the system has taken memory away (SIGBUS); nothing is proven\n", Status::Internal),
        };
        // Printed by every rank: the others cannot know.
        // SAFETY: the bytes are those of a string that is never freed.
        unsafe { libc::write(STDERR_FILENO, sentence.as_ptr().cast(), sentence.len()) };
        // SAFETY: ends the process at once; nothing is run on the way out.
        unsafe { libc::_exit(status as c_int) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only test that announces a file.
    #[test]
    fn the_newest_mapping_of_a_place_is_named() {
        static MEMORY: [u8; 64] = [0; 64];
        let place = MEMORY.as_ptr().addr();
        let named = |address| message_for(address).map(|sentence| sentence.split(": ").nth(1).unwrap());
        assert_eq!(named(place), None);
        let first = announce(Path::new("first"));
        assert_eq!(named(place), Some("first"), "it is being loaded");
        first.lie_at(&MEMORY);
        assert_eq!((named(place), named(place + 63), named(place + 64)), (Some("first"), Some("first"), None));
        let second = announce(Path::new("second"));
        assert_eq!(named(place), Some("first"), "the second one is being loaded, the first one may be in use");
        assert_eq!(named(place + 64), Some("second"), "it is being loaded");
        second.lie_at(&MEMORY[..32]);
        assert_eq!((named(place), named(place + 32)), (Some("second"), Some("first")));
        announce(Path::new("third")).settle(&Err(()));
        assert_eq!((named(place), named(place + 64)), (Some("second"), None), "the third one was not loaded");
    }
}
