//! Derived moves: names for sequences, which may come before what they are made of.

use super::super::draft::{Draft, MOST_NAMES, too_many};
use super::super::sequence::{readings, words};
use super::super::{DefinitionError, DefinitionFault};
use super::value::Value;
use std::collections::{HashMap, HashSet};

/// A name and its sequence.
type Derived<'a> = (&'a str, Value<'a>);

/// Adds the names that an object has sequences for.
pub fn add_derived(draft: &mut Draft, object: &Value<'_>) -> Result<(), DefinitionError> {
    let derived = object.entries()?;
    if derived.len() > MOST_NAMES {
        return Err(object.error(too_many("other names")));
    }
    for &index in &order(&derived)? {
        let (name, value) = &derived[index];
        let done =
            draft.definition.transformation_of(value.text()?).map_err(|error| value.error(error.fault.into()))?;
        draft.add_name(name, done).map_err(|fault| value.error(fault))?;
    }
    // Back to the order of the text.
    let places: HashMap<&str, usize> = derived.iter().enumerate().map(|(place, &(name, _))| (name, place)).collect();
    draft.definition.names.sort_by_key(|named| places.get(named.name.as_str()).map(|&place| place + 1));
    Ok(())
}

/// An order in which every name comes after those that its sequence has.
fn order(derived: &[Derived<'_>]) -> Result<Vec<usize>, DefinitionError> {
    let known: HashSet<&str> = derived.iter().map(|&(name, _)| name).collect();
    // The name that a word stands for, with an amount or without.
    let base = |word: &str| readings(word).into_iter().find_map(|(name, _)| known.get(name).copied());
    let mut needs = Vec::new();
    for (_, value) in derived {
        needs.push(words(value.text()?).filter_map(base).collect::<HashSet<&str>>());
    }
    let (mut order, mut done) = (Vec::new(), HashSet::new());
    while order.len() < derived.len() {
        let is_ready = |&index: &usize| !done.contains(derived[index].0) && needs[index].is_subset(&done);
        let ready: Vec<usize> = (0..derived.len()).filter(is_ready).collect();
        if ready.is_empty() {
            let (name, value) = derived.iter().find(|(name, _)| !done.contains(name)).expect("one that is left");
            return Err(value.error(DefinitionFault::Circle((*name).to_owned())));
        }
        done.extend(ready.iter().map(|&index| derived[index].0));
        order.extend(ready);
    }
    Ok(order)
}
