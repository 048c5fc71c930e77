//! Memory that holds a table: anonymous pages for building and copying, or a mapping of the file.
//!
//! A search reads a table at random, so most of the cost of a look-up is the walk of the page table. Both kinds of
//! memory therefore request huge pages. The kernel may silently ignore that request: [`TableMemory::huge_page_bytes`]
//! returns the memory that really lies in huge pages.
//!
//! The only `unsafe` of this module is here.
#![allow(unsafe_code)]

mod caches;
#[cfg(not(target_family = "wasm"))]
mod limits;

pub use caches::nearest_cache;
#[cfg(not(target_family = "wasm"))]
pub use limits::available_memory;

/// The part of its four gigabytes that the module has not taken yet.
#[cfg(target_family = "wasm")]
pub fn available_memory() -> u64 {
    (65_536 - std::arch::wasm32::memory_size(0) as u64) << 16
}

use super::system;
use crate::units::size;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use memmap2::{Mmap, MmapOptions};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// Readable bytes behind the last entry, so that a look-up can load a whole machine word at any entry.
pub const PADDING: usize = 8;

/// Size of a huge page, and the alignment of memory that should lie in such pages.
pub const HUGE_PAGE: usize = 2 << 20;

/// An error: memory was refused before it was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not enough memory: {} are needed, {} are available", size(*.needed), size(*.available))]
pub struct OutOfMemory {
    /// Bytes requested.
    pub needed: u64,
    /// Bytes available without swapping or being killed, see [`available_memory`].
    pub available: u64,
}

/// Pages of zeros.
#[cfg(not(target_family = "wasm"))]
type Pages = MmapMut;
#[cfg(target_family = "wasm")]
type Pages = Vec<u8>;

/// Takes pages of zeros from the system; `None` if it refuses them.
#[cfg(not(target_family = "wasm"))]
fn pages(bytes: usize) -> Option<Pages> {
    let map = MmapMut::map_anon(bytes).ok()?;
    if bytes > 2 * HUGE_PAGE {
        system::prefer_huge_pages_mut(&map);
    }
    Some(map)
}
#[cfg(target_family = "wasm")]
fn pages(bytes: usize) -> Option<Pages> {
    let mut pages = Vec::new();
    pages.try_reserve_exact(bytes).ok()?;
    pages.resize(bytes, 0);
    Some(pages)
}

/// Writable memory for the packed entries of a table, aligned to a huge page and followed by [`PADDING`] zero bytes.
#[derive(Debug)]
pub struct TableBuffer {
    map: Pages,
    start: usize,
    len: usize,
}

impl TableBuffer {
    /// `len` bytes, all zero. The pages are allocated only when they are first touched.
    ///
    /// # Errors
    /// If this is more than [`available_memory`], or the address space is limited to less.
    pub fn zeroed(len: u64) -> Result<Self, OutOfMemory> {
        let available = available_memory();
        let refused = OutOfMemory { needed: len, available };
        if len > available {
            return Err(refused);
        }
        let len = usize::try_from(len).map_err(|_| refused)?;
        // Older kernels align a mapping to a small page only: one huge page more leaves room for alignment.
        let room = len.checked_add(PADDING + 2 * HUGE_PAGE).ok_or(refused)? / HUGE_PAGE * HUGE_PAGE;
        let map = pages(room).ok_or(refused)?;
        let start = map.as_ptr().align_offset(HUGE_PAGE);
        Ok(Self { map, start, len })
    }

    /// `len` bytes, all `byte`, touched by all threads of the current rayon pool.
    ///
    /// # Errors
    /// As [`TableBuffer::zeroed`].
    pub fn filled(len: u64, byte: u8) -> Result<Self, OutOfMemory> {
        Self::filled_until(&AtomicBool::new(false), len, byte)
    }

    /// As [`TableBuffer::filled`], which can take seconds; once `stop` is raised, the rest is left as it is.
    ///
    /// # Errors
    /// As [`TableBuffer::zeroed`].
    pub fn filled_until(stop: &AtomicBool, len: u64, byte: u8) -> Result<Self, OutOfMemory> {
        let mut buffer = Self::zeroed(len)?;
        let chunks = buffer.par_chunks_mut(HUGE_PAGE);
        chunks.filter(|_| !stop.load(Ordering::Relaxed)).for_each(|chunk| chunk.fill(byte));
        Ok(buffer)
    }

    /// Makes the memory read-only.
    pub fn freeze(self) -> TableMemory {
        TableMemory { len: self.len, backing: Backing::Buffer(self) }
    }

    fn with_padding(&self) -> &[u8] {
        &self.map[self.start..self.start + self.len + PADDING]
    }
}

impl Deref for TableBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map[self.start..self.start + self.len]
    }
}

impl DerefMut for TableBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.start..self.start + self.len]
    }
}

impl AsRef<[u8]> for TableBuffer {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl AsMut<[u8]> for TableBuffer {
    fn as_mut(&mut self) -> &mut [u8] {
        self
    }
}

/// Words that several threads read and write, in huge pages where the system has them.
#[derive(Debug)]
pub struct SharedWords {
    start: NonNull<AtomicU64>,
    len: usize,
    buffer: TableBuffer,
}

impl SharedWords {
    /// `len` words, all zero. The pages are allocated only when they are first touched.
    ///
    /// # Errors
    /// As [`TableBuffer::zeroed`].
    pub fn zeroed(len: u64) -> Result<Self, OutOfMemory> {
        Ok(Self::from(TableBuffer::zeroed(len.saturating_mul(size_of::<AtomicU64>() as u64))?))
    }

    /// The bytes of the words.
    pub fn bytes(&mut self) -> &[u8] {
        &self.buffer
    }
}

impl From<TableBuffer> for SharedWords {
    /// The whole words of a buffer.
    fn from(mut buffer: TableBuffer) -> Self {
        let len = buffer.len() / size_of::<AtomicU64>();
        Self { start: NonNull::from(&mut buffer[..]).cast(), len, buffer }
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the buffer has as many words, of any bits, aligned to a huge page. It lives as long as `self`, and
        // nobody else reads or writes its bytes.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

// SAFETY: the pointer stands for the words of the buffer, which is moved with it.
unsafe impl Send for SharedWords {}
// SAFETY: they are reached as atomics alone.
unsafe impl Sync for SharedWords {}

/// The packed entries of a table, for reading: without header, in memory of their own or mapped from the file.
#[derive(Debug)]
pub struct TableMemory {
    backing: Backing,
    len: usize,
}

#[derive(Debug)]
enum Backing {
    Buffer(TableBuffer),
    File(Mmap),
}

impl TableMemory {
    /// Maps `len` bytes of `file` from `offset` on. At least [`PADDING`] bytes of the file must follow them.
    ///
    /// A file that is replaced by renaming another over it, or unlinked, stays as it was mapped. Writing a file in
    /// place changes the table under the reader, and truncating it ends the process with SIGBUS: this library never
    /// writes tables in place, and callers that cannot trust other programs should copy instead of mapping.
    ///
    /// # Errors
    /// If the file is too short or the system refuses the mapping.
    pub(crate) fn map(file: &File, offset: u64, len: u64) -> io::Result<Self> {
        let len = usize::try_from(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mapped = len.checked_add(PADDING).ok_or(io::ErrorKind::OutOfMemory)?;
        let end = offset.checked_add(mapped as u64).ok_or(io::ErrorKind::InvalidInput)?;
        if file.metadata()?.len() < end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: the mapping is read-only and lies within the file (tested above), which was opened for reading only
        // and is kept alive by the mapping itself. What remains is that nobody may change or shorten the file behind
        // our back: this library only ever renames finished tables into place, the documentation of
        // `pdb::file::LoadMode::Mmap` lays the same duty on others, and `pdb::file::TableFile::is_unchanged` lets the
        // caller find out a breach.
        let map = unsafe { MmapOptions::new().offset(offset).len(mapped).map(file)? };
        system::prefer_huge_pages(&map);
        Ok(Self { backing: Backing::File(map), len })
    }

    /// The entries followed by [`PADDING`] undefined bytes, for look-ups that load a whole machine word.
    pub fn with_padding(&self) -> &[u8] {
        match &self.backing {
            Backing::Buffer(buffer) => buffer.with_padding(),
            Backing::File(map) => map,
        }
    }

    /// Returns whether the entries are mapped from the file instead of copied.
    pub fn is_mapped(&self) -> bool {
        matches!(self.backing, Backing::File(_))
    }

    /// Number of bytes in huge pages at this moment, from `/proc/self/smaps`; 0 if it cannot be read.
    ///
    /// The kernel counts for a whole mapping, which may extend beyond the table by a page; the result is never more
    /// than the table. Takes time in proportion to the number of mappings of the process.
    pub fn huge_page_bytes(&self) -> u64 {
        let smaps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        let start = self.with_padding().as_ptr().addr() as u64;
        bytes_within(&smaps, &HUGE, start, start + self.len as u64)
    }

    /// The memory that the table takes at this moment, from `/proc/self/smaps`: resident bytes of this process, and its
    /// share of them if other processes have mapped the same file. Both 0 if it cannot be read.
    pub fn resident_bytes(&self) -> [u64; 2] {
        let smaps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        let start = self.with_padding().as_ptr().addr() as u64;
        [["Rss:"], ["Pss:"]].map(|name| bytes_within(&smaps, &name, start, start + self.len as u64))
    }
}

impl Deref for TableMemory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.with_padding()[..self.len]
    }
}

impl AsRef<[u8]> for TableMemory {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<TableBuffer> for TableMemory {
    fn from(buffer: TableBuffer) -> Self {
        buffer.freeze()
    }
}

/// The lines of `smaps` that count huge pages.
const HUGE: [&str; 3] = ["AnonHugePages:", "FilePmdMapped:", "ShmemPmdMapped:"];

/// Sums the values of the named lines over all mappings of `smaps` that overlap `start..end`.
fn bytes_within(smaps: &str, names: &[&str], start: u64, end: u64) -> u64 {
    let (mut sum, mut shared) = (0, 0);
    for line in smaps.lines() {
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if let Some((from, to)) = address_range(first) {
            shared = to.min(end).saturating_sub(from.max(start));
        } else if names.contains(&first) {
            let kib: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
            sum += shared.min(kib << 10);
        }
    }
    sum
}

/// Reads `7f0a-7f0c`, the first field of a mapping.
fn address_range(word: &str) -> Option<(u64, u64)> {
    let (from, to) = word.split_once('-')?;
    Some((u64::from_str_radix(from, 16).ok()?, u64::from_str_radix(to, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn buffers_are_aligned_filled_and_padded() {
        for len in [1, 4095, HUGE_PAGE as u64 - 8, HUGE_PAGE as u64, 5_000_001] {
            let buffer = TableBuffer::filled(len, 0xA5).unwrap();
            assert_eq!(buffer.as_ptr().align_offset(HUGE_PAGE), 0);
            assert_eq!(buffer.len() as u64, len);
            let memory = buffer.freeze();
            assert!(memory.iter().all(|&byte| byte == 0xA5));
            assert_eq!(memory.with_padding()[memory.len()..], [0; PADDING]);
        }
    }

    #[test]
    fn too_much_is_an_error_not_an_abort() {
        for len in [u64::MAX, u64::MAX - (4 << 20), 1 << 62] {
            assert_eq!(TableBuffer::zeroed(len).unwrap_err().needed, len);
        }
    }

    #[test]
    fn a_mapping_needs_padding_in_the_file() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 10_000]).unwrap();
        let memory = TableMemory::map(&file, 4096, 5000).unwrap();
        assert!(memory.is_mapped());
        assert_eq!(memory[..], [7; 5000]);
        assert_eq!(memory.with_padding().len(), 5000 + PADDING);
        for (offset, len) in [(4096, 5900), (8192, u64::MAX), (u64::MAX - 4095, 1)] {
            assert!(TableMemory::map(&file, offset, len).is_err(), "{offset} {len}");
        }
    }

    #[test]
    fn a_mapping_is_in_memory_once_it_was_read() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 1 << 20]).unwrap();
        let memory = TableMemory::map(&file, 0, (1 << 20) - PADDING as u64).unwrap();
        assert!(memory.iter().all(|&byte| byte == 7));
        let [seen, part] = memory.resident_bytes();
        assert!(part <= seen && seen <= 1 << 20 && part > 1 << 19, "{seen} {part}");
    }

    #[test]
    fn huge_pages_are_summed_over_the_overlap() {
        let smaps = "1000-201000 r--p 00200000 08:01 5 /t.pdb\nSize: 2048 kB\nFilePmdMapped:  2048 kB\n\
                     201000-601000 rw-p 00000000 00:00 0\nAnonHugePages:  4096 kB\nVmFlags: rd wr hg\n\
                     601000-801000 rw-p 00000000 00:00 0\nAnonHugePages:  2048 kB\n";
        assert_eq!(bytes_within(smaps, &HUGE, 0x1000, 0x601000), 6 << 20);
        assert_eq!(bytes_within(smaps, &HUGE, 0x601000, 0x602000), 0x1000);
        assert_eq!(bytes_within(smaps, &HUGE, 0x900000, 0xa00000), 0);
        assert_eq!(bytes_within("nonsense\nAnonHugePages:", &HUGE, 0, 9), 0);
    }
}
