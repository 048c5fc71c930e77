//! The bytes of a learned automaton.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `\x89CPA\r\n\x1a\n` |
//! | 4 | version of the format, 1 |
//! | 4 | length of the specification |
//! | 4 | number of states |
//! | 4 | number of letters |
//! | | specification, such as `learned 3x3x3 htm 6 U U2 U' …` |
//! | 8 for each state | letters allowed, the first one in bit 0 |
//! | 4 for each state and letter | the state after it; the state itself where the letter is not allowed |
//! | 16 | xxh3 of all bytes before, 128 bits |

use crate::pdb::memory::{OutOfMemory, available_memory};
use crate::prune::automaton::{Automaton, State};
use crate::puzzle::{Letter, LetterSet};
use std::io::{self, Read};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

const MAGIC: [u8; 8] = *b"\x89CPA\r\n\x1a\n";
const VERSION: u32 = 1;
/// Bytes before the specification.
const HEADER: u64 = 24;
/// Bytes of the checksum.
const CHECKSUM: u64 = 16;
/// A longer specification is none, and is not read even to be shown.
const LONGEST_SPEC: u32 = 4096;

/// Why a file is not believed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are those of another kind of file.
    #[error("not an automaton: it begins with {found:02x?}")]
    NotAnAutomaton {
        /// The first bytes.
        found: [u8; 8],
    },
    /// A format that this version does not know.
    #[error("made by another version: format {found}, this version reads {VERSION}")]
    OtherVersion {
        /// Version of the file.
        found: u32,
    },
    /// An automaton, but not the one wanted.
    #[error("another automaton: `{found}` instead of `{expected}`")]
    OtherSpec {
        /// Specification of the automaton wanted.
        expected: String,
        /// Specification in the file.
        found: String,
    },
    /// The file ends too early, or goes on behind its end.
    #[error("expected {expected} bytes, have {found}")]
    Length {
        /// Length that follows from the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// The bytes do not have their checksum.
    #[error("damaged: checksum {found:032x} instead of {expected:032x}")]
    Damaged {
        /// The checksum in the file.
        expected: u128,
        /// The checksum of the bytes.
        found: u128,
    },
    /// A number that no automaton can have.
    #[error("contradicts itself: {field} is {found}")]
    OutOfRange {
        /// Which number.
        field: &'static str,
        /// The number.
        found: u64,
    },
    /// The file does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// The file of the automaton of `spec`.
pub(super) fn encode(spec: &str, automaton: &Automaton) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, spec.len() as u32, automaton.states() as u32, automaton.letters() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(spec.as_bytes());
    bytes.extend(automaton.allowed.iter().flat_map(|allowed| allowed.bits().to_le_bytes()));
    bytes.extend(automaton.next.iter().flat_map(|next| (next.index() as u32).to_le_bytes()));
    bytes.extend(xxh3_128(&bytes).to_le_bytes());
    bytes
}

/// Reads a file of a given length that should hold the automaton of `spec`.
pub(super) fn decode(file: impl Read, length: u64, spec: &str, letters: usize) -> Result<Automaton, CacheError> {
    let mut input = Input { file, length, bytes: Vec::new() };
    let magic = input.take(8)?.try_into().expect("eight bytes");
    if magic != MAGIC {
        return Err(CacheError::NotAnAutomaton { found: magic });
    }
    let version = input.number()?;
    if version != VERSION {
        return Err(CacheError::OtherVersion { found: version });
    }
    let [spec_length, states, found_letters] = [input.number()?, input.number()?, input.number()?];
    let found = input.take(u64::from(spec_length.min(LONGEST_SPEC)))?;
    if found != spec.as_bytes() || spec_length > LONGEST_SPEC {
        return Err(CacheError::OtherSpec { expected: spec.to_owned(), found: printable(found) });
    }
    if found_letters as usize != letters {
        return Err(CacheError::OutOfRange { field: "number of letters", found: u64::from(found_letters) });
    }
    if states == 0 {
        return Err(CacheError::OutOfRange { field: "number of states", found: 0 });
    }
    // No overflow: there are at most 2^32 states and 64 letters.
    let rows = u64::from(states) * (8 + 4 * letters as u64);
    let expected = HEADER + u64::from(spec_length) + rows + CHECKSUM;
    if length != expected {
        return Err(CacheError::Length { expected, found: length });
    }
    let memory = OutOfMemory { needed: 2 * expected, available: available_memory() };
    if memory.needed > memory.available {
        return Err(memory.into());
    }
    input.take(rows)?;
    let sum = xxh3_128(&input.bytes);
    let stated = u128::from_le_bytes(input.take(CHECKSUM)?.try_into().expect("sixteen bytes"));
    if sum != stated {
        return Err(CacheError::Damaged { expected: stated, found: sum });
    }
    rows_from(&input.bytes[(HEADER as usize + spec.len())..], states, letters)
}

/// The automaton of these rows, if they are those of one.
fn rows_from(bytes: &[u8], states: u32, letters: usize) -> Result<Automaton, CacheError> {
    let (allowed, next) = bytes.split_at(8 * states as usize);
    let (next, _) = next.split_at(4 * states as usize * letters);
    let allowed: Vec<LetterSet> =
        allowed.as_chunks().0.iter().map(|&bits| LetterSet::from_bits(u64::from_le_bytes(bits))).collect();
    let next: Vec<State> = next.as_chunks().0.iter().map(|&state| State::new(u32::from_le_bytes(state))).collect();
    if let Some(set) = allowed.iter().find(|set| !set.is_subset(LetterSet::first(letters))) {
        return Err(CacheError::OutOfRange { field: "set of letters", found: set.bits() });
    }
    for (i, to) in next.iter().enumerate() {
        let (own, letter) = (i / letters, i % letters);
        let idle = !allowed[own].contains(Letter::new(letter));
        if to.index() >= states as usize || (idle && to.index() != own) {
            return Err(CacheError::OutOfRange { field: "state after a letter", found: to.index() as u64 });
        }
    }
    Ok(Automaton { letters, allowed, next })
}

/// Bytes as text for a message.
fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A file as far as it was read.
struct Input<R> {
    file: R,
    length: u64,
    bytes: Vec<u8>,
}

impl<R: Read> Input<R> {
    /// The next bytes.
    fn take(&mut self, count: u64) -> Result<&[u8], CacheError> {
        let from = self.bytes.len();
        let expected = from as u64 + count;
        let short = |found| CacheError::Length { expected, found };
        if expected > self.length {
            return Err(short(self.length));
        }
        self.bytes.reserve_exact(count as usize);
        (&mut self.file).take(count).read_to_end(&mut self.bytes)?;
        if (self.bytes.len() as u64) < expected {
            return Err(short(self.bytes.len() as u64));
        }
        Ok(&self.bytes[from..])
    }

    fn number(&mut self) -> Result<u32, CacheError> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }
}
