//! Counts of the faults that were tried and survived, by class.

use libtest_mimic::Failed;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Faults of one kind.
pub struct Class {
    /// Its position in the list, from 1.
    pub number: u8,
    /// The kind of fault.
    pub name: &'static str,
    tried: AtomicU64,
    survived: AtomicU64,
    /// Time that its tests took, in milliseconds.
    spent: AtomicU64,
    /// The faults that could not be tried here, and why.
    skipped: Mutex<Vec<String>>,
}

impl Class {
    const fn new(number: u8, name: &'static str) -> Self {
        let [tried, survived, spent] = [const { AtomicU64::new(0) }; 3];
        Self { number, name, tried, survived, spent, skipped: Mutex::new(Vec::new()) }
    }

    /// Faults tried so far.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Returns whether some faults of this class could not be tried here.
    pub fn is_cut_short(&self) -> bool {
        !self.skipped.lock().unwrap().is_empty()
    }
}

/// All classes.
pub static CLASSES: [Class; 34] = [
    Class::new(1, "files cut short"),
    Class::new(2, "trailing bytes"),
    Class::new(3, "flipped bits of the header"),
    Class::new(4, "flipped bits of data and checksums"),
    Class::new(5, "other magic, version or flags"),
    Class::new(6, "swapped bytes"),
    Class::new(7, "sizes that overflow"),
    Class::new(8, "tables of another metric"),
    Class::new(9, "entries too high"),
    Class::new(10, "entries too low"),
    Class::new(11, "permuted blocks"),
    Class::new(12, "compressed files, bombs"),
    Class::new(13, "full disk"),
    Class::new(14, "failing system calls"),
    Class::new(15, "interrupts"),
    Class::new(16, "kills"),
    Class::new(17, "wrong checkpoints"),
    Class::new(18, "two writers of one file"),
    Class::new(19, "files replaced in use"),
    Class::new(20, "mapped files changed in use"),
    Class::new(21, "places that cannot be written"),
    Class::new(22, "impossible cubes"),
    Class::new(23, "bad notation"),
    Class::new(24, "bytes that are no text"),
    Class::new(25, "endless input"),
    Class::new(26, "numbers of threads"),
    Class::new(27, "too little memory"),
    Class::new(28, "extreme limits and sizes"),
    Class::new(29, "readers that leave"),
    Class::new(30, "failing workers"),
    Class::new(31, "missing machines"),
    Class::new(32, "clocks that jump"),
    Class::new(33, "random files"),
    Class::new(34, "failing graphics cards"),
];

/// The faults that one test tries.
pub struct Faults {
    class: &'static Class,
    lost: RefCell<Vec<String>>,
}

impl Faults {
    /// Most messages shown about faults that were not survived.
    const SHOWN: usize = 5;

    /// An empty record.
    pub fn of(class: &'static Class) -> Self {
        Self { class, lost: RefCell::default() }
    }

    /// Tries one fault. It is survived if `check`, which causes it and asserts its consequences, does not panic. The
    /// test continues in any case.
    pub fn try_one<R>(&self, what: impl Display, check: impl FnOnce() -> R) -> Option<R> {
        self.class.tried.fetch_add(1, Ordering::Relaxed);
        match caught(check) {
            Ok(result) => {
                self.class.survived.fetch_add(1, Ordering::Relaxed);
                Some(result)
            }
            Err(message) => {
                self.lost.borrow_mut().push(format!("{what}: {message}"));
                None
            }
        }
    }

    /// Records that something cannot be tried here.
    pub fn skip(&self, why: impl Display) {
        self.class.skipped.lock().unwrap().push(why.to_string());
    }

    /// Runs a test; it fails if a fault was not survived, or if it panics outside of all faults.
    pub fn run(self, test: fn(&Self)) -> Result<(), Failed> {
        let started = Instant::now();
        let outcome = caught(|| test(&self));
        self.class.spent.fetch_add(started.elapsed().as_millis() as u64, Ordering::Relaxed);
        let lost = self.lost.into_inner();
        let count = lost.len();
        let mut messages: Vec<String> = lost.into_iter().take(Self::SHOWN).collect();
        if count > messages.len() {
            messages.push(format!("and {} others", count - messages.len()));
        }
        messages.extend(outcome.err());
        if messages.is_empty() { Ok(()) } else { Err(messages.join("\n").into()) }
    }
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The message and the position of the last panic of this thread.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Collects panics of tests instead of printing them from now on.
pub fn catch_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if CATCHING.get() {
            MESSAGE.set(info.to_string());
        } else {
            usual(info);
        }
    }));
}

/// Returns the result of `work`, or its panic message.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    let before = CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(before);
    result.map_err(|_: Box<dyn Any + Send>| MESSAGE.take())
}

/// Prints the classes whose faults were tried.
pub fn print() {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let row = |number: &str, name: &str, [tried, survived, spent]: [u64; 3]| {
        println!("{number:>2}  {name:<36}{tried:>8}{survived:>10}{:>6}{:>9}", tried - survived, spent.div_ceil(1000));
    };
    println!("{:<40}{:>8}{:>10}{:>6}{:>9}", "faults", "tried", "survived", "lost", "seconds");
    let mut all = [0; 3];
    for class in CLASSES.iter().filter(|class| class.tried() > 0 || class.is_cut_short()) {
        let counts = [class.tried(), count(&class.survived), count(&class.spent)];
        row(&class.number.to_string(), class.name, counts);
        class.skipped.lock().unwrap().iter().for_each(|why| println!("    not tried here: {why}"));
        all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    row("", "all", all);
}
