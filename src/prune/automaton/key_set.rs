//! A set of exact keys.

use crate::storage::{OutOfMemory, TableBuffer};
use std::hint::black_box;

/// Bytes of a key.
const KEY_BYTES: u64 = size_of::<u128>() as u64;

/// A set of 128-bit keys with open addressing and linear probing, in huge pages. Keys are stored whole: two keys are
/// never confused.
pub(super) struct KeySet {
    /// Little-endian keys, 0 where empty.
    slots: TableBuffer,
    len: u64,
    /// True if the key 0, which looks like an empty slot, is in the set.
    zero: bool,
}

impl KeySet {
    /// An empty set with room for some keys.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_room(keys: u64) -> Result<Self, OutOfMemory> {
        Ok(Self { slots: TableBuffer::zeroed(Self::bytes_for(keys))?, len: 0, zero: false })
    }

    /// Memory in bytes of a set with room for `keys`.
    pub fn bytes_for(keys: u64) -> u64 {
        slots_for(keys).saturating_mul(KEY_BYTES)
    }

    /// Makes room for `more` keys.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn reserve(&mut self, more: u64) -> Result<(), OutOfMemory> {
        let keys = self.len.saturating_add(more);
        if Self::bytes_for(keys) > self.slots.len() as u64 {
            let old = std::mem::replace(self, Self::with_room(keys)?);
            let (slots, _) = old.slots.as_chunks();
            slots.iter().map(|&bytes| u128::from_le_bytes(bytes)).filter(|&key| key != 0).for_each(|key| {
                self.insert(key);
            });
            self.zero = old.zero;
            self.len = old.len;
        }
        Ok(())
    }

    /// Touches the slots of some keys, so that adding them next does not wait for one after the other.
    pub fn touch(&self, keys: &[u128]) {
        let (slots, _) = self.slots.as_chunks::<{ KEY_BYTES as usize }>();
        black_box(keys.iter().fold(0, |seen, &key| seen ^ slots[home(key, slots.len())][0]));
    }

    /// Adds a key, for which there must be room. Returns whether it is new.
    pub fn insert(&mut self, key: u128) -> bool {
        let new = if key == 0 { !std::mem::replace(&mut self.zero, true) } else { self.insert_in_slot(key) };
        self.len += u64::from(new);
        new
    }

    fn insert_in_slot(&mut self, key: u128) -> bool {
        let (slots, _) = self.slots.as_chunks_mut();
        let mut slot = home(key, slots.len());
        loop {
            match u128::from_le_bytes(slots[slot]) {
                0 => {
                    slots[slot] = key.to_le_bytes();
                    return true;
                }
                known if known == key => return false,
                _ => slot = if slot + 1 == slots.len() { 0 } else { slot + 1 },
            }
        }
    }
}

/// The slot in which the search for a key begins.
fn home(key: u128, slots: usize) -> usize {
    ((u128::from(hash(key)) * slots as u128) >> 64) as usize
}

/// Number of slots for a number of keys: a quarter more than keys, so that some are always empty and probe sequences
/// short.
fn slots_for(keys: u64) -> u64 {
    keys.saturating_add(keys / 4).saturating_add(8)
}

/// Folds both halves of a key into a machine word in which every bit depends on all bits of the key.
fn hash(key: u128) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mixed = fold(key as u64 ^ 0x2d35_8dcc_aa6c_78a5, (key >> 64) as u64 ^ 0x8bb8_4b93_962e_acc9);
    fold(mixed ^ 0x4b33_a62e_d433_d4a3, 0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_the_standard_set() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut set, mut standard) = (KeySet::with_room(0).unwrap(), HashSet::new());
        for _ in 0..20 {
            let more = random.u64(..500);
            set.reserve(more).unwrap();
            for _ in 0..more {
                let key = u128::from(random.u64(..3000)) << random.u32(..117);
                assert_eq!(set.insert(key), standard.insert(key));
            }
        }
        assert!(standard.contains(&0) && set.len == standard.len() as u64);
    }

    #[test]
    fn too_many_keys_are_refused() {
        let mut set = KeySet::with_room(1).unwrap();
        for keys in [1 << 50, u64::MAX] {
            let refused = set.reserve(keys).unwrap_err();
            assert_eq!(refused.needed, KeySet::bytes_for(keys));
        }
    }
}
