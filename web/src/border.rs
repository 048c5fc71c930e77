//! The border between the module and the page: functions that one calls of the other, with numbers for arguments.
//!
//! The only `unsafe` of this package is here.
#![allow(unsafe_code)]

use crate::Module;
use cubepdb::internals::clock::set_clock;
use cubepdb::record::{Reply, ServeRecord};
use serde::Serialize;
use std::io;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub safe fn now() -> f64;
        /// Takes a line of JSON, which says how far the work is.
        pub fn line(at: *const u8, length: usize);
        /// Takes the last line of JSON: the answer.
        pub fn answer(at: *const u8, length: usize);
        /// Fills memory with bytes of the open file from an offset on; returns whether it could.
        pub fn read(at: *mut u8, length: usize, offset: f64) -> bool;
        /// Writes bytes to the open file; returns whether it could.
        pub fn write(at: *const u8, length: usize, offset: f64) -> bool;
    }
}

static ENGINE: LazyLock<Mutex<Module>> = LazyLock::new(|| {
    set_clock(|| Duration::from_secs_f64(page::now() / 1e3));
    std::panic::set_hook(Box::new(|fault| answer(&ServeRecord::failure(format!("a fault of this program: {fault}")))));
    Mutex::default()
});

/// The body of the next request.
static BODY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records are plain data")
}

fn tell(line: &Reply) {
    let line = text(line);
    // SAFETY: the bytes are there until the function returns, which copies them.
    unsafe { page::line(line.as_ptr(), line.len()) }
}

fn answer(line: &impl Serialize) {
    let line = text(line);
    // SAFETY: as above.
    unsafe { page::answer(line.as_ptr(), line.len()) }
}

/// Makes room for the body of the next request, and returns where it is.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut body = lock(&BODY);
    body.clear();
    body.resize(length, 0);
    body.as_mut_ptr()
}

/// The body is a list of the names of files that the browser keeps.
#[unsafe(no_mangle)]
extern "C" fn info() {
    answer(&lock(&ENGINE).on_info(&lock(&BODY)));
}

/// As `POST /v1/check`.
#[unsafe(no_mangle)]
extern "C" fn check() {
    answer(&Module::on_check(&lock(&BODY)));
}

/// As `POST /v1/scramble`.
#[unsafe(no_mangle)]
extern "C" fn scramble() {
    answer(&Module::on_scramble(&lock(&BODY)));
}

/// As `POST /v1/solve`. Returns false, without an answer, if a table has to be built or loaded first: as long as one
/// may be kept, or if there is the time to build one.
#[unsafe(no_mangle)]
extern "C" fn solve(may_be_kept: bool) -> bool {
    lock(&ENGINE).on_solve(&lock(&BODY), may_be_kept, &tell).inspect(answer).is_some()
}

/// As `POST /v1/tables`.
#[unsafe(no_mangle)]
extern "C" fn build() {
    answer(&lock(&ENGINE).on_build(&lock(&BODY), &tell));
}

/// Writes the table of a metric, which is the body, to the open file; returns whether it could.
#[unsafe(no_mangle)]
extern "C" fn keep() -> bool {
    lock(&ENGINE).on_keep(&lock(&BODY), |bytes, offset| {
        // SAFETY: the bytes are there until the function returns, which only reads them.
        let done = unsafe { page::write(bytes.as_ptr(), bytes.len(), offset as f64) };
        if done { Ok(()) } else { Err(()) }
    })
}

/// Loads the open file, of `length` bytes; the body is its name.
#[unsafe(no_mangle)]
extern "C" fn load(length: f64) {
    let read = |bytes: &mut [u8], offset: u64| {
        // SAFETY: the bytes may be written to until the function returns; it writes no others.
        let done = unsafe { page::read(bytes.as_mut_ptr(), bytes.len(), offset as f64) };
        if done { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    };
    answer(&lock(&ENGINE).on_load(&lock(&BODY), length as u64, read));
}
