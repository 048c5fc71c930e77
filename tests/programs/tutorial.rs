//! The commands of `docs/tutorial.md`, `docs/lesson.md` and `docs/questions.md`, and the session of the README, exactly
//! as written, and their output.

use crate::transcript::{agrees, document, run, steps};

#[test]
fn every_command_does_what_the_tutorial_shows() {
    let steps = steps(&document("docs/tutorial.md"), "```console");
    assert!(steps.len() > 20, "{} commands", steps.len());
    run(&steps, &[]);
}

#[test]
fn every_command_does_what_the_lesson_shows() {
    let steps = steps(&document("docs/lesson.md"), "```console");
    assert!(steps.len() >= 7, "{} commands", steps.len());
    run(&steps, &[]);
}

#[test]
fn every_question_has_the_answer_that_its_document_shows() {
    let steps = steps(&document("docs/questions.md"), "```console");
    assert!(steps.len() >= 9, "{} commands", steps.len());
    run(&steps, &[]);
}

/// The table is built in another directory here, in another time.
#[test]
fn the_session_of_the_readme_is_as_it_is_shown() {
    let readme = document("README.md");
    assert!(readme.len() <= 9000, "a README is a page: {} bytes", readme.len());
    let mut steps = steps(&readme, "```console");
    assert!(steps.len() >= 3, "{} commands", steps.len());
    for line in steps.iter_mut().flat_map(|step| &mut step.shown).filter(|line| line.starts_with("building the table"))
    {
        assert!(line.starts_with("building the table corners (44.1 MB) once, in "), "{line}");
        *line = "...".to_owned();
    }
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
