use super::super::testing::small_table;
use super::*;
use crate::cube::Metric;
use crate::pdb::h48::H48Level;

const PATH: &str = "t.pdb";

fn parse(bytes: &[u8; HEADER_LENGTH]) -> Result<Header> {
    Header::parse(bytes, Path::new(PATH))
}

/// A sound header, modified at `at`, with a matching checksum.
fn forged(at: usize, value: &[u8]) -> [u8; HEADER_LENGTH] {
    let mut bytes = small_table().2.to_bytes();
    put(&mut bytes, at, value);
    let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
    put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
    bytes
}

#[test]
fn headers_read_back() {
    let (spec, _, header) = small_table();
    let header = header.with_content_hash(7);
    let read = parse(&header.to_bytes()).unwrap();
    assert_eq!(read, header);
    assert_eq!(read.spec(), Some(spec));
    assert_eq!((read.version(), read.entries(), read.bits(), read.depth()), ((1, 0), 528, 4, 3));
    assert_eq!((read.data_length(), read.file_length()), (264, DATA_OFFSET + 264 + 16));
    assert!(read.is_complete() && read.generator().starts_with("cubepdb "));
    assert!(!Header::new(&spec, [0; 16], 0, false).is_complete());
}

#[test]
fn every_bit_is_covered() {
    let sound = small_table().2.to_bytes();
    for bit in 0..8 * HEADER_LENGTH {
        let mut bytes = sound;
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(parse(&bytes).is_err(), "bit {bit}");
    }
}

#[test]
fn swapped_bytes_are_not_taken_for_damage() {
    let mut bytes = small_table().2.to_bytes();
    bytes[at::MAJOR..at::HEADER_HASH].chunks_exact_mut(4).for_each(<[u8]>::reverse);
    assert!(matches!(parse(&bytes), Err(FileError::ByteSwapped { .. })));
}

#[test]
fn newer_versions_are_refused_only_where_they_must_be() {
    let newer = |bytes: [u8; HEADER_LENGTH]| matches!(parse(&bytes), Err(FileError::NewerVersion { .. }));
    assert!(newer(forged(at::MAJOR, &2u16.to_le_bytes())));
    assert!(newer(forged(at::MAJOR, &[0xFF; 4])));
    let minor = forged(at::MINOR, &9u16.to_le_bytes());
    assert_eq!(parse(&minor).unwrap().version(), (1, 9));
    assert!(newer(forged(at::REQUIRED, &4u32.to_le_bytes())));
    assert!(parse(&forged(at::OPTIONAL, &4u32.to_le_bytes())).is_ok());
    assert!(parse(&forged(at::MAJOR, &0u16.to_le_bytes())).is_err());
}

#[test]
fn numbers_that_contradict_each_other_are_named() {
    let huge = u64::MAX.to_le_bytes();
    let half = (1u64 << 63).to_le_bytes();
    for (at, value, name) in [
        (at::ENDIAN, &[9; 4][..], "endian tag"),
        (at::HEADER_LENGTH, &[0; 4], "header length"),
        (at::FLAGS, &[3], "unassigned flags"),
        (at::SPEC_HASH, &[1; 16], "spec hash"),
        (at::ENTRIES, &huge, "entries"),
        (at::ENTRIES, &half, "data length"),
        (at::ENTRIES, &[0; 8], "entries"),
        (at::DATA_OFFSET, &huge, "data offset"),
        (at::DATA_LENGTH, &half, "data length"),
        (at::BLOCK, &[0; 8], "block size"),
        (at::HASH_OFFSET, &huge, "hash offset"),
        (at::HASH_LENGTH, &huge, "hash length"),
        (at::BITS, &[0], "bits"),
        (at::BITS, &[9], "bits"),
        (at::BITS, &[2], "data length"),
        (at::DEPTH, &[15], "depth"),
        (at::DEPTH, &[2], "distribution beyond the depth"),
        (at::DISTRIBUTION, &huge, "sum of the distribution"),
        (at::DISTRIBUTION + 8, &[1], "sum of the distribution"),
        (at::IDENTITY_LENGTH, &[0xFF; 4], "identity length"),
        (at::IDENTITY_LENGTH, &[3], "identity length"),
        (at::GENERATOR_LENGTH, &[200], "generator length"),
        (at::GENERATOR, &[0x1B], "generator length"),
    ] {
        match parse(&forged(at, value)) {
            Err(FileError::HeaderField { field, .. }) => assert_eq!(field, name),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn unknown_tables_can_be_described() {
    let identity = b"puzzle=4x4x4;table=centres";
    let mut bytes = forged(at::IDENTITY, &[0; at::IDENTITY_END - at::IDENTITY]);
    put(&mut bytes, at::IDENTITY, identity);
    put(&mut bytes, at::IDENTITY_LENGTH, &(identity.len() as u32).to_le_bytes());
    put(&mut bytes, at::SPEC_HASH, &xxh3_128(identity).to_le_bytes());
    let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
    put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
    let header = parse(&bytes).unwrap();
    assert_eq!((header.spec(), header.identity().as_bytes()), (None, &identity[..]));
}

#[test]
fn a_known_identity_fixes_the_number_of_entries() {
    let mut bytes = forged(at::ENTRIES, &530u64.to_le_bytes());
    put(&mut bytes, at::DATA_LENGTH, &265u64.to_le_bytes());
    put(&mut bytes, at::HASH_OFFSET, &(DATA_OFFSET + 265).to_le_bytes());
    put(&mut bytes, at::DISTRIBUTION, &134u64.to_le_bytes());
    let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
    put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
    assert!(matches!(parse(&bytes), Err(FileError::HeaderField { field: "entries", .. })));
}

fn lines_header() -> Header {
    let spec = TableSpec::new(H48Level::new(0).unwrap(), Metric::HalfTurn);
    let mut distribution = [0; 16];
    distribution[11] = spec.entries();
    Header::new(&spec, distribution, 11, true)
}

#[test]
fn tables_of_lines_say_so_and_how_long_they_are() {
    let header = lines_header();
    let bytes = header.to_bytes();
    let read = parse(&bytes).unwrap();
    assert_eq!(read, header);
    assert_eq!((read.version(), read.bits(), read.data_length()), ((1, 1), 2, 3393 * 137 * 64));
    let edited = |edits: &[(usize, &[u8])]| {
        let mut bytes = bytes;
        edits.iter().for_each(|(at, value)| put(&mut bytes, *at, value));
        let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
        put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
        parse(&bytes)
    };
    let field = |result: Result<Header>| match result {
        Err(FileError::HeaderField { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    let length = header.data_length();
    for wrong in [0, 64, length + 1, 1 << 63] {
        assert_eq!(field(edited(&[(at::DATA_LENGTH, &wrong.to_le_bytes())])), "data length");
    }
    let layout = FileLayout::new(length + 64).unwrap();
    let longer = [
        (at::DATA_LENGTH, layout.data_length().to_le_bytes()),
        (at::HASH_OFFSET, layout.hash_offset().to_le_bytes()),
        (at::HASH_LENGTH, layout.hash_length().to_le_bytes()),
    ];
    let longer: Vec<(usize, &[u8])> = longer.iter().map(|(at, value)| (*at, &value[..])).collect();
    assert_eq!(field(edited(&longer)), "data length", "a known table has the length of its specification");
    assert_eq!(field(edited(&[(at::REQUIRED, &[0; 4])])), "data length");
}

#[test]
fn tables_with_a_question_say_so_and_count_beyond_their_entries() {
    let mut counts = vec![1; 17];
    counts[16] = 5;
    let part = QuestionPart::new("a question", &counts).unwrap();
    let header = Header::of_question("puzzle=a;table=pattern".to_owned(), 30, 32, part, true).unwrap();
    let bytes = header.to_bytes();
    let read = parse(&bytes).unwrap();
    assert_eq!(read, header);
    assert_eq!((read.version(), read.depth(), read.counts()), (VERSION, 16, Some(&counts[..])));
    // Nine numbers have no position.
    assert_eq!((read.distribution()[15], read.spec()), (15, None));
    let (question_length, far) = (120, 2384);
    for (at, value, name) in [
        (at::DEPTH, &[227][..], "depth"),
        (at::DEPTH, &[13], "distribution beyond the depth"),
        (at::DEPTH, &[15], "distribution beyond the depth"),
        (question_length, &[0xFF; 4], "question length"),
        (far, &[99], "sum of the distribution from 15"),
        (far, &[0xFF; 16], "sum of the distribution from 15"),
        (at::DISTRIBUTION, &[2], "sum of the distribution"),
        (at::REQUIRED, &[3], "required flags"),
        (at::DATA_LENGTH, &[33], "data length"),
        (at::REQUIRED, &[0], "data length"),
    ] {
        let mut bytes = bytes;
        put(&mut bytes, at, value);
        let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
        put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
        match parse(&bytes) {
            Err(FileError::HeaderField { field, .. }) => assert_eq!(field, name),
            other => panic!("{name}: {other:?}"),
        }
    }
}
