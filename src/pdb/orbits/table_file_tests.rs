//! Files of tables of distances: read back, refused, proven and proven wrong.

use super::super::{DistanceTable, PositionIndex};
use super::*;
use crate::effort::or_full;
use crate::pdb::disproof::Disproof;
use crate::pdb::file::{BLOCK, CompressOptions, DATA_OFFSET, HEADER_LENGTH, compress, decompress, read_header};
use crate::pdb::orbits::{IndexSearch, Watch};
use crate::puzzle::testing::distances;
use crate::puzzle::{Asker, Powers, QuestionText};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn question(puzzle: &str, goal: &str, moves: &str, powers: Powers) -> Question {
    let goals = if goal.is_empty() { Vec::new() } else { vec![goal.to_owned()] };
    let moves = (!moves.is_empty()).then(|| moves.to_owned());
    QuestionText { goals, moves, powers, ..QuestionText::about(puzzle) }.read(Asker::Stranger).unwrap()
}

fn table(question: &Question) -> DistanceTable {
    let index = PositionIndex::new(question).unwrap();
    DistanceTable::build(index, &AtomicBool::new(false), &|_, _| ()).unwrap().unwrap()
}

fn verify(table: &DistanceTable) -> Result<[u64; 16], Disproof> {
    table.verify(&AtomicBool::new(false), &|_| ())
}

fn load(path: &Path, question: &Question) -> Result<DistanceTable, FileError> {
    DistanceFile::open(path)?.load(question, PositionIndex::new(question).unwrap(), Check::Full)
}

/// A directory with the table of a question.
struct Place {
    directory: tempfile::TempDir,
    question: Question,
    table: DistanceTable,
}

impl Place {
    fn new(question: Question) -> Self {
        let mut place = Self { directory: tempfile::tempdir().unwrap(), table: table(&question), question };
        place.table.save(&place.question, &place.path("t.pdb"), &WriteOptions::default()).unwrap();
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.directory.path().join(name)
    }
}

#[test]
fn tables_read_back_and_are_proven() {
    let questions = [
        ("2x2x2", "CORNERS:0-3", "U,R,F", Powers::All),
        ("2x2x2", "CORNERS:all/permutation", "U,R,F", Powers::All),
        ("3x3x3", "CORNERS:0,1;EDGES:0,1", "R,U2,M=R' L x'", Powers::All),
        ("3x3x3", "EDGES:all/orientation", "", Powers::Steps),
        // 933,120 positions.
        ("pyraminx-tipless", "", "", Powers::All),
    ];
    for &(puzzle, goal, moves, powers) in or_full(&questions[..4], &questions) {
        let place = Place::new(question(puzzle, goal, moves, powers));
        let path = place.path("t.pdb");
        let file = DistanceFile::open(&path).unwrap();
        assert!(file.answers(&place.question));
        // The file's own question is as good as the one that it was made for.
        let read = load(&path, file.question()).unwrap();
        let known = distances(&place.question, 200);
        for (position, distance) in known.iter().step_by(101) {
            assert_eq!(read.distance(position), Some(*distance));
        }
        let header = read_header(&path).unwrap();
        assert_eq!((header.counts().unwrap(), read.counts()), (place.table.counts(), place.table.counts()));
        assert_eq!(header.counts().unwrap().iter().sum::<u64>(), known.len() as u64);
        let found = verify(&read).unwrap();
        assert_eq!(found.iter().sum::<u64>(), read.index().len());
        let (packed, again) = (place.path("t.pdb.zst"), place.path("again.pdb"));
        compress(&path, &packed, &CompressOptions::default(), &|_| ()).unwrap();
        assert_eq!(load(&packed, &place.question).unwrap().counts(), read.counts());
        decompress(&packed, &again, &WriteOptions::default(), &|_| ()).unwrap();
        assert!(fs::read(&again).unwrap() == fs::read(&path).unwrap());
    }
}

#[test]
fn distances_beyond_an_entry_are_counted_and_one_way_moves_are_proven() {
    let place = Place::new(question("2x2x2", "CORNERS:0-4", "U1,R1,F1", Powers::All));
    let read = load(&place.path("t.pdb"), &place.question).unwrap();
    let known = distances(&place.question, 200);
    let most = *known.values().max().unwrap();
    assert!(most > DistanceTable::MOST, "{most}");
    let header = read_header(&place.path("t.pdb")).unwrap();
    assert_eq!(header.depth(), most);
    for (depth, &count) in (0..).zip(header.counts().unwrap()) {
        assert_eq!(known.values().filter(|&&distance| distance == depth).count() as u64, count, "{depth}");
    }
    for (position, &distance) in known.iter().step_by(11) {
        assert_eq!(read.distance(position), Some(distance.min(DistanceTable::MOST)));
    }
    verify(&read).unwrap();
    wrong_entries_are_found(&read);
}

/// Changes entries one by one, to all other values.
fn wrong_entries_are_found(table: &DistanceTable) {
    let cells = table.index().cells() as u64;
    let mut random = fastrand::Rng::with_seed(3);
    for value in (0..=DistanceTable::MOST).cycle().take(24) {
        let number = random.u64(..table.index().len());
        let entry = number / cells * table.row_stride() + number % cells;
        let own = table.entry(entry);
        table.set(entry, value);
        let found = verify(table);
        table.set(entry, own);
        assert_eq!(found.is_ok(), own == value, "entry {number}: {own} as {value}");
    }
    let target = table.index().targets()[0];
    let entry = target / cells * table.row_stride() + target % cells;
    table.set(entry, 1);
    assert_eq!(verify(table), Err(Disproof::Target { index: target, value: 1 }));
    table.set(entry, 0);
    if table.row_stride() > cells {
        table.set(cells, 3);
        assert_eq!(verify(table), Err(Disproof::Filling { row: 0 }));
        table.set(cells, DistanceTable::MOST);
    }
    verify(table).unwrap();
}

#[test]
fn a_wrong_entry_is_found_although_its_checksum_is_right() {
    let mut place = Place::new(question("2x2x2", "CORNERS:0-4", "U,R,F", Powers::All));
    wrong_entries_are_found(&place.table);
    let entry = place.table.row_stride() + 1;
    let own = place.table.entry(entry);
    place.table.set(entry, own + 1);
    let path = place.path("wrong.pdb");
    place.table.save(&place.question, &path, &WriteOptions::default()).unwrap();
    let read = load(&path, &place.question).unwrap();
    assert!(matches!(verify(&read), Err(Disproof::Distance { .. })));
}

#[test]
fn a_table_is_for_one_question_alone() {
    let place = Place::new(question("2x2x2", "CORNERS:0-3", "U,R,F", Powers::All));
    let others = [
        question("2x2x2", "CORNERS:1-4", "U,R,F", Powers::All),
        question("2x2x2", "CORNERS:0-3", "U,R,F2", Powers::All),
        question("2x2x2", "CORNERS:0-3", "U,R,L", Powers::All),
        question("2x2x2", "CORNERS:0-3/permutation", "U,R,F", Powers::All),
        question("3x3x3", "CORNERS:0-3", "U,R,F", Powers::All),
    ];
    let file = DistanceFile::open(&place.path("t.pdb")).unwrap();
    for other in &others {
        assert!(!file.answers(other));
        let error = load(&place.path("t.pdb"), other).err().unwrap();
        assert!(matches!(error, FileError::OtherTable { .. }), "{error}");
    }
    // A name is no difference.
    let mut definition = place.question.definition().clone();
    definition.name = "mine".to_owned();
    let (moves, goal) = (place.question.moves().clone(), place.question.goal().clone());
    load(&place.path("t.pdb"), &Question::new(definition, moves, goal).unwrap()).unwrap();
}

#[test]
fn damaged_files_are_refused() {
    let place = Place::new(question("2x2x2", "CORNERS:0-4", "U,R,F", Powers::All));
    let (path, damaged) = (place.path("t.pdb"), place.path("damaged.pdb"));
    let bytes = fs::read(&path).unwrap();
    let question_length = DistanceFile::open(&path).unwrap().file().question().len();
    let data_end = bytes.len() - 16 * (bytes.len() as u64 - DATA_OFFSET).div_ceil(BLOCK) as usize;
    let refused = |bytes: &[u8]| {
        fs::write(&damaged, bytes).unwrap();
        let error = load(&damaged, &place.question).err().expect("a damaged file");
        let _ = fs::remove_file(place.path("damaged.pdb.zst"));
        assert!(compress(&damaged, &place.path("damaged.pdb.zst"), &CompressOptions::default(), &|_| ()).is_err());
        error
    };
    let header = (0..HEADER_LENGTH).step_by(101);
    let question = (HEADER_LENGTH..HEADER_LENGTH + question_length).step_by(211);
    let gap = [HEADER_LENGTH + question_length, DATA_OFFSET as usize - 1];
    let data = (DATA_OFFSET as usize..data_end).step_by((data_end - DATA_OFFSET as usize) / 9);
    for at in header.chain(question).chain(gap).chain(data).chain(data_end..bytes.len()) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let error = refused(&changed);
        let fits = match at {
            at if at < HEADER_LENGTH => true,
            at if at < HEADER_LENGTH + question_length => matches!(error, FileError::QuestionDamaged { .. }),
            at if at < DATA_OFFSET as usize => matches!(error, FileError::GapDamaged { .. }),
            at if at < data_end => matches!(error, FileError::BlockDamaged { .. }),
            _ => matches!(error, FileError::HashTableDamaged { .. }),
        };
        assert!(fits, "{at}: {error}");
    }
    for length in [0, 7, HEADER_LENGTH, DATA_OFFSET as usize, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    assert!(matches!(refused(&[&bytes[..], b"x"].concat()), FileError::Trailing { .. }));
}

/// Writes a table of other texts and numbers than those of the question.
fn forged(place: &mut Place, edit: impl FnOnce(&mut String, &mut String, &mut Vec<u64>)) -> FileError {
    let path = place.path("forged.pdb");
    let mut text = question_text::write(&place.question).unwrap();
    let mut identity = identity(&place.question, place.table.index());
    let mut counts = place.table.counts().to_vec();
    edit(&mut text, &mut identity, &mut counts);
    let table = QuestionTable {
        identity: &identity,
        question: &text,
        entries: place.table.index().len(),
        counts: &counts,
        is_complete: true,
        data: place.table.parts().1,
    };
    match write_question_table(&path, table, &WriteOptions { overwrite: true }) {
        Err(error) => error,
        Ok(_) => load(&path, &place.question).err().expect("a forged file"),
    }
}

#[test]
fn forged_files_are_refused() {
    let mut place = Place::new(question("2x2x2", "CORNERS:0-3", "U,R,F", Powers::All));
    let error = forged(&mut place, |text, _, _| *text = text.replace("powers 1,2,3", "powers 1,3"));
    assert!(matches!(error, FileError::UnknownTable { .. }), "{error}");
    let error = forged(&mut place, |text, _, _| text.truncate(99));
    assert!(matches!(error, FileError::Question { .. }), "{error}");
    let error = forged(&mut place, |_, identity, _| *identity = identity.replace("index=1", "index=2"));
    assert!(matches!(error, FileError::OtherTable { .. }), "{error}");
    let error = forged(&mut place, |_, identity, _| *identity = identity.replace("numbering=", "numbering=0"));
    assert!(matches!(error, FileError::OtherTable { .. }), "{error}");
    let error = forged(&mut place, |_, identity, _| *identity = identity.replace("question=", "question=0"));
    assert!(matches!(error, FileError::UnknownTable { .. }), "{error}");
    let error = forged(&mut place, |_, _, counts| counts.resize(300, 0));
    assert!(matches!(error, FileError::NoPlace { .. }), "{error}");
    let error = forged(&mut place, |text, _, _| text.push_str(&"x".repeat(3 << 20)));
    assert!(matches!(error, FileError::NoPlace { .. }), "{error}");
    let error = forged(&mut place, |_, _, counts| counts[1] += 1 << 40);
    assert!(matches!(error, FileError::NoPlace { .. }), "{error}");
}

/// A build that is stopped within every second distance goes on to the same table.
#[test]
fn a_build_goes_on_from_its_checkpoint() {
    for moves in ["U,R,F", "U1,R1,F1"] {
        let question = question("2x2x2", "CORNERS:0-4", moves, Powers::All);
        let expected = table(&question);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("t.pdb");
        let index = || PositionIndex::new(&question).unwrap();
        let mut building = DistanceTable::empty(index()).unwrap();
        let mut stopped = 0;
        let done = loop {
            let (stop, distances) = (AtomicBool::new(false), AtomicUsize::new(0));
            let is_last = stopped == 18;
            let mut report = |search: &IndexSearch<'_>| {
                assert!(!search.counts().is_empty());
                distances.fetch_add(1, Ordering::Relaxed);
            };
            let progress = |done, all| {
                let is_time = stopped % 2 == 0 || done == all;
                stop.fetch_or(!is_last && is_time && distances.load(Ordering::Relaxed) > 1, Ordering::Relaxed);
            };
            let mut save = |index: &PositionIndex, data: &[u8], counts: &[u64], is_end: bool| {
                assert!(counts.len() <= usize::from(DistanceTable::MOST));
                if is_end {
                    save_unfinished(&question, &path, index, data, counts).unwrap();
                }
            };
            let mut watch = Watch { report: &mut report, progress: &progress, stop: &stop };
            match building.completed(&mut watch, &mut save).unwrap() {
                Some(table) => break table,
                None => building = unfinished(&question, &path, index()).unwrap(),
            }
            stopped += 1;
        };
        assert!(stopped > 9);
        assert_eq!(done.counts(), expected.counts());
        verify(&done).unwrap();
        assert!(matches!(DistanceFile::open(&checkpoint_path(&path)), Err(FileError::Incomplete { .. })));
    }
}
