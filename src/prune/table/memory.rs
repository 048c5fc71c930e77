//! Zeroed memory of atomic words.
#![allow(unsafe_code)]

use crate::storage::{HUGE_PAGE, OutOfMemory, TableBuffer};
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::AtomicU64;

/// The entries that one look-up reads: a cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [AtomicU64; Bucket::SLOTS]);

impl Bucket {
    pub(super) const SLOTS: usize = 8;
}

const _: () = assert!(size_of::<Bucket>() == 64 && HUGE_PAGE.is_multiple_of(align_of::<Bucket>()));

/// Buckets of zeros, whose pages are allocated only when they are first touched.
#[derive(Debug)]
pub(super) struct Buckets {
    start: NonNull<Bucket>,
    count: usize,
    /// Owns the memory, and is not read or written any more.
    _buffer: TableBuffer,
}

// SAFETY: the memory is reached only as a shared slice of atomic words, which all threads may use, and belongs to this
// value: the buffer is never handed out.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Allocates `count` empty buckets.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn zeroed(count: u64) -> Result<Self, OutOfMemory> {
        let mut buffer = TableBuffer::zeroed(count.saturating_mul(size_of::<Bucket>() as u64))?;
        let count = buffer.len() / size_of::<Bucket>();
        Ok(Self { start: NonNull::from(&mut buffer[..]).cast(), count, _buffer: buffer })
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: `start` and `count` describe the memory of the buffer, which lives as long as `self` and does not
        // move with it (it is a mapping). It is aligned to a huge page, hence to a bucket; all of it is initialised
        // with zeros, a valid value of atomic words; and since construction nobody has reached it but through such
        // slices.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn buckets_are_aligned_empty_and_independent() {
        for count in [1, 2, 1 << 16] {
            let buckets = Buckets::zeroed(count).unwrap();
            assert_eq!((buckets.len() as u64, buckets.as_ptr().addr() % 64), (count, 0));
            assert!(buckets.iter().flat_map(|bucket| &bucket.0).all(|word| word.load(Relaxed) == 0));
            for (i, bucket) in buckets.iter().enumerate() {
                bucket.0[i % 8].store(i as u64 + 1, Relaxed);
            }
            assert!(buckets.iter().enumerate().all(|(i, bucket)| bucket.0[i % 8].load(Relaxed) == i as u64 + 1));
        }
    }

    #[test]
    fn too_many_are_an_error() {
        assert_eq!(Buckets::zeroed(1 << 56).unwrap_err().needed, 1 << 62);
        assert_eq!(Buckets::zeroed(u64::MAX).unwrap_err().needed, u64::MAX);
    }
}
