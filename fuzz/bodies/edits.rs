//! Damage, as the bytes of an input describe it.

/// Four bytes: what is changed, where, and to what.
#[derive(Clone, Copy)]
pub struct Edit {
    /// The kind of change, of a meaning that the target gives it.
    pub kind: u8,
    /// Where.
    pub at: usize,
    /// To what.
    pub value: u8,
}

/// The changes that an input asks for, not too many.
pub fn edits(data: &[u8]) -> impl Iterator<Item = Edit> {
    let edit = |bytes: &[u8; 4]| Edit {
        kind: bytes[0],
        at: usize::from(u16::from_le_bytes([bytes[1], bytes[2]])),
        value: bytes[3],
    };
    data.as_chunks().0.iter().take(64).map(edit)
}

impl Edit {
    /// Sets a byte, if there is any.
    pub fn set(self, bytes: &mut [u8]) {
        let length = bytes.len();
        if length > 0 {
            bytes[self.at % length] = self.value;
        }
    }

    /// Sets eight bytes to a number that is likely to go wrong somewhere: small, large, or next to a power of two.
    pub fn set_number(self, bytes: &mut [u8], at: usize) {
        if let Some(field) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<8>()) {
            let power = 1u64 << (self.value % 64);
            let number = match self.value / 64 {
                0 => power,
                1 => power - 1,
                2 => power.wrapping_neg(),
                _ => u64::from_le_bytes(*field).wrapping_add(power),
            };
            *field = number.to_le_bytes();
        }
    }
}

/// Puts bytes in the place of others.
pub fn put(bytes: &mut [u8], at: usize, new: &[u8]) {
    bytes[at..at + new.len()].copy_from_slice(new);
}
