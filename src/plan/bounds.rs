//! Lower bounds by name.

use crate::heuristic::ManhattanPieces;
use crate::nearest::UnknownName;
use crate::pdb::{Pattern, TableSpec};
use std::fmt;
use std::str::FromStr;

/// The lower bounds of a search: the maximum of them is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Names of tables; `None` for all that there are.
    tables: Option<Vec<String>>,
    /// The Manhattan distance of some pieces.
    pub manhattan: Option<ManhattanPieces>,
}

impl Bounds {
    /// The accepted names.
    pub const NAMES: &'static str = "auto (all tables), zero, manhattan, manhattan-edges, manhattan-corners, corners, edges, \
         edges1 to edges8 (the only table of so many edges), h48 or the name of a table, joined by +";

    /// Returns whether all tables that there are, and nothing else, are wanted: no names were given.
    pub fn is_auto(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether a table is wanted.
    pub fn wants(&self, spec: &TableSpec) -> bool {
        let is_called = |name: &String| match name.as_str() {
            "corners" => spec.pattern() == Some(Pattern::Corners),
            "edges" => matches!(spec.pattern(), Some(Pattern::Edges(_))),
            "h48" => spec.h48().is_some(),
            name => spec.name().eq_ignore_ascii_case(name) || is_of_number(name, spec),
        };
        self.tables.as_ref().is_none_or(|names| names.iter().any(is_called))
    }

    /// Returns whether the Manhattan distance of these pieces is all that is asked for.
    pub fn is_manhattan_of(&self, pieces: ManhattanPieces) -> bool {
        self.manhattan == Some(pieces) && !self.needs_tables()
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

    /// Returns whether some table is wanted.
    pub fn needs_tables(&self) -> bool {
        self.tables.as_ref().is_none_or(|names| !names.is_empty())
    }
}

/// Returns whether the name, such as `edges6`, is that of a table of so many edges.
fn is_of_number(name: &str, spec: &TableSpec) -> bool {
    let number = name.strip_prefix("edges").and_then(|number| number.parse::<usize>().ok());
    matches!(spec.pattern(), Some(Pattern::Edges(set)) if number == Some(set.len()))
}

impl FromStr for Bounds {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
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
                "" | "auto" => return Err(UnknownName::new("heuristic", text, Self::NAMES)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::pdb::EdgeSet;

    #[test]
    fn heuristics_are_read_and_choose_tables() {
        let edges = Pattern::Edges(EdgeSet::parse("UR,UF,UL").unwrap());
        let specs = [Pattern::Corners, edges].map(|pattern| TableSpec::new(pattern, Metric::HalfTurn));
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
        let both = [specs[1], specs[1], TableSpec::new(others, Metric::HalfTurn)];
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
