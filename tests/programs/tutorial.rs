//! The commands of `docs/tutorial.md`, exactly as written, and their output.

use crate::transcript::{agrees, document, run, steps};

#[test]
fn every_command_does_what_the_tutorial_shows() {
    let steps = steps(&document("docs/tutorial.md"), "```console");
    assert!(steps.len() > 20, "{} commands", steps.len());
    run(&steps, &[]);
}

#[test]
fn what_is_shown_is_compared() {
    let document = "```console\n$ one \\\n  two\n1 s in 3\n...\n$ echo $?\n0\n```\n```sh\n$ not this\n```\n";
    let steps = steps(document, "```console");
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[0].command, "one \\\n  two");
    let shown = &steps[0].shown;
    assert!(agrees(shown, &["2.5 s in 3"]) && agrees(shown, &["1 s in 3", "more", "and more"]));
    assert!(agrees(shown, &["1 min 1.5 s in 3"]) && !agrees(shown, &["1 s in 4"]));
    assert!(!agrees(shown, &["1 s out 3"]) && !agrees(shown, &[]) && !agrees(&steps[1].shown, &["1"]));
}
