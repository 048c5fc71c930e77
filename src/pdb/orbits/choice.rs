//! The choice between an index of all positions and whole positions in memory.

use super::distances::DistanceLimits;
use super::effort::unless_raised;
use super::index::PositionIndex;
use super::index_error::IndexError;
use super::search::IndexSearch;
use crate::puzzle::{Order, Question};
use crate::units::{grouped, size};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// The reason why positions are kept whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole {
    /// They have no index.
    NoIndex(IndexError),
    /// An index takes more memory than is allowed.
    Memory {
        /// The number of positions.
        positions: String,
        /// Bytes that a search over them takes.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// Those that are asked for are so few that they take less memory.
    Few,
}

/// The least number of bytes of a whole position.
const WHOLE: u64 = 24;

/// Returns the index of a question, unless whole positions are the better choice. `known` is the number of positions;
/// with `is_saved`, the search has to be one that can be saved, which takes an index. `stop` ends the work on it.
///
/// # Errors
/// The reason why there is none.
pub fn choose_index(
    question: &Question,
    limits: DistanceLimits,
    known: Option<&Order>,
    is_saved: bool,
    stop: &AtomicBool,
) -> Result<PositionIndex, Whole> {
    // Two bits for each position.
    let least =
        known.map(|known| known.to_u128().map_or(u64::MAX, |known| u64::try_from(known / 4).unwrap_or(u64::MAX)));
    let few = positions_within(question, limits.most_cost).saturating_mul(WHOLE);
    if !is_saved && few < least.unwrap_or(u64::MAX) && few <= limits.memory {
        return Err(Whole::Few);
    }
    PositionIndex::check(question).map_err(Whole::NoIndex)?;
    let too_large = |positions, needed| Whole::Memory { positions, needed, limit: limits.memory };
    if let (Some(known), Some(needed)) = (known, least.filter(|&least| least > limits.memory)) {
        return Err(too_large(grouped_order(known), needed));
    }
    let index = PositionIndex::new_while(question, &|| unless_raised(stop)).map_err(Whole::NoIndex)?;
    let needed = IndexSearch::memory_needed(&index).saturating_add(index.memory());
    match needed > limits.memory {
        true => Err(too_large(grouped(index.len()), needed)),
        false => Ok(index),
    }
}

/// The most positions within a cost of the goal.
fn positions_within(question: &Question, cost: u32) -> u64 {
    let (mut all, mut level) = (0u64, question.goal().targets().len() as u64);
    for _ in 0..=cost.min(64) {
        all = all.saturating_add(level);
        level = level.saturating_mul(question.moves().len() as u64);
    }
    all
}

fn grouped_order(order: &Order) -> String {
    order.to_u128().map_or_else(|| format!("{:.2e}", order.to_f64()), grouped)
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIndex(reason) => write!(f, "{reason}"),
            Self::Memory { positions, needed, limit } => {
                let needed = if *needed == u64::MAX {
                    "more memory than there is".to_owned()
                } else {
                    format!("{} of memory", size(*needed))
                };
                write!(f, "{positions} positions in 2 bits each take {needed}, and {} are allowed", size(*limit))
            }
            Self::Few => write!(f, "so few positions are kept whole"),
        }
    }
}
