//! `--rules FILE`: a user's own pruning rules. They are used only if they are proven to lose no shortest solution, see
//! `docs/rules.md`.

use crate::common::exit::{Failure, Status};
use crate::common::text::{bytes_of, printable};
use anyhow::anyhow;
use cubepdb::Metric;
use cubepdb::plan::{OwnRules, RulesError, RulesFault, UnsoundRules};
use std::io;
use std::path::Path;

/// Maximum size of a rules file in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Reads the rules in a file, which sequences of up to `depth` moves prove.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn read(path: &Path, depth: u8) -> Result<OwnRules, Failure> {
    text(path).map(|text| OwnRules::new(text).comparing(depth))
}

/// The failure of rules that are not used.
pub fn failure(path: &Path, rules: &OwnRules, metric: Metric, error: &UnsoundRules) -> Failure {
    let hint = match error {
        UnsoundRules::Faulty(error) => return faulty(path, rules.text(), metric, error),
        UnsoundRules::LoseOrders { lost } => {
            return Failure::usage(format!(
                "--all needs rules that keep every solution in some order of commuting moves, and those in {} refuse every order of \
                 {lost}",
                path.display()
            ));
        }
        UnsoundRules::LoseSolutions { fit_other_metric: true, .. } => match metric {
            Metric::HalfTurn => "; they are right for --metric qtm",
            Metric::QuarterTurn => "; they are right for --metric htm",
        },
        UnsoundRules::Unproven { .. } => " (--automaton-depth compares longer ones)",
        _ => "",
    };
    Failure::usage(format!("{}: {error}{hint}", path.display()))
}

fn text(path: &Path) -> Result<String, Failure> {
    let cannot = |error: io::Error| Failure::new(Status::Io, anyhow!("cannot read {}: {error}", path.display()));
    let bytes = bytes_of(path, MOST_BYTES)
        .map_err(cannot)?
        .ok_or_else(|| Failure::usage(format!("{} is longer than any file of rules may be", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        Failure::usage(format!("{}: line {line}: this is not text in UTF-8", path.display()))
    })
}

/// The failure for a fault, with the line and a caret below it.
fn faulty(path: &Path, text: &str, metric: Metric, error: &RulesError) -> Failure {
    let RulesError { line, column, fault } = error;
    let sentence = match fault {
        RulesFault::UnknownMove(name) => format!("`{name}` is not a move with --metric {metric}"),
        fault => fault.to_string(),
    };
    let code = text.lines().nth(line - 1).unwrap_or_default();
    let before: String = code.chars().take(column - 1).collect();
    let indent = printable(&before).to_string().chars().count();
    let shown = printable(code);
    Failure::usage(format!("{}: line {line}, column {column}: {sentence}\n{shown}\n{:indent$}^", path.display(), ""))
}
