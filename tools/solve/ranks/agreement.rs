//! Agreement before the search: all ranks must be the same program, with the same options and tables.

use super::manifest::{Manifest, TableEntry};
use crate::common::exit::{Failure, Status};
use crate::communicator::{Mailbox, read, written};
use crate::thread_pools::Workforce;
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The state of a rank before the search.
#[derive(Debug, Serialize, Deserialize)]
enum Declaration {
    /// It is ready.
    Ready(Manifest),
    /// It has failed, with a status and a message.
    Failed(u8, String),
}

impl Declaration {
    fn of(own: Result<Manifest, &Failure>) -> Self {
        own.map_or_else(|failure| Self::Failed(failure.status as u8, failure.message()), Self::Ready)
    }
}

/// The answer of the first rank.
#[derive(Debug, Serialize, Deserialize)]
enum Verdict {
    Go,
    End,
}

/// On the first rank: sends whether its input is ready, so that loading tables is worthwhile.
pub fn open(mailbox: &Mailbox, is_ready: bool) {
    give(mailbox, is_ready);
}

/// On another rank: receives whether the first one has its input ready.
pub fn is_open(mailbox: &Mailbox) -> bool {
    matches!(read(&mailbox.wait().1), Verdict::Go)
}

/// On the first rank: receives the declarations of the others, compares them, and lets them begin or leave. Returns the
/// threads of all ranks. Its own failure takes precedence over those of others, and is not reported here.
pub fn lead(mailbox: &Mailbox, own: Result<Manifest, &Failure>) -> Result<Workforce, Failure> {
    let mut declared = BTreeMap::from([(0, Declaration::of(own))]);
    for _ in mailbox.others() {
        let (rank, message) = mailbox.wait();
        declared.insert(rank, read(&message));
    }
    let all = judge(declared);
    give(mailbox, all.is_ok());
    all
}

fn give(mailbox: &Mailbox, go: bool) {
    let answer = written(if go { &Verdict::Go } else { &Verdict::End });
    mailbox.others().for_each(|rank| mailbox.send(rank, &answer));
}

/// On another rank: sends its declaration. Returns whether it should begin.
pub fn follow(mailbox: &Mailbox, own: Result<Manifest, &Failure>) -> bool {
    mailbox.send(0, &written(&Declaration::of(own)));
    is_open(mailbox)
}

fn judge(declared: BTreeMap<usize, Declaration>) -> Result<Workforce, Failure> {
    let (mut manifests, mut failures) = (Vec::new(), Vec::new());
    for (rank, declaration) in declared {
        match declaration {
            Declaration::Ready(manifest) => manifests.push((rank, manifest)),
            Declaration::Failed(status, message) => failures.push((rank, status, message)),
        }
    }
    if let Some((rank, status, message)) = failures.into_iter().next() {
        return Err(Failure::new(Status::of_code(status), anyhow!("rank {rank}: {message}")));
    }
    let ((_, first), others) = manifests.split_first().expect("the first rank is always there");
    for (status, differences) in [
        (Status::Usage, differences(others, |other| of_build(first, other))),
        (Status::Usage, differences(others, |other| of_options(first, other))),
        (Status::Table, differences(others, |other| of_tables(first, other))),
        (Status::Table, files_of_machines(&manifests)),
    ] {
        if !differences.is_empty() {
            return Err(Failure::new(status, anyhow!("the ranks do not agree:\n  {}", differences.join("\n  "))));
        }
    }
    Ok(workforce(manifests.iter().map(|(_, manifest)| manifest)))
}

/// The threads of all ranks. Ranks of one machine may have the same cores, or some each.
fn workforce<'a>(manifests: impl Iterator<Item = &'a Manifest>) -> Workforce {
    let mut machines: BTreeMap<usize, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for Manifest { machine, threads, cores, .. } in manifests {
        let (all_threads, all_cores) = machines.entry(*machine).or_default();
        *all_threads += threads;
        all_cores.extend(cores);
    }
    Workforce {
        threads: machines.values().map(|(threads, _)| threads).sum(),
        cores: machines.values().map(|(threads, cores)| cores.len().min(*threads)).sum(),
    }
}

/// The differences between the other ranks and the first one, each once, with all ranks that have it.
fn differences(others: &[(usize, Manifest)], of: impl Fn(&Manifest) -> Vec<String>) -> Vec<String> {
    let mut ranks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (rank, other) in others {
        for difference in of(other) {
            ranks.entry(difference).or_default().push(rank.to_string());
        }
    }
    let sentence = |(difference, ranks): (String, Vec<String>)| {
        let several = if ranks.len() > 1 { "s" } else { "" };
        format!("rank{several} {}: {difference}", ranks.join(", "))
    };
    ranks.into_iter().map(sentence).collect()
}

fn of_build(first: &Manifest, other: &Manifest) -> Vec<String> {
    differ("program", &other.build, &first.build).into_iter().collect()
}

fn of_options(first: &Manifest, other: &Manifest) -> Vec<String> {
    let pairs = first.options.iter().zip(&other.options);
    // Searches of different kinds have different options after the one that names the search.
    let same = pairs.filter(|((name, _), (other, _))| name == other);
    same.filter_map(|((name, own), (_, theirs))| differ(name, theirs, own)).collect()
}

fn of_tables(first: &Manifest, other: &Manifest) -> Vec<String> {
    let names = |manifest: &Manifest| {
        let names: Vec<&str> = manifest.tables.iter().map(|table| table.name.as_str()).collect();
        names.join(", ")
    };
    if names(first) != names(other) {
        return differ("tables", &names(other), &names(first)).into_iter().collect();
    }
    let pairs = first.tables.iter().zip(&other.tables);
    let of_table = |(own, theirs): (&TableEntry, &TableEntry)| {
        differ(&format!("checksum of {}", own.name), &theirs.checksum, &own.checksum)
    };
    pairs.filter_map(of_table).collect()
}

fn differ(what: &str, theirs: &str, own: &str) -> Option<String> {
    (theirs != own).then(|| format!("{what}: {theirs}, and on rank 0: {own}"))
}

/// Tables that are not the same file for all ranks of a machine, where only the first rank has read the whole file.
fn files_of_machines(manifests: &[(usize, Manifest)]) -> Vec<String> {
    let mut others = Vec::new();
    for (rank, manifest) in manifests {
        let Some((first, of_machine)) = manifests.iter().find(|(_, other)| other.machine == manifest.machine) else {
            continue;
        };
        for (table, known) in manifest.tables.iter().zip(&of_machine.tables) {
            if table.file.is_none() || table.file != known.file {
                let (theirs, own) = (&table.path, &known.path);
                others.push(format!(
                    "rank {rank}: {theirs} is another file than {own} of rank {first} on the same machine"
                ));
            }
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::internals::search::InProcess;
    use std::thread;

    fn manifest() -> Manifest {
        let table = TableEntry {
            name: "corners-htm".to_owned(),
            checksum: "12".to_owned(),
            file: Some((1, 2)),
            path: "a.pdb".to_owned(),
        };
        let options = vec![("--all".to_owned(), "false".to_owned()), ("--max-depth".to_owned(), "20".to_owned())];
        Manifest { build: "1".to_owned(), options, tables: vec![table], machine: 0, threads: 2, cores: vec![0, 1, 2] }
    }

    /// The result of the first rank, and whether the others begin.
    fn outcome(
        of: impl Fn(usize) -> Result<Manifest, Failure> + Sync,
    ) -> (Result<Workforce, (Status, String)>, Vec<bool>) {
        let mut mailboxes = InProcess::team(4).into_iter().map(|rank| Mailbox::new(Box::new(rank)));
        let first = mailboxes.next().unwrap();
        thread::scope(|scope| {
            let of = &of;
            let others: Vec<_> = mailboxes
                .map(|mailbox| scope.spawn(move || follow(&mailbox, of(mailbox.rank()).as_ref().cloned())))
                .collect();
            let all = lead(&first, of(0).as_ref().cloned());
            let begun = others.into_iter().map(|other| other.join().unwrap()).collect();
            (all.map_err(|failure| (failure.status, failure.message())), begun)
        })
    }

    #[test]
    fn ranks_that_are_the_same_begin() {
        assert_eq!(outcome(|_| Ok(manifest())), (Ok(Workforce { threads: 8, cores: 3 }), vec![true; 3]));
    }

    #[test]
    fn cores_of_a_machine_count_once() {
        let of = |machine: usize, cores: &[usize]| Manifest { machine, cores: cores.to_vec(), ..manifest() };
        let all = |manifests: &[Manifest]| workforce(manifests.iter());
        // Each rank is bound to a core of its own, or has all of them; no more cores are at work than threads.
        assert_eq!(all(&[of(0, &[0]), of(0, &[1])]), Workforce { threads: 4, cores: 2 });
        assert_eq!(all(&[of(0, &[0, 1, 2, 3, 4, 5])]), Workforce { threads: 2, cores: 2 });
        assert_eq!(all(&[of(0, &[0, 1]), of(0, &[0, 1]), of(2, &[0])]), Workforce { threads: 6, cores: 3 });
    }

    #[test]
    fn every_difference_ends_the_job_and_is_told_once() {
        type Change = fn(&mut Manifest);
        let changes: [(Status, &str, Change); 6] = [
            (Status::Usage, "ranks 2, 3: program: 2, and on rank 0: 1", |m| m.build = "2".to_owned()),
            (Status::Usage, "ranks 2, 3: --max-depth: 7, and on rank 0: 20", |m| m.options[1].1 = "7".to_owned()),
            (Status::Table, "ranks 2, 3: checksum of corners-htm: 13, and on rank 0: 12", |m| {
                m.tables[0].checksum = "13".to_owned();
            }),
            (Status::Table, "ranks 2, 3: tables: , and on rank 0: corners-htm", |m| m.tables.clear()),
            (Status::Table, "rank 3: b.pdb is another file than a.pdb of rank 0", |m| {
                (m.tables[0].file, m.tables[0].path) = (Some((1, 3)), "b.pdb".to_owned());
            }),
            (Status::Table, "rank 2: b.pdb is another file than a.pdb of rank 0", |m| {
                (m.tables[0].file, m.tables[0].path) = (None, "b.pdb".to_owned());
            }),
        ];
        for (status, sentence, change) in changes {
            let (ended, begun) = outcome(|rank| {
                let mut own = manifest();
                if rank >= 2 {
                    change(&mut own);
                }
                Ok(own)
            });
            let (is, message) = ended.unwrap_err();
            assert_eq!((is, begun), (status, vec![false; 3]));
            assert_eq!(message.matches(sentence).count(), 1, "{message}");
        }
    }

    /// On another machine it may be another file with the same content.
    #[test]
    fn files_may_differ_between_machines() {
        let of = |rank| {
            Ok(Manifest {
                machine: rank / 2 * 2,
                tables: vec![TableEntry { file: Some((7, rank as u64 / 2)), ..manifest().tables[0].clone() }],
                ..manifest()
            })
        };
        assert_eq!(outcome(of), (Ok(Workforce { threads: 8, cores: 6 }), vec![true; 3]));
    }

    #[test]
    fn the_first_failure_counts() {
        let (ended, begun) = outcome(|rank| match rank {
            0 | 2 => Ok(manifest()),
            _ => Err(Failure::new(Status::Table, anyhow!("no table"))),
        });
        assert_eq!((ended, begun), (Err((Status::Table, "rank 1: no table".to_owned())), vec![false; 3]));
    }
}
