//! Messages of several purposes over one connection: orders and reports, and those of each search.

use cubepdb::internals::search::Ranks;
use serde::{Serialize, de::DeserializeOwned};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

/// The first bytes of every message: 0 for orders and reports, otherwise the number of the search.
type Purpose = u32;

/// Orders and reports.
const ORDERS: Purpose = 0;

/// Bytes of a purpose.
const HEAD: usize = size_of::<Purpose>();

/// Number of successive looks into the mailbox without a pause, for answers that arrive at once.
const LOOKS: u32 = 200;

/// The longest pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);

/// Messages for other purposes than the current one.
type Held = VecDeque<(Purpose, usize, Vec<u8>)>;

/// A rank, and the messages of all purposes that arrived for it.
pub struct Mailbox {
    ranks: Box<dyn Ranks + Send>,
    held: RefCell<Held>,
    searches: Cell<Purpose>,
}

impl Mailbox {
    pub fn new(ranks: Box<dyn Ranks + Send>) -> Self {
        Self { ranks, held: RefCell::default(), searches: Cell::new(ORDERS) }
    }

    pub fn rank(&self) -> usize {
        self.ranks.rank()
    }

    pub fn count(&self) -> usize {
        self.ranks.count()
    }

    /// The other ranks, seen from the first.
    pub fn others(&self) -> impl Iterator<Item = usize> + use<> {
        1..self.count()
    }

    /// The connection for the next search. All ranks count alike; remaining messages of earlier searches are discarded.
    pub fn next_search(&self) -> Line<'_> {
        let search = self.searches.get() + 1;
        self.searches.set(search);
        self.held.borrow_mut().retain(|(purpose, ..)| *purpose == ORDERS || *purpose >= search);
        Line { mailbox: self, purpose: search }
    }

    /// Sends an order or a report.
    pub fn send(&self, to: usize, message: &[u8]) {
        Line { mailbox: self, purpose: ORDERS }.send(to, message);
    }

    /// Waits for an order or a report, first without and then with pauses.
    pub fn wait(&self) -> (usize, Vec<u8>) {
        let line = Line { mailbox: self, purpose: ORDERS };
        for look in 0.. {
            if let Some(message) = line.receive() {
                return message;
            }
            if look < LOOKS { thread::yield_now() } else { thread::sleep(PAUSE.min(PAUSE / 50 * (look - LOOKS + 1))) }
        }
        unreachable!("waiting has no end")
    }
}

/// The messages of one purpose.
pub struct Line<'a> {
    mailbox: &'a Mailbox,
    purpose: Purpose,
}

impl Line<'_> {
    fn take_held(&self) -> Option<(usize, Vec<u8>)> {
        let mut held = self.mailbox.held.borrow_mut();
        let at = held.iter().position(|(purpose, ..)| *purpose == self.purpose)?;
        held.remove(at).map(|(_, from, message)| (from, message))
    }
}

impl Ranks for Line<'_> {
    fn rank(&self) -> usize {
        self.mailbox.rank()
    }

    fn count(&self) -> usize {
        self.mailbox.count()
    }

    fn send(&self, to: usize, message: &[u8]) {
        self.mailbox.ranks.send(to, &[&self.purpose.to_le_bytes(), message].concat());
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        if let Some(message) = self.take_held() {
            return Some(message);
        }
        while let Some((from, mut message)) = self.mailbox.ranks.receive() {
            // A failed rank within this process sends a shorter message.
            let Some(&head) = message.first_chunk::<HEAD>() else { panic!("rank {from} has failed") };
            message.drain(..HEAD);
            match Purpose::from_le_bytes(head) {
                purpose if purpose == self.purpose => return Some((from, message)),
                purpose => self.mailbox.held.borrow_mut().push_back((purpose, from, message)),
            }
        }
        None
    }
}

/// Encodes an order or a report.
pub fn written(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("orders and reports are plain data")
}

/// Decodes an order or a report that the same program sent.
pub fn read<M: DeserializeOwned>(message: &[u8]) -> M {
    serde_json::from_slice(message).expect("all ranks run programs that understand each other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::internals::search::InProcess;

    #[test]
    fn purposes_are_kept_apart_and_in_order() {
        let [a, b] = InProcess::team(2)
            .try_into()
            .map(|pair: [InProcess; 2]| pair.map(|rank| Mailbox::new(Box::new(rank))))
            .ok()
            .unwrap();
        let (first, second) = (a.next_search(), a.next_search());
        second.send(1, b"second");
        first.send(1, b"late");
        a.send(1, b"order");
        second.send(1, b"third");
        let line = b.next_search();
        assert_eq!(line.receive(), Some((0, b"late".to_vec())));
        assert_eq!(line.receive(), None);
        first.send(1, b"too late");
        assert_eq!(b.wait(), (0, b"order".to_vec()));
        let line = b.next_search();
        assert_eq!(line.receive(), Some((0, b"second".to_vec())));
        assert_eq!(line.receive(), Some((0, b"third".to_vec())));
        assert_eq!(line.receive(), None);
    }
}
