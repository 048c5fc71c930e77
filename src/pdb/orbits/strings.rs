//! Numbers for byte strings of one length, in the order in which they are first seen.

use xxhash_rust::xxh3::xxh3_64;

/// Byte strings of one length, numbered from 0.
#[derive(Clone, Debug)]
pub struct Strings {
    width: usize,
    bytes: Vec<u8>,
    len: usize,
    /// Numbers by the hashes of their strings, at that place or behind it; one place in two is free at least.
    numbers: Vec<u32>,
}

/// A free place.
const FREE: u32 = u32::MAX;

impl Strings {
    /// No strings yet; all will have this length.
    pub fn new(width: usize) -> Self {
        Self { width, bytes: Vec::new(), len: 0, numbers: vec![FREE; 64] }
    }

    /// Number of strings.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The string with this number.
    pub fn get(&self, number: usize) -> &[u8] {
        &self.bytes[number * self.width..(number + 1) * self.width]
    }

    /// The number of a string, if it has one.
    pub fn find(&self, string: &[u8]) -> Option<u32> {
        Some(self.numbers[self.place(string)]).filter(|&number| number != FREE)
    }

    /// The number of a string, which gets the next one if it is new.
    pub fn insert(&mut self, string: &[u8]) -> u32 {
        debug_assert_eq!(string.len(), self.width);
        let place = self.place(string);
        if self.numbers[place] != FREE {
            return self.numbers[place];
        }
        let number = self.len as u32;
        self.numbers[place] = number;
        self.bytes.extend_from_slice(string);
        self.len += 1;
        if 2 * self.len > self.numbers.len() {
            self.grow();
        }
        number
    }

    /// Number of bytes in memory.
    pub fn memory(&self) -> u64 {
        (self.bytes.len() + 4 * self.numbers.len()) as u64
    }

    /// The place of a string, or a free one for it.
    fn place(&self, string: &[u8]) -> usize {
        let mut place = xxh3_64(string) as usize % self.numbers.len();
        while self.numbers[place] != FREE && self.get(self.numbers[place] as usize) != string {
            place = (place + 1) % self.numbers.len();
        }
        place
    }

    fn grow(&mut self) {
        self.numbers = vec![FREE; 2 * self.numbers.len()];
        for number in 0..self.len {
            let place = self.place(self.get(number));
            self.numbers[place] = number as u32;
        }
    }
}
