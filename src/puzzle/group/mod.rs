//! Groups that moves generate: their orders, their elements, and the positions that can be reached.

mod backtrack;
mod chain;
mod element;
mod generated;
mod invariants;
mod lattice;
mod order;
mod positions;
mod random_elements;
mod reachability;
mod reason;
mod seen;
mod selection;
#[cfg(test)]
mod tests;

pub use generated::Group;
pub use order::Order;
pub use reachability::Reachability;
