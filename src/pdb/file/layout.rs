//! The layout of a table file.

/// Bytes of the header.
pub const HEADER_LENGTH: usize = 4096;

/// Bytes of a block: the unit of checksums, of parallel work and of compression.
pub const BLOCK: u64 = 4 << 20;

/// File offset of the first entry: the size of a huge page, so that a mapping of the file can use huge pages.
pub const DATA_OFFSET: u64 = 2 << 20;

/// Bytes of the checksum of one block.
pub(super) const HASH_LENGTH: u64 = 16;

/// A contiguous part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub offset: u64,
    pub length: u64,
}

/// The parts of a file whose entries take a given number of bytes: header area, blocks, block checksums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileLayout {
    data_length: u64,
}

impl FileLayout {
    /// The layout for entries without padding; `None` if the file would be empty or exceed the largest file size.
    pub fn of_entries(entries: u64, bits: u8) -> Option<Self> {
        Self::new(u64::try_from((u128::from(entries) * u128::from(bits)).div_ceil(8)).ok()?)
    }

    /// The layout for a number of bytes; `None` as above.
    pub fn new(data_length: u64) -> Option<Self> {
        let hash_length = data_length.div_ceil(BLOCK) * HASH_LENGTH;
        let file_length = DATA_OFFSET.checked_add(data_length)?.checked_add(hash_length)?;
        (data_length > 0 && i64::try_from(file_length).is_ok()).then_some(Self { data_length })
    }

    pub fn data_length(self) -> u64 {
        self.data_length
    }

    pub fn blocks(self) -> u64 {
        self.data_length.div_ceil(BLOCK)
    }

    pub fn hash_offset(self) -> u64 {
        DATA_OFFSET + self.data_length
    }

    pub fn hash_length(self) -> u64 {
        self.blocks() * HASH_LENGTH
    }

    pub fn file_length(self) -> u64 {
        self.hash_offset() + self.hash_length()
    }

    /// Number of pieces, see [`FileLayout::piece`].
    pub fn pieces(self) -> u64 {
        1 + self.blocks() + self.hash_length().div_ceil(BLOCK)
    }

    /// The pieces of at most [`BLOCK`] bytes that make up the file: number 0 is the area of the header, then come the
    /// blocks, then the block checksums. Each is one frame of the compressed form.
    pub fn piece(self, number: u64) -> Span {
        let blocks = self.blocks();
        if number == 0 {
            Span { offset: 0, length: DATA_OFFSET }
        } else if number <= blocks {
            part_of(Span { offset: DATA_OFFSET, length: self.data_length }, number - 1)
        } else {
            part_of(Span { offset: self.hash_offset(), length: self.hash_length() }, number - 1 - blocks)
        }
    }
}

/// Part `number` of `whole`, divided into parts of [`BLOCK`] bytes.
fn part_of(whole: Span, number: u64) -> Span {
    let skipped = number * BLOCK;
    Span { offset: whole.offset + skipped, length: BLOCK.min(whole.length - skipped) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_tile_the_file() {
        for data_length in [1, BLOCK - 1, BLOCK, BLOCK + 1, 44_089_920, (BLOCK / HASH_LENGTH + 1) * BLOCK] {
            let layout = FileLayout::of_entries(2 * data_length, 4).unwrap();
            let mut end = 0;
            for number in 0..layout.pieces() {
                let piece = layout.piece(number);
                assert_eq!(piece.offset, end);
                assert!((1..=BLOCK).contains(&piece.length));
                end += piece.length;
            }
            assert_eq!(end, layout.file_length());
        }
    }

    #[test]
    fn impossible_sizes_have_no_layout() {
        for (entries, bits) in [(0, 4), (u64::MAX, 8), (1 << 63, 8), (u64::MAX, 16), (u64::MAX - 4096, 8)] {
            assert_eq!(FileLayout::of_entries(entries, bits), None);
        }
    }
}
