//! Compressed tables that are damaged, or made to fill the memory.

use crate::Test;
use crate::damaged::{assert_refused, read_all};
use crate::effort::or_full;
use crate::tables::{Fixture, flip, length, patch, set_len};
use crate::tally::Faults;
use cubepdb::internals::{
    pdb::file::{BLOCK, DATA_OFFSET},
    storage::FaultKind,
};
use cubepdb::{
    FileError,
    table_files::{CompressOptions, TableFile, WriteOptions, compress, decompress},
};
use std::fs;

pub const TESTS: &[Test] = &[
    (12, "cut_short_at_every_byte_or_too_long", cut_short),
    (12, "flipped_bits", flipped),
    (12, "bombs", bombs),
    (12, "a_seek_table_without_end", endless_seek_table),
    (12, "a_frame_for_a_dictionary", dictionary),
    (12, "are_not_converted", not_converted),
];

const SEEK_FOOT: usize = 9;

fn cut_short(faults: &Faults) {
    let fixture = Fixture::small();
    let packed = fixture.compressed();
    let sound = fs::read(&packed).unwrap();
    for length in (0..sound.len()).step_by(or_full(13, 1)) {
        fs::write(&packed, &sound[..length]).unwrap();
        faults.try_one(format!("{length} bytes"), || assert_refused(&packed));
    }
    for length in [0, 1, sound.len() / 2, sound.len() - 1] {
        fs::write(&packed, &sound[..length]).unwrap();
        for program in [fixture.pdbgen("verify t.pdb.zst"), fixture.solve(&["--pdb", "t.pdb.zst", "R"])] {
            faults.try_one(format!("{length} bytes, a program"), || program.run().refuses(4, &["t.pdb.zst: "]));
        }
    }
    fs::write(&packed, [&sound[..], &[0]].concat()).unwrap();
    faults.try_one("a byte more", || assert_refused(&packed));
    // The same file twice, as `cat` makes it: an ordinary decoder accepts it.
    fs::write(&packed, [&sound[..], &sound[..]].concat()).unwrap();
    faults.try_one("twice the file", || assert_refused(&packed));
}

fn flipped(faults: &Faults) {
    let fixture = Fixture::small();
    let packed = fixture.compressed();
    for at in (0..length(&packed)).step_by(or_full(13, 1)) {
        let bit = (at * 5 % 8) as u32;
        flip(&packed, at, bit);
        faults.try_one(format!("bit {bit} at {at}"), || match read_all(&packed) {
            Err(error) => assert_eq!(error.kind(), FaultKind::Table, "{error}"),
            // Some bits of a frame are unused; the decoded data has passed every checksum.
            Ok(()) => assert_eq!(crate::tables::entries_of(&packed), fixture.data),
        });
        flip(&packed, at, bit);
    }
}

/// A compressed file of these frames, each with the decoded length that it claims.
fn seekable(frames: &[(Vec<u8>, u32)]) -> Vec<u8> {
    let count = frames.len() as u32;
    let mut file: Vec<u8> = frames.iter().flat_map(|(frame, _)| frame.clone()).collect();
    file.extend(0x184D_2A5E_u32.to_le_bytes());
    file.extend((8 * count + SEEK_FOOT as u32).to_le_bytes());
    for (frame, decoded) in frames {
        file.extend((frame.len() as u32).to_le_bytes());
        file.extend(decoded.to_le_bytes());
    }
    file.extend(count.to_le_bytes());
    file.push(0);
    file.extend(0x8F92_EAB1_u32.to_le_bytes());
    file
}

/// The frames of a small table, with their decoded lengths.
fn sound_frames(fixture: &Fixture) -> [(Vec<u8>, u32); 3] {
    let plain = fixture.read("t.pdb");
    let (area, rest) = plain.split_at(DATA_OFFSET as usize);
    let (data, hash) = rest.split_at(264);
    [area, data, hash].map(|part| (zstd::bulk::compress(part, 1).unwrap(), part.len() as u32))
}

/// Enough memory for a small table, its first frame included, but not for the content of the bombs.
const ROOM: u64 = 128 << 20;

fn bombs(faults: &Faults) {
    let fixture = Fixture::small();
    let path = fixture.place.path("bomb.zst");
    let [area, data, hash] = sound_frames(&fixture);
    let sound = [area.clone(), data.clone(), hash.clone()];
    fs::write(&path, seekable(&sound)).unwrap();
    read_all(&path).unwrap();
    fixture.pdbgen("verify --quick bomb.zst --threads 2").within(ROOM).ok();
    let size = 256 << 20;
    let bomb = zstd::bulk::compress(&vec![0; size as usize], 1).unwrap();
    // A bomb of a hundred gigabytes: the same frame again and again, within what claims to be one.
    let endless = bomb.repeat(400);
    for (what, frames) in [
        ("larger than it claims, the first", vec![(bomb.clone(), area.1), data.clone(), hash.clone()]),
        ("larger than it claims", vec![area.clone(), (bomb.clone(), data.1), hash.clone()]),
        ("a hundred gigabytes", vec![area.clone(), (endless, data.1), hash.clone()]),
        ("a large one that says so", vec![area.clone(), (bomb.clone(), size), hash.clone()]),
        ("one more", vec![area.clone(), data.clone(), hash.clone(), (bomb.clone(), size)]),
        ("one less", vec![area.clone(), data.clone()]),
        ("none", vec![]),
        ("two in the place of one", vec![area.clone(), ([data.0.clone(), bomb].concat(), data.1), hash.clone()]),
        ("an empty one", vec![area.clone(), (vec![], data.1), hash.clone()]),
        ("in another order", vec![area, hash, data]),
    ] {
        fs::write(&path, seekable(&frames)).unwrap();
        faults.try_one(what, || assert_refused(&path));
        for command in ["verify bomb.zst", "decompress bomb.zst -o x.pdb", "info bomb.zst"] {
            let program = fixture.pdbgen(command).args(["--threads", "2"]).within(ROOM);
            // Output from before the bad frame is allowed.
            if !(command.starts_with("info") && program.run().code == Some(0)) {
                faults.try_one(format!("{what}: {command}"), || program.run().refuses(4, &["bomb.zst: "]));
            }
        }
    }
    assert_eq!(fixture.names(), ["bomb.zst", "t.pdb"], "nothing is left of what was decompressed");
}

fn endless_seek_table(faults: &Faults) {
    let fixture = Fixture::small();
    let path = fixture.place.path("bomb.zst");
    // A seek table that would not fit into memory, in a file that is long enough for it.
    let mut file = seekable(&sound_frames(&fixture));
    let length = 40u64 << 30;
    let foot = file.split_off(file.len() - SEEK_FOOT);
    fs::write(&path, file).unwrap();
    set_len(&path, length);
    patch(&path, length - SEEK_FOOT as u64, &foot);
    patch(&path, length - SEEK_FOOT as u64, &u32::to_le_bytes(u32::MAX - 10));
    faults.try_one("the library", || assert_refused(&path));
    let program = fixture.pdbgen("verify bomb.zst").args(["--threads", "2"]).within(ROOM);
    faults.try_one("the program", || program.run().refuses(4, &["bomb.zst: "]));
}

fn dictionary(faults: &Faults) {
    let fixture = Fixture::small();
    let packed = fixture.compressed();
    let sound = fs::read(&packed).unwrap();
    for width in 1..4 {
        let mut bytes = sound.clone();
        // The descriptor after the magic gives the number of bytes of the dictionary ID that follow.
        bytes[4] |= width;
        fs::write(&packed, bytes).unwrap();
        faults.try_one(width, || assert_refused(&packed));
    }
}

fn not_converted(faults: &Faults) {
    let fixture = Fixture::large();
    let packed = fixture.compressed();
    let target = fixture.place.path("x");
    flip(&packed, length(&packed) / 2, 2);
    faults.try_one("decompressing", || {
        let result = decompress(&packed, &target, &WriteOptions::default(), &|_| {});
        assert!(matches!(result, Err(FileError::Compressed { .. })));
    });
    flip(&fixture.path(), DATA_OFFSET + BLOCK, 2);
    faults.try_one("compressing", || {
        let result = compress(&fixture.path(), &target, &CompressOptions::default(), &|_| {});
        assert!(matches!(result, Err(FileError::BlockDamaged { block: 1, .. })));
    });
    for (command, words) in
        [("decompress t.pdb.zst -o x", "damaged compressed table"), ("compress t.pdb -o x", "damaged: block 1 at ")]
    {
        faults.try_one(command, || fixture.pdbgen(command).run().refuses(4, &[words]));
    }
    assert_eq!(fixture.names(), ["t.pdb", "t.pdb.zst"]);
    TableFile::open(&fixture.path()).unwrap();
}
