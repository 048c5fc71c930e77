//! Rows that several workers write at the same time.
#![allow(unsafe_code)]

use std::marker::PhantomData;

/// A table of rows of `width` words, written by workers that never touch the same row.
pub(super) struct SharedRows<'a, T> {
    start: *mut T,
    rows: usize,
    width: usize,
    table: PhantomData<&'a mut [T]>,
}

// SAFETY: the pointer stands for an exclusive borrow of `T`s that may be sent; which worker touches which row is the
// duty of the callers of `row`.
unsafe impl<T: Send> Sync for SharedRows<'_, T> {}

impl<'a, T> SharedRows<'a, T> {
    pub(super) fn new(table: &'a mut [T], width: usize) -> Self {
        Self { start: table.as_mut_ptr(), rows: table.len() / width, width, table: PhantomData }
    }

    /// Row `row` for writing.
    ///
    /// # Safety
    /// While the returned borrow lives, nobody else may hold this row.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(super) unsafe fn row(&self, row: u32) -> &mut [T] {
        let row = row as usize;
        assert!(row < self.rows);
        // SAFETY: row number `row` of `rows` whole ones lies within the table (asserted above), whose `T`s are
        // initialised and borrowed exclusively for 'a, which `self` does not outlive; the caller makes sure that nobody
        // else holds it.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(row * self.width), self.width) }
    }
}
