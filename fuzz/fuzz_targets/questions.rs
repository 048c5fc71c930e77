#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cubepdb_fuzz::questions::run(data));
