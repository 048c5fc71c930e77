//! Entry-by-entry reading of tables: the plain way, for people and for tests. Searches have faster ones in `heuristic`.

use super::h48::Layout;
use super::spec::{TableKind, TableSpec, entry};
use crate::coord::{Grid, H48};
use crate::cube::Cubies;

/// A reader of the entries of tables with one specification.
#[derive(Clone, Debug)]
pub struct Lookup {
    entries: u64,
    bytes: u64,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Grid(Grid),
    H48(Layout),
}

impl Lookup {
    /// A reader for tables of this specification.
    pub fn new(spec: &TableSpec) -> Self {
        let form = match spec.kind {
            TableKind::Grid(pattern) => Form::Grid(Grid::new(pattern)),
            TableKind::H48(level) => Form::H48(Layout::new(level, spec.metric)),
        };
        Self { entries: spec.entries(), bytes: spec.bytes(), form }
    }

    /// The index of the entry for a cube, below [`TableSpec::entries`]. Cost: about a microsecond; the first time for
    /// an H48 table, some 20 milliseconds.
    pub fn index(&self, cube: &Cubies) -> u64 {
        match &self.form {
            Form::Grid(grid) => grid.index(cube),
            Form::H48(layout) => {
                let coset = H48::get().index(cube);
                layout.index(coset.class, coset.local(layout.level().flips()))
            }
        }
    }

    /// The value of an entry: the least number of moves for its pieces or, for an H48 table, a lower bound for the
    /// nearest of its cosets.
    ///
    /// # Panics
    /// If there is no such entry, or the table has another size.
    pub fn value(&self, table: &[u8], index: u64) -> u8 {
        assert!(index < self.entries, "entry {index} of {}", self.entries);
        assert!(table.len() as u64 == self.bytes, "a table of {} bytes instead of {}", table.len(), self.bytes);
        match &self.form {
            Form::Grid(_) => entry(table, index),
            Form::H48(layout) => {
                let class_entries = u64::from(layout.class_entries());
                layout.look_up(table, (index / class_entries) as u16, (index % class_entries) as u32)
            }
        }
    }

    /// The entries from `start` on, one a byte.
    ///
    /// # Panics
    /// As [`value`](Self::value).
    pub fn read(&self, table: &[u8], start: u64, values: &mut [u8]) {
        values.iter_mut().zip(start..).for_each(|(value, index)| *value = self.value(table, index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::notation::random_cube;
    use crate::pdb::build::build_reference;
    use crate::pdb::h48::H48Level;
    use crate::pdb::{EdgeSet, Pattern};
    use fastrand::Rng;

    #[test]
    fn a_grid_holds_0_for_the_solved_cube_alone_and_1_for_its_neighbours() {
        let pattern = Pattern::Edges(EdgeSet::parse("UR,UF,UL,UB").unwrap());
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let table = build_reference(pattern, spec.metric).unwrap();
        let lookup = Lookup::new(&spec);
        let mut values = vec![0; spec.entries() as usize];
        lookup.read(&table, 0, &mut values);
        assert_eq!(lookup.value(&table, lookup.index(&Cubies::SOLVED)), 0);
        assert_eq!(values.iter().filter(|&&value| value == 0).count(), 1);
        for m in spec.metric.moves() {
            let index = lookup.index(&Cubies::after(&[m]));
            assert_eq!(values[index as usize], u8::from(index != lookup.index(&Cubies::SOLVED)), "{m}");
        }
        let mut part = [0; 9];
        lookup.read(&table, 1003, &mut part);
        assert_eq!(part, values[1003..1012]);
    }

    /// A table in which every entry differs from its neighbours, so that a wrong place is detected.
    #[test]
    fn the_number_of_an_h48_entry_leads_to_its_place() {
        let spec = TableSpec::new(H48Level::new(1).unwrap(), Metric::HalfTurn);
        let mut rng = Rng::with_seed(7);
        let table: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(spec.bytes() as usize).collect();
        let (lookup, layout) = (Lookup::new(&spec), spec.h48().unwrap());
        for _ in 0..1000 {
            let cube = random_cube(&mut rng);
            let coset = H48::get().index(&cube);
            let expected = layout.look_up(&table, coset.class, coset.local(1));
            assert_eq!(lookup.value(&table, lookup.index(&cube)), expected);
        }
    }

    #[test]
    #[should_panic(expected = "a table of 9 bytes instead of 21288960")]
    fn no_other_table_is_read() {
        let edges = Pattern::Edges(EdgeSet::parse("UR,UF,UL,UB,FR,FL").unwrap());
        Lookup::new(&TableSpec::new(edges, Metric::HalfTurn)).value(&[0; 9], 5);
    }

    #[test]
    #[should_panic(expected = "entry 42577920 of 42577920")]
    fn no_entry_is_read_beyond_the_last_one() {
        let edges = Pattern::Edges(EdgeSet::parse("UR,UF,UL,UB,FR,FL").unwrap());
        Lookup::new(&TableSpec::new(edges, Metric::HalfTurn)).value(&[0; 9], 42_577_920);
    }
}
