//! The flags about the parts of the search.

use crate::common::cli::named;
use crate::common::exit::Failure;
use crate::common::nearest::did_you_mean;
use crate::common::units::parse_size;
use crate::rules;
use clap::{Args, ValueEnum};
use cubepdb::{
    Metric,
    plan::{Bounds, Kernel, OwnRules, Preset, Scheduler, TranspositionOptions},
    search::TranspositionKind,
};
use std::convert::Infallible;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

/// Which move sequences are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PruneArg {
    /// None.
    None,
    /// All but canonical ones: each order of commuting turns once.
    Rules,
    /// Those that a breadth-first search has found to be superfluous, see --automaton-depth.
    Automaton,
}

/// The parts of the search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parts of the search")]
pub struct EngineArgs {
    /// Move metric: htm counts a half turn as one move, qtm as two [default: htm, or that of the preset; qtm with
    /// --moves slices].
    #[arg(long, short, value_parser = named(str::parse::<Metric>, ["htm", "qtm"]), help_heading = "Answers", display_order = 0)]
    pub metric: Option<Metric>,
    /// A named combination of the parts below; flags given beside it take precedence. `solve presets` lists them.
    #[arg(long, value_name = "NAME", value_parser = named(string, Preset::ALL.map(|preset| preset.name)), hide_possible_values = true)]
    pub preset: Option<String>,
    /// Lower bounds, joined by + for the maximum of them [default: auto].
    ///
    /// There are auto (all tables), zero, manhattan, manhattan-edges, manhattan-corners, corners, edges, edges6 (the
    /// only table of six edges), h48 and the name of a table, such as h48-4.
    #[arg(long, value_name = "NAME+NAME")]
    pub heuristic: Option<Bounds>,
    /// The kernel that searches one subtree [default: auto].
    ///
    /// From one end: recursive or iterative. From both ends, with an H48 table: batched, with many look-ups under way,
    /// or staged, one after the other. Auto is batched where there is such a table and nothing forbids it, else
    /// iterative.
    #[arg(long, value_name = "KERNEL", value_parser = named(kernel, kernels()), hide_possible_values = true, hide_short_help = true)]
    pub kernel: Option<Kernel>,
    #[arg(long, value_name = "SCHEDULER", value_parser = scheduler, hide_short_help = true,
          help = format!("How subtrees are handed to threads: {} [default: auto]", Scheduler::names()))]
    pub scheduler: Option<Scheduler>,
    /// With the scheduler static: workers that the tree is divided among [default: one for each thread].
    ///
    /// If there are more of them than threads, each thread searches the parts of several.
    #[arg(long, value_name = "K", hide_short_help = true,
          value_parser = clap::value_parser!(u16).range(1..=i64::from(Scheduler::MOST_PARTS)))]
    pub workers: Option<u16>,
    /// Move sequences to leave out [default: rules].
    #[arg(long, value_enum, value_name = "WHICH", hide_short_help = true)]
    pub prune: Option<PruneArg>,
    /// Leaves out the move sequences that the patterns in this file describe, one pattern a line: `M N+ M where N in
    /// M.opposite`.
    ///
    /// Rules that are not proven to keep a shortest solution of every cube are refused. The language and the proof are
    /// described in docs/rules.md.
    #[arg(long, value_name = "FILE", conflicts_with = "prune", hide_short_help = true)]
    pub rules: Option<PathBuf>,
    /// With --prune automaton: the length of the sequences that it learns from; with --rules: that up to which they are
    /// compared to prove them [default: 5 half turns or 6 quarter turns].
    #[arg(long, value_name = "L", hide_short_help = true, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub automaton_depth: Option<u8>,
    /// Transposition table: states known to lead nowhere, shared by all threads [default: none].
    #[arg(long, value_name = "TABLE", value_parser = named(table_kind, TranspositionKind::ALL.map(TranspositionKind::name)), hide_short_help = true)]
    pub tt: Option<TranspositionKind>,
    #[arg(long, value_name = "D", hide_short_help = true, value_parser = clap::value_parser!(u8).range(0..=30),
          help = format!("States reached by more moves than this are not kept in the table [default: {}]", TranspositionOptions::DEPTH))]
    pub tt_depth: Option<u8>,
    /// Memory for the transposition table, which starts empty for each cube; several jobs or ranks of this process
    /// divide it.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M", hide_short_help = true)]
    pub tt_memory: u64,
    /// Keep states that are symmetric to each other as one: useful for symmetric cubes.
    #[arg(long, hide_short_help = true)]
    pub tt_symmetry: bool,
}

impl EngineArgs {
    /// The flag or the preset that asks for a kernel.
    pub fn asks_for_kernel(&self) -> Option<String> {
        let of_flag = self.kernel.map(|kernel| format!("--kernel {kernel}"));
        of_flag.or_else(|| self.preset.as_ref().map(|name| format!("the preset {name}")))
    }

    /// Returns whether a tree is to be divided among so many workers of one rank.
    pub fn asks_for_workers(&self) -> bool {
        self.workers.is_some() || matches!(self.scheduler, Some(Scheduler::StaticPartition { workers: Some(_) }))
    }

    /// The longest sequences that a learned automaton knows.
    pub fn learned_depth(&self, metric: Metric) -> u8 {
        self.automaton_depth.unwrap_or(OwnRules::usual_depth(metric))
    }

    /// The user's own rules, where there are any.
    pub fn own_rules(&self, metric: Metric) -> Result<Option<OwnRules>, Failure> {
        self.rules.as_deref().map(|path| rules::read(path, self.learned_depth(metric))).transpose()
    }
}

/// A preset is looked up when the other flags are known.
fn string(text: &str) -> Result<String, Infallible> {
    Ok(text.to_owned())
}

fn kernels() -> impl Iterator<Item = &'static str> {
    Kernel::NAMES.split([',', ' ']).filter(|name| name.parse::<Kernel>().is_ok())
}

fn kernel(text: &str) -> Result<Kernel, String> {
    parsed(text, Kernel::NAMES)
}

fn table_kind(text: &str) -> Result<TranspositionKind, String> {
    parsed(text, &TranspositionKind::ALL.map(TranspositionKind::name).join(", "))
}

fn scheduler(text: &str) -> Result<Scheduler, String> {
    parsed(text, &Scheduler::names())
}

/// Reads a name; if it is none, tells which of the known ones it may have been. Numbers behind a colon do not count.
pub fn parsed<T: FromStr<Err: Display>>(text: &str, known: &str) -> Result<T, String> {
    text.parse().map_err(|error| {
        let names = known.split([',', ' ']).map(|name| name.split('[').next().unwrap_or_default());
        let name = text.split(':').next().unwrap_or_default();
        let others = names.filter(|known| *known != name && known.parse::<T>().is_ok());
        format!("{error}{}", did_you_mean(name, others))
    })
}
