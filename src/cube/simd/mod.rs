//! Packed cube arithmetic in vector instructions of x86.

mod avx2;
mod avx512;

pub use avx2::Avx2;
pub use avx512::Avx512;
