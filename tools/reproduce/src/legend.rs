//! Explanations of the names that occur in a section.

use crate::cases::Case;
use crate::runs::{Run, every};
use cubepdb::plan::Preset;

/// Methods that are named after the value of a parameter.
const PARAMETERS: [(&str, &str); 2] = [
    ("D", "moves left below the nodes at which the shared path hands out subtrees"),
    (
        "S",
        "the stealing limit: work can be stolen only from the first S moves of a path. Ascending, xor: the order in which \
           an idle thread asks the others",
    ),
];

/// A list of the cubes and methods of runs, with what each name stands for; empty if none has to be explained.
pub fn legend(runs: &[Run]) -> String {
    let cubes = every(runs, |run| run.case.clone()).into_iter();
    let methods = every(runs, |run| run.method.clone());
    let is_used = |name: &str| methods.iter().any(|method| method.starts_with(&format!("{name} = ")));
    let cubes = cubes.filter_map(|name| Case::described(&name).map(|about| (name, about)));
    let presets = methods.iter().filter_map(|name| Preset::find(name));
    let presets = presets.map(|preset| (preset.name.to_owned(), preset.about.to_owned()));
    let parameters = PARAMETERS.iter().filter(|(name, _)| is_used(name));
    let parameters = parameters.map(|(name, about)| ((*name).to_owned(), (*about).to_owned()));
    let lines: Vec<String> =
        cubes.chain(presets).chain(parameters).map(|(name, about)| format!("- `{name}`: {about}")).collect();
    if lines.is_empty() { String::new() } else { format!("Names:\n\n{}", lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_explained_once() {
        let run = |case: &str, method: &str| Run { case: case.to_owned(), method: method.to_owned(), ..Run::default() };
        let runs = [run("t10", "ida-iter-seq"), run("t10", "D = 5"), run("t10", "D = 6"), run("cube 1", "none")];
        let text = legend(&runs);
        let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
        assert_eq!(names, ["t10", "ida-iter-seq", "D"]);
        assert_eq!(legend(&runs[3..]), "");
    }
}
