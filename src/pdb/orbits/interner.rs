//! Numbers for byte strings of one length, in the order in which they are first seen.

/// Byte strings of one length, numbered from 0. A look-up costs a hash and about one comparison.
#[derive(Clone, Debug)]
pub struct Interner {
    width: usize,
    bytes: Vec<u8>,
    len: usize,
    /// Open addressing: a number plus 1, or 0.
    slots: Vec<u32>,
}

impl Interner {
    /// No strings yet; all will have this length.
    pub fn new(width: usize) -> Self {
        Self { width, bytes: Vec::new(), len: 0, slots: vec![0; 16] }
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
        self.slots[self.slot(string)].checked_sub(1)
    }

    /// The number of a string, which gets the next one if it is new.
    pub fn insert(&mut self, string: &[u8]) -> u32 {
        debug_assert_eq!(string.len(), self.width);
        let slot = self.slot(string);
        if let Some(number) = self.slots[slot].checked_sub(1) {
            return number;
        }
        self.bytes.extend_from_slice(string);
        self.len += 1;
        self.slots[slot] = self.len as u32;
        if self.len * 2 > self.slots.len() {
            self.grow();
        }
        self.len as u32 - 1
    }

    /// Number of bytes in memory.
    pub fn memory(&self) -> u64 {
        self.bytes.len() as u64 + 4 * self.slots.len() as u64
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for number in 0..self.len {
            let slot = self.slot(self.get(number));
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// The slot that has the string, or the free one where it belongs.
    fn slot(&self, string: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(string) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.get(number as usize) == string {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}

fn hash(string: &[u8]) -> u64 {
    let mut sum = 0u64;
    for chunk in string.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    sum ^ sum >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_keep_their_numbers_while_the_table_grows() {
        let mut interner = Interner::new(3);
        let string = |number: u32| [number as u8, (number >> 8) as u8, 7];
        for number in 0..5000 {
            assert_eq!(interner.find(&string(number)), None);
            assert_eq!(interner.insert(&string(number)), number);
        }
        for number in 0..5000 {
            assert_eq!(interner.insert(&string(number)), number);
            assert_eq!(interner.get(number as usize), string(number));
        }
        assert_eq!(interner.len(), 5000);
    }
}
