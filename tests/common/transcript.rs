//! Commands in documents, run as they are written, and their output.

use crate::{programs, root};
use std::fs;
use std::process::{Command, Stdio};

/// A command line and the output that the document shows.
#[derive(Debug, Default)]
pub struct Step {
    /// The command line, of several lines if it is continued.
    pub command: String,
    /// The lines of output.
    pub shown: Vec<String>,
}

/// The commands of all blocks with exactly this first line: the text after a `$`, and the lines up to the next one.
pub fn steps(document: &str, fence: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut inside, mut continued) = (false, false);
    for line in document.lines() {
        if line.starts_with("```") {
            inside = !inside && line == fence;
            continue;
        }
        if !inside {
            continue;
        }
        if continued {
            let last = steps.last_mut().expect("something is continued");
            last.command = format!("{}\n{line}", last.command);
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), shown: Vec::new() });
        } else {
            steps.last_mut().expect("a command comes first").shown.push(line.to_owned());
        }
        continued = line.ends_with('\\');
    }
    steps
}

/// Marks the end of a command's output, before its exit status.
const END: char = '\u{1}';

/// One shell runs all commands, so that variables, directories and `$?` are those of a reader.
fn script(steps: &[Step]) -> String {
    let run =
        |step: &Step| format!("{}\nstatus=$?; printf '\\n\\001%d\\n' \"$status\"; (exit \"$status\")\n", step.command);
    steps.iter().map(run).collect()
}

/// A line without times, which depend on the machine, and the rates beside them.
fn told(line: &str) -> String {
    let is_number = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic);
    let is_unit = |word: &str| matches!(word.trim_matches([',', ';', ')', ':']), "s" | "ms" | "us" | "ns" | "min");
    let words: Vec<&str> = line.split_whitespace().collect();
    if !words.iter().any(|word| is_unit(word)) {
        return line.trim_end().to_owned();
    }
    let mut kept = Vec::new();
    let mut rest = words.as_slice();
    while let Some((&word, after)) = rest.split_first() {
        rest = after;
        if !(is_number(word) && after.first().is_some_and(|word| is_unit(word))) {
            kept.push(word);
            continue;
        }
        rest = &after[1..];
        // Minutes and seconds, or a rate with its thousands or millions.
        while rest.first().is_some_and(|word| is_number(word) || matches!(*word, "k" | "M" | "G") || is_unit(word)) {
            rest = &rest[1..];
        }
        kept.push("(a time)");
    }
    kept.join(" ")
}

/// Returns whether the output is as shown. A line `...` stands for any lines.
pub fn agrees(shown: &[String], output: &[&str]) -> bool {
    match (shown.split_first(), output.split_first()) {
        (None, None) => true,
        (Some((line, rest)), _) if line == "..." => (0..=output.len()).any(|skipped| agrees(rest, &output[skipped..])),
        (Some((line, rest)), Some((printed, after))) => told(line) == told(printed) && agrees(rest, after),
        _ => false,
    }
}

/// The text of a document of the project.
pub fn document(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Runs commands one after the other in one shell, in an empty directory, with the programs of this build on the path.
/// Each has to succeed, unless the next command reads its status, and to print what is shown.
pub fn run(steps: &[Step], environment: &[(&str, &str)]) {
    let directory = tempfile::tempdir().unwrap();
    let programs = programs();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    fs::write(directory.path().join("commands"), script(steps)).unwrap();
    let work = directory.path().join("work");
    fs::create_dir(&work).unwrap();
    let output = Command::new("timeout")
        .args(["300", "bash", "-c", "exec 2>&1; . ../commands"])
        .current_dir(&work)
        .env_clear()
        .envs([("PATH", path), ("HOME", directory.path().display().to_string()), ("LANG", "C.UTF-8".to_owned())])
        // Some lines print the number of threads.
        .env("CUBEPDB_THREADS", "2")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut rest = text.as_str();
    for (number, step) in steps.iter().enumerate() {
        let (printed, after) =
            rest.split_once(END).unwrap_or_else(|| panic!("the shell ended before {step:?}:\n{rest}"));
        let (status, after) = after.split_once('\n').unwrap();
        rest = after;
        let mut lines: Vec<&str> = printed.lines().collect();
        // The marker is on a line of its own.
        if lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        // A failure is intended where the next command reads the status.
        let asked = steps.get(number + 1).is_some_and(|next| next.command == "echo $?");
        assert!(status == "0" || asked, "{}: status {status}\n{printed}", step.command);
        assert!(
            agrees(&step.shown, &lines),
            "{}\nshown:\n{}\nprinted:\n{printed}",
            step.command,
            step.shown.join("\n")
        );
    }
}
