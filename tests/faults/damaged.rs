//! Files that differ from what was written: truncated, too long, with flipped bits, or no tables at all. The library is
//! tested with every one of them, the programs with some.

use crate::Test;
use crate::effort::or_full;
use crate::tables::{Fixture, flip, length, patch, set_len};
use crate::tally::Faults;
use cubepdb::internals::{
    pdb::file::{BLOCK, DATA_OFFSET, HEADER_LENGTH},
    storage::{FaultKind, StorageError},
};
use cubepdb::{Check, FileError, LoadMode, table_files::TableFile};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

pub const TESTS: &[Test] = &[
    (1, "at_every_byte_of_the_header", short_headers),
    (1, "at_the_borders_of_blocks", short_blocks),
    (1, "as_the_programs_see_it", short_for_programs),
    (2, "a_byte_or_a_gigabyte", trailing),
    (3, "every_one_of_them", header_bits),
    (4, "every_block_is_located", damaged_blocks),
    (4, "at_random", random_bits),
    (33, "noise", noise),
    (33, "mutations_of_tables", mutations),
];

/// Opens and reads everything, as a careful reader does. It takes milliseconds; the machine may be busy.
pub fn read_all(path: &Path) -> Result<(), FileError> {
    let started = Instant::now();
    let result = TableFile::open(path).and_then(|table| {
        table.check_blocks(&|_| {})?;
        table.load(LoadMode::Copy, Check::Full).map(drop)
    });
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    result
}

/// Checks that a reader refuses the file as a bad table, and names it.
#[track_caller]
pub fn assert_refused(path: &Path) {
    let error = read_all(path).expect_err("a damaged table was accepted");
    assert_eq!(error.kind(), FaultKind::Table, "{error}");
    assert!(error.to_string().contains(&*path.to_string_lossy()));
}

#[track_caller]
fn assert_short(path: &Path, length: u64, whole: u64) {
    let error = read_all(path).expect_err("a table that was cut short was accepted");
    let expected = if length < HEADER_LENGTH as u64 { HEADER_LENGTH as u64 } else { whole };
    let FileError::Truncated { found, expected: e, .. } = error else { panic!("{error}") };
    assert_eq!((found, e), (length, expected));
}

fn short_headers(faults: &Faults) {
    let fixture = Fixture::small();
    let (path, whole) = (fixture.path(), length(&fixture.path()));
    let borders = [DATA_OFFSET - 1, DATA_OFFSET, DATA_OFFSET + 1, whole - 17, whole - 16, whole - 15, whole - 1];
    for length in borders.into_iter().rev().chain((0..=HEADER_LENGTH as u64).rev().step_by(or_full(31, 1))) {
        set_len(&path, length);
        faults.try_one(length, || assert_short(&path, length, whole));
    }
}

fn short_blocks(faults: &Faults) {
    let fixture = Fixture::large();
    let (path, whole) = (fixture.path(), length(&fixture.path()));
    for block in (0..11).rev() {
        for length in [1, 0, -1].map(|by| (DATA_OFFSET + block * BLOCK).wrapping_add_signed(by)) {
            set_len(&path, length);
            faults.try_one(length, || assert_short(&path, length, whole));
        }
    }
}

fn short_for_programs(faults: &Faults) {
    let fixture = Fixture::small();
    let whole = fixture.read("t.pdb");
    for length in [0, 1, 7, 8, 1000, 4095, 4096, DATA_OFFSET as usize, whole.len() - 1] {
        fixture.write("bad.pdb", &whole[..length]);
        let word = if length == 0 { "bad.pdb" } else { "truncated: expected " };
        for command in ["verify", "verify --quick", "info", "dist", "compress"] {
            faults.try_one(format!("{command} of {length} bytes"), || {
                fixture.pdbgen(&format!("{command} bad.pdb")).run().refuses(4, &["bad.pdb: ", word]);
            });
        }
        for load in ["mmap", "copy"] {
            faults.try_one(format!("solve with {length} bytes, {load}"), || {
                fixture.solve(&["--pdb", "bad.pdb", "--load", load, "R"]).run().refuses(4, &["bad.pdb: ", word]);
            });
        }
    }
    assert_eq!(fixture.names(), ["bad.pdb", "t.pdb"], "compressing what was cut short leaves nothing");
}

fn trailing(faults: &Faults) {
    for fixture in [Fixture::small(), Fixture::large()] {
        let (path, whole) = (fixture.path(), length(&fixture.path()));
        for longer in [1, 16, 4096, 1 << 30] {
            set_len(&path, whole + longer);
            faults.try_one(longer, || {
                let error = read_all(&path).unwrap_err();
                assert!(matches!(error, FileError::Trailing { expected, .. } if expected == whole), "{error}");
            });
            for program in [fixture.pdbgen("verify t.pdb"), fixture.solve_with(&["R"])] {
                faults.try_one(longer, || {
                    let sentence = format!("t.pdb: trailing bytes: expected {whole} bytes, have {}", whole + longer);
                    program.run().refuses(4, &[&sentence]);
                });
            }
        }
    }
}

fn header_bits(faults: &Faults) {
    let fixture = Fixture::small();
    let (path, sound) = (fixture.path(), fixture.read("t.pdb"));
    for bit in (0..8 * HEADER_LENGTH).step_by(or_full(23, 1)) {
        patch(&path, bit as u64 / 8, &[sound[bit / 8] ^ 1 << (bit % 8)]);
        faults.try_one(format!("bit {bit}"), || {
            let error = TableFile::open(&path).expect_err("a damaged header was accepted");
            assert_eq!(error.kind(), FaultKind::Table, "{error}");
        });
        if bit % 1499 == 0 {
            faults.try_one(format!("bit {bit} of a program's table"), || {
                fixture.pdbgen("verify --quick t.pdb").run().refuses(4, &["t.pdb: "]);
            });
        }
        patch(&path, bit as u64 / 8, &[sound[bit / 8]]);
    }
    read_all(&path).unwrap();
}

fn damaged_blocks(faults: &Faults) {
    let fixture = Fixture::large();
    let path = fixture.path();
    let hashes = DATA_OFFSET + fixture.spec.bytes();
    flip(&path, HEADER_LENGTH as u64 + 77, 2);
    faults.try_one("the gap", || {
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::GapDamaged { offset: 4173, found: 4, .. }), "{error}");
    });
    flip(&path, HEADER_LENGTH as u64 + 77, 2);
    flip(&path, hashes + 30, 2);
    faults.try_one("the checksums", || {
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::HashTableDamaged { offset, .. } if offset == hashes), "{error}");
    });
    flip(&path, hashes + 30, 2);
    // From the last to the first: the first damaged block is named.
    for block in (0..11).rev().step_by(or_full(5, 1)) {
        let expected = DATA_OFFSET + block * BLOCK;
        flip(&path, expected + 1000, 2);
        let table = TableFile::open(&path).unwrap();
        let copied = table.load(LoadMode::Copy, Check::Full).map(drop);
        let mapped = table.load(LoadMode::Mmap, Check::Full).map(drop);
        for result in [table.check_blocks(&|_| {}), copied, mapped] {
            faults.try_one(format!("block {block}"), || {
                let error = result.unwrap_err();
                let FileError::BlockDamaged { block: b, offset, .. } = error else { panic!("{error}") };
                assert_eq!((b, offset), (block, expected));
            });
        }
        // As documented for quick opening: it reads the header alone.
        table.load(LoadMode::Auto, Check::Header).unwrap();
        let words = [format!("t.pdb: damaged: block {block} at offset {expected} ")];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for program in [
            fixture.pdbgen("verify --quick t.pdb"),
            fixture.pdbgen("verify t.pdb"),
            fixture.solve_with(&["--check", "full", "R"]),
            fixture.solve_with(&["--load", "mmap", "R"]),
        ] {
            faults.try_one(format!("block {block} of a program's table"), || program.run().refuses(4, &words));
        }
    }
}

fn random_bits(faults: &Faults) {
    let fixture = Fixture::large();
    let path = fixture.path();
    let behind_header = HEADER_LENGTH as u64..length(&path);
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..or_full(10, 100) {
        let (offset, bit) = (random.u64(behind_header.clone()), random.u32(0..8));
        flip(&path, offset, bit);
        faults.try_one(format!("bit {bit} at {offset}"), || {
            let error = TableFile::open(&path).unwrap().check_blocks(&|_| {}).expect_err("damage was overlooked");
            assert_eq!(error.kind(), FaultKind::Table, "{error}");
        });
        flip(&path, offset, bit);
    }
    read_all(&path).unwrap();
}

fn noise(faults: &Faults) {
    let fixture = Fixture::small();
    let (path, sound) = (fixture.path(), fixture.read("t.pdb"));
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..or_full(100, 2000) {
        let mut bytes: Vec<u8> = (0..random.usize(0..6000)).map(|_| random.u8(..)).collect();
        for (byte, start) in bytes.iter_mut().zip(&sound).take(random.usize(0..400) * (round % 2)) {
            *byte = *start;
        }
        fs::write(&path, bytes).unwrap();
        faults.try_one(format!("round {round}"), || assert_refused(&path));
        if round % 100 == 0 {
            // Enough for the program, but not for the sizes that some of these headers claim.
            let program = fixture.pdbgen("info t.pdb").within(1 << 29);
            faults.try_one(format!("round {round}, the program"), || program.run().refuses(4, &["t.pdb: "]));
        }
    }
    fs::write(&path, "text\n").unwrap();
    faults.try_one("text", || {
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::NotATable { found: [b't', b'e', b'x', b't', b'\n', 0, 0, 0], .. }));
    });
    faults.try_one("nothing", || {
        assert!(matches!(read_all(&fixture.place.path("none")), Err(FileError::Missing { .. })))
    });
    faults.try_one("a directory", || {
        assert!(matches!(read_all(fixture.dir()), Err(FileError::Storage(StorageError::NotAFile { .. }))))
    });
}

fn mutations(faults: &Faults) {
    let fixture = Fixture::small();
    for (path, seed) in [(fixture.path(), 2), (fixture.compressed(), 3)] {
        let sound = fs::read(&path).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        for round in 0..or_full(30, 300) {
            let mut bytes = sound.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(0..bytes.len().min(8192));
                let at = if random.bool() { at } else { bytes.len() - 1 - at.min(bytes.len() - 1) };
                bytes[at] = random.u8(..);
            }
            fs::write(&path, &bytes).unwrap();
            if bytes == sound {
                continue;
            }
            faults.try_one(format!("round {round}"), || match read_all(&path) {
                Err(error) => assert_eq!(error.kind(), FaultKind::Table, "{error}"),
                Ok(()) => {
                    // Some bits of a zstd frame are unused. The decoded data has passed every checksum.
                    let memory = TableFile::open(&path).unwrap().load(LoadMode::Copy, Check::Full).unwrap();
                    assert_eq!(memory[..], fixture.data);
                    assert_eq!(path.extension().unwrap(), "zst");
                }
            });
        }
        fs::write(&path, &sound).unwrap();
    }
}
