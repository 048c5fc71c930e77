//! Optimal solvers side by side: `solve` and others, wherever their users have built them, on the same cubes.

use super::own::texts;
use crate::args::PeersArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::common::units::{counted, size, time};
use crate::peer::Peer;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Pools};
use crate::runs::Spread;
use crate::text::{seconds, three_digits};
use anyhow::anyhow;
use cubepdb::random_access::memory_speed;
use cubepdb::{Algorithm, Cube, MoveError, Size};
use std::env;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub const NAME: &str = "peers";

/// The time that a program takes for this cube is that of its start: reading tables and other preparation.
const EASY: &str = "R U";

/// A cube, and a sequence of moves that leads to it.
struct Scramble {
    moves: String,
    cube: Cube,
}

impl Scramble {
    fn read(text: &str) -> Result<Self, String> {
        let moves: Algorithm = text.parse().map_err(|error: MoveError| error.to_string())?;
        let cube = Cube::solved(Size::THREE).apply(&moves).map_err(|error| error.to_string())?;
        Ok(Self { moves: moves.to_string(), cube })
    }

    /// The length of the shortest of the solutions of this cube that a text contains.
    fn shortest_solution(&self, text: &str) -> Option<usize> {
        let in_line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let parts = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
            let length = |(from, to): (usize, usize)| {
                let moves: Algorithm = words[from..to].join(" ").parse().ok()?;
                self.cube.apply(&moves).is_ok_and(|cube| cube.is_solved()).then_some(moves.len())
            };
            parts.filter_map(length).min()
        };
        text.lines().filter_map(in_line).min()
    }
}

/// One solver on one cube.
#[derive(Clone, Debug)]
struct Solved {
    /// Indices of the solver and of the cube.
    peer: usize,
    scramble: usize,
    /// Seconds, and moves of the solution; `None` if it took too long.
    found: Option<(f64, usize)>,
}

/// Solvers to compare on cubes.
pub struct Peers {
    peers: Vec<Peer>,
    scrambles: Vec<Scramble>,
    threads: usize,
    timeout: Duration,
    /// Seconds of the easy cube before each of the cubes, for each solver. Their median counts.
    starts: Vec<Vec<f64>>,
    solved: Vec<Solved>,
    /// Nanoseconds of one core for a random line of memory while all threads read, before each cube.
    limits: Vec<f64>,
}

impl Peers {
    /// Reads the solvers and the cubes of the command line.
    ///
    /// # Errors
    /// If a file cannot be read, a cube is not given as moves, or there is nothing to compare.
    pub fn read(args: &PeersArgs) -> Result<Self, Failure> {
        let mut peers = Vec::new();
        for path in &args.pdb {
            let cannot = |error| Failure::new(Status::Io, anyhow!("cannot read {}: {error}", path.display()));
            let bytes = path.metadata().map_err(cannot)?.len();
            let path = path.canonicalize().map_err(cannot)?;
            let own = env::current_exe()?.with_file_name(format!("solve{}", env::consts::EXE_SUFFIX));
            if !own.is_file() {
                return Err(Failure::usage(format!("there is no program {}: build it, too", own.display())));
            }
            let name = format!("cubepdb {}", path.file_stem().unwrap_or_default().to_string_lossy());
            let [own, path] = [&own, &path].map(|path| quoted(&path.to_string_lossy()));
            let command = format!("{own} --pdb {path} --threads \"$THREADS\" -- \"$MOVES\"");
            peers.push(Peer { name, bytes, command });
        }
        peers.extend(args.peers.iter().cloned());
        let texts = texts(args.file.as_deref(), &args.cubes)?;
        let read = |(place, text): (String, String)| {
            let wrong = |error| Failure::new(Status::InvalidCube, anyhow!("{place}: not moves: {error}"));
            Scramble::read(&text).map_err(wrong)
        };
        let scrambles: Vec<Scramble> = texts.into_iter().map(read).collect::<Result<_, _>>()?;
        if peers.is_empty() || scrambles.is_empty() {
            return Err(Failure::usage("name solvers with --pdb and --peer, and at least one cube"));
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.map_or(cores, |threads| threads as usize);
        let starts = vec![Vec::new(); peers.len()];
        let (solved, limits) = Default::default();
        Ok(Self { peers, scrambles, threads, timeout: args.timeout, starts, solved, limits })
    }

    /// Lets all solvers solve one cube after the other, each time beginning with another solver. Each is started twice
    /// for the easy cube before, and the second time counts: then its files are in memory, and the system has as much
    /// memory at hand as it needs. On some virtual machines, a start takes ten times as long otherwise.
    pub fn measure(&mut self, interrupt: &Interrupt) -> Result<(), Interruption> {
        let pools = Pools::default();
        for scramble in 0..self.scrambles.len() {
            let speed = memory_speed(&*pools.of(self.threads)?).map_err(|error| Failure::new(Status::Memory, error))?;
            self.limits.push(speed);
            let mut lengths: Vec<(usize, usize)> = Vec::new();
            for turn in 0..self.peers.len() {
                let peer = (scramble + turn) % self.peers.len();
                self.start(peer, interrupt)?;
                let start = self.start(peer, interrupt)?;
                self.starts[peer].push(start);
                let found = self.once(peer, &self.scrambles[scramble], interrupt)?;
                let took = found.map_or("given up".to_owned(), |(whole, _)| seconds((whole - start).max(0.0)));
                say(&format!("  cube {}, {}: {took}", scramble + 1, self.peers[peer].name));
                self.solved.push(Solved { peer, scramble, found });
                lengths.extend(found.map(|(_, length)| (peer, length)));
            }
            if let Some(pair) = lengths.windows(2).find(|pair| pair[0].1 != pair[1].1) {
                let [(one, first), (other, second)] = [0, 1].map(|at| (&self.peers[pair[at].0].name, pair[at].1));
                let moves = &self.scrambles[scramble].moves;
                let text = format!("{one} found {first} moves and {other} {second} for {moves}: not both are shortest");
                return Err(Failure::new(Status::Internal, anyhow!(text)).into());
            }
        }
        Ok(())
    }

    /// Seconds of a solver for the easy cube.
    fn start(&self, peer: usize, interrupt: &Interrupt) -> Result<f64, Interruption> {
        let easy = Scramble::read(EASY).expect("these are moves");
        let slow = || format!("{} takes longer than {} for {EASY}", self.peers[peer].name, time(self.timeout));
        let (seconds, _) = self.once(peer, &easy, interrupt)?.ok_or_else(|| Failure::usage(slow()))?;
        Ok(seconds)
    }

    /// The starts of a solver, of which there are some.
    fn starts(&self, peer: usize) -> Spread {
        Spread::of(self.starts[peer].iter().copied()).expect("it was started")
    }

    /// Seconds for a cube without those of the start; `None` if it was given up.
    fn without_start(&self, solved: &Solved) -> Option<f64> {
        solved.found.map(|(whole, _)| whole - self.starts(solved.peer).median)
    }

    /// A time without the start, as text. A time within the range of the middle half of the starts is not known any
    /// better.
    fn told(&self, peer: usize, time: f64) -> String {
        let mut starts = self.starts[peer].clone();
        starts.sort_by(f64::total_cmp);
        let range = starts[starts.len() * 3 / 4] - starts[starts.len() / 4];
        if time > range { seconds(time) } else { format!("< {}", seconds(range)) }
    }

    /// Runs a solver once; returns its seconds and the length of its solution, `None` if it was given up.
    fn once(
        &self,
        peer: usize,
        scramble: &Scramble,
        interrupt: &Interrupt,
    ) -> Result<Option<(f64, usize)>, Interruption> {
        let Peer { name, command, .. } = &self.peers[peer];
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).env("MOVES", &scramble.moves).env("THREADS", self.threads.to_string());
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let began = Instant::now();
        let mut child = shell.spawn().map_err(|error| Failure::new(Status::Io, anyhow!("cannot run sh: {error}")))?;
        let output = collected(child.stdout.take().expect("it is a pipe"));
        let errors = collected(child.stderr.take().expect("it is a pipe"));
        // A program that does not read it may have closed it.
        _ = writeln!(child.stdin.take().expect("it is a pipe"), "{}", scramble.moves);
        while child.try_wait()?.is_none() {
            if interrupt.is_raised() {
                end(&mut child);
                return Err(Interruption::Interrupted);
            }
            if began.elapsed() > self.timeout {
                end(&mut child);
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(1));
        }
        let took = began.elapsed().as_secs_f64();
        let [output, errors] = [output, errors].map(|reader| reader.join().expect("reading does not panic"));
        if let Some(length) = scramble.shortest_solution(&output) {
            return Ok(Some((took, length)));
        }
        let last = errors.lines().chain(output.lines()).rfind(|line| !line.trim().is_empty()).unwrap_or("nothing");
        Err(Failure::usage(format!("{name} printed no solution of {}; its last line: {last}", scramble.moves)).into())
    }

    /// The section of the report on what was measured.
    pub fn present(&self, section: &mut Section) {
        let heading =
            ["program", "tables", "start", "cubes", "median", "least", "most", "of the first, in all", "GB s"];
        let mut table = Table::new("Times without the start:", heading);
        for (number, peer) in self.peers.iter().enumerate() {
            let own = |solved: &&Solved| solved.peer == number;
            let times: Vec<f64> = self.solved.iter().filter(own).filter_map(|one| self.without_start(one)).collect();
            let Some(Spread { median, least, most }) = Spread::of(times.iter().copied()) else { continue };
            table.row([
                peer.name.clone(),
                size(peer.bytes),
                seconds(self.starts(number).median),
                times.len().to_string(),
                self.told(number, median),
                self.told(number, least),
                self.told(number, most),
                self.of_first(number).map_or_else(String::new, three_digits),
                three_digits(median.max(0.0) * peer.bytes as f64 / 1e9),
            ]);
        }
        section.table(table);
        let given_up = self.solved.iter().filter(|solved| solved.found.is_none()).count();
        if given_up > 0 {
            let runs = counted(given_up as u64, "run");
            section.text(format!("{runs} took longer than {}: given up.", time(self.timeout)));
        }
        if let Some(Spread { median, least, most }) = Spread::of(self.limits.iter().copied()) {
            section.text(format!(
                "A random line of memory took one core {} ns (median; {} to {}), measured before each cube on all {} threads. The \
                 start is the median time for the cube `{EASY}`, measured before each cube, and taken off. A time after `<` is shorter than the middle half of the starts differ.",
                three_digits(median),
                three_digits(least),
                three_digits(most),
                self.threads,
            ));
        }
        section.data = Some(self.csv());
    }

    /// The time of a solver for all cubes that it and the first one solved, as times that of the first one.
    fn of_first(&self, peer: usize) -> Option<f64> {
        let seconds = |peer, scramble| {
            let of = |solved: &&Solved| solved.peer == peer && solved.scramble == scramble;
            self.solved.iter().find(of).and_then(|solved| self.without_start(solved))
        };
        let both =
            (0..self.scrambles.len()).filter_map(|scramble| Some((seconds(peer, scramble)?, seconds(0, scramble)?)));
        let (own, first) = both.fold((0.0, 0.0), |sums, both| (sums.0 + both.0, sums.1 + both.1));
        (first > 0.0).then(|| own / first)
    }

    fn csv(&self) -> String {
        let heading =
            ["cube", "moves", "program", "bytes", "threads", "start_seconds", "seconds", "length", "ns_per_line"];
        let mut table = Table::new("", heading);
        for solved in &self.solved {
            let Solved { peer, scramble, found } = solved;
            let Peer { name, bytes, .. } = &self.peers[*peer];
            table.row([
                (scramble + 1).to_string(),
                self.scrambles[*scramble].moves.clone(),
                name.clone(),
                bytes.to_string(),
                self.threads.to_string(),
                format!("{:.6}", self.starts(*peer).median),
                self.without_start(solved).map_or_else(String::new, |time| format!("{time:.6}")),
                found.map_or_else(String::new, |(_, length)| length.to_string()),
                format!("{:.2}", self.limits[*scramble]),
            ]);
        }
        table.csv()
    }
}

/// A word of the shell that stands for this text.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Reads a pipe to its end, in a thread of its own.
fn collected(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Ends a shell and what it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    _ = child.kill();
    _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as different solvers print them.
    #[test]
    fn the_solution_is_found_in_any_line() {
        let scramble = Scramble::read("R' U F2").unwrap();
        assert_eq!(scramble.moves, "R' U F2");
        for text in [
            "F2 U' R",
            "0 4.787566821 3 F2 U' R ",
            "solving ...\nF2U'R (3)",
            "R' U F2\nF2 U3 R1\n3 moves",
            "F2 U2 U R R2 R2\nF2 U' R",
        ] {
            assert_eq!(scramble.shortest_solution(text), Some(3), "{text}");
        }
        assert_eq!(scramble.shortest_solution("F2 U R\n3 moves"), None);
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
