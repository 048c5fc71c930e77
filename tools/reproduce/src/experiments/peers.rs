//! Optimal solvers side by side: `solve` and others, wherever their users have built them, on the same cubes.

use super::own::lines;
use crate::args::PeersArgs;
use crate::common::csv::Csv;
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::common::units::{counted, parse_size, size, time};
use crate::report::{Section, Table};
use crate::runner::{Interruption, Pools};
use crate::text::{seconds, three_digits};
use anyhow::anyhow;
use cubepdb::internals::backend::Threads;
use cubepdb::internals::backend::random_access::RandomAccess;
use cubepdb::internals::cube::Cubies;
use cubepdb::internals::notation::{MoveOptions, parse_moves};
use cubepdb::internals::storage::TableBuffer;
use std::env;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

pub const NAME: &str = "peers";

/// What a program takes for this cube is its start: reading tables and other preparation.
const EASY: &str = "R U";

/// A solver to compare: a command of the shell, which finds the cube in the variable `MOVES` and as a line of its standard input, and
/// the number of threads to use in `THREADS`. Any line of its output may have the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Peer {
    pub name: String,
    /// Bytes of its tables.
    pub bytes: u64,
    pub command: String,
}

impl FromStr for Peer {
    type Err = String;

    /// Reads `NAME:SIZE=COMMAND`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(head, command)| Some((head.rsplit_once(':')?, command)));
        let ((name, bytes), command) = parts.ok_or("write NAME:SIZE=COMMAND, such as `nissy h48h3:241M=./run …`")?;
        let [name, command] = [name, command].map(|part| part.trim().to_owned());
        if name.is_empty() || command.is_empty() {
            return Err("the name and the command must not be empty".to_owned());
        }
        Ok(Self { name, bytes: parse_size(bytes)?, command })
    }
}

/// A cube, and a sequence of moves that leads to it.
struct Scramble {
    moves: String,
    cube: Cubies,
}

impl Scramble {
    fn read(text: &str) -> Result<Self, String> {
        let moves = parse_moves(text, &MoveOptions::default()).map_err(|error| error.to_string())?;
        let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
        Ok(Self { moves: text.join(" "), cube: Cubies::after(&moves) })
    }

    /// The length of the shortest of the solutions of this cube that a text contains.
    fn shortest_solution(&self, text: &str) -> Option<usize> {
        let in_line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let parts = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
            let length = |(from, to): (usize, usize)| {
                let moves = parse_moves(&words[from..to].join(" "), &MoveOptions::default()).ok()?;
                (self.cube.then(&Cubies::after(&moves)) == Cubies::SOLVED).then_some(moves.len())
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
    /// Seconds from start to end, and those of an easy cube just before.
    whole: f64,
    start: f64,
    /// Moves of the solution; `None` if it took too long.
    length: Option<usize>,
}

/// Solvers to compare on cubes.
pub struct Peers {
    peers: Vec<Peer>,
    scrambles: Vec<Scramble>,
    threads: usize,
    timeout: Duration,
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
        let texts = match &args.file {
            Some(path) => lines(path)?,
            None => args.cubes.iter().map(|text| (format!("`{text}`"), text.clone())).collect(),
        };
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
        Ok(Self { peers, scrambles, threads, timeout: args.timeout, solved: Vec::new(), limits: Vec::new() })
    }

    /// Lets all solvers solve one cube after the other, each time beginning with another solver.
    pub fn measure(&mut self, interrupt: &Interrupt) -> Result<(), Interruption> {
        let pools = Pools::default();
        let easy = Scramble::read(EASY).expect("these are moves");
        for scramble in 0..self.scrambles.len() {
            self.limits.push(random_line(&*pools.of(self.threads)?)?);
            let mut lengths: Vec<(usize, usize)> = Vec::new();
            for turn in 0..self.peers.len() {
                let peer = (scramble + turn) % self.peers.len();
                let (start, _) = self.once(peer, &easy, interrupt)?;
                let (whole, length) = self.once(peer, &self.scrambles[scramble], interrupt)?;
                let solved = Solved { peer, scramble, whole, start, length };
                let took = if length.is_some() { seconds(solved.seconds()) } else { "given up".to_owned() };
                say(&format!("  cube {}, {}: {took}", scramble + 1, self.peers[peer].name));
                self.solved.push(solved);
                lengths.extend(length.map(|length| (peer, length)));
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

    /// Runs a solver once; returns its seconds and the length of its solution, `None` if it was given up.
    fn once(
        &self,
        peer: usize,
        scramble: &Scramble,
        interrupt: &Interrupt,
    ) -> Result<(f64, Option<usize>), Interruption> {
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
                return Ok((f64::NAN, None));
            }
            thread::sleep(Duration::from_millis(1));
        }
        let took = began.elapsed().as_secs_f64();
        let [output, errors] = [output, errors].map(|reader| reader.join().expect("reading does not panic"));
        if let Some(length) = scramble.shortest_solution(&output) {
            return Ok((took, Some(length)));
        }
        let last = errors.lines().chain(output.lines()).rfind(|line| !line.trim().is_empty()).unwrap_or("nothing");
        Err(Failure::usage(format!("{name} printed no solution of {}; its last line: {last}", scramble.moves)).into())
    }

    /// The section of the report on what was measured.
    pub fn present(&self) -> Section {
        let mut section = Section::default();
        let heading =
            ["program", "tables", "start", "cubes", "median", "least", "most", "of the first, in all", "GB s"];
        let mut table = Table::new("Times without the start:", heading);
        for (number, peer) in self.peers.iter().enumerate() {
            let own = |solved: &&Solved| solved.peer == number && solved.length.is_some();
            let times = sorted(self.solved.iter().filter(own).map(Solved::seconds));
            let Some(median) = middle(&times) else { continue };
            let starts = sorted(self.solved.iter().filter(own).map(|solved| solved.start));
            table.row([
                peer.name.clone(),
                size(peer.bytes),
                seconds(middle(&starts).expect("as many as times")),
                times.len().to_string(),
                seconds(median),
                seconds(times[0]),
                seconds(times[times.len() - 1]),
                self.of_first(number).map_or_else(String::new, three_digits),
                three_digits(median * peer.bytes as f64 / 1e9),
            ]);
        }
        section.table(table);
        let given_up = self.solved.iter().filter(|solved| solved.length.is_none()).count();
        if given_up > 0 {
            let runs = counted(given_up as u64, "run");
            section.text(format!("{runs} took longer than {}: given up.", time(self.timeout)));
        }
        let limits = sorted(self.limits.iter().copied());
        if let Some(median) = middle(&limits) {
            section.text(format!(
                "A random line of memory took one core {} ns (median; {} to {}), measured before each cube on all {} threads. The \
                 start is the time for the cube `{EASY}`, measured before each search and taken off.",
                three_digits(median),
                three_digits(limits[0]),
                three_digits(limits[limits.len() - 1]),
                self.threads,
            ));
        }
        section.data = Some(self.csv());
        section
    }

    /// The time of a solver for all cubes that it and the first one solved, as times that of the first one.
    fn of_first(&self, peer: usize) -> Option<f64> {
        let seconds = |peer, scramble| {
            let of = |solved: &&Solved| solved.peer == peer && solved.scramble == scramble && solved.length.is_some();
            self.solved.iter().find(of).map(Solved::seconds)
        };
        let both =
            (0..self.scrambles.len()).filter_map(|scramble| Some((seconds(peer, scramble)?, seconds(0, scramble)?)));
        let (own, first) = both.fold((0.0, 0.0), |sums, both| (sums.0 + both.0, sums.1 + both.1));
        (first > 0.0).then(|| own / first)
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new(&[
            "cube",
            "moves",
            "program",
            "bytes",
            "threads",
            "start_seconds",
            "seconds",
            "length",
            "ns_per_line",
        ]);
        for solved in &self.solved {
            let Peer { name, bytes, .. } = &self.peers[solved.peer];
            csv.row(&[
                &(solved.scramble + 1),
                &self.scrambles[solved.scramble].moves,
                name,
                bytes,
                &self.threads,
                &format!("{:.6}", solved.start),
                &format!("{:.6}", solved.seconds()),
                &solved.length.map_or_else(String::new, |length| length.to_string()),
                &format!("{:.2}", self.limits[solved.scramble]),
            ]);
        }
        csv.into_text()
    }
}

impl Solved {
    /// Seconds without the start.
    fn seconds(&self) -> f64 {
        (self.whole - self.start).max(0.0)
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

/// Nanoseconds of one core for a random line of memory while all threads read.
fn random_line(threads: &Threads) -> Result<f64, Failure> {
    const BYTES: u64 = 1 << 30;
    let memory =
        threads.install(|| TableBuffer::filled(BYTES, 1)).map_err(|error| Failure::new(Status::Memory, error))?;
    let measure =
        |in_flight| RandomAccess::measure(&memory, in_flight, threads, Duration::from_millis(100)).ns_per_line();
    Ok([16, 32, 16, 32].map(measure).into_iter().fold(f64::INFINITY, f64::min))
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The median of sorted values.
fn middle(values: &[f64]) -> Option<f64> {
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_has_a_name_a_size_and_a_command() {
        let peer: Peer = "nissy h48h3: x:241M=cd a && ./run -moves \"$MOVES\" b=c".parse().unwrap();
        assert_eq!((peer.name.as_str(), peer.bytes), ("nissy h48h3: x", 241 << 20));
        assert_eq!(peer.command, "cd a && ./run -moves \"$MOVES\" b=c");
        for wrong in ["nissy", "nissy=./run", "nissy:big=./run", ":1M=./run", "nissy:1M= "] {
            assert!(wrong.parse::<Peer>().is_err(), "{wrong}");
        }
    }

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
