//! Numbers for byte strings of one length, in the order in which they are first seen.

use std::collections::HashMap;

/// Byte strings of one length, numbered from 0.
#[derive(Clone, Debug)]
pub struct Strings {
    width: usize,
    bytes: Vec<u8>,
    numbers: HashMap<Box<[u8]>, u32>,
}

impl Strings {
    /// No strings yet; all will have this length.
    pub fn new(width: usize) -> Self {
        Self { width, bytes: Vec::new(), numbers: HashMap::new() }
    }

    /// Number of strings.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The string with this number.
    pub fn get(&self, number: usize) -> &[u8] {
        &self.bytes[number * self.width..(number + 1) * self.width]
    }

    /// The number of a string, if it has one.
    pub fn find(&self, string: &[u8]) -> Option<u32> {
        self.numbers.get(string).copied()
    }

    /// The number of a string, which gets the next one if it is new.
    pub fn insert(&mut self, string: &[u8]) -> u32 {
        debug_assert_eq!(string.len(), self.width);
        if let Some(number) = self.find(string) {
            return number;
        }
        let number = self.len() as u32;
        self.bytes.extend_from_slice(string);
        self.numbers.insert(string.into(), number);
        number
    }

    /// Number of bytes in memory, about.
    pub fn memory(&self) -> u64 {
        // Every string once more, with a pointer, its length, its number, and what the allocator adds.
        (2 * self.bytes.len() + 64 * self.len()) as u64
    }
}
