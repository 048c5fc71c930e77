//! The bytes of a saved search, see `FORMAT.md`.

use crate::puzzle::Letter;
use crate::search::checkpoint::error::CheckpointError;
use crate::search::checkpoint::progress::{Progress, Running};
use crate::search::query::Iteration;
use crate::search::report::{Counters, Findings};
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::Split;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_128;

pub(super) const MAGIC: [u8; 8] = *b"\x89CPS\r\n\x1a\n";
pub(super) const VERSION: u32 = 2;
/// Bytes before the identity.
pub(super) const HEADER: usize = 24;
/// Larger counts are none: no search comes so far, and the sum over all lengths still fits 64 bits.
const MOST: u64 = 1 << 55;
/// Bytes of the checksum.
const CHECKSUM: u64 = 16;

type Result<T> = std::result::Result<T, CheckpointError>;

/// A search of a certain identity, saved.
pub(super) fn encode(identity: &str, progress: &Progress) -> Vec<u8> {
    let payload = payload(progress);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((identity.len() as u32).to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(identity.as_bytes());
    bytes.extend(payload);
    bytes.extend(xxh3_128(&bytes).to_le_bytes());
    bytes
}

fn payload(progress: &Progress) -> Vec<u8> {
    let mut out = vec![progress.next, u8::from(progress.running.is_some())];
    out.extend((progress.iterations.len() as u16).to_le_bytes());
    for iteration in &progress.iterations {
        out.push(iteration.bound);
        put_counters(&mut out, &iteration.counters);
        put(&mut out, [iteration.scheduler.subtrees, nanoseconds(iteration.time)]);
    }
    put_words(&mut out, &progress.solutions);
    put_scores(&mut out, &progress.scores);
    if let Some(Running { split, done, scores, findings, time }) = &progress.running {
        out.extend([split.depth, findings.excess]);
        put(&mut out, [split.tasks, split.paths, nanoseconds(*time)]);
        put_counters(&mut out, &findings.counters);
        put_words(&mut out, &findings.solutions);
        out.extend(done);
        put_scores(&mut out, scores);
    }
    out
}

fn put<const N: usize>(out: &mut Vec<u8>, numbers: [u64; N]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put_counters(out: &mut Vec<u8>, counters: &Counters) {
    let Counters { nodes, expanded, lookups, duplicates } = *counters;
    put(out, [nodes, expanded, lookups, duplicates]);
}

fn put_words(out: &mut Vec<u8>, words: &[Vec<Letter>]) {
    put(out, [words.len() as u64]);
    for word in words {
        out.push(word.len() as u8);
        out.extend(word.iter().map(|letter| letter.index() as u8));
    }
}

fn put_scores(out: &mut Vec<u8>, scores: &[u16]) {
    put(out, [scores.len() as u64]);
    out.extend(scores.iter().flat_map(|score| score.to_le_bytes()));
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The length of a file that begins with these bytes: its header, as far as there is one.
pub(super) fn stated_length(header: &[u8]) -> Result<u64> {
    let short = || CheckpointError::Length { expected: HEADER as u64, found: header.len() as u64 };
    let magic: &[u8; 8] = header.first_chunk().ok_or_else(short)?;
    if *magic != MAGIC {
        return Err(CheckpointError::NotACheckpoint { found: *magic });
    }
    let mut rest = Reader(header.get(8..HEADER).ok_or_else(short)?);
    let found = u32::from_le_bytes(rest.take()?);
    if found != VERSION {
        return Err(CheckpointError::OtherVersion { found, known: VERSION });
    }
    let (identity, payload) = (u32::from_le_bytes(rest.take()?), rest.number()?);
    let beside = HEADER as u64 + u64::from(identity) + CHECKSUM;
    payload.checked_add(beside).ok_or(CheckpointError::OutOfRange { field: "length of the contents", found: payload })
}

/// Reads what [`encode`] wrote of the search of this identity, whose words have so many different letters. Every number
/// is checked before memory is taken for it.
pub(super) fn decode(bytes: &[u8], identity: &str, letters: usize) -> Result<Progress> {
    let (expected, found) = (stated_length(bytes)?, bytes.len() as u64);
    if expected != found {
        return Err(CheckpointError::Length { expected, found });
    }
    let (bytes, stated) = bytes.split_last_chunk().expect("the length was checked");
    let (expected, found) = (u128::from_le_bytes(*stated), xxh3_128(bytes));
    if expected != found {
        return Err(CheckpointError::Damaged { expected, found });
    }
    let own = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let (of_file, payload) = bytes[HEADER..].split_at(own);
    if of_file != identity.as_bytes() {
        return Err(CheckpointError::OtherSearch { differences: differences(of_file, identity) });
    }
    let mut reader = Reader(payload);
    let progress = reader.progress(letters)?;
    match reader.0.len() as u64 {
        0 => Ok(progress),
        found => Err(CheckpointError::OutOfRange { field: "number of bytes behind the end", found }),
    }
}

/// The lines of two identities that are not the same.
fn differences(found: &[u8], wanted: &str) -> String {
    let found: String = String::from_utf8_lossy(found)
        .chars()
        .map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c })
        .collect();
    let mut found = found.lines();
    let pairs = wanted.lines().map(|wanted| (found.next().unwrap_or("nothing"), wanted));
    let parts: Vec<String> =
        pairs.filter(|(found, wanted)| found != wanted).map(|(a, b)| format!("`{a}` instead of `{b}`")).collect();
    if parts.is_empty() { "it has more to it".to_owned() } else { parts.join(", ") }
}

/// The bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn progress(&mut self, letters: usize) -> Result<Progress> {
        let [next, running] = self.take()?;
        let count = u16::from_le_bytes(self.take()?);
        let mut iterations: Vec<Iteration> = Vec::new();
        for _ in 0..count {
            let iteration = self.iteration()?;
            if iterations.last().is_some_and(|last| last.bound >= iteration.bound) {
                return Err(out_of_range("length of an iteration", iteration.bound));
            }
            iterations.push(iteration);
        }
        if iterations.last().is_some_and(|last| last.bound >= next) {
            return Err(out_of_range("length to search next", next));
        }
        let solutions = self.words(letters)?;
        let scores = self.scores()?;
        let running = match running {
            0 => None,
            1 => Some(self.running(letters, next)?),
            _ => return Err(out_of_range("mark of a length in hand", running)),
        };
        Ok(Progress { iterations, solutions, next, scores, running })
    }

    fn iteration(&mut self) -> Result<Iteration> {
        let [bound] = self.take()?;
        let counters = self.counters()?;
        let scheduler = SchedulerStatistics { subtrees: self.count()?, ..SchedulerStatistics::default() };
        let time = Duration::from_nanos(self.number()?);
        Ok(Iteration { bound, counters, scheduler, completed: true, time })
    }

    fn running(&mut self, letters: usize, bound: u8) -> Result<Running> {
        let [depth, excess] = self.take()?;
        if depth > bound {
            return Err(out_of_range("depth of the subtrees", depth));
        }
        let (tasks, paths) = (self.number()?, self.number()?);
        let time = Duration::from_nanos(self.number()?);
        let counters = self.counters()?;
        let solutions = self.words(letters)?;
        let done = self.bits(tasks)?;
        let scores = self.scores()?;
        if !scores.is_empty() && scores.len() as u64 != tasks {
            return Err(CheckpointError::OutOfRange { field: "number of scores", found: scores.len() as u64 });
        }
        let findings = Findings { solutions, counters, excess, complete: true };
        Ok(Running { split: Split { depth, tasks, paths }, done, scores, findings, time })
    }

    fn scores(&mut self) -> Result<Vec<u16>> {
        let count = self.number()?;
        let Some(bytes) = count.checked_mul(2) else {
            return Err(CheckpointError::OutOfRange { field: "number of scores", found: count });
        };
        let scores = self.slice(bytes)?.as_chunks::<2>().0;
        Ok(scores.iter().map(|&score| u16::from_le_bytes(score)).collect())
    }

    /// One bit for each task; those behind the last one are 0.
    fn bits(&mut self, count: u64) -> Result<Vec<u8>> {
        let bytes = self.slice(count.div_ceil(8))?;
        match bytes.last() {
            Some(last) if !count.is_multiple_of(8) && last >> (count % 8) != 0 => {
                Err(out_of_range("last byte of the map", *last))
            }
            _ => Ok(bytes.to_vec()),
        }
    }

    fn words(&mut self, letters: usize) -> Result<Vec<Vec<Letter>>> {
        let count = self.number()?;
        // Every word takes a byte at least.
        if count > self.0.len() as u64 {
            return Err(CheckpointError::OutOfRange { field: "number of solutions", found: count });
        }
        (0..count).map(|_| self.word(letters)).collect()
    }

    fn word(&mut self, letters: usize) -> Result<Vec<Letter>> {
        let [length] = self.take()?;
        let bytes = self.slice(u64::from(length))?;
        match bytes.iter().find(|&&letter| usize::from(letter) >= letters) {
            Some(letter) => Err(out_of_range("move of a solution", *letter)),
            None => Ok(bytes.iter().map(|&letter| Letter::new(usize::from(letter))).collect()),
        }
    }

    fn counters(&mut self) -> Result<Counters> {
        let [nodes, expanded, lookups, duplicates] = [self.count()?, self.count()?, self.count()?, self.count()?];
        Ok(Counters { nodes, expanded, lookups, duplicates })
    }

    fn count(&mut self) -> Result<u64> {
        match self.number()? {
            count if count <= MOST => Ok(count),
            found => Err(CheckpointError::OutOfRange { field: "count of nodes or the like", found }),
        }
    }

    fn number(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.slice(N as u64)?.try_into().expect("as many bytes as were asked for"))
    }

    fn slice(&mut self, count: u64) -> Result<&[u8]> {
        let left = self.0.len() as u64;
        if count > left {
            return Err(CheckpointError::OutOfRange { field: "number of bytes left", found: left });
        }
        let (taken, rest) = self.0.split_at(count as usize);
        self.0 = rest;
        Ok(taken)
    }
}

fn out_of_range(field: &'static str, found: u8) -> CheckpointError {
    CheckpointError::OutOfRange { field, found: u64::from(found) }
}
