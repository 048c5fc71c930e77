//! Progress on standard error: a bar, plain lines, or JSON lines.

use super::exit::{is_quiet, say, say_as_it_is, say_within};
use super::text::to_json;
use clap::ValueEnum;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::IsTerminal;
use std::sync::LazyLock;

/// The bars on the terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Writes something on the terminal while the bars are out of its way.
pub fn without_bars<R>(write: impl FnOnce() -> R) -> R {
    BARS.suspend(write)
}

/// The progress display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// A bar on a terminal, nothing otherwise.
    Auto,
    /// One line per event.
    Plain,
    /// One JSON object per event.
    Json,
    /// Nothing.
    None,
}

/// The destination of progress.
pub enum Progress {
    /// A bar on the terminal.
    Bar(ProgressBar),
    /// Plain lines.
    Plain,
    /// JSON lines.
    Json,
    /// No progress; notes are still written, unless all output is disabled.
    Hidden {
        /// True if notes are written.
        notes: bool,
    },
}

impl Progress {
    /// Progress in the given mode, towards `length` units of work.
    pub fn new(mode: ProgressMode, length: u64) -> Self {
        match mode {
            _ if is_quiet() => Self::Hidden { notes: false },
            ProgressMode::Auto if std::io::stderr().is_terminal() => {
                say_within(|write| BARS.suspend(write));
                let bar = BARS.add(ProgressBar::new(length));
                let style = ProgressStyle::with_template("{bar:16} {percent:>3}% {elapsed:>3}  {wide_msg}");
                bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                Self::Bar(bar)
            }
            ProgressMode::Plain => Self::Plain,
            ProgressMode::Json => Self::Json,
            ProgressMode::Auto => Self::Hidden { notes: true },
            ProgressMode::None => Self::Hidden { notes: false },
        }
    }

    /// Returns whether no progress is shown.
    pub fn is_hidden(&self) -> bool {
        matches!(self, Self::Hidden { .. })
    }

    /// Returns whether there is a bar, whose text has about fifty columns and no times: they stand before it.
    pub fn is_bar(&self) -> bool {
        matches!(self, Self::Bar(_))
    }

    /// Updates the bar.
    pub fn set(&self, position: u64, length: u64) {
        if let Self::Bar(bar) = self {
            bar.set_length(length);
            bar.set_position(position);
        }
    }

    /// Reports an event: the text for people, the record for programs.
    pub fn event(&self, text: &str, record: &impl Serialize) {
        match self {
            Self::Bar(_) => self.message(text),
            Self::Plain => say(text),
            Self::Json => {
                say_as_it_is(&to_json(record));
            }
            Self::Hidden { .. } => {}
        }
    }

    /// Sets the text of the bar.
    pub fn message(&self, text: &str) {
        if let Self::Bar(bar) = self {
            bar.set_message(text.to_owned());
            bar.tick();
        }
    }

    /// Says something to people who watch the progress.
    pub fn say(&self, text: &str) {
        if matches!(self, Self::Bar(_) | Self::Plain) {
            say(text);
        }
    }

    /// Reports something that is worth a line even where no progress is shown.
    pub fn note(&self, text: &str, record: &impl Serialize) {
        match self {
            Self::Json => self.event(text, record),
            Self::Bar(_) | Self::Plain | Self::Hidden { notes: true } => say(&format!("note: {text}")),
            Self::Hidden { notes: false } => {}
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
            BARS.remove(bar);
        }
    }
}
