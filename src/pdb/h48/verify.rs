//! Proof that an H48 table holds what it should.

use super::graph::Graph;
use super::layout::Layout;
use super::marking::{Marking, Scratch};
use super::near::Near;
use crate::coord::H48;
use crate::cube::MetricKind;
use crate::pdb::distribution::Distribution;
use crate::pdb::verify::Disproof;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Makes every block again and compares.
pub(in crate::pdb) fn verify(
    layout: Layout,
    metric: MetricKind,
    table: &[u8],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Distribution, Disproof> {
    let graph = Graph::new(metric);
    let mut near = Near::new();
    while near.depth() < 8 {
        if !near.deepen(&graph, stop) {
            return Err(Disproof::Interrupted);
        }
    }
    let marking = Marking { layout, graph: &graph, near: &near };
    let done = AtomicU64::new(0);
    let check = |(scratch, lines): &mut (Scratch, Vec<u8>), class: u16| {
        let mut counts = [0; 16];
        marking.make(class, scratch, lines, &mut counts, stop).ok_or(Disproof::Interrupted)?;
        let found = &table[usize::from(class) * layout.class_bytes()..][..layout.class_bytes()];
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        match found == lines {
            true => Ok(counts),
            false => Err(diagnose(layout, class, found, lines)),
        }
    };
    let scratch = || (Scratch::new(layout), vec![0; layout.class_bytes()]);
    let counts = (0..H48::CLASSES as u16).into_par_iter().map_init(scratch, check);
    counts.try_reduce(|| [0; 16], |a, b| Ok(std::array::from_fn(|depth| a[depth] + b[depth])))
}

/// The first wrong entry of a block, or the first line whose minimum is wrong.
fn diagnose(layout: Layout, class: u16, found: &[u8], right: &[u8]) -> Disproof {
    for local in 0..layout.class_entries() {
        let [value, expected] = [found, right].map(|block| layout.look_up(block, 0, local));
        if value != expected {
            return Disproof::Entry { index: layout.index(class, local), value, expected };
        }
    }
    Disproof::Interrupted
}
