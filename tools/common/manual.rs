//! Shell completions and man pages, generated from the command line definition.

use super::exit::{Failure, Status};
use super::output::{stdout, write_file};
use clap::{Command, CommandFactory, Subcommand, ValueHint};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Commands that all programs have.
#[derive(Debug, Subcommand)]
pub enum Manual {
    /// Prints the completions for a shell.
    ///
    /// The script lets the shell complete commands, flags and their values; docs/solving.md says where each shell looks
    /// for it.
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Prints the man page, or writes those of all commands.
    Man {
        /// Writes a page for the program and one for each of its commands into this directory.
        ///
        /// Existing pages are replaced, each as a whole: they are generated for every version of the program.
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

impl Manual {
    /// Runs the command for a program.
    pub fn run<P: CommandFactory>(&self) -> Result<Status, Failure> {
        let mut command = P::command();
        match self {
            Self::Completions { shell } => {
                let (mut script, name) = (Vec::new(), command.get_name().to_owned());
                generate(*shell, &mut command, name, &mut script);
                stdout().write_all(&script)?;
            }
            Self::Man { dir: None } => stdout().write_all(&page(built(command)))?,
            Self::Man { dir: Some(dir) } => {
                fs::create_dir_all(dir).map_err(|error| {
                    io::Error::new(error.kind(), format!("cannot write {}: {error}", dir.display()))
                })?;
                for command in with_subcommands(built(command)) {
                    let path = dir.join(Man::new(command.clone()).get_filename());
                    write_file(&path, &page(command), true)?;
                }
            }
        }
        Ok(Status::Success)
    }
}

/// A built command, which knows the full names of its subcommands.
fn built(command: Command) -> Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

fn with_subcommands(command: Command) -> Vec<Command> {
    let below: Vec<Command> = command.get_subcommands().filter(|below| !below.is_hide_set()).cloned().collect();
    std::iter::once(command).chain(below.into_iter().flat_map(with_subcommands)).collect()
}

/// A man page. The text below the flags in the help text is split into sections.
fn page(mut command: Command) -> Vec<u8> {
    let usage = command.render_usage().to_string();
    let sections = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    // The derived synopsis would list all flags.
    let command = command.override_usage(usage.trim_start_matches("Usage:").trim().to_owned());
    let has_subcommands = command.has_subcommands();
    let man = Man::new(command).manual("cubepdb");
    let mut page = Vec::new();
    let mut write = || {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        if has_subcommands {
            man.render_subcommands_section(&mut page)?;
        }
        man.render_options_section(&mut page)?;
        let mut roff = Roff::new();
        Section::all(sections.as_deref().unwrap_or_default()).iter().for_each(|section| section.write(&mut roff));
        roff.to_writer(&mut page)?;
        writeln!(page)
    };
    write().expect("memory takes what is written");
    page
}

/// Heading of the paragraphs.
const NOTES: &str = "NOTES";

/// A part of the text below the flags: a heading with lines of two columns, or a paragraph.
#[derive(Debug, PartialEq, Eq)]
struct Section<'t> {
    heading: &'t str,
    /// Left and right column; without columns, the left one is empty.
    lines: Vec<(&'t str, String)>,
}

impl<'t> Section<'t> {
    /// The sections of a text, which are separated by empty lines; all paragraphs form one section, the last one.
    fn all(text: &'t str) -> Vec<Self> {
        let parts = text.split("\n\n").filter(|part| !part.trim().is_empty()).map(Self::parse);
        let (paragraphs, mut sections): (Vec<Self>, Vec<Self>) = parts.partition(|part| part.heading == NOTES);
        let lines: Vec<_> = paragraphs.into_iter().flat_map(|part| part.lines).collect();
        sections.extend((!lines.is_empty()).then_some(Self { heading: NOTES, lines }));
        sections
    }

    fn parse(part: &'t str) -> Self {
        let part = part.trim_matches('\n');
        let (first, rest) = part.split_once('\n').unwrap_or((part, ""));
        let Some(heading) = first.strip_suffix(':').filter(|_| rest.starts_with("  ")) else {
            return Self { heading: NOTES, lines: vec![("", part.replace('\n', " "))] };
        };
        let mut lines: Vec<(&str, String)> = Vec::new();
        for line in rest.lines() {
            match (line.strip_prefix("    "), lines.last_mut()) {
                // A continuation line of the right column.
                (Some(more), Some((_, about))) => *about = format!("{about} {}", more.trim()).trim().to_owned(),
                _ => {
                    let (left, right) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
                    lines.push((left, right.trim().to_owned()));
                }
            }
        }
        Self { heading, lines }
    }

    fn write(&self, roff: &mut Roff) {
        roff.control("SH", [self.heading.to_uppercase().as_str()]);
        for (left, right) in &self.lines {
            if left.is_empty() {
                roff.control("PP", []).text([roman(right)]);
            } else if right.is_empty() {
                roff.control("PP", []).text([bold(*left)]);
            } else {
                roff.control("TP", []).text([bold(*left)]).text([roman(right)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_below_the_flags_is_divided_into_sections() {
        let text = "One.\n\nExamples:\n  run   that\n  run it\n      with more\n\nWhat else\nthere is.";
        let lines = vec![("run", "that".to_owned()), ("run it", "with more".to_owned())];
        let notes = vec![("", "One.".to_owned()), ("", "What else there is.".to_owned())];
        assert_eq!(
            Section::all(text),
            [Section { heading: "Examples", lines }, Section { heading: NOTES, lines: notes }]
        );
    }

    #[test]
    fn a_page_has_sections_instead_of_a_heap_of_extras() {
        let command =
            Command::new("do").version("1").about("Does it").after_help("Exit status:\n  0   well\n  1   .bad");
        let page = String::from_utf8(page(built(command))).unwrap();
        assert!(page.contains(".SH SYNOPSIS\n\\fBdo\\fR\n"), "{page}");
        assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\nwell\n.TP\n\\fB1\\fR\n\\&.bad\n"), "{page}");
    }
}
