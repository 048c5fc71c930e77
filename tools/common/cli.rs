//! The command line and the environment, parsed in the same way by all programs.

use super::exit::say;
use super::lines::broken;
use super::nearest::nearest;
use super::output::is_standard_output;
use super::status::Status;
use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, Error, Parser};
use cubepdb::Threads;
use std::env;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;

/// Maximum width of help texts in columns.
pub const WIDTH: usize = 100;

/// The flag that lists all flags.
pub const HELP_ALL: &str = "--help-all";

/// The headings of flags that `--help` leaves out where there is [`HELP_ALL`].
const FOR_FEW: [&str; 3] = ["Threads and ranks", "Parts of the search", "Long searches"];

/// Parses a command line and the environment. An empty variable counts as unset.
pub fn parse<P: Parser>(words: impl Iterator<Item = OsString>) -> Result<P, Error> {
    let (mut command, words) = (without_empty_variables(P::command()), words.collect::<Vec<_>>());
    let has_all = command.get_arguments().any(|arg| arg.get_long() == HELP_ALL.strip_prefix("--"));
    if has_all && words.iter().all(|word| word != HELP_ALL) {
        let is_for_few = |arg: &Arg| arg.get_help_heading().is_some_and(|heading| FOR_FEW.contains(&heading));
        command = command.mut_args(|arg| if is_for_few(&arg) { arg.hide_long_help(true) } else { arg });
    }
    let matches = command.try_get_matches_from_mut(words).map_err(|error| blame(error, &mut command))?;
    P::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Prints an error of the command line and ends the program. A hint follows if a long flag has one dash, or if the
/// first word is a misspelt command: a flag after it is an error because of the command.
pub fn refuse<P: CommandFactory>(error: &Error) -> ! {
    let first = env::args_os().nth(1).and_then(|word| word.into_string().ok());
    let hint = || one_dash::<P>().or_else(|| near_command::<P>(&first?));
    let printed = error.print();
    if let Some(hint) = error.use_stderr().then(hint).flatten() {
        say(&format!("\n{hint}"));
    }
    // Help that nobody got is no success; whoever closes a pipe has read enough.
    let is_lost = printed.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe);
    std::process::exit(if is_lost { Status::Io as i32 } else { error.exit_code() })
}

/// A hint if an argument is a long flag with one dash instead of two: its letters are then read as short flags.
fn one_dash<P: CommandFactory>() -> Option<String> {
    let program = P::command();
    let mut words = env::args_os().skip(1).filter_map(|word| word.into_string().ok());
    let name = words.find_map(|word| long_name(&program, &word))?;
    Some(format!("hint: did you mean `--{name}`?"))
}

/// The name of the long flag, of this command or of its subcommands, that follows one dash.
fn long_name(command: &Command, word: &str) -> Option<String> {
    let name = word.strip_prefix('-').filter(|name| name.chars().count() > 1)?.split('=').next()?;
    let is_own = command.get_arguments().any(|arg| arg.get_long() == Some(name)) || name == "help";
    if is_own { Some(name.to_owned()) } else { command.get_subcommands().find_map(|below| long_name(below, word)) }
}

/// A hint if a word is similar to the name of a command.
pub fn near_command<P: CommandFactory>(word: &str) -> Option<String> {
    let program = P::command();
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).chain(["help"]).collect();
    let near = (!names.contains(&word)).then(|| nearest(word, names)).flatten();
    near.map(|name| format!("hint: did you mean `{} {name}`?", program.get_name()))
}

/// A hint if a word is the name of a command that was not taken as one, since flags stand before it.
pub fn late_command<P: CommandFactory>(word: &str) -> Option<String> {
    let program = P::command();
    let is_command = program.get_subcommands().any(|command| command.get_name() == word);
    let name = program.get_name();
    is_command.then(|| format!("hint: a command comes before all flags: `{name} {word} ...`"))
}

/// Ignores variables that are set to the empty string: scripts use it for "unset".
fn without_empty_variables(command: Command) -> Command {
    let is_empty = |arg: &Arg| arg.get_env().and_then(env::var_os).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| if is_empty(&arg) { arg.env(None::<&'static str>) } else { arg });
    command.mut_subcommands(without_empty_variables)
}

/// Corrects an error message if the invalid value comes from a variable: clap would name a flag that the user did not
/// write.
fn blame(error: Error, command: &mut Command) -> Error {
    if error.kind() != ErrorKind::ValueValidation {
        return error;
    }
    let (Some(ContextValue::String(flag)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return error;
    };
    // For example `--threads <N>`.
    let name = flag.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
    if env::args_os().skip(1).any(|word| is_flag(&word, name)) {
        return error;
    }
    let holds = |variable: &OsString| env::var_os(variable).is_some_and(|set| *set == **value);
    let Some(variable) = variables(command, name).into_iter().find(holds) else { return error };
    let why = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    let variable = variable.display();
    let message = format!("the environment variable {variable} is `{value}`, which is not a value for {flag}{why}");
    command.error(ErrorKind::ValueValidation, message)
}

/// Returns whether an argument is `--name` or `--name=value`.
fn is_flag(word: &OsStr, name: &str) -> bool {
    let rest = word.as_encoded_bytes().strip_prefix(b"--").and_then(|word| word.strip_prefix(name.as_bytes()));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"="))
}

/// The environment variables of a flag, in this command and its subcommands.
fn variables(command: &Command, name: &str) -> Vec<OsString> {
    let flags = command.get_arguments().filter(|arg| arg.get_long() == Some(name));
    let own = flags.filter_map(|arg| arg.get_env().map(OsStr::to_owned));
    own.chain(command.get_subcommands().flat_map(|below| variables(below, name))).collect()
}

/// Columns of the narrowest terminal that lists are written for.
pub const NARROW: usize = 80;

/// [`broken`] into lines of [`NARROW`] columns.
pub fn wrapped(text: &str, start: usize, indent: usize) -> String {
    broken(text, NARROW, start, indent)
}

/// The first of some flags that is given.
pub fn first_given(flags: &[(bool, &'static str)]) -> Option<&'static str> {
    flags.iter().find(|(is_given, _)| *is_given).map(|(_, flag)| *flag)
}

/// Reads the path of a file or a directory that is written, which standard output cannot be.
pub fn written_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_standard_output(&path) {
        true => Err("this is written to a file, not to standard output"),
        false => Ok(path),
    })
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<u64, String> {
    let number = text.parse::<u64>().map_err(|_| {
        let several = if text.contains(',') { "; several numbers take a run each" } else { "" };
        format!("use one whole number from 1 to {}{several}", Threads::MAX)
    })?;
    let is_possible = (1..=Threads::MAX as u64).contains(&number);
    if is_possible { Ok(number) } else { Err(format!("{number} is not in 1..={}", Threads::MAX)) }
}

/// A parser with a list of names for help texts and completions. Parsing and errors are those of the inner parser.
#[derive(Clone)]
pub struct Named<P> {
    parse: P,
    names: Vec<&'static str>,
}

/// Adds the names that `parse` accepts.
pub fn named<P>(parse: P, names: impl IntoIterator<Item = &'static str>) -> Named<P> {
    Named { parse, names: names.into_iter().collect() }
}

impl<P: TypedValueParser> TypedValueParser for Named<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_recognized() {
        let is = |word: &str| is_flag(OsStr::new(word), "threads");
        assert_eq!(
            ["--threads", "--threads=3", "--threads-of", "--thread", "threads"].map(is),
            [true, true, false, false, false]
        );
    }

    #[test]
    fn long_flags_need_two_dashes() {
        let below = Command::new("below").arg(Arg::new("to").long("to"));
        let command = Command::new("test").arg(Arg::new("all").long("all")).subcommand(below);
        let found = |word| long_name(&command, word);
        assert_eq!(["-all", "-to=x", "-help"].map(found).map(Option::unwrap), ["all", "to", "help"]);
        assert_eq!(["--all", "all", "-a", "-", "-other"].map(found), [const { None }; 5]);
    }

    #[test]
    fn a_parser_keeps_its_words_and_its_errors() {
        let parser = named(|text: &str| text.parse::<u8>().map_err(|_| "not this".to_owned()), ["1", "2"]);
        assert_eq!(parser.possible_values().unwrap().count(), 2);
        let command = || Command::new("test").arg(Arg::new("n").long("n").value_parser(parser.clone()));
        assert_eq!(command().get_matches_from(["test", "--n", "3"]).get_one::<u8>("n"), Some(&3));
        let error = command().try_get_matches_from(["test", "--n", "x"]).unwrap_err();
        assert!(error.to_string().contains("invalid value 'x' for '--n <n>': not this"), "{error}");
    }
}
