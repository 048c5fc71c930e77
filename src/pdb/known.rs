//! Published distributions, as an oracle for whole tables.

use super::build::Distribution;
use super::spec::{Pattern, TableKind, TableSpec};
use crate::cube::Metric::{HalfTurn, QuarterTurn};

/// The number of entries at each depth, with its publication or method.
pub struct Published {
    /// The first depth with a count of its own; the first count is of all entries up to it.
    pub first: u8,
    /// Counts from that depth on.
    pub counts: &'static [u64],
    /// The source of the counts.
    pub source: &'static str,
}

/// Edge sets have one distribution for each shape, that is, up to symmetry; these are the sets that were counted.
const EDGES: &[(&str, &[u64], &[u64])] = &[
    (
        "UR,UF,UL,UB,FR,FL",
        &[1, 15, 182, 2208, 25329, 258_827, 2_165_560, 12_222_708, 24_596_752, 3_305_973, 365],
        &[1, 10, 83, 688, 5566, 43540, 321_819, 2_129_750, 10_695_605, 23_399_492, 5_974_788, 6578],
    ),
    (
        "DR,DF,DL,DB,BL,BR",
        &[1, 15, 182, 2208, 25329, 258_827, 2_165_560, 12_222_708, 24_596_752, 3_305_973, 365],
        &[1, 10, 83, 688, 5566, 43540, 321_819, 2_129_750, 10_695_605, 23_399_492, 5_974_788, 6578],
    ),
    (
        "UR,UF,UL,UB,DR,DF",
        &[1, 18, 230, 2747, 30847, 308_783, 2_508_618, 13_189_082, 23_497_569, 3_039_786, 239],
        &[1, 12, 109, 941, 7767, 60751, 439_746, 2_768_420, 12_518_862, 22_465_564, 4_312_983, 2764],
    ),
    ("UR,UL,FR,FL,BL,BR", &[1, 15, 190, 2362, 27243, 283_439, 2_407_532, 13_170_548, 23_781_718, 2_904_806, 66], &[]),
    ("UR,DL,FR,FL,BL,BR", &[1, 18, 229, 2804, 31705, 320_373, 2_613_348, 13_570_707, 23_294_275, 2_744_386, 74], &[]),
    ("UR,UF,UL,UB", &[1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102], &[]),
    (
        "UR,UF,UL,UB,FR,FL,BL",
        &[1, 15, 191, 2455, 30519, 356_462, 3_766_700, 32_719_467, 186_297_009, 274_719_633, 13_042_507, 81],
        &[1, 10, 88, 780, 6707, 56549, 463_727, 3_617_725, 25_522_742, 136_368_746, 290_477_285, 54_409_641, 11038, 1],
    ),
    (
        "UR,UF,UL,UB,DF,FR,FL",
        &[1, 18, 231, 2876, 35001, 402_010, 4_134_866, 34_641_724, 188_804_005, 269_573_555, 13_340_614, 139],
        &[],
    ),
];

/// OEIS A080629.
const CORNERS_HTM: &[u64] =
    &[1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64736];
/// OEIS A080630.
const CORNERS_QTM: &[u64] = &[
    1, 12, 114, 924, 6539, 39528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448, 18_780_864,
    2_166_720, 6624,
];

/// Level 0 of the H48 coordinate is an exact table of cosets, so every program computes the same one: the numbers of
/// its entries of at most 8, of 9, 10 and more moves.
const H48_HTM: &[u64] = &[5_473_562, 34_776_317, 68_566_704, 8_750_867];

/// The known distribution of a table, if there is one.
pub fn published(spec: &TableSpec) -> Option<Published> {
    let exact = |counts, source| Published { first: 0, counts, source };
    match (spec.kind, spec.metric) {
        (TableKind::Grid(Pattern::Corners), HalfTurn) => Some(exact(CORNERS_HTM, "OEIS A080629")),
        (TableKind::Grid(Pattern::Corners), QuarterTurn) => Some(exact(CORNERS_QTM, "OEIS A080630")),
        (TableKind::Grid(Pattern::Edges(set)), metric) => {
            let (_, htm, qtm) = EDGES.iter().find(|(pieces, ..)| *pieces == set.to_string())?;
            let counts: &[u64] = if metric == HalfTurn { htm } else { qtm };
            (!counts.is_empty()).then_some(exact(counts, "an independent count"))
        }
        (TableKind::H48(level), HalfTurn) if level.flips() == 0 => {
            Some(Published { first: 8, counts: H48_HTM, source: "the documentation of nissy-core" })
        }
        (TableKind::Grid(Pattern::EdgePermutation) | TableKind::H48(_), _) => None,
    }
}

/// Returns whether `distribution` is the published one.
pub fn agrees(published: &Published, distribution: &Distribution) -> bool {
    let (near, far) = distribution.split_at(usize::from(published.first) + 1);
    let counted = std::iter::once(near.iter().sum()).chain(far.iter().copied());
    counted.eq(published.counts.iter().copied().chain(std::iter::repeat(0)).take(1 + far.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::h48::H48Level;
    use crate::pdb::spec::EdgeSet;

    #[test]
    fn published_counts_add_up() {
        for (pieces, htm, qtm) in EDGES {
            let set = EdgeSet::parse(pieces).unwrap();
            assert_eq!(set.to_string(), *pieces, "the table is looked up by the sorted names");
            for (counts, metric) in [(htm, HalfTurn), (qtm, QuarterTurn)] {
                let entries = TableSpec::new(Pattern::Edges(set), metric).entries();
                assert!(counts.is_empty() || counts.iter().sum::<u64>() == entries, "{pieces}");
            }
        }
        for counts in [CORNERS_HTM, CORNERS_QTM] {
            assert_eq!(counts.iter().sum::<u64>(), 88_179_840);
        }
        assert_eq!(H48_HTM.iter().sum::<u64>(), 117_567_450);
    }

    #[test]
    fn counts_agree_only_if_all_of_them_do() {
        let level = |flips| TableSpec::new(H48Level::new(flips).unwrap(), HalfTurn);
        let known = published(&level(0)).unwrap();
        let mut counted = [0; 16];
        counted[..12].copy_from_slice(&[562, 5_000_000, 0, 473_000, 0, 0, 0, 0, 0, 34_776_317, 68_566_704, 8_750_867]);
        assert!(agrees(&known, &counted));
        counted[8] = 1;
        assert!(!agrees(&known, &counted));
        (counted[8], counted[15]) = (0, 1);
        assert!(!agrees(&known, &counted));
        assert!(published(&level(3)).is_none());
    }
}
