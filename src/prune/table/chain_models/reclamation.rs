//! A model of the parts of crossbeam-epoch that [`Chain`](super::chain::Chain) uses, over the atomic words of loom.
//!
//! Nodes are freed as early as the collector could: when the last pin goes that was held when the node was retired.
//! Freeing is only recorded, and memory is released at the end, so that a fault is a failed assertion and not a crash.
//! The model checks, for every order of the threads' steps and every value that the memory may show them:
//!
//! * a node that is read was made before, as far as its reader has synchronised with its maker;
//! * it has not been freed;
//! * it is retired once, not while it is linked when the list is dropped, and nothing is left at the end.
//!
//! The guarantee of the collector itself is assumed: a thread that pins after a node was retired sees that it was
//! unlinked.
#![allow(unsafe_code)]

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicUsize, Ordering};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

/// The low bits of an address that may hold a mark.
const TAG: usize = 7;

thread_local! {
    // All threads of a model take turns on one thread of the system, and never within a borrow.
    static HEAP: RefCell<Heap> = RefCell::default();
}

/// The nodes of one run of a model, and the pins held.
#[derive(Default)]
struct Heap {
    nodes: BTreeMap<usize, Record>,
    pins: BTreeSet<usize>,
    next_pin: usize,
    /// Changed when a node is retired, and read by threads that pin.
    era: Option<Rc<AtomicUsize>>,
}

struct Record {
    /// Written when the node is made.
    made: Rc<UnsafeCell<()>>,
    state: NodeState,
    free: unsafe fn(usize),
}

enum NodeState {
    Alive,
    /// Unlinked; freed when these pins are gone.
    Retired(BTreeSet<usize>),
    Freed,
}

/// Runs a model with a heap of its own, and checks that nothing is left in it.
pub(super) fn checked(run: impl FnOnce()) {
    HEAP.with(|heap| *heap.borrow_mut() = Heap { era: Some(Rc::new(AtomicUsize::new(0))), ..Heap::default() });
    run();
    let heap = HEAP.with(RefCell::take);
    assert!(heap.pins.is_empty(), "a pin is left");
    for (address, record) in heap.nodes {
        assert!(matches!(record.state, NodeState::Freed), "a node is left");
        // SAFETY: the address of a box of the type that `free` was made for, which nobody has taken over.
        unsafe { (record.free)(address) };
    }
}

fn era() -> Rc<AtomicUsize> {
    HEAP.with(|heap| heap.borrow().era.clone().expect("within a model"))
}

/// # Safety
/// `address` must be that of a box of a `T` that nobody else owns.
unsafe fn free<T>(address: usize) {
    // SAFETY: by contract.
    drop(unsafe { Box::from_raw(address as *mut T) });
}

/// A link.
pub(in super::super) struct Atomic<T>(AtomicUsize, PhantomData<T>);

impl<T> fmt::Debug for Atomic<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("link")
    }
}

/// A pointer that a link may hold.
pub(in super::super) trait Pointer {
    fn word(&self) -> usize;
    /// Releases ownership to the list.
    fn release(self);
}

impl<T> Atomic<T> {
    pub(in super::super) fn null() -> Self {
        Self(AtomicUsize::new(0), PhantomData)
    }

    pub(in super::super) fn load<'g>(&self, ordering: Ordering, _: &'g Guard) -> Shared<'g, T> {
        Shared(self.0.load(ordering), PhantomData)
    }

    pub(in super::super) fn store(&self, to: Shared<'_, T>, ordering: Ordering) {
        self.0.store(to.0, ordering);
    }

    pub(in super::super) fn compare_exchange<'g, P: Pointer>(
        &self,
        current: Shared<'_, T>,
        new: P,
        success: Ordering,
        failure: Ordering,
        _: &'g Guard,
    ) -> Result<Shared<'g, T>, P> {
        match self.0.compare_exchange(current.0, new.word(), success, failure) {
            Ok(_) => {
                let shared = Shared(new.word(), PhantomData);
                new.release();
                Ok(shared)
            }
            Err(_) => Err(new),
        }
    }

    pub(in super::super) fn fetch_or<'g>(&self, tag: usize, ordering: Ordering, _: &'g Guard) -> Shared<'g, T> {
        Shared(self.0.fetch_or(tag, ordering), PhantomData)
    }
}

/// A node not yet shared.
pub(in super::super) struct Owned<T>(usize, PhantomData<T>);

impl<T> Owned<T> {
    pub(in super::super) fn new(value: T) -> Self {
        let address = Box::into_raw(Box::new(value)) as usize;
        let made = Rc::new(UnsafeCell::new(()));
        made.with_mut(|_| ());
        let record = Record { made, state: NodeState::Alive, free: free::<T> };
        let before = HEAP.with(|heap| heap.borrow_mut().nodes.insert(address, record));
        assert!(before.is_none(), "memory is given back at the end only");
        Self(address, PhantomData)
    }
}

impl<T> Deref for Owned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the address of a box that this value owns.
        unsafe { &*(self.0 as *const T) }
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        let record = HEAP.with(|heap| heap.borrow_mut().nodes.remove(&self.0)).expect("a node is freed twice");
        assert!(matches!(record.state, NodeState::Alive), "a node is freed that was retired");
        // SAFETY: the address of a box of a `T` that this value owned.
        unsafe { free::<T>(self.0) };
    }
}

impl<T> Pointer for Owned<T> {
    fn word(&self) -> usize {
        self.0
    }

    fn release(self) {
        std::mem::forget(self);
    }
}

/// The target of a link.
pub(in super::super) struct Shared<'g, T>(usize, PhantomData<&'g T>);

impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<'_, T> {}

impl<T> fmt::Debug for Shared<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("node")
    }
}

impl<T> Pointer for Shared<'_, T> {
    fn word(&self) -> usize {
        self.0
    }

    fn release(self) {}
}

impl<'g, T> Shared<'g, T> {
    pub(in super::super) fn is_null(&self) -> bool {
        self.0 & !TAG == 0
    }

    pub(in super::super) fn tag(&self) -> usize {
        self.0 & TAG
    }

    pub(in super::super) fn with_tag(self, tag: usize) -> Self {
        Self(self.0 & !TAG | tag, PhantomData)
    }

    /// # Safety
    /// None: the model checks the caller's obligations.
    pub(in super::super) unsafe fn as_ref(&self) -> Option<&'g T> {
        let address = self.0 & !TAG;
        let made = HEAP.with(|heap| {
            let heap = heap.borrow();
            let record = (address != 0).then(|| heap.nodes.get(&address).expect("a node that is gone is read"))?;
            assert!(!matches!(record.state, NodeState::Freed), "a node is read that was freed");
            Some(Rc::clone(&record.made))
        })?;
        // Fails if the making of the node did not happen before.
        made.with(|_| ());
        // SAFETY: memory of freed nodes is kept until the end of the model, and that of others belongs to the list.
        Some(unsafe { &*(address as *const T) })
    }

    /// # Safety
    /// None, as above.
    pub(in super::super) unsafe fn into_owned(self) -> Owned<T> {
        Owned(self.0 & !TAG, PhantomData)
    }
}

/// A pin.
#[derive(Debug)]
pub(in super::super) struct Guard(usize);

/// Pins the calling thread.
pub(in super::super) fn pin() -> Guard {
    // Always the latest value, and with it the links as they were when that node was retired.
    era().fetch_add(0, Ordering::Acquire);
    HEAP.with(|heap| {
        let heap = &mut *heap.borrow_mut();
        heap.next_pin += 1;
        heap.pins.insert(heap.next_pin);
        Guard(heap.next_pin)
    })
}

/// # Safety
/// None, as above.
pub(in super::super) unsafe fn unprotected() -> &'static Guard {
    static UNPROTECTED: Guard = Guard(0);
    &UNPROTECTED
}

impl Guard {
    /// # Safety
    /// None, as above.
    pub(in super::super) unsafe fn defer_destroy<T>(&self, node: Shared<'_, T>) {
        era().fetch_add(1, Ordering::Release);
        HEAP.with(|heap| {
            let heap = &mut *heap.borrow_mut();
            let record = heap.nodes.get_mut(&(node.0 & !TAG)).expect("a node that is gone is retired");
            assert!(matches!(record.state, NodeState::Alive), "a node is retired twice");
            record.state = NodeState::Retired(heap.pins.clone());
        });
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        HEAP.with(|heap| {
            let heap = &mut *heap.borrow_mut();
            heap.pins.remove(&self.0);
            for record in heap.nodes.values_mut() {
                if let NodeState::Retired(waits_for) = &mut record.state {
                    waits_for.remove(&self.0);
                    if waits_for.is_empty() {
                        record.state = NodeState::Freed;
                    }
                }
            }
        });
    }
}
