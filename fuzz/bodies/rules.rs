//! Rules of move sequences, and the small grammars of options: names with numbers, sizes, times, lists of pieces.

use cubepdb::internals::{
    notation::{Format, Lowercase},
    prune::{
        automaton::{Rules, RulesError},
        table,
    },
    units,
};
use cubepdb::{
    EdgeSet, H48Level, Metric, MoveKind, Size, TableSpec,
    plan::{Bounds, Distribution, Kernel, MoveOrder, Preset, Scheduler},
    puzzles::MoveIndex,
    search::Automaton,
};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Longer rules take long to compile, and say nothing new.
const LONGEST_RULES: usize = 600;

/// Reads the text as everything that it could be: nothing may panic, and what is read is written and read back.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    options(text);
    measures(text);
    if text.len() <= LONGEST_RULES {
        rules(text);
    }
}

fn options(text: &str) {
    read_back::<Scheduler>(text);
    read_back::<Distribution>(text);
    read_back::<Kernel>(text);
    read_back::<table::TranspositionKind>(text);
    read_back::<Format>(text);
    read_back::<Lowercase>(text);
    read_back::<MoveKind>(text);
    read_back::<Metric>(text);
    read_back::<H48Level>(text);
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.layers().to_string().parse(), Ok(size));
    }
    match EdgeSet::parse(text) {
        Ok(set) => assert_eq!(EdgeSet::parse(&set.to_string()), Ok(set)),
        Err(error) => check_message(&error),
    }
    if let Some(spec) = TableSpec::from_identity(text) {
        assert_eq!(spec.identity(), text);
        assert!(spec.bytes() > 0 && spec.entries() > 0);
    }
    if let Some(preset) = Preset::find(text) {
        assert!(!preset.plan(cubepdb::internals::nxn::Size::THREE).to_string().is_empty());
    }
    match text.parse::<Bounds>() {
        // It is written for people, who say "all tables" where the option is called `auto`.
        Ok(heuristic) if !heuristic.is_auto() => assert_eq!(heuristic.to_string().parse(), Ok(heuristic), "{text:?}"),
        Ok(_) => {}
        Err(error) => check_message(&error),
    }
}

/// Sizes of memory are never negative, and what is read can be shown.
fn measures(text: &str) {
    match units::parse_size(text) {
        Ok(bytes) => assert!(!text.contains('-') && !units::size(bytes).is_empty(), "{text:?}: {bytes}"),
        Err(error) => check_message(&error),
    }
    match units::parse_duration(text) {
        Ok(time) => assert!(!units::time(time).is_empty(), "{text:?}: {time:?}"),
        Err(error) => check_message(&error),
    }
}

fn rules(text: &str) {
    let rules = match Rules::parse(text) {
        Ok(rules) => rules,
        Err(error) => return check_place(&error, text),
    };
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        match rules.compile(&MoveOrder::FaceByFace.alphabet(metric)) {
            Ok(automaton) => check_automaton(&automaton),
            Err(error) => check_place(&error, text),
        }
    }
}

/// A sequence without a pattern has none in any part of it: every accepted word is accepted without its first letter,
/// too.
fn check_automaton(automaton: &Automaton) {
    let counts = automaton.words(2);
    let letters: Vec<MoveIndex> = (0..automaton.letters()).map(MoveIndex::new).collect();
    let pairs = || letters.iter().flat_map(|&a| letters.iter().map(move |&b| [a, b]));
    let accepted = pairs().filter(|pair| automaton.accepts(pair)).count();
    assert_eq!((counts[0], counts[2]), (1, accepted as u128));
    for [a, b] in pairs() {
        for &c in &letters {
            if automaton.accepts(&[a, b, c]) {
                assert!(automaton.accepts(&[b, c]) && automaton.accepts(&[a, b]) && automaton.accepts(&[c]));
            }
        }
    }
}

/// The place of an error is in the text, or just behind a line of it.
fn check_place(error: &RulesError, text: &str) {
    check_message(error);
    let line = text.split('\n').nth(error.line - 1).unwrap_or_else(|| panic!("no line {}: {text:?}", error.line));
    assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}: {text:?}");
}

/// Text that is read as a `T` is written and read back; other text has an error that can be shown.
fn read_back<T: FromStr<Err: Display + Debug> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            assert!(again.as_ref().is_ok_and(|again| *again == value), "{text:?}: {value:?}, then {again:?}");
        }
        Err(error) => check_message(&error),
    }
}

/// An error names what it found without giving the terminal anything to obey.
fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}
