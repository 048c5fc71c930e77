//! Checks the statements of docs/trust.md about these tests against the faults that were tried.

use crate::tally::CLASSES;

/// Compares the table of docs/trust.md, `| class | tried at least |`, with the faults tried in a run of all tests: no
/// class may be missing, or have been tried less often than it says, unless something could not be tried here.
pub fn check() -> Result<(), String> {
    let text = include_str!("../../docs/trust.md");
    for class in &CLASSES {
        let row = text.lines().find_map(|line| line.strip_prefix(&format!("| {} | {} | ", class.number, class.name)));
        let told = row.and_then(|row| row.trim_end_matches(" |").replace(',', "").parse::<u64>().ok());
        let Some(told) = told else {
            return Err(format!("docs/trust.md: no number of faults of the class `{}`", class.name));
        };
        if class.tried() < told && !class.is_cut_short() {
            let (name, tried) = (class.name, class.tried());
            return Err(format!("docs/trust.md: {told} faults of the class `{name}` are promised, {tried} were tried"));
        }
    }
    Ok(())
}
