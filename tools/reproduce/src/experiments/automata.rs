//! Move sequences that rules leave, against positions.

use crate::plot::{Plot, Series};
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Runner};
use crate::runs::Run;
use crate::text::{grouped, three_digits};
use cubepdb::{
    Metric,
    plan::{MoveOrder, Pruning},
    search::Automaton,
};
use std::sync::atomic::AtomicBool;

const LONGEST: usize = 10;

/// Nothing is searched: the sequences are counted, and the automata learned, when the results are presented.
pub fn measure(_: &Runner) -> Result<(), Interruption> {
    Ok(())
}

pub fn present(_: &[Run], runner: &Runner, section: &mut Section) {
    for (metric, positions) in published::POSITIONS {
        let metric: Metric = if metric == "htm" { Metric::HalfTurn } else { Metric::QuarterTurn };
        let automata = automata(metric, runner);
        let columns = automata.iter().map(|(name, automaton)| format!("{name} ({} states)", automaton.states()));
        let heading = ["length", "positions"].into_iter().map(str::to_owned).chain(columns);
        let mut table =
            Table::new(format!("Move sequences by length, {metric}, and positions at that distance:"), heading);
        let words: Vec<Vec<u128>> = automata.iter().map(|(_, automaton)| automaton.words(LONGEST)).collect();
        for (length, &known) in positions.iter().enumerate() {
            let counts = words.iter().map(|counts| grouped(counts[length]));
            table.row([length.to_string(), grouped(known)].into_iter().chain(counts));
        }
        let over = |counts: &Vec<u128>| three_digits(counts[LONGEST] as f64 / positions[LONGEST] as f64);
        table.row([format!("{LONGEST}, over positions"), "1".to_owned()].into_iter().chain(words.iter().map(over)));
        let growth = |counts: &Vec<u128>| three_digits(counts[LONGEST] as f64 / counts[LONGEST - 1] as f64);
        let of_positions = three_digits(positions[LONGEST] as f64 / positions[LONGEST - 1] as f64);
        table.row(["growth".to_owned(), of_positions].into_iter().chain(words.iter().map(growth)));
        section.table(table);
        let line = |((name, _), counts): (&(String, Automaton), &Vec<u128>)| {
            let point = |length: usize| (length as f64, counts[length] as f64 / positions[length] as f64);
            Series::new(name.clone(), (0..=LONGEST).map(point))
        };
        let series = automata.iter().zip(&words).map(line);
        let name = format!("automata-{}", metric.name().to_lowercase());
        let title = format!("Move sequences over positions ({})", metric.name());
        let labels = ["length (moves)", "move sequences for each position"];
        section.plot(Plot::new([&name, &title], labels, (false, true), series));
    }
    section.text(
        "Columns: `none`, every sequence; `canonical rules`, one order of commuting turns; `face-turn rules` and `quarter-turn \
         rules`, what the two reports leave.",
    );
    section.text(
        "The report of ParaCube estimates the branching factor left by its rule as about 12; it is the growth in its column. \
         For half turns, that rule and the canonical sequences leave the same number. The patterns of the other report leave both \
         orders of opposite faces, and half turns made either way: at length ten, three sequences for every position. An automaton of depth L was learned: it leaves out every sequence of up to L moves \
         that is not the first to reach its position, and every longer one that contains such a sequence.",
    );
}

/// All automata of a metric with their names. Leaves out those that do not fit into memory, and those not learned
/// before an interrupt.
fn automata(metric: Metric, runner: &Runner) -> Vec<(String, Automaton)> {
    let (order, rules) = match metric {
        Metric::HalfTurn => (MoveOrder::AmountByAmount, Pruning::FaceTurns),
        Metric::QuarterTurn => (MoveOrder::FaceByFace, Pruning::QuarterTurns),
    };
    let alphabet = order.alphabet(metric);
    let stop: &AtomicBool = runner.interrupt().flag();
    let longest = runner.deepest(6, 4).clamp(4, 6);
    let prunings = [Pruning::None, Pruning::Canonical, rules].into_iter();
    let learned = (4..=longest).map(|depth| Pruning::Learned { depth });
    let made = |pruning: Pruning| match pruning.automaton(metric, &alphabet) {
        Ok(automaton) => Some((pruning.to_string(), automaton)),
        Err(spec) => spec.learn(stop, |_| ()).ok().map(|automaton| (pruning.to_string(), automaton)),
    };
    prunings.chain(learned).filter_map(made).collect()
}
