//! `solve presets`: the systems that others have described.

use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use cubepdb::internals::search::{Parts, Preset};
use serde_json::json;
use std::io::Write;

/// Lists them, grouped by publication.
pub fn list(as_json: bool) -> Result<Status, Failure> {
    let mut out = stdout();
    let mut source = None;
    for preset in Preset::ALL {
        let (parts, needs) = match preset.parts {
            Parts::Pieces(_) => (preset.config().map(|config| config.to_string()), None),
            Parts::Stickers(parts) => (Some(parts.to_string()), None),
            Parts::Needs(backend) => (None, Some(backend)),
        };
        if as_json {
            let Preset { name, about, .. } = preset;
            let source = preset.source.title();
            let record = json!({"name": name, "source": source, "about": about, "parts": parts, "needs": needs});
            writeln!(out, "{record}")?;
            continue;
        }
        if source != Some(preset.source) {
            let gap = if source.is_some() { "\n" } else { "" };
            writeln!(out, "{gap}{}", preset.source.title())?;
            source = Some(preset.source);
        }
        writeln!(out, "  {:<22} {}", preset.name, preset.about)?;
        let parts = parts.unwrap_or_else(|| format!("not in this build: needs {}", needs.unwrap_or_default()));
        writeln!(out, "  {:<22}   {parts}", "")?;
    }
    Ok(Status::Success)
}
