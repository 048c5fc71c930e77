//! `solve presets`: the systems that others have described.

use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::communicator::HOW_TO_MPI;
use cubepdb::{
    Size,
    plan::{Preset, Puzzle},
    record::PresetRecord,
};
use std::io::Write;

/// Lists them, grouped by publication.
pub fn list(as_json: bool) -> Result<Status, Failure> {
    let mut out = stdout();
    let mut source = None;
    for preset in Preset::ALL {
        let parts = parts_of(&preset);
        let needs = preset.runs_on_devices().then_some("gpu");
        if as_json {
            let Preset { name, about, .. } = preset;
            let source = preset.source.title();
            let record = PresetRecord { name, source, about, parts, needs };
            writeln!(out, "{}", to_json(&record))?;
            continue;
        }
        if source != Some(preset.source) {
            let gap = if source.is_some() { "\n" } else { "" };
            writeln!(out, "{gap}{}", preset.source.title())?;
            source = Some(preset.source);
        }
        writeln!(out, "  {:<22} {}", preset.name, wrapped(preset.about, 25, 25))?;
        writeln!(out, "  {:<22}   {}", "", wrapped(&parts, 27, 27))?;
    }
    if !as_json && cfg!(not(feature = "mpi")) {
        let presets = Preset::ALL.into_iter().filter(|preset| preset.distribution().is_some());
        let names: Vec<&str> = presets.map(|preset| preset.name).collect();
        let ranks = format!("Several ranks ({}): within this process with --ranks 4.", names.join(", "));
        let processes = format!("On several processes: {HOW_TO_MPI}.");
        writeln!(out, "\n{}\n{}", wrapped(&ranks, 0, 2), wrapped(&processes, 0, 2))?;
    }
    Ok(Status::Success)
}

/// The parts of a preset; those of one for all sizes say nothing about a size.
fn parts_of(preset: &Preset) -> String {
    let plan = preset.plan(Size::THREE);
    let text = plan.to_string();
    let Puzzle::Stickers(set) = plan.puzzle else { return text };
    let parts = text.strip_prefix(&format!("{set}, ")).unwrap_or(&text);
    let all = if plan.query.all { ", all solutions" } else { "" };
    format!("{}, moves {}, {parts}{all}", set.metric, set.kind)
}
