//! A linked list that threads push to, read and remove from at the same time without locks.
//!
//! Harris's list in Michael's version (M. M. Michael, High performance dynamic lock-free hash tables and list-based
//! sets, SPAA 2002), with insertion at the head only. A node is removed in two steps: a mark on its own link freezes
//! the link, and then its predecessor is linked past it. An unlinked node is freed when every thread that may have seen
//! it has unpinned (crossbeam-epoch).
//!
//! Why a thread may follow any link it sees: it holds a pin, so nothing is freed that was still linked when it pinned.
//! Every node that it reaches was still linked then: by induction along its path, the node before was unlinked, if at
//! all, after the pin; and a node is unlinked only through a link that is not frozen, so a node behind a removed one is
//! unlinked after it.
#![allow(unsafe_code)]

use super::reclamation::{self as epoch, Atomic, Guard, Owned, Shared};
use std::iter;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

/// The mark on the link of a removed node, whose link no longer changes.
const REMOVED: usize = 1;

#[derive(Debug)]
struct Node<T> {
    value: T,
    next: Atomic<Node<T>>,
}

/// Keeps the nodes that this thread sees from being freed. Made of the default collector only, since a guard of another
/// would protect nothing.
#[derive(Debug)]
pub(super) struct Pin(Guard);

impl Pin {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self(epoch::pin())
    }
}

/// The list.
#[derive(Debug)]
pub(super) struct Chain<T> {
    head: Atomic<Node<T>>,
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Self { head: Atomic::null() }
    }
}

/// A list as it was at one moment, apart from removals since.
#[derive(Debug)]
pub(super) struct View<'g, T> {
    head: Shared<'g, Node<T>>,
    guard: &'g Guard,
}

impl<'g, T> View<'g, T> {
    /// The values, newest first, possibly including some that have been removed.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &'g T> + use<'g, T> {
        let (mut at, guard) = (self.head, self.guard);
        iter::from_fn(move || {
            // SAFETY: `at` is null or was read from a link of the list with acquire ordering, so that the node is
            // initialised, while the guard was and still is pinned, so that it is not freed (see the top of the file).
            // The list itself outlives 'g, so that its destructor has not run either.
            let node = unsafe { at.as_ref() }?;
            at = node.next.load(Acquire, guard);
            Some(&node.value)
        })
    }
}

impl<T: Send + Sync + 'static> Chain<T> {
    /// Memory of one value, with the overhead of the allocator.
    pub(super) const NODE_BYTES: u64 = (size_of::<Node<T>>() + 2 * size_of::<usize>()) as u64;

    /// The list as it is now.
    #[inline(always)]
    pub(super) fn view<'g>(&'g self, pin: &'g Pin) -> View<'g, T> {
        View { head: self.head.load(Acquire, &pin.0), guard: &pin.0 }
    }

    /// Adds a value at the head.
    ///
    /// # Errors
    /// If anything has been added since the view was taken, or its first node was removed; nothing is added then.
    pub(super) fn push(&self, view: &View<'_, T>, value: T) -> Result<(), ()> {
        let next = Atomic::null();
        next.store(view.head, Relaxed);
        let node = Owned::new(Node { value, next });
        self.head.compare_exchange(view.head, node, AcqRel, Acquire, view.guard).map(drop).map_err(drop)
    }

    /// Removes the values for which a condition holds, and returns their number; each is counted by one thread only.
    pub(super) fn remove(&self, pin: &Pin, condition: impl Fn(&T) -> bool) -> u64 {
        let mut removed = 0;
        let mut at = self.head.load(Acquire, &pin.0);
        // SAFETY: as in `View::iter`: read with acquire ordering from a link of the list, under the pin that is still
        // held.
        while let Some(node) = unsafe { at.as_ref() } {
            at = if condition(&node.value) {
                let before = node.next.fetch_or(REMOVED, AcqRel, &pin.0);
                removed += u64::from(before.tag() != REMOVED);
                before
            } else {
                node.next.load(Acquire, &pin.0)
            };
        }
        while removed > 0 && !self.unlink(&pin.0) {}
        removed
    }

    /// Links past removed nodes. Returns false if another thread changed a link meanwhile, so that some may be left.
    fn unlink(&self, guard: &Guard) -> bool {
        let mut link = &self.head;
        let mut at = link.load(Acquire, guard);
        // SAFETY: as in `View::iter`: read with acquire ordering from a link of the list, under the guard.
        while let Some(node) = unsafe { at.as_ref() } {
            let next = node.next.load(Acquire, guard);
            if next.tag() == REMOVED {
                let past = next.with_tag(0);
                if link.compare_exchange(at, past, AcqRel, Acquire, guard).is_err() {
                    return false;
                }
                // SAFETY: the exchange took away the only link to the node: `link` was not frozen, so it belongs to a
                // node still in the list (or is the head), and a node has one predecessor there. No link leads to the
                // node again, as it is not the head and `past` skips it; and no other thread won this exchange, so that
                // it is freed once. Threads that still read it hold pins, which the collector waits for.
                unsafe { guard.defer_destroy(at) };
                at = past;
            } else {
                link = &node.next;
                at = next;
            }
        }
        true
    }
}

impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        // SAFETY: the list is borrowed exclusively, so no other thread reads or changes it.
        let guard = unsafe { epoch::unprotected() };
        let mut at = self.head.load(Relaxed, guard);
        while !at.is_null() {
            // SAFETY: the node is linked, hence it has not been given to the collector; nobody else can reach it, by
            // the exclusive borrow; and it is taken over once, since the list has no cycle. Its mark is no part of its
            // address.
            let node = unsafe { at.into_owned() };
            at = node.next.load(Relaxed, guard).with_tag(0);
        }
    }
}
