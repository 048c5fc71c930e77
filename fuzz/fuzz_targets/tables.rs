#![no_main]

#[path = "../bodies/tables.rs"]
mod body;
#[path = "../bodies/edits.rs"]
mod edits;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
