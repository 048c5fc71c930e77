//! The parts of an identity that all saved searches have.

use crate::plan::SearchQuery;
use crate::prune::{Automaton, AutomatonState};
use xxhash_rust::xxh3::Xxh3Default;

/// The rules about successive moves.
pub(in crate::search) fn of_rules(automaton: &Automaton) -> String {
    format!("pruning {} states {:016x}", automaton.states(), fingerprint(automaton))
}

/// The answers that are asked for.
pub(in crate::search) fn of_answers(query: &SearchQuery) -> String {
    let wanted = match (query.all, query.deterministic) {
        (true, _) => format!("all solutions, up to {} longer than the shortest", query.slack),
        (false, true) => "the first solution".to_owned(),
        (false, false) => "one solution".to_owned(),
    };
    format!("answer {wanted}\nat most {} moves", query.max_depth)
}

/// A hash of all that an automaton allows.
fn fingerprint(automaton: &Automaton) -> u64 {
    let mut hash = Xxh3Default::new();
    // The sets of few moves fit eight bytes.
    let bytes = if automaton.letters() > 64 { 16 } else { 8 };
    for state in (0..automaton.states()).map(|state| AutomatonState::new(state as u32)) {
        let allowed = automaton.allowed(state);
        hash.update(&allowed.bits().to_le_bytes()[..bytes]);
        for letter in allowed {
            hash.update(&(automaton.next(state, letter).index() as u32).to_le_bytes());
        }
    }
    hash.digest()
}
