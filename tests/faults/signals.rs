//! Ctrl-C and termination at any moment.

use crate::Test;
use crate::cli::{HARD, corner_table};
use crate::effort::{is_full, or_full};
use crate::program::{PATIENCE, Place, Program, Ran, alone, rounds};
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::Metric;
use cubepdb_testing::signal;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

pub const TESTS: &[Test] = &[
    (15, "at_the_steps_of_a_build", at_steps),
    (15, "while_the_lists_of_an_h48_table_are_made", in_lists),
    (15, "at_any_moment_of_a_build", any_moment_of_a_build),
    (15, "at_any_moment_of_a_search", any_moment_of_a_search),
    (15, "at_any_moment_of_other_work", any_moment_of_work),
    (15, "of_a_batch", of_a_batch),
    (15, "in_an_endless_line", in_an_endless_line),
    (15, "as_one", as_one),
    (15, "twice", twice),
];

const SIGNALS: [(&str, i32); 2] = [("-INT", 130), ("-TERM", 143)];

/// A build with its output file, and the time it takes.
pub struct Build {
    pub place: Place,
    pub args: &'static str,
    pub time: Duration,
}

impl Build {
    pub fn new(args: &'static str) -> Self {
        let place = Place::new();
        let start = Instant::now();
        Self::program(&place, args, "right.pdb").ok();
        Self { place, args, time: start.elapsed() }
    }

    /// A build that saves a checkpoint after every step.
    fn program(place: &Place, args: &str, output: &str) -> Program {
        place.pdbgen(args).args(["--checkpoint-every", "0", "--progress", "plain", "-o", output])
    }

    pub fn start(&self, more: &[&str]) -> Child {
        Self::program(&self.place, self.args, "t.pdb").args(more).start()
    }

    /// Resumes, compares, and clears up for the next round.
    #[track_caller]
    pub fn resume_and_compare(&self) {
        Self::program(&self.place, self.args, "t.pdb").args(["--resume"]).ok();
        assert!(self.place.read("t.pdb") == self.place.read("right.pdb"), "the same file as without interruption");
        assert_eq!(self.place.names(), ["right.pdb", "t.pdb"]);
        self.clear();
    }

    /// Removes all files except the correct one.
    pub fn clear(&self) {
        self.place.names().iter().filter(|name| *name != "right.pdb").for_each(|name| self.place.remove(name));
    }
}

fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap)
}

/// The result of the program, which must have ended quickly.
#[track_caller]
fn ended(child: Child, asked: Instant) -> Ran {
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
    ran
}

/// Starts a build and sends a signal when it reports that it is past a step.
fn interrupt_at(build: &Build, step: &str, (name, code): (&str, i32), more: &[&str]) -> String {
    let mut child = build.start(more);
    let mut lines = lines(&mut child);
    lines.find(|line| line.contains(step)).expect("the step is reached");
    let asked = Instant::now();
    signal(&child, name);
    let rest: Vec<String> = lines.collect();
    assert_eq!(ended(child, asked).code, Some(code), "{rest:?}");
    rest.last().unwrap().clone()
}

fn at_steps(faults: &Faults) {
    let _alone = alone();
    let corners = Build::new(or_full("corners", "corners --metric qtm"));
    let blocks = is_full().then(|| Build::new("h48 --level 0 --metric qtm"));
    let steps = or_full(&["level  5"][..], &["level  2", "level  5", "level  9"]);
    let levels = steps.iter().map(|&step| (&corners, step));
    for &how in or_full(&SIGNALS[..1], &SIGNALS) {
        for (build, step) in levels.clone().chain(blocks.iter().map(|build| (build, "block"))) {
            faults.try_one(format!("{how:?} at {step}"), || {
                let last = interrupt_at(build, step, how, &[]);
                assert!(last.contains("--resume"), "{last}");
                assert_eq!(build.place.names(), ["right.pdb", "t.pdb.checkpoint"]);
                build.resume_and_compare();
            });
        }
    }
    if !is_hang_up_ignored() {
        faults.try_one("a terminal that is closed", || {
            interrupt_at(&corners, "level  5", ("-HUP", 143), &[]);
            corners.resume_and_compare();
        });
    }
    faults.try_one("a terminal that is closed, under nohup", || {
        let program = Build::program(&corners.place, corners.args, "t.pdb");
        let mut child = program.after("trap '' HUP").start();
        let mut lines = lines(&mut child);
        lines.find(|line| line.contains("level  2")).expect("the step is reached");
        signal(&child, "-HUP");
        lines.for_each(drop);
        assert!(child.wait().unwrap().success());
        assert!(corners.place.read("t.pdb") == corners.place.read("right.pdb"));
        corners.clear();
    });
    faults.try_one("again before it gets any further", || {
        interrupt_at(&corners, "level  2", SIGNALS[0], &[]);
        interrupt_at(&corners, "resumed", SIGNALS[0], &["--resume"]);
        corners.resume_and_compare();
    });
}

/// Returns whether this process, and so each that it starts, ignores the end of its terminal.
fn is_hang_up_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// There is nothing to resume from yet.
fn in_lists(faults: &Faults) {
    let _alone = alone();
    let build = Build { place: Place::new(), args: "h48 --level 0 --metric qtm", time: Duration::ZERO };
    for &how in or_full(&SIGNALS[..1], &SIGNALS) {
        faults.try_one(format!("{how:?}"), || {
            let last = interrupt_at(&build, "list   3", how, &[]);
            assert!(last.contains("no checkpoint"), "{last}");
            assert_eq!(build.place.names(), [""; 0]);
        });
    }
}

/// `rounds` moments from the start of a program to a little after its end.
pub fn moments(time: Duration, rounds: usize) -> impl Iterator<Item = Duration> {
    let mut random = fastrand::Rng::with_seed(rounds as u64);
    (0..rounds).map(move |round| time.mul_f64((round as f64 + random.f64()) / rounds as f64 * 1.05))
}

/// Checks that it was interrupted, had not begun to listen, or was finished before.
#[track_caller]
fn assert_interrupted(ran: &Ran, code: i32) {
    let killed = ran.signal == Some(code - 128) && ran.out.is_empty();
    assert!(killed || ran.code == Some(code) || ran.code == Some(0), "{ran:?}");
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

fn any_moment_of_a_build(faults: &Faults) {
    let _alone = alone();
    let build = Build::new("edges --pieces UR,UF,UL,UB,FR");
    for (round, moment) in moments(build.time, rounds(20)).enumerate() {
        let (name, code) = SIGNALS[round % 2];
        faults.try_one(format!("{name} after {moment:?}"), || {
            let child = build.start(&[]);
            thread::sleep(moment);
            let asked = Instant::now();
            signal(&child, name);
            assert_interrupted(&ended(child, asked), code);
            if let Ok(bytes) = fs::read(build.place.path("t.pdb")) {
                assert!(bytes == build.place.read("right.pdb"), "a file under its final name is whole");
            }
            build.resume_and_compare();
        });
        build.clear();
    }
}

/// All solutions of this cube take a second or so with the corner table alone.
pub fn cube() -> &'static str {
    or_full("R U2 F' L D2 B R' U F2 L' D", "R U2 F' L D2 B R' U F2 L' D B2")
}

static ANSWER: LazyLock<String> = LazyLock::new(|| search(&Place::new(), &["--all"], cube()).ok());

/// A search with the corner table alone.
pub fn search(place: &Place, more: &[&str], cube: &str) -> Program {
    let cubes = [cube].into_iter().filter(|cube| !cube.is_empty());
    place.solve(&["--pdb", corner_table().to_str().unwrap()]).args(more).args(cubes)
}

fn any_moment_of_a_search(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let right = ANSWER.clone();
    let save = ["--all", "--resume", "--checkpoint-every", "0.02", "--checkpoint", "run"];
    let start = Instant::now();
    search(&place, &save, cube()).ok();
    for (round, moment) in moments(start.elapsed(), rounds(10)).enumerate() {
        let (name, code) = SIGNALS[round % 2];
        faults.try_one(format!("{name} after {moment:?}"), || {
            let child = search(&place, &save, cube()).start();
            thread::sleep(moment);
            let asked = Instant::now();
            signal(&child, name);
            let ran = ended(child, asked);
            assert_interrupted(&ran, code);
            match ran.code {
                Some(0) => assert_eq!(ran.out, right),
                // Some of the solutions may be known, and are reported as incomplete. After the last iteration all are.
                Some(_) => {
                    let part = ran.out.contains("\nincomplete: there may be more solutions (interrupted)");
                    let none = ran.out.is_empty() || ran.bound().is_some();
                    assert!(none || part || ran.out == right, "{ran:?}");
                }
                None => {}
            }
            assert_eq!(search(&place, &save, cube()).ok(), right);
            assert_eq!(place.names(), [""; 0]);
        });
    }
    // Without a checkpoint as well, and two-sided.
    for (name, code) in SIGNALS {
        faults.try_one(name, || {
            let child = search(&place, &["--progress", "json"], HARD).start();
            let mut child = child;
            lines(&mut child).find(|line| line.contains("\"bound\":1")).unwrap();
            let asked = Instant::now();
            signal(&child, name);
            let ran = ended(child, asked);
            assert_eq!(ran.code, Some(code));
            let line = ran.bound().unwrap_or_default();
            assert!(line.contains(": at least 1") && line.contains("interrupted"), "{}", ran.out);
        });
    }
}

fn any_moment_of_work(faults: &Faults) {
    let _alone = alone();
    let fixture = Fixture::of_edges("UR,UF,UL,UB,FR", Metric::HalfTurn);
    fixture.compressed();
    let plain = fixture.read("t.pdb");
    for command in ["compress t.pdb -o x.zst", "decompress t.pdb.zst -o x", "verify t.pdb"] {
        let start = Instant::now();
        fixture.pdbgen(command).ok();
        let time = start.elapsed();
        for (round, moment) in moments(time, rounds(4)).enumerate() {
            for name in ["x", "x.zst"] {
                let _ = fs::remove_file(fixture.place.path(name));
            }
            let (name, code) = SIGNALS[round % 2];
            faults.try_one(format!("{command}: {name} after {moment:?}"), || {
                let child = fixture.pdbgen(command).start();
                thread::sleep(moment);
                let asked = Instant::now();
                signal(&child, name);
                assert_interrupted(&ended(child, asked), code);
                let whole = |name: &str, right: Option<&[u8]>| match fs::read(fixture.place.path(name)) {
                    Ok(bytes) if right.is_some() => assert!(Some(&bytes[..]) == right),
                    Ok(_) => _ = fixture.pdbgen(&format!("verify --quick {name}")).ok(),
                    Err(_) => {}
                };
                whole("x", Some(&plain));
                whole("x.zst", None);
                fixture.pdbgen(command).args(["--force"]).ok();
                assert!(!fixture.names().iter().any(|name| name.ends_with(".partial")));
            });
        }
    }
}

/// The current cubes get their proven bounds, although the input has not ended.
fn of_a_batch(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    for jobs in ["1", "2"] {
        for (name, code) in SIGNALS {
            faults.try_one(format!("{name}, {jobs} jobs"), || {
                let args = ["--jobs", jobs, "--progress", "json"];
                let mut child = search(&place, &args, "-").start();
                let mut input = child.stdin.take().unwrap();
                let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
                write!(input, "R U\n{HARD}\n").unwrap();
                assert_eq!(output.next().unwrap(), "U' R' (2f)");
                let mut errors = lines(&mut child);
                errors.find(|line| line.contains("\"bound\":1") || line.contains("cube")).unwrap();
                let asked = Instant::now();
                signal(&child, name);
                assert!(output.next().unwrap().ends_with("f)"));
                let line = output.next().unwrap();
                assert!(line.starts_with("unproven: at least ") && line.contains("interrupted"), "{line}");
                assert_eq!(ended(child, asked).code, Some(code));
                drop(input);
            });
        }
    }
}

/// One signal is enough, though a line of the input never ends, or nobody writes one.
fn in_an_endless_line(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    for &(name, code) in or_full(&SIGNALS[..1], &SIGNALS) {
        for (args, line, is_fed) in [
            (&["-f", "/dev/zero"][..], "", false),
            (&["-"][..], "", true),
            (&["-"][..], "", false),
            (&["-"][..], "R\n", false),
            (&["--jobs", "2", "-"][..], "", true),
        ] {
            faults.try_one(format!("{name}: solve {args:?}, {line:?}, {is_fed}"), || {
                let mut child = search(&place, args, "").start();
                let mut input = child.stdin.take();
                if !line.is_empty() {
                    input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
                    let output = BufReader::new(child.stdout.as_mut().unwrap());
                    assert_eq!(output.lines().next().unwrap().unwrap(), "R' (1f)");
                }
                let feeder = is_fed.then(|| {
                    let mut input = input.take().unwrap();
                    // Until the program is gone.
                    thread::spawn(move || while input.write_all(&[b'R'; 1 << 12]).is_ok() {})
                });
                // It has begun to listen, and to read.
                thread::sleep(Duration::from_millis(1500));
                let asked = Instant::now();
                signal(&child, name);
                while child.try_wait().unwrap().is_none() {
                    assert!(asked.elapsed() < Duration::from_secs(20), "one signal does not end it");
                    thread::sleep(Duration::from_millis(10));
                }
                assert_eq!(ended(child, asked).code, Some(code));
                drop(input);
                feeder.into_iter().for_each(|feeder| feeder.join().unwrap());
            });
        }
    }
}

/// Two signals that arrive together count as one: the build ends in an orderly way.
fn as_one(faults: &Faults) {
    let _alone = alone();
    let build = Build::new(or_full("corners", "corners --metric qtm"));
    for &(name, code) in or_full(&SIGNALS[..1], &SIGNALS) {
        faults.try_one(name, || {
            let mut child = build.start(&[]);
            let mut lines = lines(&mut child);
            lines.find(|line| line.starts_with("level  9")).unwrap();
            let asked = Instant::now();
            signal(&child, name);
            thread::sleep(Duration::from_millis(2));
            let _ = std::process::Command::new("kill").args([name, &child.id().to_string()]).output();
            assert!(lines.last().unwrap().contains("--resume"));
            assert_eq!(ended(child, asked).code, Some(code));
            assert_eq!(build.place.names(), ["right.pdb", "t.pdb.checkpoint"]);
            build.resume_and_compare();
        });
        build.clear();
    }
}

/// A second signal ends the program at once, even if it is stuck: here nobody reads its output.
fn twice(faults: &Faults) {
    let place = Place::new();
    assert!(std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap().success());
    let full = "exec 2<>pipe && head -c 65536 /dev/zero >&2";
    let build = place.pdbgen("corners --progress plain -o t.pdb").after(full);
    for (name, code) in SIGNALS {
        faults.try_one(name, || {
            let mut child = build.start();
            let started = Instant::now();
            while !place.path("t.pdb.lock").exists() {
                assert!(started.elapsed() < PATIENCE, "it has not begun");
                thread::sleep(Duration::from_millis(10));
            }
            signal(&child, name);
            thread::sleep(Duration::from_millis(700));
            assert!(child.try_wait().unwrap().is_none(), "it is stuck");
            let asked = Instant::now();
            signal(&child, name);
            assert_eq!(ended(child, asked).code, Some(code));
            assert_eq!(place.names(), ["pipe", "t.pdb.lock"]);
            place.remove("t.pdb.lock");
        });
    }
}
