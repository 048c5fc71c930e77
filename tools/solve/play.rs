//! `--play`: steps through a solution on the terminal.

use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::signals::Interrupt;
use crate::pictures::{Drawing, Gallery};
use cubepdb::internals::notation::{Algorithm, Cube};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The time between two moves while it plays.
const PACE: Duration = Duration::from_millis(800);
/// The longest wait for a key, after which signals are looked at.
const PATIENCE: Duration = Duration::from_millis(100);
const KEYS: &str = "n or -> next   b or <- back   Home first   End last   space play/pause   q quit";

/// Refuses to play where nobody could see it or press a key.
pub fn check() -> Result<(), Failure> {
    match cfg!(unix) && stdout().is_terminal() && io::stdin().is_terminal() {
        true => Ok(()),
        false => Err(Failure::usage("--play needs a terminal (of a Unix system) for its pictures and keys")),
    }
}

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Next,
    Back,
    First,
    Last,
    Pause,
    Quit,
    Interrupt,
}

impl Key {
    /// The key that sends these bytes.
    fn of(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            b"n" | b"l" | b"\r" | b"\x1b[C" | b"\x1bOC" => Self::Next,
            b"b" | b"p" | b"h" | b"\x1b[D" | b"\x1bOD" => Self::Back,
            b"0" | b"\x1b[H" | b"\x1bOH" | b"\x1b[1~" => Self::First,
            b"$" | b"\x1b[F" | b"\x1bOF" | b"\x1b[4~" => Self::Last,
            b" " => Self::Pause,
            b"q" | b"\x1b" | b"\x04" => Self::Quit,
            b"\x03" => Self::Interrupt,
            _ => return None,
        })
    }
}

/// The place in the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Player {
    step: usize,
    last: usize,
    is_playing: bool,
}

impl Player {
    fn press(&mut self, key: Key) {
        let is_at_end = self.step == self.last;
        let is_playing = key == Key::Pause && !self.is_playing;
        self.step = match key {
            Key::Next => self.last.min(self.step + 1),
            Key::Back => self.step.saturating_sub(1),
            Key::First => 0,
            Key::Pause if is_playing && is_at_end => 0,
            Key::Last => self.last,
            _ => self.step,
        };
        self.is_playing = is_playing;
    }

    /// Goes on by itself, up to the end.
    fn tick(&mut self) {
        self.step = self.last.min(self.step + 1);
        self.is_playing = self.step < self.last;
    }
}

/// Shows the cube, and the cube after each move, as the keys ask. Returns when the user has seen enough.
pub fn play(drawing: &Drawing, gallery: &Gallery, interrupt: &Interrupt) -> Result<Status, Failure> {
    let states = states(drawing)?;
    let screen = screen::Screen::open()?;
    let mut player = Player { step: 0, last: drawing.word.len(), is_playing: false };
    let mut moved = Instant::now();
    loop {
        let picture = gallery.net(&states[player.step], &drawing.palette);
        let page = format!("{}\n\n{picture}\n\n{KEYS}", line(drawing, player));
        screen.show(&page)?;
        let shown = player;
        while player == shown {
            if interrupt.is_raised() {
                return Ok(interrupt.status());
            }
            match screen.key(PATIENCE)?.as_deref().map(Key::of) {
                Some(Some(Key::Quit)) => return Ok(Status::Success),
                Some(Some(Key::Interrupt)) => return Ok(Status::Interrupted),
                Some(Some(key)) => {
                    player.press(key);
                    moved = Instant::now();
                }
                _ if player.is_playing && moved.elapsed() >= PACE => {
                    player.tick();
                    moved = Instant::now();
                }
                _ => {}
            }
        }
    }
}

/// The cube before and after each move.
fn states(drawing: &Drawing) -> Result<Vec<Cube>, Failure> {
    let word = &drawing.word;
    (0..=word.len())
        .map(|step| drawing.cube.apply(&Algorithm::from(word[..step].to_vec())).map_err(Failure::usage))
        .collect()
}

/// The moves, with the last one that was made in brackets.
fn line(drawing: &Drawing, player: Player) -> String {
    let shown = |(i, turn)| if i + 1 == player.step { format!("[{turn}]") } else { format!(" {turn} ") };
    let moves: String = drawing.word.iter().enumerate().map(shown).collect();
    let state = if player.is_playing { "  playing" } else { "" };
    format!("{moves}  {} of {}{state}", player.step, player.last)
}

#[cfg(unix)]
mod screen {
    use super::{Duration, Failure, io, stdout};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};
    use std::io::Write;

    /// The terminal without echo and with another page; dropping it restores both.
    pub struct Screen {
        before: Termios,
    }

    impl Screen {
        pub fn open() -> Result<Self, Failure> {
            let before = tcgetattr(io::stdin()).map_err(io::Error::from)?;
            let screen = Self { before };
            let mut modes = screen.before.clone();
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
            modes.input_modes.remove(rustix::termios::InputModes::ICRNL);
            modes.special_codes[SpecialCodeIndex::VMIN] = 1;
            modes.special_codes[SpecialCodeIndex::VTIME] = 0;
            tcsetattr(io::stdin(), OptionalActions::Flush, &modes).map_err(io::Error::from)?;
            write!(stdout(), "\x1b[?1049h\x1b[?25l")?;
            Ok(screen)
        }

        pub fn show(&self, page: &str) -> io::Result<()> {
            write!(stdout(), "\x1b[H{}\x1b[J", page.replace('\n', "\x1b[K\n"))?;
            stdout().flush()
        }

        /// The bytes of a key, if one is pressed in time.
        pub fn key(&self, patience: Duration) -> io::Result<Option<Vec<u8>>> {
            let input = io::stdin();
            let time = Timespec { tv_sec: 0, tv_nsec: patience.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&time)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
                ready => ready?,
            };
            let mut bytes = [0; 16];
            match rustix::io::read(&input, &mut bytes) {
                Ok(0) => Ok(Some(b"q".to_vec())),
                Ok(count) => Ok(Some(bytes[..count].to_vec())),
                Err(rustix::io::Errno::INTR) => Ok(None),
                Err(error) => Err(error.into()),
            }
        }
    }

    impl Drop for Screen {
        fn drop(&mut self) {
            // There is nothing to do about a terminal that is gone.
            let _ = write!(stdout(), "\x1b[?25h\x1b[?1049l").and_then(|()| stdout().flush());
            let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
        }
    }
}

#[cfg(not(unix))]
mod screen {
    use super::{Duration, Failure, io};

    /// There is none: `check` refuses to play.
    pub struct Screen;

    impl Screen {
        pub fn open() -> Result<Self, Failure> {
            super::check().map(|()| Self)
        }

        pub fn show(&self, _: &str) -> io::Result<()> {
            Ok(())
        }

        pub fn key(&self, _: Duration) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_solution() {
        let mut player = Player { step: 0, last: 2, is_playing: false };
        let mut after = |key: &[u8]| {
            player.press(Key::of(key).unwrap());
            (player.step, player.is_playing)
        };
        let keys: [&[u8]; 9] = [b"b", b"n", b"\x1b[C", b"n", b"0", b"$", b" ", b" ", b"\x1b[D"];
        let steps = [0, 1, 2, 2, 0, 2, 0, 0, 0];
        assert_eq!(keys.map(|key| after(key).0), steps);
        assert_eq!([b" ", b" "].map(|key| after(key).1), [true, false]);
        assert_eq!(Key::of(b"x"), None);
    }

    #[test]
    fn keys_fit_a_narrow_terminal() {
        assert!(KEYS.len() < crate::common::cli::NARROW, "{}", KEYS.len());
    }

    #[test]
    fn playing_ends_at_the_end() {
        let mut player = Player { step: 0, last: 2, is_playing: true };
        player.tick();
        assert_eq!((player.step, player.is_playing), (1, true));
        player.tick();
        assert_eq!((player.step, player.is_playing), (2, false));
    }
}
