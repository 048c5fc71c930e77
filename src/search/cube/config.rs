//! Which parts a search is put together from.

use crate::cube::{CubeAlphabet, MetricKind};
use crate::heuristic::ManhattanPieces;
use crate::pdb::{Pattern, TableSpec};
use crate::prune::automaton::{LearnedSpec, Rules};
use crate::prune::{Automaton, table::TranspositionKind};
use crate::search::ranks::Distribution;
use crate::search::strategy::Kernel;
use crate::search::strategy::Scheduler;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The order in which moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// Face by face, in the order `U R F D L B`.
    #[default]
    FaceByFace,
    /// All clockwise quarter turns, then all half turns, then all counterclockwise ones, each in the order `F B L R U D`: the
    /// order of ParaCube.
    AmountByAmount,
}

impl MoveOrder {
    /// The moves in this order.
    pub fn alphabet(self, metric: MetricKind) -> CubeAlphabet {
        match self {
            Self::FaceByFace => CubeAlphabet::face_by_face(metric),
            Self::AmountByAmount => CubeAlphabet::amount_by_amount(metric, [2, 5, 4, 1, 0, 3]),
        }
    }
}

/// Which move sequences are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// None: every move may follow every other.
    None,
    /// All but the canonical ones.
    #[default]
    Canonical,
    /// The rules of ParaCube, for half turns.
    FaceTurns,
    /// The patterns of Garza Rodriguez and Pol, for quarter turns.
    QuarterTurns,
    /// Words of at most so many moves that are not the first shortest one of their state.
    Learned {
        /// The longest words.
        depth: u8,
    },
    /// A user's own rules, from a file. Who reads them proves that they lose no shortest solution.
    OwnRules,
}

impl Pruning {
    /// The automaton, unless it has to be learned first: then what to learn.
    ///
    /// # Errors
    /// [`LearnedSpec`], to be given to [`learned_cached`](crate::prune::automaton::learned_cached).
    ///
    /// # Panics
    /// If the rules are for another metric: they would lose solutions. For a user's own rules: the caller has them.
    pub fn automaton(self, metric: MetricKind, alphabet: &CubeAlphabet) -> Result<Automaton, LearnedSpec> {
        assert!(self.fits(metric), "rules for the other metric lose solutions");
        let compiled = |rules: Rules| rules.compile(alphabet).expect("the rules were written for these moves");
        match self {
            Self::None => Ok(Automaton::free(alphabet.moves().len())),
            Self::Canonical => Ok(Automaton::canonical(metric, alphabet)),
            Self::FaceTurns => Ok(compiled(Rules::face_turns())),
            Self::QuarterTurns => Ok(compiled(Rules::quarter_turns())),
            Self::Learned { depth } => Err(LearnedSpec::new(alphabet.clone(), depth)),
            Self::OwnRules => panic!("the rules of a user are compiled by who reads them"),
        }
    }

    /// Whether the rules are right for a metric.
    pub fn fits(self, metric: MetricKind) -> bool {
        match self {
            Self::FaceTurns => metric == MetricKind::HalfTurn,
            Self::QuarterTurns => metric == MetricKind::QuarterTurn,
            Self::None | Self::Canonical | Self::Learned { .. } | Self::OwnRules => true,
        }
    }

    /// Whether one word at least of every class of words that differ by the order of commuting moves is left, whatever the rules of
    /// a user are.
    pub fn keeps_all(self) -> bool {
        !matches!(self, Self::Learned { .. } | Self::OwnRules)
    }
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Canonical => f.write_str("canonical rules"),
            Self::FaceTurns => f.write_str("face-turn rules"),
            Self::QuarterTurns => f.write_str("quarter-turn rules"),
            Self::Learned { depth } => write!(f, "automaton of depth {depth}"),
            Self::OwnRules => f.write_str("rules of a file"),
        }
    }
}

/// Which lower bounds are used: the maximum of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Names of tables; `None` for all that there are.
    tables: Option<Vec<String>>,
    /// The Manhattan distance of some pieces.
    pub manhattan: Option<ManhattanPieces>,
}

impl Bounds {
    /// What can be asked for by name.
    pub const NAMES: &'static str = "auto (all tables), zero, manhattan, manhattan-edges, manhattan-corners, corners, edges, \
         edges1 to edges8 (the only table of so many edges), h48 or the name of a table, joined by +";

    /// Whether all tables that there are, and nothing else, are wanted: no names were given.
    pub fn is_auto(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a table is wanted.
    pub fn wants(&self, spec: &TableSpec) -> bool {
        let is_called = |name: &String| match name.as_str() {
            "corners" => spec.pattern() == Some(Pattern::Corners),
            "edges" => matches!(spec.pattern(), Some(Pattern::Edges(_))),
            "h48" => spec.h48().is_some(),
            name => spec.name().eq_ignore_ascii_case(name) || is_of_number(name, spec),
        };
        self.tables.as_ref().is_none_or(|names| names.iter().any(is_called))
    }

    /// A name that none of the given tables has.
    pub fn missing(&self, specs: &[TableSpec]) -> Option<&str> {
        let has = |name: &String| {
            let alone = Self { tables: Some(vec![name.clone()]), manhattan: None };
            specs.iter().any(|spec| alone.wants(spec))
        };
        self.tables.iter().flatten().find(|name| !has(name)).map(String::as_str)
    }

    /// A name for the only table of a number of edges, and the tables that have so many, if they are several.
    pub fn ambiguous(&self, specs: &[TableSpec]) -> Option<(&str, Vec<TableSpec>)> {
        self.tables.iter().flatten().find_map(|name| {
            let mut of_number: Vec<TableSpec> = Vec::new();
            for spec in specs.iter().filter(|spec| is_of_number(name, spec)) {
                if !of_number.contains(spec) {
                    of_number.push(*spec);
                }
            }
            (of_number.len() > 1).then_some((name.as_str(), of_number))
        })
    }

    /// Whether some table is wanted.
    pub fn needs_tables(&self) -> bool {
        self.tables.as_ref().is_none_or(|names| !names.is_empty())
    }
}

/// Whether the name, such as `edges6`, is that of a table of so many edges.
fn is_of_number(name: &str, spec: &TableSpec) -> bool {
    let number = name.strip_prefix("edges").and_then(|number| number.parse::<usize>().ok());
    matches!(spec.pattern(), Some(Pattern::Edges(set)) if number == Some(set.len()))
}

/// A text that names no [`Bounds`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` names no heuristic: use {}", .0.escape_default(), Bounds::NAMES)]
pub struct UnknownBounds(pub String);

impl FromStr for Bounds {
    type Err = UnknownBounds;

    fn from_str(text: &str) -> Result<Self, UnknownBounds> {
        if text == "auto" {
            return Ok(Self::default());
        }
        let mut heuristic = Self { tables: Some(Vec::new()), manhattan: None };
        let mut add = |pieces: ManhattanPieces| {
            let both = heuristic.manhattan.is_some_and(|known| known != pieces);
            heuristic.manhattan = Some(if both { ManhattanPieces::Both } else { pieces });
        };
        let mut names = Vec::new();
        for name in text.split('+') {
            match name.trim() {
                "zero" => {}
                "manhattan" => add(ManhattanPieces::Both),
                "manhattan-edges" => add(ManhattanPieces::Edges),
                "manhattan-corners" => add(ManhattanPieces::Corners),
                "" | "auto" => return Err(UnknownBounds(text.to_owned())),
                table => names.push(table.to_owned()),
            }
        }
        heuristic.tables = Some(names);
        Ok(heuristic)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = match &self.tables {
            None => vec!["all tables".to_owned()],
            Some(names) => names.clone(),
        };
        parts.extend(self.manhattan.map(|pieces| {
            match pieces {
                ManhattanPieces::Both => "manhattan",
                ManhattanPieces::Edges => "manhattan-edges",
                ManhattanPieces::Corners => "manhattan-corners",
            }
            .to_owned()
        }));
        f.write_str(if parts.is_empty() { "zero".to_owned() } else { parts.join("+") }.as_str())
    }
}

/// The parts of a search, except for what is found out at run time: the tables and the automaton themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchConfig {
    /// The metric.
    pub metric: MetricKind,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// Which lower bounds are used.
    pub heuristic: Bounds,
    /// Which move sequences are left out.
    pub pruning: Pruning,
    /// Which transposition table is kept.
    pub table: TranspositionKind,
    /// States reached by more moves than this are not kept.
    pub table_depth: u8,
    /// How one subtree is searched.
    pub kernel: Kernel,
    /// How subtrees are handed to workers.
    pub scheduler: Scheduler,
    /// Breadth-first search instead of iterative deepening.
    pub breadth_first: bool,
    /// How ranks share a tree; `None` for a search on one rank.
    pub distribution: Option<Distribution>,
    /// On devices, which need a kernel and a scheduler of their own.
    pub devices: bool,
}

impl SearchConfig {
    /// Depth of transposition tables that turned out best in the report of Garza Rodriguez and Pol 2017.
    pub const TABLE_DEPTH: u8 = 5;

    /// The usual way.
    pub fn new(metric: MetricKind) -> Self {
        Self {
            metric,
            order: MoveOrder::default(),
            heuristic: Bounds::default(),
            pruning: Pruning::default(),
            table: TranspositionKind::None,
            table_depth: Self::TABLE_DEPTH,
            kernel: Kernel::default(),
            scheduler: Scheduler::default(),
            breadth_first: false,
            distribution: None,
            devices: false,
        }
    }
}

impl fmt::Display for SearchConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.breadth_first {
            return write!(f, "{}, breadth-first, every state kept", self.metric);
        }
        let Self { metric, heuristic, pruning, kernel, scheduler, .. } = self;
        if self.devices {
            write!(f, "{metric}, on devices")?;
        } else {
            write!(f, "{metric}, {kernel} kernel, scheduler {scheduler}")?;
        }
        write!(f, ", heuristic {heuristic}, pruning {pruning}")?;
        if self.table != TranspositionKind::None {
            write!(f, ", table {} to depth {}", self.table, self.table_depth)?;
        }
        if self.order == MoveOrder::AmountByAmount {
            f.write_str(", moves amount by amount")?;
        }
        if let Some(distribution) = self.distribution {
            write!(f, ", ranks share the tree by {distribution}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::EdgeSet;

    #[test]
    fn heuristics_are_read_and_choose_tables() {
        let edges = Pattern::Edges(EdgeSet::parse("UR,UF,UL").unwrap());
        let specs = [Pattern::Corners, edges].map(|pattern| TableSpec::new(pattern, MetricKind::HalfTurn));
        let wanted = |text: &str| {
            let heuristic: Bounds = text.parse().unwrap();
            (specs.each_ref().map(|spec| heuristic.wants(spec)), heuristic.manhattan)
        };
        assert_eq!(wanted("auto"), ([true, true], None));
        assert_eq!(wanted("zero"), ([false, false], None));
        assert_eq!(wanted("corners"), ([true, false], None));
        assert_eq!(wanted("edges+manhattan-corners"), ([false, true], Some(ManhattanPieces::Corners)));
        assert_eq!(wanted("Edges3-UR-UF-UL"), ([false, true], None));
        assert_eq!(wanted("edges3"), ([false, true], None));
        assert_eq!(wanted("edges4"), ([false, false], None));
        assert_eq!(wanted("manhattan-edges+manhattan-corners"), ([false, false], Some(ManhattanPieces::Both)));
        assert!("".parse::<Bounds>().is_err() && "corners+".parse::<Bounds>().is_err());
        let named: Bounds = "corners+edges-of-nothing".parse().unwrap();
        assert_eq!(named.missing(&specs), Some("edges-of-nothing"));
        let others = Pattern::Edges(EdgeSet::parse("DR,DF,DL").unwrap());
        let both = [specs[1], specs[1], TableSpec::new(others, MetricKind::HalfTurn)];
        let three: Bounds = "corners+edges3".parse().unwrap();
        assert_eq!(
            (three.ambiguous(&specs), three.ambiguous(&both[..2])),
            (None, None),
            "one table, even in two files"
        );
        assert_eq!(three.ambiguous(&both), Some(("edges3", vec![both[1], both[2]])));
        assert_eq!("edges".parse::<Bounds>().unwrap().ambiguous(&both), None);
    }
}
