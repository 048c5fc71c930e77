//! The contents of the file of a learned automaton, which is sealed with its specification, such as
//! `learned 3x3x3 htm 6 U U2 U' …`.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | number of states |
//! | 4 | number of letters |
//! | 8 for each state | letters allowed, the first one in bit 0 |
//! | 4 for each state and letter | the state after it; the state itself if the letter is not allowed |

use crate::prune::automaton::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::storage::{Seal, SealError};

pub(super) const SEAL: Seal =
    Seal { magic: *b"\x89CPA\r\n\x1a\n", version: 2, name: "an automaton", other: "another automaton" };

/// The file of the automaton of `spec`, whose letters are at most 64.
pub(super) fn encode(spec: &str, automaton: &Automaton) -> Vec<u8> {
    assert!(automaton.letters() <= 64, "a set of letters takes eight bytes of the file");
    let mut contents = Vec::new();
    for number in [automaton.states() as u32, automaton.letters() as u32] {
        contents.extend(number.to_le_bytes());
    }
    contents.extend(automaton.allowed.iter().flat_map(|allowed| (allowed.bits() as u64).to_le_bytes()));
    contents.extend(automaton.next.iter().flat_map(|next| (next.index() as u32).to_le_bytes()));
    SEAL.close(spec, &contents)
}

/// Reads the file of the automaton of `spec`.
pub(super) fn decode(bytes: &[u8], spec: &str, letters: usize) -> Result<Automaton, SealError> {
    let mut contents = SEAL.open(bytes, spec)?;
    let [states, found_letters] = [contents.u32()?, contents.u32()?];
    if found_letters as usize != letters {
        return Err(SealError::out_of_range("number of letters", found_letters));
    }
    if states == 0 {
        return Err(SealError::out_of_range("number of states", 0u64));
    }
    // No overflow: there are at most 2^32 states and 64 letters.
    let rows = contents.slice(u64::from(states) * (8 + 4 * letters as u64))?;
    contents.end()?;
    rows_from(rows, states, letters)
}

/// The automaton with these rows, if they are valid.
fn rows_from(bytes: &[u8], states: u32, letters: usize) -> Result<Automaton, SealError> {
    let (allowed, next) = bytes.split_at(8 * states as usize);
    let allowed: Vec<MoveIndexSet> = allowed
        .as_chunks()
        .0
        .iter()
        .map(|&bits| MoveIndexSet::from_bits(u128::from(u64::from_le_bytes(bits))))
        .collect();
    let next: Vec<AutomatonState> =
        next.as_chunks().0.iter().map(|&state| AutomatonState::new(u32::from_le_bytes(state))).collect();
    if let Some(set) = allowed.iter().find(|set| !set.is_subset(MoveIndexSet::first(letters))) {
        return Err(SealError::out_of_range("set of letters", set.bits() as u64));
    }
    for (i, to) in next.iter().enumerate() {
        let (own, letter) = (i / letters, i % letters);
        let idle = !allowed[own].contains(MoveIndex::new(letter));
        if to.index() >= states as usize || (idle && to.index() != own) {
            return Err(SealError::out_of_range("state after a letter", to.index() as u64));
        }
    }
    Ok(Automaton { letters, waits: MoveIndexSet::EMPTY, allowed, next })
}
